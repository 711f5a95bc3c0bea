(command (unit (identifier) @_keyword) . [
  (unit [(identifier) @name (generics_class . (identifier) @name)])
  (block . (unit [(identifier) @name (generics_class . (identifier) @name)]))
] (#eq? @_keyword "class")) @definition.class
(command (unit (identifier) @_keyword) . [
  (unit [(identifier) @name (generics_class . (identifier) @name)])
  (block . (unit [(identifier) @name (generics_class . (identifier) @name)]))
] (#any-of? @_keyword "interface" "trait")) @definition.interface
(command (decorate (identifier) @_keyword) . (block . (unit (identifier) @name)) (#eq? @_keyword "interface")) @definition.interface
(command (unit (identifier) @_keyword) . [
  (unit (identifier) @name)
  (block . (unit (identifier) @name))
] (#eq? @_keyword "enum")) @definition.enum
((ERROR (unit (identifier) @_keyword) . (unit [(identifier) @name (generics_class . (identifier) @name)]) @definition.class) (#any-of? @_keyword "class" "interface" "trait"))

(command (unit) @_first . (block . (unit . (func . (identifier) @name) .) . (_)? @body) (#not-match? @_first "^(return|new|throw|assert|else|if|in|case|as)$")) @definition.function
(command (unit) @_first (unit . (func . (identifier) @name) .) (unit (identifier) @_throws) (block) (#eq? @_throws "throws")) @definition.function
(command (unit) @_type . (unit . (func . (identifier) @name) .) . (#match? @_type "^(abstract|void|int|long|boolean|[A-Z].*)$")) @definition.function
(command (unit) @_first . (block . (string) @name) (#eq? @_first "def")) @definition.function
(command (unit) @_first . (string) @name . (block) (#eq? @_first "def")) @definition.function
(command (unit) @_type . (unit . (identifier) @name .) . [(operators) (arg_spliter)] (#match? @_type "^(def|final|static|boolean|int|long|double|[A-Z]\\w*(<.*>)?)$")) @definition.variable

((command (unit) @_type . (unit . (identifier) @name .) .) @definition.variable (#match? @_type "^(def|final|static|private|boolean|int|long|double|[A-Z]\\w*(<.*>)?)$") (#not-match? @name "^(extends|implements|final|int|boolean|static)$"))
(command . (block . (unit . (func . (identifier) @name) .) . (_)? @body) (#match? @name "^[A-Z]")) @definition.constructor

(func . [(identifier) @reference.call (generics_class . (identifier) @reference.call)])
(command (unit (identifier) @_new) . (unit . (func . (identifier) @reference.call)) (#eq? @_new "new"))
(command (unit (identifier) @_extends) . [(unit . (identifier) @reference.inherit .) (block . (unit . (identifier) @reference.inherit .)) (unit (generics_class . (identifier) @reference.inherit)) (block . (unit (generics_class . (identifier) @reference.inherit)))] (#any-of? @_extends "extends" "implements"))
(decorate (identifier) @reference.decorator)
((command . (unit . (identifier) @reference.call .) . (unit)) (#not-match? @reference.call "^(import|package|class|interface|trait|enum|def|final|static|private|public|protected|abstract|void|return|new|throw|assert|else|in|case|as|boolean|int|long|double|[A-Z].*)$"))
(command . (unit . (identifier) . (identifier) @reference.call .) . (unit))
((unit . (identifier) @reference.type .) (#match? @reference.type "^[A-Z]"))
(generics_class (identifier) @reference.type)
(arg_block (unit . (identifier) @reference.use .))

((command . (unit (identifier) @_import) (unit) @import.module) @import (#eq? @_import "import") (#not-eq? @import.module "static"))
