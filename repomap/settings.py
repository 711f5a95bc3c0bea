"""Read `config.toml`: the user's own, and the one in `.repomap/`, the only file there that a person edits."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

CONFIG_NAME = "config.toml"
OTHER_TABLES = ("agent", "permissions", "mcp", "context", "retention")
"""Tables that the packages above this one read, and refuse what is wrong in them when they do."""


class FileSettings(NamedTuple):
    """The `[files]` table: which files belong to the map."""

    include: tuple[str, ...] = ()
    """gitignore-style patterns, relative to the root. When there are any, only files they match are listed."""
    exclude: tuple[str, ...] = ()
    """gitignore-style patterns of what is left out, whatever git or an ignore file says."""
    max_bytes: int = 1_000_000
    """A larger file is listed but not parsed."""


class ModelSettings(NamedTuple):
    """The `[model]` table: what a model may be sent."""

    allow: tuple[str, ...] = ()
    """gitignore-style patterns, relative to the root. When there are any, only files they match are sent."""


class Settings(NamedTuple):
    """Everything `config.toml` can say."""

    files: FileSettings = FileSettings()
    model: ModelSettings = ModelSettings()


class SettingsError(ValueError):
    """`config.toml` cannot be used. The message is one sentence: the file, what is wrong, the nearest right name."""


class ConfigFile(NamedTuple):
    """A configuration file that is there, and its tables as they are written."""

    path: Path
    tables: Mapping[str, Any]


def configuration_folder() -> Path:
    """Return the folder of the user's own settings: `repomap` in the place that the platform keeps for them."""
    home = os.environ.get("APPDATA" if sys.platform == "win32" else "XDG_CONFIG_HOME")
    return Path(home or Path.home() / ".config") / "repomap"


def config_files(state_dir: Path) -> tuple[ConfigFile, ...]:
    """Return the user's configuration and then the repository's, which wins; those of the two that are there.

    Raises SettingsError for one that cannot be read, is not TOML, or has a table that repomap does not know.
    """
    places = (configuration_folder() / CONFIG_NAME, state_dir / CONFIG_NAME)
    return tuple(ConfigFile(path, tables) for path in places if (tables := _read(path)) is not None)


def merged(files: Iterable[ConfigFile]) -> dict[str, Any]:
    """Return the tables of all files in one: a later file's values win one by one, in tables inside tables, too."""
    tables: dict[str, Any] = {}
    for file in files:
        tables = _laid_over(tables, file.tables)
    return tables


def _laid_over(lower: Mapping[str, Any], upper: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(lower)
    for name, value in upper.items():
        below = found.get(name)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        found[name] = _laid_over(below, value) if both else value  # type: ignore[arg-type]
    return found


def load_settings(state_dir: Path) -> Settings:
    """Return the settings of the user's file and of `state_dir/config.toml`; the defaults where neither says anything.

    Raises SettingsError for a file that cannot be read, is not TOML, or says something repomap does not know.
    """
    files = config_files(state_dir)
    for file in files:
        _settings(file.path, file.tables)  # what is wrong is said of the file it stands in
    return _settings(state_dir, merged(files)) if files else Settings()


def advice(name: str, known: Iterable[str]) -> str:
    """Return what to say of a wrong name: the nearest right one, or all there are."""
    import difflib

    names = list(known)
    near = difflib.get_close_matches(name, names, n=1)
    return f"did you mean {near[0]}?" if near else f"known: {', '.join(names)}"


def _read(path: Path) -> dict[str, Any] | None:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # a pipe would be waited for without end
            raise SettingsError(f"{path}: not a regular file")
        text = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    tables = _parse(path, text)
    _refuse_unknown(path, "table", tables, [*Settings._fields, *OTHER_TABLES])
    return tables


def _settings(path: Path, tables: Mapping[str, Any]) -> Settings:
    return Settings(_file_settings(path, tables.get("files", {})), _model_settings(path, tables.get("model", {})))


def _parse(path: Path, text: bytes) -> dict[str, Any]:
    import tomllib

    try:
        # editors on Windows put a byte-order mark in front, which TOML does not know
        return tomllib.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(f"{path}: not valid TOML: {error}") from None


def _file_settings(path: Path, table: object) -> FileSettings:
    if not isinstance(table, dict):
        raise SettingsError(f"{path}: files must be a table, written [files]")
    _refuse_unknown(path, "name in [files]", table, FileSettings._fields)
    default = FileSettings()
    return FileSettings(
        include=_patterns(path, "[files] include", table.get("include", [])),
        exclude=_patterns(path, "[files] exclude", table.get("exclude", [])),
        max_bytes=_positive(path, "max_bytes", table.get("max_bytes", default.max_bytes)),
    )


def _model_settings(path: Path, table: object) -> ModelSettings:
    if not isinstance(table, dict):
        raise SettingsError(f"{path}: model must be a table, written [model]")
    _refuse_unknown(path, "name in [model]", table, ModelSettings._fields)
    return ModelSettings(_patterns(path, "[model] allow", table.get("allow", [])))


def _patterns(path: Path, name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise SettingsError(f'{path}: {name} must be a list of patterns such as ["docs/", "*.min.js"]')
    return tuple(value)


def _positive(path: Path, name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise SettingsError(f"{path}: [files] {name} must be a whole number above 0, not {value!r}")
    return value


def _refuse_unknown(path: Path, what: str, table: Mapping[str, Any], known: Iterable[str]) -> None:
    for name in table:
        if name not in known:
            raise SettingsError(f"{path}: unknown {what}: {name!r}; {advice(name, known)}")
