(binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-" ":="] rhs: (function_definition body: (_) @body)) @definition.function
(binary_operator lhs: (string content: (string_content) @name) operator: ["<-" "=" "<<-"] rhs: (function_definition body: (_) @body)) @definition.function
(binary_operator lhs: (function_definition) operator: ["->" "->>"] rhs: (identifier) @name) @definition.function
(binary_operator lhs: (identifier) @name operator: ["<-" "="] rhs: (call function: [(identifier) @_class (namespace_operator rhs: (identifier) @_class)] (#any-of? @_class "R6Class" "setRefClass" "setClass" "new_class" "ggproto"))) @definition.class
(program (binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-"]) @definition.variable)
(call function: (identifier) @_set arguments: (arguments . argument: (argument value: (string content: (string_content) @name))) (#any-of? @_set "setClass" "setRefClass" "setClassUnion")) @definition.class
(call function: (identifier) @_set arguments: (arguments . argument: (argument value: (string content: (string_content) @name))) (#any-of? @_set "setGeneric" "setValidity")) @definition.function
(call function: (identifier) @_set arguments: (arguments . argument: (argument value: (string content: (string_content) @name))) (#any-of? @_set "setMethod" "setReplaceMethod")) @definition.method
(call function: (identifier) @_list arguments: (arguments argument: (argument name: (identifier) @name value: (function_definition body: (_) @body)) @definition.method) (#eq? @_list "list"))

((call function: (identifier) @reference.call) (#not-match? @reference.call "^(function|library|require)$"))
(call function: (namespace_operator rhs: (identifier) @reference.call))
(call function: (extract_operator rhs: (identifier) @reference.call))
(namespace_operator rhs: (identifier) @reference.use)
(argument value: (identifier) @reference.use)
(binary_operator rhs: (identifier) @reference.use)

((call function: (identifier) @_library arguments: (arguments . argument: (argument value: [(identifier) @import.module (string content: (string_content) @import.module)]))) @import (#any-of? @_library "library" "require" "source" "requireNamespace"))
