(create_table (object_reference schema: (_)? @parent name: (_) @name) (column_definitions)? @body) @definition.struct
(create_view (object_reference schema: (_)? @parent name: (_) @name) (create_query)? @body) @definition.struct
(create_materialized_view (object_reference schema: (_)? @parent name: (_) @name) (create_query)? @body) @definition.struct
(create_function (object_reference name: (_) @name) (function_body)? @body) @definition.function
(create_procedure (object_reference name: (_) @name) (function_body)? @body) @definition.function
(create_trigger (keyword_trigger) . (object_reference name: (_) @name)) @definition.section
(create_index column: (_) @name) @definition.section
(create_type (object_reference name: (_) @name)) @definition.type
(create_sequence (object_reference name: (_) @name)) @definition.section
(create_schema (identifier) @name) @definition.module
(create_table (column_definitions (column_definition name: (_) @name) @definition.field))

(invocation (object_reference name: (_) @reference.call))
(object_reference name: (_) @reference.use)
