(object_type_definition (name) @name (fields_definition)? @body) @definition.struct
(interface_type_definition (name) @name (fields_definition)? @body) @definition.interface
(enum_type_definition (name) @name (enum_values_definition)? @body) @definition.enum
(input_object_type_definition (name) @name (input_fields_definition)? @body) @definition.struct
(union_type_definition (name) @name) @definition.union
(scalar_type_definition (name) @name) @definition.type
(directive_definition (name) @name) @definition.macro
(object_type_extension (name) @name) @scope
(interface_type_extension (name) @name) @scope
(field_definition (name) @name) @definition.field
(input_fields_definition (input_value_definition (name) @name) @definition.field)
(enum_value_definition (enum_value (name) @name)) @definition.member
(operation_definition (name) @name (selection_set)? @body) @definition.function
(fragment_definition (fragment_name (name) @name) (selection_set)? @body) @definition.function

(implements_interfaces (named_type (name) @reference.inherit))
(named_type (name) @reference.type)
(fragment_spread (fragment_name (name) @reference.call))
(selection_set (selection (field (name) @reference.use)))
(directive (name) @reference.decorator)
