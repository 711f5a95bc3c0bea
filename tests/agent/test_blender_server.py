"""The public Blender server (`mcp-for-blender`), with a stand-in for the socket that its add-on opens in Blender."""

from __future__ import annotations

import json
import shutil
import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent.mcp_servers import Server
from agent.settings import AgentSettings
from tests.agent.conftest import Bench
from tests.fake_api import tool_use

PROGRAM = shutil.which("mcp-for-blender")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="mcp-for-blender is not installed")

CUBE = "import bpy\nbpy.ops.mesh.primitive_cube_add()"


class AddOn(socketserver.ThreadingTCPServer):
    """Answers as the add-on does: one JSON object for each one it reads; runs no code."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.asked: list[dict[str, Any]] = []


class Conversation(socketserver.BaseRequestHandler):
    server: AddOn

    def handle(self) -> None:
        text = b""
        while data := self.request.recv(65536):
            text += data
            try:
                command = json.loads(text)
            except ValueError:
                continue
            text = b""
            self.server.asked.append(command)
            self.request.sendall(json.dumps(self._answer(command)).encode())

    def _answer(self, command: dict[str, Any]) -> dict[str, Any]:
        if command["type"] == "execute_code":
            if "bpy" not in command["params"]["code"]:
                return {"status": "error", "message": "Code execution error: name 'bqy' is not defined"}
            return {"status": "success", "result": {"executed": True, "result": "added Cube"}}
        if command["type"] == "get_scene_info":
            return {"status": "success", "result": {"name": "Scene", "object_count": 1, "objects": [{"name": "Cube"}]}}
        return {"status": "error", "message": f"Unknown command type: {command['type']}"}


@pytest.fixture
def add_on() -> Iterator[AddOn]:
    server = AddOn()
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def settings(port: int, home: Path) -> AgentSettings:
    environment = {
        "BLENDER_HOST": "127.0.0.1",
        "BLENDER_PORT": str(port),
        "DISABLE_TELEMETRY": "true",
        "BLENDERMCP_NO_UPDATE_CHECK": "1",
        "HOME": str(home),
    }
    server = Server("blender", command=PROGRAM or "", env=environment, seconds=60)
    return AgentSettings(model="claude-sonnet-5", mcp_servers=(server,))


def test_one_code_call_models_and_no_pixel_is_granted(bench: Bench, add_on: AddOn, tmp_path: Path) -> None:
    bench.api.script(
        tool_use("request_pixels", {"target": "Blender", "reason": "to model a cube"}, call="pixels"),
        tool_use("mcp__blender__execute_blender_code", {"code": CUBE, "user_prompt": "a cube"}, call="cube"),
        "A cube is there.",
    )
    outcome = bench.run("Add a cube in Blender.", settings=settings(add_on.server_address[1], tmp_path))
    assert outcome.text == "A cube is there."
    assert bench.results(1)["pixels"].startswith("Not granted: use mcp__blender__")
    assert "added Cube" in bench.results(2)["cube"]
    assert [asked["params"]["code"] for asked in add_on.asked if asked["type"] == "execute_code"] == [CUBE]


def test_an_error_in_the_code_comes_back_as_text_and_counts_as_a_failure(
    bench: Bench, add_on: AddOn, tmp_path: Path
) -> None:
    call = {"code": "bqy.ops", "user_prompt": "a cube"}
    bench.api.script(tool_use("mcp__blender__execute_blender_code", call, call="cube"), "done")
    bench.run(settings=settings(add_on.server_address[1], tmp_path))
    block = bench.api.messages[1].body["messages"][-1]["content"][0]
    assert "name 'bqy' is not defined" in block["content"]
    assert block["is_error"]


def test_a_blender_that_is_not_there_is_tried_twice_before_pixels_could_be_granted(
    bench: Bench, tmp_path: Path
) -> None:
    look = [tool_use("mcp__blender__get_scene_info", {"user_prompt": "look"}) for _ in range(2)]
    bench.api.script(
        *look, tool_use("request_pixels", {"target": "Blender's window", "reason": "its server is down"}), "done"
    )
    bench.run(settings=settings(9, tmp_path))
    (decision,) = [entry.data for entry in bench.archive.entries("route")]
    down = [item["why"] for item in decision["candidates"] if item["tool"] == "mcp__blender__execute_blender_code"]
    assert "mcp__blender could not reach it 2 times" in down[0]
