(function_statement (function_name) @name (script_block)? @body) @definition.function
(class_statement . (simple_name) @name . (_)? @body) @definition.class
(enum_statement . (simple_name) @name . (_)? @body) @definition.enum
(enum_member (simple_name) @name) @definition.member
(class_property_definition (variable) @name) @definition.property
(class_method_definition (simple_name) @name (script_block)? @body) @definition.method
(program (statement_list (pipeline (assignment_expression (left_assignment_expression) @name) @definition.variable)) (#match? @name "^\\$[A-Za-z:_]\\w*$"))

((command command_name: (command_name) @reference.call) (#not-match? @reference.call "(?i)^using$"))
(invokation_expression (member_name (simple_name) @reference.call))
(member_access (member_name (simple_name) @reference.use))
(type_spec (type_name (type_identifier) @reference.type))
(class_statement . (simple_name) (simple_name) @reference.inherit)
