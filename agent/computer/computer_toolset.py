"""The members of the API's computer toolset over any screen, for models that are trained on them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from agent.computer.pixel_tools import MAX_TYPED, MAX_WAIT_SECONDS
from agent.computer.screen import Screen, ScreenError
from agent.computer.shots import Shots
from agent.tool import Arguments, Ask, Picture, Result, Tier, Tool, ToolFailed
from agent.toolsets import CLICKS

Act = Callable[[Arguments], Awaitable[Result | None]]

BUTTONS = {"right_click": "right", "middle_click": "middle"}
TIMES = {"double_click": 2, "triple_click": 3}
MOST_REPEATS = 100  # of one key: more is a slip, and each takes the display some milliseconds
DIRECTIONS = {"up": (-1, False), "down": (1, False), "left": (-1, True), "right": (1, True)}

PAIR = {"type": "array", "items": {"type": "integer"}}
INTEGER, NUMBER, TEXT = {"type": "integer"}, {"type": "number"}, {"type": "string"}


def computer_toolset(screen: Screen) -> list[Tool]:
    """Return the family's members. A point means the newest screenshot's pixel; an action answers in a few words."""
    shots = Shots()

    async def at(pair: list[int]) -> tuple[int, int]:
        return await point(screen, shots, pair)

    async def where(arguments: Arguments) -> tuple[int, int]:
        return await at(arguments["coordinate"]) if "coordinate" in arguments else await screen.pointer()

    def click(member: str) -> Act:
        async def act(arguments: Arguments) -> None:
            x, y = await where(arguments)
            async with held(screen, arguments.get("text", "")):
                await screen.click(x, y, BUTTONS.get(member, "left"), TIMES.get(member, 1))

        return act

    async def drag(arguments: Arguments) -> None:
        start, end = await at(arguments["start_coordinate"]), await at(arguments["coordinate"])
        async with held(screen, arguments.get("text", "")):
            await screen.drag(*start, *end)

    async def scroll(arguments: Arguments) -> None:
        x, y = await where(arguments)
        sign, sideways = DIRECTIONS[arguments["scroll_direction"]]
        async with held(screen, arguments.get("text", "")):
            await screen.scroll(x, y, sign * arguments["scroll_amount"], sideways)

    async def move(arguments: Arguments) -> None:
        await screen.move(*await at(arguments["coordinate"]))

    async def mouse_down(arguments: Arguments) -> None:
        await screen.button(True)

    async def mouse_up(arguments: Arguments) -> None:
        await screen.button(False)

    async def pointer(arguments: Arguments) -> Result:
        shot = shots.newest() or shots.add(await screen.shot())[0]
        x, y = shot.on_picture(*await screen.pointer())
        return Result(f"X={x},Y={y}")

    async def key(arguments: Arguments) -> None:
        for _ in range(min(MOST_REPEATS, arguments.get("repeat", 1))):
            await screen.press(arguments["text"])

    async def hold_key(arguments: Arguments) -> None:
        async with held(screen, arguments["text"]):
            await asyncio.sleep(min(MAX_WAIT_SECONDS, arguments["duration"]))

    async def screenshot(arguments: Arguments) -> Result:
        return look(shots, await screen.shot())

    async def zoom(arguments: Arguments) -> Result:
        return zoomed(shots, await screen.shot(), arguments["region"])

    coordinate, text, duration = {"coordinate": PAIR}, {"text": TEXT}, {"duration": NUMBER}
    wheel = {"scroll_direction": {**TEXT, "enum": list(DIRECTIONS)}, "scroll_amount": INTEGER}
    clicks = [member("computer", name, "Clicked.", {**coordinate, **text}, (), click(name)) for name in CLICKS]
    drags = {**coordinate, "start_coordinate": PAIR, **text}
    return [
        *clicks,
        member("computer", "left_click_drag", "Dragged.", drags, ("start_coordinate", "coordinate"), drag),
        member("computer", "scroll", "Scrolled.", {**coordinate, **wheel, **text}, tuple(wheel), scroll),
        member("computer", "mouse_move", "Moved the mouse.", coordinate, ("coordinate",), move),
        member("computer", "left_mouse_down", "Left mouse button pressed.", {}, (), mouse_down),
        member("computer", "left_mouse_up", "Left mouse button released.", {}, (), mouse_up),
        member("computer", "key", "Pressed.", {**text, "repeat": INTEGER}, ("text",), key),
        member("computer", "hold_key", "Held.", {**text, **duration}, ("text", "duration"), hold_key),
        member("computer", "type", "Typed.", text, ("text",), typing(screen)),
        member("computer", "wait", "Waited.", duration, ("duration",), wait, looks=True),
        member("computer", "screenshot", "", {}, (), screenshot, looks=True),
        member("computer", "zoom", "", {"region": PAIR}, ("region",), zoom, looks=True),
        member("computer", "cursor_position", "", {}, (), pointer, looks=True),
    ]


def member(
    family: str,
    name: str,
    done: str,
    properties: dict[str, Any],
    required: tuple[str, ...],
    act: Act,
    *,
    tier: Tier = Tier.PIXELS,
    looks: bool = False,
    reaches: frozenset[str] = frozenset(),
    asks: Callable[[Arguments], tuple[Ask, ...]] | None = None,
) -> Tool:
    """Return one member: it answers with what `act` returns, else with `done`; one that only `looks` asks no leave.

    The schema allows what it does not name: the API has checked the call against its own.
    """

    async def run(arguments: Arguments, stop: threading.Event) -> Result:
        try:
            return await act(arguments) or Result(done)
        except ScreenError as error:
            raise ToolFailed(str(error)) from None

    hands = (Ask("screen", f"{family}:{name}"),)
    return Tool(
        f"{family}:{name}",
        done,
        {"type": "object", "properties": properties, "required": list(required)},
        run,
        tier,
        alone=True,
        asks=asks or (lambda arguments: () if looks else hands),
        reaches=reaches,
        family=family,
    )


async def point(screen: Screen, shots: Shots, pair: list[int]) -> tuple[int, int]:
    """Return the screen's pixel for a point of the newest screenshot, or of one taken now to know its scale."""
    if len(pair) != 2:
        raise ScreenError(f"a coordinate is [x, y], not {pair}")
    shot = shots.newest() or shots.add(await screen.shot())[0]
    return shot.on_screen(*pair)


@asynccontextmanager
async def held(screen: Screen, keys: str) -> AsyncIterator[None]:
    """Hold a key or a chord down for as long as the block runs; none when `keys` is empty."""
    if keys:
        await screen.hold(keys, True)
    try:
        yield
    finally:
        if keys:
            await screen.hold(keys, False)


def look(shots: Shots, picture: bytes) -> Result:
    """Return a screenshot as a result. Every one is sent, unchanged or not: models of the family expect it."""
    shot, _ = shots.add(picture)
    return Result("", (Picture("image/png", shot.data),), screen=shot.digest)


def zoomed(shots: Shots, picture: bytes, region: list[int]) -> Result:
    """Return a part of the screen, enlarged; `region` is x0, y0, x1, y1 in the newest screenshot's pixels."""
    if len(region) != 4:
        raise ScreenError(f"a region is [x0, y0, x1, y1], not {region}")
    shot = shots.newest() or shots.add(picture)[0]
    return Result("", (Picture("image/png", shot.part(picture, *region)),))


def typing(screen: Screen) -> Act:
    """Return what types the text of a call."""

    async def type_text(arguments: Arguments) -> None:
        if len(arguments["text"]) > MAX_TYPED:
            raise ScreenError(f"at most {MAX_TYPED} characters can be typed at once")
        await screen.type(arguments["text"])

    return type_text


async def wait(arguments: Arguments) -> None:
    """Wait for a call's duration, bounded."""
    await asyncio.sleep(min(MAX_WAIT_SECONDS, max(0, arguments["duration"])))
