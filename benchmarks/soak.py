"""Leave the MCP server alone with a restless repository: `python -m benchmarks.soak --minutes 30`.

`repomap mcp` follows the files while random ones are edited, added, renamed, deleted and put back; between edits its
tools are asked, and every answer is held against what the files say. Memory and descriptors of the server and of all
processes below it are sampled; the second half of the run is compared with the first.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.hard import FUNCTIONS, Known, environment

FILES = 150
PAUSE = 0.2  # seconds between two rounds of edits and questions: an agent at work asks less often
GROWTH = 1.15  # of the median memory from the first half to the second: more is a leak
WARM = 0.2  # of the run, at its start, that is not compared: the server is still reading its grammars


def main() -> None:
    """Run, print the figures, and fail when an answer was wrong or something grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="repomap-soak-") as folder:
        known = Known(Path(folder) / "repo", FILES)
        known.make()
        samples, asked, edits, wrong = asyncio.run(_soak(known, 60 * wanted.minutes, random.Random(wanted.seed)))
    kept = samples[int(len(samples) * WARM) :]
    half = len(kept) // 2
    memory = [_median([sample[0] for sample in part]) for part in (kept[:half], kept[half:])]
    descriptors = [_median([sample[1] for sample in part]) for part in (kept[:half], kept[half:])]
    print(f"{60 * wanted.minutes:.0f} s, {edits} edits, {asked} questions, {len(wrong)} wrong answers")
    print("memory {:.0f} MB, then {:.0f} MB".format(*memory), end="; ")
    print("descriptors {:.0f}, then {:.0f}".format(*descriptors))
    for line in wrong[:10]:
        print(line[:1000])
    grown = memory[1] > GROWTH * memory[0] or descriptors[1] > GROWTH * descriptors[0]
    raise SystemExit(1 if wrong or grown else 0)


async def _soak(
    known: Known, seconds: float, luck: random.Random
) -> tuple[list[tuple[float, int]], int, int, list[str]]:
    from mcp import Client, StdioServerParameters, stdio_client

    arguments = ["-m", "repomap", "mcp", os.fspath(known.root)]
    parameters = StdioServerParameters(command=sys.executable, args=arguments, env=environment())
    samples: list[tuple[float, int]] = []
    wrong: list[str] = []
    asked = edits = 0
    end = time.monotonic() + seconds
    async with Client(stdio_client(parameters)) as client:
        server = _server()
        while time.monotonic() < end:
            count = luck.choice((1, 1, 1, 3, 40))
            known.edit(luck, count)
            edits += count
            if luck.random() < 0.1:  # away and back, as a checkout does
                place = known.root / f"file{luck.randrange(FILES)}.py"
                place.rename(place.with_suffix(".away"))
                place.with_suffix(".away").rename(place)
            for _ in range(4):
                fault = await _ask(client, known, luck)
                asked += 1
                if fault:
                    wrong.append(fault)
            samples.append(_measured(_below(server)))
            await asyncio.sleep(PAUSE)
    return samples, asked, edits, wrong


async def _ask(client: Any, known: Known, luck: random.Random) -> str:
    """Ask one question about a random file; return what is wrong with the answer, "" when nothing is."""
    number = luck.randrange(FILES)
    version, at = known.versions[number], luck.randrange(FUNCTIONS)
    name, caller = f"f{number}_{version}_{at}", f"f{number}_{version}_{(at - 1) % FUNCTIONS}"
    old, path, line = f"f{number}_{version + 1}_{at}", f"file{number}.py", 6 * at + 1
    kind = luck.randrange(5)
    if kind == 0:
        rows = (await _data(client, "find_symbol", name=name))["symbols"]
        right = [(row["path"], row["line"]) for row in rows if row["name"] == name] == [(path, line)]
    elif kind == 1:
        rows = (await _data(client, "references", name=name, of="callers"))["references"]
        right = [(row["path"], row["inside"]) for row in rows] == [(path, caller)]
    elif kind == 2:
        rows = (await _data(client, "grep_pseudocode", pattern=f"def {name}\\b"))["matches"]
        right = [(row["path"], row["line"]) for row in rows] == [(path, line)]
    elif kind == 3:
        rows = (await _data(client, "find_symbol", name=old))["symbols"]
        right = rows == []
    else:
        rows = (await _data(client, "repo_map", query=f"{name} fails", tokens=500))["map"]
        right = name in rows
    return "" if right else f"{('symbol', 'callers', 'grep', 'gone', 'map')[kind]} of {name}: {rows}"


async def _data(client: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    if result.is_error:
        raise RuntimeError(f"{tool}: {result.content}")
    found: dict[str, Any] = result.structured_content
    return found


def _server() -> int:
    """Return the process id of the server, our only child that runs it."""
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == os.getpid() and b"\0mcp\0" in (place / "cmdline").read_bytes():
                return int(place.name)
        except OSError:
            continue
    raise RuntimeError("the server does not run")


def _below(process: int) -> list[int]:
    """Return the process and all that it has started, and they have."""
    children: dict[int, list[int]] = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(place.name))
    found = [process]
    for each in found:
        found.extend(children.get(each, []))
    return found


def _measured(processes: Sequence[int]) -> tuple[float, int]:
    """Return the resident megabytes of processes, and their open descriptors."""
    pages = descriptors = 0
    for process in processes:
        try:
            pages += int(Path(f"/proc/{process}/statm").read_text().split()[1])
            descriptors += len(os.listdir(f"/proc/{process}/fd"))
        except OSError:
            continue  # it has ended
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6, descriptors


def _median(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


if __name__ == "__main__":
    main()
