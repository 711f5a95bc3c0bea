(class_definition name: (identifier) @name body: (_) @body) @definition.class
(function_definition name: (identifier) @name body: (_) @body) @definition.function
(type_alias_statement left: (type (identifier) @name)) @definition.type

(module (expression_statement (assignment left: (identifier) @name) @definition.variable))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @definition.field)))

(call function: [(identifier) @reference.call (attribute attribute: (identifier) @reference.call)])
(class_definition superclasses: (argument_list [(identifier) @reference.inherit (attribute attribute: (identifier) @reference.inherit)]))
(decorator [(identifier) @reference.decorator (attribute attribute: (identifier) @reference.decorator)])
(type (identifier) @reference.type)
(type (attribute attribute: (identifier) @reference.type))
(type (generic_type (identifier) @reference.type))
(type (binary_operator (identifier) @reference.type))
(type (subscript value: (identifier) @reference.type))
(argument_list [(identifier) @reference.use (attribute attribute: (identifier) @reference.use)])
(keyword_argument value: [(identifier) @reference.use (attribute attribute: (identifier) @reference.use)])
(assignment right: [(identifier) @reference.use (attribute attribute: (identifier) @reference.use)])
(pair value: [(identifier) @reference.use (attribute attribute: (identifier) @reference.use)])
(list [(identifier) @reference.use (attribute attribute: (identifier) @reference.use)])
(return_statement [(identifier) @reference.use (attribute attribute: (identifier) @reference.use)])

(import_statement name: (dotted_name) @import.module) @import
(import_statement name: (aliased_import name: (dotted_name) @import.module alias: (identifier) @import.alias)) @import
(import_from_statement module_name: (_) @import.module name: (dotted_name) @import.name) @import
(import_from_statement module_name: (_) @import.module name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.rename)) @import
(import_from_statement module_name: (_) @import.module (wildcard_import) @import.all) @import
