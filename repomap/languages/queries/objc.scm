; inherits c
(class_interface . (identifier) @name . "(") @scope
(class_interface . (identifier) @name) @definition.class
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (block_pointer_declarator declarator: (type_identifier) @name)))) @definition.type
(class_implementation . (identifier) @name) @scope
(protocol_declaration . (identifier) @name) @definition.interface
(method_declaration (method_type) . (identifier) @name) @definition.method
(method_definition (method_type) . (identifier) @name (compound_statement) @body) @definition.method
(property_declaration (struct_declaration (struct_declarator [(identifier) @name (pointer_declarator declarator: (identifier) @name)]))) @definition.property
(instance_variable (struct_declaration (struct_declarator [(identifier) @name (pointer_declarator declarator: (identifier) @name)]))) @definition.field

(class_interface superclass: (identifier) @reference.inherit)
(class_interface (parameterized_arguments (type_name (type_identifier) @reference.inherit)))
(protocol_reference_list (identifier) @reference.inherit)
(message_expression receiver: (identifier) @reference.use)
(message_expression receiver: (_) . method: (identifier) @reference.call)

(module_import path: (_) @import.module @import.all) @import
