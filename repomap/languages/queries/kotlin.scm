(class_declaration "interface" name: (identifier) @name [(class_body) (enum_class_body)]? @body) @definition.interface
(class_declaration name: (identifier) @name (enum_class_body) @body) @definition.enum
(class_declaration name: (identifier) @name (class_body) @body) @definition.class
(class_declaration name: (identifier) @name) @definition.class
(infix_expression (identifier) @_class . [(identifier) @name (call_expression . (identifier) @name)] (#eq? @_class "class")) @definition.class
(object_declaration name: (identifier) @name (class_body)? @body) @definition.class
(companion_object name: (identifier) @name (class_body)? @body) @definition.class
(function_declaration name: (identifier) @name (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name (block)? @body) @definition.constructor
(type_alias type: (identifier) @name) @definition.type
(enum_entry . (modifiers)? . (identifier) @name) @definition.member
(class_parameter ["val" "var"] . (identifier) @name) @definition.property
(source_file (property_declaration "val" (variable_declaration . (identifier) @name)) @definition.constant)
(property_declaration (variable_declaration . (identifier) @name)) @definition.variable

(call_expression . [(identifier) (navigation_expression)] @reference.call)
(callable_reference (identifier) @reference.use .)
(delegation_specifier (user_type (identifier) @reference.inherit))
(delegation_specifier (constructor_invocation (user_type (identifier) @reference.inherit)))
(delegation_specifier (explicit_delegation (user_type (identifier) @reference.inherit)))
(annotation (user_type (identifier) @reference.decorator))
(annotation (constructor_invocation (user_type (identifier) @reference.decorator)))
(user_type (identifier) @reference.type)
(navigation_expression . (identifier) . (identifier)) @reference.use
(value_argument (identifier) @reference.use .)

(import) @import.tree @import
