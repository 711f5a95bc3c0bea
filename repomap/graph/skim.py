"""Rank a repository too large to bind every reference: by the votes of its files for what they use by name."""

from __future__ import annotations

from repomap.graph.votes import Votes
from repomap.index.reader import Reader
from repomap.ranking.backbone import Backbone, in_order

LARGE_WORDS = 10_000_000  # words in all files above which names are skimmed: five times Django's, 100 MB of sources


def is_large(reader: Reader) -> bool:
    """Tell whether binding all references would take minutes and gigabytes."""
    return sum(words for words, _, _ in reader.counts.values()) > LARGE_WORDS


def skim(reader: Reader, votes: Votes, detailed: int) -> Backbone:
    """Return the backbone, with details for its first `detailed` files. A file's rank is its share of all votes.

    Of files with the same contents all but the first come last.
    """
    contents = sorted(reader.paths)
    paths = [reader.paths[content][0] for content in contents]
    totals = votes.totals()
    whole = sum(votes.counts) or 1
    order = in_order(paths, [totals.get(content, 0) / whole for content in contents])
    content_of = dict(zip(paths, contents, strict=True))
    uses = [{at: count / whole for at, count in votes.of(content_of[path]).items()} for _, path in order[:detailed]]
    order += [(0.0, path) for path in sorted(path for same in reader.paths.values() for path in same[1:])]
    return Backbone(tuple(path for _, path in order), tuple(score for score, _ in order), tuple(uses))
