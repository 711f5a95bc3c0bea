"""Code first, pixels last: which tool reaches a target, what has failed so far, and when pixels are granted."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.capabilities import Route, named_targets, routes_to
from agent.tool import Tier, Tool

UNREACHABLE_TRIES = 2  # one retry, after a restart perhaps: more would only be hope
FAILED_TRIES = 4  # an error in the request itself is mended, not escaped; four in a row are a wall

IN_BAND = re.compile(
    r"\A\s*(?:error executing \w+|error(?: calling| running| in)?\b[^.\n]{0,40}:|traceback \(most recent call last\)"
    r"|unknown tool\b|failed to \w+|exception:|fatal:|\{\s*\"(?:error|isError)\"\s*:(?!\s*(?:null|false|\"\")))"
    r"|\A\s*\{[^{}]{0,200}\"status\"\s*:\s*\"(?:error|failed)\"",
    re.IGNORECASE,
)
"""Failures that come back as ordinary text: Blender's servers, HTTP bodies, servers that never set is_error."""

UNREACHABLE = re.compile(
    r"connection (?:refused|reset)|could not connect|cannot (?:be reached|connect)|not connected|timed out"
    r"|took longer than|server \S+ (?:ended|is gone|does not answer)|not (?:installed|running|supported|available)"
    r"|unsupported|command not found|no such host|unknown tool",
    re.IGNORECASE,
)
"""Failures that say that the target is not to be had this way, whatever the request."""


def in_band_failure(text: str) -> bool:
    """Say whether a result that was not marked as an error is one all the same."""
    return IN_BAND.search(text) is not None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tool that could reach the target: where it stands, whether it may be counted on, and why (not)."""

    tool: str
    tier: Tier
    healthy: bool
    why: str
    detached: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """One answer of the router with its grounds, as it goes into the transcript."""

    target: str
    kinds: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    chosen: Candidate | None
    granted: bool = False
    reason: str = ""
    evidence: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The record for the transcript."""
        return {
            "target": self.target,
            "kinds": list(self.kinds),
            "candidates": [
                {"tool": item.tool, "tier": item.tier.name.lower(), "healthy": item.healthy, "why": item.why}
                for item in self.candidates
            ],
            "chosen": self.chosen.tool if self.chosen else None,
            "tier": self.chosen.tier.name.lower() if self.chosen else None,
            "granted": self.granted,
            "reason": self.reason,
            "evidence": list(self.evidence),
        }


@dataclass(slots=True)
class _Record:
    """How a tool or a way has done: failures in a row, by kind, and the last one's text."""

    unreachable: int = 0
    failed: int = 0
    last_unreachable: str = ""
    last_failed: str = ""


@dataclass(slots=True)
class Router:
    """The router of one session: its tools, the evidence, the grants. `installed` says whether a program is there."""

    tools: Mapping[str, Tool]
    installed: Callable[[str], bool] = lambda program: shutil.which(program) is not None
    _records: dict[tuple[str, str], _Record] = field(default_factory=dict)
    _tried: set[str] = field(default_factory=set)
    _grants: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def granted(self) -> tuple[str, ...]:
        """The targets that pixels are granted for now."""
        return tuple(self._grants)

    def route(self, target: str) -> Decision:
        """Return the lowest tier's healthy tool for a target named in words; pixels when nothing else reaches it."""
        declared = {name for tool in self.tools.values() if tool.tier is not Tier.CODE for name in tool.reaches}
        kinds = tuple(named_targets(target, declared))
        candidates = tuple(self._candidates(kinds))
        higher = [candidate for candidate in candidates if candidate.tier < Tier.PIXELS and candidate.healthy]
        pixels = [candidate for candidate in candidates if candidate.tier is Tier.PIXELS]
        chosen = next(iter([*higher, *pixels]), None)
        evidence = tuple(candidate.why for candidate in candidates if not candidate.healthy)
        return Decision(target, kinds, candidates, chosen, evidence=evidence)

    def request_pixels(self, target: str, reason: str, tried: Sequence[str]) -> Decision:
        """Grant pixels for a target, or refuse and name the tool that reaches it; `tried` is checked."""
        routed = self.route(target)
        chosen = routed.chosen
        if chosen is None:
            why = "no pixel tool is installed, and no other tool reaches this target"
            return Decision(target, routed.kinds, routed.candidates, None, False, why, routed.evidence)
        if chosen.tier is Tier.PIXELS:
            with self._lock:
                self._grants[target] = routed.kinds
            why = "nothing nearer reaches this target" if not routed.evidence else "; ".join(routed.evidence)
            return Decision(target, routed.kinds, routed.candidates, chosen, True, why, routed.evidence)
        unproven = [tool for tool in tried if tool not in self._tried]
        why = f"use {chosen.tool} ({chosen.tier.name.lower()}): {chosen.why}"
        if unproven:
            why += f"; nothing on record says that {', '.join(unproven)} was tried"
        return Decision(target, routed.kinds, routed.candidates, chosen, False, why, routed.evidence)

    def record(self, tool: str, failed: bool, text: str, program: str = "") -> list[str]:
        """Note how a call went; `program` is what the shell ran. Return the targets whose grant lapses by it."""
        with self._lock:
            self._tried.add(tool)
            record = self._records.setdefault((tool, program), _Record())
            way = self._records.setdefault((_way(tool), program), _Record())
            if not failed:
                way.unreachable = record.failed = 0
                return self._lapsed(tool, program)
            told = " ".join(text.split())[:200]
            if UNREACHABLE.search(text):
                way.unreachable += 1
                way.last_unreachable = told
            else:
                record.failed += 1
                record.last_failed = told
        return []

    def _lapsed(self, tool: str, program: str) -> list[str]:
        used = self.tools.get(tool)
        if used is None or used.tier is Tier.PIXELS:
            return []
        lapsed = [
            target
            for target, kinds in self._grants.items()
            if any(self._reaches(used, program, kind) for kind in kinds)
        ]
        for target in lapsed:
            del self._grants[target]
        return lapsed

    def _reaches(self, tool: Tool, program: str, kind: str) -> bool:
        if tool.tier is not Tier.CODE:
            return kind in tool.reaches
        return any(route.tool == tool.name and route.program in ("", program) for route in routes_to(kind))

    def _candidates(self, kinds: Iterable[str]) -> Iterable[Candidate]:
        found: dict[str, Candidate] = {}
        for kind in kinds:
            for route in routes_to(kind):
                tool = self.tools.get(route.tool)
                if tool is None:
                    continue
                label = f"{route.tool} with {route.program}" if route.program else route.tool
                if route.program and not self.installed(route.program):
                    why = f"{route.program} is not installed"
                    found.setdefault(label, Candidate(label, tool.tier, False, why, route.detached))
                else:
                    found.setdefault(label, self._judged(label, tool, route, kind))
            for tool in self.tools.values():
                if tool.tier in (Tier.MCP, Tier.BROWSER) and kind in tool.reaches:
                    found.setdefault(tool.name, self._judged(tool.name, tool, Route(tool.name), kind))
        for tool in self.tools.values():
            if tool.tier is Tier.PIXELS:
                found[tool.name] = Candidate(tool.name, Tier.PIXELS, True, "the screen shows everything")
        return sorted(found.values(), key=_nearness)

    def _judged(self, label: str, tool: Tool, route: Route, kind: str) -> Candidate:
        way = self._records.get((_way(tool.name), route.program), _Record())
        if way.unreachable >= UNREACHABLE_TRIES:
            why = f"{_way(label)} could not reach it {way.unreachable} times: {way.last_unreachable}"
            return Candidate(label, tool.tier, False, why, route.detached)
        record = self._records.get((tool.name, route.program), _Record())
        if record.failed >= FAILED_TRIES:
            why = f"{label} failed {record.failed} times in a row: {record.last_failed}"
            return Candidate(label, tool.tier, False, why, route.detached)
        return Candidate(label, tool.tier, True, f"it reaches {kind}", route.detached)


def _way(tool: str) -> str:
    """Return what stands or falls together: all tools of a server, or a tool of our own."""
    return tool.rpartition("__")[0] if tool.startswith("mcp__") else tool


def _nearness(candidate: Candidate) -> tuple[int, bool]:
    """Order by tier; a detached way stands behind the servers' tools and before the browser's."""
    return max(candidate.tier, Tier.MCP) if candidate.detached else candidate.tier, candidate.detached
