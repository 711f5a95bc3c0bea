"""Fold drafted steps to few: what says most about a function is kept, with the branches it stands in."""

from __future__ import annotations

from collections.abc import Sequence

from summarizer.draft import AS_IS, MORE, Draft, in_words, left_out, new_draft, with_text
from summarizer.shorten import WIDTH

MOST_STEPS = 16  # lines a function may have: with its signature and doc under the contract's 20
LEVEL = 60  # characters of steps for each level of nesting that is looked into
ONE_STEP = 50  # characters in which there is hardly room for a second step
COLUMN = 6  # characters that a step's line number and indentation count for
JOINED_WIDTH = 76  # characters of a head and the one step under it on one line
RAISE_WIDTH = 100  # ... where that step raises: it is searched for with its condition

# How much a step says about what a function is for; the least are folded first. A head says little without what it
# holds, and comes with it in any case.
WEIGHT = {
    "leave": 1.0,
    "log": 1.0,
    "local": 1.0,
    "bare": 1.5,  # the end of a function that gives a name, a flag or nothing
    "bind": 2.0,
    "check": 2.0,
    "call": 3.0,
    "guard": 3.8,  # an end under a condition that gives a name, a flag or nothing: the condition is what it says
    "await": 4.0,
    "clause": 2.4,
    "branch": 2.8,
    "loop": 2.9,
    "set": 5.0,
    "effect": 5.0,
    "end": 6.0,
    "failure": 7.0,  # an end in an error that it makes
    "raise": 100.0,  # before all else, and whether or not there is room: it is what is searched for
}


def fold(drafts: list[Draft], room: float) -> list[Draft]:
    """Return the steps of a function in words, of about `room` characters, one at the least.

    Runs of locals become one; then the steps that say most are kept, each with the heads it stands under. What is
    raised is kept even where there is no room. Where steps are left out, at least one line has a mark for them.
    """
    steps = _without_runs(drafts)
    costs = [len(step.form) + COLUMN + (size if (size := len(step.text)) < WIDTH else WIDTH) for step in steps]
    if sum(costs) <= room and len(steps) <= MOST_STEPS:
        return _joined(worded(steps))
    places = _chosen(steps, costs, room, joining=True)
    lines = _joined(worded(_picked(steps, places)))
    if len(lines) > MOST_STEPS:
        places = _chosen(steps, costs, room, joining=False)
        lines = _joined(worded(_picked(steps, places)))
    if len(places) < len(steps) and lines:  # a `try` in which there is nothing is no line
        before, after = places[0] > 0, places[-1] + 1 < len(steps)
        if len(lines) == 1:
            lines = [left_out(lines[0], before=before, after=after or not before)]
        elif not any(line.text.endswith(f" {MORE}") for line in lines):
            lines[-1] = left_out(lines[-1], before=not after, after=after)
    return lines


def _picked(steps: Sequence[Draft], places: Sequence[int]) -> list[Draft]:
    """Return the steps at `places`; the heads of which no step was picked know that they hold some."""
    picked = []
    for at, after in zip(places, (*places[1:], -1), strict=True):
        step = steps[at]
        if after != at + 1 < len(steps) and steps[at + 1].depth > step.depth:
            step = step._replace(more=True)
        picked.append(step)
    return picked


def raises_of(drafts: list[Draft], *, marked: bool) -> list[Draft]:
    """Return in words what is raised in something of which nothing else is said; `marked` as leaving out the rest."""
    lines = _joined(worded(drafts))[:MOST_STEPS]
    if marked:
        lines[-1] = left_out(lines[-1], before=False, after=True)
    return lines


def levels(room: float) -> int:
    """Return how deep the steps may be nested that `room` characters are likely to be spent on."""
    return int(room) // LEVEL + 1


def worded(drafts: Sequence[Draft]) -> list[Draft]:
    """Return the steps in words; a head under which there is nothing has no colon, and one whose steps are left out
    has a mark for them."""
    found = []
    last = len(drafts) - 1
    for place, draft in enumerate(drafts):
        at, depth, kind, _, _, more = draft
        text = in_words(draft)
        if text[-1:] == ":" and (place == last or drafts[place + 1].depth <= depth):
            if more:
                text = f"{text} {MORE}"
            elif text == "try:":
                continue
            else:
                text = text[:-1]
        found.append(new_draft(Draft, (at, depth, kind, AS_IS, text, False)))
    return found


def _chosen(steps: list[Draft], costs: list[int], room: float, *, joining: bool) -> list[int]:
    """Return the places of the steps that fit; `joining` tells whether what is raised shares a line with its head."""
    kept: set[int] = set()
    lines = 0
    ranks = [step.depth - WEIGHT[step.kind] for step in steps]
    order = sorted(_telling(steps), key=ranks.__getitem__)
    for at in order:
        wanted = []
        place = at
        while place >= 0 and place not in kept:
            wanted.append(place)
            place = _head_over(steps, place)
        cost = sum([costs[place] for place in wanted])
        raised = steps[at].kind == "raise"
        more = len(wanted) - (joining and raised and len(wanted) > 1)
        if kept and ((cost > room and not raised) or lines + more > MOST_STEPS):
            continue
        kept.update(wanted)
        lines += more
        room -= cost
        if room < COLUMN and not raised:
            break
    return sorted(kept)


def _telling(steps: Sequence[Draft]) -> list[int]:
    """Return the places of all steps that tell something: no heads of others, which come with these, and no locals."""
    last = len(steps) - 1
    ends = [at for at, step in enumerate(steps) if at == last or steps[at + 1].depth <= step.depth]
    return [at for at in ends if WEIGHT[steps[at].kind] > 1] or ends


def _head_over(steps: Sequence[Draft], at: int) -> int:
    """Return the place of the step without which the one at `at` cannot be read: the head it stands under; or -1."""
    depth = steps[at].depth
    if steps[at].kind == "clause":
        depth += 1  # which goes on what stands at its own depth
    if depth:
        for place in range(at - 1, -1, -1):
            if steps[place].depth < depth:
                return place
    return -1


def _without_runs(drafts: list[Draft]) -> list[Draft]:
    """Write runs of straight-line locals as one line."""
    found: list[Draft] = []
    at = 0
    while at < len(drafts):
        draft = drafts[at]
        end = at + 1
        if draft.kind == "local":
            while end < len(drafts) and drafts[end].kind == "local" and drafts[end].depth == draft.depth:
                end += 1
        if end > at + 1:
            draft = Draft(draft.at, draft.depth, "local", AS_IS, f"set up {end - at} locals")
        found.append(draft)
        at = end
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
            and len(above.text) + len(draft.text) < (RAISE_WIDTH if draft.text.startswith("raise ") else JOINED_WIDTH)
            and not draft.text.endswith(":")
        ):
            joined[-1] = with_text(above, f"{above.text} {draft.text}")
        else:
            joined.append(draft)
    return joined
