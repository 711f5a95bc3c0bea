(document (pair . (_) @name) @definition.section)
(table . (_) @name . (pair)? @body) @definition.section
(table_array_element . (_) @name . (pair)? @body) @definition.section
(table . (_) @_table (pair . (_) @name) @definition.member (#match? @_table "(scripts|entry-points.*|features|tasks)$"))
