"""The pixel tools over any screen: every action quotes the screenshot it was aimed on and answers with a fresh one."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

from agent.computer.screen import Screen, ScreenError
from agent.computer.shots import Shots
from agent.tool import Arguments, Ask, Picture, Result, Tier, Tool, ToolFailed, schema

SETTLE_SECONDS = 0.3  # between an action and the picture of its effect; most toolkits redraw well within it
MAX_WAIT_SECONDS = 10
MAX_TYPED = 4096  # characters, the API's own limit for its typing action

POINT = {"shot": {"type": "string"}, "x": {"type": "integer"}, "y": {"type": "integer"}}
Act = Callable[[Arguments], Awaitable[None]]


def pixel_tools(screen: Screen, prefix: str = "") -> list[Tool]:
    """Return the tools for one screen; `prefix` tells the screens of a session apart."""
    shots = Shots()

    async def look() -> Result:
        shot, same = shots.add(await screen.shot())
        if same:
            return Result(f"the screen is unchanged since {shot.name}", screen=shot.digest)
        when = time.strftime("%H:%M:%S", time.localtime(shot.taken))
        text = f"{shot.name}: {shot.width} × {shot.height}, taken {when}"
        return Result(text, (Picture("image/png", shot.data),), screen=shot.digest)

    def tool(name: str, does: str, properties: dict[str, Any], act: Act) -> Tool:
        async def run(arguments: Arguments, stop: threading.Event) -> Result:
            try:
                await act(arguments)
                await asyncio.sleep(SETTLE_SECONDS)
                return await look()
            except ScreenError as error:
                raise ToolFailed(str(error)) from None

        required = tuple(key for key in properties if key not in ("button", "times"))
        return Tool(
            f"{prefix}{name}",
            f"{does} Answers with a fresh screenshot, or says that the screen is unchanged.",
            schema(properties, required),
            run,
            Tier.PIXELS,
            alone=True,
            asks=lambda arguments: (Ask("screen", f"{prefix}{name}"),),
        )

    async def click(arguments: Arguments) -> None:
        x, y = shots.named(arguments["shot"]).on_screen(arguments["x"], arguments["y"])
        await screen.click(x, y, arguments.get("button", "left"), min(3, arguments.get("times", 1)))

    async def drag(arguments: Arguments) -> None:
        shot = shots.named(arguments["shot"])
        start, end = (
            shot.on_screen(arguments["x"], arguments["y"]),
            shot.on_screen(arguments["to_x"], arguments["to_y"]),
        )
        await screen.drag(*start, *end)

    async def scroll(arguments: Arguments) -> None:
        x, y = shots.named(arguments["shot"]).on_screen(arguments["x"], arguments["y"])
        await screen.scroll(x, y, arguments["steps"])

    async def type_text(arguments: Arguments) -> None:
        if len(arguments["text"]) > MAX_TYPED:
            raise ScreenError(f"at most {MAX_TYPED} characters can be typed at once")
        await screen.type(arguments["text"])

    async def press_key(arguments: Arguments) -> None:
        await screen.press(arguments["keys"])

    async def wait(arguments: Arguments) -> None:
        await asyncio.sleep(min(MAX_WAIT_SECONDS, arguments["seconds"]))

    async def screenshot(arguments: Arguments, stop: threading.Event) -> Result:
        try:
            return await look()
        except ScreenError as error:
            raise ToolFailed(str(error)) from None

    integer, text = {"type": "integer"}, {"type": "string"}
    button = {"type": "string", "enum": ["left", "middle", "right"]}
    to = {"to_x": integer, "to_y": integer}
    return [
        Tool(
            f"{prefix}screenshot",
            "Look at the screen. The answer names the screenshot; clicks refer to it.",
            schema({}),
            screenshot,
            Tier.PIXELS,
            alone=True,
        ),
        tool("click", "Click a point of the newest screenshot.", {**POINT, "button": button, "times": integer}, click),
        tool("drag", "Drag from one point of the newest screenshot to another.", {**POINT, **to}, drag),
        tool("scroll", "Scroll at a point; positive steps go down.", {**POINT, "steps": integer}, scroll),
        tool("type_text", "Type text where the focus is.", {"text": text}, type_text),
        tool("press_key", 'Press a key or chord: "Enter", "Tab", "ctrl+s".', {"keys": text}, press_key),
        tool("wait", "Wait, at most 10 seconds.", {"seconds": {"type": "number"}}, wait),
    ]
