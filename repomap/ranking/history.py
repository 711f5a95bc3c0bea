"""Read a repository's recent commits: which files they touched together, and which words their messages hold."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from math import log, log1p, sqrt
from typing import TYPE_CHECKING, NamedTuple

from repomap.damage import sound
from repomap.files.gitfiles import Commit, GitRefused, head_commit, recent_commits
from repomap.ranking.vocabulary import family
from repomap.words import IDENTIFIER, parts

if TYPE_CHECKING:
    from repomap.index.store import Store

COMMITS = 3000  # as many are read: 0.1 to 0.6 s of git, once for each HEAD; twice as many moved no figure
MAX_FILES = 40  # a commit that touches more is a sweep (a licence line, a formatter) and says nothing of a task
BODY = 0.4  # weight of a word in a message's body; in its subject it counts 1
MAX_BODY = 1000  # characters read of a message's body
FEW = 50  # messages before which no word counts as common among them
BEST = 5  # commits of a file that count, the n-th best 1/n
LATELY = 30  # commits after which a change counts half: what was touched last is touched next. 5 to 120 serve alike
VERSION = b"2"  # part of the key under which the index keeps it


class History(NamedTuple):
    """The last commits without merges, newest first: `commits[i]` are positions in `files`.

    `words` maps a family of words to numbers 2 × commit + (1 when it stands in the subject).
    """

    files: tuple[str, ...]
    commits: tuple[tuple[int, ...], ...]
    words: Mapping[str, tuple[int, ...]]

    def scores(self, words: Mapping[str, float]) -> dict[str, float]:
        """Return for each file how well the messages of the commits that touched it fit weighted `words`.

        A commit's score is the sum of its words' weight × idf; a file has the sum over its BEST commits, each divided
        by the square root of how many files it touched and by its place among them.
        """
        total = len(self.commits) or 1
        fit: dict[int, float] = {}
        for word in sorted(words):
            places = self.words.get(word, ())
            weight = words[word] * log(1 + (total - len(places) + 0.5) / (len(places) + 0.5))
            for place in places:
                fit[place >> 1] = fit.get(place >> 1, 0.0) + weight * (1.0 if place & 1 else BODY)
        of_file: dict[int, list[float]] = {}
        for commit in sorted(fit, key=lambda number: (-fit[number], number)):
            touched = self.commits[commit]
            for file in touched:
                best = of_file.setdefault(file, [])
                if len(best) < BEST:
                    best.append(fit[commit] / sqrt(len(touched)))
        return {
            self.files[file]: sum(value / place for place, value in enumerate(sorted(best, reverse=True), 1))
            for file, best in of_file.items()
        }

    def said(self, words: Iterable[str]) -> dict[str, float]:
        """Return the share of the messages that hold each word, low while there are few."""
        return {word: len(self.words.get(word, ())) / (len(self.commits) + FEW) for word in words}

    def times(self) -> dict[str, float]:
        """Return log(1 + commits that touched it) of each file."""
        counts = Counter(chain.from_iterable(self.commits))
        return {self.files[file]: log1p(count) for file, count in counts.items()}

    def lately(self) -> dict[str, float]:
        """Return how lately each file changed: 1 in the last commit, one half LATELY commits before it."""
        found: dict[int, float] = {}
        for age, touched in enumerate(self.commits):
            for file in touched:
                found.setdefault(file, LATELY / (LATELY + age))
        return {self.files[file]: share for file, share in found.items()}

    def companions(self, seeds: Mapping[str, float]) -> dict[str, float]:
        """Return what files that changed together with `seeds` (path → share) get of their shares.

        A seed's share goes whole to the file that did so most, and in proportion to the others; a commit counts one
        over the square root of how many other files it touched.
        """
        together: dict[int, dict[int, float]] = {at: {} for at, path in enumerate(self.files) if path in seeds}
        for touched in self.commits:
            for seed in touched:
                if seed in together:
                    into = together[seed]
                    for file in touched:
                        if file != seed:
                            into[file] = into.get(file, 0.0) + 1 / sqrt(len(touched) - 1)
        found: dict[str, float] = {}
        for seed, others in together.items():
            most = max(1.0, max(others.values(), default=0.0))
            for file, count in others.items():
                path = self.files[file]
                found[path] = found.get(path, 0.0) + seeds[self.files[seed]] * count / most
        return found


NONE = History((), (), {})
"""The history of a folder that has none."""


def history_of(root: str, store: Store) -> History:
    """Return the history of the repository at `root` from its HEAD back, NONE when git has none to tell.

    It is kept in the index until HEAD moves.
    """
    try:
        head = head_commit(root)
        key = VERSION + head.encode()
        packed = store.memo("history", key)
        if packed is None:
            packed = _pack(recent_commits(root, head, COMMITS))
            with store.writing():
                store.put_memo("history", key, packed)
    except GitRefused:
        return NONE
    return _unpack(packed)


def _pack(log_of_commits: Collection[Commit]) -> bytes:
    files: dict[str, int] = {}
    commits: list[list[int]] = []
    words: dict[str, list[int]] = {}
    for _, _, subject, body, touched in log_of_commits:
        if not 0 < len(touched) <= MAX_FILES:
            continue
        in_subject = _families(subject)
        for word in in_subject:
            words.setdefault(word, []).append(2 * len(commits) + 1)
        for word in _families(body[:MAX_BODY]):
            if word not in in_subject:
                words.setdefault(word, []).append(2 * len(commits))
        commits.append([files.setdefault(path, len(files)) for path in touched])
    return zlib.compress(json.dumps([list(files), commits, words], separators=(",", ":")).encode(), 1)


@sound
def _unpack(packed: bytes) -> History:
    files, commits, words = json.loads(zlib.decompress(packed))
    return History(tuple(files), tuple(map(tuple, commits)), words)


def _families(text: str) -> dict[str, None]:
    raw = IDENTIFIER.findall(text.encode("utf-8", "replace"))
    return dict.fromkeys(family(part) for word in raw for part in parts(word.decode("utf-8", "replace")))
