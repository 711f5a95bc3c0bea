(class_definition name: (identifier) @name . (_)? @body) @definition.class
(function_definition name: (_) @name (function_arguments) . (_)? @body) @definition.function
(function_definition name: (_) @name . (block)? @body) @definition.function
(function_signature name: (_) @name) @definition.function
(properties (property name: (identifier) @name) @definition.property)
(enumeration (enum . (identifier) @name) @definition.member)
(events (identifier) @name @definition.member)

(function_call name: (identifier) @reference.call)
(function_call name: (field_expression field: (identifier) @reference.call))
(field_expression field: (function_call name: (identifier) @reference.call))
(command (command_name) @reference.call)
(handle_operator (identifier) @reference.use)
(superclasses (property_name) @reference.inherit)
(arguments argument: (identifier) @reference.use)
