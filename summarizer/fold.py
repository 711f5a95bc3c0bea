"""Fold drafted steps to few: what says least about a function goes first."""

from __future__ import annotations

from typing import NamedTuple

MOST_STEPS = 16  # lines a function may have: with its signature and doc under the contract's 20
FEWEST_STEPS = 3
SMALL = 40  # characters of a body that one step may stand for
SHARE = 0.33  # of a body's characters that its steps may take: fewer no longer tell which function to open
COLUMN = 6  # characters that a step's line number and indentation count for
JOINED_WIDTH = 76  # characters of a head and the one step under it on one line

# How much a step says about what a function is for; the least are folded first.
WEIGHT = {
    "leave": 1.0,
    "log": 1.0,
    "local": 1.0,
    "bind": 2.0,
    "check": 2.0,
    "call": 3.0,
    "clause": 3.5,
    "branch": 4.0,
    "loop": 4.5,
    "set": 5.0,
    "effect": 5.0,
    "end": 6.0,
}


class Draft(NamedTuple):
    """A step before folding: its line in the file (from 0), its depth, its kind (a key of WEIGHT), its text."""

    line: int
    depth: int
    kind: str
    text: str


def fold(drafts: list[Draft], size: int | None) -> list[Draft]:
    """Return the steps of a body of `size` characters: runs of locals become one, then what says least goes.

    None for the size: all are kept, each for itself.
    """
    if size is None:
        return [_closed(step, drafts[at + 1 : at + 2]) for at, step in enumerate(drafts)]
    steps = _joined(_without_runs(drafts))
    room = size * SHARE - sum(len(step.text) + COLUMN for step in steps)
    while len(steps) > MOST_STEPS or (room < 0 and len(steps) > (FEWEST_STEPS if size > SMALL else 1)):
        worst = _least(steps)
        room += len(steps.pop(worst).text) + COLUMN
    return [_closed(step, steps[at + 1 : at + 2]) for at, step in enumerate(steps)]


def _closed(step: Draft, following: list[Draft]) -> Draft:
    """Take the colon from a head under which nothing is left."""
    if step.text.endswith(":") and not (following and following[0].depth > step.depth):
        return step._replace(text=step.text[:-1])
    return step


def _least(steps: list[Draft]) -> int:
    """Return the position of the step to drop: the least that has no clauses after it and nothing in it."""
    least, worth = len(steps) - 1, 100.0
    for at, step in enumerate(steps):
        value = WEIGHT[step.kind] - step.depth
        if value > worth:
            continue
        following = steps[at + 1] if at + 1 < len(steps) else None
        if following is None or (
            following.depth <= step.depth
            and not (following.depth == step.depth and following.kind == "clause" and step.kind != "clause")
        ):
            least, worth = at, value
    return least


def _without_runs(drafts: list[Draft]) -> list[Draft]:
    """Write runs of straight-line locals as one line."""
    found: list[Draft] = []
    at = 0
    while at < len(drafts):
        end = at
        while end < len(drafts) and drafts[end].kind == "local" and drafts[end].depth == drafts[at].depth:
            end += 1
        if end > at + 1:
            found.append(drafts[at]._replace(text=f"set up {end - at} locals"))
            at = end
        else:
            found.append(drafts[at])
            at += 1
    return found


def _joined(found: list[Draft]) -> list[Draft]:
    """Write a head with one simple step under it as one line."""
    joined: list[Draft] = []
    for at, draft in enumerate(found):
        above = joined[-1] if joined else None
        last = at + 1 == len(found) or found[at + 1].depth < draft.depth
        if (
            above is not None
            and last
            and above.text.endswith(":")
            and draft.depth == above.depth + 1
            and found[at - 1].depth == above.depth
            and len(above.text) + len(draft.text) < JOINED_WIDTH
            and not draft.text.endswith(":")
        ):
            kind = above.kind if above.kind == "clause" else max(above.kind, draft.kind, key=WEIGHT.__getitem__)
            joined[-1] = above._replace(text=f"{above.text} {draft.text}", kind=kind)
        else:
            joined.append(draft)
    return joined
