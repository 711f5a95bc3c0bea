"""Structure: files of which the named parts are kept, such as headings, tables and targets.

Of JSON, TOML and YAML only the files whose name is given here are read: package manifests, workflows and the like.
"""

from __future__ import annotations

from repomap.languages.row import Language
from repomap.languages.second_class import ALL, PACK

STRUCTURE: tuple[Language, ...] = (
    Language(
        "sql", ("tree_sitter_sql", "language"), (".sql", ".ddl", ".pgsql"), comments=("--", "/*", "*"), extra="sql"
    ),
    Language("proto", (PACK + "proto", "language"), (".proto",), extra=ALL),
    Language("graphql", (PACK + "graphql", "language"), (".graphql", ".gql", ".graphqls"), comments=("#",), extra=ALL),
    Language("hcl", ("tree_sitter_hcl", "language"), (".tf", ".hcl", ".tofu"), comments=("#", "//", "/*", "*")),
    Language(
        "dockerfile",
        ("tree_sitter_dockerfile", "language"),
        (".dockerfile", ".containerfile"),
        filenames=("Dockerfile", "Containerfile"),
        comments=("#",),
        atomic=True,
    ),
    Language(
        "make",
        ("tree_sitter_make", "language"),
        (".mk", ".mak", ".make"),
        filenames=("Makefile", "makefile", "GNUmakefile"),
        interpreters=("make",),
        comments=("#",),
        atomic=True,
    ),
    Language(
        "cmake",
        (PACK + "cmake", "language"),
        (".cmake",),
        filenames=("CMakeLists.txt",),
        comments=("#",),
        atomic=True,
        extra=ALL,
    ),
    Language("markdown", ("tree_sitter_markdown", "language"), (".md", ".markdown", ".mdx"), comments=(), atomic=True),
    Language(
        "json",
        ("tree_sitter_json", "language"),
        (),
        filenames=("package.json", "composer.json", "deno.json", "deno.jsonc", "tsconfig.json", "jsconfig.json"),
        comments=(),
        atomic=True,
    ),
    Language(
        "toml",
        ("tree_sitter_toml", "language"),
        (),
        filenames=("pyproject.toml", "Cargo.toml", "Pipfile", "gleam.toml", "Project.toml", "netlify.toml", "fly.toml"),
        comments=("#",),
        atomic=True,
    ),
    Language(
        "yaml",
        ("tree_sitter_yaml", "language"),
        (),
        filenames=(
            "docker-compose.yml",
            "docker-compose.yaml",
            "compose.yml",
            "compose.yaml",
            ".gitlab-ci.yml",
            "action.yml",
            "action.yaml",
            "pubspec.yaml",
            "serverless.yml",
            "azure-pipelines.yml",
            ".pre-commit-config.yaml",
        ),
        comments=("#",),
        atomic=True,
    ),
    Language(
        "html",
        ("tree_sitter_html", "language"),
        (".html", ".htm", ".xhtml"),
        comments=(),
        atomic=True,
        embeds="javascript",
    ),
    Language("vue", ("tree_sitter_typescript", "language_typescript"), (".vue",), export="export"),
    Language("svelte", ("tree_sitter_typescript", "language_typescript"), (".svelte",), export="export"),
    Language(
        "notebook",
        ("tree_sitter_python", "language"),
        (".ipynb",),
        export="underscore",
        docstring=True,
        comments=("#",),
    ),
)
