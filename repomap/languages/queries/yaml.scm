(document (block_node (block_mapping (block_mapping_pair key: (flow_node) @name value: (block_node)? @body) @definition.section)))
(document (block_node (block_mapping (block_mapping_pair key: (flow_node) @_part value: (block_node (block_mapping (block_mapping_pair key: (flow_node) @name value: (block_node)? @body) @definition.member))))) (#any-of? @_part "jobs" "services" "tasks" "scripts"))
