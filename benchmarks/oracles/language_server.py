"""Ask a language server where names are defined: a small client of the Language Server Protocol over pipes."""

from __future__ import annotations

import contextlib
import json
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

Query = tuple[str, int, int]
"""A file relative to the root, a line from 1, and a column from 0 in characters."""

RETRIES = 3  # a server that is still reading the project answers nothing at first
PAUSE = 2.0  # seconds between tries


class LanguageServer:
    """A running server over the files of `root`."""

    def __init__(self, command: Sequence[str], root: Path, language: str, settle: float) -> None:
        self._root = root.resolve()
        self._language = language
        self._number = 0
        self._opened: set[str] = set()
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=root
        )
        uri = self._root.as_uri()
        self._ask(
            "initialize",
            {
                "processId": None,
                "rootUri": uri,
                "rootPath": str(self._root),
                "workspaceFolders": [{"uri": uri, "name": "root"}],
                "capabilities": {"textDocument": {"definition": {"linkSupport": False}}},
                "initializationOptions": {"tsserver": {"useSyntaxServer": "never"}},
            },
        )
        self._tell("initialized", {})
        self._settle = settle

    def definitions(self, queries: Iterable[Query]) -> Iterator[list[tuple[str, int]] | None]:
        """Yield for each query where it is defined, (file, line) with absolute files; None without an answer."""
        waited = False
        for path, line, column in queries:
            uri = (self._root / path).as_uri()
            text = (self._root / path).read_text("utf-8", "replace")
            if path not in self._opened:
                self._opened.add(path)
                document = {"uri": uri, "languageId": self._language, "version": 1, "text": text}
                self._tell("textDocument/didOpen", {"textDocument": document})
                if not waited:
                    time.sleep(self._settle)
                    waited = True
            before = text.split("\n")[line - 1][:column]
            position = {"line": line - 1, "character": len(before.encode("utf-16-le")) // 2}
            found: list[tuple[str, int]] = []
            for attempt in range(RETRIES if len(self._opened) < 3 else 1):
                if attempt:
                    time.sleep(PAUSE)
                answer = self._ask("textDocument/definition", {"textDocument": {"uri": uri}, "position": position})
                found = [_place(item) for item in ([answer] if isinstance(answer, dict) else answer or [])]
                if found:
                    break
            yield found or None

    def close(self) -> None:
        """End the server."""
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()

    def _tell(self, method: str, parameters: dict[str, Any]) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def _ask(self, method: str, parameters: dict[str, Any]) -> Any:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": parameters})
        while True:
            message = self._receive()
            if "method" in message and "id" in message:
                items = (
                    message.get("params", {}).get("items", [None]) if isinstance(message.get("params"), dict) else []
                )
                result = [None] * len(items) if message["method"] == "workspace/configuration" else None
                self._send({"jsonrpc": "2.0", "id": message["id"], "result": result})
            elif message.get("id") == self._number:
                return message.get("result")

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            raise RuntimeError("the language server ended")
        found: dict[str, Any] = json.loads(self._process.stdout.read(length))
        return found


def _place(item: dict[str, Any]) -> tuple[str, int]:
    uri = item.get("uri") or item["targetUri"]
    where = item.get("range") or item["targetSelectionRange"]
    return unquote(urlparse(uri).path), where["start"]["line"] + 1
