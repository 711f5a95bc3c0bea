(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))
(enum_constant name: (identifier) @name) @definition.member
(method_declaration name: (identifier) @name body: (_) @body) @definition.method
(method_declaration name: (identifier) @name) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant

(method_invocation name: (identifier) @reference.call)
(object_creation_expression type: [(type_identifier) (scoped_type_identifier)] @reference.call)
(object_creation_expression type: (generic_type . (_) @reference.call))
(method_reference (_) (identifier) @reference.use .)
(method_reference . [(identifier) (field_access)] @reference.type)
(superclass [(type_identifier) (scoped_type_identifier)] @reference.inherit)
(superclass (generic_type . (_) @reference.inherit))
(type_list [(type_identifier) (scoped_type_identifier)] @reference.inherit)
(type_list (generic_type . (_) @reference.inherit))
(marker_annotation name: (_) @reference.decorator)
(annotation name: (_) @reference.decorator)
(type_identifier) @reference.type
(field_access object: (identifier) field: (identifier)) @reference.use
(argument_list (identifier) @reference.use)
(variable_declarator value: (identifier) @reference.use)
(return_statement (identifier) @reference.use)

(import_declaration (scoped_identifier scope: (_) @import.module name: (_) @import.name) .) @import
(import_declaration (_) @import.module (asterisk) @import.all) @import
