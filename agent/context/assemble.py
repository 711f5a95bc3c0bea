"""One call that turns a history into a request's view, and one after each round; the agent's loop needs no other.

The seam, for whoever drives a conversation:

    state = State()
    loop:
        view = assemble(history, positions, settings, model, state, frame=frame, tiers=tiers, base_url=base_url)
        reply = client.messages.create(model=…, max_tokens=…, **view.request)
        … append the reply and the tool results to the archive, then to `history` and `positions` …
        state = after_round(history, positions, settings, view.state, used_tokens=…, archive=…, writer=…)

`history` is every message so far, oldest first, as the API takes them; it only grows and is never changed here.
`positions[i]` is the archive's position (`seq`) of `history[i]`. `frame` is the system prompt and the tools without
cache marks. `tiers` tells of each registered tool whether it is a GUI tool. `model` is
`agent.pricing.model_facts(NAME)`. GUI results go through `cap_observation` before they enter `history`, after they
went whole into the archive. `view.events`, `view.withheld` and `view.tokens` are for the transcript
(`agent.context.ViewLog` keeps them).

When the service refuses a request, `after_refusal(view.state, message)` gives the state to assemble with and try once
more, or None where no smaller view would help.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent.archive import Archive, update_index
from agent.context.account import forms_of, tell_drift, tell_events, withheld_of
from agent.context.cache_plan import Stability, marked_request, plan_marks
from agent.context.compact import compact
from agent.context.digest import message_digest
from agent.context.fit_images import fit_images
from agent.context.fold import Folded
from agent.context.gui import gui_calls
from agent.context.history import Message, content_hash
from agent.context.notes import unit_notes
from agent.context.notes_writer import NotesWriter
from agent.context.provider_caps import caps_for, refused_images, refused_length, refused_nested
from agent.context.repair import CONTINUED, repair_history
from agent.context.settings import ContextSettings
from agent.context.thinking import bind_thinking, prefix_of
from agent.context.token_classes import tokens_by_class
from agent.context.units import Unit, units_of
from agent.context.view import Frame, State, View
from agent.context.windows import Windowed, run_windows
from agent.pricing import Model

SCALES = (
    0.5,
    3.0,
)  # bounds on what one counted token may be against one of ours: beyond them the count is of another thing


def assemble(
    history: Sequence[Message],
    positions: Sequence[int],
    settings: ContextSettings,
    model: Model,
    state: State,
    *,
    frame: Frame | None = None,
    tiers: Mapping[str, bool] | None = None,
    base_url: str = "",
) -> View:
    """Return the view of `history` that the next request sends. Pure: the same arguments give the same view.

    Raises HistoryError for a history that is no conversation, ContextOverflow for one that cannot be made to fit.
    """
    frame = frame or Frame()
    turn = state.turn + 1
    repaired = repair_history(history)
    if repaired.messages and repaired.messages[-1]["role"] == "assistant":
        # A request that ends with the assistant asks it to go on in its own words, which newer models refuse.
        ended = {"role": "user", "content": CONTINUED}
        repaired = replace(repaired, messages=[*repaired.messages, ended], origins=[*repaired.origins, ()])
    places = _places(repaired.origins, positions)
    windowed = run_windows(repaired.messages, places, settings, tiers)
    compacted = compact(repaired.messages, windowed.messages, places, settings, model, state, frame)
    folded = compacted.folded
    last = [source[-1] if source else -1 for source in folded.sources]
    caps = caps_for(base_url, model, state.images_cap, settings.max_request_images)
    caps = replace(caps, nested=caps.nested and state.images_nested)
    fitted = fit_images(folded.messages, caps, gui_ids=gui_calls(repaired.messages, tiers), positions=last)
    frame_digest = content_hash([frame.system, frame.tools]) if frame.system or frame.tools else ""
    bound = bind_thinking(
        fitted.messages,
        folded.sources,
        frame_digest,
        state.thinking,
        prefix_of(state.frame, state.digests),
        strip=model.bound_thinking and not caps.thinking_controls,
    )
    messages = bound.messages if model.bound_thinking else fitted.messages
    digests = tuple(map(message_digest, messages))
    marks = plan_marks(frame, messages, _stability(windowed, places, folded, state, digests), model)
    classes = tokens_by_class(frame, messages, folded.sources, gui_calls(repaired.messages, tiers))
    events, reported = tell_events(repaired.changes, windowed, places, fitted.changes, last, compacted, state)
    events += tell_drift(state, frame_digest, digests, folded, events)
    forms = forms_of(places, repaired.origins, positions, windowed, folded, fitted.changes, last, compacted.clipped)
    moved = compacted.decision.moved
    return View(
        request=marked_request(frame, messages, marks),
        messages=messages,
        sources=tuple(folded.sources),
        cache_marks=marks,
        events=tuple(events),
        withheld=withheld_of(forms, windowed, places, compacted, fitted.changes, last),
        forms=forms,
        tokens=classes,
        decision=compacted.decision.reason,
        drop_thinking=model.bound_thinking and bound.mismatch and caps.thinking_controls,
        state=replace(
            state,
            turn=turn,
            chunks=compacted.decision.chunks,
            last_move=turn if moved else state.last_move,
            carried=compacted.decision.carried,
            notes=compacted.notes,
            reported=reported,
            frame=frame_digest,
            digests=digests,
            last_mark=marks[-1].message if marks else -1,
            thinking=bound.written_behind if model.bound_thinking else {},
            estimate=sum(classes.values()),
        ),
    )


def after_round(
    history: Sequence[Message],
    positions: Sequence[int],
    settings: ContextSettings,
    state: State,
    *,
    used_tokens: int = 0,
    archive: Archive | None = None,
    writer: NotesWriter | None = None,
) -> State:
    """Return the state with notes on what the last round added.

    `used_tokens` is the service's count of the last request's input (cached tokens included) and corrects the
    estimates. Notes are made from `archive` where it is given, so from whole results, else from `history`; its
    search index is brought up to date as well. With a `writer` the units go to its cheap model in the background, and
    what it has finished is taken in; until then, and without one, notes are made here.
    """
    scale = state.scale
    if used_tokens and state.estimate:
        scale = min(SCALES[1], max(SCALES[0], used_tokens / state.estimate))
    if archive is not None:
        update_index(archive)
    if not settings.compaction:
        return replace(state, scale=scale)
    notes = dict(state.notes)
    by_model, keep_raw = state.by_model, state.keep_raw
    repaired = repair_history(history)
    places = _places(repaired.origins, positions)
    units = units_of(repaired.messages, places)[1:]
    folded = {unit.first for unit in units for chunk in state.chunks if chunk.first <= unit.first <= chunk.last}
    for unit in units:
        if unit.first not in notes or (writer and unit.first not in by_model and unit.first not in folded):
            messages, exact = _originals(repaired.messages, places, unit, archive)
            notes.setdefault(unit.first, unit_notes(messages, exact))
            if writer:
                writer.submit(unit.first, messages, exact)
    for first, written in (writer.finished() if writer else {}).items():
        by_model |= {first}
        if first not in folded:  # notes that a request has shown stay as they are: the prefix behind them is cached
            notes[first] = written.text
            if archive is not None:
                archive.append("notes", {"first": first, "text": written.text, "keep_raw": written.keep_raw})
            keep_raw = keep_raw | {first} if written.keep_raw else keep_raw
    return replace(state, notes=notes, by_model=by_model, keep_raw=keep_raw, scale=scale)


def after_refusal(state: State, message: str) -> State | None:
    """Return the state to assemble with once more after a refusal with this text, or None where that would not help."""
    images = refused_images(message)
    if images:
        return replace(state, images_cap=images) if images != state.images_cap else None
    if refused_nested(message):
        return replace(state, images_nested=False) if state.images_nested else None
    tokens, limit = refused_length(message)
    if tokens and state.estimate and (state.context_limit != limit or state.scale < tokens / state.estimate):
        return replace(state, context_limit=limit, scale=tokens / state.estimate)
    return None


def _places(origins: Sequence[tuple[int, ...]], positions: Sequence[int]) -> list[int]:
    """Return an archive position for each repaired message; one that was put in has its neighbour's."""
    places: list[int] = []
    for origin in origins:
        places.append(positions[origin[0]] if origin else (places[-1] if places else -1))
    return places


def _originals(
    messages: Sequence[Message], places: Sequence[int], unit: Unit, archive: Archive | None
) -> tuple[list[Message], list[int]]:
    exact = list(places[unit.start : unit.end])
    if archive is None:
        return list(messages[unit.start : unit.end]), exact
    originals: list[Message] = []
    for index in range(unit.start, unit.end):
        entry = archive.read(places[index], media=False) if places[index] >= 0 else None
        whole = entry is not None and entry.kind == "message" and entry.data.get("role") == messages[index]["role"]
        originals.append(entry.data if entry is not None and whole else messages[index])
    return originals, exact


def _stability(
    windowed: Windowed, places: Sequence[int], folded: Folded, state: State, digests: Sequence[str]
) -> Stability:
    shown = {position: index for index, source in enumerate(folded.sources) for position in source}

    def first(indices: Sequence[int]) -> int:
        return min((shown[places[index]] for index in indices if places[index] in shown), default=len(digests))

    kept = state.last_mark + 1
    same = 0 < kept <= len(digests) and state.digests[:kept] == tuple(digests[:kept])
    return Stability(
        first(windowed.next_changes), first(windowed.later_changes), folded.notes_end, state.last_mark if same else -1
    )
