(type_definition (type_name name: (type_identifier) @name)) @definition.enum
(external_type (type_name name: (type_identifier) @name)) @definition.type
(type_alias (type_name name: (type_identifier) @name)) @definition.type
(data_constructor name: (constructor_name) @name) @definition.constructor
(data_constructor_argument label: (label) @name) @definition.field
(constant name: (identifier) @name) @definition.constant
(function name: (identifier) @name body: (_)? @body) @definition.function

(function_call function: [(identifier) @reference.call (field_access field: (label) @reference.call)])
(binary_expression right: [(identifier) @reference.call (field_access field: (label) @reference.call)])
(record name: [(constructor_name) @reference.call (remote_constructor_name name: (constructor_name) @reference.call)])
(record_pattern name: (constructor_name) @reference.use)
(type_identifier) @reference.type
(argument value: (identifier) @reference.use)
(field_access record: (identifier) @reference.use)

(import module: (module) @import.module alias: (identifier)? @import.alias imports: (unqualified_imports (unqualified_import name: (_) @import.name)*)?) @import
