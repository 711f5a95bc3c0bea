(namespace name: (long_identifier) @name . (_)? @body) @definition.module
(named_module name: (long_identifier) @name . (_)? @body) @definition.module
(module_defn (identifier) @name . block: (_) @body) @definition.module
(module_defn (identifier) @name . (xml_doc)+ . block: (_) @body) @definition.module
(module_defn (identifier) @name) @definition.module
(type_definition (record_type_defn (type_name type_name: (_) @name))) @definition.struct
(type_definition (enum_type_defn (type_name type_name: (_) @name))) @definition.enum
(type_definition (union_type_defn (type_name type_name: (_) @name))) @definition.union
(type_definition (interface_type_defn (type_name type_name: (_) @name))) @definition.interface
(type_definition (type_abbrev_defn (type_name type_name: (_) @name))) @definition.type
(type_definition (_ (type_name type_name: (_) @name) (primary_constr_args)? . block: (_) @body)) @definition.class
(type_definition (_ (type_name type_name: (_) @name))) @definition.class
(exception_definition exception_name: (long_identifier) @name) @definition.class
(record_field (identifier) @name) @definition.field
(union_type_case (identifier) @name) @definition.member
(enum_type_case (identifier) @name) @definition.member
(member_defn (member_signature (identifier) @name)) @definition.method
(member_defn (method_or_prop_defn name: (property_or_ident method: (identifier) @name))) @definition.method
(member_defn (method_or_prop_defn name: (property_or_ident . (identifier) @name .))) @definition.method
(module_defn (declaration_expression (function_or_value_defn (function_declaration_left [(identifier) (op_identifier) (active_pattern)] @name . (type_arguments)? . (argument_patterns)) body: (_) @body)) @definition.function)
(named_module (declaration_expression (function_or_value_defn (function_declaration_left [(identifier) (op_identifier) (active_pattern)] @name . (type_arguments)? . (argument_patterns)) body: (_) @body)) @definition.function)
(namespace (declaration_expression (function_or_value_defn (function_declaration_left [(identifier) (op_identifier) (active_pattern)] @name . (type_arguments)? . (argument_patterns)) body: (_) @body)) @definition.function)
(file (declaration_expression (function_or_value_defn (function_declaration_left [(identifier) (op_identifier) (active_pattern)] @name . (type_arguments)? . (argument_patterns)) body: (_) @body)) @definition.function)
(type_extension_elements (function_or_value_defn (function_declaration_left [(identifier) (op_identifier) (active_pattern)] @name . (type_arguments)? . (argument_patterns)) body: (_) @body) @definition.function)
(module_defn (declaration_expression (function_or_value_defn (value_declaration_left (identifier_pattern (long_identifier_or_op [(identifier) @name (long_identifier . (identifier) @name .)]) . (_))) body: (_) @body)) @definition.function)
(named_module (declaration_expression (function_or_value_defn (value_declaration_left (identifier_pattern (long_identifier_or_op [(identifier) @name (long_identifier . (identifier) @name .)]) . (_))) body: (_) @body)) @definition.function)
(namespace (declaration_expression (function_or_value_defn (value_declaration_left (identifier_pattern (long_identifier_or_op [(identifier) @name (long_identifier . (identifier) @name .)]) . (_))) body: (_) @body)) @definition.function)
(file (declaration_expression (function_or_value_defn (value_declaration_left (identifier_pattern (long_identifier_or_op [(identifier) @name (long_identifier . (identifier) @name .)]) . (_))) body: (_) @body)) @definition.function)
(type_extension_elements (function_or_value_defn (value_declaration_left (identifier_pattern (long_identifier_or_op [(identifier) @name (long_identifier . (identifier) @name .)]) . (_))) body: (_) @body) @definition.function)
(member_defn (additional_constr_defn "new" @name)) @definition.constructor
(namespace (declaration_expression (function_or_value_defn (value_declaration_left (identifier_pattern (long_identifier_or_op [(identifier) @name (long_identifier . (identifier) @name .)]))))) @definition.variable)
(named_module (declaration_expression (function_or_value_defn (value_declaration_left (identifier_pattern (long_identifier_or_op [(identifier) @name (long_identifier . (identifier) @name .)]))))) @definition.variable)
(module_defn (declaration_expression (function_or_value_defn (value_declaration_left (identifier_pattern (long_identifier_or_op [(identifier) @name (long_identifier . (identifier) @name .)]))))) @definition.variable)
(file (declaration_expression (function_or_value_defn (value_declaration_left (identifier_pattern (long_identifier_or_op [(identifier) @name (long_identifier . (identifier) @name .)]))))) @definition.variable)
(type_extension_elements (function_or_value_defn (value_declaration_left (identifier_pattern (long_identifier_or_op [(identifier) @name (long_identifier . (identifier) @name .)])))) @definition.field)

(application_expression . (long_identifier_or_op [(identifier) @reference.call (long_identifier (identifier) @reference.call .)]))
(application_expression (_) (long_identifier_or_op [(identifier) @reference.use (long_identifier (identifier) @reference.use .)]))
(infix_expression (long_identifier_or_op [(identifier) @reference.call (long_identifier (identifier) @reference.call .)]))
(dot_expression field: (long_identifier_or_op (identifier) @reference.call))
(simple_type (long_identifier (identifier) @reference.type .))
(attribute (simple_type (long_identifier (identifier) @reference.decorator .)))
(class_inherits_decl (simple_type (long_identifier (identifier) @reference.inherit .)))
(interface_implementation (simple_type (long_identifier (identifier) @reference.inherit .)))
(long_identifier_or_op [(identifier) @reference.use (long_identifier (identifier) @reference.use .)])

(import_decl (long_identifier) @import.module) @import
