"""What universal-ctags is compared in, by language: the kinds of its tags, and the kinds of mistake it makes.

docs/ctags-disagreements.md has an example of each mistake.
"""

from __future__ import annotations

import re

_TYPES = {"class", "interface", "struct", "enum", "union", "typedef", "type", "talias", "typealias", "alias", "trait"}
_CODE = {"function", "func", "method", "generator", "getter", "setter", "singletonMethod", "protocol", "delegate"}
_VERILOG = {"module", "function", "task", "package", "program"}
KINDS: dict[str, tuple[str, set[str]]] = {
    "python": ("Python", {"class", "function", "member"}),
    "javascript": ("JavaScript", _TYPES | _CODE),
    "typescript": ("TypeScript", _TYPES | _CODE),
    "tsx": ("TypeScript", _TYPES | _CODE),
    "go": ("Go", _TYPES | _CODE | {"methodSpec"}),
    "rust": ("Rust", _TYPES | _CODE | {"macro"}),
    "java": ("Java", _TYPES | _CODE | {"annotation"}),
    "c": ("C", _TYPES | _CODE),
    "cpp": ("C++", _TYPES | _CODE),
    "kotlin": ("Kotlin", _TYPES | _CODE | {"object"}),
    "objc": ("ObjectiveC", _TYPES | _CODE),
    "csharp": ("C#", _TYPES | _CODE),
    "ruby": ("Ruby", _TYPES | _CODE | {"module"}),
    "php": ("PHP", (_TYPES | _CODE) - {"alias"}),
    "lua": ("Lua", _CODE),
    "bash": ("Sh", _CODE),
    "elixir": ("Elixir", _TYPES | _CODE | {"module", "macro"}),
    "ada": ("Ada", {"package", "subprogram", "type", "subtype", "task", "protected"}),
    "clojure": ("Clojure", {"function", "namespace"}),
    "commonlisp": ("Lisp", {"function", "macro"}),
    "cuda": ("CUDA", _TYPES | _CODE),
    "d": ("D", _TYPES | _CODE | {"template", "module"}),
    "elisp": ("EmacsLisp", {"function", "macro", "subst", "inline", "minorMode", "derivedMode"}),
    "elm": ("Elm", {"function", "type", "alias", "port", "module", "constructor"}),
    "erlang": ("Erlang", {"function", "macro", "module", "record", "type"}),
    "fortran": ("Fortran", {"function", "subroutine", "module", "submodule", "program", "type", "interface", "method"}),
    "glsl": ("C", {"function", "struct"}),
    "haskell": ("Haskell", {"function", "type", "module"}),
    "julia": ("Julia", {"function", "macro", "module", "struct", "type"}),
    "matlab": ("MatLab", {"function", "class"}),
    "ocaml": ("OCaml", {"function", "type", "module", "class", "method", "Exception"}),
    "ocaml_interface": ("OCaml", {"val", "type", "class", "method", "Exception"}),
    "pascal": ("Pascal", {"function", "procedure"}),
    "perl": ("Perl", {"subroutine", "package", "constant"}),
    "powershell": ("PowerShell", {"function"}),
    "r": ("R", {"function"}),
    "racket": ("Scheme", {"function"}),
    "scheme": ("Scheme", {"function"}),
    "systemverilog": ("SystemVerilog", _VERILOG | {"class", "enum", "interface", "ifclass", "struct", "typedef"}),
    "verilog": ("Verilog", _VERILOG),
    "vhdl": ("VHDL", {"entity", "architecture", "package", "function", "procedure", "type", "subtype"}),
}
"""Language → (ctags' name of it, the kinds compared: functions, methods, classes, interfaces, structs, type names)."""

TEXT = re.compile(r"string|comment|heredoc|raw_text|quoted_content|sigil|charlist|regex")
CODE_IN_TEXT = re.compile(r"interpolat|substitution|expansion")
"""Types of a syntax tree's nodes in which words are text, and of those inside that hold code again."""
INDENTED = frozenset(("elm",))
"""Languages whose indented lines are marked for the patterns below: what they define is local."""

_MACRO = ("a macro before a body or a list is called a function", re.compile(r"^function [A-Z][A-Z0-9_]+\t"))
_INITIALISED = (
    "a field that is initialised is called a function",
    re.compile(r"^function (\w+)\t(?:[:,]\s*\1\b|\1\([^()]*\),)"),
)
_IMPORTED_TYPE = ("a type that is imported is called an alias", re.compile(r"^alias .*\t.*\btype\b(?!.*=)"))
_TYPESCRIPT = (
    _IMPORTED_TYPE,
    (
        "a keyword is called a method or an alias",
        re.compile(r"^\w+ (?:any|as|extends|false|for|get|if|infer|is|keyof|new|set|switch|this|true|typeof|while)\t"),
    ),
    ("a type that is used is called an alias", re.compile(r"^alias (\w+)\t(?!.*\btype\s+\1\b).*=.*\b\1\b")),
)
_OCAML = (
    ("a pattern or keyword is called a function", re.compile(r"^function (?:[^\w(]|\(\)|_\t|_\w+|open\t|%)")),
    ("a file is called a module", re.compile(r"^module (\S+)\t(?!.*\bmodule\s+(?:rec\s+)?\1\b)")),
    ("`nonrec` or an attribute is called a type", re.compile(r"^type (?:nonrec\t|(\w+)\ttype \[@\1)")),
    (
        "a use of a type or module is called one",
        re.compile(
            r"^(?:type|module) (\S+)\t.*\b(?:with|and|include .*)\s+(?:type|module)\b[^=]*\b\1\b|\((?:type|module) \w"
        ),
    ),
    ("an extension of a type is called one", re.compile(r"^type (\w+)\ttype \1\.")),
    ("an exception that is handled is listed", re.compile(r"^Exception (\S+)\t.*(?:\||match|with)\s*exception\s+\1")),
)
FIRST_LINES: dict[str, re.Pattern[str]] = {
    "dart": re.compile(
        r"^ *(?:(?:abstract|base|final|sealed|mixin|interface) +)*(?:class|enum|mixin|extension(?: type)?|typedef) +"
        r"(?!on\b|class\b)([\w$]+)|^ *(?:(?:static|external|late) )*(?:Future|Stream|void|int|bool|String|List|Map|"
        r"double|num|Iterable|Widget)(?:<[\w<>, ?]*>)?\?? +(?:get |set )?(?!operator\b|Function\b)([\w$]+)"
        r"(?:\(|<\w| =>)",
        re.MULTILINE,
    ),
    "scala": re.compile(
        r"^ *(?:@\w+(?:\([^)\n]*\))?\s+)*(?:(?:private|protected|override|final|sealed|abstract|implicit|case|lazy|"
        r"inline|open|transparent|opaque)(?:\[\w+\])? +)*(?:class|trait|object|def|type|enum) +(\w+)(?=[\s(\[:={])",
        re.MULTILINE,
    ),
    "swift": re.compile(
        r"^[ \t]*(?:@\w+(?:\([^)\n]*\))?\s+)*(?:(?:public|package|private|internal|fileprivate|open|final|static|"
        r"class|override|mutating|required|convenience|nonisolated|indirect)(?:\(set\))?[ \t]+)*"
        r"(?:class|struct|enum|protocol|actor|func|typealias)[ \t]+(?!func\b|var\b|let\b)(\w+)",
        re.MULTILINE,
    ),
}
"""Language that ctags 5.9 does not read → a pattern for the first line of a definition, which stands in for it."""

WRONG: dict[str, tuple[tuple[str, re.Pattern[str]], ...]] = {
    "javascript": (
        (
            "an object literal is called a class",
            re.compile(r"^class (\S+)\t.*[=:(,]\s*(?:\{|Object\.\w+\(|\[|new\b|$)"),
        ),
        (
            "a use of a prototype is called a class or method",
            re.compile(r"^(?:class|method) (\S+)\t(?:.*\b\1\.prototype\b|delete .*\.prototype\.|.*\.prototype\.\1\.)"),
        ),
        (
            "a line without the word class or function is called a class",
            re.compile(r"^class \S+\t(?!.*\b(?:class|function)\b)"),
        ),
        ("what `module.exports` holds is called a class", re.compile(r"^class exports\t")),
        (
            "the object that a function is put into is called one",
            re.compile(
                r"^(?:function|method) (\S+)\t.*(?<![\w$])\1(?:\.[\w$]+)*(?:\.[\w$]+|\[.*\])\s*=\s*(?:async )?function"
            ),
        ),
        ("`x.get = …` is called x", re.compile(r"^function (\S+)\t.*\b\1\.(?:prototype\.)?(?:get|set)\b")),
        (
            "the result of a function called at once is called a function",
            re.compile(r"^function (\S+)\t.*\b\1\s*[=:]\s*(?:new\s*)?[(!]\s*(?:async\s*)?function"),
        ),
    ),
    "c": (_MACRO,),
    "cpp": (_MACRO, _INITIALISED),
    "typescript": _TYPESCRIPT,
    "kotlin": (
        ("a name in backticks is garbled", re.compile(r"\t.*`")),
        (
            "a value that `when` tests is called a method",
            re.compile(r"^method (\S+)\t.*\bwhen \(val \1\b"),
        ),
        (
            "a lambda's parameter is called a method",
            re.compile(r"^method (\S+)\t.*(?:[{,]|\bfor \()\s*\(?\1\b(?!\s*\()|^method (\S+)\t\(?(?:\w+, )?\2\b.*->"),
        ),
        ("a companion object without a name is given one", re.compile(r"^object Companion\t")),
    ),
    "objc": (
        (
            "a declaration without a body is called a function",
            re.compile(r"^function .*\t(?!.*\{).*[;,]$|^protocol (\S+)\t@protocol \1\s*[;,]"),
        ),
        ("a category or extension is called an interface", re.compile(r"^interface (\S+)\t@interface \1\s*\(")),
        ("a block's last parameter is called a typedef", re.compile(r"^typedef .*\ttypedef .*\^")),
        (
            "a macro or attribute is called a function or method",
            re.compile(r"^\w+ (?:__\w+|[A-Z][A-Z_]+|static_assert)\t|^function ([A-Z]\w+)\t\1\("),
        ),
        ("a method is called a function of another's line", re.compile(r"^function \w+\t[-+]\s*\(")),
        (
            "a type of numbers or a word after an enumeration is called one",
            re.compile(r"^enum .*\t.*\benum : |^typedef endif\t"),
        ),
        _INITIALISED,
    ),
    "lua": (
        ("a value in a table under a computed key is listed", re.compile(r"^function \S*[\]\"'~]")),
        (
            "a line with the word function in it is called one",
            re.compile(
                r"^function \{|^function (\S+)\t(?!.*\bfunction\s+(?:[\w.:]*[.:])?\1\b)(?!(?:.*\W)?\1\s*=\s*function\b)"
            ),
        ),
    ),
    "csharp": (
        ("a namespace's alias is called a typedef", re.compile(r"^typedef .*\tusing\b|^typedef .*\t\ufeff?using\b")),
        ("a call is called a method", re.compile(r"^method (\S+)\t(?:.*\bnew (?=\1\()|\.?|:\s*|[\w.]+\.)\1\b")),
        (
            "a type parameter or its bound is called a class",
            re.compile(r"^(?:interface|class|struct) (\S+)\t(?:.*\b)?where\b.*\b\1\b"),
        ),
    ),
    "ruby": (
        ("of a name the sign at its end is dropped", re.compile(r"^alias (\S+)\t.*\balias(?:_method)?\s+:?\1[?!=]")),
        ("the object of a method is called one", re.compile(r"^singletonMethod (\S+)\t.*\bdef\s+\1\.")),
    ),
    "bash": (("an array is called a function", re.compile(r"^function \S+=\t")),),
    "elixir": (
        ("a name loses its last letter", re.compile(r"^macro (\w+)\tdefmacro \1\w\(")),
        ("a name that is computed is listed", re.compile(r"^\w+ unquote\t|^module (\w+)\tdefmodule \1\.\w+\(")),
    ),
    "tsx": _TYPESCRIPT,
    "clojure": (("a name that a macro makes is listed", re.compile(r"^function ~\t")),),
    "cuda": (
        _INITIALISED,
        (
            "an attribute or a call is called a function",
            re.compile(r"^function (\w+)\t(?:__\1|\1\(.*\),$)|^function __"),
        ),
        ("an operator's sign is dropped", re.compile(r"^function operator\t.*\boperator\s*\(")),
    ),
    "d": (
        ("`alias x this` is called an alias", re.compile(r"^alias this\t")),
        ("a word after `package` or in a list is called a module", re.compile(r"^module (\S+)\t(?!.*\bmodule\b)")),
        ("a template's parameter is called an alias", re.compile(r"^alias (\w+)\t.*[(,]\s*\w+ \1\b")),
    ),
    "elm": (("a value that `let` binds is called a function", re.compile(r"^function .*\tinside: ")),),
    "glsl": (("a qualifier is called a function", re.compile(r"^function layout\t")),),
    "haskell": (
        ("of a module's path the first word is listed", re.compile(r"^module (\w+)\tmodule \1\.")),
        ("a keyword is called a function", re.compile(r"^function (?:where|class|infix[lr]?|pattern|return)\t")),
        ("a use of a type is called a function", re.compile(r"^function [\W\d]*[A-Z]|^function [\[{}()]+\t")),
        ("the sign at a name's end is dropped", re.compile(r"^function (\w+)\t\1#")),
        ("a call at the top is called a function", re.compile(r"^function (\w+)\t\$?\(?\1\b(?!.*[=|])")),
    ),
    "ocaml": _OCAML,
    "ocaml_interface": _OCAML,
    "pascal": (
        (
            "a word after `procedure` or `function` in a type or an expression is listed",
            re.compile(r"^(?:procedure|function) (\w*)\t(?!.*(?i:\b(?:procedure|function)\s+(?:\w+\.)*\1\b))"),
        ),
        ("a template's name is called a method", re.compile(r"^(?:function|procedure) (\w+)\t.*\b\1<")),
        ("a type without a name is listed", re.compile(r"^(?:procedure|function) (?:of|is|begin|)\t")),
    ),
    "fortran": (("a macro around a name is listed", re.compile(r"^method ([A-Z_]+)\t.*\b\1\(")),),
    "racket": (("a keyword is called a function", re.compile(r"^function #:")),),
    "scheme": (
        ("of a library's path the first word is listed", re.compile(r"^function (\S+)\t\(define-library \(\1\b")),
    ),
    "systemverilog": (("a keyword is called a type", re.compile(r"^typedef `")),),
}
"""Language → (reason, pattern of "KIND NAME\\tTEXT OF THE LINE") where ctags lists what is no definition."""
