"""The loop: assemble a request, ask the model, run its calls, remember everything, until done or a limit is met."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from agent.calls import Answered, Caller
from agent.context import (
    ContextOverflow,
    ContextSettings,
    Frame,
    HistoryError,
    NotesWriter,
    State,
    View,
    ViewLog,
    after_refusal,
    assemble,
    reobservation,
    usage_event,
)
from agent.events import Emit
from agent.failures import Failure, failure_of
from agent.limits import Limits, Spending
from agent.pricing import Model
from agent.repeats import Repeats
from agent.router import Router
from agent.session import Session
from agent.tool import Tier, Tool, result_head
from agent.toolsets import definitions
from agent.turn import Reply, ask

if TYPE_CHECKING:
    import anthropic

MAX_TOKENS = 16_000  # of one answer: a long file written whole; more only lengthens a runaway answer
PATIENCE = 3  # times that a broken stream, an overloaded server or a cut answer is tried again in a row
WAIT_SECONDS = 1.0  # before the first new try of a stream that the SDK does not try again itself; doubles
ANSWER_SHARE = 4  # a quarter of a small context is left for the answer
SMALLER = 0.6  # of the context is kept when a server says that a request did not fit, but not by how much

CUT_OFF = "Not run: your answer was cut off at the token limit, so this call may be incomplete. Make smaller calls."
CUT = "Your answer was cut off at the token limit. Go on from where it stopped."
GO_ON = "Go on."

Status = Literal["done", "limit", "interrupted", "circle", "refused", "failed"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended. Only `done` is success; all others can be resumed. `text` is the last thing said, or why."""

    status: Status
    text: str


@dataclass(slots=True)
class Agent:
    """One session at work. `emit(kind, data)` hears everything that happens, as it happens."""

    client: anthropic.AsyncAnthropic
    model: Model
    session: Session
    tools: dict[str, Tool]
    system: tuple[dict[str, Any], ...]
    caller: Caller
    router: Router
    emit: Emit
    settings: ContextSettings = field(default_factory=ContextSettings)
    limits: Limits = field(default_factory=Limits)
    interrupted: asyncio.Event = field(default_factory=asyncio.Event)
    steering: list[str] = field(default_factory=list)
    spent: Spending = field(init=False)
    state: State = field(default_factory=State)
    repeats: Repeats = field(default_factory=Repeats)
    writer: NotesWriter | None = None
    max_tokens: int = MAX_TOKENS
    views: ViewLog = field(init=False)

    def __post_init__(self) -> None:
        self.spent = Spending(self.model)
        self.views = ViewLog(self.session.archive)

    def steer(self, line: str) -> None:
        """Put a person's line before the model with its next request."""
        self.steering.append(line)

    def interrupt(self) -> None:
        """End the run as soon as every open call has an honest answer."""
        self.interrupted.set()


async def run(agent: Agent, task: str) -> Outcome:
    """Work on `task` (after what the session already holds) until the model ends or something ends the run."""
    agent.session.add({"role": "user", "content": [{"type": "text", "text": task}]})
    try:
        outcome = await _turns(agent)
    finally:
        agent.session.end_turn()
    agent.session.note("end", {"status": outcome.status, "text": outcome.text, "usd": round(agent.spent.usd, 6)})
    looked = reobservation(agent.session.archive)
    seen_again = {"dropped": looked.dropped, "again": looked.again, "rate": round(looked.rate, 3)}
    agent.session.note("reobservation", seen_again)
    end = {"status": outcome.status, "text": outcome.text, "session": agent.session.name}
    agent.emit("end", {**end, "reobservation": seen_again})
    return outcome


async def _turns(agent: Agent) -> Outcome:
    cut_answers = 0
    while True:
        if agent.writer:
            agent.spent.notes_usd = agent.writer.spent_usd
        if met := agent.limits.met(agent.spent):
            return Outcome("limit", met)
        answer = await _answer(agent)
        if isinstance(answer, Outcome):
            return answer
        if answer.content:
            agent.session.add({"role": "assistant", "content": answer.content}, exact=True)
        ended = await _act(agent, answer)
        agent.state = agent.session.after_round(agent.settings, agent.state, _input_tokens(answer), agent.writer)
        agent.session.end_turn()
        if ended is not None:
            return ended
        cut_answers = cut_answers + 1 if answer.stop_reason == "max_tokens" else 0
        if cut_answers > PATIENCE:
            return Outcome(
                "failed", f"the model's answer was cut off at {agent.max_tokens} tokens {cut_answers} times in a row"
            )


async def _act(agent: Agent, reply: Reply) -> Outcome | None:
    """Do what the reply asks for; returns how the run ends, or None when it goes on."""
    if reply.stop_reason == "refusal":
        return Outcome("refused", reply.text or "the model refused to go on")
    if reply.calls:
        if reply.stop_reason in ("max_tokens", "model_context_window_exceeded"):
            _say(agent, [_unrun(call) for call in reply.calls])
            return None
        return await _run_calls(agent, reply)
    if reply.stop_reason in ("pause_turn", "max_tokens"):
        _say(agent, [{"type": "text", "text": CUT if reply.stop_reason == "max_tokens" else GO_ON}])
        return None
    if agent.steering:
        _say(agent, [])
        return None
    return Outcome("done", reply.text)


async def _run_calls(agent: Agent, reply: Reply) -> Outcome | None:
    tools = _offered(agent)
    answers = await agent.caller.answer(reply.calls, tools, agent.interrupted)
    blocks: list[dict[str, Any]] = [answer.block for answer in answers]
    for answer in answers:
        if answer.state in ("done", "denied"):
            agent.repeats.add(answer.name, answer.arguments, answer.result)
    circle = agent.repeats.circle()
    if circle and circle.level == "named":
        agent.session.note("circle", {"message": circle.message})
        agent.emit("circle", {"message": circle.message})
        blocks.append({"type": "text", "text": circle.message})
    _say(agent, blocks)
    if agent.interrupted.is_set():
        return Outcome("interrupted", _interruption(answers))
    if circle and circle.level == "stopped":
        return Outcome("circle", circle.message)
    return None


def _say(agent: Agent, blocks: list[dict[str, Any]]) -> None:
    """Send blocks with the next request, and what the person typed meanwhile after them."""
    for line in agent.steering:
        blocks.append({"type": "text", "text": f"The person says: {line}"})
        agent.session.note("steer", {"text": line})
    agent.steering.clear()
    agent.session.add({"role": "user", "content": blocks})


async def _answer(agent: Agent) -> Reply | Outcome:
    """Return the model's next answer, whole; tries again what may pass, and once what another view mends."""
    tries = 0
    mended: set[str] = set()
    while True:
        try:
            view = _view(agent)
        except (ContextOverflow, HistoryError) as error:
            return Outcome("failed", str(error))
        try:
            reply = await _ask(agent, _request(agent, view))
            failure = None if reply is None or reply.complete else Failure("connection", "the answer was cut short")
        except Exception as error:  # whatever the SDK or the connection raised becomes one sentence
            reply, failure = None, failure_of(error)
        if failure is None:
            if reply is None:
                return Outcome(
                    "interrupted", "interrupted while the model was answering; nothing of its answer was run"
                )
            _count(agent, reply, view)
            return reply
        agent.session.note("failure", {"kind": failure.kind, "message": failure.message})
        agent.emit("failure", {"kind": failure.kind, "message": failure.message})
        if failure.kind not in mended and _mend(agent, failure):
            mended.add(failure.kind)
        elif failure.kind in ("wait", "connection") and tries < PATIENCE and not agent.interrupted.is_set():
            await _wait(agent, WAIT_SECONDS * 2**tries)
            tries += 1
        else:
            return Outcome("failed", failure.message)


def _mend(agent: Agent, failure: Failure) -> bool:
    """Change what the next view holds, where the refusal says that this would help; returns whether it does."""
    if failure.context:
        agent.max_tokens = min(agent.max_tokens, max(1, failure.context // ANSWER_SHARE))
        agent.settings = replace(agent.settings, max_context_tokens=failure.context - agent.max_tokens)
        return True
    state = after_refusal(agent.state, failure.message)
    if state is not None:
        agent.state = state
        return True
    if failure.kind == "context":
        least = min(agent.settings.max_context_tokens, agent.model.context)
        agent.settings = replace(agent.settings, max_context_tokens=max(1, int(least * SMALLER)))
        return True
    return False


async def _ask(agent: Agent, request: Mapping[str, Any]) -> Reply | None:
    """Return the reply, or None when the run was interrupted while it came."""
    asking = asyncio.ensure_future(ask(agent.client, request, lambda text: agent.emit("text", {"text": text})))
    waiting = asyncio.ensure_future(agent.interrupted.wait())
    await asyncio.wait({asking, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if not asking.done():
        asking.cancel()
        await asyncio.wait({asking})
        return None
    return asking.result()


async def _wait(agent: Agent, seconds: float) -> None:
    """Wait, but not through an interruption."""
    waiting = asyncio.ensure_future(agent.interrupted.wait())
    await asyncio.wait({waiting}, timeout=seconds)
    waiting.cancel()


def _offered(agent: Agent) -> dict[str, Tool]:
    """Return the tools of the next request: pixel tools only while they are granted."""
    granted = bool(agent.router.granted)
    return {name: tool for name, tool in agent.tools.items() if tool.tier is not Tier.PIXELS or granted}


def _view(agent: Agent) -> View:
    frame = Frame(agent.system, definitions(_offered(agent).values()))
    view = assemble(
        agent.session.history,
        agent.session.positions,
        agent.settings,
        agent.model,
        agent.state,
        frame=frame,
        tiers={name: tool.tier >= Tier.BROWSER for name, tool in agent.tools.items()},
        base_url=str(agent.client.base_url),
    )
    agent.state = view.state
    agent.session.record_view(agent.views, view, frame)
    for event in view.events:
        agent.emit("context", event)
    return view


def _request(agent: Agent, view: View) -> dict[str, Any]:
    request: dict[str, Any] = {
        "model": agent.model.name,
        "max_tokens": min(agent.max_tokens, agent.model.max_output),
        **view.request,
    }
    if view.drop_thinking:
        binding = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
        request["thinking"] = binding
        request["extra_headers"] = {"anthropic-beta": "thinking-binding-controls-2026-08-01"}
    return request


def _count(agent: Agent, reply: Reply, view: View) -> None:
    cost = agent.spent.add(reply.usage)
    record = {
        "turn": agent.spent.turns,
        "stop_reason": reply.stop_reason,
        "usage": dict(reply.usage),
        "usd": round(cost, 6),
        "usd_total": round(agent.spent.usd + agent.spent.notes_usd, 6),
        "context": {**dict(view.tokens), "withheld": len(view.withheld)},
        "billed_units": usage_event(reply.usage, agent.model)["billed_units"],
    }
    agent.session.note("turn", record)
    agent.emit("turn", record)


def _input_tokens(reply: Reply) -> int:
    """Return the service's own count of the request: what the estimates are corrected by."""
    names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    return sum(int(reply.usage.get(name) or 0) for name in names)


def _unrun(call: Mapping[str, Any]) -> dict[str, Any]:
    return {**result_head(call), "content": CUT_OFF, "is_error": True}


def _interruption(answers: list[Answered]) -> str:
    counts: dict[str, int] = {}
    for answer in answers:
        counts[answer.state] = counts.get(answer.state, 0) + 1
    return "interrupted; calls: " + ", ".join(f"{number} {state.replace('_', ' ')}" for state, number in counts.items())
