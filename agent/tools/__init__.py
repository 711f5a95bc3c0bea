"""The agent's own code tools, one module a group."""

from agent.tools.all import code_tools

__all__ = ["code_tools"]
