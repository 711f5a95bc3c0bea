(namespace_declaration name: (_) @name body: (_) @body) @definition.module
(file_scoped_namespace_declaration name: (_) @name) @definition.module
(class_declaration name: (identifier) @name body: (_)? @body) @definition.class
(struct_declaration name: (identifier) @name body: (_)? @body) @definition.struct
(record_declaration name: (identifier) @name body: (_)? @body) @definition.class
(interface_declaration name: (identifier) @name body: (_)? @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_)? @body) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.member
(delegate_declaration name: (identifier) @name) @definition.type
(method_declaration name: (identifier) @name body: (_)? @body) @definition.method
(constructor_declaration name: (identifier) @name body: (_)? @body) @definition.constructor
(destructor_declaration name: (identifier) @name body: (_)? @body) @definition.method
(local_function_statement name: (identifier) @name body: (_)? @body) @definition.function
(operator_declaration "operator" @_operator operator: _ @name body: (_)? @body) @definition.method
(conversion_operator_declaration "operator" @_operator type: (_) @name body: (_)? @body) @definition.method
(property_declaration name: (identifier) @name accessors: (_) @body) @definition.property
(property_declaration name: (identifier) @name value: (_)? @body) @definition.property
(indexer_declaration "this" @name) @definition.property
(event_declaration name: (identifier) @name accessors: (_)? @body) @definition.property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.property
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.property))

(invocation_expression function: [(identifier) (member_access_expression)] @reference.call)
(invocation_expression function: (conditional_access_expression (member_binding_expression name: (identifier) @reference.call)))
(invocation_expression function: (generic_name . (identifier) @reference.call))
(member_access_expression name: (generic_name . (identifier) @reference.call))
(object_creation_expression type: [(identifier) (qualified_name)] @reference.call)
(object_creation_expression type: (generic_name . (identifier) @reference.call))
(base_list [(identifier) (qualified_name)] @reference.inherit)
(base_list (generic_name . (identifier) @reference.inherit))
(base_list (primary_constructor_base_type type: (identifier) @reference.inherit))
(attribute name: (_) @reference.decorator)
(generic_name . (identifier) @reference.type)
(type_argument_list [(identifier) (qualified_name)] @reference.type)
(parameter type: [(identifier) (qualified_name)] @reference.type)
(variable_declaration type: [(identifier) (qualified_name)] @reference.type)
(property_declaration type: [(identifier) (qualified_name)] @reference.type)
(method_declaration returns: [(identifier) (qualified_name)] @reference.type)
(nullable_type type: [(identifier) (qualified_name)] @reference.type)
(array_type type: [(identifier) (qualified_name)] @reference.type)
(cast_expression type: [(identifier) (qualified_name)] @reference.type)
(typeof_expression type: [(identifier) (qualified_name)] @reference.type)
(as_expression right: (identifier) @reference.type)
(is_expression right: (identifier) @reference.type)
(declaration_pattern type: (identifier) @reference.type)
(catch_declaration type: [(identifier) (qualified_name)] @reference.type)
(type_parameter_constraint type: [(identifier) (qualified_name)] @reference.type)
(member_access_expression expression: (identifier) name: (identifier)) @reference.use
(argument (identifier) @reference.use)

(using_directive !name [(identifier) (qualified_name)] @import.module @import.all) @import
(using_directive name: (identifier) @import.alias (_) @import.module .) @import
