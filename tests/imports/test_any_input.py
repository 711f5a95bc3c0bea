"""What holds for every language: nothing raises, answers are files of the repository, and they never vary."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from repomap.imports import ImportResolver
from repomap.model import Import

LANGUAGES = (
    *(
        "python",
        "javascript",
        "typescript",
        "vue",
        "go",
        "rust",
        "java",
        "kotlin",
        "scala",
        "groovy",
        "c",
        "cpp",
        "objc",
    ),
    *(
        "csharp",
        "php",
        "ruby",
        "elixir",
        "swift",
        "lua",
        "haskell",
        "ocaml",
        "perl",
        "julia",
        "clojure",
        "bash",
        "dart",
    ),
    *("zig", "solidity", "proto", "erlang", "hcl", "cobol"),
)
ENDINGS = (
    "py",
    "js",
    "ts",
    "go",
    "rs",
    "java",
    "kt",
    "scala",
    "c",
    "h",
    "cs",
    "php",
    "rb",
    "ex",
    "swift",
    "lua",
    "dart",
)
MANIFESTS = (
    *("package.json", "tsconfig.json", "go.mod", "Cargo.toml", "composer.json", "pubspec.yaml", "pyproject.toml"),
    *("Package.swift", "A.csproj"),
)
steps = st.sampled_from(("a", "b", "src", "lib", "tests", "A"))
paths = st.builds(
    lambda folders, name, ending: "/".join([*folders, f"{name}.{ending}"]),
    st.lists(steps, max_size=3),
    st.sampled_from(("a", "b", "index", "mod", "__init__", "A")),
    st.sampled_from(ENDINGS),
)
modules = st.one_of(
    st.text(max_size=12),
    st.builds(
        "".join,
        st.lists(st.sampled_from(("a", "b", ".", "..", "/", "::", "\\", "*", "@", "#", "A", "super", "crate", "$"))),
    ),
)
names = st.lists(st.tuples(st.one_of(st.just("*"), st.text(max_size=4), steps), st.just("")), max_size=3).map(tuple)


@given(st.sets(paths, min_size=1, max_size=12), st.binary(max_size=60), st.sampled_from(LANGUAGES), modules, names)
def test_no_import_and_no_manifest_raises_and_every_answer_is_another_file(
    found: set[str], manifest: bytes, language: str, module: str, wanted: tuple[tuple[str, str], ...]
) -> None:
    every = sorted(found) + list(MANIFESTS)
    importer = every[0]
    item = Import(module, wanted, "", 1)

    first = ImportResolver(every, lambda path: manifest).resolve(importer, language, item)
    second = ImportResolver(set(every), lambda path: manifest).resolve(importer, language, item)

    assert set(first) <= set(every) - {importer}
    assert len(set(first)) == len(first)
    assert first == second


def test_manifests_of_an_odd_shape_are_read_as_empty() -> None:
    odd = {
        "package.json": '{"name": 3, "main": [], "exports": [[{"a": null}]], "imports": "#x", "workspaces": 1}',
        "tsconfig.json": '{"extends": [1], "compilerOptions": {"paths": {"*": "x", "a": [2]}, "baseUrl": 7}}',
        "jsconfig.json": '{"references": 1, "compilerOptions": []}',
        "composer.json": '{"autoload": {"psr-4": [], "classmap": {"a": 1}, "files": 2}, "autoload-dev": 3}',
    }
    resolver = ImportResolver([*odd, "a.js", "a.php"], lambda path: odd.get(path, "").encode())
    assert resolver.resolve("a.js", "javascript", Import("x", (), "", 1)) == ()
    assert resolver.resolve("a.js", "javascript", Import("#x", (), "", 1)) == ()
    assert resolver.resolve("a.php", "php", Import("A\\B", (), "", 1)) == ()


def test_nothing_is_read_before_the_first_import() -> None:
    def read(path: str) -> bytes | None:
        raise AssertionError(path)

    ImportResolver({"go.mod", "package.json"}, read)
