"""Find what a file uses without a reference of its own: the first name of `Order.objects.filter`, what it imports."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

from repomap.binding.name_rules import PACKAGE_IS_FOLDER, PARTS
from repomap.binding.places import IMPORTED_NAME, Meaning, Place

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

LONGEST = 300  # lines of an import statement that are searched for a name
_MODULES = frozenset(("python", "notebook", "javascript", "typescript", "tsx", "vue", "svelte"))
"""Languages in which a name is defined in the file, or imported. Their queries capture no first name of a path."""
_PACKAGES = PACKAGE_IS_FOLDER | {"dart"}
"""Others of such queries in which it may be visible without, and is a type's where it is capitalised."""


def head_of(scope: FileScope, qualifier: str, at: int) -> str:
    """Return the name that stands first in a qualifier in scope `at`; "" for a variable's, or a reference already."""
    if not qualifier or (scope.language not in _MODULES and scope.language not in _PACKAGES):
        return ""
    head = PARTS.split(qualifier)[0]
    if head in scope.selves or head in scope.supers or head in scope.locals(at):
        return ""
    if head in scope.imports.named or scope.top(head):
        return head
    return head if scope.language in _PACKAGES and head[:1].isupper() else ""


def imported_uses(scope: FileScope, named: Container[str]) -> Iterator[Meaning]:
    """Iterate over what imports bind in a file but for the names that are `named`: of these only members are used."""
    for name in scope.imports.named:
        if name not in named and (found := scope.imports.find(name, "use")):
            yield "use", found, IMPORTED_NAME


def imports_of(scope: FileScope, name: str) -> Iterator[tuple[int, tuple[Place, ...]]]:
    """Iterate over the imports of `name` in a file: the first line of each, and what it means there."""
    for item in scope.binder.files.imports(scope.path):
        bound = next((rename or original for original, rename in item.names if original == name), "")
        if not item.names and PARTS.split(item.module)[-1] == name:
            bound = item.alias or name
        if bound and (found := scope.imports.find(bound, "use")):
            yield item.line, found


def line_of(scope: FileScope, name: str, first: int) -> int:
    """Return the first line from `first` on that holds `name`: a statement that imports much has a line for each."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    lines = scope.lines()[first - 1 : first - 1 + LONGEST]
    return next((first + at for at, line in enumerate(lines) if word.search(line)), first)
