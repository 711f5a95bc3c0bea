"""The tools and resources, asked by the SDK's own client over both transports."""

from __future__ import annotations

import subprocess
from typing import Any

from agent.mcp_server.catalogue import ENTRIES
from tests.mcp_server.conftest import Served


def test_eight_tools_are_listed_read_only_with_both_schemas(served: Served) -> None:
    tools = served.use(lambda client: client.list_tools()).tools
    assert [tool.name for tool in tools] == [
        "repo_map",
        "grep_pseudocode",
        "read_pseudocode",
        "find_symbol",
        "references",
        "read_source",
        "impact",
        "status",
    ]
    for tool in tools:
        assert tool.annotations.read_only_hint
        assert tool.input_schema["additionalProperties"] is False
        assert {"more", "freshness"} <= set(tool.output_schema["required"])


def test_every_tool_answers_the_same_over_both_transports(served: Served) -> None:
    async def work(client: Any) -> dict[str, Any]:
        asked: dict[str, dict[str, Any]] = {
            "repo_map": {"query": "add up prices", "focus": ["bill.py"]},
            "grep_pseudocode": {"pattern": "Add up .rices"},
            "read_pseudocode": {"path": "shop.py", "start": 4},
            "find_symbol": {"name": "TOTAL"},
            "references": {"name": "total", "of": "callers"},
            "read_source": {"symbol": "bill"},
            "impact": {"path": "shop.py"},
            "status": {},
        }
        assert set(asked) == {entry.name for entry in ENTRIES}
        return {name: await client.call_tool(name, arguments) for name, arguments in asked.items()}

    found = served.use(work)  # the client holds each structured answer against the tool's output schema
    assert not any(result.is_error for result in found.values())
    data = {name: result.structured_content for name, result in found.items()}
    assert "def total(prices)" in data["repo_map"]["map"]
    assert [(hit["path"], hit["line"]) for hit in data["grep_pseudocode"]["matches"]] == [("shop.py", 4)]
    assert "total(prices)" in data["read_pseudocode"]["text"]
    (symbol,) = data["find_symbol"]["symbols"]
    assert (symbol["path"], symbol["line"], symbol["end_line"], symbol["name"]) == ("shop.py", 4, 8, "total")
    (call,) = data["references"]["references"]
    assert (call["path"], call["line"], call["inside"]) == ("bill.py", 5, "bill")
    assert call["target"] == {"path": "shop.py", "name": "total", "line": 4}
    assert data["read_source"]["text"] == "     4\tdef bill(items):\n     5\t    return total(items)"
    assert [user["path"] for user in data["impact"]["users"]] == ["bill.py"]
    assert data["status"]["languages"]["python"] >= 2
    fresh = data["status"]["freshness"]
    assert (fresh["state"], fresh["indexed"], fresh["commit"]) == ("current", fresh["files"], "")
    assert found["status"].content[0].text.splitlines()[-1].startswith("[current · no commit · 2")


def test_an_answer_is_about_the_files_as_they_are_and_names_the_commit(shop: Served) -> None:
    async def work(client: Any) -> tuple[Any, Any]:
        before = await client.call_tool("find_symbol", {"name": "renamed"})
        file = shop.root / "shop.py"
        file.write_text(file.read_text().replace("def total", "def renamed"))
        author = ["-c", "user.name=a", "-c", "user.email=a@example.invalid"]
        subprocess.run(["git", "add", "."], cwd=shop.root, check=True)
        subprocess.run(["git", *author, "commit", "-qm", "x"], cwd=shop.root, check=True)
        return before.structured_content, (
            await client.call_tool("find_symbol", {"name": "renamed"})
        ).structured_content

    before, after = shop.use(work)
    assert before["total"] == 0
    assert [symbol["path"] for symbol in after["symbols"]] == ["shop.py"]
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=shop.root, check=True, capture_output=True, text=True)
    assert after["freshness"]["commit"] == head.stdout.strip()


def test_what_does_not_fit_is_counted_and_an_offset_goes_on(http_shop: Served) -> None:
    (http_shop.root / "many.py").write_text("".join(f"def step_{number}():\n    pass\n" for number in range(7)))

    async def work(client: Any) -> list[Any]:
        asked: list[dict[str, Any]] = [{}, {"offset": 3}, {"offset": 6}, {"offset": 9}]
        return [
            (await client.call_tool("find_symbol", {"name": "step_", "limit": 3, **page})).structured_content
            for page in asked
        ]

    pages = http_shop.use(work)
    names = [[symbol["name"] for symbol in page["symbols"]] for page in pages]
    assert names == [["step_0", "step_1", "step_2"], ["step_3", "step_4", "step_5"], ["step_6"], []]
    assert [page["more"] for page in pages] == [
        "4 more; go on with offset=3",
        "1 more; go on with offset=6",
        "",
        "offset 9 is past the last of 7",
    ]


def read_all(served: Served, tool: str, path: str) -> list[str]:
    """Read a file with a tool, part for part as `more` says, and return the parts."""

    async def work(client: Any) -> list[str]:
        parts, start = [], 1
        while True:
            data = (await client.call_tool(tool, {"path": path, "start": start})).structured_content
            parts.append(data["text"])
            if not data["more"]:
                return parts
            following = int(data["more"].rpartition("start=")[2])
            assert following > start
            start = following

    found: list[str] = served.use(work)
    return found


def test_a_long_file_is_read_in_parts_that_follow_each_other(http_shop: Served) -> None:
    code = "".join(f"line_{number} = '{'x' * 60}'\n" for number in range(1, 1001))
    (http_shop.root / "long.py").write_text(code)
    text = "\n".join(read_all(http_shop, "read_source", "long.py"))
    assert [int(line.split("\t")[0]) for line in text.splitlines() if "\t" in line] == list(range(1, 1001))


def test_long_pseudocode_is_read_in_parts_that_follow_each_other(http_shop: Served) -> None:
    body = f"    return call(a, b, '{'x' * 20}')\n"
    code = "".join(f"def stage_{number}(a, b):\n{body}" for number in range(900))
    (http_shop.root / "steps.py").write_text(code)
    parts = read_all(http_shop, "read_pseudocode", "steps.py")
    shown = "\n".join(parts)
    assert [f"def stage_{number}(a, b)" in shown for number in range(900)] == [True] * 900
    assert len(parts) > 1


def test_resources_are_the_map_and_a_files_pseudocode_by_raw_or_escaped_path(served: Served) -> None:
    (served.root / "deep" / "er").mkdir(parents=True, exist_ok=True)
    (served.root / "deep" / "er" / "ä b.py").write_text("def inside():\n    pass\n")

    async def work(client: Any) -> tuple[Any, ...]:
        resources = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        uris = [
            "repomap://map",
            "repomap://pseudocode/deep/er/ä b.py",
            "repomap://pseudocode/deep%2Fer%2F%C3%A4%20b.py",
        ]
        return resources, templates, [(await client.read_resource(uri)).contents[0] for uri in uris]

    resources, templates, (shown_map, raw, escaped) = served.use(work)
    assert [resource.uri for resource in resources] == ["repomap://map"]
    assert [template.uri_template for template in templates] == ["repomap://pseudocode/{path}"]
    assert "def total(prices)" in shown_map.text
    assert shown_map.meta["freshness"]["state"] == "current"
    assert "def inside()" in raw.text
    assert raw.text == escaped.text
