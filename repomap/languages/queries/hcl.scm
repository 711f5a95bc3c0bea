(block (identifier) @_block . (string_lit (template_literal) @parent) . (string_lit (template_literal) @name) (block_start) @body (#any-of? @_block "resource" "data" "ephemeral")) @definition.section
(block (identifier) @_block . (string_lit (template_literal) @name) . (block_start) @body (#eq? @_block "module")) @definition.module
(block (identifier) @_block . (string_lit (template_literal) @name) . (block_start) @body (#any-of? @_block "variable" "output")) @definition.variable
(block (identifier) @_block . (string_lit (template_literal) @name) . (block_start) @body (#any-of? @_block "provider" "source" "job" "group" "task" "target" "check")) @definition.section
(block (identifier) @_block (body (attribute . (identifier) @name) @definition.variable) (#any-of? @_block "locals" "inputs"))

(get_attr (identifier) @reference.use)
(function_call . (identifier) @reference.call)

((block (identifier) @_module (body (attribute (identifier) @_source (expression (literal_value (string_lit (template_literal) @import.module)))))) @import (#eq? @_module "module") (#eq? @_source "source"))
