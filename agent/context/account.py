"""The account of a request: what changed and why, what each archived message was sent as, and what was withheld."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agent.context.compact import Compacted
from agent.context.fold import Folded
from agent.context.history import Event, content_hash
from agent.context.view import State, Withheld
from agent.context.windows import Windowed


def tell_events(
    repairs: Sequence[str],
    windowed: Windowed,
    places: Sequence[int],
    image_changes: Sequence[tuple[int, str, str]],
    last: Sequence[int],
    compacted: Compacted,
    state: State,
) -> tuple[list[dict[str, Any]], frozenset[tuple[str, int]]]:
    """Return the events that no earlier request has told, and all that are told now."""
    told = set(state.reported)
    events: list[dict[str, Any]] = []

    def tell(kind: str, position: int, event: Event | dict[str, Any]) -> None:
        if (kind, position) not in told:
            told.add((kind, position))
            events.append(event.as_json(position) if isinstance(event, Event) else event)

    for sentence in repairs:
        key = int(content_hash(sentence), 16)
        tell("repair", key, {"kind": "repair", "what": sentence})
    for event in windowed.events:
        tell(event.kind, places[event.index], event)
    for index, kind, reason in image_changes:
        tell(kind, last[index], {"kind": kind, "position": last[index], "why": reason})
    for position in compacted.clipped:
        tell("clip", position, {"kind": "clip", "position": position, "why": compacted.decision.reason})
    if compacted.decision.moved:
        decision = compacted.decision
        events.append(
            {
                "kind": "compaction",
                "why": decision.reason,
                "before": decision.before,
                "after": decision.after,
                "chunks": [
                    {"first": chunk.first, "last": chunk.last, "level": chunk.level, "raw": sorted(chunk.raw)}
                    for chunk in decision.chunks
                ],
                "kept_raw": {str(first): why for first, why in compacted.pinned.items()},
            }
        )
    return events, frozenset(told)


def tell_drift(
    state: State,
    frame: str,
    digests: Sequence[str],
    folded: Folded,
    events: Sequence[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """Return an event that names where and why this request does not extend the last one, none when it does."""
    if not state.digests:
        return []
    if frame != state.frame:
        return [{"kind": "prefix_change", "message": -1, "why": ["system prompt or tools changed"]}]
    same = next(
        (index for index, (old, new) in enumerate(zip(state.digests, digests, strict=False)) if old != new),
        min(len(state.digests), len(digests)),
    )
    if same == len(state.digests):
        return []
    source = folded.sources[same] if same < len(folded.sources) else ()
    why = sorted({str(event["kind"]) for event in events}) or ["the history itself changed"]
    return [{"kind": "prefix_change", "message": same, "position": source[-1] if source else -1, "why": why}]


def forms_of(
    places: Sequence[int],
    origins: Sequence[tuple[int, ...]],
    positions: Sequence[int],
    windowed: Windowed,
    folded: Folded,
    image_changes: Sequence[tuple[int, str, str]],
    last: Sequence[int],
    clipped: Sequence[int],
) -> dict[int, str]:
    """Return for each archive position what it is sent as: exactly one of notes, stub, clipped and raw."""
    stubbed = {places[event.index] for event in windowed.events} | {last[index] for index, _, _ in image_changes}
    forms: dict[int, str] = {}
    for place, origin in zip(places, origins, strict=True):
        if place in folded.noted:
            form = "notes"
        elif place in clipped:
            form = "clipped"
        else:
            form = "stub" if place in stubbed else "raw"
        for index in origin:
            forms[positions[index]] = form
    return forms


def withheld_of(
    forms: Mapping[int, str],
    windowed: Windowed,
    places: Sequence[int],
    compacted: Compacted,
    image_changes: Sequence[tuple[int, str, str]],
    last: Sequence[int],
) -> tuple[Withheld, ...]:
    reasons = {places[event.index]: f"{event.kind}: an older {event.tool or 'image'}" for event in windowed.events}
    reasons |= {last[index]: f"{kind}: {reason}" for index, kind, reason in image_changes}
    return tuple(
        Withheld(position, form, reasons.get(position, "older than the boundary of the notes"))
        for position, form in forms.items()
        if form != "raw"
    )
