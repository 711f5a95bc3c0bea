"""Starting and stopping: who may reach the HTTP server, what standard output carries, signals, clients that leave."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import sys
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.mcp_server.conftest import TOKEN, Served, environment, start_http, stopped

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}


def post(served: Served, **headers: str) -> int:
    """Send a first request with these headers (a value of "" leaves one out) and return the status of the answer."""
    address = urlsplit(served.url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=30)
    wanted = {
        "Host": f"127.0.0.1:{address.port}",
        "Authorization": f"Bearer {TOKEN}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        **headers,
    }
    body = json.dumps(INITIALIZE)
    connection.putrequest("POST", address.path, skip_host=True)
    for name, value in wanted.items():
        if value:
            connection.putheader(name, value)
    connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body.encode())
    try:
        return connection.getresponse().status
    finally:
        connection.close()


def test_http_wants_the_token_and_a_host_and_origin_of_this_machine(http_shop: Served) -> None:
    port = urlsplit(http_shop.url).port
    assert post(http_shop) == 200
    assert post(http_shop, Origin=f"http://localhost:{port}") == 200
    assert post(http_shop, Authorization="") == 401
    assert post(http_shop, Authorization="Bearer wrong") == 401
    assert post(http_shop, Authorization=f"Basic {TOKEN}") == 401
    assert post(http_shop, Host="evil.example") == 421
    assert post(http_shop, Host=f"evil.example:{port}") == 421
    assert post(http_shop, Origin="http://evil.example") == 403
    assert post(http_shop, Origin=f"http://127.0.0.1.evil.example:{port}") == 403
    assert post(http_shop, Origin="null") == 403


def test_a_token_is_made_and_said_where_none_is_given(shop: Served) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "repomap", "mcp", str(shop.root), "--http", "--no-watch"],
        env={**environment(), "REPOMAP_MCP_TOKEN": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    address, token = process.stderr.readline(), process.stderr.readline()
    assert address.startswith(f"repomap: serving {shop.root} at http://127.0.0.1:")
    made = token.removeprefix("repomap: token: ").strip()
    assert len(made) >= 32
    served = Served(shop.root, address.split()[-1])
    assert (post(served, Authorization=f"Bearer {made}"), post(served)) == (200, 401)
    assert stopped(process) == ("", "")


def test_a_second_server_on_a_port_says_so_and_the_first_lives_on(http_shop: Served) -> None:
    port = urlsplit(http_shop.url).port
    process = subprocess.run(
        [sys.executable, "-m", "repomap", "mcp", str(http_shop.root), "--http", "--port", str(port)],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert process.returncode == 2
    assert process.stderr == (
        f"repomap: port {port} cannot be served: Address already in use; --port 0 takes a free one\n"
    )
    assert post(http_shop) == 200


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "1"], "--port is for --http"),
        (["--yes"], "--yes is for --install"),
        (["--http", "--port", "70000"], "port 70000 cannot be served: no such port; --port 0 takes a free one"),
        (["nowhere"], "nowhere does not exist"),
    ],
)
def test_wrong_usage_is_one_sentence(options: list[str], said: str) -> None:
    command = [sys.executable, "-m", "repomap", "mcp", *options]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"{said}\n")
    assert done.stderr.count("\n") == 1


def test_a_client_that_leaves_in_mid_call_disturbs_no_other(http_shop: Served) -> None:
    import anyio

    (http_shop.root / "bad.py").write_text(f"def {'a' * 200}():\n    pass\n")

    async def leave(client: Any) -> bool:
        with anyio.move_on_after(0.5) as scope:
            await client.call_tool("grep_pseudocode", {"pattern": "(a+)+!"})
        return scope.cancelled_caught

    assert http_shop.use(leave)
    assert not http_shop.call("status").is_error


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_http_ends_quietly_on_a_signal(shop: Served, number: signal.Signals) -> None:
    process, address = start_http(shop.root)
    assert not Served(shop.root, address).call("status").is_error
    process.send_signal(number)
    assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 128 + number


def talk(shop: Served) -> subprocess.Popen[str]:
    """Start a server over stdio and have it answer a first request."""
    process = subprocess.Popen(
        [sys.executable, "-m", "repomap", "mcp", str(shop.root), "--no-watch"],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(INITIALIZE) + "\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["result"]["serverInfo"]["name"] == "repomap"
    return process


def test_ctrl_c_ends_stdio_quietly_though_the_client_says_nothing(shop: Served) -> None:
    process = talk(shop)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 130
    assert process.communicate() == ("", "")


def test_stdio_ends_when_the_client_leaves_in_mid_call_and_standard_output_is_all_protocol(shop: Served) -> None:
    process = talk(shop)
    (shop.root / "bad.py").write_text(f"def {'a' * 200}():\n    pass\n")
    call = {"name": "grep_pseudocode", "arguments": {"pattern": "(a+)+!"}}
    lines = [
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
    ]
    written, said = process.communicate("not json\n" + "".join(json.dumps(line) + "\n" for line in lines), timeout=30)
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in written.splitlines())
    assert (process.returncode, said) == (0, "")
