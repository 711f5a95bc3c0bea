"""Put a session together: archive, map, tools, servers, router, permissions, client; and take it apart again."""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from agent.archive import Archive, open_archive, prune
from agent.calls import Caller
from agent.chronicle import Chronicle
from agent.context import NotesWriter, notes_model_for, resumed_state
from agent.context.gui import is_gui_name
from agent.events import Emit
from agent.limits import Limits
from agent.loop import Agent
from agent.mcp_client import McpConnection
from agent.permissions import Permissions, Reply
from agent.pricing import model_facts
from agent.prompt import system_blocks
from agent.repository import Found, Repository
from agent.resume import open_call_answers
from agent.router import Router
from agent.session import Session
from agent.settings import AgentSettings
from agent.tool import Ask, Tier, Tool, ToolFailed
from agent.tools import code_tools
from agent.tools.pixels import request_pixels_tool
from agent.tools.recall import recall_tool
from agent.tools.shell import Shell
from agent.workspace import Workspace
from repomap.files.ours import claim

MAP_TOKENS = 4096  # the map's default size everywhere; a cached prefix of it costs a tenth


@dataclass(frozen=True, slots=True)
class Options:
    """What a run is asked for. `resume` names a session to go on with; `ask` is None when nobody is there.

    `extra_tools` are those of a browser or a screen.
    """

    root: Path
    state: Path
    settings: AgentSettings
    limits: Limits = field(default_factory=Limits)
    yes: bool = False
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    offline: bool = False
    resume: str = ""
    ask: Callable[[Ask], Reply] | None = None
    extra_tools: Sequence[Tool] = ()


class StartError(ValueError):
    """A session that cannot be started; the message is one sentence."""


@asynccontextmanager
async def started(options: Options, task: str, emit: Emit) -> AsyncIterator[Agent]:
    """Yield an agent ready to run `task`; servers, shell and archive are let go of in the end.

    Raises StartError, or ArchiveError for a session that cannot be opened.
    """
    import anthropic

    settings = options.settings
    model = model_facts(settings.model)
    if options.limits.usd is not None and not model.output:
        raise StartError(f"the price of {settings.model} is not known, so --max-usd cannot be kept")
    if not (os.environ.get("ANTHROPIC_API_KEY") or os.environ.get("ANTHROPIC_AUTH_TOKEN")):
        raise StartError("no key: set ANTHROPIC_API_KEY (any value for a local server)")
    workspace = Workspace(options.root)
    repository = Repository(workspace.root)
    archive = _archive(options, task)
    shell = Shell(workspace)
    connections = [
        McpConnection(server, _reporter(emit)) for server in settings.mcp_servers if not _far(server, options)
    ]
    try:
        await asyncio.gather(*(connection.start() for connection in connections))
        tools: dict[str, Tool] = {}
        session = Session(archive, settings.context, lambda name: _is_gui(tools, name))
        chronicle = Chronicle(session, emit)
        own = code_tools(workspace, repository, shell, offline=options.offline, opened=chronicle.opened)
        router = Router(tools)
        own += [recall_tool(session.recall), request_pixels_tool(router, chronicle.routed)]
        served = [tool for connection in connections for tool in connection.tools]
        for tool in [*sorted(own, key=_name), *sorted(served, key=_name), *options.extra_tools]:
            tools.setdefault(tool.name, tool)
        chronicle.router = router
        found = _map(repository, task, emit)
        workspace.now_known(found.files, "map")
        async with anthropic.AsyncAnthropic(base_url=settings.base_url or None) as client:
            agent = Agent(
                client=client,
                model=replace(model, name=settings.model),
                session=session,
                tools=tools,
                system=_system(archive, options, found, tools),
                caller=Caller(_permissions(options), chronicle.started, chronicle.finished, chronicle.decided),
                router=router,
                emit=emit,
                settings=settings.context,
                limits=options.limits,
                state=resumed_state(archive),
                writer=_writer(settings, options.limits),
            )
            if answers := open_call_answers(archive):
                session.add({"role": "user", "content": answers})
            try:
                yield agent
            finally:
                agent.caller.close()
                if agent.writer:
                    agent.writer.close()
    finally:
        shell.close()
        await asyncio.gather(*(connection.close() for connection in connections))
        archive.close()


def _archive(options: Options, task: str) -> Archive:
    claim(options.state)
    folder = options.state / "transcripts"
    if options.resume and not (folder / f"{options.resume}.jsonl").is_file():
        raise StartError(f"there is no session {options.resume}")
    if not options.resume:  # a session that is gone on with must not be pruned under our feet
        prune(folder, options.settings.retention)
    name = options.resume or f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}"
    return open_archive(folder, name, about={"task": task, "model": options.settings.model})


def _system(archive: Archive, options: Options, found: Found, tools: Mapping[str, Tool]) -> tuple[dict[str, Any], ...]:
    """Return the system prompt; a resumed session keeps the one it began with, so that its bytes stay the same."""
    for entry in archive.entries(media=False):
        if entry.kind == "system":
            return tuple(entry.data["blocks"])
    blocks = system_blocks(options.root, found, tools)
    archive.append("system", {"blocks": list(blocks)})
    return blocks


def _map(repository: Repository, task: str, emit: Emit) -> Found:
    try:
        return repository.map(MAP_TOKENS, task)
    except ToolFailed as error:
        emit("failure", {"kind": "map", "message": str(error)})
        return Found(f"({error})")


def _writer(settings: AgentSettings, limits: Limits) -> NotesWriter | None:
    """Return the cheap model's writer, None where the settings or the address leave none for notes."""
    import anthropic

    client = anthropic.Anthropic(base_url=settings.base_url or None)
    name = notes_model_for(settings.context, str(client.base_url))
    return NotesWriter(client, name, limits.usd) if name else None


def _permissions(options: Options) -> Permissions:
    return Permissions(
        yes=options.yes,
        allow=(*options.settings.allow, *options.allow),
        deny=(*options.settings.deny, *options.deny),
        ask=options.ask,
    )


def _far(server: Any, options: Options) -> bool:
    """Say whether a server is only reached over the network, which `--offline` leaves out."""
    return options.offline and bool(server.url) and not any(host in server.url for host in ("127.0.0.1", "localhost"))


def _reporter(emit: Emit) -> Callable[[str, str], None]:
    return lambda server, message: emit("server", {"server": server, "message": message})


def _is_gui(tools: Mapping[str, Tool], name: str) -> bool:
    return tools[name].tier >= Tier.BROWSER if name in tools else is_gui_name(name)


def _name(tool: Tool) -> str:
    return tool.name
