"""Six tasks that show whether context was dropped too early: a scripted model acts on the request it is sent alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.archive import Archive, open_archive, recall
from agent.archive.text import input_text
from agent.context import (
    ContextSettings,
    Frame,
    State,
    ViewLog,
    after_round,
    assemble,
    cap_observation,
    reobservation,
)
from agent.context.history import blocks_of
from agent.pricing import Model, model_facts
from agent.rules import Limits, violations
from tests.agent.context.sessions import Message, answer, call, frame, image, text
from tests.fake_api.caching import PromptCache
from tests.fake_api.tokens import request_tokens

MODEL: Model = model_facts("claude-opus-4-8")
MOST_CALLS = 25

Tool = tuple[str, dict[str, Any]]
Act = Callable[[str, list[Message]], Tool | str]
"""The model: from all text of the request and its messages to a call (name, input), or its final answer."""
World = Callable[[str, dict[str, Any]], Any]
"""The tools: from a call to its result's content."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """A task: what the user says, the model, the world, what the right answer is, and a history that came before."""

    name: str
    task: list[Message]
    act: Act
    world: World
    right: str
    before: tuple[Message, ...] = ()
    tools: tuple[str, ...] = ("browser_navigate", "browser_click", "browser_snapshot", "recall")


@dataclass(frozen=True, slots=True)
class Played:
    """How a task went. `drift` counts requests that did not extend the one before, `reobserved` is the rate."""

    name: str
    success: bool
    calls: int
    input_tokens: int
    billed: float
    drift: int
    reobserved: float


@dataclass(slots=True)
class _Session:
    archive: Archive
    history: list[Message] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)

    def add(self, message: Message, shown: Message | None = None) -> None:
        self.positions.append(self.archive.append("message", message))
        self.history.append(shown or message)


def play(sequence: Sequence, settings: ContextSettings, folder: Path) -> Played:
    """Run a task to its end; every request is checked against the API's rules and billed by the cache model."""
    session = _Session(open_archive(folder, re.sub(r"\W+", "-", sequence.name)))
    head: Frame = frame(3000, *sequence.tools)
    cache, log, state = PromptCache(MODEL.cache_minimum), ViewLog(session.archive), State()
    tokens, billed, drift, said = 0, 0.0, 0, ""
    for message in sequence.before:
        session.add(message)
    session.add({"role": "user", "content": sequence.task})
    calls = 0
    while calls < MOST_CALLS and not said:
        view = assemble(session.history, session.positions, settings, MODEL, state, frame=head)
        log.record(view, head)
        body = {"model": MODEL.name, "max_tokens": 1000, **view.request}
        broken = violations(body, Limits(max_images=600, context_tokens=MODEL.context))
        assert not broken, broken
        tokens += request_tokens(body)
        billed += cache.charge(body, 10.0 * calls).billed
        drift += sum(event["kind"] == "prefix_change" for event in view.events)
        calls += 1
        acted = sequence.act(words(body["messages"]), body["messages"])
        if isinstance(acted, str):
            said = acted
            session.add({"role": "assistant", "content": said})
        else:
            _work(session, acted, 1000 + calls, sequence.world, settings)
        state = after_round(session.history, session.positions, settings, view.state, archive=session.archive)
    found = reobservation(session.archive)
    session.archive.close()
    return Played(sequence.name, said == sequence.right, calls, tokens, billed, drift, found.rate)


def _work(session: _Session, acted: Tool, number: int, world: World, settings: ContextSettings) -> None:
    name, arguments = acted
    said = arguments.pop("say", "")
    session.add({"role": "assistant", "content": [*([text(said)] if said else []), call(name, number, **arguments)]})
    content = recall(session.archive, arguments["pattern"]) if name == "recall" else world(name, arguments)
    whole = {"role": "user", "content": [answer(number, content)]}
    if isinstance(content, str) and name.startswith("browser_"):
        capped = cap_observation(content, settings.observation_max_chars)
        session.add(whole, {"role": "user", "content": [answer(number, capped)]})
    else:
        session.add(whole)


def words(messages: Any) -> str:
    """Return all that a model can read in the messages."""
    found: list[str] = []
    for message in messages:
        if isinstance(message["content"], str):
            found.append(message["content"])
        for block in blocks_of(message):
            inner = block.get("content")
            found.append(str(block.get("text") or (inner if isinstance(inner, str) else "")))
            found.append(input_text(block.get("input")))
            found += [str(part.get("text", "")) for part in (inner if isinstance(inner, list) else [])]
    return "\n".join(found)


def pictures(messages: Any) -> int:
    """Return how many images a request holds."""
    return str(messages).count("'type': 'image'")


PRICES = (310, 290, 405, 120, 330, 275, 510, 199)


def _navigation() -> Sequence:
    """Find the cheapest of eight pages: only what was said of an old page is left when the last is seen."""

    def act(seen: str, messages: list[Message]) -> Tool | str:
        noted = dict(re.findall(r"offer (\d) costs (\d+)", seen))
        shown = dict(re.findall(r"Offer number (\d)\b.*?now (\d+) euros", seen, re.DOTALL))
        known = {**shown, **noted}
        left = [number for number in range(len(PRICES)) if str(number) not in known]
        if not left:
            return str(min(known, key=lambda number: int(known[number])))
        new = {number: price for number, price in shown.items() if number not in noted}
        say = " ".join(f"offer {number} costs {price}." for number, price in sorted(new.items()))
        return "browser_navigate", {"url": f"/offer/{left[0]}", "say": say}

    def world(name: str, arguments: dict[str, Any]) -> Any:
        number = int(arguments["url"].rsplit("/", 1)[1])
        filler = "A link, a picture, a menu. " * 300
        return [text(f"Offer number {number}. {filler} now {PRICES[number]} euros"), image(number, 750, 500)]

    return Sequence("navigation over several pages", [text("Which offer is the cheapest?")], act, world, "3")


def _modal() -> Sequence:
    """Compare a form before and after its dialog: both states must be whole at once."""

    def act(seen: str, messages: list[Message]) -> Tool | str:
        states = re.findall(r"state (\w+): tax (\d+) percent, total (\d+)", seen)
        by_name = {name: (tax, total) for name, tax, total in states}
        if "before" not in by_name:
            return "browser_snapshot", {"of": "form"}
        if "dialog" not in by_name:
            return "browser_click", {"on": "settings"}
        if "after" not in by_name:
            return "browser_click", {"on": "save"}
        changed = [
            name
            for name, old, new in zip(("tax", "total"), by_name["before"], by_name["after"], strict=True)
            if old != new
        ]
        return " and ".join(changed) + " changed"

    def world(name: str, arguments: dict[str, Any]) -> Any:
        filler = "A field, a label, a button. " * 200
        states = {"form": "before: tax 19 percent, total 119", "settings": "dialog: tax 7 percent, total 0"}
        state = states.get(arguments.get("of") or arguments.get("on", ""), "after: tax 7 percent, total 107")
        return [text(f"{filler} state {state}"), image(len(state), 750, 500)]

    return Sequence(
        "a modal, before and after", [text("What does the dialog change?")], act, world, "tax and total changed"
    )


def _batch() -> Sequence:
    """Compare twelve pictures the user gave: all twelve must arrive, at the last call too."""

    def act(seen: str, messages: list[Message]) -> Tool | str:
        looked = len(re.findall(r"\d+ pictures", seen))
        if looked < 8:
            return "browser_navigate", {"url": f"/style/{looked}", "say": f"{pictures(messages)} pictures"}
        uploads = sum(block["type"] == "image" for message in messages for block in blocks_of(message))
        return f"compared all {uploads}"

    def world(name: str, arguments: dict[str, Any]) -> Any:
        return [text(f"looked up {arguments['url'][-1]} " + "reference " * 20), image(99, 750, 500)]

    task = [text("Compare all twelve."), *(image(number, 750, 500) for number in range(12))]
    return Sequence("a batch of twelve user images", task, act, world, "compared all 12")


def _tree() -> Sequence:
    """Press a button deep in a huge accessibility tree in many scripts: it lies behind the cap, in the archive."""
    line = "[{n}] 按钮 «Öffnen» → ボタン «開く» 👩‍👩‍👧 кнопка «Открыть»\n"
    tree = "".join(line.format(n=number) for number in range(1600))
    tree = tree.replace("[1200] 按钮", "[1200] 送信ボタン按钮")

    def act(seen: str, messages: list[Message]) -> Tool | str:
        found = re.search(r"\[(\d+)\] 送信ボタン", seen)
        if "pressed" in seen:
            return seen.rsplit("pressed ", 1)[1].split()[0]
        if found:
            return "browser_click", {"on": found[1]}
        if "chars total]" in seen:
            return "recall", {"pattern": "送信ボタン"}
        return "browser_snapshot", {}

    def world(name: str, arguments: dict[str, Any]) -> Any:
        return f"pressed {arguments['on']} \n" if name == "browser_click" else tree

    return Sequence("a huge multilingual accessibility tree", [text("Press the send button.")], act, world, "1200")


def _again() -> Sequence:
    """Wait for a page that does not change: the same history is filtered again and again."""

    def act(seen: str, messages: list[Message]) -> Tool | str:
        tries = seen.count("still building")
        return "ready" if tries >= 20 else ("shell", {"command": f"status {tries}"})

    def world(name: str, arguments: dict[str, Any]) -> Any:
        return f"still building, step {arguments['command'].split()[1]}"

    pages = []
    for number in range(6):
        pages += [
            {"role": "assistant", "content": [call("browser_navigate", number, url=f"/{number}")]},
            {"role": "user", "content": [answer(number, [text("page " * 1500), image(number, 750, 500)])]},
        ]
    pages.append({"role": "assistant", "content": "I have seen the pages."})
    before: tuple[Message, ...] = ({"role": "user", "content": "Look at the pages."}, *pages)
    return Sequence(
        "the same history filtered again and again",
        [text("Wait for the build.")],
        act,
        world,
        "ready",
        before,
        ("browser_navigate", "shell"),
    )


def _resumed() -> Sequence:
    """Go on from a history whose old pages were stubs when it was stored."""
    before: list[Message] = [{"role": "user", "content": "Find the order number."}]
    for number in range(6):
        page = f"page {number} " * 500 + ("order 7731" if number == 2 else "")
        shown = f"[elided browser observation: browser_navigate, was {len(page)} chars]" if number < 3 else page
        content = [text(shown), text("[previous screenshot removed to save context]")]
        before += [
            {"role": "assistant", "content": [call("browser_navigate", number, url=f"/{number}")]},
            {"role": "user", "content": [answer(number, content)]},
        ]
    before.append({"role": "assistant", "content": "It was on page 2."})

    def act(seen: str, messages: list[Message]) -> Tool | str:
        found = re.search(r"order (\d{4})", seen)
        return str(found[1]) if found else ("browser_navigate", {"url": "/2"})

    def world(name: str, arguments: dict[str, Any]) -> Any:
        return [text("page 2 " * 500 + "order 7731"), image(2, 750, 500)]

    return Sequence("resumed from stubs", [text("Which one?")], act, world, "7731", tuple(before))


SEQUENCES = (_navigation(), _modal(), _batch(), _tree(), _again(), _resumed())
