"""The MCP server: the map, the pseudocode and the index of one repository for other people's agents."""
