"""`http_get`: one page over HTTP, as text, bounded in time and size."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from html.parser import HTMLParser
from http.client import HTTPMessage
from typing import IO
from urllib.parse import urlsplit

from agent.cap import readable
from agent.images import inspect
from agent.tool import Arguments, Ask, Picture, Result, Tool, ToolFailed, schema

SECONDS = 20
MAX_BYTES = 2_000_000  # a page of documentation is far smaller; what is longer is cut and says so
UNSEEN = frozenset({"script", "style", "noscript", "template", "svg"})
BLOCKS = frozenset({"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "section", "article"})


def http_tool() -> Tool:
    """Return the tool."""

    def run(arguments: Arguments, stop: threading.Event) -> Result:
        url = arguments["url"]
        if urlsplit(url).scheme not in ("http", "https"):
            raise ToolFailed("url must start with http:// or https://")
        request = urllib.request.Request(url, headers={"User-Agent": "repomap-agent"})
        try:
            with urllib.request.build_opener(SameHost).open(request, timeout=SECONDS) as response:
                data = response.read(MAX_BYTES + 1)
                status, kind = response.status, response.headers.get("content-type", "")
        except urllib.error.HTTPError as error:
            with error:
                body = readable(error.read(4000))
            raise ToolFailed(f"{url} answered {error.code} {error.reason}\n{body}") from None
        except (urllib.error.URLError, OSError, ValueError) as error:
            raise ToolFailed(f"{url} cannot be reached: {getattr(error, 'reason', error)}") from None
        return _result(data, f"{status} {kind}", arguments.get("raw", False))

    return Tool(
        "http_get",
        "Fetch a URL with GET. HTML comes as its text unless raw=true; images come as images.",
        schema({"url": {"type": "string"}, "raw": {"type": "boolean"}}, ("url",)),
        run,
        asks=lambda arguments: (Ask("network", str(arguments["url"])),),
        reaches=frozenset({"http"}),
    )


class SameHost(urllib.request.HTTPRedirectHandler):
    """Follows a redirect to the same host only: leave was given for this one."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        if urlsplit(newurl).netloc != urlsplit(req.full_url).netloc:
            raise ToolFailed(f"{req.full_url} redirects to another host: {newurl} (fetch that, if it is meant)")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _result(data: bytes, head: str, raw: bool) -> Result:
    picture = inspect(data)
    if picture:
        return Result(head, (Picture(picture.media_type, data),))
    cut = f"\n[cut after {MAX_BYTES} bytes]" if len(data) > MAX_BYTES else ""
    text = readable(data[:MAX_BYTES])
    if "html" in head and not raw:
        text = page_text(text)
    return Result(f"{head}\n\n{text}{cut}")


def page_text(html: str) -> str:
    """Return what a reader sees of an HTML page: its text, one block a line."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.parts).splitlines())
    return "\n".join(line for line in lines if line)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNSEEN:
            self.hidden += 1
        elif tag in BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSEEN:
            self.hidden = max(0, self.hidden - 1)
        elif tag in BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.parts.append(data)
