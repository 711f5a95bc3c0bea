(defun (defun_header keyword: (defun_keyword) @_form function_name: (_) @name lambda_list: (_)? . ) . (_)? @body) @definition.function
; a parameter is local and left out, and so is no call
(defun_header lambda_list: (list_lit . (sym_lit) @name @definition.variable))
(defun_header lambda_list: (list_lit (list_lit . (sym_lit) @name @definition.variable)))
((list_lit . (sym_lit) @_form . "#"? . [(sym_lit) @name (kwd_lit (kwd_symbol) @name)]) @definition.module (#any-of? @_form "defpackage" "define-package" "uiop:define-package"))
((list_lit . (sym_lit) @_form . (sym_lit) @name) @definition.variable (#any-of? @_form "defvar" "defparameter" "defconstant" "define-constant" "defglobal" "define-symbol-macro"))
((list_lit . (sym_lit) @_form . (sym_lit) @name . (list_lit) . (_) @body) @definition.class (#any-of? @_form "defclass" "define-condition"))
((list_lit . (sym_lit) @_form . (sym_lit) @name) @definition.class (#any-of? @_form "defclass" "define-condition"))
((list_lit . (sym_lit) @_form . [(sym_lit) @name (list_lit . (sym_lit) @name)]) @definition.struct (#eq? @_form "defstruct"))
((list_lit . (sym_lit) @_form . (sym_lit) @name) @definition.type (#eq? @_form "deftype"))
((list_lit . (sym_lit) @_form . [(sym_lit) @name (list_lit . (sym_lit) @name)]) @definition.macro (#any-of? @_form "define-compiler-macro" "defsetf" "define-modify-macro" "define-method-combination"))
((list_lit . (sym_lit) @_form . (sym_lit) @name) @definition.macro (#match? @_form "(?i)^(def|define-)"))

((list_lit . (sym_lit) @reference.call)
  (#not-match? @reference.call "^((cl-)?def.*|in-package|let|let[*]|if|when|unless|cond|progn|lambda|declare|setf|setq|quote|function|loop|case)$"))
(var_quoting_lit value: (sym_lit) @reference.use)
((list_lit . (sym_lit) @_class . (sym_lit) . (list_lit (sym_lit) @reference.inherit)) (#any-of? @_class "defclass" "define-condition"))
