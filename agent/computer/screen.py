"""The one interface of the pixel back ends: take a picture, move, click, type, scroll, in the screen's own pixels."""

from __future__ import annotations

from typing import Protocol


class ScreenError(Exception):
    """A screen that cannot be used; the message says why in one sentence."""


class Screen(Protocol):
    """A display or a page. Coordinates are its own pixels, from the upper left corner. Methods raise ScreenError."""

    async def shot(self) -> bytes:
        """Return a PNG of what is shown now, at its own size."""

    async def click(self, x: int, y: int, button: str, times: int) -> None:
        """Click at a point; `button` is left, middle or right."""

    async def drag(self, x: int, y: int, to_x: int, to_y: int) -> None:
        """Press at one point and let go at another."""

    async def move(self, x: int, y: int) -> None:
        """Move the pointer to a point."""

    async def pointer(self) -> tuple[int, int]:
        """Return where the pointer is."""

    async def button(self, down: bool) -> None:
        """Press the left button where the pointer is, or let it go."""

    async def scroll(self, x: int, y: int, steps: int, sideways: bool = False) -> None:
        """Turn the wheel at a point, down (or right, when `sideways`) for positive steps."""

    async def type(self, text: str) -> None:
        """Type text where the focus is."""

    async def press(self, keys: str) -> None:
        """Press a key or a chord: "Enter", "ctrl+s"."""

    async def hold(self, keys: str, down: bool) -> None:
        """Press a key or a chord without letting go of it, or let it go."""
