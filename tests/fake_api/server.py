"""The loopback HTTP server around a scripted API: create, stream, count, batches, models, errors, cut connections."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from tests.fake_api.answers import Answer, Refusal
from tests.fake_api.api import Recorded, ScriptedApi
from tests.fake_api.batches import Batches
from tests.fake_api.models import MODELS
from tests.fake_api.stream import encoded, events
from tests.fake_api.tokens import request_tokens


class FakeApi(ScriptedApi):
    """A running server; use it as a context manager. `url` is its base URL, any key is good unless `key` is set."""

    def __init__(self) -> None:
        super().__init__()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.api = self
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.batches = Batches(self, self.url)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> FakeApi:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead a program to this server."""
        return {"ANTHROPIC_BASE_URL": self.url, "ANTHROPIC_API_KEY": self.key or "test-key"}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    api: FakeApi

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is part of many tests and no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""

    def do_POST(self) -> None:
        api, path = self.server.api, self.path.split("?")[0]
        raw = self._body()
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            self._refuse(Refusal(400, "invalid_request_error", "The request body is not valid JSON."))
            return
        recorded = Recorded(path, {key.lower(): value for key, value in self.headers.items()}, body)
        api.requests.append(recorded)
        refusal = self._stranger(recorded.headers)
        if refusal:
            self._refuse(refusal)
        elif path == "/v1/messages":
            self._create(recorded, len(raw))
            recorded.answered = time.monotonic()
        elif path == "/v1/messages/count_tokens":
            refusal = api.check(recorded, len(raw))
            if refusal:
                self._refuse(refusal)
            else:
                self._json({"input_tokens": request_tokens(body)})
        elif path == "/v1/messages/batches":
            self._found(api.batches.create(recorded))
        elif path.endswith("/cancel"):
            self._found(api.batches.cancel(path.split("/")[-2]))
        else:
            self._refuse(Refusal(404, "not_found_error", "Not found"))

    def do_GET(self) -> None:
        api, parts = self.server.api, self.path.split("?")[0].strip("/").split("/")
        refusal = self._stranger({key.lower(): value for key, value in self.headers.items()})
        if refusal:
            self._refuse(refusal)
        elif parts[:2] == ["v1", "models"] and len(parts) == 2:
            models = [_model(name) for name in MODELS]
            self._json({"data": models, "has_more": False, "first_id": models[0]["id"], "last_id": models[-1]["id"]})
        elif parts[:2] == ["v1", "models"] and parts[2] in MODELS:
            self._json(_model(parts[2]))
        elif parts[:3] == ["v1", "messages", "batches"] and len(parts) == 5:
            lines = api.batches.result_lines(parts[3])
            if isinstance(lines, Refusal):
                self._refuse(lines)
            else:
                self._send(200, lines, {"content-type": "application/x-jsonl"})
        elif parts[:3] == ["v1", "messages", "batches"] and len(parts) == 4:
            self._found(api.batches.retrieve(parts[3]))
        else:
            self._refuse(Refusal(404, "not_found_error", "Not found"))

    def _stranger(self, headers: Mapping[str, str]) -> Refusal | None:
        given = headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ")
        if not given or (self.server.api.key and given != self.server.api.key):
            return Refusal(401, "authentication_error", "invalid x-api-key")
        if "anthropic-version" not in headers:
            return Refusal(400, "invalid_request_error", "anthropic-version: header is required")
        return None

    def _body(self) -> bytes:
        if "chunked" not in self.headers.get("transfer-encoding", ""):
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _create(self, recorded: Recorded, body_bytes: int) -> None:
        api = self.server.api
        found = api.check(recorded, body_bytes) or api.next_answer(recorded.body)
        if isinstance(found, Refusal):
            self._refuse(found)
            return
        message = api.message(recorded, found)
        if found.delay_s:
            time.sleep(found.delay_s)
        if recorded.body.get("stream"):
            self._stream(message, found)
        else:
            self._json(message)

    def _stream(self, message: dict[str, Any], answer: Answer) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.send_header("request-id", message["id"].replace("msg", "req"))
        self.end_headers()
        for number, event in enumerate(events(message)):
            if number == answer.error_after:
                self._chunk(encoded({"type": "error", "error": {"type": answer.error_type, "message": "Overloaded"}}))
                break
            if number == answer.cut_after:
                if answer.cut == "hard":
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                break
            if answer.pause_s and event["type"].startswith("content"):
                time.sleep(answer.pause_s)
            self._chunk(encoded(event))
        self.wfile.write(b"0\r\n\r\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _found(self, found: dict[str, Any] | Refusal) -> None:
        if isinstance(found, Refusal):
            self._refuse(found)
        else:
            self._json(found)

    def _refuse(self, refusal: Refusal) -> None:
        error: dict[str, Any] = {"type": refusal.error_type, "message": refusal.message}
        if refusal.details:
            error["details"] = dict(refusal.details)
        body = {"type": "error", "error": error, "request_id": "req_refused"}
        self._send(refusal.status, json.dumps(body).encode(), {"content-type": "application/json", **refusal.headers})

    def _json(self, body: Mapping[str, Any]) -> None:
        self._send(200, json.dumps(body).encode(), {"content-type": "application/json"})

    def _send(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        self.send_header("request-id", "req_fake")
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _model(name: str) -> dict[str, Any]:
    limits = MODELS[name].limits
    return {
        "id": name,
        "type": "model",
        "display_name": name,
        "created_at": "2026-11-01T00:00:00Z",
        "lifecycle": "active",
        "max_input_tokens": limits.context_tokens,
        "max_tokens": limits.max_output_tokens,
    }
