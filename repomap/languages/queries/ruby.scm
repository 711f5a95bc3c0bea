(class name: [(constant) (scope_resolution)] @name) @definition.class
(module name: [(constant) (scope_resolution)] @name) @definition.module
(method name: (_) @name parameters: (_)? body: (_)? @body) @definition.function
(singleton_method name: (_) @name body: (_)? @body) @definition.method
(assignment left: [(constant) (scope_resolution name: (constant))] @name right: (call receiver: (constant) @_class method: (identifier) @_new (#any-of? @_class "Struct" "Class" "Data") (#any-of? @_new "new" "define"))) @definition.class
(assignment left: [(constant) (scope_resolution name: (constant))] @name) @definition.constant
(alias name: (_) @name) @definition.method
(call method: (identifier) @_attr arguments: (argument_list (simple_symbol) @name @definition.property) (#match? @_attr "^(c|m|p)?attr_(accessor|reader|writer)$|^[cm]attr_|^thread_mattr_|^class_attribute$"))
(call method: (identifier) @_define arguments: (argument_list . [(simple_symbol) (string)] @name) block: (_)? @body (#any-of? @_define "define_method" "alias_method" "scope" "define_singleton_method")) @definition.method

(class superclass: (superclass [(constant) (scope_resolution)] @reference.inherit))
(call !receiver method: (identifier) @_mixin arguments: (argument_list [(constant) (scope_resolution)] @reference.inherit) (#any-of? @_mixin "include" "extend" "prepend"))
(call method: [(identifier) (constant)] @reference.call)
(body_statement (identifier) @reference.call)
(then (identifier) @reference.call)
(block_body (identifier) @reference.call)
(constant) @reference.type
(argument_list (identifier) @reference.use)
(assignment right: (identifier) @reference.use)
(block_argument (simple_symbol) @reference.use)

(call !receiver method: (identifier) @_require arguments: (argument_list . (string) @import.module @import.all) (#any-of? @_require "require" "load")) @import
(call !receiver method: (identifier) @_require arguments: (argument_list . (string) @import.module @import.all @import.relative) (#eq? @_require "require_relative")) @import
(call !receiver method: (identifier) @_require arguments: (argument_list . (simple_symbol) @import.name . (string) @import.module) (#eq? @_require "autoload")) @import
