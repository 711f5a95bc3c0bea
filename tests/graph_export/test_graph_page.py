"""The page of `repomap graph --format html`, in a real Chromium: search, clicks, keys, a phone, and hostile names."""

from __future__ import annotations

import colorsys
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from repomap.graph_export import FileGraph, FileNode, Link, as_html
from repomap.model import Definition
from tests.conftest import Repository, Run

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), ""
)
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")

STORE = '''\
from codec import decode


class Store:
    """Keeps things."""

    def get(self, key):
        if key is None:
            raise KeyError(key)
        return decode(key)
'''


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_api.sync_playwright() as playwright:
        sandbox = [] if os.geteuid() else ["--no-sandbox"]  # Chromium refuses to run its sandbox as root
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--disable-gpu", *sandbox])
        yield browser
        browser.close()


class Opened:
    """A page in the browser, with what it complained of and asked the network for."""

    def __init__(self, browser: Browser, file: Path, width: int = 1200, height: int = 800) -> None:
        self.page: Page = browser.new_page(viewport={"width": width, "height": height})
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())
        self.file = file

    def rows(self) -> list[str]:
        """Return the rows of the list that are in sight."""
        return self.page.locator("#list .row").all_inner_texts()

    def heading(self) -> str:
        """Return the heading of the panel."""
        return " ".join(self.page.locator("#detail h2").inner_text().split())

    def check_quiet(self) -> None:
        """Nothing was complained of, nothing but the file itself was loaded."""
        assert self.complaints == []
        assert [url for url in self.requests if not url.startswith("data:")] == [self.file.as_uri()]


@pytest.fixture
def shop(repo: Repository, run: Run) -> Path:
    """The page of a repository of three files in a chain."""
    repo.write("lib/codec.py", "def decode(key):\n    return key\n")
    repo.write("lib/store.py", STORE)
    repo.write("app.py", "from lib.store import Store\n\ndef run():\n    return Store().get(1)\n")
    return written(repo, run)


def written(repo: Repository, run: Run) -> Path:
    done = run("graph", "--format", "html", "-o", "../map.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return repo.root.parent / "map.html"


def test_it_loads_and_lists_the_files_by_rank(chromium: Browser, shop: Path) -> None:
    opened = Opened(chromium, shop)

    assert opened.page.title() == "repo · repomap"
    assert [row.split()[0] for row in opened.rows()] == ["codec.py", "store.py", "app.py"]
    assert opened.page.locator("#facts").inner_text() == "3 files · 4 symbols · 2 links"
    assert opened.heading() == "Choose a file"
    opened.check_quiet()


def test_search_finds_files_and_symbols_and_a_click_shows_the_pseudocode(chromium: Browser, shop: Path) -> None:
    opened = Opened(chromium, shop)
    opened.page.fill("#search", "get")

    assert opened.page.locator("#count").inner_text() == "0 files, 1 symbol"
    opened.page.click("#list .row")
    assert opened.heading() == "lib/ store.py"
    assert opened.page.locator(".code .here .text").inner_text() == "def get(self, key)"
    assert "raise KeyError(key)" in opened.page.locator(".code").inner_text()
    opened.check_quiet()


def test_the_tabs_show_symbols_users_and_uses_and_lead_on(chromium: Browser, shop: Path) -> None:
    opened = Opened(chromium, shop)
    opened.page.click("#list .row:has-text('store.py')")
    opened.page.click("#tab-symbols")
    symbols = opened.page.locator("#panel .item").all_inner_texts()
    opened.page.click("#tab-users")
    users = opened.page.locator("#panel .item").all_inner_texts()
    opened.page.click("#tab-uses")
    uses = opened.page.locator("#panel .item").all_inner_texts()

    assert [text.split() for text in symbols] == [["4", "class", "Store"], ["7", "method", "Store.get"]]
    assert [text.split() for text in users] == [["app.py", "Store,", "Store.get"]]
    assert [text.split() for text in uses] == [["lib/codec.py", "decode"]]
    opened.page.click("#panel .item")
    assert opened.heading() == "lib/ codec.py"
    opened.check_quiet()


def saturations(opened: Opened) -> dict[str, float]:
    """Return how colourful each file's cell on the map is, from 0 to 1, by most of the pixels looked at."""
    box = opened.page.locator("#stage canvas").bounding_box()
    assert box
    seen: dict[str, Counter[tuple[int, ...]]] = {}
    for column in range(1, 16):
        for row in range(1, 12):
            x, y = box["width"] * column / 16, box["height"] * row / 12
            opened.page.mouse.move(box["x"] + x, box["y"] + y)
            path = opened.page.locator("#tip").inner_text().partition(" · ")[0]
            pixel = opened.page.evaluate(
                "([x, y]) => [...document.querySelector('canvas').getContext('2d').getImageData(x, y, 1, 1).data]",
                [round(x), round(y)],
            )
            seen.setdefault(path, Counter())[tuple(pixel[:3])] += 1
    return {
        path: colorsys.rgb_to_hls(*(part / 255 for part in pixels.most_common(1)[0][0]))[2]
        for path, pixels in seen.items()
    }


def test_code_at_the_top_is_coloured_and_documents_are_pale(chromium: Browser, repo: Repository, run: Run) -> None:
    for path in ("core.py", "lib/codec.py", "www/versioned_docs/a.py", "www/site.py", "tests/test_core.py"):
        repo.write(path, "def f(): ...\n")
    repo.write("README.md", "# Words\n")
    found = saturations(Opened(chromium, written(repo, run)))

    for path in ("core.py", "lib/codec.py", "www/site.py"):
        assert found[path] > 0.4, path
    for path in ("README.md", "www/versioned_docs/a.py", "tests/test_core.py"):
        assert found[path] < 0.2, path


def test_it_is_used_by_keys_alone(chromium: Browser, shop: Path) -> None:
    opened = Opened(chromium, shop)
    keys = opened.page.keyboard
    keys.press("/")
    keys.type("store.py")
    keys.press("ArrowDown")
    keys.press("Enter")
    assert opened.heading() == "lib/ store.py"

    keys.press("/")
    keys.press("Escape")
    opened.page.focus("#list")
    keys.press("End")
    keys.press("Enter")
    assert opened.heading() == "app.py"

    opened.page.focus("#tab-pseudocode")
    keys.press("ArrowRight")
    assert opened.page.locator("#tab-users").get_attribute("aria-selected") == "true"
    opened.check_quiet()


def test_the_map_follows_clicks_and_keys(chromium: Browser, shop: Path) -> None:
    opened = Opened(chromium, shop)
    box = opened.page.locator("#canvas").bounding_box()
    assert box
    opened.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    first = opened.heading()
    assert first != "Choose a file"

    opened.page.focus("#canvas")
    seen = {first}
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown") * 2:
        opened.page.keyboard.press(key)
        seen.add(opened.heading())
    assert seen == {"app.py", "lib/ store.py", "lib/ codec.py"}
    assert "rank" in opened.page.locator("#told").inner_text()

    opened.page.click("#list .row:has-text('store.py')")
    opened.page.focus("#canvas")
    opened.page.keyboard.press("+")
    assert opened.page.locator("#crumbs [aria-current]").inner_text() == "lib"
    opened.page.keyboard.press("-")
    assert opened.page.locator("#crumbs [aria-current]").inner_text() == "repo"
    opened.check_quiet()


def test_an_address_leads_to_a_file(chromium: Browser, shop: Path) -> None:
    opened = Opened(chromium, shop)
    opened.page.click("#list .row:has-text('store.py')")
    address = opened.page.url
    opened.page.goto("about:blank")
    opened.page.goto(address)

    assert address.endswith("#lib%2Fstore.py")
    assert opened.heading() == "lib/ store.py"
    assert opened.complaints == []


def test_a_phone_shows_one_pane_at_a_time_and_nothing_is_wider_than_it(chromium: Browser, shop: Path) -> None:
    opened = Opened(chromium, shop, width=360, height=700)
    visible = {}
    for pane in ("files", "map", "detail"):
        opened.page.click(f"#panes [data-pane={pane}]")
        visible[pane] = [name for name in ("files", "map", "detail") if opened.page.locator(f"#{name}").is_visible()]
    opened.page.fill("#search", "store")
    after_search = opened.page.locator("#files").is_visible()
    opened.page.click("#list .row")

    assert visible == {"files": ["files"], "map": ["map"], "detail": ["detail"]}
    assert after_search
    assert opened.page.locator("#detail").is_visible()
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    opened.check_quiet()


def test_nothing_that_a_repository_holds_is_run_or_lost(chromium: Browser, repo: Repository, run: Run) -> None:
    attack = "<script>alert(1)</script>"
    repo.write("a\"'</title></script><img src=x onerror=alert(2)>.py", f'def f():\n    """{attack} \u2028 <!-- """\n')
    repo.write(
        "&lt;b&gt; @@data@@.js",
        'const s = "</script><script>alert(3)</script>\u2029";\nfunction g() { return `<!--` }\n',
    )
    repo.write("x\u202egnp.py", "def \u00fcber_\u540d(): return '\u2028'\n")
    opened = Opened(chromium, written(repo, run))
    dialogs: list[str] = []
    opened.page.on("dialog", lambda dialog: dialogs.append(dialog.message))

    found = []
    for number in range(3):
        opened.page.locator("#list .row").nth(number).click()
        found.append(opened.page.locator("#detail").inner_text())

    assert opened.page.locator("img").count() == 0
    assert dialogs == []
    text = "\n".join(found)
    assert attack in text
    assert "@@data@@.js" in text
    assert "\u00fcber_\u540d" in text
    assert r'"x\u202egnp.py"' in text
    opened.check_quiet()


def test_the_policy_lets_nothing_in(chromium: Browser, shop: Path) -> None:
    opened = Opened(chromium, shop)
    opened.page.evaluate(
        """() => {
            const image = new Image(); image.src = 'http://127.0.0.1:9/x.png';
            const script = document.createElement('script'); script.textContent = 'window.ran = true';
            document.body.append(image, script);
            return fetch('http://127.0.0.1:9/').catch(() => 'refused');
        }"""
    )

    assert opened.page.evaluate("window.ran") is None
    assert len([text for text in opened.complaints if "Content Security Policy" in text]) >= 3


def test_five_thousand_files_are_searched_with_few_rows_in_the_document(chromium: Browser, tmp_path: Path) -> None:
    count = 5000
    nodes = [FileNode(f"d{n % 40}/e{n % 7}/file_{n}.py", "python", "source", 1 / (n + 1), 10) for n in range(count)]
    links = [Link(n, n // 3, 1.0, (f"name_{n}",)) for n in range(1, count)]

    def definitions(path: str) -> list[Definition]:
        stem = path.rpartition("/")[2].removesuffix(".py")
        return [Definition(f"{stem}_f{k}", "function", k + 1, k + 1, "", "", -1, "", True) for k in range(10)]

    file = tmp_path / "large.html"
    file.write_text(as_html(FileGraph(tuple(nodes), tuple(links)), "large", definitions, lambda path: f"1  {path}\n"))
    opened = Opened(chromium, file)

    assert opened.page.locator("#count").inner_text() == "5\u00a0000 files by rank"
    assert 10 < len(opened.rows()) < 60
    opened.page.focus("#list")
    opened.page.keyboard.press("End")
    assert "file_4999.py" in opened.rows()[-1]
    opened.page.fill("#search", "file_4321_f7")
    assert opened.page.locator("#count").inner_text() == "0 files, 1 symbol"
    opened.page.keyboard.press("Enter")
    assert opened.heading() == "d1/e2/ file_4321.py"
    opened.check_quiet()
