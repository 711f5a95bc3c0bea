(package_statement name: (package) @name (block)? @body) @definition.module
(class_statement name: (package) @name (block)? @body) @definition.class
(subroutine_declaration_statement name: (bareword) @name body: (block) @body) @definition.function
(method_declaration_statement name: (bareword) @name body: (block) @body) @definition.method
(expression_statement [(assignment_expression left: (variable_declaration "our" variable: (_ (varname) @name))) (variable_declaration "our" variable: (_ (varname) @name)) (assignment_expression left: (variable_declaration "our" variables: (_ (varname) @name))) (variable_declaration "our" variables: (_ (varname) @name))]) @definition.variable
(use_statement module: (package) @_constant (list_expression . [(autoquoted_bareword) (string_literal content: (_))] @name) (#eq? @_constant "constant")) @definition.constant
(use_statement module: (package) @_constant (anonymous_hash_expression (list_expression (autoquoted_bareword) @name @definition.constant)) (#eq? @_constant "constant"))

(function_call_expression function: (function) @reference.call)
(ambiguous_function_call_expression function: (function) @reference.call)
(method_call_expression method: (method) @reference.call)
(method_call_expression invocant: (bareword) @reference.type)
(coderef_call_expression (_ (varname) @reference.call))
(function) @reference.use
(bareword) @reference.use

((use_statement module: (package) @import.module) @import (#not-match? @import.module "^(strict|warnings|constant|utf8|feature|lib|parent|base|vars)$"))
(use_statement module: (package) @_parent [(_ content: (string_content) @reference.inherit) (list_expression (_ content: (string_content) @reference.inherit))] (#any-of? @_parent "parent" "base"))
(require_expression (bareword) @import.module) @import
