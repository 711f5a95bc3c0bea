(function_def (function_command (argument_list . (argument) @name)) (body)? @body) @definition.function
(macro_def (macro_command (argument_list . (argument) @name)) (body)? @body) @definition.macro
((normal_command (identifier) @_command (argument_list . (argument) @name)) @definition.section (#match? @_command "(?i)^(add_library|add_executable|add_custom_target|add_test|project)$"))
((normal_command (identifier) @_command (argument_list . (argument) @name)) @definition.variable (#match? @_command "(?i)^(set|option)$"))

(normal_command (identifier) @reference.call)
((argument (unquoted_argument) @reference.use) (#match? @reference.use "^[A-Za-z_][\\w.-]*$"))
(variable) @reference.use

((normal_command (identifier) @_include (argument_list . (argument) @import.module)) @import (#match? @_include "(?i)^(include|add_subdirectory|find_package)$"))
