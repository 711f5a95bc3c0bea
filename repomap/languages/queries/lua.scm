(function_declaration name: (_) @name body: (_) @body) @definition.function
(function_declaration name: (_) @name) @definition.function
(assignment_statement (variable_list . name: [(identifier) (dot_index_expression)] @name) (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.method
(chunk (variable_declaration (assignment_statement (variable_list . name: (identifier) @name))) @definition.variable)
(chunk (assignment_statement (variable_list . name: (identifier) @name)) @definition.variable)
(chunk (assignment_statement (variable_list . name: (dot_index_expression) @name)) @definition.field)

(function_call name: (_) @reference.call)
(arguments [(identifier) (dot_index_expression)] @reference.use)
(field value: [(identifier) (dot_index_expression)] @reference.use)
(expression_list value: [(identifier) (dot_index_expression)] @reference.use)

(function_call name: (identifier) @_require arguments: (arguments . (string) @import.module) (#eq? @_require "require")) @import
(assignment_statement (variable_list . name: (identifier) @import.alias) (expression_list . value: (function_call name: (identifier) @_require arguments: (arguments . (string) @import.module))) (#eq? @_require "require")) @import
