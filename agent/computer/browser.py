"""A browser by its accessibility tree (Playwright with an installed Chromium), and as a screen when pixels must be."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from agent.computer.screen import ScreenError
from agent.tool import Arguments, Ask, Result, Tier, Tool, ToolFailed, schema

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import Page, Playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
WIDTH, HEIGHT = 1280, 800  # WXGA: one picture of it is sent as it is
MILLISECONDS = 15_000  # for a page to load and an element to be ready
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
KEYS = {"ctrl": "Control", "alt": "Alt", "shift": "Shift", "meta": "Meta", "cmd": "Meta", "super": "Meta"}
REACHES = frozenset({"browser", "page"})


class Browser:
    """One page in a browser of its own, started when it is first used. `close` ends it."""

    def __init__(self) -> None:
        self.program = next((path for name in PROGRAMS if (path := shutil.which(name))), "")
        if not self.program:
            raise ScreenError("no Chromium is installed")
        self._playwright: Playwright | None = None
        self._chromium: Chromium | None = None
        self._page: Page | None = None
        self._pointer = (0, 0)

    async def page(self) -> Page:
        """Return the page, the newest one when a link opened another."""
        if self._chromium is None:
            try:
                from playwright.async_api import async_playwright
            except ImportError:
                raise ScreenError("the browser needs the extra: pip install 'repomap[browser]'") from None
            self._playwright = await async_playwright().start()
            sandbox = [] if os.geteuid() else ["--no-sandbox"]  # Chromium refuses to run its sandbox as root
            self._chromium = await self._playwright.chromium.launch(
                executable_path=self.program, args=[*QUIET, *sandbox]
            )
            context = await self._chromium.new_context(viewport={"width": WIDTH, "height": HEIGHT})
            context.set_default_timeout(MILLISECONDS)
            context.on("page", self._turned)
            self._page = await context.new_page()
        assert self._page is not None
        return self._page

    def _turned(self, page: Page) -> None:
        self._page = page

    async def close(self) -> None:
        """End the browser."""
        if self._chromium:
            await self._chromium.close()
        if self._playwright:
            await self._playwright.stop()
        self._chromium = self._playwright = self._page = None

    async def shot(self) -> bytes:
        """Return a PNG of what the page shows."""
        return await (await self.page()).screenshot()

    async def click(self, x: int, y: int, button: str, times: int) -> None:
        """Click at a point of the page."""
        kind: Any = button
        await (await self.page()).mouse.click(x, y, button=kind, click_count=times)

    async def drag(self, x: int, y: int, to_x: int, to_y: int) -> None:
        """Press at one point and let go at another."""
        mouse = (await self.page()).mouse
        await mouse.move(x, y)
        await mouse.down()
        await mouse.move(to_x, to_y, steps=8)
        await mouse.up()

    async def move(self, x: int, y: int) -> None:
        """Move the pointer."""
        await (await self.page()).mouse.move(x, y)
        self._pointer = (x, y)

    async def pointer(self) -> tuple[int, int]:
        """Return where the pointer was moved to last."""
        return self._pointer

    async def button(self, down: bool) -> None:
        """Press or let go of the left button."""
        mouse = (await self.page()).mouse
        await (mouse.down() if down else mouse.up())

    async def scroll(self, x: int, y: int, steps: int, sideways: bool = False) -> None:
        """Turn the wheel; a step is a tenth of the page's height."""
        await self.move(x, y)
        distance = steps * HEIGHT // 10
        await (await self.page()).mouse.wheel(distance if sideways else 0, 0 if sideways else distance)

    async def type(self, text: str) -> None:
        """Type text."""
        await (await self.page()).keyboard.type(text)

    async def press(self, keys: str) -> None:
        """Press a key or a chord."""
        await (await self.page()).keyboard.press("+".join(_names(keys)))

    async def hold(self, keys: str, down: bool) -> None:
        """Hold a key or a chord, or let it go."""
        keyboard = (await self.page()).keyboard
        for name in _names(keys):
            await (keyboard.down(name) if down else keyboard.up(name))

    def tools(self) -> list[Tool]:
        """Return the tools that work on the page's accessibility tree."""
        text = {"type": "string"}

        async def navigate(arguments: Arguments) -> None:
            if urlsplit(arguments["url"]).scheme not in ("http", "https"):
                raise ToolFailed("url must start with http:// or https://")
            await (await self.page()).goto(arguments["url"])

        async def click(arguments: Arguments) -> None:
            await (await self.page()).locator(f"aria-ref={arguments['ref']}").click()

        async def fill(arguments: Arguments) -> None:
            element = (await self.page()).locator(f"aria-ref={arguments['ref']}")
            await element.fill(arguments["text"])
            if arguments.get("submit"):
                await element.press("Enter")

        async def choose(arguments: Arguments) -> None:
            await (await self.page()).locator(f"aria-ref={arguments['ref']}").select_option(arguments["option"])

        async def press(arguments: Arguments) -> None:
            await self.press(arguments["keys"])

        async def nothing(arguments: Arguments) -> None:
            return None

        def tool(name: str, does: str, properties: dict[str, Any], act: Callable[[Arguments], Awaitable[None]]) -> Tool:
            required = tuple(key for key in properties if key != "submit")
            asks = _asks_network if name == "navigate" else _asks_screen if act is not nothing else _asks_nothing
            return Tool(
                f"browser_{name}",
                f"{does} Answers with the page's accessibility tree; [ref=e5] names an element.",
                schema(properties, required),
                self._runner(act),
                Tier.BROWSER,
                alone=True,
                asks=asks,
                reaches=REACHES,
            )

        ref = {"ref": text}
        return [
            tool("snapshot", "Read the page.", {}, nothing),
            tool("navigate", "Open an address.", {"url": text}, navigate),
            tool("click", "Click an element.", ref, click),
            tool("type", "Fill a field.", {**ref, "text": text, "submit": {"type": "boolean"}}, fill),
            tool("select", "Choose an option of a list.", {**ref, "option": text}, choose),
            tool("press", 'Press a key or chord: "Enter", "ctrl+a".', {"keys": text}, press),
        ]

    def _runner(self, act: Callable[[Arguments], Awaitable[None]]) -> Callable[..., Awaitable[Result]]:
        async def run(arguments: Arguments, stop: threading.Event) -> Result:
            from playwright.async_api import Error

            try:
                await act(arguments)
                page = await self.page()
                tree = await page.locator("body").aria_snapshot(mode="ai")
                return Result(f"{page.url} · {await page.title()}\n{tree}")
            except ScreenError as error:
                raise ToolFailed(str(error)) from None
            except Error as error:
                raise ToolFailed(error.message.split("\nCall log:")[0].strip()) from None

        return run


def _names(keys: str) -> list[str]:
    return [KEYS.get(key.casefold(), key) for key in keys.split("+")]


def _asks_network(arguments: Arguments) -> tuple[Ask, ...]:
    return (Ask("network", str(arguments["url"])),)


def _asks_screen(arguments: Arguments) -> tuple[Ask, ...]:
    return (Ask("screen", "browser"),)


def _asks_nothing(arguments: Arguments) -> tuple[Ask, ...]:
    return ()
