"""Tell clients that asked for it that a resource has changed, in both of the protocol's ways."""

from __future__ import annotations

import asyncio
import urllib.parse
from contextlib import suppress
from typing import Any

import mcp_types as types
from mcp.server.subscriptions import InMemorySubscriptionBus, ResourceUpdated

from agent.mcp_server.catalogue import MAP_URI, PAGES_URI

MAX_SUBSCRIPTIONS = 1000  # of clients of the older protocol; the oldest is dropped


class Announcer:
    """Who is to hear of which resource. All is done on `loop`; `changed` may be called from any thread.

    Clients of the protocol of 2026-07-28 listen on `bus`; older ones subscribe with their session.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.bus = InMemorySubscriptionBus()
        self._loop = loop
        self._subscribed: dict[tuple[int, str], Any] = {}
        self._telling: set[asyncio.Task[None]] = set()

    def subscribe(self, session: Any, uri: str) -> None:
        """Let a session hear of a resource."""
        self._subscribed[_key(session, uri)] = session
        while len(self._subscribed) > MAX_SUBSCRIPTIONS:
            del self._subscribed[next(iter(self._subscribed))]

    def unsubscribe(self, session: Any, uri: str) -> None:
        """Undo `subscribe`."""
        self._subscribed.pop(_key(session, uri), None)

    def changed(self, files: list[str]) -> None:
        """Say that these files, relative to the root, have changed."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._announce, files)

    def _announce(self, files: list[str]) -> None:
        task = asyncio.ensure_future(self._tell([MAP_URI, *(PAGES_URI + path for path in files)]))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell(self, names: list[str]) -> None:
        for name in names:
            for uri in _spellings(name):
                await self.bus.publish(ResourceUpdated(uri=uri))
        changed = set(names)
        for (_, uri), session in list(self._subscribed.items()):
            if urllib.parse.unquote(uri, errors="surrogateescape") in changed:
                params = types.ResourceUpdatedNotificationParams(uri=uri)
                with suppress(Exception):  # a client that has gone hears nothing
                    await session.send_notification(types.ResourceUpdatedNotification(params=params))


def _spellings(name: str) -> set[str]:
    """Return the URIs by which a client may have asked for a page: as it is, or with its path escaped."""
    path = name.removeprefix(PAGES_URI)
    if path == name:
        return {name}
    escaped = (urllib.parse.quote(path, safe=safe, errors="surrogateescape") for safe in ("/", ""))
    return {PAGES_URI + each for each in (path, *escaped)}


def _key(session: Any, uri: str) -> tuple[int, str]:
    """Name a connection: each request has a session object of its own, all share what the client said of itself."""
    return id(session.client_params), uri
