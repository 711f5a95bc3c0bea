"""While there is much to index, answers say so and are made from what is there, never from what has changed."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from agent.mcp_server import views
from agent.mcp_server.answers import answer
from agent.mcp_server.pages import grep, pages_so_far, read
from agent.mcp_server.views import Behind, current, so_far
from agent.tool import ToolFailed
from repomap.index.refresh import RACY_NS
from summarizer import grep as grep_all
from tests.mcp_server.conftest import Served

NOTE = "indexing goes on (1 of 3 files); this is made from what is indexed so far"


def index_for_good(root: Path) -> None:
    """Bring all of it up to date, once the files are old enough for their stat to be believed."""
    time.sleep(2 * RACY_NS / 1e9)
    grep_all(root, "total")


@pytest.fixture
def half(shop: Served) -> Path:
    """A repository whose index knows one file as it is, one as it was, and one not at all."""
    index_for_good(shop.root)
    (shop.root / "bill.py").write_text("def other():\n    pass\n")
    (shop.root / "new.py").write_text("def newest():\n    pass\n")
    return shop.root


def symbols(seen: Any, name: str) -> list[str]:
    return [symbol["path"] for symbol in answer("find_symbol", seen, {"name": name}).data["symbols"]]


def test_an_answer_from_half_an_index_speaks_of_unchanged_files_alone(half: Path) -> None:
    with so_far(half, NOTE) as seen:
        assert (symbols(seen, "total"), symbols(seen, "bill"), symbols(seen, "newest")) == (["shop.py"], [], [])
        fresh = seen.freshness
        assert (fresh["state"], fresh["indexed"], fresh["files"], fresh["note"]) == ("indexing", 1, 3, NOTE)
        assert "def total(prices)" in answer("repo_map", seen, {}).data["map"]
    with current(half, wait=False) as seen:
        assert (symbols(seen, "bill"), symbols(seen, "newest")) == ([], ["new.py"])
        assert (seen.freshness["state"], seen.freshness["indexed"]) == ("current", 3)


def test_pseudocode_of_a_changed_file_is_not_shown_before_it_is_made_anew(half: Path) -> None:
    with pages_so_far(half, NOTE) as pages:
        found = grep(pages, {"pattern": "total|bill|other"})
        assert {match["path"] for match in found.data["matches"]} == {"shop.py"}
        assert "def total(prices)" in read(pages, {"path": "shop.py"}).data["text"]
        with pytest.raises(ToolFailed, match="is not ready: indexing goes on"):
            read(pages, {"path": "bill.py"})


def test_an_index_that_is_complete_is_current_though_indexing_goes_on(shop: Served) -> None:
    index_for_good(shop.root)
    with so_far(shop.root, NOTE) as seen:
        assert (seen.freshness["state"], seen.freshness["note"]) == ("current", "")
    with pages_so_far(shop.root, NOTE) as pages:
        assert pages.seen.freshness["state"] == "current"


def big(root: Path, files: int) -> None:
    """Write so many files of eighty kilobytes, each with a thousand functions."""
    for number in range(files):
        names = [f"step_{number}_{line}" for line in range(1000)]
        code = "".join(f"def {name}(a, b):\n    return a + b if a else step_0_0(b, a) * 2\n" for name in names)
        (root / f"big_{number}.py").write_text(code)


def test_patience_ends_with_what_is_there(shop: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    big(shop.root, 20)
    monkeypatch.setattr(views, "PATIENCE", 0.0)
    with pytest.raises(Behind), current(shop.root, wait=False):
        pass
    with so_far(shop.root, NOTE) as seen:
        assert answer("status", seen, {}).data["parsed"] == seen.freshness["indexed"] < 22


def test_the_first_answer_of_a_large_repository_says_how_far_indexing_is_until_it_is_done(shop: Served) -> None:
    big(shop.root, 40)

    async def work(client: Any) -> tuple[Any, Any, Any]:
        first = (await client.call_tool("repo_map", {})).structured_content
        while True:
            found = (await client.call_tool("grep_pseudocode", {"pattern": r"step_39_7\("})).structured_content
            if found["freshness"]["state"] == "current":
                return first, found, (await client.call_tool("status", {})).structured_content
            assert "is made from what is indexed so far" in found["freshness"]["note"]
            await asyncio.sleep(0.2)

    first, found, status = shop.use(work)
    assert (first["freshness"]["state"], first["freshness"]["files"]) == ("indexing", 42)
    assert [match["path"] for match in found["matches"]] == ["big_39.py"]
    assert (status["freshness"]["state"], status["parsed"]) == ("current", 42)


def processes_on(root: Path) -> list[str]:
    """Return the command lines of this server's processes that are at work on a repository."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = file.read_bytes().decode().split("\0")
            if str(root) in words and any(word.startswith("agent.mcp_server") for word in words):
                found.append(" ".join(words))
    return found


def test_a_server_that_ends_while_it_indexes_leaves_no_process_behind(shop: Served) -> None:
    big(shop.root, 40)

    async def work(client: Any) -> str:
        state: str = (await client.call_tool("status", {})).structured_content["freshness"]["state"]
        assert processes_on(shop.root)
        return state

    assert shop.use(work) == "indexing"
    for _ in range(200):
        if not processes_on(shop.root):
            return
        time.sleep(0.1)
    raise AssertionError(processes_on(shop.root))
