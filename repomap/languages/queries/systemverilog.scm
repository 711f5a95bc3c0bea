(module_declaration . (module_ansi_header name: (_) @name) . (_)? @body) @definition.module
(module_declaration (module_nonansi_header name: (_) @name) . (_)? @body) @definition.module
(interface_declaration (interface_ansi_header name: (_) @name) . (_)? @body) @definition.interface
(interface_declaration (interface_nonansi_header name: (_) @name) . (_)? @body) @definition.interface
(program_declaration (_ name: (_) @name)) @definition.module
(package_declaration name: (_) @name . (_)? @body) @definition.module
(class_declaration name: (_) @name . (class_item) @body) @definition.class
(class_declaration name: (_) @name (class_type) . (class_item) @body) @definition.class
(class_declaration name: (_) @name) @definition.class
(interface_class_declaration name: (_) @name) @definition.interface
(function_body_declaration (class_scope (class_type (simple_identifier) @parent)) . name: (_) @name . (tf_port_list) . (_) @body) @definition.function
(function_body_declaration (class_scope (class_type (simple_identifier) @parent)) . name: (_) @name . [(function_statement_or_null) (block_item_declaration) (tf_item_declaration)] @body) @definition.function
(function_body_declaration (class_scope (class_type (simple_identifier) @parent)) . name: (_) @name) @definition.function
(function_body_declaration name: (_) @name . (tf_port_list) . (_) @body) @definition.function
(function_body_declaration name: (_) @name . [(function_statement_or_null) (block_item_declaration) (tf_item_declaration)] @body) @definition.function
(function_body_declaration name: (_) @name) @definition.function
(task_body_declaration (class_scope (class_type (simple_identifier) @parent)) . name: (_) @name . (tf_port_list) . (_) @body) @definition.function
(task_body_declaration (class_scope (class_type (simple_identifier) @parent)) . name: (_) @name . [(statement_or_null) (block_item_declaration) (tf_item_declaration)] @body) @definition.function
(task_body_declaration (class_scope (class_type (simple_identifier) @parent)) . name: (_) @name) @definition.function
(task_body_declaration name: (_) @name . (tf_port_list) . (_) @body) @definition.function
(task_body_declaration name: (_) @name . [(statement_or_null) (block_item_declaration) (tf_item_declaration)] @body) @definition.function
(task_body_declaration name: (_) @name) @definition.function
(function_prototype name: (_) @name) @definition.function
(task_prototype name: (_) @name) @definition.function
(class_constructor_declaration (class_scope (class_type (simple_identifier) @parent)) . "new" @name . (class_constructor_arg_list) . [(function_statement_or_null) (block_item_declaration)] @body) @definition.constructor
(class_constructor_declaration (class_scope (class_type (simple_identifier) @parent)) . "new" @name . [(function_statement_or_null) (block_item_declaration)] @body) @definition.constructor
(class_constructor_declaration (class_scope (class_type (simple_identifier) @parent)) . "new" @name) @definition.constructor
(class_constructor_declaration "new" @name . (class_constructor_arg_list) . [(function_statement_or_null) (block_item_declaration)] @body) @definition.constructor
(class_constructor_declaration "new" @name . [(function_statement_or_null) (block_item_declaration)] @body) @definition.constructor
(class_constructor_declaration "new" @name) @definition.constructor
(type_declaration (data_type (struct_union)) type_name: (_) @name) @definition.struct
(type_declaration (data_type (enum_name_declaration)) type_name: (_) @name) @definition.enum
(type_declaration type_name: (_) @name) @definition.type
(enum_name_declaration (simple_identifier) @name) @definition.member
(struct_union_member (list_of_variable_decl_assignments (variable_decl_assignment name: (_) @name))) @definition.field
(class_property (data_declaration (list_of_variable_decl_assignments (variable_decl_assignment name: (_) @name)))) @definition.field
(parameter_declaration (list_of_param_assignments (param_assignment . (simple_identifier) @name))) @definition.constant
(local_parameter_declaration (list_of_param_assignments (param_assignment . (simple_identifier) @name))) @definition.constant
(text_macro_definition (text_macro_name . (_) @name) ) @definition.macro
(ansi_port_declaration port_name: (simple_identifier) @name) @definition.property
(module_declaration (data_declaration (list_of_variable_decl_assignments (variable_decl_assignment name: (_) @name))) @definition.variable)
(module_item (data_declaration (list_of_variable_decl_assignments (variable_decl_assignment name: (_) @name))) @definition.variable)
(module_item (net_declaration (list_of_net_decl_assignments (net_decl_assignment . (simple_identifier) @name))) @definition.variable)
(interface_declaration (data_declaration (list_of_variable_decl_assignments (variable_decl_assignment name: (_) @name))) @definition.variable)
(package_item (data_declaration (list_of_variable_decl_assignments (variable_decl_assignment name: (_) @name))) @definition.variable)
(port_declaration (_ (list_of_port_identifiers (simple_identifier) @name)) @definition.property)
(port_declaration (_ (list_of_variable_identifiers (simple_identifier) @name)) @definition.property)
(module_declaration (net_declaration (list_of_net_decl_assignments (net_decl_assignment . (simple_identifier) @name))) @definition.variable)
(modport_declaration (modport_item . (simple_identifier) @name)) @definition.member
(covergroup_declaration name: (_) @name) @definition.class
(constraint_declaration . (simple_identifier) @name) @definition.member
(property_declaration name: (_) @name) @definition.property
(sequence_declaration name: (_) @name) @definition.property
(checker_declaration name: (_) @name) @definition.module
(clocking_declaration name: (_) @name) @definition.property
(let_declaration name: (_) @name) @definition.macro
(hierarchical_instance (name_of_instance instance_name: (_) @name)) @definition.variable

(module_instantiation instance_type: (_) @reference.call)
(interface_instantiation instance_type: (_) @reference.call)
(tf_call (hierarchical_identifier (simple_identifier) @reference.call .))
(tf_call (simple_identifier) @reference.call)
(method_call_body name: (simple_identifier) @reference.call)
(text_macro_usage (simple_identifier) @reference.call)
(class_type (simple_identifier) @reference.type)
(class_declaration (class_type (simple_identifier) @reference.inherit))
(data_type (simple_identifier) @reference.type)
(data_type (class_type (simple_identifier) @reference.type))
(primary (hierarchical_identifier (simple_identifier) @reference.use))
(constant_primary (simple_identifier) @reference.use)

(package_import_item . (simple_identifier) @import.module) @import
(include_compiler_directive (_) @import.module) @import
