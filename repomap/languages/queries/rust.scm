(function_item name: (identifier) @name body: (_) @body) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @definition.struct
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name body: (_) @body) @definition.union
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(enum_variant name: (identifier) @name) @definition.member
(trait_item name: (type_identifier) @name body: (_) @body) @definition.trait
(impl_item type: (_) @name body: (_) @body) @scope
(mod_item name: (identifier) @name body: (_) @body) @definition.module
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
(field_declaration name: (field_identifier) @name) @definition.field
(macro_definition name: (identifier) @name) @definition.macro

(call_expression function: [(identifier) (scoped_identifier) (field_expression)] @reference.call)
(generic_function function: [(identifier) (scoped_identifier) (field_expression)] @reference.call)
(macro_invocation macro: [(identifier) (scoped_identifier)] @reference.call)
(token_tree (identifier) @reference.call . (token_tree . "("))
(impl_item trait: [(type_identifier) (scoped_type_identifier)] @reference.inherit)
(impl_item trait: (generic_type type: (_) @reference.inherit))
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier)] @reference.inherit))
(attribute_item (attribute [(identifier) (scoped_identifier)] @reference.decorator))
(attribute_item (attribute arguments: (token_tree (identifier) @reference.decorator)))
(type_identifier) @reference.type
(scoped_identifier path: (identifier) @reference.type name: (_))
(scoped_identifier path: [(identifier) (scoped_identifier)] name: (identifier)) @reference.use
(arguments [(identifier) (field_expression)] @reference.use)
(field_initializer value: (identifier) @reference.use)
(tuple_struct_pattern type: [(identifier) (scoped_identifier)] @reference.use)

(use_declaration argument: (_) @import.tree) @import
(extern_crate_declaration name: (identifier) @import.module alias: (identifier)? @import.alias) @import
(mod_item !body name: (identifier) @import.module) @import
