"""Write down what the tools do: for the transcript, for the router's evidence, for whoever listens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent.calls import Answered
from agent.capabilities import PROGRAMS
from agent.command_line import parse
from agent.events import Emit
from agent.router import Decision, Router
from agent.session import Session


class Chronicle:
    """The ears of one session. Its methods may be called from any thread; set `router` before the first call."""

    def __init__(self, session: Session, emit: Emit) -> None:
        self.router: Router | None = None
        self._session = session
        self._emit = emit

    def opened(self, path: str, how: str, known_by: str) -> None:
        """A file was opened: whole or a range, after `known_by` had named it ("" for nothing)."""
        self._both("opened", {"path": path, "how": how, "known_by": known_by})

    def routed(self, decision: Decision, reason: str) -> None:
        """The router decided on a request for pixels."""
        self._both("route", {**decision.as_json(), "asked_because": reason})

    def decided(self, call: str, name: str, granted: bool, reason: str) -> None:
        """A call that needs leave got it or not."""
        self._both("permission", {"call": call, "tool": name, "granted": granted, "reason": reason})

    def started(self, call: str, name: str, arguments: Mapping[str, Any]) -> None:
        """A call begins; on record before it can have done anything."""
        self._session.note("call_started", {"call": call, "tool": name})
        self._emit("call", {"call": call, "tool": name, "input": dict(arguments)})

    def finished(self, answer: Answered) -> None:
        """A call has its answer, run or not."""
        result = answer.result
        record = {
            "call": answer.call,
            "tool": answer.name,
            "state": answer.state,
            "failed": result.failed,
            "seconds": round(answer.seconds, 3),
        }
        self._session.note("call_finished", record)
        self._emit("result", {**record, "text": result.text, "pictures": len(result.pictures)})
        if self.router is None or answer.state != "done":
            return
        for program in _programs(answer.name, answer.arguments):
            for target in self.router.record(answer.name, result.failed, result.text, program):
                self._both("grant_lapsed", {"target": target, "by": answer.name})

    def _both(self, kind: str, data: Mapping[str, Any]) -> None:
        self._session.note(kind, data)
        self._emit(kind, data)


def _programs(tool: str, arguments: Mapping[str, Any]) -> list[str]:
    """Return which of the table's programs a shell call ran; "" stands for a call without one."""
    if tool != "shell":
        return [""]
    words = {command[0].rsplit("/", 1)[-1] for command in parse(str(arguments.get("command", ""))).commands}
    return sorted(words & PROGRAMS) or [""]
