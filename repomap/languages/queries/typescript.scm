; inherits ecmascript
(class_declaration name: (_) @name body: (_) @body) @definition.class
(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(class name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_body name: (property_identifier) @name @definition.member)
(enum_assignment name: (_) @name) @definition.member
(internal_module name: (_) @name body: (_) @body) @definition.module
(module name: (_) @name body: (_) @body) @definition.module
(function_signature name: (_) @name) @definition.function
(method_signature name: [(property_identifier) (private_property_identifier) (string)] @name @_member) @definition.method
(abstract_method_signature name: [(property_identifier) (private_property_identifier)] @name) @definition.method
(property_signature name: [(property_identifier) (string)] @name @_member) @definition.property
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name) @definition.field
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(internal_module body: (statement_block (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))))

(extends_clause value: [(identifier) (member_expression)] @reference.inherit)
(implements_clause [(type_identifier) (nested_type_identifier)] @reference.inherit)
(implements_clause (generic_type name: (_) @reference.inherit))
(extends_type_clause [(type_identifier) (nested_type_identifier)] @reference.inherit)
(extends_type_clause (generic_type name: (_) @reference.inherit))
(type_identifier) @reference.type
(type_query [(identifier) (member_expression)] @reference.type)
(non_null_expression [(identifier) (member_expression)] @reference.use)
(import_statement (import_require_clause (identifier) @import.alias source: (string) @import.module)) @import
