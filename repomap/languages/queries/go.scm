(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(method_declaration receiver: (parameter_list (parameter_declaration type: [(type_identifier) @parent (generic_type type: (_) @parent) (pointer_type [(type_identifier) @parent (generic_type type: (_) @parent)])]))
  name: (field_identifier) @name body: (_) @body) @definition.method
(function_declaration name: (identifier) @name) @definition.function
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type
(method_elem name: (field_identifier) @name) @definition.method
(field_declaration name: (field_identifier) @name) @definition.field
(source_file (const_declaration (const_spec name: (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)))

(call_expression function: [(identifier) (selector_expression)] @reference.call)
(field_declaration !name type: [(type_identifier) (qualified_type)] @reference.inherit)
(field_declaration !name type: (pointer_type [(type_identifier) (qualified_type)] @reference.inherit))
(interface_type (type_elem . [(type_identifier) (qualified_type)] @reference.inherit .))
(type_identifier) @reference.type
(argument_list [(identifier) (selector_expression)] @reference.use)
(short_var_declaration right: (expression_list [(identifier) (selector_expression)] @reference.use))
(assignment_statement right: (expression_list [(identifier) (selector_expression)] @reference.use))
(var_spec value: (expression_list [(identifier) (selector_expression)] @reference.use))
(return_statement (expression_list [(identifier) (selector_expression)] @reference.use))
(literal_element [(identifier) (selector_expression)] @reference.use)

(short_var_declaration left: (expression_list (identifier) @local))
(range_clause left: (expression_list (identifier) @local))
(block (statement_list (var_declaration [(var_spec name: (identifier) @local) (var_spec_list (var_spec name: (identifier) @local))])))
(block (statement_list (const_declaration (const_spec name: (identifier) @local))))
(func_literal parameters: (parameter_list (parameter_declaration name: (identifier) @local)))
(type_switch_statement alias: (expression_list (identifier) @local))

(import_spec !name path: (_) @import.module) @import
(import_spec name: (package_identifier) @import.alias path: (_) @import.module) @import
(import_spec name: (dot) @import.all path: (_) @import.module) @import
(import_spec name: (blank_identifier) path: (_) @import.module) @import
