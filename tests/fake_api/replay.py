"""Play a recorded session again: the model's turns of a transcript as a script for the server."""

from __future__ import annotations

from agent.archive import Archive
from tests.fake_api.answers import Answer


def turns_of(archive: Archive) -> list[Answer]:
    """Return the model's answers of a session in order, with the stop reasons on record."""
    reasons = [str(entry.data["stop_reason"]) for entry in archive.entries("turn")]
    spoken = [entry.data["content"] for entry in archive.entries("message") if entry.data["role"] == "assistant"]
    return [
        Answer(tuple({**block} for block in content), stop_reason=reason)
        for content, reason in zip(spoken, reasons, strict=True)
    ]
