(function_definition declarator: [
  (function_declarator declarator: (identifier) @name . parameters: (_))
  (function_declarator (ERROR (identifier) @name .) . parameters: (_))
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name . parameters: (_)))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))
  (function_declarator declarator: (parenthesized_declarator (identifier) @name))
  (parenthesized_declarator . (identifier) @name .)
] body: (_) @body) @definition.function
(ERROR (function_declarator declarator: (identifier) @name . parameters: (_)) @definition.function)
(ERROR (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)) @definition.function)
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.member
(type_definition declarator: [
  [(type_identifier) (primitive_type)] @name
  (pointer_declarator declarator: (type_identifier) @name)
  (array_declarator declarator: (type_identifier) @name)
  (function_declarator declarator: (type_identifier) @name)
  (pointer_declarator declarator: (function_declarator declarator: [(type_identifier) @name (parenthesized_declarator (type_identifier) @name)]))
  (function_declarator declarator: (parenthesized_declarator [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]))
  (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))
]) @definition.type
(field_declaration declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: (field_identifier) @name)
  (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
  (array_declarator declarator: (field_identifier) @name)
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
  (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name))))
]) @definition.field
(preproc_def name: (identifier) @name value: (_)) @definition.macro
(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.macro
(translation_unit (declaration declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
  (init_declarator declarator: [(identifier) @name (pointer_declarator declarator: (identifier) @name) (array_declarator declarator: (identifier) @name)])
]) @definition.variable)
(preproc_ifdef (declaration declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
  (init_declarator declarator: [(identifier) @name (pointer_declarator declarator: (identifier) @name) (array_declarator declarator: (identifier) @name)])
]) @definition.variable)

(call_expression function: [(identifier) (field_expression)] @reference.call)
(type_identifier) @reference.type
(argument_list [(identifier) (field_expression)] @reference.use)
(initializer_list (identifier) @reference.use)
(initializer_pair value: (identifier) @reference.use)
(pointer_expression argument: (identifier) @reference.use)
(assignment_expression right: (identifier) @reference.use)
(init_declarator value: (identifier) @reference.use)

(preproc_include path: (_) @import.module @import.all) @import
