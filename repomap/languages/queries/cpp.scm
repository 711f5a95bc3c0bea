(function_definition declarator: [
  (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name)] @name)
  (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (operator_name)] @name))
  (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (operator_name)] @name))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)] @name)))
  (qualified_identifier name: (operator_cast)) @name
  (operator_cast) @name
  (function_declarator declarator: (parenthesized_declarator (identifier) @name))
  (function_declarator declarator: (template_function name: (identifier) @name))
  (function_declarator declarator: (function_declarator (parameter_list . (parameter_declaration type: (type_identifier) @name) .)))
] body: (_)? @body) @definition.function
(ERROR (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name)] @name) @definition.function)
(ERROR (pointer_declarator (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)] @name)) @definition.function)
(ERROR (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier)] @name)) @definition.function)
(declaration declarator: (init_declarator declarator: [
  (function_declarator declarator: (qualified_identifier) @name)
  (reference_declarator (function_declarator declarator: (qualified_identifier) @name))
])) @definition.function
(field_declaration declarator: [
  (function_declarator declarator: [(field_identifier) (identifier) (operator_name)] @name)
  (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)] @name))
]) @definition.method
(field_declaration_list (declaration declarator: [(function_declarator declarator: [(identifier) (destructor_name)] @name) (operator_cast) @name]) @definition.method)
(field_declaration_list (template_declaration (declaration declarator: [(function_declarator declarator: [(identifier) (operator_name)] @name) (reference_declarator (function_declarator declarator: [(identifier) (operator_name)] @name)) (pointer_declarator (function_declarator declarator: (identifier) @name))]) @definition.method))
(class_specifier name: [(type_identifier) (template_type) (qualified_identifier)] @name body: (_) @body) @definition.class
(struct_specifier name: [(type_identifier) (template_type) (qualified_identifier)] @name body: (_) @body) @definition.struct
(union_specifier name: (_) @name body: (_) @body) @definition.union
(enum_specifier name: (_) @name body: (_) @body) @definition.enum
(enumerator name: (identifier) @name) @definition.member
(namespace_definition name: (_) @name body: (_) @body) @definition.module
(namespace_alias_definition name: (_) @name) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type
(type_definition declarator: [
  (type_identifier) @name
  (pointer_declarator declarator: (type_identifier) @name)
  (array_declarator declarator: (type_identifier) @name)
  (reference_declarator (type_identifier) @name)
  (function_declarator declarator: (type_identifier) @name)
  (function_declarator declarator: (parenthesized_declarator [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]))
]) @definition.type
(field_declaration declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: (field_identifier) @name)
  (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
  (reference_declarator (field_identifier) @name)
  (array_declarator declarator: (field_identifier) @name)
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
]) @definition.field
(preproc_def name: (identifier) @name value: (_)) @definition.macro
(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.macro
(init_declarator declarator: (identifier) @name value: (lambda_expression body: (_) @body)) @definition.function
(translation_unit (declaration declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)
  (init_declarator declarator: [(identifier) @name (pointer_declarator declarator: (identifier) @name) (array_declarator declarator: (identifier) @name)])
]) @definition.variable)
(declaration_list (declaration declarator: [
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

(call_expression function: [(identifier) (field_expression) (qualified_identifier)] @reference.call)
(template_function name: (identifier) @reference.call)
(template_method name: (field_identifier) @reference.call)
(new_expression type: [(type_identifier) (qualified_identifier)] @reference.call)
(base_class_clause [(type_identifier) (qualified_identifier)] @reference.inherit)
(base_class_clause (template_type name: (_) @reference.inherit))
(base_class_clause (qualified_identifier name: (template_type name: (_) @reference.inherit)))
(base_class_clause (qualified_identifier name: (qualified_identifier name: (template_type name: (_) @reference.inherit))))
(type_identifier) @reference.type
(qualified_identifier scope: (namespace_identifier) @reference.type)
(argument_list [(identifier) (field_expression) (qualified_identifier)] @reference.use)
(initializer_list [(identifier) (qualified_identifier)] @reference.use)
(pointer_expression argument: [(identifier) (qualified_identifier)] @reference.use)
(assignment_expression right: [(identifier) (qualified_identifier)] @reference.use)
(init_declarator value: [(identifier) (qualified_identifier)] @reference.use)
(return_statement [(identifier) (qualified_identifier)] @reference.use)
(case_statement value: (qualified_identifier) @reference.use)

(preproc_include path: (_) @import.module @import.all) @import
(using_declaration . "using" . (qualified_identifier) @import.tree) @import
(using_declaration "namespace" [(identifier) (qualified_identifier)] @import.module @import.all) @import
