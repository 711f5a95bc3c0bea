"""Have a cheap model write about what changed: several calls at once, never past a limit; what is paid is kept."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace

from repomap.rendering.tokens import counter
from summarizer.answer import check
from summarizer.interrupt import deferred
from summarizer.library import Library, bring_up_to_date
from summarizer.lines import Lines
from summarizer.model import Answered, Crowded, Model, ModelUnavailable, Refused
from summarizer.prices import price_of, usd
from summarizer.prompt import PROMPT, Job, request
from summarizer.work import folder_jobs

AT_ONCE = 4  # calls in flight; the smallest accounts allow 50 a minute
CROWDED_SECONDS = 2.0  # waited, doubled each time, when the server still has too much to do after the SDK's retries
MOST_CROWDED = 3  # times in a row before the run ends
OPENING_MARGIN = 1.2  # by which a call's own estimate of its input may be too low


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may spend: US dollars and calls, None for no limit; and how many calls at once."""

    usd: float | None = None
    calls: int | None = None
    at_once: int = AT_ONCE


@dataclass(slots=True)
class Report:
    """What a run did: calls, functions and folders written, … `stopped` says why it ended early, "" when it did not."""

    calls: int = 0
    written: int = 0
    folders: int = 0
    rejected: int = 0
    usd: float = 0.0
    stopped: str = ""
    reasons: dict[str, int] = field(default_factory=dict)


Told = Callable[[int, int], None]


def refresh(
    found: Library,
    jobs: Sequence[Job],
    model: Model,
    limits: Limits,
    progress: Told | None = None,
    below: Sequence[str] = (),
) -> Report:
    """Ask about `jobs`, then about the folders in `below` that say nothing of themselves, the deepest first.

    What is good is kept, each answer as it comes, and the pages are brought up to date.

    Raises ModelUnavailable when no call can succeed; KeyboardInterrupt goes on when what is under way has come in.
    """
    assert found.lines is not None
    report = Report()
    asked: set[str] = set()
    try:
        ask(found.lines, jobs, model, limits, report, progress)
        while not report.stopped:
            if report.written or report.folders:
                bring_up_to_date(found)
            folders = folder_jobs(found, below, asked)
            if not folders:
                break
            asked.update(key for job in folders for key in job.keys)
            ask(found.lines, folders, model, limits, report, progress)
    finally:
        if report.written or report.folders:
            bring_up_to_date(found)
    return report


def ask(
    lines: Lines, jobs: Sequence[Job], model: Model, limits: Limits, report: Report, progress: Told | None = None
) -> None:
    """Ask about `jobs` and keep what is good in `lines`, each answer as it comes; `report` says what was done.

    The limits hold for all that `report` counts, also from calls before. Raises as `refresh` does.
    """
    if limits.usd is not None and price_of(model.name) is None:
        raise ModelUnavailable(f"what {model.name} costs is not known: limit it by --max-calls instead of --max-usd")
    _Run(lines, model, limits, report, deque(jobs), len(jobs), progress).all()


@dataclass(slots=True)
class _Run:
    lines: Lines
    model: Model
    limits: Limits
    report: Report
    left: deque[Job]
    total: int
    progress: Told | None
    width: int = 0
    crowded: int = 0
    running: dict[Future[Answered], tuple[Job, float]] = field(default_factory=dict)

    def all(self) -> None:
        """Work through the jobs. Ctrl-C starts no further call, and goes on when what is under way has come in."""
        with deferred() as interruptions:
            self._all(interruptions)
        if interruptions:
            raise KeyboardInterrupt

    def _all(self, interruptions: Sequence[int]) -> None:
        self.width = self.limits.at_once
        pool = ThreadPoolExecutor(self.width)
        try:
            while self.running or (self.left and not interruptions):
                while self.left and len(self.running) < self.width and not self.report.stopped and not interruptions:
                    if not self._submit(pool):
                        break
                if not self.running:
                    break
                done, _ = wait(self.running, return_when=FIRST_COMPLETED)
                for future in done:
                    self._take(future)
                if self.progress:
                    self.progress(self.total - len(self.left) - len(self.running), self.total)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)  # what is under way is paid for: it is kept
            for future in list(self.running):
                if not future.cancelled():
                    self._take(future, last=True)

    def _submit(self, pool: ThreadPoolExecutor) -> bool:
        job = self.left[0]
        asked = request(job, self.model.name)
        if self.limits.calls is not None and self.report.calls + len(self.running) >= self.limits.calls:
            self.report.stopped = f"the limit of {self.limits.calls} calls is reached"
            return False
        most = most_usd(asked, self.model.name)
        under_way = sum(price for _, price in self.running.values())
        if self.limits.usd is not None and self.report.usd + under_way + most > self.limits.usd:
            if self.running:
                return False  # they may cost less than they could
            self.report.stopped = f"the limit of {self.limits.usd:g} US dollars is reached"
            return False
        self.left.popleft()
        self.running[pool.submit(self.model.ask, asked)] = (job, most)
        return True

    def _take(self, future: Future[Answered], *, last: bool = False) -> None:
        job, _ = self.running.pop(future)
        try:
            got = future.result()
        except Crowded as error:
            self.crowded += 1
            self.width = max(1, self.width // 2)
            if last or self.crowded > MOST_CROWDED:
                self.report.stopped = str(error)
                return
            self.left.appendleft(job)
            time.sleep(CROWDED_SECONDS * 2 ** (self.crowded - 1))
            return
        except Refused as error:
            self._reject(job, dict.fromkeys(job.keys, str(error)))
            return
        except ModelUnavailable:
            if last:
                return
            raise
        self.crowded = 0
        again = keep_answer(self.lines, job, got, self.report)
        if again and not last:
            self.left.appendleft(again)
            self.total += 1

    def _reject(self, job: Job, reasons: dict[str, str]) -> None:
        with self.lines.writing():
            for digest, reason in reasons.items():
                self.lines.reject(time.strftime("%Y-%m-%d", time.gmtime()), self.model.name, PROMPT, digest, reason)
        _count(self.report, reasons)


def keep_answer(lines: Lines, job: Job, got: Answered, report: Report) -> Job | None:
    """Enter a call in the ledger and keep what is good of its answer; return what is to be asked once more."""
    checked = check(job, got.text, got.stop_reason)
    report.calls += 1
    report.usd += got.usage.usd
    with lines.writing():
        lines.charge(got.usage)
        for digest, steps in checked.steps.items():
            lines.keep(digest, PROMPT, got.usage.model, steps)
        if job.key and checked.summary:
            lines.keep_summary(job.key, PROMPT, got.usage.model, checked.summary)
        for key, sentence in checked.folders.items():
            lines.keep_summary(key, PROMPT, got.usage.model, sentence)
        for digest, reason in checked.rejected.items():
            lines.reject(got.usage.day, got.usage.model, PROMPT, digest, reason)
    report.written += len(checked.steps)
    report.folders += len(checked.folders)
    _count(report, checked.rejected)
    if not checked.rejected or job.complaint:
        return None
    wrong = tuple(symbol for symbol in job.symbols if symbol.anchor.digest in checked.rejected)
    folders = tuple(folder for folder in job.folders if folder.key in checked.rejected)
    reason = next(iter(checked.rejected.values()))
    return replace(job, symbols=wrong, folders=folders, complaint=reason, key="" if checked.summary else job.key)


def _count(report: Report, reasons: dict[str, str]) -> None:
    report.rejected += len(reasons)
    for reason in reasons.values():
        report.reasons[reason] = report.reasons.get(reason, 0) + 1


def most_usd(asked: dict[str, object], model: str) -> float:
    """Return the most that a call can cost: all its input written to the cache, and the longest answer."""
    tokens = counter("claude")(str(asked["system"]) + str(asked["messages"]) + str(asked["output_config"]))
    return usd(model, 0, int(tokens * OPENING_MARGIN), 0, int(str(asked["max_tokens"])))
