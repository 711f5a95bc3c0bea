"""The members of the API's browser toolset over our browser: its tree first, what needs a picture only when granted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from agent.computer.browser import REACHES, Browser
from agent.computer.computer_toolset import (
    BUTTONS,
    DIRECTIONS,
    INTEGER,
    NUMBER,
    PAIR,
    TEXT,
    TIMES,
    Act,
    held,
    look,
    member,
    point,
    typing,
    wait,
    zoomed,
)
from agent.computer.screen import ScreenError
from agent.computer.shots import Shots
from agent.tool import Arguments, Ask, Result, Tier, Tool, ToolFailed
from agent.toolsets import CLICKS

if TYPE_CHECKING:
    from playwright.async_api import Locator

MAX_TREE = 50_000  # characters, the API's own limit for a page's tree
MAX_FOUND = 20  # elements, the API's own limit for its search
DEFAULT_DEPTH = 15  # levels of the tree, the API's own
INDENT = 2  # spaces that Playwright indents a level of the tree by
INTERACTIVE = re.compile(
    r"^\s*- '?(?:button|link|textbox|checkbox|radio|combobox|listbox|option|menuitem|slider|spinbutton|switch|tab"
    r"|searchbox|treeitem)\b"
)
TARGET: dict[str, Any] = {"type": "object"}
VALUE: dict[str, Any] = {}  # text, a number or true and false
HISTORY = ("back", "forward", "reload")


def browser_toolset(browser: Browser) -> list[Tool]:
    """Return the members that are served; a point may be given once a screenshot was granted and taken."""
    shots = Shots()

    async def element(target: dict[str, Any]) -> Locator:
        if "ref" not in target:
            raise ScreenError("this needs a ref from read_page or find as its target")
        return (await browser.page()).locator(f"aria-ref={target['ref']}")

    async def at(target: dict[str, Any]) -> tuple[int, int]:
        if shots.newest() is None:
            raise ScreenError("no screenshot was taken: take a ref from read_page or find as the target")
        return await point(browser, shots, [target.get("x", -1), target.get("y", -1)])

    async def navigate(arguments: Arguments) -> Result:
        page, url = await browser.page(), arguments["url"]
        if url == "back":
            await page.go_back()
        elif url == "forward":
            await page.go_forward()
        elif url == "reload":
            await page.reload()
        else:
            address = _address(url)
            if urlsplit(address).scheme not in ("http", "https"):
                raise ToolFailed("url must start with http:// or https://")
            await page.goto(address)
        return Result(f"Navigated to {page.url} — {await page.title()}")

    async def read_page(arguments: Arguments) -> Result:
        page = await browser.page()
        root = page.locator(f"aria-ref={arguments['ref']}" if "ref" in arguments else "body")
        tree = await root.aria_snapshot(mode="ai")
        lines = [
            line
            for line in tree.splitlines()
            if _depth(line) < arguments.get("depth", DEFAULT_DEPTH)
            and (arguments.get("filter") != "interactive" or INTERACTIVE.match(line))
        ]
        text = "\n".join(lines)
        cut = "\n(cut: read a part by its ref, or with a smaller depth)" if len(text) > MAX_TREE else ""
        return Result(f"{page.url} · {await page.title()}\n{text[:MAX_TREE]}{cut}")

    async def page_text(arguments: Arguments) -> Result:
        return Result(await (await browser.page()).inner_text("body") or "(empty)")

    async def find(arguments: Arguments) -> Result:
        tree = await (await browser.page()).locator("body").aria_snapshot(mode="ai")
        found = _matching(tree.splitlines(), arguments["query"])
        return Result("\n".join(found) or "no element matches; read_page shows all of them")

    async def form_input(arguments: Arguments) -> None:
        field, value = await element(arguments["target"]), arguments["value"]
        if isinstance(value, bool):
            await field.set_checked(value)
        elif await field.evaluate("node => node.tagName") == "SELECT":
            await field.select_option(str(value))
        else:
            await field.fill(str(value))

    async def scroll_to(arguments: Arguments) -> None:
        await (await element(arguments["target"])).scroll_into_view_if_needed()

    async def hover(arguments: Arguments) -> None:
        if "ref" in arguments["target"]:
            await (await element(arguments["target"])).hover()
        else:
            await browser.move(*await at(arguments["target"]))

    def click(name: str) -> Act:
        async def act(arguments: Arguments) -> None:
            button: Any = BUTTONS.get(name, "left")
            async with held(browser, arguments.get("modifiers", "")):
                if "ref" in arguments["target"]:
                    await (await element(arguments["target"])).click(button=button, click_count=TIMES.get(name, 1))
                else:
                    await browser.click(*await at(arguments["target"]), button, TIMES.get(name, 1))

        return act

    async def key(arguments: Arguments) -> None:
        for _ in range(arguments.get("repeat", 1)):
            for chord in arguments["text"].split():
                await browser.press(chord)

    async def screenshot(arguments: Arguments) -> Result:
        return look(shots, await browser.shot())

    async def zoom(arguments: Arguments) -> Result:
        return zoomed(shots, await browser.shot(), arguments["region"])

    async def scroll(arguments: Arguments) -> None:
        sign, sideways = DIRECTIONS[arguments["scroll_direction"]]
        await browser.scroll(*await at(arguments["target"]), sign * arguments.get("scroll_amount", 3), sideways)

    async def drag(arguments: Arguments) -> None:
        await browser.drag(*await at(arguments["from"]), *await at(arguments["target"]))

    target = {"target": TARGET}

    def tree(
        name: str, done: str, properties: dict[str, Any], required: tuple[str, ...], act: Act, *, looks: bool = False
    ) -> Tool:
        asks = _asks_navigation if name == "navigate" else None
        mended = _in_one_sentence(act)
        return member(
            "browser",
            name,
            done,
            properties,
            required,
            mended,
            tier=Tier.BROWSER,
            looks=looks,
            reaches=REACHES,
            asks=asks,
        )

    def pixels(name: str, done: str, properties: dict[str, Any], act: Act, *, looks: bool = False) -> Tool:
        return member("browser", name, done, properties, tuple(properties), _in_one_sentence(act), looks=looks)

    direction = {"scroll_direction": {**TEXT, "enum": list(DIRECTIONS)}}
    return [
        tree("navigate", "", {"url": TEXT}, ("url",), navigate),
        tree("read_page", "", {"ref": TEXT, "depth": INTEGER, "filter": TEXT}, (), read_page, looks=True),
        tree("get_page_text", "", {}, (), page_text, looks=True),
        tree("find", "", {"query": TEXT}, ("query",), find, looks=True),
        tree("form_input", "Set.", {**target, "value": VALUE}, ("target", "value"), form_input),
        tree("scroll_to", "Scrolled into view.", target, ("target",), scroll_to, looks=True),
        tree("hover", "Moved the mouse.", target, ("target",), hover),
        *(tree(name, "Clicked.", {**target, "modifiers": TEXT}, ("target",), click(name)) for name in CLICKS),
        tree("type", "Typed.", {"text": TEXT}, ("text",), typing(browser)),
        tree("key", "Pressed.", {"text": TEXT, "repeat": INTEGER}, ("text",), key),
        tree("wait", "Waited.", {"duration": NUMBER}, ("duration",), wait, looks=True),
        pixels("screenshot", "", {}, screenshot, looks=True),
        pixels("zoom", "", {"region": PAIR}, zoom, looks=True),
        pixels("scroll", "Scrolled.", {**target, **direction}, scroll),
        pixels("left_click_drag", "Dragged.", {"from": TARGET, **target}, drag),
    ]


def _in_one_sentence(act: Act) -> Act:
    """Return `act` with the driver's failures told as one sentence, without its log of the call."""

    async def run(arguments: Arguments) -> Result | None:
        from playwright.async_api import Error

        try:
            return await act(arguments)
        except Error as error:
            raise ToolFailed(error.message.split("\nCall log:")[0].strip()) from None

    return run


def _address(url: str) -> str:
    return url if "://" in url else f"https://{url}"


def _asks_navigation(arguments: Arguments) -> tuple[Ask, ...]:
    url = str(arguments["url"])
    return (Ask("screen", "browser"),) if url in HISTORY else (Ask("network", _address(url)),)


def _depth(line: str) -> int:
    return (len(line) - len(line.lstrip(" "))) // INDENT


def _matching(lines: list[str], query: str) -> list[str]:
    """Return the lines of a tree that name most of a query's words and can be pointed at, in the page's order."""
    words = set(re.findall(r"\w+", query.casefold()))
    counts = [len(words & set(re.findall(r"\w+", line.casefold()))) if "[ref=" in line else 0 for line in lines]
    most = max(counts, default=0)
    return [line.strip() for line, count in zip(lines, counts, strict=True) if count == most > 0][:MAX_FOUND]
