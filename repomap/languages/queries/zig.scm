(variable_declaration (identifier) @name [(struct_declaration) (opaque_declaration)] @body) @definition.struct
(variable_declaration (identifier) @name (union_declaration) @body) @definition.union
(variable_declaration (identifier) @name (enum_declaration) @body) @definition.enum
(variable_declaration (identifier) @name (error_set_declaration) @body) @definition.enum
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(source_file (variable_declaration . "pub"? . "const" . (identifier) @name) @definition.constant)
(source_file (variable_declaration (identifier) @name) @definition.variable)
(struct_declaration (variable_declaration . (identifier) @name) @definition.constant)
(union_declaration (variable_declaration . (identifier) @name) @definition.constant)
(enum_declaration (variable_declaration . (identifier) @name) @definition.constant)
(struct_declaration (container_field name: (identifier) @name) @definition.field)
(union_declaration (container_field name: (identifier) @name) @definition.field)
(enum_declaration (container_field name: (identifier) @name) @definition.member)
(enum_declaration (container_field . type: (identifier) @name .) @definition.member)
(test_declaration (string (string_content) @name)) @definition.function
(test_declaration (identifier) @name) @definition.function

(call_expression function: [(identifier) @reference.call (field_expression member: (identifier) @reference.call)])
(parameter type: (identifier) @reference.type)
(parameter type: (_ (identifier) @reference.type))
(parameter type: (field_expression member: (identifier) @reference.type))
(container_field type: (identifier) @reference.type)
(container_field type: (_ (identifier) @reference.type))
(function_declaration type: [(identifier) @reference.type (_ (identifier) @reference.type)])
(variable_declaration type: [(identifier) @reference.type (_ (identifier) @reference.type)])
(struct_initializer . [(identifier) @reference.type (field_expression member: (identifier) @reference.type)])
(call_expression function: (_) (identifier) @reference.use)
(field_expression object: (identifier) @reference.use)
(field_expression member: (identifier) @reference.use)

(variable_declaration (identifier) @import.alias (builtin_function (builtin_identifier) @_import (arguments (string (string_content) @import.module))) (#eq? @_import "@import")) @import
