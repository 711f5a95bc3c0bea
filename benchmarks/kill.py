"""Kill repomap at random moments: `python -m benchmarks.kill --kills 200`.

They fall on `index` and `map`, `watch`, `pseudo refresh` (against a model on the loopback) and `agent` by SHARES.
After each the next command must answer right, and every paid line and finished transcript line must still be there.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from benchmarks.hard import Known, command, environment, run
from tests.fake_api import FakeApi, tool_use
from tests.summarizer.conftest import answered

FILES = 60
SHARES = {"index": 0.4, "watch": 0.2, "refresh": 0.2, "agent": 0.2}  # a session takes ten times an index
CALLS_IN_FLIGHT = 4  # of one refresh: what a kill may lose of paid calls


class Wrong(Exception):
    """What was not as it must be after a kill."""


def main() -> None:
    """Run all four kinds and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    luck = random.Random(wanted.seed)
    for name, kind in KINDS.items():
        each = round(wanted.kills * SHARES[name])
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="repomap-kill-") as folder, FakeApi() as api:
            known = Known(Path(folder) / "repo", FILES)
            known.make()
            killed, more = kind(known, each, luck, api)
        print(
            f"{name:8} {killed:>4} killed while at work, all survived; {more} {time.monotonic() - started:.0f} s",
            flush=True,
        )


def _killed(known: Known, luck: random.Random, longest: float, *arguments: str, **more: str) -> bool:
    """Start the command and kill it within `longest` seconds; tell whether it was still running."""
    process = subprocess.Popen(
        command(*arguments),
        cwd=known.root,
        env=environment(**more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        process.wait(luck.uniform(0, longest))
        return False
    except subprocess.TimeoutExpired:
        return True
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


def _check_symbols(known: Known) -> None:
    done = run(known.root, "symbols", "--json")
    if done.returncode or done.stderr:
        raise Wrong(f"symbols: {done.returncode} {done.stderr}")
    found = sorted(json.loads(line)["name"] for line in done.stdout.splitlines())
    if found != known.names():
        raise Wrong(f"symbols: {len(found)} found, {len(known.names())} there")


def _time_of(action: Callable[[], object]) -> float:
    started = time.monotonic()
    action()
    return time.monotonic() - started


def _index(known: Known, kills: int, luck: random.Random, api: FakeApi) -> tuple[int, str]:
    whole = _time_of(lambda: run(known.root, "index"))
    killed = number = 0
    while killed < kills:
        number += 1
        if number % 5 == 0:  # from nothing
            for place in (known.root / ".repomap").glob("index.db*"):
                place.unlink()
        known.edit(luck, luck.randint(1, FILES))
        killed += _killed(known, luck, whole, *luck.choice([["index"], ["map"], ["grep", "f1_"]]))
        _check_symbols(known)
    return killed, ""


def _watch(known: Known, kills: int, luck: random.Random, api: FakeApi) -> tuple[int, str]:
    whole = _time_of(lambda: run(known.root, "index"))
    killed = 0
    while killed < kills:
        known.edit(luck, luck.randint(1, FILES))
        killed += _killed(known, luck, 2 * whole, "watch", "--json")
        _check_symbols(known)
    return killed, ""


def _ledger(known: Known) -> tuple[int, set[str]]:
    """Return how many calls the ledger has, and of which functions it has lines."""
    place = known.root / ".repomap" / "lines.db"
    if not place.exists():
        return 0, set()
    with closing(sqlite3.connect(place)) as database:
        calls = database.execute("SELECT count(*) FROM call").fetchone()[0]
        return calls, {row[0] for row in database.execute("SELECT digest FROM said")}


def _refresh(known: Known, kills: int, luck: random.Random, api: FakeApi) -> tuple[int, str]:
    model = answered()

    def slowly(body: dict[str, object]) -> str:
        time.sleep(luck.uniform(0, 0.05))
        return model(body)

    api.fallback = slowly
    whole = 2 * _time_of(lambda: run(known.root, "pseudo", "plan"))
    killed = lost = 0
    entered, said = _ledger(known)
    while killed < kills:
        known.edit(luck, luck.randint(1, 8))
        before = len(api.messages)
        was_killed = _killed(known, luck, 2 * whole, "pseudo", "refresh", **api.environment)
        killed += was_killed
        now, lines = _ledger(known)
        if not said <= lines or now < entered:
            raise Wrong("paid lines are gone")
        missing = len(api.messages) - before - (now - entered)
        if missing > CALLS_IN_FLIGHT:
            raise Wrong(f"{missing} calls are not in the ledger")
        lost += max(0, missing)
        entered, said = now, lines
        _check_symbols(known)
    done = run(known.root, "pseudo", "refresh", **api.environment)
    if done.returncode:
        raise Wrong(f"the last refresh: {done.stderr}")
    calls = len(api.messages)
    return (
        killed,
        f"{calls} calls paid, {lost} were under way at a kill, {len(_ledger(known)[1])} functions' lines kept,",
    )


def _agent(known: Known, kills: int, luck: random.Random, api: FakeApi) -> tuple[int, str]:
    def model(body: dict[str, object]) -> Mapping[str, Any] | str:
        messages = body["messages"]
        assert isinstance(messages, list)
        if len(messages) >= 8:
            return "done"
        word = f"f{len(messages)}_"
        return luck.choice(
            [
                tool_use("grep", {"pattern": word}),
                tool_use("shell", {"command": f"echo {word}"}),
                tool_use("git", {"args": ["status"]}),
            ]
        )

    api.fallback = model
    more = {**api.environment, "REPOMAP_MODEL": "claude-sonnet-5"}
    whole = _time_of(lambda: run(known.root, "agent", "--yes", "begin", **more))
    transcripts = known.root / ".repomap" / "transcripts"
    killed = kept = 0
    while killed < kills:
        before = {place: _finished(place) for place in transcripts.glob("*.jsonl")}
        killed += _killed(known, luck, whole, "agent", "--yes", "work", **more)
        if any(_finished(place)[: len(data)] != data for place, data in before.items()):
            raise Wrong("a transcript lost a finished line")
        kept = sum(_finished(place).count(b"\n") for place in transcripts.glob("*.jsonl"))
        for line in b"".join(_finished(place) for place in transcripts.glob("*.jsonl")).splitlines():
            json.loads(line)
        done = run(known.root, "agent", "--yes", "--resume", "last", "go on", **more)
        if done.returncode or done.stdout != "done\n":
            raise Wrong(f"resume: {done.returncode} {done.stderr}")
    broken = [fault.message for request in api.requests if request.body for fault in request.violations]
    if broken:  # a request without a body is one whose sender was killed
        raise Wrong(f"requests the API would refuse: {broken[:3]}")
    return killed, f"{kept} transcript lines kept, no request that the API would refuse,"


def _finished(place: Path) -> bytes:
    data = place.read_bytes()
    return data[: data.rfind(b"\n") + 1]


KINDS = {"index": _index, "watch": _watch, "refresh": _refresh, "agent": _agent}


if __name__ == "__main__":
    main()
