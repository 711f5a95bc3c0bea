(class_definition name: (identifier) @name body: (_)? @body) @definition.class
(object_definition name: (identifier) @name body: (_)? @body) @definition.class
(package_object name: (identifier) @name body: (_)? @body) @definition.module
(trait_definition name: (identifier) @name body: (_)? @body) @definition.trait
(enum_definition name: (identifier) @name body: (_) @body) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.member
(full_enum_case name: (identifier) @name) @definition.member
(type_definition name: (type_identifier) @name) @definition.type
(given_definition name: (identifier) @name body: (_)? @body) @definition.variable
(function_definition name: [(identifier) (operator_identifier)] @name body: (_) @body) @definition.function
(function_declaration name: [(identifier) (operator_identifier)] @name) @definition.function
(template_body [
  (val_definition pattern: [(identifier) @name (identifiers (identifier) @name)])
  (var_definition pattern: [(identifier) @name (identifiers (identifier) @name)])
] @definition.variable)
(enum_body [
  (val_definition pattern: [(identifier) @name (identifiers (identifier) @name)])
  (var_definition pattern: [(identifier) @name (identifiers (identifier) @name)])
] @definition.variable)
(compilation_unit [
  (val_definition pattern: [(identifier) @name (identifiers (identifier) @name)])
  (var_definition pattern: [(identifier) @name (identifiers (identifier) @name)])
] @definition.variable)
(val_declaration name: (identifier) @name) @definition.variable
(var_declaration name: (identifier) @name) @definition.variable

(call_expression function: [(identifier) (field_expression)] @reference.call)
(generic_function function: [(identifier) (field_expression)] @reference.call)
(instance_expression [(type_identifier) (stable_type_identifier)] @reference.call)
(instance_expression (generic_type type: (_) @reference.call))
(extends_clause [(type_identifier) (stable_type_identifier)] @reference.inherit)
(extends_clause (generic_type type: (_) @reference.inherit))
(annotation name: (_) @reference.decorator)
(type_identifier) @reference.type
(field_expression field: (identifier)) @reference.use
(arguments (identifier) @reference.use)

(import_declaration) @import.tree @import
