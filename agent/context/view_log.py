"""Keep in the archive exactly what each request showed, at a cost that does not grow with it, and read it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from agent.archive import Archive, ArchiveError
from agent.archive.text import passages
from agent.context.cache_plan import marked_request
from agent.context.digest import message_digest
from agent.context.history import Message, content_hash
from agent.context.view import Chunk, Frame, Mark, State, View, Withheld

KIND = "view"


@dataclass(frozen=True, slots=True)
class SeenView:
    """What the model saw at a turn: the request's `system`, `tools` and `messages`, marks included, and its account."""

    turn: int
    request: dict[str, Any]
    withheld: tuple[Withheld, ...]
    events: tuple[Mapping[str, Any], ...]
    tokens: Mapping[str, int]
    decision: str


class ViewLog:
    """Writes views to an archive: a message that is archived as it is costs a number, any other block is kept once."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._kept: set[str] = set()
        self._exact: dict[int, str] = {}
        for entry in archive.entries(KIND, media=False):
            self._kept |= set(entry.data.get("new", {}))

    def record(self, view: View, frame: Frame) -> int:
        """Append the view and return its position. Call it before the request is sent."""
        new: dict[str, Any] = {}
        refs: list[int | list[Any]] = []
        for message, source in zip(view.messages, view.sources, strict=True):
            if len(source) == 1 and self._archived(source[0]) == message_digest(message):
                refs.append(source[0])
                continue
            # Block by block, since notes are added behind a head that stays.
            content = message.get("content")
            parts = content if isinstance(content, list) else [content]
            kept = [self._keep(content_hash(part), part, new) for part in parts]
            refs.append([message.get("role"), kept if isinstance(content, list) else kept[0]])
        system = [self._keep(content_hash(block), block, new) for block in frame.system]
        tools = [self._keep(content_hash(tool), tool, new) for tool in frame.tools]
        return self._archive.append(
            KIND,
            {
                "view_turn": view.state.turn,
                "system": system,
                "tools": tools,
                "messages": refs,
                "marks": [[mark.where, mark.message, mark.block] for mark in view.cache_marks],
                "withheld": [[item.position, item.form, item.why] for item in view.withheld],
                "events": list(view.events),
                "tokens": dict(view.tokens),
                "decision": view.decision,
                "state": _state_data(view),
                "new": new,
            },
        )

    def _keep(self, digest: str, what: Any, new: dict[str, Any]) -> str:
        if digest not in self._kept:
            self._kept.add(digest)
            new[digest] = what
        return digest

    def _archived(self, position: int) -> str:
        """Return the digest of a message as it is in the archive, "" for what is no message."""
        if position < 0:
            return ""
        if position not in self._exact:
            entry = self._archive.read(position)
            message: Message = {"role": entry.data.get("role"), "content": entry.data.get("content")}
            self._exact[position] = (
                content_hash([message["role"], message["content"]]) if entry.kind == "message" else ""
            )
        return self._exact[position]


def seen_at(archive: Archive, turn: int) -> SeenView:
    """Return exactly what the model saw at a turn (counted from 1). Raises ArchiveError when there was no such turn."""
    kept: dict[str, Any] = {}
    turns = 0
    for entry in archive.entries(KIND):
        kept |= entry.data.get("new", {})
        turns = max(turns, int(entry.data["view_turn"]))
        if entry.data["view_turn"] == turn:
            return _restored(archive, entry.data, kept)
    raise ArchiveError(f"session {archive.session} has no turn {turn} (it has {turns})")


def _restored(archive: Archive, data: Mapping[str, Any], kept: Mapping[str, Any]) -> SeenView:
    messages: list[Message] = []
    for ref in data["messages"]:
        if isinstance(ref, int):
            entry = archive.read(ref)
            messages.append({"role": entry.data.get("role"), "content": entry.data.get("content")})
        else:
            role, parts = ref
            content = [kept[part] for part in parts] if isinstance(parts, list) else kept[parts]
            messages.append({"role": role, "content": content})
    frame = Frame(tuple(kept[name] for name in data["system"]), tuple(kept[name] for name in data["tools"]))
    marks = [Mark(where, message, block, "") for where, message, block in data["marks"]]
    return SeenView(
        int(data["view_turn"]),
        marked_request(frame, messages, marks),
        tuple(Withheld(position, form, why) for position, form, why in data["withheld"]),
        tuple(data["events"]),
        data["tokens"],
        str(data["decision"]),
    )


def _state_data(view: View) -> dict[str, Any]:
    """Return what of the state a resumed session needs; its notes are in the archive's `notes` entries."""
    state = view.state
    return {
        "turn": state.turn,
        "chunks": [[chunk.first, chunk.last, sorted(chunk.raw), chunk.level] for chunk in state.chunks],
        "last_move": state.last_move,
        "carried": round(state.carried, 1),
        "scale": state.scale,
        "context_limit": state.context_limit,
        "images_cap": state.images_cap,
        "images_nested": state.images_nested,
    }


def resumed_state(archive: Archive) -> State:
    """Return the state to go on with from an archive: the last view's decisions, the notes written, the events told."""
    state = State()
    told: set[tuple[str, int]] = set()
    for entry in archive.entries(KIND, media=False):
        told |= {(str(event["kind"]), int(event["position"])) for event in entry.data["events"] if "position" in event}
        data = entry.data["state"]
        state = State(
            turn=int(data["turn"]),
            chunks=tuple(Chunk(first, last, frozenset(raw), level) for first, last, raw, level in data["chunks"]),
            last_move=int(data["last_move"]),
            carried=float(data["carried"]),
            scale=float(data["scale"]),
            context_limit=int(data["context_limit"]),
            images_cap=int(data["images_cap"]),
            images_nested=bool(data["images_nested"]),
        )
    written = {int(entry.data["first"]): entry.data for entry in archive.entries("notes")}
    return replace(
        state,
        reported=frozenset(told),
        notes={first: str(data["text"]) for first, data in written.items()},
        by_model=frozenset(written),
        keep_raw=frozenset(first for first, data in written.items() if data["keep_raw"]),
    )


def render_seen(seen: SeenView) -> str:
    """Return a view as text for a person: each message as it was sent, then what was withheld and why."""
    out = [f"turn {seen.turn} · {sum(seen.tokens.values())} tokens (estimated) · {seen.decision}"]
    for number, message in enumerate(seen.request["messages"]):
        out.append(f"── {number} {message['role']}")
        content = message["content"]
        out += [
            _shown(block) for block in ([{"type": "text", "text": content}] if isinstance(content, str) else content)
        ]
    out.append("── withheld" if seen.withheld else "── nothing was withheld")
    out += [f"seq {item.position}: {item.form} ({item.why})" for item in seen.withheld]
    return "\n".join(out)


def _shown(block: Mapping[str, Any]) -> str:
    mark = "  ⟵ cache mark" if "cache_control" in block else ""
    found = list(passages("message", {"role": "", "content": [block]}, {}))
    return "\n".join(f"{item.label}: {item.text}".lstrip(": ") for item in found) + mark
