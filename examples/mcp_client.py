"""Ask `repomap mcp` as any MCP client does: a map for a task, then a search of the pseudocode.

python examples/mcp_client.py examples/shop "a customer is charged twice when the gateway times out" "charge"
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client


async def main(root: str, task: str, pattern: str) -> None:
    """Print the map for a task and what of the pseudocode matches a pattern."""
    server = StdioServerParameters(command=sys.executable, args=["-m", "repomap", "mcp", root, "--no-watch"], cwd=".")
    async with Client(stdio_client(server)) as client:
        found = await answer(client, "repo_map", query=task, tokens=300)
        print(found["map"])
        found = await answer(client, "grep_pseudocode", pattern=pattern, limit=5)
        for match in found["matches"]:
            print(f"{match['path']}:{match['line']}: {match['text']}")
        print(f"{found['total']} matches {found['more']}; the index is {found['freshness']['state']}")


async def answer(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return a tool's structured answer, as soon as it is made from the whole index."""
    while True:
        result = await client.call_tool(tool, arguments)
        if result.is_error:
            raise SystemExit(str(result.content[0]))
        found: dict[str, Any] = result.structured_content
        if found["freshness"]["state"] == "current":
            return found
        print(found["freshness"]["note"], file=sys.stderr)
        await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
