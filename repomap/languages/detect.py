"""Tell a file's language from its name and, where names do not settle it, from its first bytes."""

from __future__ import annotations

import re

from repomap.languages.table import languages

_FAMILIES = {
    "Dockerfile": "dockerfile",
    "Containerfile": "dockerfile",
    "Makefile": "make",
    "GNUmakefile": "make",
    "Jenkinsfile": "groovy",
    "tsconfig": "json",
    "docker-compose": "yaml",
}
"""First parts of names that may be followed by others: Dockerfile.dev, tsconfig.build.json."""

_YAML = (".yml", ".yaml")  # read only where tools look for them: a repository may hold thousands
_WORKFLOWS = re.compile(r"(?:^|/)\.(?:github|gitea|forgejo)/workflows/[^/]+$|(?:^|/)\.circleci/config\.yml$")

_OTHERS = (
    ".png .jpg .jpeg .gif .svg .ico .webp .woff .woff2 .ttf .eot .mp3 .mp4 .pdf .zip .gz .jar .css .scss .less .map "
    ".snap .lock .csv .tsv .po .mo .xml .rst .log .out .golden .stderr .stdout .expected .diff .patch .bin .dat .S .s"
)
"""What most files that are no source are called; without the list each of them takes the longer way."""

_SHARED = ".h .m .v .pl .t .ts .inc .fs .pp .d .cl .scm .ss .sls .html .htm"
SHARED = frozenset(_SHARED.split())
"""Suffixes that several languages share, or that some files bear which are not to be read: `contents.RULES` tells."""

_LOOK = "look"

_suffixes: dict[str, str | None] = {}
_names: dict[str, str] = {}
_interpreters: dict[str, str] = {}


def refresh() -> None:
    """Take over the table as it is now. To be called when plug-ins have changed it."""
    _suffixes.clear()
    _names.clear()
    _interpreters.clear()
    _suffixes.update(dict.fromkeys(_OTHERS.split()))
    _suffixes.update({".cgi": "?", ".fcgi": "?"})
    for row in reversed(languages()):  # of two that claim a name the first in the table has it
        _suffixes.update(dict.fromkeys(row.extensions, row.name))
        _names.update(dict.fromkeys(row.filenames, row.name))
        _interpreters.update(dict.fromkeys(row.interpreters, row.name))


def by_name(path: str) -> str | None:
    """Return the language that `path` most likely is by its name, "?" when only the contents can tell.

    None means that it is no source file. Asked of every file of a repository on every run: for most a single look-up.
    """
    found = _suffixes.get(path[path.rfind(".") :], _LOOK)
    return found if found is not _LOOK else _by_whole_name(path)


def _by_whole_name(path: str) -> str | None:
    name = path[path.rfind("/") + 1 :]
    if name in _names:
        return _names[name]
    dot = name.rfind(".")
    if dot < 1:
        return "?"
    suffix = name[dot:].lower()
    if suffix in _suffixes:
        return _suffixes[suffix]
    if suffix in _YAML and _WORKFLOWS.search(path):
        return "yaml"
    return _FAMILIES.get(name[: name.find(".")])


def detect(path: str, head: bytes) -> str | None:
    """Return the language of the file at `path` whose contents start with `head`, or None for no source file.

    With an empty `head` the name alone decides.
    """
    found = by_name(path)
    suffix = path[path.rfind(".") :].lower()
    if found != "?" and (found is None or not head or suffix not in SHARED):
        return found
    from repomap.languages.contents import RULES, by_contents  # 5 ms of expressions

    return by_contents(head, _interpreters) if found == "?" else RULES[suffix](head)


refresh()
