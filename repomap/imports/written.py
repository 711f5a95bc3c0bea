"""Languages that write the path of the file: Bash, Dart, Zig, Solidity, Protobuf, Erlang, Terraform and others."""

from __future__ import annotations

import re

from repomap.imports.tree import Tree, join, parent, upward
from repomap.model import Import

_SUFFIXES = (
    *(".sh", ".bash", ".bats", ".zsh", ".sol", ".proto", ".hrl", ".erl", ".mk", ".r", ".R"),
    *(".v", ".vh", ".sv", ".svh", ".rkt", ".nix"),
)
_TERRAFORM = (".tf",)
_PUBSPEC_NAME = re.compile(r"^name:\s*[\"']?([\w.-]+)", re.MULTILINE)
# What a script puts before a path to mean its own folder or the project's: "$DIR/", "${0%/*}/", "$(dirname "$0")/".
_SHELL_PLACE = re.compile(r"""^["']*(?:\$\{[^}]*\}|\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`|\$[\w@]+)["']*/?""")
# `a/b` of `import "@scope/name/a/b"` and of `package:name/a/b`.
_PACKAGE = re.compile(r"^@[^/]+/[^/]+/|^[^/]+/")


class _Written:
    per_file = False
    by_name = False

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._files = tree.files
        self._dart: dict[str, str] | None = None

    def resolve(self, importer: str, language: str, item: Import) -> tuple[str, ...]:
        text = item.module.strip().strip("\"'`;<>").strip()
        if not text:
            return ()
        if language == "dart":
            return self._dart_file(importer, text)
        if language == "hcl":
            folder = join(parent(importer), text) if text.startswith(".") else None
            return tuple(sorted(self._tree.by_folder(_TERRAFORM).get(folder, ()))) if folder is not None else ()
        if language == "erlang":
            name = text if text.endswith(".hrl") else f"{text}.erl"
            return self._around(importer, name) or self._unique(importer, name)
        plain = text
        while match := _SHELL_PLACE.match(plain):
            plain = plain[match.end() :]
        plain = plain.strip("\"'")
        if language == "zig":
            # A name without an ending is a module of build.zig, by custom called like the file it starts in.
            return self._around(importer, plain if plain.endswith(".zig") else f"{plain}.zig")
        found = self._around(importer, plain)
        if not found and language == "bash" and not plain.endswith(".bash"):
            found = self._around(importer, f"{plain}.bash")  # as Bats' `load` does
        if found:
            return found
        found = self._unique(importer, plain)
        if not found and "/" in plain and language in ("solidity", "proto"):
            return self._unique(importer, _PACKAGE.sub("", plain))
        return found

    def _around(self, importer: str, text: str) -> tuple[str, ...]:
        """Return the file at the path `text` seen from the importer's folder, else from one around it."""
        if not text.rpartition("/")[2]:
            return ()
        folder = parent(importer)
        for place in upward(folder):
            for inner in ("", "include", "src"):
                path = join(place, inner, text)
                if path and path in self._files:
                    return (path,)
            if text.startswith("."):
                break
        return ()

    def _unique(self, importer: str, text: str) -> tuple[str, ...]:
        tail = text.lstrip("./")
        found = self._tree.suffix(importer, tail, _SUFFIXES) if tail else ()
        return found if len(found) == 1 else ()

    def _dart_file(self, importer: str, text: str) -> tuple[str, ...]:
        scheme, colon, rest = text.partition(":")
        if not colon:
            path = join(parent(importer), text)
            return (path,) if path and path in self._files else ()
        if scheme != "package":
            return ()
        if self._dart is None:
            self._dart = {}
            for pubspec in self._tree.named("pubspec.yaml"):
                match = _PUBSPEC_NAME.search(self._tree.text(pubspec))
                if match:
                    self._dart.setdefault(match[1], parent(pubspec))
        name, _, inside = rest.partition("/")
        folder = self._dart.get(name)
        path = join(folder, "lib", inside) if folder is not None else None
        return (path,) if path and path in self._files else ()


def create(tree: Tree) -> _Written:
    """Return the rules of these languages over `tree`."""
    return _Written(tree)
