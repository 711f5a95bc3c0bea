(binding attrpath: (attrpath attr: (identifier) @name .) expression: (function_expression) @body) @definition.function
(binding attrpath: (attrpath attr: (identifier) @name .)) @definition.property

(apply_expression function: [(variable_expression name: (identifier) @reference.call) (select_expression attrpath: (attrpath attr: (identifier) @reference.call .))])
(variable_expression name: (identifier) @reference.use)
(select_expression attrpath: (attrpath attr: (identifier) @reference.use .))
(inherit attrs: (inherited_attrs attr: (identifier) @reference.use))

((apply_expression function: (variable_expression name: (identifier) @_import) argument: (path_expression) @import.module) @import (#eq? @_import "import"))
