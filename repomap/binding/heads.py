"""Find what stands first in `Order.objects.filter`: it is used, too, though a query captures the last name alone."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING

from repomap.binding.name_rules import PACKAGE_IS_FOLDER, PARTS
from repomap.binding.places import IMPORTED_NAME, Meaning, Place
from repomap.model import Reference

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

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


def head_uses(scope: FileScope, name: str, references: Sequence[Reference]) -> list[Reference]:
    """Return the uses of `name` where it stands first in qualifiers: one a line, none where the name itself has one."""
    lines = {reference.line for reference in references if reference.name == name}
    found: dict[int, Reference] = {}
    for reference in references:
        line, qualifier = reference.line, reference.qualifier
        if qualifier.startswith(name) and line not in lines and head_of(scope, qualifier, reference.scope) == name:
            found[line] = Reference(name, "use", line, reference.scope, "")
    return list(found.values())


def imported_uses(scope: FileScope, named: Container[str]) -> Iterator[Meaning]:
    """Iterate over what imports bind in a file but for the names that are `named`: of these only members are used."""
    for name in scope.imports.named:
        if name not in named and (found := scope.imports.find(name, "use")):
            yield "use", found, IMPORTED_NAME


def imports_of(scope: FileScope, name: str) -> Iterator[tuple[int, tuple[Place, ...]]]:
    """Iterate over the import statements of a file that name `name`: the line of each, and what it means there."""
    for item in scope.binder.files.imports(scope.path):
        bound = next((rename or original for original, rename in item.names if original == name), "")
        if not item.names and PARTS.split(item.module)[-1] == name:
            bound = item.alias or name
        if bound and (found := scope.imports.find(bound, "use")):
            yield item.line, found
