(document (object (pair key: (string (string_content) @name)) @definition.section))
(document (object (pair key: (string (string_content) @_part) value: (object (pair key: (string (string_content) @name)) @definition.member))) (#any-of? @_part "scripts" "tasks" "exports" "bin"))
