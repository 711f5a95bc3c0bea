; inherits ecmascript
(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(class name: (identifier) @name body: (_) @body) @definition.class
(class_heritage [(identifier) (member_expression)] @reference.inherit)
(field_definition property: [(property_identifier) (private_property_identifier)] @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(field_definition property: [(property_identifier) (private_property_identifier)] @name) @definition.field
; inherits jsx
