(namespace_definition name: (_) @name) @definition.module
(class_declaration name: (name) @name body: (_) @body) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(trait_declaration name: (name) @name body: (_) @body) @definition.trait
(enum_declaration name: (name) @name body: (_) @body) @definition.enum
(enum_case name: (name) @name) @definition.member
(function_definition name: (name) @name body: (_) @body) @definition.function
(method_declaration name: (name) @name body: (_)? @body) @definition.method
(property_declaration (property_element name: (variable_name (name) @name))) @definition.property
(property_promotion_parameter name: (variable_name (name) @name)) @definition.field
(const_element . (name) @name) @definition.constant
(function_call_expression function: (name) @_define arguments: (arguments . (argument (string (string_content) @name))) (#eq? @_define "define")) @definition.constant
(program (expression_statement (assignment_expression left: (variable_name (name) @name) right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]) @definition.function))

(function_call_expression function: [(name) (qualified_name)] @reference.call)
(member_call_expression name: (name) @reference.call)
(nullsafe_member_call_expression name: (name) @reference.call)
(scoped_call_expression name: (name) @reference.call)
(scoped_call_expression scope: [(name) (qualified_name)] @reference.type)
(object_creation_expression . [(name) (qualified_name)] @reference.call)
(base_clause [(name) (qualified_name)] @reference.inherit)
(class_interface_clause [(name) (qualified_name)] @reference.inherit)
(use_declaration [(name) (qualified_name)] @reference.inherit)
(attribute [(name) (qualified_name)] @reference.decorator)
(named_type [(name) (qualified_name)] @reference.type)
(class_constant_access_expression . [(name) (qualified_name)] @reference.type)
(class_constant_access_expression (_) . (name) @reference.use)
(scoped_property_access_expression scope: [(name) (qualified_name)] @reference.type)
(binary_expression operator: "instanceof" right: [(name) (qualified_name)] @reference.type)

(namespace_use_declaration) @import.tree @import
(require_once_expression (string) @import.module @import.all) @import
(require_expression (string) @import.module @import.all) @import
(include_expression (string) @import.module @import.all) @import
(include_once_expression (string) @import.module @import.all) @import
(require_once_expression (binary_expression left: (name) right: (string) @import.module @import.all)) @import
(require_expression (binary_expression left: (name) right: (string) @import.module @import.all)) @import
(include_expression (binary_expression left: (name) right: (string) @import.module @import.all)) @import
