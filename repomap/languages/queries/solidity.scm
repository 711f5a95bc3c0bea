(contract_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(library_declaration name: (identifier) @name body: (_) @body) @definition.class
(struct_declaration name: (identifier) @name body: (_) @body) @definition.struct
(struct_member name: (identifier) @name) @definition.field
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_value) @name @definition.member
(function_definition name: (identifier) @name body: (_)? @body) @definition.function
(modifier_definition name: (identifier) @name body: (_)? @body) @definition.method
(constructor_definition "constructor" @name body: (_)? @body) @definition.constructor
(fallback_receive_definition ["fallback" "receive"] @name body: (_)? @body) @definition.method
(event_definition name: (identifier) @name) @definition.member
(error_declaration name: (identifier) @name) @definition.type
(state_variable_declaration name: (identifier) @name) @definition.field
(constant_variable_declaration name: (identifier) @name) @definition.constant
(user_defined_type_definition name: (identifier) @name) @definition.type

(call_expression function: (expression [(identifier) @reference.call (member_expression property: (identifier) @reference.call)]))
(emit_statement name: (expression [(identifier) @reference.call (member_expression property: (identifier) @reference.call)]))
(revert_statement error: (expression [(identifier) @reference.call (member_expression property: (identifier) @reference.call)]))
(inheritance_specifier ancestor: (user_defined_type (identifier) @reference.inherit .))
(modifier_invocation (identifier) @reference.decorator)
(user_defined_type (identifier) @reference.type .)
(using_directive (type_alias (identifier) @reference.type))
(member_expression object: (identifier) @reference.use)
(member_expression object: (expression (identifier) @reference.use))
(member_expression property: (identifier) @reference.use)
(call_argument (expression (identifier) @reference.use))

(import_directive source: (string) @import.module) @import
