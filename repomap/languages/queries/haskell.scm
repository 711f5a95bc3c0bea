(header module: (module) @name) @definition.module
(data_type name: (_) @name) @definition.type
(newtype name: (_) @name) @definition.type
(type_synonym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
(class name: (_) @name declarations: (_)? @body) @definition.class
(instance name: (_) @parent patterns: (_) @name) @scope
(data_constructor constructor: (_ name: (constructor) @name)) @definition.constructor
(newtype_constructor name: (constructor) @name) @definition.constructor
(gadt_constructor name: (constructor) @name) @definition.constructor
(pattern_synonym (signature synonym: (constructor) @name)) @definition.constructor
(pattern_synonym (equation synonym: [(constructor) @name (apply function: (constructor) @name) (apply function: (apply function: (constructor) @name)) (apply function: (apply function: (apply function: (constructor) @name)))])) @definition.constructor
(field name: (field_name (variable) @name)) @definition.field

(class_declarations (signature name: (variable) @name) @definition.method)
(class_declarations (signature name: (prefix_id (operator) @name)) @definition.method)
(instance_declarations [(function name: (variable) @name) (bind name: (variable) @name)] @definition.method)
(declarations (signature name: (variable) @name) @definition.function)
(declarations (signature name: (prefix_id (operator) @name)) @definition.function)
(declarations (signature names: (binding_list (variable) @name)) @definition.function)
(declarations [(function name: (variable) @name match: (_)? @body) (bind name: (variable) @name)] @definition.function)
(declarations (function name: (prefix_id (operator) @name)) @definition.function)
(declarations (function (infix operator: (operator) @name)) @definition.function)
(declarations (function (infix operator: (infix_id (variable) @name))) @definition.function)
(foreign_import signature: (signature name: (variable) @name)) @definition.function

(apply function: [(variable) @reference.call (constructor) @reference.call])
(apply function: (qualified id: [(variable) (constructor)] @reference.call))
(apply argument: [(variable) @reference.use (constructor) @reference.use (qualified id: (_) @reference.use)])
(infix [(variable) @reference.use (qualified id: (_) @reference.use)])
(infix operator: [(operator) @reference.call (infix_id (variable) @reference.call)])
(match expression: [(variable) @reference.use (constructor) @reference.use (qualified id: (_) @reference.use)])
(list element: [(variable) (constructor)] @reference.use)
(exp (variable) @reference.use)
(field_update field: (field_name (variable) @reference.use))
(name) @reference.type
(instance name: (name) @reference.inherit)

(import
  module: (module) @import.module
  alias: (module)? @import.alias
  names: (import_list name: (import_name (_) @import.name)*)?) @import
