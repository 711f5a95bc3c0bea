(class_definition name: (identifier) @name body: (_) @body) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (identifier) @name (class_body) @body) @definition.trait
(extension_declaration name: (identifier) @name body: (_) @body) @definition.class
(extension_type_declaration name: (identifier) @name body: (_) @body) @definition.class
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.member
(type_alias "typedef" . (type_identifier) @name (type_parameters)? "=") @definition.type
(type_alias (_) . (type_identifier) @name (formal_parameter_list)) @definition.type
((method_signature [(function_signature name: (identifier) @name) (getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name) (operator_signature "operator" @_operator . _ @name)]) @definition.method . (function_body) @body)
((method_signature [(constructor_signature name: (identifier) @name . parameters: (_)) (factory_constructor_signature . (identifier) . (identifier) @name)]) @definition.constructor . (function_body) @body)
(declaration [(function_signature name: (identifier) @name) (getter_signature name: (identifier) @name) (setter_signature name: (identifier) @name) (operator_signature "operator" @_operator . _ @name)]) @definition.method
(declaration [(constructor_signature name: (identifier) @name .  parameters: (_)) (constant_constructor_signature (identifier) @name . (formal_parameter_list)) (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))]) @definition.constructor
((function_signature name: (identifier) @name) @definition.function . (function_body) @body)
((getter_signature name: (identifier) @name) @definition.function . (function_body) @body)
((setter_signature name: (identifier) @name) @definition.function . (function_body) @body)
(class_body (declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field)
(class_body (declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.field)
(enum_body (declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field)
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))

((identifier) @reference.call . (selector (argument_part)))
((selector (unconditional_assignable_selector (identifier) @reference.call)) . (selector (argument_part)))
((selector (conditional_assignable_selector (identifier) @reference.call)) . (selector (argument_part)))
(new_expression (type_identifier) @reference.call)
(const_object_expression (type_identifier) @reference.call)
(superclass . (type_identifier) @reference.inherit)
(mixins (type_identifier) @reference.inherit)
(interfaces (type_identifier) @reference.inherit)
(mixin_declaration (type_identifier) @reference.inherit)
(annotation name: (_) @reference.decorator)
(type_identifier) @reference.type
(argument . (identifier) @reference.use .)
(named_argument (identifier) @reference.use .)

(import_specification . (configurable_uri) @import.module @import.all .) @import
(import_specification (configurable_uri) @import.module @import.all (combinator "hide")) @import
(import_specification (configurable_uri) @import.module (identifier) @import.alias) @import
(import_specification (configurable_uri) @import.module (combinator "show" (identifier) @import.name)) @import
(library_export "export" @import.alias (configurable_uri) @import.module @import.all) @import
(part_directive "part" @import.alias (uri) @import.module @import.all) @import
