(package (full_ident) @name) @definition.module
(message (message_name) @name (message_body) @body) @definition.struct
(enum (enum_name) @name (enum_body) @body) @definition.enum
(service (service_name) @name . (_)? @body) @definition.interface
(rpc (rpc_name) @name) @definition.method
(extend (full_ident) @name) @scope
(field (identifier) @name) @definition.field
(map_field (identifier) @name) @definition.field
(oneof (identifier) @name) @definition.field
(oneof_field (identifier) @name) @definition.field
(enum_field . (identifier) @name) @definition.member

(message_or_enum_type) @reference.type

(import path: (string) @import.module) @import
