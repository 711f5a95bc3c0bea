"""First-class languages: definitions, references, imports, doc lines, signatures, exported names."""

from __future__ import annotations

from repomap.languages.row import Language

FIRST_CLASS: tuple[Language, ...] = (
    Language(
        "python",
        ("tree_sitter_python", "language"),
        (".py", ".pyi", ".pyw"),
        filenames=("SConstruct", "SConscript"),
        interpreters=("python",),
        export="underscore",
        docstring=True,
        comments=("#",),
    ),
    Language(
        "javascript",
        ("tree_sitter_javascript", "language"),
        (".js", ".jsx", ".mjs", ".cjs"),
        interpreters=("node",),
        export="export",
    ),
    Language(
        "typescript",
        ("tree_sitter_typescript", "language_typescript"),
        (".ts", ".mts", ".cts"),
        interpreters=("deno", "ts-node", "tsx", "bun"),
        export="export",
    ),
    Language("tsx", ("tree_sitter_typescript", "language_tsx"), (".tsx",), export="export"),
    Language("go", ("tree_sitter_go", "language"), (".go",), export="capital"),
    Language("rust", ("tree_sitter_rust", "language"), (".rs",), export="pub"),
    Language("java", ("tree_sitter_java", "language"), (".java",), export="not-private"),
    Language("c", ("tree_sitter_c", "language"), (".c", ".h"), export="not-static"),
    Language(
        "cpp",
        ("tree_sitter_cpp", "language"),
        (".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".ixx", ".cppm"),
        export="not-static",
    ),
)
