; What repomap keeps of a style sheet. All captures are described at the top of repomap/extraction/extract.py.

(rule_set (selectors [(class_selector (class_name (identifier) @name)) (_ (class_selector (class_name (identifier) @name)))]) (block) @body) @definition.class
(rule_set (selectors [(id_selector (id_name) @name) (_ (id_selector (id_name) @name))]) (block) @body) @definition.section
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.function
((declaration (property_name) @name) @definition.variable (#match? @name "^--"))

(call_expression (arguments (plain_value) @reference.use))
((declaration (property_name) @_property (plain_value) @reference.call) (#match? @_property "^animation"))

(import_statement (string_value) @import.module) @import
