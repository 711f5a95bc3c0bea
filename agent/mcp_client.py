"""Connect to MCP servers and offer their tools: results capped, errors in words found, a dead server restarted once."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import os
import re
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from agent.cap import cap_text
from agent.capabilities import declared_reach
from agent.images import inspect
from agent.mcp_servers import Server
from agent.router import in_band_failure
from agent.tool import Arguments, Ask, Picture, Result, Tier, Tool, ToolFailed

if TYPE_CHECKING:
    from mcp import Client

START_SECONDS = 30.0  # for a server to start and list its tools; a first `uvx` run downloads within it
CLOSE_SECONDS = 10.0  # the SDK itself takes up to about 4 s: close stdin, SIGTERM, SIGKILL
MAX_TOOLS = 128  # of one server: more fill the prompt with what nobody asked for
MAX_PAGES = 20  # of one list; a server that never ends its list is cut off
MAX_DESCRIPTION = 2000  # characters of a tool's description in the prompt
MAX_RESULT = 1_000_000  # characters that are archived of one result; a flood ends here
RESTARTS = 1
TOP_LEVEL_REFUSED = ("oneOf", "anyOf", "allOf")  # the API takes these inside a schema, not at its top

Report = Callable[[str, str], None]


class McpConnection:
    """One server, owned by one task. `report(server, message)` hears of starts that fail, deaths and restarts."""

    def __init__(self, server: Server, report: Report) -> None:
        self.server = server
        self.tools: list[Tool] = []
        self._report = report
        self._client: Client | None = None
        self._owner: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self._restarting = asyncio.Lock()
        self._restarts_left = RESTARTS

    async def start(self) -> bool:
        """Start the server and list its tools; a failure is reported, not raised. Returns whether it is up."""
        fault = await self._open()
        if fault:
            self._report(self.server.name, f"server {self.server.name} did not start: {fault}")
        return not fault

    async def close(self) -> None:
        """End the server."""
        self._closing.set()
        if self._owner:
            await asyncio.wait({self._owner}, timeout=CLOSE_SECONDS)
            if not self._owner.done():
                self._owner.cancel()
                await asyncio.wait({self._owner}, timeout=1)

    async def call(self, tool: str, arguments: Arguments, stop: threading.Event) -> Result:
        """Call a tool. A server that has died is restarted once, and the call is not repeated: it may have run."""
        name, seconds = self.server.name, self.server.seconds
        if self._client is None:
            await self._restart(f"server {name} is gone", self._owner)
        client, owner = self._client, self._owner
        if client is None:
            raise ToolFailed(f"server {name} is gone and did not start again")
        calling = asyncio.ensure_future(client.call_tool(tool, dict(arguments)))
        gone = asyncio.ensure_future(_gone(owner))
        stopping = asyncio.ensure_future(_stopped(stop))
        await asyncio.wait({calling, gone, stopping}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        gone.cancel()
        stopping.cancel()
        if calling.done():
            return await self._finished(calling, owner)
        calling.cancel()
        if stop.is_set():
            return Result("", failed=True, stopped=True)
        if owner is not None and owner.done():
            return await self._died(owner)
        raise ToolFailed(f"server {name} does not answer: {tool} timed out after {seconds:g} s")

    async def _finished(self, calling: asyncio.Future[Any], owner: asyncio.Task[None] | None) -> Result:
        try:
            return result_of(calling.result())
        except Exception as error:  # the SDK raises its own, anyio's and OS errors for a broken connection
            await asyncio.sleep(0)
            if owner is None or owner.done() or "closed" in str(error).casefold() or isinstance(error, OSError):
                return await self._died(owner)
            raise ToolFailed(f"{self.server.name}: {_words(error)}") from None

    async def _died(self, owner: asyncio.Task[None] | None) -> Result:
        fault = f"server {self.server.name} ended during this call; whether the call did anything is not known"
        return Result(f"{fault}. {await self._restart(fault, owner)}", failed=True)

    async def _restart(self, why: str, dead: asyncio.Task[None] | None) -> str:
        """Start the server again, once for all the calls that saw the same owner task die; returns what came of it."""
        async with self._restarting:
            if self._owner is not dead:
                return "It was restarted."
            if dead is not None and not dead.done():
                self._closing.set()
                await asyncio.wait({dead}, timeout=CLOSE_SECONDS)
            self._client = None
            if not self._restarts_left:
                return "It was restarted before and is not started again."
            self._restarts_left -= 1
            fault = await self._open()
            outcome = f"It did not start again: {fault}" if fault else "It was restarted."
            self._report(self.server.name, f"{why}. {outcome}")
            return outcome

    async def _open(self) -> str:
        """Start the owner task; returns why it failed, or ""."""
        self._closing = asyncio.Event()
        ready: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self._owner = asyncio.create_task(self._own(ready, self._closing))
        await asyncio.wait({ready}, timeout=START_SECONDS)
        if not ready.done():
            self._owner.cancel()
            return f"it did not answer within {START_SECONDS:g} s"
        if error := ready.exception():
            return _words(error)
        self.tools = self._offered(ready.result())
        return ""

    async def _own(self, ready: asyncio.Future[list[Any]], closing: asyncio.Event) -> None:
        """Hold the connection open: the SDK wants it entered and left by the same task."""
        from mcp import Client

        try:
            with open(os.devnull, "w") as nowhere:  # a server's chatter must not flood the terminal or the disk
                async with Client(_transport(self.server, nowhere)) as client:
                    listed = await _all_tools(client)
                    self._client = client
                    ready.set_result(listed)
                    await closing.wait()
        except Exception as error:
            if not ready.done():
                ready.set_exception(error)
        finally:
            self._client = None
            if not ready.done():
                ready.set_exception(RuntimeError("it ended while it started"))

    def _offered(self, listed: list[Any]) -> list[Tool]:
        if len(listed) > MAX_TOOLS:
            self._report(
                self.server.name,
                f"server {self.server.name} lists {len(listed)} tools; the first {MAX_TOOLS} are offered",
            )
        return [self._tool(tool) for tool in listed[:MAX_TOOLS]]

    def _tool(self, listed: Any) -> Tool:
        name = f"mcp__{self.server.name}__{re.sub(r'[^A-Za-z0-9_-]', '_', listed.name)}"[:128]
        description = (listed.description or listed.name)[:MAX_DESCRIPTION]
        reads_only = bool(listed.annotations and listed.annotations.read_only_hint)

        async def run(arguments: Arguments, stop: threading.Event) -> Result:
            return await self.call(listed.name, arguments, stop)

        return Tool(
            name,
            description,
            _schema(listed.input_schema),
            run,
            Tier.MCP,
            alone=not reads_only,
            asks=lambda arguments: () if reads_only else (Ask("mcp", name),),
            reaches=declared_reach(self.server.name, description, self.server.reaches),
        )


async def _stopped(stop: threading.Event) -> None:
    while not stop.is_set():
        await asyncio.sleep(0.05)


async def _gone(owner: asyncio.Task[None] | None) -> None:
    if owner is not None:
        await asyncio.wait({owner})


def _transport(server: Server, errors: Any) -> Any:
    if server.url:
        return server.url
    from mcp import StdioServerParameters, stdio_client

    environment = dict(server.env) if server.env else None
    parameters = StdioServerParameters(
        command=server.command, args=list(server.args), env=environment, cwd=server.cwd or None
    )
    return stdio_client(parameters, errlog=errors)


async def _all_tools(client: Client) -> list[Any]:
    tools: list[Any] = []
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await client.list_tools(cursor=cursor)
        tools += page.tools
        cursor = page.next_cursor
        if not cursor:
            break
    return tools


def _schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema the API takes: an object, without alternatives at its top."""
    kept = {key: value for key, value in schema.items() if key not in TOP_LEVEL_REFUSED}
    return {**kept, "type": "object", "properties": kept.get("properties") or {}}


def result_of(answer: Any) -> Result:
    """Return an MCP result as a tool's result: text joined, images kept, other content named; floods cut."""
    texts: list[str] = []
    pictures: list[Picture] = []
    for block in answer.content:
        if block.type == "text":
            texts.append(block.text)
        elif block.type == "image":
            picture = _picture(block.data)
            if picture:
                pictures.append(picture)
            else:
                texts.append(f"[an image that cannot be shown: {block.mime_type}, {len(block.data)} characters]")
        elif block.type == "resource" and getattr(block.resource, "text", None) is not None:
            texts.append(f"[{block.resource.uri}]\n{block.resource.text}")
        else:
            texts.append(f"[{block.type} content that cannot be shown]")
    if not texts and not pictures and answer.structured_content is not None:
        texts.append(json.dumps(answer.structured_content, ensure_ascii=False))
    text = cap_text("\n".join(texts), MAX_RESULT)
    failed = bool(answer.is_error) or in_band_failure(text)
    return Result(text, () if failed else tuple(pictures), failed)


def _picture(data: str) -> Picture | None:
    with suppress(binascii.Error, ValueError):
        raw = base64.b64decode(data, validate=True)
        found = inspect(raw)
        if found:
            return Picture(found.media_type, raw)
    return None


def _words(error: BaseException) -> str:
    """Return the innermost reason of an error: anyio wraps what happened in groups."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__
