"""Measure how soon `repomap mcp` answers on an indexed repository: python -m benchmarks.mcp_start REPOSITORY [RUNS]

By the clock and in processor time, beside importing the command line's library and the protocol's. The client speaks
the protocol itself, so that nothing but the server is measured. On a busy machine, put `chrt -r 10` before it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.measure import Case, run
from benchmarks.report import put_section, table

QUESTIONS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("tools are listed", "tools/list", {}),
    ("first answer: status", "tools/call", {"name": "status", "arguments": {}}),
    ("then the map", "tools/call", {"name": "repo_map", "arguments": {}}),
    ("then a search", "tools/call", {"name": "grep_pseudocode", "arguments": {"pattern": "raise .*Error"}}),
)
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "benchmark", "version": "1"}}
START = "the client is greeted (initialize)"

Point = tuple[float, float, float]
"""Seconds by the clock since the start, processor seconds of the server, and of the processes it has started."""


def started(root: Path) -> dict[str, Point]:
    """Start a server, ask the questions one after the other, and return when each was answered."""
    began = time.perf_counter()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "repomap", "mcp", str(root)]
    server = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    points = {}
    for name, method, parameters in ((START, "initialize", HELLO), *QUESTIONS):
        answer = _asked(server, method, parameters)
        points[name] = time.perf_counter() - began, _cpu(server.pid), sum(map(_cpu, _children(server.pid)))
        if "structuredContent" in answer:
            assert answer["structuredContent"]["freshness"]["state"] == "current", "the repository is not indexed"
        if method == "initialize":
            _send(server, {"method": "notifications/initialized"})
    server.communicate()
    return points


def _asked(server: subprocess.Popen[str], method: str, parameters: dict[str, Any]) -> dict[str, Any]:
    assert server.stdout is not None
    _send(server, {"id": 1, "method": method, "params": parameters})
    while True:
        message = json.loads(server.stdout.readline())
        if "id" in message:
            result: dict[str, Any] = message["result"]
            return result


def _send(server: subprocess.Popen[str], message: dict[str, Any]) -> None:
    assert server.stdin is not None
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    server.stdin.flush()


def _cpu(process: int) -> float:
    facts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")


def _children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def main(root: Path, runs: int) -> None:
    """Measure, and write the table."""
    run(Case([sys.executable, "-m", "repomap", "map", str(root)], root))
    run(Case([sys.executable, "-m", "repomap", "pseudo"], root))
    measured: dict[str, list[Point]] = {}
    for _ in range(runs):
        for name in ("import typer", "import mcp"):
            found = run(Case([sys.executable, "-c", name], root))
            measured.setdefault(name, []).append((found.wall, found.cpu, 0.0))
        for name, point in started(root).items():
            measured.setdefault(name, []).append(point)
    unit = [cpu for _, cpu, _ in measured["import typer"]]
    rows = []
    for name, points in measured.items():
        fastest = min(points)
        times = median(point[1] / typer for point, typer in zip(points, unit, strict=True))
        rows.append([name, fastest[0], median(point[0] for point in points), fastest[1], times, fastest[2]])
    load = os.getloadavg()[0]
    first = ", before which these went (chrt -r)" if os.sched_getscheduler(0) == os.SCHED_RR else ""
    head = ["what", "wall, fastest", "wall, median", "the server's CPU", "× import typer", "its other processes' CPU"]
    about = f"{root.name}, indexed; seconds of the fastest of {runs} starts, on {os.cpu_count()} cores with a load of "
    about += f"{load:.0f} from all programs{first}."
    put_section(
        "mcp", "The MCP server starts", "python -m benchmarks.mcp_start REPOSITORY", f"{about}\n\n{table(head, rows)}"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 5)
