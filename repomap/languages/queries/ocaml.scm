(compilation_unit (value_definition (let_binding pattern: (value_name) @name (parameter) body: (_) @body) @definition.function))
(structure (value_definition (let_binding pattern: (value_name) @name (parameter) body: (_) @body) @definition.function))
(let_binding pattern: (value_name) @name (parameter) body: (_) @body) @definition.function
(let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)]) @definition.function
(compilation_unit (value_definition (let_binding pattern: (value_name) @name) @definition.variable))
(structure (value_definition (let_binding pattern: (value_name) @name) @definition.variable))
(let_binding pattern: (parenthesized_operator (_) @name)) @definition.function

; inherits ocaml_interface
