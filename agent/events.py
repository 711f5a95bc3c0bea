"""What a session tells of itself while it runs: a kind and plain data, heard by a terminal or a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Emit = Callable[[str, Mapping[str, Any]], None]
"""Called from any thread. Kinds: text, turn, call, result, permission, opened, route, grant_lapsed, context, circle,
failure, server, steer, end."""
