(class_declaration "class" name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration "actor" name: (type_identifier) @name body: (_) @body) @definition.class
(class_declaration "struct" name: (type_identifier) @name body: (_) @body) @definition.struct
(class_declaration "enum" name: (type_identifier) @name body: (_) @body) @definition.enum
(class_declaration "extension" name: (_) @name body: (_) @body) @scope
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(enum_entry name: (simple_identifier) @name) @definition.member
(function_declaration name: (simple_identifier) @name body: (_)? @body) @definition.function
(function_declaration ["==" "!=" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" "+=" "-=" "*=" "/=" "===" "!==" (custom_operator)] @name body: (_)? @body) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.method
(init_declaration "init" @name body: (_)? @body) @definition.constructor
(deinit_declaration "deinit" @name body: (_)? @body) @definition.method
(subscript_declaration "subscript" @name) @definition.method
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) computed_value: (_) @body) @definition.variable
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property

(call_expression . [(simple_identifier) (navigation_expression)] @reference.call)
(constructor_expression constructed_type: (user_type (type_identifier) @reference.call))
(inheritance_specifier inherits_from: (user_type (type_identifier) @reference.inherit))
(attribute (user_type (type_identifier) @reference.decorator))
(type_identifier) @reference.type
(navigation_expression target: (simple_identifier)) @reference.use
(value_argument value: (simple_identifier) @reference.use)
(selector_expression [(simple_identifier) (navigation_expression)] @reference.use)

(import_declaration (identifier) @import.module @import.all) @import
