"""Families of words that mean the same in code: parse and parser, validate and validation, config and configuration.

The index keeps light stems (`words.stem`), so that a name is found as it is written; a task's words meet them by
family. All that is asked of a family is that both sides agree on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from repomap.words import stem

SHORTEST = 3  # letters that are left of a word
SHORTEST_MENT = 5  # ... before "-ment": "deployment" is of "deploy", "document" is itself

_SHORT = {
    "arg": "argument",
    "attr": "attribute",
    "auth": "authenticate authentication authorize authorization",
    "config": "conf cfg configuration configure configurable",
    "ctx": "context",
    "db": "database",
    "dir": "directory",
    "doc": "document documentation",
    "env": "environment",
    "err": "error",
    "exec": "execute execution",
    "func": "function",
    "impl": "implement implementation",
    "init": "initialize initialise initialization initializer",
    "info": "information",
    "msg": "message",
    "param": "parameter",
    "pkg": "package",
    "repo": "repository",
    "req": "request",
    "spec": "specification",
    "sync": "synchronize synchronization",
    "tmp": "temp temporary",
    "util": "utility",
}
"""What programmers shorten, by the short form."""


def _undoubled(word: str) -> str:
    return word[:-1] if len(word) > SHORTEST and word[-1] == word[-2] and word[-1] not in "ls" else word


def _derived(word: str) -> str:
    """Return a light stem without the ending that makes a doer or a deed of a verb."""
    if word.endswith("er") and len(word) >= SHORTEST + 2:
        return _undoubled(word[:-2])
    if word.endswith(("tor", "sor")) and len(word) >= SHORTEST + 2:
        return word[:-2]
    if word.endswith(("tion", "sion")) and len(word) >= SHORTEST + 3:
        return word[:-3]
    if word.endswith("ment") and len(word) >= SHORTEST_MENT + 4:
        return word[:-4]
    return word


_FAMILY = {_derived(stem(word)): short for short, words in _SHORT.items() for word in (short, *words.split())}
_MEMBERS: dict[str, list[str]] = {}
for _short, _words in _SHORT.items():
    _MEMBERS[_short] = sorted({_derived(stem(word)) for word in (_short, *_words.split())})


@lru_cache(100_000)
def family(word: str) -> str:
    """Return the family of a light stem: a name that all its members share."""
    root = _derived(word)
    return _FAMILY.get(root, root)


def beginnings(names: Iterable[str]) -> list[str]:
    """Return the beginnings that the words of the families `names` have in lower case, and others may have, too.

    A part of a name begins with its light stem but for the stem's last letter, and that with a root of its family.
    """
    return sorted({root[:-1] for name in names for root in (name, *_MEMBERS.get(name, ()))})


@lru_cache(20_000)
def members(name: str) -> tuple[str, ...]:
    """Return the light stems that may belong to a family, whether or not they are words of any language."""
    found: dict[str, None] = {}
    for root in _MEMBERS.get(name, [name]):
        if family(root) == name:
            found[root] = None  # already a light stem: "pars" must not lose its last letter as a plural
        for ending in ("er", f"{root[-1:]}er", "or", "ion", "ment"):
            light = stem(root + ending)
            if family(light) == name:
                found[light] = None
    return tuple(found)
