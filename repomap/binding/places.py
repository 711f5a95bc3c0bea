"""Where names lead, and how sure: the words in which the parts of binding speak of definitions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from repomap.model import FUNCTIONS, Definition, Import, Reference

# How sure a binding is, by the best evidence for it (design §7): docs/languages-binding.md has how often each is right.
SAME_SCOPE = 0.97
SAME_FILE = 0.95
IMPORTED_NAME = 0.95
IMPORTED_MODULE = 0.9
TYPED = 0.9  # a member of the type that is declared for the value
INHERITED = 0.9
SAME_PACKAGE = 0.85
TYPE_AT_HAND = 0.7  # a method of a type that is named where it is called, on a value of unknown type
ONLY_ONE = 0.6
ONLY_METHOD = 0.5  # called on a value of unknown type
SAME_FOLDER = 0.4
ELSEWHERE = 0.3

_FAMILIES = {
    "c": ("c", "cpp", "objc", "cuda"),
    "javascript": ("javascript", "typescript", "tsx", "vue", "svelte", "html"),
    "java": ("java", "kotlin", "scala", "groovy"),
}
FAMILY = {name: family for family, names in _FAMILIES.items() for name in names}
"""Languages that call each other's definitions by name; any other language is a family of its own."""

CALLABLE = frozenset(("function", "method", "constructor", "class", "struct", "macro", "type", "enum", "union"))
MEMBERS = frozenset(("method", "field", "property", "member", "constructor"))
FIELDS = frozenset(("field", "property"))
MEMBERS_OR_FUNCTIONS = MEMBERS | FUNCTIONS


class Place(NamedTuple):
    """A definition's address: the file, and its position among the file's definitions."""

    path: str
    position: int


class Binding(NamedTuple):
    """What a reference may mean: `targets` share `confidence` equally; none when it leaves the repository."""

    reference: Reference
    targets: tuple[Place, ...]
    confidence: float


Found = tuple[tuple[Place, ...], float]
"""What a reference may mean, and the confidence that its targets share."""

Meaning = tuple[str, tuple[Place, ...], float]
"""The kind of a reference, what it may mean, and the confidence that its targets share."""


class Files(Protocol):
    """What binding asks of the index."""

    def definitions(self, path: str) -> Sequence[Definition]:
        """Return the definitions in a file."""

    def references(self, path: str) -> Sequence[Reference]:
        """Return the references in a file."""

    def imports(self, path: str) -> Sequence[Import]:
        """Return the imports in a file."""

    def language(self, path: str) -> str:
        """Return a file's language."""

    def definers(self, name: str) -> Sequence[Place]:
        """Return every definition called `name`, in path order."""


Resolve = Callable[[str, str, Import], Sequence[str]]
"""(importing file, language, import) → the files it denotes."""

Read = Callable[[str], bytes | None]
"""Path → the file's text, None when it cannot be read."""
