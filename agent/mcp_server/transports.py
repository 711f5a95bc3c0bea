"""Serve one repository to a client over stdio, or to several over HTTP on this machine alone."""

from __future__ import annotations

import asyncio
import gc
import hmac
import logging
import os
import secrets
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from agent.mcp_server.backend import Backend
from repomap.errors import RepoMapError

HOST = "127.0.0.1"  # never another: whoever reaches the server reads the repository
TOKEN_VARIABLE = "REPOMAP_MCP_TOKEN"
PATH = "/mcp"
MAX_BODY = 16 * 1024 * 1024  # bytes of a request: one with a pattern of ten megabytes still gets a sentence in answer
CLOSING_SECONDS = 1  # that open answers get when the server is stopped
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def serve_stdio(root: Path, *, watch: bool) -> int:
    """Serve `root` over standard input and output until the client leaves; return the exit code."""
    backend = Backend(root)
    try:
        backend.warm()
        _imported_quickly()
        return asyncio.run(_stdio(backend, watch))
    finally:
        backend.close()


async def _stdio(backend: Backend, watch: bool) -> int:
    from mcp.server.stdio import stdio_server

    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        loop.add_signal_handler(number, _end, backend, 128 + number)
    server = _server(backend, watch)
    with redirect_stdout(sys.__stdout__):  # the SDK takes the descriptor behind it, which a wrapper may hide
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    return 0


def _server(backend: Backend, watch: bool) -> Any:
    from agent.mcp_server.announce import Announcer
    from agent.mcp_server.server import make_server

    gc.freeze()  # what was imported stays, and need not be looked at again
    gc.enable()
    announcer = Announcer(asyncio.get_running_loop())
    if watch:
        backend.watch(announcer.changed)
    return make_server(backend, announcer)


def _end(backend: Backend, code: int) -> None:
    """End the process from a signal: the thread that waits for the client's next line cannot be asked to."""
    backend.close()
    os._exit(code)


def serve_http(root: Path, port: int, *, watch: bool, say: Callable[[str], None]) -> int:
    """Serve `root` over streamable HTTP on loopback until a signal; return the exit code.

    Port 0 takes a free one. `say` is given the address, and the token unless it comes from the environment. Raises
    RepoMapError when the port is taken.
    """
    listening = _listen(port)
    backend = Backend(root)
    try:
        backend.warm()
        _imported_quickly()
        given = os.environ.get(TOKEN_VARIABLE, "")
        token = given or secrets.token_urlsafe(32)
        port = listening.getsockname()[1]
        say(f"serving {root} at http://{HOST}:{port}{PATH}")
        say(f"token: the value of {TOKEN_VARIABLE}" if given else f"token: {token}")
        for number in SIGNALS:
            signal.signal(number, _leave)
        asyncio.run(_http(backend, watch, listening, token))
        return 0
    finally:
        backend.close()
        listening.close()


def _leave(number: int, frame: object) -> None:
    """End from a signal; while requests are served the web server catches it first, closes, and sends it again."""
    raise SystemExit(128 + number)


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(128)
    except (OSError, OverflowError) as error:
        listening.close()
        reason = error.strerror if isinstance(error, OSError) else "no such port"
        raise RepoMapError(f"port {port} cannot be served: {reason}; --port 0 takes a free one") from None
    return listening


async def _http(backend: Backend, watch: bool, listening: socket.socket, token: str) -> None:
    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings

    port = listening.getsockname()[1]
    hosts = [f"{name}:{port}" for name in (HOST, "localhost")]
    guard = TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts])
    app = _server(backend, watch).streamable_http_app(
        streamable_http_path=PATH, transport_security=guard, max_request_body_size=MAX_BODY
    )
    config = uvicorn.Config(
        with_token(app, token), log_level="critical", timeout_graceful_shutdown=CLOSING_SECONDS, lifespan="on"
    )
    await uvicorn.Server(config).serve([listening])


def with_token(app: Any, token: str) -> Any:
    """Return `app`, answering only requests that carry `Authorization: Bearer TOKEN`."""
    wanted = token.encode()

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            given = [value.partition(b" ") for name, value in scope["headers"] if name == b"authorization"]
            kinds = [kind.lower() for kind, _, _ in given]
            if kinds != [b"bearer"] or not hmac.compare_digest(given[0][2].strip(), wanted):
                body = b"this server wants its token: Authorization: Bearer TOKEN\n"
                headers = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
                await send({"type": "http.response.start", "status": 401, "headers": headers})
                await send({"type": "http.response.body", "body": body})
                return
        await app(scope, receive, send)

    return guarded


def _imported_quickly() -> None:
    """Make ready to import the SDK, most of the time a start takes, and keep it from writing on standard error."""
    gc.disable()  # thousands of classes that all stay; with the next line 0.78 s instead of 0.90
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # else it looks through every installed package
    log = logging.getLogger("mcp")
    log.addHandler(logging.NullHandler())
    log.propagate = False
