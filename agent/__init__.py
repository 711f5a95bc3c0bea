"""The agent on top of the map: loop, tools, router, context filters, archive, and the MCP server for other agents."""
