"""The server: the SDK's protocol on one side, the backend's answers on the other."""

from __future__ import annotations

import urllib.parse
from collections.abc import Mapping
from typing import Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.subscriptions import ListenHandler
from mcp.shared.exceptions import MCPError

from agent.arguments import argument_fault
from agent.mcp_server.announce import Announcer
from agent.mcp_server.backend import AnswerError, Backend
from agent.mcp_server.catalogue import (
    BY_NAME,
    ENTRIES,
    MAP_RESOURCE,
    MAP_URI,
    MAX_FOCUS,
    MAX_QUERY,
    MAX_TEXT,
    PAGE_RESOURCE,
    PAGES_URI,
    Entry,
)
from repomap.rendering.tokens import DEFAULT_TOKENS
from repomap.version import VERSION

INSTRUCTIONS = (
    "Tells which files of this repository to open. Begin with repo_map (with the task as query), then grep_pseudocode "
    "to find where something is done; both are cheaper than opening files. Every answer says how fresh it is; `more` "
    "says how to get what was left out."
)


def make_server(backend: Backend, announcer: Announcer) -> Server[Any]:
    """Return the server of one repository."""

    async def list_tools(ctx: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(entry) for entry in ENTRIES])

    async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        entry = BY_NAME.get(params.name)
        if entry is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name} (known: {', '.join(BY_NAME)})")
        arguments = params.arguments or {}
        fault = argument_fault(entry.arguments, arguments) or _size_fault(arguments)
        if fault:
            return _failed(f"{entry.name}: {fault}")
        try:
            found = await backend.ask(entry.name, arguments)
        except AnswerError as error:
            return _failed(str(error))
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=_spoken(found))], structured_content=found["data"]
        )

    async def list_resources(ctx: Any, params: Any) -> types.ListResourcesResult:
        title = "The repository's map: its most relevant definitions as signatures"
        return types.ListResourcesResult(
            resources=[types.Resource(uri=MAP_URI, name="map", title=title, mime_type="text/plain")]
        )

    async def list_templates(ctx: Any, params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=PAGES_URI + "{path}",
                    name="pseudocode",
                    title="A source file as pseudocode; path is relative to the repository's root",
                    mime_type="text/plain",
                )
            ]
        )

    async def read_resource(ctx: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        question, arguments = _question_of(uri)
        try:
            found = await backend.ask(question, arguments)
        except AnswerError as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from None
        meta = {"freshness": found["data"]["freshness"]}
        contents = types.TextResourceContents(uri=uri, mime_type="text/plain", text=found["text"], _meta=meta)
        return types.ReadResourceResult(contents=[contents])

    async def subscribe(ctx: Any, params: types.SubscribeRequestParams) -> types.EmptyResult:
        uri = str(params.uri)
        _question_of(uri)
        announcer.subscribe(ctx.session, uri)
        return types.EmptyResult()

    async def unsubscribe(ctx: Any, params: types.UnsubscribeRequestParams) -> types.EmptyResult:
        announcer.unsubscribe(ctx.session, str(params.uri))
        return types.EmptyResult()

    return Server(
        "repomap",
        version=VERSION,
        title="repomap: which files to open",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_subscribe_resource=subscribe,
        on_unsubscribe_resource=unsubscribe,
        on_subscriptions_listen=ListenHandler(announcer.bus),
    )


def _tool(entry: Entry) -> types.Tool:
    return types.Tool(
        name=entry.name,
        title=entry.title,
        description=entry.description,
        input_schema=dict(entry.arguments),
        output_schema=dict(entry.answer),
        annotations=types.ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )


def _size_fault(arguments: Mapping[str, Any]) -> str:
    """Return which argument is too long, or "" when none is: a pattern of ten megabytes is refused unread."""
    for name, value in arguments.items():
        if isinstance(value, list) and len(value) > MAX_FOCUS:
            return f"{name} has {len(value)} items; at most {MAX_FOCUS} are taken"
        most = MAX_QUERY if name == "query" else MAX_TEXT
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str) and len(text) > most:
                return f"{name} has {len(text)} characters; at most {most} are taken"
    return ""


def _failed(message: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=message)], is_error=True)


def _spoken(found: Mapping[str, Any]) -> str:
    """Return the answer as text: what was found, how to get more, and how fresh it is."""
    data = found["data"]
    fresh = data["freshness"]
    parts = [fresh["state"], f"commit {fresh['commit'][:12]}" if fresh["commit"] else "no commit", fresh["at"]]
    parts += [fresh["note"]] if fresh["note"] else []
    more = f"[{data['more']}]\n" if data["more"] and data["more"] not in found["text"] else ""
    return f"{found['text']}\n{more}[{' · '.join(parts)}]"


def _question_of(uri: str) -> tuple[str, dict[str, Any]]:
    """Return what a resource's URI asks for. Raises MCPError for one that is none of ours."""
    if uri.rstrip("/") == MAP_URI:
        return MAP_RESOURCE, {"tokens": DEFAULT_TOKENS}
    if uri.startswith(PAGES_URI) and len(uri) > len(PAGES_URI):
        path = urllib.parse.unquote(uri.removeprefix(PAGES_URI), errors="surrogateescape")
        return PAGE_RESOURCE, {"path": path}
    raise MCPError(types.INVALID_PARAMS, f"{uri[:200]} is no resource; there are {MAP_URI} and {PAGES_URI}PATH")
