(module_attribute name: (atom) @name) @definition.module
(fun_decl clause: (function_clause name: (atom) @name body: (clause_body) @body)) @definition.function
(record_decl name: (atom) @name) @definition.struct
(record_decl fields: (record_field name: (atom) @name) @definition.field)
(pp_define lhs: (macro_lhs name: (_) @name) ) @definition.macro
(type_alias name: (type_name name: (atom) @name)) @definition.type
(opaque name: (type_name name: (atom) @name)) @definition.type
(callback fun: (atom) @name) @definition.method

(call expr: (atom) @reference.call)
(call expr: (remote fun: (atom) @reference.call))
(type_sig (_ (call expr: (atom) @reference.type)))
(macro_call_expr name: (_) @reference.call)
(record_name name: (atom) @reference.type)
(internal_fun fun: (atom) @reference.use)
(external_fun fun: (atom) @reference.use)
(behaviour_attribute name: (atom) @reference.inherit)

(pp_include file: (string) @import.module) @import
(pp_include_lib file: (string) @import.module) @import
(import_attribute module: (atom) @import.module funs: (fa fun: (atom) @import.name)*) @import
