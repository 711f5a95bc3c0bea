"""`http_get`: a page from a real loopback server, as text."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from agent.tool import ToolFailed
from agent.tools.http import MAX_BYTES, http_tool, page_text
from tests.agent.tools.conftest import caller

PAGES = {
    "/page": ("text/html", b"<html><script>no()</script><h1>Title</h1><p>One &amp; two</p></html>"),
    "/plain": ("text/plain", b"as it is <b>"),
    "/flood": ("text/plain", b"x" * (MAX_BYTES + 10)),
}


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path in ("/moved", "/away"):
            self.send_response(302)
            self.send_header("location", "/plain" if self.path == "/moved" else "http://127.0.0.2:40999/")
            self.end_headers()
            return
        kind, body = PAGES.get(self.path, ("text/plain", b"nothing here"))
        self.send_response(200 if self.path in PAGES else 404)
        self.send_header("content-type", kind)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "*")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


get = caller(http_tool())


def test_a_page_comes_as_what_a_reader_sees(site: str) -> None:
    assert get(url=f"{site}/page").text == "200 text/html\n\nTitle\nOne & two"
    assert "<h1>" in get(url=f"{site}/page", raw=True).text


def test_plain_text_comes_as_it_is(site: str) -> None:
    assert get(url=f"{site}/plain").text == "200 text/plain\n\nas it is <b>"


def test_a_redirect_is_followed_on_the_same_host_only(site: str) -> None:
    assert get(url=f"{site}/moved").text.endswith("as it is <b>")
    with pytest.raises(ToolFailed, match=r"redirects to another host: http://127\.0\.0\.2:40999/"):
        get(url=f"{site}/away")


def test_a_flood_is_cut(site: str) -> None:
    assert get(url=f"{site}/flood").text.endswith(f"[cut after {MAX_BYTES} bytes]")


@pytest.mark.parametrize(
    ("url", "why"), [("/gone", "answered 404 Not Found\nnothing here"), ("file:///etc/passwd", "must start with http")]
)
def test_a_failure_is_said(site: str, url: str, why: str) -> None:
    with pytest.raises(ToolFailed, match=why):
        get(url=url if "://" in url else site + url)


def test_hidden_elements_are_not_text() -> None:
    assert page_text("<style>a{}</style>a<br>b") == "a\nb"
