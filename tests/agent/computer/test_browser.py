"""A real Chromium on a real page: by the accessibility tree first, by pixels when that is asked for."""

from __future__ import annotations

import asyncio
import io
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from agent.command import run_task
from agent.computer import Browser, browser_toolset, pixel_tools
from agent.settings import AgentSettings
from agent.start import Options
from agent.tool import Result, ToolFailed
from tests.fake_api import FakeApi, tool_use

pytest.importorskip("playwright")
Image = pytest.importorskip("PIL.Image")
pytestmark = pytest.mark.skipif(
    not any(shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")),
    reason="chromium is not installed",
)

PAGE = b"""<!doctype html><title>Form</title><body style="margin:0">
<h1>Sign up</h1>
<label>Name <input id="name"></label>
<select aria-label="Colour"><option>red</option><option>blue</option></select>
<button onclick="out.textContent = name_.value + ' likes ' + document.querySelector('select').value">Send</button>
<p id="out" role="status"></p>
<canvas id="c" width="100" height="100" style="position:absolute;left:500px;top:300px;background:red"></canvas>
<script>
var name_ = document.getElementById('name'), out = document.getElementById('out');
document.getElementById('c').onclick = e => { out.textContent = 'canvas ' + e.offsetX + ',' + e.offsetY };
</script>"""


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""


@pytest.fixture
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


Call = Callable[..., Any]


def browse(work: Callable[[Call], Any]) -> Any:
    """Run `work` with a function that calls a tool of a fresh browser."""

    async def body() -> Any:
        browser = Browser()
        tools = {tool.name: tool for tool in [*browser.tools(), *pixel_tools(browser, "browser_pixel_")]}

        async def call(name: str, **arguments: Any) -> Result:
            result = tools[name].run(arguments, threading.Event())
            assert not isinstance(result, Result)
            return await result

        try:
            return await work(call)
        finally:
            await browser.close()

    return asyncio.run(body())


def ref_of(tree: str, element: str) -> str:
    found = re.search(rf"{element}.*?\[ref=(\w+)\]", tree)
    assert found, tree
    return found[1]


def test_a_form_is_filled_by_its_tree_without_a_picture(site: str) -> None:
    async def work(call: Call) -> None:
        opened = await call("browser_navigate", url=site)
        assert opened.text.startswith(f"{site} · Form\n")
        assert opened.pictures == ()
        await call("browser_type", ref=ref_of(opened.text, 'textbox "Name"'), text="Ada")
        await call("browser_select", ref=ref_of(opened.text, 'combobox "Colour"'), option="blue")
        sent = await call("browser_click", ref=ref_of(opened.text, 'button "Send"'))
        assert "Ada likes blue" in sent.text

    browse(work)


def test_a_canvas_is_reached_by_a_click_on_a_screenshot(site: str) -> None:
    async def work(call: Call) -> None:
        await call("browser_navigate", url=site)
        looked = await call("browser_pixel_screenshot")
        assert looked.text.startswith("s1: 1280 × 800, taken ")
        clicked = await call("browser_pixel_click", shot="s1", x=510, y=320)
        assert clicked.text.startswith("s2: ")
        assert "canvas 10,20" in (await call("browser_snapshot")).text
        with pytest.raises(ToolFailed, match="s1 is old"):
            await call("browser_pixel_click", shot="s1", x=1, y=1)
        assert (await call("browser_pixel_click", shot="s2", x=1200, y=700)).text == "the screen is unchanged since s2"

    browse(work)


def test_what_goes_wrong_is_one_sentence(site: str) -> None:
    async def work(call: Call) -> None:
        with pytest.raises(ToolFailed, match="url must start with http"):
            await call("browser_navigate", url="file:///etc/passwd")
        with pytest.raises(ToolFailed, match="ERR_CONNECTION_REFUSED") as refused:
            await call("browser_navigate", url="http://127.0.0.1:40999/")
        assert "\n" not in str(refused.value)

    browse(work)


def test_the_agent_reads_a_page_by_its_tree_and_pixels_stay_absent(
    fake_api: FakeApi, repository: Path, site: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_api.script(
        tool_use("browser_navigate", {"url": site}),
        tool_use("request_pixels", {"target": "the sign-up form in the browser", "reason": "to see it"}),
        "It asks for a name.",
    )
    settings = AgentSettings(model="claude-sonnet-5", toolsets=False)
    options = Options(repository, repository / ".repomap", settings, yes=True)
    assert run_task(options, "What does the form ask for?", as_json=False, with_browser=True) == 0
    assert capsys.readouterr().out == "It asks for a name.\n"
    assert fake_api.broken_rules == []
    told = [str(request.body["messages"][-1]["content"][0]["content"]) for request in fake_api.messages[1:]]
    assert 'button "Send"' in told[0]
    assert told[1].startswith("Not granted: use browser_snapshot (browser)")
    assert not any("browser_pixel_click" in request.tools for request in fake_api.messages)


# The API's own browser family


def test_a_model_that_knows_the_browser_family_fills_the_form_with_it(
    fake_api: FakeApi, repository: Path, site: str
) -> None:
    def member(name: str, **arguments: Any) -> Any:
        return tool_use(name, arguments, family="browser")

    def told(request: dict[str, Any]) -> str:
        return str(request["messages"][-1]["content"][0]["content"])

    def fill(request: dict[str, Any]) -> Any:
        return member("form_input", target={"type": "ref", "ref": ref_of(told(request), "textbox")}, value="Ada")

    def send(request: dict[str, Any]) -> Any:
        return member("left_click", target={"type": "ref", "ref": ref_of(told(request), "button")})

    fake_api.script(
        member("navigate", url=site),
        member("find", query="name"),
        fill,
        member("find", query="Send"),
        send,
        member("get_page_text"),
        member("left_click", target={"type": "coordinate", "x": 510, "y": 320}),
        "It is sent.",
    )
    settings = AgentSettings(model="claude-sonnet-5")
    options = Options(repository, repository / ".repomap", settings, yes=True)
    assert run_task(options, "Sign up.", as_json=True, with_browser=True) == 0
    assert fake_api.broken_rules == []
    page, refused = [told(request.body) for request in fake_api.messages[-2:]]
    assert "Ada likes red" in page
    assert refused == "no screenshot was taken: take a ref from read_page or find as the target"
    entries = [tool for request in fake_api.messages for tool in request.body["tools"] if "configs" in tool]
    assert all(entry["configs"]["screenshot"] == {"enabled": False} for entry in entries)
    assert all("left_click" not in entry["configs"] for entry in entries)


def test_a_canvas_is_reached_with_the_browser_family_once_a_screenshot_is_there(site: str) -> None:
    async def body() -> None:
        browser = Browser()
        tools = {tool.member: tool for tool in browser_toolset(browser)}

        async def call(name: str, **arguments: Any) -> Result:
            result = tools[name].run(arguments, threading.Event())
            assert not isinstance(result, Result)
            return await result

        try:
            assert (await call("navigate", url=site)).text == f"Navigated to {site} — Form"
            seen = await call("screenshot")
            assert [picture.media_type for picture in seen.pictures] == ["image/png"]
            await call("left_click", target={"type": "coordinate", "x": 510, "y": 320})
            assert "canvas 10,20" in (await call("get_page_text")).text
            red = await call("zoom", region=[500, 300, 600, 400])
            with Image.open(io.BytesIO(red.pictures[0].data)) as picture:
                assert picture.size == (1072, 1072)  # the largest square of 1.15 million pixels
                assert picture.convert("RGB").getpixel((500, 500)) == (255, 0, 0)
            interactive = (await call("read_page", filter="interactive")).text.splitlines()[1:]
            assert [line.split()[1] for line in interactive] == ["textbox", "combobox", "option", "option", "button"]
            with pytest.raises(ToolFailed, match="url must start with http"):
                await call("navigate", url="file:///etc/passwd")
        finally:
            await browser.close()

    asyncio.run(body())
