(class_definition name: (identifier) @name body: (_) @body) @definition.class
(function_definition name: (identifier) @name body: (_) @body) @definition.function
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type
(module (expression_statement (assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function))
(module (expression_statement (assignment left: (identifier) @name) @definition.variable))
(module (if_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.variable)) (else_clause (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))]))
(module (try_statement [(block (expression_statement (assignment left: (identifier) @name) @definition.variable)) (except_clause (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))]))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function)))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @definition.variable)))

(class_definition superclasses: (argument_list [(identifier) (attribute)] @reference.inherit))
(class_definition superclasses: (argument_list (subscript value: [(identifier) (attribute)] @reference.inherit)))
(decorator [(identifier) (attribute)] @reference.decorator)
(decorator (call function: [(identifier) (attribute)] @reference.decorator))
(call function: [(identifier) (attribute)] @reference.call)

(type [(identifier) (attribute)] @reference.type)
(type (generic_type (identifier) @reference.type))
(type [
  (binary_operator [(identifier) (attribute)] @reference.type)
  (binary_operator [(subscript value: [(identifier) (attribute)] @reference.type) (binary_operator [(identifier) (attribute)] @reference.type)])
  (subscript [(identifier) (attribute)] @reference.type)
  (subscript (subscript [(identifier) (attribute)] @reference.type))
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
