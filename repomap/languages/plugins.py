"""Languages of the user's own: `languages.toml` names a grammar wheel and a query file for each.

    [css]
    grammar = "tree_sitter_css"
    query = "css.scm"
    extensions = [".css"]

The file lies in the repository's `.repomap/` or in the user's configuration folder; the former wins. A name of the
table replaces that language. The query's captures are described in `repomap.extraction.extract`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from repomap.languages.detect import refresh
from repomap.languages.load import forget, installed_grammars
from repomap.languages.row import Language
from repomap.languages.table import set_plugins
from repomap.settings import configuration_folder

FILE = "languages.toml"

_LISTS = ("extensions", "filenames", "interpreters", "comments")
_FLAGS = ("docstring", "clauses", "atomic")
_TEXTS = ("grammar", "function", "query", "export")
_MODULE = re.compile(r"tree_sitter_\w+(?:\.\w+)*")  # a repository's file must not make us import whatever it likes
_FUNCTION = re.compile(r"language\w*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class _Mistake(ValueError):
    """A sentence on what is wrong with one language."""


def register(state: Path) -> list[str]:
    """Put the languages of the user and of the repository whose state folder is `state` into the table.

    They take the place of what was registered before. Returns a sentence for each language that cannot be used, and
    for each file that cannot be read: name, mistake and fix. Nothing is imported until a file of the language is met.
    """
    rows: dict[str, Language] = {}
    mistakes: list[str] = []
    for folder in (configuration_folder(), state):
        path = folder / FILE
        try:
            tables = _tables(path)
        except FileNotFoundError:
            continue
        except (OSError, _Mistake) as mistake:
            reason = mistake.strerror if isinstance(mistake, OSError) else mistake
            mistakes.append(f"{path}: {reason}; its languages are left out")
            continue
        for name, table in tables.items():
            try:
                rows[name] = _row(name, table, folder)
            except _Mistake as mistake:
                mistakes.append(f"{path}: language {name}: {mistake}; it is left out")
    if rows != _registered:
        _registered.clear()
        _registered.update(rows)
        set_plugins(rows.values())
        refresh()
        forget()
    return mistakes


_registered: dict[str, Language] = {}


def _tables(path: Path) -> dict[str, Any]:
    text = path.read_bytes()  # first: most repositories have no such file, and tomllib costs 5 ms
    import tomllib

    try:
        return tomllib.loads(text.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _Mistake(f"not valid TOML ({error})") from None


def _row(name: str, table: object, folder: Path) -> Language:
    if not isinstance(table, dict):
        raise _Mistake(f"must be a table, written [{name}]")
    if not _NAME.fullmatch(name):
        raise _Mistake("a name has small letters, digits and _ only")
    known = (*_TEXTS, *_LISTS, *_FLAGS)
    for key in table:
        if key not in known:
            from difflib import get_close_matches

            near = get_close_matches(key, known, 1)
            raise _Mistake(f"{key} is unknown" + (f" (did you mean {near[0]}?)" if near else ""))
    texts = {key: _text(table, key) for key in _TEXTS if key in table}
    lists: dict[str, Any] = {key: _list(table, key) for key in _LISTS if key in table}
    options: dict[str, Any] = {key: _flag(table, key) for key in _FLAGS if key in table}
    for key in ("grammar", "query"):
        if key not in texts:
            raise _Mistake(f"{key} is missing")
    module = texts["grammar"]
    if not _MODULE.fullmatch(module):
        raise _Mistake(f"grammar must be the module of a grammar wheel, such as tree_sitter_css, not {module!r}")
    if not _FUNCTION.fullmatch(texts.get("function", "language")):
        raise _Mistake(f"function must be one that returns a language, such as language_tsx, not {texts['function']!r}")
    top = module.partition(".")[0]
    if top not in installed_grammars():
        raise _Mistake(f"{top.replace('_', '-')} is not installed; pip install {top.replace('_', '-')}")
    query = folder / texts["query"]
    if folder.resolve() not in query.resolve().parents:
        raise _Mistake(f"its query {texts['query']} must lie beside {FILE}")
    if not query.is_file():
        raise _Mistake(f"its query {query} is no file")
    extensions = tuple(_suffix(text) for text in lists.pop("extensions", ()))
    if not extensions and not lists.get("filenames"):
        raise _Mistake('give the files it is for: extensions = [".css"], or filenames')
    export = texts.get("export", "all")
    _check_export(export)
    return Language(
        name,
        (module, texts.get("function", "language")),
        extensions,
        export=export,
        query=str(query),
        **lists,
        **options,
    )


def _text(table: dict[str, Any], key: str) -> str:
    value = table[key]
    if not isinstance(value, str) or not value:
        raise _Mistake(f'{key} must be a text, such as {key} = "…"')
    return value


def _list(table: dict[str, Any], key: str) -> tuple[str, ...]:
    value = table[key]
    if not isinstance(value, list) or not all(isinstance(text, str) and text for text in value):
        raise _Mistake(f'{key} must be a list of texts, such as {key} = ["…"]')
    return tuple(value)


def _flag(table: dict[str, Any], key: str) -> bool:
    value = table[key]
    if not isinstance(value, bool):
        raise _Mistake(f"{key} must be true or false")
    return value


def _suffix(text: str) -> str:
    if not text.startswith(".") or "/" in text or "." in text[1:]:
        raise _Mistake(f'an extension is a dot and what follows the last one, such as ".css", not {text!r}')
    return text


def _check_export(rule: str) -> None:
    from repomap.extraction.exports import RULES

    if rule not in RULES:
        raise _Mistake(f"export must be one of {', '.join(sorted(RULES))}, not {rule!r}")
