(value_specification (value_name) @name) @definition.function
(value_specification (parenthesized_operator (_) @name)) @definition.function
(external (value_name) @name) @definition.function
(type_binding name: (type_constructor) @name body: (record_declaration)) @definition.struct
(type_binding name: (type_constructor) @name body: (variant_declaration)) @definition.enum
(type_binding name: (type_constructor) @name) @definition.type
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.constructor)
(record_declaration (field_declaration (field_name) @name) @definition.field)
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.class
(module_definition (module_binding (module_name) @name [body: (_) module_type: (_)]? @body)) @definition.module
(module_type_definition (module_type_name) @name body: (_)? @body) @definition.interface
(class_binding (class_name) @name body: (_)? @body) @definition.class
(class_type_binding (class_type_name) @name body: (_)? @body) @definition.interface
(method_definition (method_name) @name body: (_)? @body) @definition.method
(method_specification (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field

(application_expression function: (value_path (value_name) @reference.call))
(application_expression function: (constructor_path (constructor_name) @reference.call))
(application_expression argument: (value_path (value_name) @reference.use))
(infix_expression left: (value_path (value_name) @reference.use))
(infix_expression right: (value_path (value_name) @reference.call))
(infix_expression right: (application_expression function: (value_path (value_name) @reference.call)))
(let_binding body: (value_path (value_name) @reference.use))
(field_expression body: (value_path (value_name) @reference.use))
(tuple_expression (value_path (value_name) @reference.use))
(list_expression (value_path (value_name) @reference.use))
(labeled_argument (value_path (value_name) @reference.use))
(constructor_path (constructor_name) @reference.use)
(method_invocation (method_name) @reference.call)
(field_get_expression field: (field_path (field_name) @reference.use))
(type_constructor_path (type_constructor) @reference.type)
(module_path (module_name) @reference.use)
(module_type_path (module_type_name) @reference.type)
(inheritance_definition (class_path (class_name) @reference.inherit))
(new_expression (class_path (class_name) @reference.call))

(open_module module: (module_path) @import.module) @import
(include_module module: (module_path) @import.module) @import
