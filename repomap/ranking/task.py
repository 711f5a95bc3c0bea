"""Read a task: the words, names, paths, lines and messages it speaks of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log
from typing import NamedTuple

from repomap.ranking.vocabulary import family
from repomap.words import IDENTIFIER, parts

MAX_TASK = 20_000  # characters read of a task: a pasted log says what it has to say in its first and last parts
MAX_WORDS = 400  # the heaviest are searched; 96 % of the development cases have fewer

TITLE, PROSE, CODE, TICKS = 2.0, 1.0, 0.5, 1.0
"""Weight of a word in the first line, in running text, in code and logs, and once more in `backticks`.

Code of a report is mostly there to reproduce what happens, not where it happens. Chosen among halves and doubles.
"""

_FENCED = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_INDENTED = re.compile(r"(?m)^(?: {4}|\t|>>>).*$")
_TICKED = re.compile(r"`([^`\n]{2,80})`")
_NO_WORDS = re.compile(r"<!--.*?(?:-->|\Z)|https?://\S+", re.DOTALL)
"""What a template says to who writes a report, and links: what they name counts as path or name, not as words."""
_HEADING = re.compile(r"(?m)^[ \t]*(?:#{1,6} .*|\*\*[^*\n]{2,60}\*\*:?\s*)$")
_LABEL = re.compile(
    r"^[\s#*_>\[]*(?:(?:issue|bug|feature|pr|pull request)\s+)?title\b[\s:*_#]*|^[\s#*_]+", re.IGNORECASE
)
# each starts at the start of a run only: else a run of 20 000 dots takes seconds
_TRACE = re.compile(r'(?<![\w./\\-])([\w./\\-]+\.\w{1,5})(?:"?, line |:|\()(\d+)')
_PATH = re.compile(r"(?<![\w.-])[\w.-]*(?:/[\w.@-]+)+|(?<![\w-])[\w-]+\.[A-Za-z]\w{0,4}\b")
_DOTTED = re.compile(r"\b[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+")
_QUOTED = re.compile(r"[\"'`“]([^\"'`“”\n]{8,120})[\"'`”]")
_RAISED = re.compile(r"(?:Error|Exception|error|warning|Warning|panicked at)\w*: ([^\n]{10,160})")
_VARIABLE = re.compile(r"[%{}<>\"'`]|\d+")
_WORD = re.compile(r"[A-Za-z_]\w+")
_CALLED = re.compile(r"\b([A-Za-z_]\w{2,})\(")
_JOINED = re.compile(r"[a-z][A-Z]|_[a-z]|[A-Z]{2}[a-z]")

_STOP = frozenset(
    """the and for are was with that this not but from have has had can will would should could when then than there
    their they them what which who how why into out our your its been being does did done doing use used using see get
    set add new all any some more most other such only own same too very just also because while where here make made
    like may might must about after before between each few both these those were is it be to of in on at by an as or
    if so do we you my me he she us am no up""".split()  # noqa: SIM905
)


class Task(NamedTuple):
    """What is known of the task. `words` maps families of words to how much they weigh in it; `names` are identifiers
    written as such (`fooBar`, `foo_bar`, `Foo`, `foo()`); `paths` are file names and paths; `lines` (path, line)
    pairs; `messages` pieces of quoted or raised text that may stand in a source as they are; `title` the words of its
    first line; `coded` those names that only code has: `fooBar`, `foo_bar`, `foo()`.

    `focus` are files given as such, `changed` files that differ from a revision.
    """

    words: dict[str, float]
    names: frozenset[str]
    paths: frozenset[str]
    lines: tuple[tuple[str, int], ...]
    focus: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    messages: tuple[str, ...] = ()
    title: frozenset[str] = frozenset()
    coded: frozenset[str] = frozenset()

    @property
    def wordless(self) -> bool:
        """Whether nothing but files is known."""
        return not (self.words or self.names or self.paths)

    @property
    def empty(self) -> bool:
        """Whether nothing is known."""
        return self.wordless and not (self.focus or self.changed)


def read_task(text: str, focus: Sequence[str] = (), mentions: Sequence[str] = (), changed: Sequence[str] = ()) -> Task:
    """Return what `text` speaks of, with the files and names that were given beside it."""
    if len(text) > MAX_TASK:
        text = text[: MAX_TASK // 2] + "\n" + text[-MAX_TASK // 2 :]
    title, prose, code = _zones(text)
    ticks = "\n".join(_TICKED.findall(f"{title}\n{prose}"))
    weights: dict[str, float] = {}
    first: frozenset[str] = frozenset()
    for zone, share in ((title, TITLE), (prose, PROSE), (code, CODE), (ticks, TICKS), (" ".join(mentions), TITLE)):
        counts = _words(zone)
        if zone is title:
            first = frozenset(counts)
        for word, count in counts.items():
            weights[word] = weights.get(word, 0.0) + share * (1 + log(count))
    kept = sorted(weights, key=lambda word: (-weights[word], word))[:MAX_WORDS]
    names = {word for word in _identifiers(text) if not word.islower() or "_" in word}
    names.update(word for word in _WORD.findall(ticks) if word.lower() not in _STOP)
    names.update(word for mention in mentions for word in re.split(r"\.|::", mention) if word)
    lines = tuple((path.replace("\\", "/"), int(line[:9])) for path, line in _TRACE.findall(text))
    paths = {found.strip("/.") for found in _PATH.findall(text.replace("\\", "/"))} | {path for path, _ in lines}
    paths.update(re.sub(r"\.|::", "/", found) for found in _DOTTED.findall(text))
    return Task(
        {word: weights[word] for word in kept},
        frozenset(names),
        frozenset(path for path in paths if path),
        lines,
        frozenset(focus),
        frozenset(changed),
        _messages(text),
        first,
        frozenset(_CALLED.findall(text)) | {name for name in names if _JOINED.search(name)},
    )


def _zones(text: str) -> tuple[str, str, str]:
    """Return the title, the running text and the code of a task. A title that is only a label is passed over, and
    headings below it, which most reports share.
    """
    lines = _NO_WORDS.sub(" ", text).strip().split("\n")
    title, at = "", 0
    while at < len(lines) and not title:
        if not lines[at].lstrip().startswith(("```", "~~~")):
            title = _LABEL.sub("", lines[at]).strip("*_ \r\t")
        else:
            break
        at += 1
    rest = "\n".join(lines[at:])
    code = _FENCED.findall(rest)
    prose = _HEADING.sub(" ", _FENCED.sub(" ", rest))
    code += _INDENTED.findall(prose)
    return title, _INDENTED.sub(" ", prose), "\n".join(code)


def _identifiers(text: str) -> list[str]:
    found = (raw.decode("utf-8", "replace") for raw in IDENTIFIER.findall(text.encode("utf-8", "replace")))
    return [word for word in found if word.lower() not in _STOP]


def _words(text: str) -> Counter[str]:
    return Counter(family(part) for word in _identifiers(text) for part in parts(word) if part not in _STOP)


def _messages(text: str) -> tuple[str, ...]:
    """Return the fixed pieces of quoted and raised texts: what stands between numbers, quotes and braces in them."""
    found: dict[str, None] = {}
    for message in (*_QUOTED.findall(text), *_RAISED.findall(text)):
        for piece in _VARIABLE.split(message):
            piece = piece.strip()
            if len(piece) >= 8 and " " in piece:
                found[piece] = None
    return tuple(found)
