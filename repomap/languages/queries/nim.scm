(proc_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)] body: (_)? @body) @definition.function
(func_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)] body: (_)? @body) @definition.function
(iterator_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)] body: (_)? @body) @definition.function
(converter_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)] body: (_)? @body) @definition.function
(method_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)] body: (_)? @body) @definition.method
(template_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)] body: (_)? @body) @definition.macro
(macro_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)] body: (_)? @body) @definition.macro
(type_declaration (type_symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]) [(object_declaration) (ref_type (object_declaration)) (pointer_type (object_declaration)) (tuple_type)]) @definition.struct
(type_declaration (type_symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]) (enum_declaration)) @definition.enum
(type_declaration (type_symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)])) @definition.type
(enum_field_declaration (symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)])) @definition.member
(field_declaration (symbol_declaration_list (symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]))) @definition.field
(source_file (const_section (variable_declaration (symbol_declaration_list (symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]))) @definition.constant))
(source_file (let_section (variable_declaration (symbol_declaration_list (symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]))) @definition.variable))
(source_file (var_section (variable_declaration (symbol_declaration_list (symbol_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]))) @definition.variable))

(call function: [(identifier) @reference.call (dot_expression right: (identifier) @reference.call)])
(type_expression (identifier) @reference.type)
(type_expression (bracket_expression left: (identifier) @reference.type))
(object_declaration inherits: (type_expression (identifier) @reference.inherit))
(argument_list (identifier) @reference.use)
(dot_expression left: (identifier) @reference.use)
(dot_expression right: (identifier) @reference.use)

(import_statement (expression_list (_) @import.module)) @import
(import_from_statement module: (_) @import.module (expression_list (identifier) @import.name)*) @import
(include_statement (expression_list (_) @import.module)) @import
