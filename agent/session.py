"""One session's memory: the archive gets everything whole and masked, the history what the model may be sent."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from agent.archive import Archive, recall
from agent.cap import cap_text
from agent.context import ContextSettings, Frame, NotesWriter, State, View, ViewLog, after_round, cap_observation
from agent.secrets import mask_all
from agent.tool import called

Message = dict[str, Any]


class Session:
    """The archive with the history made of it. All methods may be called from any thread.

    `is_gui` says whether a tool (by name) is a GUI tool: its results are capped as observations, others with head and
    tail. A capped result names the archive position that holds all of it.
    """

    def __init__(self, archive: Archive, settings: ContextSettings, is_gui: Callable[[str], bool]) -> None:
        self.archive = archive
        self._settings = settings
        self._is_gui = is_gui
        self._lock = threading.RLock()
        self._names: dict[str, str] = {}
        self.history: list[Message] = []
        self.positions: list[int] = []
        for message, position in zip(*archive.history(), strict=True):
            self._remember(message, position)

    @property
    def name(self) -> str:
        """The session's id."""
        return self.archive.session

    def add(self, message: Message, *, exact: bool = False) -> int:
        """Archive a message and put it on the history; returns its position.

        Credentials are masked in both; an `exact` message (the model's own) goes back to the model as it came.
        """
        masked = mask_all(message)
        with self._lock:
            position = self.archive.append("message", masked)
            self._remember(message if exact else masked, position)
        return position

    def note(self, kind: str, data: Mapping[str, Any]) -> int:
        """Archive something that is not a message: a decision, a failure, the use of tokens."""
        with self._lock:
            return self.archive.append(kind, mask_all(dict(data)))

    def end_turn(self) -> None:
        """Bring everything to the disk."""
        with self._lock:
            self.archive.end_turn()

    def record_view(self, log: ViewLog, view: View, frame: Frame) -> None:
        """Archive what the next request shows, before it is sent."""
        with self._lock:
            log.record(view, frame)

    def after_round(
        self, settings: ContextSettings, state: State, used_tokens: int, writer: NotesWriter | None
    ) -> State:
        """Return the context's state with notes on the last round, made from the archive."""
        with self._lock:
            return after_round(
                self.history,
                self.positions,
                settings,
                state,
                used_tokens=used_tokens,
                archive=self.archive,
                writer=writer,
            )

    def close(self) -> None:
        """Let go of the archive."""
        with self._lock:
            self.archive.close()

    def recall(self, pattern: str, is_regex: bool, ignore_case: bool, after: int) -> str:
        """Search the archive, or show one entry of it (`seq:N`), as text for the model."""
        with self._lock:
            return recall(self.archive, pattern, is_regex=is_regex, ignore_case=ignore_case, after=after)

    def _remember(self, message: Message, position: int) -> None:
        content = message.get("content")
        if isinstance(content, list):
            for block in content:
                if block.get("type") == "tool_use":
                    self._names[str(block.get("id"))] = called(block)
            message = {**message, "content": [self._capped(block, position) for block in content]}
        self.history.append(message)
        self.positions.append(position)

    def _capped(self, block: dict[str, Any], position: int) -> dict[str, Any]:
        if block.get("type") != "tool_result":
            return block
        gui = self._is_gui(self._names.get(str(block.get("tool_use_id")), ""))

        def cap(text: str) -> str:
            if gui:
                return cap_observation(text, self._settings.observation_max_chars)
            return cap_text(text, whole=f"recall 'seq:{position}' has all of it")

        content = block.get("content")
        if isinstance(content, str):
            capped = cap(content)
            return block if capped == content else {**block, "content": capped}
        if isinstance(content, list):
            parts = [{**part, "text": cap(part["text"])} if part.get("type") == "text" else part for part in content]
            return {**block, "content": parts}
        return block
