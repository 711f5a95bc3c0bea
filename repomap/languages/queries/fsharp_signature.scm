(namespace name: (long_identifier) @name . (_)? @body) @definition.module
(named_module name: (long_identifier) @name . (_)? @body) @definition.module
(module_defn (identifier) @name . block: (_) @body) @definition.module
(module_defn (identifier) @name . (xml_doc)+ . block: (_) @body) @definition.module
(module_defn (identifier) @name) @definition.module
(type_definition (record_type_defn (type_name type_name: (_) @name))) @definition.struct
(type_definition (enum_type_defn (type_name type_name: (_) @name))) @definition.enum
(type_definition (union_type_defn (type_name type_name: (_) @name))) @definition.union
(type_definition (_ (type_name type_name: (_) @name))) @definition.class
(exception_definition exception_name: (long_identifier) @name) @definition.class
(record_field (identifier) @name) @definition.field
(union_type_case (identifier) @name) @definition.member
(value_definition (value_declaration_left (identifier_pattern (long_identifier_or_op (identifier) @name)))) @definition.function
(member_defn (member_signature (identifier) @name)) @definition.method

(simple_type (long_identifier (identifier) @reference.type .))

(import_decl (long_identifier) @import.module) @import
