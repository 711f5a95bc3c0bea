"""A scripted coding session of forty turns on a copy of this project; `python -m tests.agent.forty_turns` times it."""

from __future__ import annotations

import asyncio
import os
import resource
import statistics
import subprocess
import tempfile
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from agent.loop import Outcome, run
from agent.settings import AgentSettings
from agent.start import Options, started
from tests.fake_api import FakeApi, tool_use

PROJECT = Path(__file__).parents[2]


def copy_of_this_project(folder: Path) -> Path:
    """Return a git repository with the agent's own sources."""
    root = folder / "project"
    for path in sorted(PROJECT.glob("agent/**/*.py")):
        target = root / path.relative_to(PROJECT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    return root


def steps() -> list[list[Mapping[str, Any]]]:
    """Return the calls of each turn: eight rounds of looking, reading, changing and proving."""
    turns: list[list[Mapping[str, Any]]] = []
    for number in range(8):
        name = ("tool", "cap", "images", "limits", "repeats", "turn", "session", "router")[number]
        path = f"agent/{name}.py"
        turns += [
            [tool_use("grep", {"pattern": f"import.*{name}"}), tool_use("symbols", {"name": name})],
            [tool_use("read_file", {"path": path, "start": 1, "end": 40})],
            [tool_use("edit_file", {"path": f"notes/{name}.md", "content": f"# {name}\n"})],
            [tool_use("shell", {"command": f"wc -l {path} && git status --short | head -5"})],
            [tool_use("git", {"args": ["ls-files", "-m"]}), tool_use("read_file", {"path": f"notes/{name}.md"})],
        ]
    return turns


def work(api: FakeApi, root: Path, events: list[tuple[str, Mapping[str, Any]]]) -> Outcome:
    """Run the session and return how it ended."""
    api.script(*steps()[:39], "done")

    async def body() -> Outcome:
        options = Options(root, root / ".repomap", AgentSettings(model="claude-sonnet-5"), yes=True)
        async with started(options, "Write notes on the modules.", lambda *event: events.append(event)) as agent:
            return await run(agent, "Write notes on the modules.")

    return asyncio.run(body())


def main() -> None:
    """Print the median of our own time a turn: from an answer's last byte to the next request's arrival."""
    with tempfile.TemporaryDirectory() as folder, FakeApi() as api:
        os.environ.update(api.environment)
        root = copy_of_this_project(Path(folder))
        work(api, root, [])
        asked = api.messages
        own = [1000 * (later.came - before.answered) for before, later in pairwise(asked)]
        print(f"{len(asked)} turns, median {statistics.median(own):.1f} ms, worst {max(own):.1f} ms")
        print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
