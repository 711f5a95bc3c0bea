; A node that only one kind can stand for is written `_`: each kind costs a millisecond when the query is compiled, which
; the next map after an edit waits for.

(class_definition name: (identifier) @name body: (_) @body) @definition.class
(function_definition name: (identifier) @name body: (_) @body) @definition.function
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type
(module (_ (assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function))
(module (_ (assignment left: (identifier) @name) @definition.variable))
(module (if_statement [consequence: (_ (_ (assignment left: (identifier) @name) @definition.variable)) (else_clause (_ (_ (assignment left: (identifier) @name) @definition.variable)))]))
(module (try_statement [body: (_ (_ (assignment left: (identifier) @name) @definition.variable)) (except_clause (_ (_ (assignment left: (identifier) @name) @definition.variable)))]))
(class_definition body: (_ (_ (assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function)))
(class_definition body: (_ (_ (assignment left: (identifier) @name) @definition.variable)))

(class_definition superclasses: (_ [(identifier) (attribute)] @reference.inherit))
(class_definition superclasses: (_ (_ value: [(identifier) (attribute)] @reference.inherit . subscript: (_))))
(decorator [(identifier) (attribute)] @reference.decorator)
(decorator (_ function: [(identifier) (attribute)] @reference.decorator))
(call function: [(identifier) (attribute)] @reference.call)

(type [(identifier) (attribute)] @reference.type)
(type (generic_type (identifier) @reference.type))
(type [
  (binary_operator [
    (identifier) @reference.type
    (attribute) @reference.type
    (_ value: [(identifier) (attribute)] @reference.type . subscript: (_))
    (_ left: [(identifier) (attribute)] @reference.type)
    (_ right: [(identifier) (attribute)] @reference.type)
  ])
  (subscript [
    (identifier) @reference.type
    (attribute) @reference.type
    (_ value: [(identifier) (attribute)] @reference.type . subscript: (_))
    (_ subscript: [(identifier) (attribute)] @reference.type)
  ])
  (member_type (identifier) @reference.type .)
])

(argument_list [(identifier) (attribute)] @reference.use)
(keyword_argument value: [(identifier) (attribute)] @reference.use)
(assignment right: [(identifier) (attribute)] @reference.use)
(pair value: [(identifier) (attribute)] @reference.use)
(list [(identifier) (attribute)] @reference.use)
(tuple [(identifier) (attribute)] @reference.use)
(return_statement [(identifier) (attribute)] @reference.use)
(except_clause value: [(identifier) (attribute) (as_pattern . [(identifier) (attribute)] @reference.type) (tuple [(identifier) (attribute)] @reference.type)]) 
(except_clause value: [(identifier) (attribute)] @reference.type)
(raise_statement . [(identifier) (attribute)] @reference.use)

(import_statement name: (dotted_name) @import.module) @import
(import_statement name: (aliased_import name: (dotted_name) @import.module alias: (identifier) @import.alias)) @import
(import_from_statement module_name: (_) @import.module name: (dotted_name) @import.name) @import
(import_from_statement module_name: (_) @import.module name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.rename)) @import
(import_from_statement module_name: (_) @import.module (wildcard_import) @import.all) @import
