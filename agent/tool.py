"""What a tool is to the agent: a name, a schema, a tier, what it asks leave for, and a function that runs it."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Literal

Arguments = Mapping[str, Any]
"""A call's arguments, already checked against the tool's schema."""


class Tier(IntEnum):
    """How near a tool is to the thing itself; a lower tier is tried first."""

    CODE = 1
    MCP = 2
    BROWSER = 3
    PIXELS = 4


class ToolFailed(Exception):
    """A tool's clear answer that it could not do what was asked; the text goes to the model."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An image that a tool returns, as it lies in the file."""

    media_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool gave back. `stopped` means that it was ended midway; `text` then holds what it had done so far.

    `screen` is the digest of the screen that was seen, where the tool looked at one.
    """

    text: str
    pictures: tuple[Picture, ...] = ()
    failed: bool = False
    stopped: bool = False
    screen: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that needs leave: a command, a write, the network, another server's tool, hands on the screen."""

    kind: Literal["shell", "write", "network", "mcp", "screen"]
    subject: str


def asks_nothing(arguments: Arguments) -> tuple[Ask, ...]:
    """The answer of a tool that only looks."""
    return ()


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool. `run` is called in a thread (or awaited) with the arguments and an event that is set to stop it.

    `alone` tools never run beside another one. `reaches` names the targets of the router's table that it works on.
    `family` is the API's own tool family that it is a member of (see `agent.toolsets`); its name is then
    "FAMILY:MEMBER".
    """

    name: str
    description: str
    schema: Mapping[str, Any]
    run: Callable[[Arguments, threading.Event], Result | Awaitable[Result]]
    tier: Tier = Tier.CODE
    alone: bool = False
    asks: Callable[[Arguments], tuple[Ask, ...]] = asks_nothing
    reaches: frozenset[str] = field(default_factory=frozenset)
    family: str = ""

    @property
    def member(self) -> str:
        """The name by which a member of a family is called."""
        return self.name.removeprefix(f"{self.family}:")

    @property
    def definition(self) -> dict[str, Any]:
        """The tool as the API takes it."""
        return {"name": self.name, "description": self.description, "input_schema": dict(self.schema)}


def called(call: Mapping[str, Any]) -> str:
    """Return the name of the tool that a `tool_use` block calls, its family's before it."""
    family = call.get("toolset_name")
    return f"{family}:{call['name']}" if family else str(call["name"])


def result_head(call: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a `tool_result` block that says which call it answers."""
    head: dict[str, Any] = {"type": "tool_result", "tool_use_id": call["id"]}
    if call.get("toolset_name"):
        head["toolset_name"] = call["toolset_name"]
    return head


def schema(properties: Mapping[str, Mapping[str, Any]], required: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a JSON schema of an object with these properties and no others."""
    return {
        "type": "object",
        "properties": {name: dict(kind) for name, kind in properties.items()},
        "required": list(required),
        "additionalProperties": False,
    }
