(package_declaration name: (_) @name . (_)? @body) @definition.module
(package_body name: (_) @name . (_)? @body) @definition.module
(generic_package_declaration (package_declaration name: (_) @name)) @definition.module
(subprogram_declaration [(function_specification name: (_) @name) (procedure_specification name: (_) @name)]) @definition.function
(null_procedure_declaration (procedure_specification name: (_) @name)) @definition.function
(generic_subprogram_declaration [(function_specification name: (_) @name) (procedure_specification name: (_) @name)]) @definition.function
(subprogram_renaming_declaration [(function_specification name: (_) @name) (procedure_specification name: (_) @name)]) @definition.function
(subprogram_body [(function_specification name: (_) @name) (procedure_specification name: (_) @name)] . (_)? @body) @definition.function
(expression_function_declaration (function_specification name: (_) @name)) @definition.function
(full_type_declaration (identifier) @name (record_type_definition)) @definition.struct
(full_type_declaration (identifier) @name (derived_type_definition (record_extension_part))) @definition.struct
(full_type_declaration (identifier) @name (enumeration_type_definition)) @definition.enum
(full_type_declaration (identifier) @name (interface_type_definition)) @definition.interface
(full_type_declaration . (identifier) @name) @definition.type
(full_type_declaration (task_type_declaration . (identifier) @name)) @definition.class
(full_type_declaration (protected_type_declaration . (identifier) @name)) @definition.class
(private_type_declaration . (identifier) @name) @definition.type
(private_extension_declaration . (identifier) @name) @definition.type
(incomplete_type_declaration . (identifier) @name) @definition.type
(subtype_declaration . (identifier) @name) @definition.type
(single_task_declaration . (identifier) @name) @definition.class
(single_protected_declaration . (identifier) @name) @definition.class
(task_body . (identifier) @name) @definition.class
(protected_body . (identifier) @name) @definition.class
(entry_declaration entry_name: (identifier) @name) @definition.method
(entry_body . (identifier) @name) @definition.method
(exception_declaration . (identifier) @name) @definition.type
(generic_instantiation name: (_) @name) @definition.module
(enumeration_type_definition (identifier) @name @definition.member)
(component_declaration . (identifier) @name) @definition.field
(object_declaration name: (identifier) @name) @definition.variable
(number_declaration . (identifier) @name) @definition.constant

(procedure_call_statement name: [(identifier) @reference.call (selected_component selector_name: (_) @reference.call)])
(function_call name: [(identifier) @reference.call (selected_component selector_name: (_) @reference.call)])
(generic_instantiation generic_name: [(identifier) @reference.call (selected_component selector_name: (_) @reference.call)])
(_ subtype_mark: [(identifier) @reference.type (selected_component selector_name: (_) @reference.type)])
(derived_type_definition subtype_mark: [(identifier) @reference.inherit (selected_component selector_name: (_) @reference.inherit)])
(term name: [(identifier) @reference.use (selected_component selector_name: (_) @reference.use)])

(with_clause [(identifier) (selected_component)] @import.module) @import
