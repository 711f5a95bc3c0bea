(declaration (identifier) @name (field_declaration_list) @body) @definition.struct
; inherits c
