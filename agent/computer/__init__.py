"""Eyes and hands for what has no other interface: a browser by its accessibility tree, pixels as the last resort."""

from agent.computer.browser import Browser
from agent.computer.browser_toolset import browser_toolset
from agent.computer.computer_toolset import computer_toolset
from agent.computer.desktop import Desktop
from agent.computer.pixel_tools import pixel_tools
from agent.computer.screen import Screen, ScreenError

__all__ = ["Browser", "Desktop", "Screen", "ScreenError", "browser_toolset", "computer_toolset", "pixel_tools"]
