"""A real MCP server that does what servers do, good and bad; `python mcp_server_for_tests.py [stdio|http PORT]`."""

from __future__ import annotations

import os
import sys
import time

from mcp.server.mcpserver import Image, MCPServer
from mcp_types import ToolAnnotations

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da63fcffff3f0300050"
    "1ff00a3d9d6b10000000049454e44ae426082"
)

server = MCPServer("fixture", instructions="A server for tests.")


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


@server.tool()
def fail() -> str:
    """Run something that always raises."""
    raise RuntimeError("boom")


@server.tool()
def execute_code(code: str) -> str:
    """Execute Python code in Blender."""
    return f"Error executing code: {code} is not defined"


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def flood() -> str:
    """Return five million characters."""
    return "x" * 5_000_000


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def hang() -> str:
    """Never answer."""
    time.sleep(3600)
    return "never"


@server.tool()
def die() -> str:
    """Take the whole server down."""
    os._exit(1)


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def picture() -> Image:
    """Return an image of one pixel."""
    return Image(data=PIXEL, format="png")


@server.tool()
def environment() -> str:
    """Return the names of the environment's variables."""
    return " ".join(sorted(os.environ))


if __name__ == "__main__":
    if sys.argv[1:2] == ["http"]:
        server.run(transport="streamable-http", host="127.0.0.1", port=int(sys.argv[2]))
    else:
        print("noise on standard error " * 10_000, file=sys.stderr)
        server.run(transport="stdio")
