"""Measure the agent's context: what policies cost, a 200-turn session, six screen tasks, speed and recall.

`python -m benchmarks.context` prints the tables (each policy's billed units beside the last ones written) and writes
them into docs/context.md. `--archive-mb N` sets the size of the archive that recall is measured on.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from agent.archive import Archive, open_archive, recall
from agent.archive.index import Index
from agent.context import ContextSettings, Frame, State, View, after_round, assemble
from agent.context.cache_plan import marked_request
from agent.context.history import Message
from agent.context.view import Mark
from agent.context.windows import run_windows
from agent.pricing import model_facts
from agent.rules import Limits, violations
from tests.agent.context.sequences import SEQUENCES, play, words
from tests.agent.context.sessions import Fact, answer, browsing, call, coding, frame, image, text
from tests.fake_api.caching import PromptCache
from tests.fake_api.tokens import block_tokens, prompt_blocks, request_tokens

DOCUMENT = Path(__file__).parents[1] / "docs" / "context.md"
START, END = "<!-- figures: written by benchmarks/context.py -->", "<!-- end of figures -->"
MODEL = model_facts("claude-opus-4-8")
LIMITS = Limits(max_images=600, context_tokens=1_000_000)
ALL = ContextSettings(
    observation_window=0, screenshot_window=0, max_image_messages=0, compaction=False, max_context_tokens=1_000_000
)
Marker = Callable[[View], Sequence[Mark]]


def main() -> None:
    """Run all parts, print them, and write them into the document."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--archive-mb", type=int, default=200)
    options = parser.parse_args()
    before = _billed_before()
    parts = [
        standard_run(before),
        long_session(),
        six_sequences(),
        filter_speed(),
        recall_speed(options.archive_mb),
    ]
    figures = "\n\n".join(parts)
    print(figures)
    if DOCUMENT.exists():
        old = DOCUMENT.read_text("utf-8")
        head, _, rest = old.partition(START)
        _, _, tail = rest.partition(END)
        DOCUMENT.write_text(f"{head}{START}\n\n{figures}\n\n{END}{tail}", "utf-8")


def _on_the_last(view: View) -> list[Mark]:
    return [Mark("system", -1, 0, ""), Mark("messages", len(view.messages) - 1, 0, "")]


def _on_the_last_but_one(view: View) -> list[Mark]:
    return [Mark("system", -1, 0, ""), Mark("messages", max(0, len(view.messages) - 2), 0, "")]


POLICIES: tuple[tuple[str, ContextSettings, Marker | None], ...] = (
    ("no filter", ALL, None),
    (
        "screenshots keep 1, mark on the last message",
        ContextSettings(observation_window=0, compaction=False, max_context_tokens=1_000_000),
        _on_the_last,
    ),
    (
        "screenshots keep 3, mark on the last message",
        ContextSettings(observation_window=0, screenshot_window=3, compaction=False, max_context_tokens=1_000_000),
        _on_the_last,
    ),
    (
        "3 texts, 1 screenshot, mark on the last but one message",
        ContextSettings(compaction=False),
        _on_the_last_but_one,
    ),
    ("3 texts, 1 screenshot, marks planned", ContextSettings(compaction=False), None),
    ("the same with slack 2", ContextSettings(compaction=False, observation_slack=2), None),
    ("the same with slack 5", ContextSettings(compaction=False, observation_slack=5), None),
)


def standard_run(before: dict[str, str]) -> str:
    """Bill 40 rounds of a 6 000-token page and a 1 500-token screenshot over an 8 500-token head, policy by policy."""
    history, head = browsing(40), frame(8400, "browser_navigate")
    rows = []
    for name, settings, marks in POLICIES:
        billed, peak = _bill(history, settings, head, marks)
        shown = f"{billed / 1e6:.3f} M"
        if before.get(name, shown) != shown:
            print(f"{name}: {before[name]} before, {shown} now")
        rows.append((name, shown, f"{peak / 1000:.1f} K"))
    title = (
        "### What a window costs\n\n40 rounds of a 6 000-token page and a 1 500-token screenshot over an 8 500-token "
        "head; 1 unit is one plain input token, writes 1.25, reads 0.1, look-back 20 blocks."
    )
    return title + "\n\n" + _table(("policy", "billed units", "peak context"), rows)


def _bill(
    history: Sequence[Message], settings: ContextSettings, head: Frame, marks: Marker | None
) -> tuple[float, int]:
    cache, state, billed, peak = PromptCache(MODEL.cache_minimum), State(), 0.0, 0
    for end in range(3, len(history) + 1, 2):
        part, positions = history[:end], list(range(1, end + 1))
        view = assemble(part, positions, settings, MODEL, state, frame=head)
        request = view.request if marks is None else marked_request(head, view.messages, marks(view))
        body = {"model": MODEL.name, "max_tokens": 1000, **request}
        assert not violations(body, LIMITS)
        billed += cache.charge(body, 10.0 * end).billed
        peak = max(peak, request_tokens(body))
        state = after_round(part, positions, settings, view.state)
    return billed, peak


def long_session() -> str:
    """Run 200 turns of 1 M raw tokens and look for the facts planted in them."""
    history, facts = coding(200, 1_000_000)
    head = frame(8500, "read_file", "grep", "shell", "git_log", "recall")
    settings = ContextSettings()
    with tempfile.TemporaryDirectory() as folder:
        archive = open_archive(Path(folder), "long")
        positions = [archive.append("message", message) for message in history]
        cache, state, billed, whole, moves, sent = PromptCache(MODEL.cache_minimum), State(), 0.0, 0.0, 0, 0
        peaks: list[int] = []
        times: list[float] = []
        for end in range(3, len(history) + 1, 2):
            began = time.process_time()
            view = assemble(history[:end], positions[:end], settings, MODEL, state, frame=head)
            state = after_round(history[:end], positions[:end], settings, view.state, archive=archive)
            times.append(time.process_time() - began)
            body = {"model": MODEL.name, "max_tokens": 1000, **view.request}
            assert not violations(body, LIMITS)
            billed += cache.charge(body, 10.0 * end).billed
            peaks.append(request_tokens(body))
            moves += any(event["kind"] == "compaction" for event in view.events)
            raw = _all_tokens(head, history[:end])
            whole += (raw - sent) * MODEL.cache_write + sent * MODEL.cache_read
            sent = raw
        kinds = _found(facts, view, archive)
        archive.close()
    direct, reached = sum(item[1] for item in kinds.values()), sum(item[2] for item in kinds.values())
    rows = [
        ("raw tokens in the end", f"{sent:,}"),
        ("context, largest and mean", f"{max(peaks):,} and {int(statistics.mean(peaks)):,} tokens"),
        ("billed, everything sent with ideal caching", f"{whole / 1e6:.2f} M units"),
        ("billed, with notes", f"{billed / 1e6:.2f} M units ({billed / whole:.0%})"),
        ("moves of the boundary", str(moves)),
        ("planted facts in the last request", f"{direct} of {len(facts)}"),
        (
            "… or one recall away",
            f"{reached} of {len(facts)} ({reached / len(facts):.1%})",
        ),
        ("own time a turn, median and largest", f"{statistics.median(times) * 1e3:.1f} and {max(times) * 1e3:.1f} ms"),
    ]
    by_kind = [(kind, f"{item[1]} of {item[0]}", f"{item[2]} of {item[0]}") for kind, item in kinds.items()]
    return "\n\n".join(
        [
            "### A coding session of 200 turns and 1 M tokens\n\nScripted, one fact planted a turn; half of the "
            "planted lines look like all the lines around them. Notes without a model.",
            _table(("figure", "measured"), rows),
            _table(("kind of fact", "in the request", "or one recall away"), by_kind),
        ]
    )


def _all_tokens(head: Frame, history: Sequence[Message]) -> int:
    body = {"tools": list(head.tools), "system": list(head.system), "messages": list(history)}
    return sum(block_tokens(block) for _, block in prompt_blocks(body))


def _found(facts: Sequence[Fact], view: View, archive: Archive) -> dict[str, list[int]]:
    """Return for each kind: planted, in the request, and that or behind the address in the notes on its subject."""
    shown = words(view.messages)
    index = Index(archive)
    kinds: dict[str, list[int]] = {}
    for fact in facts:
        counts = kinds.setdefault(fact.kind, [0, 0, 0])
        at = shown.find(fact.subject)
        start = shown.rfind("[seq ", 0, at)
        address = re.match(r"\[seq (?:\d+–)?(\d+)\]", shown[start:]) if at >= 0 else None
        direct = fact.needle in shown
        counts[0] += 1
        counts[1] += direct
        counts[2] += direct or bool(address and fact.needle in recall(archive, f"seq:{address[1]}", index=index))
    index.close()
    return kinds


def six_sequences() -> str:
    """Play the six screen tasks with the default settings and with everything sent."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for number, sequence in enumerate(SEQUENCES):
            for label, settings in (
                ("defaults", ContextSettings()),
                ("slack 2", ContextSettings(observation_slack=2)),
                ("everything sent", ALL),
            ):
                played = play(sequence, settings, Path(folder) / f"{number}-{label}")
                rows.append(
                    (
                        sequence.name,
                        label,
                        "yes" if played.success else "no",
                        str(played.calls),
                        f"{played.input_tokens:,}",
                        f"{played.billed:,.0f}",
                        str(played.drift),
                        f"{played.reobserved:.0%}",
                    )
                )
    heads = (
        "sequence",
        "context",
        "success",
        "model calls",
        "input tokens",
        "billed units",
        "drift",
        "looked at again",
    )
    note = "Drift counts requests whose prefix did not extend the one before; each has an event that names why."
    return f"### Six screen tasks\n\n{note}\n\n" + _table(heads, rows)


def filter_speed() -> str:
    """Time all filters on 2 000 messages: 500 browser rounds with pictures and 500 of code."""
    history: list[Message] = [{"role": "user", "content": "Go."}]
    page, shot = "A link, a button. " * 1333, image(1, 64, 64)
    for number in range(1000):
        name = "browser_navigate" if number % 2 else "shell"
        content: Any = [text(page), shot] if number % 2 else page
        history += [
            {"role": "assistant", "content": [call(name, number, n=number)]},
            {"role": "user", "content": [answer(number, content)]},
        ]
    history = history[:2000]
    positions = list(range(2000))
    times: dict[str, list[float]] = {"the filters": [], "the filters and what the next rounds will change": []}
    settings = ContextSettings()
    for _ in range(20):
        began = time.process_time()
        _filters(history, positions, settings)
        times["the filters"].append(time.process_time() - began)
        began = time.process_time()
        run_windows(history, positions, settings)
        times["the filters and what the next rounds will change"].append(time.process_time() - began)
    rows = [(name, f"{statistics.median(taken) * 1e3:.1f} ms") for name, taken in times.items()]
    return "### Filters on a history of 2 000 messages\n\n" + _table(("what", "processor time, median of 20"), rows)


def _filters(history: Sequence[Message], positions: Sequence[int], settings: ContextSettings) -> None:
    from agent.context import limit_images, window_observations, window_screenshots

    shots = window_screenshots(history, settings.screenshot_window, positions=positions)
    ceiling = limit_images(shots.messages, settings.max_image_messages, positions=positions)
    window_observations(ceiling.messages, settings.observation_window, positions=positions)


QUESTIONS: tuple[tuple[str, str, bool], ...] = (
    ("a text that is there once", "needle-7f3a: the deadlock was in the pool", False),
    ("a text that is nowhere", "there is no such sentence anywhere", False),
    ("a text that is everywhere", "took", False),
    ("a text of two characters", "7f", False),
    ("a regular expression with a literal", r"needle-[0-9a-f]+: the \w+ was", True),
    ("a regular expression that is nowhere", r"needle-\d{9}: the", True),
    ("a regular expression without any literal", r"\w+-\d[a-f]\d[a-f]: \w+ \w+ was", True),
    ("one entry by its position", "seq:100", False),
)


def recall_speed(megabytes: int) -> str:
    """Time recall over an archive of so many megabytes; making it is not counted, reading it cold is not either."""
    with tempfile.TemporaryDirectory() as folder:
        archive = open_archive(Path(folder), "large")
        for number, (message, _) in enumerate(_endless()):
            archive.append("message", message)
            if number == 3000:
                archive.append(
                    "message", {"role": "user", "content": "x\nneedle-7f3a: the deadlock was in the pool\ny"}
                )
            if number % 200 == 0 and archive.path.stat().st_size >= megabytes * 1_000_000:
                break
        archive.end_turn()
        began = time.perf_counter()
        index = Index(archive)
        index.update()
        made = time.perf_counter() - began
        size = archive.path.stat().st_size
        index_size = sum(path.stat().st_size for path in Path(folder).glob("*.index.db*"))
        rows = []
        for name, pattern, is_regex in QUESTIONS:
            taken = []
            for _ in range(5):
                began = time.perf_counter()
                found = recall(archive, pattern, is_regex=is_regex, index=index)
                taken.append(time.perf_counter() - began)
            rows.append(
                (
                    name,
                    found.splitlines()[0][:60],
                    f"{statistics.median(taken) * 1e3:.0f} ms",
                    f"{max(taken) * 1e3:.0f} ms",
                )
            )
        index.close()
        archive.close()
    title = (
        f"### Recall over {size / 1e6:.0f} MB\n\n{len(archive):,} entries; the index takes {index_size / 1e6:.0f} MB "
        f"and {made:.0f} s to make as a whole ({made / len(archive) * 1e3:.1f} ms an entry)."
    )
    return title + "\n\n" + _table(("question", "answer begins", "median of 5", "largest"), rows)


def _endless() -> Iterator[tuple[Message, None]]:
    seed = 0
    while True:
        seed += 1
        for message in coding(100, 400_000, seed)[0]:
            yield message, None


def _billed_before() -> dict[str, str]:
    """Return what the document's last figures say of each policy."""
    old = DOCUMENT.read_text("utf-8") if DOCUMENT.exists() else ""
    return {name.strip(): billed for name, billed in re.findall(r"^\| (.+?) \| (\d\.\d+ M) \|", old, re.MULTILINE)}


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in (heads, ["---"] * len(heads), *rows)]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
