"""Fixtures of the agent's tests: a scripted model, a small real repository, and a session on both."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from agent.archive import Archive, read_archive
from agent.loop import Agent, Outcome, run
from agent.settings import AgentSettings
from agent.start import Options, started
from tests.fake_api import FakeApi
from tests.fake_api.fixture import fake_api

__all__ = ["Bench", "bench", "fake_api", "repository"]

SOURCE = '''"""Prices."""


def total(prices):
    """Add up prices."""
    return sum(prices) + 1


def discount(price, percent):
    """Take percent off a price."""
    return price * (100 - percent) / 100
'''


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A git repository with one planted bug: `total` adds one too much."""
    root = tmp_path / "shop"
    root.mkdir()
    (root / "prices.py").write_text(SOURCE)
    (root / "README.md").write_text("# Shop\n")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    return root


@dataclass(slots=True)
class Bench:
    """A place to run sessions: what they tell, how they end, and what they leave on record."""

    api: FakeApi
    root: Path
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    session: str = ""
    meanwhile: Callable[[Agent, str, Mapping[str, Any]], None] | None = None

    def run(self, task: str = "Fix the bug.", **options: Any) -> Outcome:
        """Run one session (all leave given unless `yes=False`) and return how it ended."""
        settings = options.pop("settings", AgentSettings(model="claude-sonnet-5"))
        options.setdefault("yes", True)
        made = Options(self.root, self.root / ".repomap", settings, **options)
        return asyncio.run(self._run(made, task))

    async def _run(self, options: Options, task: str) -> Outcome:
        agents: list[Agent] = []

        def emit(kind: str, data: Mapping[str, Any]) -> None:
            self.events.append((kind, json.loads(json.dumps(data))))
            if self.meanwhile and agents:
                loop.call_soon_threadsafe(self.meanwhile, agents[0], kind, data)

        loop = asyncio.get_running_loop()
        async with started(options, task, emit) as agent:
            agents.append(agent)
            self.session = agent.session.name
            return await run(agent, task)

    @property
    def archive(self) -> Archive:
        """The last session's record."""
        return read_archive(self.root / ".repomap" / "transcripts", self.session)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The events of one kind."""
        return [data for name, data in self.events if name == kind]

    def results(self, request: int = -1) -> dict[str, str]:
        """The tool results in the last message of a request: call id → text."""
        found: dict[str, str] = {}
        for block in self.api.messages[request].body["messages"][-1]["content"]:
            if block["type"] == "tool_result":
                content = block["content"]
                text = content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
                found[block["tool_use_id"]] = text
        return found


@pytest.fixture
def bench(fake_api: FakeApi, repository: Path) -> Iterator[Bench]:
    """A bench on the small repository; nothing that breaks a rule may ever be sent to the API."""
    made = Bench(fake_api, repository)
    yield made
    assert fake_api.broken_rules == []
