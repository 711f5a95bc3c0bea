"""An X display as a screen: xdotool for the hands, ImageMagick's import or scrot for the eyes."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from pathlib import Path

from agent.computer.screen import ScreenError

SECONDS = 20.0  # a program that hangs on a dead display
BUTTONS = {"left": "1", "middle": "2", "right": "3"}
WHEEL = {(False, False): "4", (True, False): "5", (False, True): "6", (True, True): "7"}  # by forward, sideways
TYPING_DELAY = "12"  # milliseconds between keys: faster, and toolkits drop some
REMAPPED_DELAY = "200"  # ... of what the keyboard lacks: a key has it for that long, and a busy window reads it late
RUNS = r"[\x00-\x7f]{1,1000}|[^\x00-\x7f]{1,50}"  # what is typed well within SECONDS
NAMES = {"enter": "Return", "esc": "Escape", "del": "Delete", "pageup": "Prior", "pagedown": "Next", "space": "space"}


class Desktop:
    """The display named by `display` (":1"), else $DISPLAY. Raises ScreenError when the programs are missing."""

    def __init__(self, display: str = "") -> None:
        self.display = display or os.environ.get("DISPLAY", "")
        if not self.display:
            raise ScreenError("there is no display: DISPLAY is not set")
        if not shutil.which("xdotool"):
            raise ScreenError("xdotool is not installed")
        self._camera = next((name for name in ("import", "scrot") if shutil.which(name)), "")
        if not self._camera:
            raise ScreenError("no screenshot program is installed (ImageMagick's import, or scrot)")

    async def shot(self) -> bytes:
        """Return a PNG of the whole display."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "shot.png")
            command = ("import", "-window", "root", str(path)) if self._camera == "import" else ("scrot", str(path))
            await self._run(*command)
            try:
                return path.read_bytes()
            except OSError as error:
                raise ScreenError(f"no screenshot was written: {error.strerror}") from None

    async def click(self, x: int, y: int, button: str, times: int) -> None:
        """Click at a point."""
        repeat = ("--repeat", str(times), "--delay", "80")
        await self._xdotool("mousemove", "--sync", str(x), str(y), "click", *repeat, BUTTONS[button])

    async def drag(self, x: int, y: int, to_x: int, to_y: int) -> None:
        """Press at one point and let go at another."""
        await self._xdotool("mousemove", str(x), str(y), "mousedown", "1")
        await self._xdotool("mousemove", str(to_x), str(to_y), "mouseup", "1")

    async def move(self, x: int, y: int) -> None:
        """Move the pointer."""
        await self._xdotool("mousemove", "--sync", str(x), str(y))

    async def pointer(self) -> tuple[int, int]:
        """Return where the pointer is."""
        told = dict(line.split("=", 1) for line in (await self._xdotool("getmouselocation", "--shell")).split())
        return int(told["X"]), int(told["Y"])

    async def button(self, down: bool) -> None:
        """Press or let go of the left button."""
        await self._xdotool("mousedown" if down else "mouseup", BUTTONS["left"])

    async def scroll(self, x: int, y: int, steps: int, sideways: bool = False) -> None:
        """Turn the wheel."""
        wheel = WHEEL[steps > 0, sideways]
        await self._xdotool("mousemove", str(x), str(y), "click", "--repeat", str(abs(steps)), wheel)

    async def type(self, text: str) -> None:
        """Type text."""
        for run in re.findall(RUNS, text):
            delay = TYPING_DELAY if run.isascii() else REMAPPED_DELAY
            await self._xdotool("type", "--delay", delay, "--", run)

    async def press(self, keys: str) -> None:
        """Press a key or a chord."""
        await self._xdotool("key", "--", _chord(keys))

    async def hold(self, keys: str, down: bool) -> None:
        """Hold a key or a chord, or let it go."""
        await self._xdotool("keydown" if down else "keyup", "--", _chord(keys))

    async def _xdotool(self, *words: str) -> str:
        return await self._run("xdotool", *words)

    async def _run(self, *command: str) -> str:
        process = await asyncio.create_subprocess_exec(
            *command,
            env={**os.environ, "DISPLAY": self.display},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            output, errors = await asyncio.wait_for(process.communicate(), SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise ScreenError(f"{command[0]} timed out after {SECONDS:g} s") from None
        if process.returncode:
            told = errors.decode("utf-8", "replace").strip() or f"exit code {process.returncode}"
            raise ScreenError(f"{command[0]} failed: {told}")
        return output.decode("utf-8", "replace")


def _chord(keys: str) -> str:
    return "+".join(NAMES.get(key.casefold(), key) for key in keys.split("+"))
