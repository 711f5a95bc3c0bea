"""What one request shows the model: its messages, where each comes from, what was withheld and why, cache marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.context.history import Block, Message


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands before the messages: system blocks and tools, each without cache marks."""

    system: tuple[Block, ...] = ()
    tools: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A place for `cache_control`: a tool, a system block or a message's block, by index. `why` names its purpose."""

    where: str
    message: int
    block: int
    why: str


@dataclass(frozen=True, slots=True)
class Withheld:
    """Something the archive holds and the request does not. `form` is what stands for it: notes, stub, placeholder …"""

    position: int
    form: str
    why: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of the archive that is sent as notes, decided at one move of the boundary and unchanged since.

    `first` and `last` are archive positions; `raw` are the units inside (by first position) that stay raw all the same;
    `level` is 0 for full notes, 1 for one line a unit, 2 for a pointer alone.
    """

    first: int
    last: int
    raw: frozenset[int] = frozenset()
    level: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """What one request's decisions hand to the next one's. Only this package makes a new one.

    `notes` are made once a unit (by its first position) and kept; `keep_raw` are units that their notes' writer wants
    raw. `reported` are the (kind, position) of events already told. `digests` are the last view's messages, `last_mark`
    the one that carried its last cache mark, `estimate` its tokens and `scale` what the service counts for one of ours.
    `context_limit`, `images_cap` and `images_nested` are what refusals have taught.
    """

    turn: int = 0
    chunks: tuple[Chunk, ...] = ()
    last_move: int = 0
    carried: float = 0.0
    notes: Mapping[int, str] = field(default_factory=dict)
    by_model: frozenset[int] = frozenset()
    keep_raw: frozenset[int] = frozenset()
    reported: frozenset[tuple[str, int]] = frozenset()
    frame: str = ""
    digests: tuple[str, ...] = ()
    last_mark: int = -1
    thinking: Mapping[int, str] = field(default_factory=dict)
    estimate: int = 0
    scale: float = 1.0
    context_limit: int = 0
    images_cap: int = 0
    images_nested: bool = True


@dataclass(frozen=True, slots=True)
class View:
    """One request's view of the history. Nothing in it shares a list with the history that may be changed.

    `request` holds `system`, `tools` and `messages` with the cache marks set, ready for `messages.create`; `messages`
    are the same without marks. `sources[i]` are the archive positions that message i stands for, `forms` says for each
    position what it was sent as. `decision` is the judge's word on notes. `tokens` are estimates by class.
    `drop_thinking` asks the caller to send `thinking.block_binding.prefix_mismatch_behavior = "drop_block"`: something
    before a thinking block has changed.
    """

    request: dict[str, Any]
    messages: list[Message]
    sources: tuple[tuple[int, ...], ...]
    cache_marks: tuple[Mark, ...]
    events: tuple[dict[str, Any], ...]
    withheld: tuple[Withheld, ...]
    forms: Mapping[int, str]
    tokens: Mapping[str, int]
    decision: str
    drop_thinking: bool
    state: State
