"""Bind what is called on a Lua table: a module is the table its file returns, an object's methods are its table's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from repomap.binding.name_rules import PARTS
from repomap.binding.places import IMPORTED_MODULE, SAME_SCOPE, Found, Place

if TYPE_CHECKING:
    from repomap.binding.file_scope import FileScope

_MODULE = "M"  # what a module's table is called by custom, when it is not called like its file


def member_of_self(scope: FileScope, name: str, at: int) -> Found | None:
    """Return what `self.name` means in the definition at `at`, None when its table has no such member in this file."""
    while at >= 0 and not scope.definitions[at].parent:
        at = scope.definitions[at].owner
    found = _members(scope, name, scope.definitions[at].parent) if at >= 0 else []
    return (tuple(found), SAME_SCOPE) if found else None


def member_of_table(scope: FileScope, name: str, qualifier: str, targets: Sequence[str]) -> Found | None:
    """Return what `qualifier.name` means, None when no table that is known has it.

    `targets` are the files that an import binds the qualifier to.
    """
    if not targets:
        found = _members(scope, name, qualifier) if scope.top(PARTS.split(qualifier)[0]) else []
        return (tuple(found), SAME_SCOPE) if found else None
    for target in targets:
        other = scope.binder.scope(target)
        folder, _, file = target.rpartition("/")
        stem = file.partition(".")[0]
        for table in (PARTS.split(qualifier)[-1], stem, folder.rpartition("/")[2], _MODULE):
            if found := _members(other, name, table):
                return tuple(found), IMPORTED_MODULE
    return None


def _members(scope: FileScope, name: str, table: str) -> list[Place]:
    return [Place(scope.path, at) for at in scope.called(name) if scope.definitions[at].parent == table]
