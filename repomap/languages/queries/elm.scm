(module_declaration name: (upper_case_qid) @name) @definition.module
(type_alias_declaration name: (upper_case_identifier) @name) @definition.struct
(type_declaration name: (upper_case_identifier) @name) @definition.enum
(union_variant name: (upper_case_identifier) @name) @definition.constructor
(type_alias_declaration (type_expression (record_type (field_type name: (lower_case_identifier) @name) @definition.field)))
(file (type_annotation name: (lower_case_identifier) @name) @definition.function)
(file (value_declaration functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name) (eq) @body) @definition.function)
(let_in_expr (value_declaration functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name . (_)) (eq) @body) @definition.function)
(port_annotation name: (lower_case_identifier) @name) @definition.function

(function_call_expr target: (value_expr name: (_ [(lower_case_identifier) (upper_case_identifier)] @reference.call .)))
(value_expr name: (_ [(lower_case_identifier) (upper_case_identifier)] @reference.use .))
(union_pattern constructor: (upper_case_qid (upper_case_identifier) @reference.use .))
(type_ref (upper_case_qid (upper_case_identifier) @reference.type .))

(import_clause moduleName: (upper_case_qid) @import.module asClause: (as_clause name: (_) @import.alias)? exposing: (exposing_list [(exposed_value (_) @import.name) (exposed_type (_) @import.name) (double_dot) @import.all]*)?) @import
