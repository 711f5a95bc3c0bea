(module . (module_statement (name) @name) . (_)? @body) @definition.module
(submodule . (submodule_statement (name) @name) . (_)? @body) @definition.module
(program . (program_statement (name) @name) . (_)? @body) @definition.module
(function . (function_statement name: (name) @name) . (_)? @body) @definition.function
(subroutine . (subroutine_statement name: (name) @name) . (_)? @body) @definition.function
(module_procedure . (module_procedure_statement name: (name) @name) . (_)? @body) @definition.function
(derived_type_definition . (derived_type_statement (type_name) @name) . (_)? @body) @definition.struct
(derived_type_definition (variable_declaration declarator: [(identifier) @name (init_declarator left: (identifier) @name) (sized_declarator . (identifier) @name) (init_declarator left: (sized_declarator . (identifier) @name)) (pointer_init_declarator left: [(identifier) @name (sized_declarator . (identifier) @name)])]) @definition.field)
(derived_type_procedures [(procedure_statement declarator: [(binding (binding_name (_) @name)) (method_name) @name]) (generic_statement declarator: (binding_list . (binding_name (_) @name)))] @definition.method)
(interface . (interface_statement [(name) @name (operator (operator_name) @name)]) . (_)? @body) @definition.interface
(module (variable_declaration attribute: (type_qualifier) @_parameter declarator: [(init_declarator left: (identifier) @name) (init_declarator left: (sized_declarator . (identifier) @name))]) @definition.constant (#match? @_parameter "(?i)^parameter$"))
(module (variable_declaration declarator: [(identifier) @name (init_declarator left: (identifier) @name) (sized_declarator . (identifier) @name) (init_declarator left: (sized_declarator . (identifier) @name)) (pointer_init_declarator left: [(identifier) @name (sized_declarator . (identifier) @name)])]) @definition.variable)
(enumerator_statement declarator: [(identifier) @name (init_declarator left: (identifier) @name)]) @definition.member
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

(call_expression . (identifier) @reference.call)
(call_expression . (derived_type_member_expression (type_member) @reference.call))
(subroutine_call subroutine: (identifier) @reference.call)
(subroutine_call subroutine: (derived_type_member_expression (type_member) @reference.call))
(derived_type (type_name) @reference.type)
(base_type_specifier (identifier) @reference.inherit)
(procedure_statement declarator: (method_name) @reference.use)
(binding (method_name) @reference.use)
(argument_list (identifier) @reference.use)
(assignment_statement right: (identifier) @reference.use)
(math_expression (identifier) @reference.use)

(use_statement (module_name) @import.module (included_items [(identifier) @import.name (use_alias (identifier) @import.name)])?) @import
