((rule (targets (word) @name) (recipe)? @body) @definition.function (#not-match? @name "^\\."))
(variable_assignment name: (word) @name) @definition.variable
(define_directive name: (word) @name) @definition.function

(rule normal: (prerequisites (word) @reference.use))
(variable_reference (word) @reference.use)

(include_directive filenames: (list (word) @import.module)) @import
