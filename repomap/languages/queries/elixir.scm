(call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body (#any-of? @_def "defmodule" "defprotocol")) @definition.module
(call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body (#eq? @_def "defimpl")) @scope
(call target: (identifier) @_def (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (identifier) @name operator: "when")
    (binary_operator left: (call target: (identifier) @name) operator: "when")
  ]) (do_block)? @body (#any-of? @_def "def" "defp" "defdelegate" "defguard" "defguardp" "defn" "defnp")) @definition.function
(call target: (identifier) @_def (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name) operator: "when")
  ]) (do_block)? @body (#any-of? @_def "defmacro" "defmacrop")) @definition.macro
(call target: (identifier) @_def (arguments . (binary_operator operator: _ @name)) (do_block)? @body (#any-of? @_def "def" "defp" "defmacro") (#not-eq? @name "when")) @definition.function
(call target: (identifier) @_def @name (#any-of? @_def "defstruct" "defexception")) @definition.struct
(unary_operator operator: "@" operand: (call target: (identifier) @_type (arguments (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::"))) (#any-of? @_type "type" "typep" "opaque")) @definition.type
(unary_operator operator: "@" operand: (call target: (identifier) @_type (arguments (binary_operator left: (call target: (identifier) @name)))) (#any-of? @_type "callback" "macrocallback")) @definition.method

(unary_operator operator: "@" operand: (call target: (identifier) @_behaviour (arguments (alias) @reference.inherit)) (#eq? @_behaviour "behaviour"))
(call target: (identifier) @_use (arguments . (alias) @reference.inherit) (#eq? @_use "use"))
(call target: (identifier) @_impl (arguments . (alias) @reference.inherit) (#eq? @_impl "defimpl"))
(call target: (identifier) @reference.call (#not-match? @reference.call "^(def[a-z]*|alias|import|require|use|if|case|cond|unless|with|for|test|describe|doc|moduledoc|typedoc|spec|typep?|opaque|impl|callback|behaviour)$"))
(call target: (dot right: (identifier)) @reference.call)
(unary_operator operator: "&" operand: (binary_operator left: [(identifier) (call target: (dot))] @reference.use operator: "/"))
(alias) @reference.type

(call target: (identifier) @_alias (arguments . (alias) @import.module (keywords (pair key: (keyword) @_as value: (alias) @import.alias))?) (#eq? @_alias "alias")) @import
(call target: (identifier) @_alias (arguments . (dot left: (alias) @import.module right: (tuple (alias) @import.name))) (#eq? @_alias "alias")) @import
(call target: (identifier) @_import (arguments . (alias) @import.module @import.all) (#any-of? @_import "import" "use")) @import
(call target: (identifier) @_require (arguments . (alias) @import.module) (#eq? @_require "require")) @import
