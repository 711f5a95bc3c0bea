(function_definition name: (word) @name body: (_) @body) @definition.function
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(command name: (command_name) @_alias argument: (concatenation . (word) @name) (#eq? @_alias "alias")) @definition.function
(command name: (command_name) @_alias argument: (word) @name (#eq? @_alias "alias") (#match? @name "=")) @definition.function

(command name: (command_name (word) @reference.call) (#not-match? @reference.call "^([{}]|@test)$"))

(command name: (command_name) @_source argument: (_) @import.module @import.all (#any-of? @_source "source" "." "load")) @import
