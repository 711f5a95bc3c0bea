"""Run a turn's tool calls: leave asked, in parallel where they may, every call answered honestly, stopped or not."""

from __future__ import annotations

import asyncio
import base64
import inspect
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from agent.arguments import argument_fault
from agent.permissions import Permissions
from agent.tool import Result, Tool, ToolFailed, called, result_head

GRACE_SECONDS = 5.0  # for a running tool to end after it was told to stop
WORKERS = 8  # tools at once; a model seldom asks for more

NOT_STARTED = "Not started: the session was interrupted before this call ran."
UNKNOWN = (
    "Unknown: the session was interrupted while this ran, and it did not end when told to. It may still have effects."
)
EARLIER_FAILED = "Not executed: an earlier {family} action in this turn failed."  # the words that models are trained on
STOPPED = "Stopped midway by an interruption; it may have done a part of its work."


@dataclass(frozen=True, slots=True)
class Answered:
    """A call with its result. `state` is done, denied, not_started, stopped or unknown; `family` is its tool's."""

    call: str
    name: str
    arguments: Mapping[str, Any]
    result: Result
    state: str
    seconds: float = 0.0
    family: str = ""

    @property
    def block(self) -> dict[str, Any]:
        """The tool_result block: never empty, and text only where it is an error, as the API demands."""
        text = self.result.text.encode("utf-8", "replace").decode().strip("\n")
        text = text if text.strip() or self.result.pictures else "[no output]"
        head = result_head({"id": self.call, "toolset_name": self.family})
        if self.result.failed:
            return {**head, "content": text or "[no output]", "is_error": True}
        if not self.result.pictures:
            return {**head, "content": text}
        pictures = [
            {
                "type": "image",
                "source": {
                    "type": "base64",
                    "media_type": picture.media_type,
                    "data": base64.b64encode(picture.data).decode(),
                },
            }
            for picture in self.result.pictures
        ]
        words = [{"type": "text", "text": text}] if text.strip() else []
        return {**head, "content": [*words, *pictures]}


@dataclass(slots=True)
class Caller:
    """What runs the calls of a session. `started` and `finished` are told of each call, for the transcript.

    `refuse(name, arguments)` may return why a call is not run at all, "" to run it.
    """

    permissions: Permissions
    started: Callable[[str, str, Mapping[str, Any]], None]
    finished: Callable[[Answered], None]
    decided: Callable[[str, str, bool, str], None]
    pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(WORKERS, "tool"))

    async def answer(
        self, calls: Sequence[Mapping[str, Any]], tools: Mapping[str, Tool], interrupted: asyncio.Event
    ) -> list[Answered]:
        """Return an answer for every call, in order. Neighbours that may run side by side do."""
        answers: list[Answered] = []
        for batch in _batches(calls, tools):
            failed = {answer.family for answer in answers if answer.result.failed and answer.family}
            running = [asyncio.create_task(self._one(call, tools, interrupted, failed)) for call in batch]
            answers += await asyncio.gather(*running)
        return answers

    def close(self) -> None:
        """Let go of the threads; what still runs in one is not waited for."""
        self.pool.shutdown(wait=False, cancel_futures=True)

    async def _one(
        self,
        call: Mapping[str, Any],
        tools: Mapping[str, Tool],
        interrupted: asyncio.Event,
        failed_families: Collection[str],
    ) -> Answered:
        name, arguments, identity = called(call), call["input"], str(call["id"])
        family = str(call.get("toolset_name") or "")

        def answered(text: str, state: str) -> Answered:
            answer = Answered(identity, name, arguments, Result(text, failed=True), state, family=family)
            self.finished(answer)
            return answer

        tool = tools.get(name)
        if family in failed_families:
            return answered(EARLIER_FAILED.format(family=family), "not_started")
        if tool is None:
            return answered(f"There is no tool {name!r}. There are: {', '.join(tools)}.", "denied")
        fault = argument_fault(tool.schema, arguments)
        if fault:
            return answered(f"Not run: {fault}.", "denied")
        asks = tool.asks(arguments)
        if asks and not interrupted.is_set():
            loop = asyncio.get_running_loop()
            verdict = await loop.run_in_executor(self.pool, self.permissions.decide, asks)
            self.decided(identity, name, verdict.granted, verdict.reason)
            if not verdict.granted:
                return answered(f"Not run: {verdict.reason}.", "denied")
        if interrupted.is_set():
            return answered(NOT_STARTED, "not_started")
        self.started(identity, name, arguments)
        begun = time.monotonic()
        result, state = await self._run(tool, arguments, interrupted)
        answer = Answered(identity, name, arguments, result, state, time.monotonic() - begun, family)
        self.finished(answer)
        return answer

    async def _run(self, tool: Tool, arguments: Mapping[str, Any], interrupted: asyncio.Event) -> tuple[Result, str]:
        stop = threading.Event()
        work = asyncio.ensure_future(self._result(tool, arguments, stop))
        waiting = asyncio.ensure_future(interrupted.wait())
        await asyncio.wait({work, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not work.done():
            stop.set()
            await asyncio.wait({work}, timeout=GRACE_SECONDS)
            if not work.done():
                work.cancel()
                return Result(UNKNOWN, failed=True), "unknown"
        result = work.result()
        if result.stopped:
            return Result(f"{STOPPED}\n{result.text}", failed=True, stopped=True), "stopped"
        return result, "done"

    async def _result(self, tool: Tool, arguments: Mapping[str, Any], stop: threading.Event) -> Result:
        try:
            if inspect.iscoroutinefunction(tool.run):
                result = await tool.run(arguments, stop)
            else:
                result = await asyncio.get_running_loop().run_in_executor(self.pool, tool.run, arguments, stop)
        except ToolFailed as error:
            return Result(str(error), failed=True)
        except Exception as error:  # a tool's bug is the model's to hear of, not the session's end
            return Result(f"{tool.name} failed: {type(error).__name__}: {error}", failed=True)
        assert isinstance(result, Result)
        return result


def _batches(calls: Sequence[Mapping[str, Any]], tools: Mapping[str, Tool]) -> list[list[Mapping[str, Any]]]:
    batches: list[list[Mapping[str, Any]]] = []
    together = False
    for call in calls:
        tool = tools.get(called(call))
        alone = tool is not None and tool.alone
        if together and not alone:
            batches[-1].append(call)
        else:
            batches.append([call])
        together = not alone
    return batches
