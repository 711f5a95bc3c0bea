(function_definition name: (symbol) @name parameters: (_) . (_)? @body) @definition.function
; a parameter is local and left out, and so is no call
(function_definition parameters: (list . (symbol) @name @definition.variable))
(macro_definition name: (symbol) @name parameters: (_) . (_)? @body) @definition.macro
(special_form ["defvar" "defconst"] . (symbol) @name) @definition.variable
((list . (symbol) @_form . (symbol) @name . (list) . (_)? @body) @definition.function (#any-of? @_form "cl-defun" "cl-defsubst" "define-inline" "cl-defgeneric" "iter-defun" "defun*" "ert-deftest" "transient-define-prefix" "transient-define-suffix" "transient-define-infix" "transient-define-argument" "define-advice"))
((list . (symbol) @_form . (symbol) @name) @definition.method (#any-of? @_form "cl-defmethod" "defmethod"))
((list . (symbol) @_form . (symbol) @name) @definition.macro (#any-of? @_form "cl-defmacro" "defmacro*" "pcase-defmacro"))
((list . (symbol) @_form . (symbol) @name) @definition.variable (#any-of? @_form "defcustom" "defvar-local" "defvar-keymap" "defface" "defgroup" "defvaralias"))
((list . (symbol) @_form . (symbol) @name) @definition.function (#any-of? @_form "define-minor-mode" "define-derived-mode" "define-globalized-minor-mode" "define-generic-mode" "define-global-minor-mode" "define-compilation-mode"))
((list . (symbol) @_form . [(symbol) @name (list . (symbol) @name)]) @definition.struct (#any-of? @_form "cl-defstruct" "defstruct"))
((list . (symbol) @_form . (symbol) @name) @definition.class (#any-of? @_form "defclass" "define-widget" "define-error"))
((list . (symbol) @_form . (quote (symbol) @name)) @definition.function (#any-of? @_form "defalias" "define-obsolete-function-alias" "fset"))
((list . (symbol) @_form . (quote (symbol) @name)) @definition.variable (#any-of? @_form "define-obsolete-variable-alias" "defvaralias"))
((list . (symbol) @_form . (symbol) @name) @definition.variable (#match? @_form "^(def|cl-def|define-)"))
((list . (symbol) @_form . (quote (symbol) @name)) @definition.variable (#match? @_form "^define-"))

((list . (symbol) @reference.call)
  (#not-match? @reference.call "^((cl-)?def.*|require|provide|declare|interactive|unless|when|pcase|dolist)$"))
((quote (symbol) @reference.use) (#not-match? @reference.use "^(nil|t)$"))
((special_form (symbol) @reference.use) (#not-match? @reference.use "^(nil|t)$"))

((list . (symbol) @_require . (quote (symbol) @import.module)) @import (#eq? @_require "require"))
