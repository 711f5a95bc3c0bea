(module_definition name: (identifier) @name . (_)? @body) @definition.module
(abstract_definition (type_head [(identifier) @name (parametrized_type_expression . (identifier) @name) (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])])) @definition.type
(primitive_definition (type_head [(identifier) @name (parametrized_type_expression . (identifier) @name) (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])])) @definition.type
(struct_definition (type_head [(identifier) @name (parametrized_type_expression . (identifier) @name) (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])]) . (_)? @body) @definition.struct
(struct_definition (typed_expression . (identifier) @name) @definition.field)
(struct_definition (identifier) @name @definition.field)
(struct_definition (const_statement (assignment . (typed_expression . (identifier) @name))) @definition.field)
(function_definition (signature . [(call_expression . [(identifier) @name (field_expression (identifier) @name .) (field_expression (quote_expression (operator) @name)) (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)])])
  (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .) (field_expression (quote_expression (operator) @name)) (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)])]))
  (where_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .) (field_expression (quote_expression (operator) @name)) (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)])]))
  (where_expression . (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .) (field_expression (quote_expression (operator) @name)) (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)])])))
  (where_expression . (where_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .) (field_expression (quote_expression (operator) @name)) (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)])])))]) . (_)? @body) @definition.function
(function_definition (signature . (identifier) @name)) @definition.function
(assignment . [(call_expression . [(identifier) @name (field_expression (identifier) @name .) (field_expression (quote_expression (operator) @name)) (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)])])
  (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .) (field_expression (quote_expression (operator) @name)) (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)])]))
  (where_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .) (field_expression (quote_expression (operator) @name)) (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)])]))
  (where_expression . (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .) (field_expression (quote_expression (operator) @name)) (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)])])))
  (where_expression . (where_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .) (field_expression (quote_expression (operator) @name)) (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)])])))]) @definition.function
(macro_definition (signature . (call_expression . (identifier) @name))) @definition.macro
(source_file (const_statement (assignment . [(identifier) @name (operator) @name (typed_expression . (identifier) @name)])) @definition.constant)
(module_definition (const_statement (assignment . [(identifier) @name (operator) @name (typed_expression . (identifier) @name)])) @definition.constant)
(source_file (assignment . (identifier) @name) @definition.variable)
(module_definition (assignment . (identifier) @name) @definition.variable)
(macrocall_expression (macro_identifier (identifier) @_macro) (macro_argument_list . (identifier) @name) (#eq? @_macro "enum")) @definition.enum

(call_expression . [(identifier) @reference.call (field_expression (identifier) @reference.call .)])
(broadcast_call_expression . [(identifier) @reference.call (field_expression (identifier) @reference.call .)])
(macrocall_expression (macro_identifier (identifier) @reference.call))
(argument_list (identifier) @reference.use)
(typed_expression (_) . (identifier) @reference.type .)
(typed_expression (_) . (parametrized_type_expression . (identifier) @reference.type) .)
(curly_expression (identifier) @reference.type)
(type_head (binary_expression (operator) (identifier) @reference.inherit .))
(type_head (binary_expression (operator) (parametrized_type_expression . (identifier) @reference.inherit) .))

(using_statement [(identifier) (scoped_identifier) (import_path)] @import.module) @import
(import_statement [(identifier) (scoped_identifier) (import_path)] @import.module) @import
(import_statement (selected_import . (_) @import.module (_) @import.name)) @import
(using_statement (selected_import . (_) @import.module (_) @import.name)) @import
