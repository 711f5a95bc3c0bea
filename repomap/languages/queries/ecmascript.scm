(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function
(function_expression name: (identifier) @name body: (_) @body) @definition.function
(method_definition name: [(property_identifier) (private_property_identifier) (string)] @name body: (_) @body) @definition.method
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
(pair key: [(property_identifier) (string)] @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(assignment_expression left: [(identifier) (member_expression)] @name right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
(assignment_expression left: (member_expression object: [(identifier) @_exports (member_expression object: (identifier) @_exports)] ) @name
  (#any-of? @_exports "module" "exports")) @definition.variable
(assignment_expression left: (member_expression object: (member_expression property: (property_identifier) @_prototype)) @name (#eq? @_prototype "prototype")) @definition.property
(assignment_expression left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (shorthand_property_identifier) @reference.use) (#eq? @_module "module") (#eq? @_exports "exports"))
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(program (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant)))
(program (export_statement (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable)))
(program (export_statement (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)))

(call_expression function: [(identifier) (member_expression)] @reference.call)
(new_expression constructor: [(identifier) (member_expression)] @reference.call)
(decorator [(identifier) (member_expression)] @reference.decorator)
(decorator (call_expression function: [(identifier) (member_expression)] @reference.decorator))
(arguments [(identifier) (member_expression)] @reference.use)
(pair value: [(identifier) (member_expression)] @reference.use)
(array [(identifier) (member_expression)] @reference.use)
(assignment_expression right: [(identifier) (member_expression)] @reference.use)
(variable_declarator value: [(identifier) (member_expression)] @reference.use)
(return_statement [(identifier) (member_expression)] @reference.use)
(object (shorthand_property_identifier) @reference.use)
(binary_expression operator: "instanceof" right: [(identifier) (member_expression)] @reference.type)
(export_statement value: (identifier) @reference.use)

(import_statement source: (string) @import.module) @import
(import_statement (import_clause (identifier) @import.default) source: (string) @import.module) @import
(import_statement (import_clause (namespace_import (identifier) @import.alias)) source: (string) @import.module) @import
(import_statement (import_clause (named_imports (import_specifier name: _ @import.name alias: (identifier)? @import.rename))) source: (string) @import.module) @import
(export_statement source: (string) @import.module) @import
(export_statement (export_clause (export_specifier name: _ @import.name alias: _? @import.rename)) source: (string) @import.module) @import
(export_statement (namespace_export (_) @import.alias) source: (string) @import.module) @import
(export_statement "*" @import.all source: (string) @import.module) @import
(call_expression function: [(identifier) @_require (import) @_require] arguments: (arguments . (string) @import.module) (#any-of? @_require "require" "import")) @import
(variable_declarator name: (identifier) @import.alias value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)) (#eq? @_require "require")) @import
(variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @import.name (pair_pattern key: (_) @import.name value: (identifier) @import.rename)])
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module)) (#eq? @_require "require")) @import
