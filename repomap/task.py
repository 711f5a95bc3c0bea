"""Read a task: the words, names, paths and lines it speaks of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from repomap.words import IDENTIFIER, parts

MAX_TASK = 200_000  # characters read of a task; a pasted log says what it has to say in its first and last parts

_TRACE = re.compile(r'(?:File "|at |in )?([\w./\\-]+\.\w{1,5})(?:"?, line |:|\()(\d+)')
_PATH = re.compile(r"[\w.-]*(?:/[\w.@-]+)+|\b[\w-]+\.[A-Za-z]\w{0,4}\b")
_STOP = frozenset(
    [
        "the",
        "and",
        "for",
        "are",
        "was",
        "with",
        "that",
        "this",
        "not",
        "but",
        "from",
        "have",
        "has",
        "had",
        "can",
        "will",
        "would",
        "should",
        "could",
        "when",
        "then",
        "than",
        "there",
        "their",
        "they",
        "them",
        "what",
        "which",
        "who",
        "how",
        "why",
        "into",
        "out",
        "our",
        "your",
        "its",
        "been",
        "being",
        "does",
        "did",
        "done",
        "doing",
        "use",
        "used",
        "using",
        "see",
        "get",
        "set",
        "add",
        "new",
        "all",
        "any",
        "some",
        "more",
        "most",
        "other",
        "such",
        "only",
        "own",
        "same",
        "too",
        "very",
        "just",
        "also",
        "because",
        "while",
        "where",
        "here",
        "make",
        "made",
        "like",
        "may",
        "might",
        "must",
        "about",
        "after",
        "before",
        "between",
        "each",
        "few",
        "both",
        "these",
        "those",
        "were",
    ]
)


@dataclass(frozen=True, slots=True)
class Task:
    """What is known of the task. `words` maps stemmed parts to how often they stand in it; `names` are identifiers
    written as such (`fooBar`, `foo_bar`, `Foo`, `foo()`); `paths` are file names and paths; `lines` (path, line) pairs.

    `focus` are files given as such, `changed` files that differ from a revision.
    """

    words: dict[str, int]
    names: frozenset[str]
    paths: frozenset[str]
    lines: tuple[tuple[str, int], ...]
    focus: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()

    @property
    def empty(self) -> bool:
        """Whether nothing is known."""
        return not (self.words or self.names or self.paths or self.focus or self.changed)


def read_task(text: str, focus: Sequence[str] = (), mentions: Sequence[str] = (), changed: Sequence[str] = ()) -> Task:
    """Return what `text` speaks of, with the files and names that were given beside it."""
    if len(text) > MAX_TASK:
        text = text[: MAX_TASK // 2] + "\n" + text[-MAX_TASK // 2 :]
    words: Counter[str] = Counter()
    names: set[str] = set(mentions)
    for raw in IDENTIFIER.findall(text.encode("utf-8", "replace")):
        word = raw.decode("utf-8", "replace")
        lower = word.lower()
        if lower in _STOP:
            continue
        for part in parts(word):
            if part not in _STOP:
                words[part] += 1
        if not word.islower() or "_" in word:
            names.add(word)
    for name in mentions:
        words.update(parts(name))
    for quoted in re.findall(r"`([^`\n]{2,80})`", text):
        names.update(re.findall(r"[A-Za-z_]\w+", quoted))
    lines = tuple((path.replace("\\", "/"), int(line)) for path, line in _TRACE.findall(text))
    paths = {found.strip("/.") for found in _PATH.findall(text)} | {path for path, _ in lines}
    return Task(dict(words), frozenset(names), frozenset(paths), lines, frozenset(focus), frozenset(changed))
