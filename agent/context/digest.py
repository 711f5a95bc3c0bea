"""A message's own hash, worked out once: requests are compared message by message at every turn."""

from __future__ import annotations

from agent.context.history import Message, content_hash
from agent.context.remember import by_identity


@by_identity
def message_digest(message: Message) -> str:
    """Return the hash of a message's role and content."""
    return content_hash([message.get("role"), message.get("content")])
