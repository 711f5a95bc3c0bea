"""The router's table: which things there are to work on, by which words they are known, and which tools reach them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Route:
    """A tool that reaches a target, where `program` (if any) is installed for it to use.

    `detached` ways work on files beside the program that is open, so a server inside that program goes before them.
    """

    tool: str
    program: str = ""
    detached: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """Something to work on. `generic` words ("file") yield when the target is named as a window or a dialog."""

    name: str
    words: tuple[str, ...]
    routes: tuple[Route, ...] = ()
    generic: bool = False


def _shell(*programs: str, detached: bool = False) -> tuple[Route, ...]:
    return tuple(Route("shell", program, detached) for program in programs)


FILES = (Route("read_file"), Route("edit_file"), Route("shell"))

TARGETS = (
    Target("git", ("git", "commit", "branch", "repository history", "merge conflict"), (Route("git"), *_shell("git"))),
    Target("database", ("database", "sqlite", "sql table"), _shell("sqlite3", "python3")),
    Target("postgres", ("postgres", "postgresql"), _shell("psql")),
    Target("mysql", ("mysql", "mariadb"), _shell("mysql", "mariadb")),
    Target("redis", ("redis",), _shell("redis-cli")),
    Target("mongodb", ("mongodb", "mongo"), _shell("mongosh")),
    Target(
        "spreadsheet",
        ("spreadsheet", "xlsx", "csv", "excel", "libreoffice calc", "ods", "workbook"),
        _shell("python3", "libreoffice"),
    ),
    Target("documents", ("pdf", "docx", "word document", "odt", "slides", "pptx"), _shell("python3", "libreoffice")),
    Target("blender", ("blender", "blend file", "3d scene"), _shell("blender", detached=True)),
    Target("gimp", ("gimp",), _shell("gimp", detached=True)),
    Target("inkscape", ("inkscape",), _shell("inkscape", detached=True)),
    Target("freecad", ("freecad",), _shell("freecadcmd", detached=True)),
    Target("svg", ("svg", "vector drawing"), FILES),
    Target("video", ("video", "mp4", "audio", "wav", "mp3"), _shell("ffmpeg")),
    Target("containers", ("docker", "container image", "podman"), _shell("docker", "podman")),
    Target("kubernetes", ("kubernetes", "kubectl", "k8s"), _shell("kubectl")),
    Target("editor", ("vs code", "vscode", "vim", "emacs", "text editor"), FILES),
    Target("notebook", ("notebook", "ipynb", "jupyter"), FILES),
    Target("terminal", ("terminal", "shell", "command line", "bash", "tmux"), (Route("shell"),)),
    Target("tests", ("unit test", "test suite", "pytest"), (Route("shell"),)),
    Target("packages", ("dependency", "dependencies", "pip", "npm", "apt"), (Route("shell"),)),
    Target("transcript", ("transcript", "earlier conversation", "what was said"), (Route("recall"),)),
    Target("browser", ("browser", "web app", "login form", "web form", "single-page", "checkout page"), ()),
    Target("http", ("url", "rest", "web api", "http", "endpoint", "webhook", "json api"), (Route("http_get"),), True),
    Target("page", ("web page", "website", "documentation page", "article"), (Route("http_get"),), True),
    Target("images", ("png", "jpeg", "jpg", "image file", "picture file"), (Route("read_file"), Route("shell")), True),
    Target("archives", ("zip", "tar", "archive file"), (Route("shell"),), True),
    Target("logs", ("log", "logs"), (Route("grep"), Route("shell")), True),
    Target("processes", ("process", "processes", "port", "server process", "service"), (Route("shell"),), True),
    Target(
        "code",
        ("code", "function", "class", "module", "source", "bug", "refactoring", "import"),
        (Route("grep_pseudocode"), Route("read_file"), Route("edit_file"), Route("shell")),
        True,
    ),
    Target("files", ("file", "files", "folder", "directory", "config", "readme", "json", "yaml", "toml"), FILES, True),
)

PROGRAMS = frozenset(route.program for target in TARGETS for route in target.routes if route.program)
"""The programs that routes go through; how they did is kept for each of them."""

SCREEN_WORDS = ("window", "dialog", "menu", "button", "canvas", "screen", "desktop", "toolbar", "icon", "gui", "popup")
"""Words that say that a thing on the screen is meant: they outrank generic words such as "file"."""

ACTING = re.compile(
    r"(?:run|execute|create|add|open|edit|draw|render|export|import|set|update|delete|insert|write|query|send|call|get"
    r"|read|list|capture|take|modify|apply|control|drive|move|navigate|click|fill|evaluate|inspect|return|fetche?|save"
    r"|querie|applie|modifie)s?\b",
    re.IGNORECASE,
)
"""First words of a description that says what a tool does to its target, rather than what it tells about it."""

TELLING = re.compile(
    r"\b((?<!information )(?<!info )(?<!details )about|like|such as|similar to|inspired by|recipes?|tutorials?|courses?"
    r"|news|jokes?|reviews?)\b"
)
"""From here on a description no longer names what the tool works on."""


def mentions(text: str, word: str) -> bool:
    """Say whether `text` holds `word` (or a phrase) as whole words, a plural s allowed, letter case aside."""
    return re.search(rf"(?<![a-z0-9_]){re.escape(word)}s?(?![a-z0-9_])", text.casefold()) is not None


def named_targets(text: str, declared: Iterable[str] = ()) -> list[str]:
    """Return the targets that a text names, the most specific first; `declared` are names that servers added.

    Generic targets count only when nothing specific is named and nothing on the screen is meant.
    """
    found = [target.name for target in TARGETS if not target.generic and _named(text, target.words)]
    added = set(declared) - {target.name for target in TARGETS}
    found += [name for name in sorted(added) if mentions(text, name.replace("_", " "))]
    if found or any(mentions(text, word) for word in SCREEN_WORDS):
        return found
    return [target.name for target in TARGETS if target.generic and _named(text, target.words)]


def _named(text: str, words: Iterable[str]) -> bool:
    return any(mentions(text, word) for word in words)


def routes_to(target: str) -> tuple[Route, ...]:
    """Return the table's routes to a target, best first; none for a name that only servers know."""
    return next((entry.routes for entry in TARGETS if entry.name == target), ())


def declared_reach(server: str, description: str, declared: Iterable[str] | None) -> frozenset[str]:
    """Return what a server's tool reaches: what was declared, else what its description says that it works on.

    A description counts when its first word is one of `ACTING` and it names a target, or the server's own name, before
    it begins to tell about something. A similar tool name is never enough.
    """
    if declared is not None:
        return frozenset(declared)
    sentence = description.strip().split(". ")[0]
    if not ACTING.match(sentence):
        return frozenset()
    told = TELLING.search(sentence.casefold())
    named = sentence[: told.start()].rstrip() if told else sentence
    words = {target.name: target.words for target in TARGETS if not target.generic}
    words[server] = (server.replace("-", " ").replace("_", " "),)
    reached = {name for name, known in words.items() if _named(named, known)}
    # "a blender recipe": the word only qualifies what is told about
    blurred = told is not None and any(named.casefold().endswith(word) for name in reached for word in words[name])
    return frozenset() if blurred else frozenset(reached)
