(module_declaration (module_fqn) @name) @definition.module
(class_declaration (identifier) @name (aggregate_body)? @body) @definition.class
(struct_declaration (identifier) @name (aggregate_body)? @body) @definition.struct
(interface_declaration (identifier) @name (aggregate_body)? @body) @definition.interface
(union_declaration (identifier) @name (aggregate_body)? @body) @definition.union
(enum_declaration (enum) . (identifier) @name) @definition.enum
(enum_member . (identifier) @name) @definition.member
(template_declaration (identifier) @name) @definition.macro
(mixin_template_declaration (identifier) @name) @definition.macro
(function_declaration (identifier) @name (parameters) (function_body)? @body) @definition.function
(source_file (auto_declaration (identifier) @name) @definition.variable)
(module_def (auto_declaration (identifier) @name) @definition.variable)
(aggregate_body (auto_declaration (identifier) @name) @definition.variable)
(constructor (this) @name (function_body)? @body) @definition.constructor
(destructor (this) @name (function_body)? @body) @definition.method
(source_file (variable_declaration (declarator . (identifier) @name)) @definition.variable)
(conditional_declaration (variable_declaration (declarator . (identifier) @name)) @definition.variable)
(module_def (variable_declaration (declarator . (identifier) @name)) @definition.variable)
(aggregate_body (variable_declaration (declarator . (identifier) @name)) @definition.variable)
(manifest_constant (manifest_declarator . (identifier) @name)) @definition.constant
(alias_declaration (alias_initializer . (identifier) @name)) @definition.type
(alias_declaration (declarator . (identifier) @name)) @definition.type
(alias_declaration (type) . (identifier) @name) @definition.type

(call_expression . [(identifier) @reference.call (property_expression (identifier) @reference.call .) (template_instance . (identifier) @reference.call)])
(call_expression . (property_expression (template_instance . (identifier) @reference.call) .))
(new_expression (type (identifier) @reference.call .))
(base_class (identifier) @reference.inherit)
(base_class (type (identifier) @reference.inherit))
(type (identifier) @reference.type)
(type (template_instance . (identifier) @reference.type))
(property_expression . (identifier) @reference.use)
(property_expression (identifier) @reference.use .)
(expression (identifier) @reference.use)

(import_declaration (imported (module_fqn) @import.module (import_bind . (identifier) @import.name)*)) @import
