(from_instruction as: (image_alias) @name) @definition.section
(arg_instruction name: (_) @name) @definition.variable
(env_pair name: (_) @name) @definition.variable

(from_instruction (image_spec name: (image_name) @reference.use))
(variable) @reference.use
