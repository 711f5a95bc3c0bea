(entity_declaration entity: (identifier) @name (entity_head)? @body) @definition.module
(architecture_definition architecture: (identifier) @name (architecture_head)? @body) @definition.module
(package_declaration package: (identifier) @name (package_declaration_body)? @body) @definition.module
(package_definition package: (identifier) @name (package_definition_body)? @body) @definition.module
(configuration_declaration configuration: (identifier) @name) @definition.module
(component_declaration component: (identifier) @name (component_body)? @body) @definition.module
(subprogram_declaration [(function_specification function: (_) @name) (procedure_specification procedure: (_) @name)]) @definition.function
(subprogram_definition [(function_specification function: (_) @name) (procedure_specification procedure: (_) @name)] (subprogram_head) @body) @definition.function
(type_declaration type: (identifier) @name (record_type_definition) @body) @definition.struct
(type_declaration type: (identifier) @name (enumeration_type_definition)) @definition.enum
(type_declaration type: (identifier) @name (protected_type_declaration)) @definition.class
(type_declaration type: (identifier) @name) @definition.type
(subtype_declaration type: (identifier) @name) @definition.type
(enumeration_literal constant: (_) @name) @definition.member
(element_declaration (identifier_list (identifier) @name)) @definition.field
(constant_declaration (identifier_list constant: (identifier) @name)) @definition.variable
(signal_declaration (identifier_list (identifier) @name)) @definition.variable
(generic_clause (interface_list (interface_declaration (identifier_list generic: (identifier) @name)) @definition.property))
(entity_head (port_clause (interface_list (interface_declaration (identifier_list (identifier) @name)) @definition.property)))
(alias_declaration . (_) @name) @definition.variable
(attribute_declaration attribute: (identifier) @name) @definition.variable
(process_statement (label_declaration (label) @name) (sequential_block)? @body) @definition.function
(component_instantiation_statement (label_declaration (label) @name)) @definition.variable

(procedure_call_statement (name . (identifier) @reference.call))
(name . (identifier) @reference.call . (parenthesis_group))
(instantiated_unit entity: (name (identifier) @reference.call))
(instantiated_unit component: (name (identifier) @reference.call))
(architecture_definition entity: (name (identifier) @reference.inherit))
(subtype_indication type: (name (identifier) @reference.type))
(name (identifier) @reference.use)

(use_clause (selected_name_list (selected_name) @import.module)) @import
