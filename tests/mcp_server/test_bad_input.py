"""Bad input gets a sentence, the server lives, and no file outside the root is ever read."""

from __future__ import annotations

import os
import shutil
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from agent.mcp_server.paths import listed_path, read_inside
from agent.tool import ToolFailed
from tests.mcp_server.conftest import Served

SECRET = "a secret outside the root"


def refused(served: Served, *calls: tuple[str, dict[str, Any]]) -> list[str]:
    """Make calls on one connection, each of which must be refused; return the sentences. The server must live on."""

    async def work(client: Any) -> list[str]:
        results = [await client.call_tool(tool, arguments) for tool, arguments in calls]
        assert [result.is_error for result in results] == [True] * len(calls)
        assert not (await client.call_tool("status", {})).is_error
        return [result.content[0].text for result in results]

    found: list[str] = served.use(work)
    return found


def test_wrong_arguments_are_named(served: Served) -> None:
    assert refused(
        served,
        ("find_symbol", {}),
        ("find_symbol", {"name": 3}),
        ("find_symbol", {"name": "x", "nmae": "y"}),
        ("find_symbol", {"name": "x", "offset": -1}),
        ("references", {"name": "x", "of": "friends"}),
        ("repo_map", {"focus": "shop.py"}),
        ("repo_map", {"focus": ["x"] * 51}),
        ("read_source", {}),
        ("read_source", {"path": "shop.py", "start": 99}),
        ("read_source", {"symbol": "nothing"}),
        ("grep_pseudocode", {"pattern": "x", "path": "nowhere"}),
        ("repo_map", {"query": "x" * 50_001}),
        ("grep_pseudocode", {"pattern": "("}),
    ) == [
        "find_symbol: missing: name",
        "find_symbol: name must be of type string, not int",
        "find_symbol: unknown: nmae (known: name, kind, offset, limit)",
        "find_symbol: offset must be at least 0",
        "references: of must be one of uses, callers, callees",
        "repo_map: focus must be of type array, not str",
        "repo_map: focus has 51 items; at most 50 are taken",
        "read_source needs a path, or a symbol",
        "shop.py has 8 lines; line 99 is past its end",
        "no definition is called 'nothing'; try find_symbol",
        "nowhere is no file or folder of the repository",
        "repo_map: query has 50001 characters; at most 50000 are taken",
        "'(' is not a regular expression: missing ), unterminated subpattern at position 0; -F takes it as plain text",
    ]


def test_a_pattern_of_ten_megabytes_is_refused_unread(served: Served) -> None:
    assert refused(served, ("grep_pseudocode", {"pattern": "a" * 10_000_000})) == [
        "grep_pseudocode: pattern has 10000000 characters; at most 2000 are taken"
    ]


def test_a_regular_expression_that_never_ends_is_stopped_and_others_are_answered(shop: Served) -> None:
    (shop.root / "bad.py").write_text(f"def {'a' * 200}():\n    pass\n")
    (sentence,) = refused(shop, ("grep_pseudocode", {"pattern": "(a+)+!"}))
    assert "takes longer than 5 s" in sentence


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A secret beside the repository."""
    file = tmp_path / "secret.py"
    file.write_text(f"def secret():\n    return '{SECRET}'\n")
    return file


def test_no_path_leads_outside_the_root_or_to_what_is_not_served(shop: Served, outside: Path) -> None:
    os.symlink(outside, shop.root / "link.py")
    os.symlink(outside.parent, shop.root / "folder")
    (shop.root / ".gitignore").write_text(".env\n")
    (shop.root / ".env").write_text(SECRET)
    paths = [
        *(
            "../secret.py",
            "./x/../../secret.py",
            str(outside),
            "link.py",
            "folder/secret.py",
            "folder/shop/../secret.py",
        ),
        *(
            "shop.py/../../secret.py",
            "~/secret.py",
            "file:///etc/passwd",
            "/etc/passwd",
            "..",
            ".",
            "",
            "\0",
            "a" * 1000,
        ),
        *("..\\secret.py", "%2e%2e/secret.py", ".env", ".git/config", ".repomap/index.db", ".GIT/config"),
    ]
    calls: list[tuple[str, dict[str, Any]]] = [
        *(("read_source", {"path": path}) for path in paths),
        *(("read_pseudocode", {"path": path}) for path in paths),
        *(("impact", {"path": path}) for path in paths),
        *(("repo_map", {"focus": [path]}) for path in paths),
        ("grep_pseudocode", {"pattern": "secret", "path": "../"}),
        ("read_source", {"symbol": "secret"}),
    ]
    assert SECRET not in "".join(refused(shop, *calls))


def test_no_resource_leads_outside_the_root(shop: Served, outside: Path) -> None:
    from mcp.shared.exceptions import MCPError

    os.symlink(outside, shop.root / "link.py")
    uris = [
        "../secret.py",
        "..%2Fsecret.py",
        "%2e%2e/secret.py",
        str(outside),
        "link.py",
        "",
        "%00",
        "shop.py%2F..%2Fx",
    ]

    async def work(client: Any) -> list[str]:
        said = []
        for uri in [*(f"repomap://pseudocode/{path}" for path in uris), "file:///etc/passwd", "repomap://other"]:
            with pytest.raises(MCPError) as caught:
                await client.read_resource(uri)
            said.append(str(caught.value))
        return said

    for sentence in shop.use(work):
        assert SECRET not in sentence
        assert "is not among the repository's files" in sentence or "is no resource" in sentence


def test_a_root_that_vanishes_is_said_and_one_that_comes_back_is_answered(shop: Served) -> None:
    kept = shop.root.with_name("kept")

    async def work(client: Any) -> tuple[Any, Any, Any]:
        await client.call_tool("status", {})
        shutil.copytree(shop.root, kept)
        shutil.rmtree(shop.root)
        gone = await client.call_tool("status", {})
        source = await client.call_tool("read_source", {"path": "shop.py"})
        kept.rename(shop.root)
        return gone, source, await client.call_tool("find_symbol", {"name": "total"})

    gone, source, back = shop.use(work)
    assert gone.is_error
    assert gone.content[0].text == f"the repository {shop.root} is gone"
    assert source.is_error
    assert back.structured_content["total"] == 1


def test_an_unknown_tool_is_a_protocol_error_that_names_the_known_ones(shop: Served) -> None:
    from mcp.shared.exceptions import MCPError

    async def work(client: Any) -> None:
        with pytest.raises(MCPError, match=r"Unknown tool: rm \(known: repo_map, "):
            await client.call_tool("rm", {})

    shop.use(work)


def test_a_file_named_in_another_case_or_unicode_form_is_named_as_it_is(tmp_path: Path) -> None:
    composed, apart = (unicodedata.normalize(form, "café.py") for form in ("NFC", "NFD"))
    listed = {"Src/App.py", apart}
    assert listed_path(tmp_path, "Src/App.py", listed) == "Src/App.py"
    for asked, meant in (("src/app.py", "Src/App.py"), (composed, apart)):
        with pytest.raises(ToolFailed) as caught:
            listed_path(tmp_path, asked, listed)
        assert f"did you mean {meant}?" in str(caught.value)


def test_a_link_inside_the_root_is_read_as_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "real.py").write_text("x = 1\n")
    os.symlink("real.py", tmp_path / "link.py")
    assert listed_path(tmp_path, "link.py", {"real.py"}) == "real.py"


def test_what_is_swapped_for_a_link_after_the_check_is_not_followed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "src").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a.py").write_text(SECRET)
    (root / "src" / "a.py").write_text("x = 1\n")
    assert read_inside(root, "src/a.py") == b"x = 1\n"
    os.rename(root / "src", root / "old")
    os.symlink(tmp_path / "elsewhere", root / "src")
    with pytest.raises(ToolFailed, match=r"src/a\.py cannot be read"):
        read_inside(root, "src/a.py")
    os.symlink(tmp_path / "elsewhere" / "a.py", root / "b.py")
    with pytest.raises(ToolFailed, match=r"b\.py cannot be read"):
        read_inside(root, "b.py")


def test_a_pipe_and_a_folder_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(ToolFailed, match=r"is not a regular file|cannot be read"):
            read_inside(tmp_path, name)


def test_a_damaged_index_is_made_anew_for_the_same_answer(shop: Served) -> None:
    index = shop.root / ".repomap" / "index.db"

    async def work(client: Any) -> tuple[Any, Any]:
        await client.call_tool("status", {})
        size = index.stat().st_size
        for path in (index, index.with_name("index.db-wal")):
            if path.exists():
                path.write_bytes(b"nonsense" * (size // 8))
        found = await client.call_tool("find_symbol", {"name": "total"})
        return found, await client.call_tool("grep_pseudocode", {"pattern": "total"})

    for result in shop.use(work):
        assert not result.is_error, result.content
        assert result.structured_content["total"] > 0
