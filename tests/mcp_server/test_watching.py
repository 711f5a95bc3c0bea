"""Clients that subscribed hear of changes, in the protocol's new way and in the old one."""

from __future__ import annotations

import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from repomap.index import open_index
from tests.mcp_server.conftest import Served, environment

pytest.importorskip("watchdog")

pytestmark = pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")
MAP = "repomap://map"
PAGE = "repomap://pseudocode/shop.py"


@pytest.fixture
def watched(shop: Served) -> Served:
    """The small repository, with the watcher inside its server."""
    shop.options.clear()
    return shop


async def edit_until(root: Path, heard: Any) -> None:
    """Change a file again and again until the event is set: the watcher begins some time after the server."""
    import anyio

    number = 0
    with anyio.fail_after(60):
        while not heard.is_set():
            number += 1
            (root / "shop.py").write_text(f"def total(prices):\n    return {number}\n")
            with anyio.move_on_after(1):
                await heard.wait()


def test_a_listener_hears_of_the_map_and_of_its_file(watched: Served) -> None:
    import anyio

    async def work(client: Any) -> set[str]:
        heard = anyio.Event()
        uris: set[str] = set()
        async with client.listen(resource_subscriptions=[MAP, PAGE]) as events, anyio.create_task_group() as group:
            group.start_soon(edit_until, watched.root, heard)
            async for event in events:
                uris.add(event.uri)
                if uris == {MAP, PAGE}:
                    heard.set()
                    break
        return uris

    assert watched.use(work) == {MAP, PAGE}


def test_a_subscriber_of_the_older_protocol_hears_it_until_it_unsubscribes(watched: Served) -> None:
    import anyio

    uris: list[str] = []
    heard = anyio.Event()

    async def on_message(message: Any) -> None:
        if type(message).__name__ == "ResourceUpdatedNotification":
            uris.append(str(message.params.uri))
            if set(uris) >= {MAP, PAGE}:
                heard.set()

    async def work(client: Any) -> str:
        for uri in (MAP, PAGE, "repomap://pseudocode/bill.py"):
            await client.subscribe_resource(uri)
        await edit_until(watched.root, heard)
        await client.unsubscribe_resource(MAP)
        uris.clear()
        (watched.root / "shop.py").write_text("def last():\n    pass\n")
        with anyio.fail_after(60):
            while PAGE not in uris:
                await anyio.sleep(0.1)
        text: str = (await client.read_resource(PAGE)).contents[0].text
        return text

    assert "def last()" in watched.use(work, mode="legacy", message_handler=on_message)
    assert set(uris) == {PAGE}


def test_the_watcher_ends_with_its_server_and_one_that_watches_already_is_enough(shop: Served) -> None:
    open_index(shop.root).close()
    command = [sys.executable, "-m", "agent.mcp_server.watching", str(shop.root)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "env": environment(), "text": True}
    watchers = [subprocess.Popen(command, **pipes) for _ in range(2)]
    said: dict[Any, str] = {}
    try:
        for number in range(60):
            (shop.root / "shop.py").write_text(f"def total(prices):\n    return {number}\n")
            streams: list[Any] = [watcher.stdout for watcher in watchers]
            for stream in select.select(streams, [], [], 1)[0]:
                said[stream] = stream.readline()
            if len(said) == 2:
                break
    finally:
        for watcher in watchers:
            watcher.communicate(timeout=30)  # closes its standard input
    assert list(said.values()) == ['{"files": ["shop.py"]}\n'] * 2
    assert [watcher.returncode for watcher in watchers] == [0, 0]
