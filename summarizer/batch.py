"""Send what is to be asked as one batch at half the price, and take the results in whenever they are there."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from summarizer.library import Library, bring_up_to_date
from summarizer.lines import Lines
from summarizer.model import Answered, Model, Refused
from summarizer.outline import Anchor
from summarizer.prices import BATCH, usd
from summarizer.prompt import PROMPT, Folder, Job, Symbol, request
from summarizer.refresh import Limits, Report, keep_answer, most_usd
from summarizer.work import folder_jobs, jobs_for

MOST_REQUESTS = 10_000  # in one batch; the service takes 100 000 and 256 MB
ERRORED = "errored"
"""What the service says of a request that it could not answer."""
TRIES = 2  # of a function or folder of which a model's answers cannot be used


def jobs_left(found: Library, model: str, below: Sequence[str] = ()) -> list[Job]:
    """Return what a batch is to ask about now: functions, and folders when each function has been asked about.

    A folder's sentence is made from those of what lies in it, so that the deepest come first, a batch for each depth.
    """
    assert found.lines is not None
    tried = found.lines.refusals(PROMPT, model)
    jobs = []
    for job in jobs_for(found, model, below):
        symbols = tuple(symbol for symbol in job.symbols if tried.get(symbol.anchor.digest, 0) < TRIES)
        if symbols:
            jobs.append(replace(job, symbols=symbols))
    if any(key not in tried for job in jobs for key in job.keys):
        return jobs
    return jobs + folder_jobs(found, below, {key for key, count in tried.items() if count >= TRIES})


def send(found: Library, jobs: Sequence[Job], model: Model, limits: Limits) -> tuple[str, int]:
    """Send as many jobs as the limits allow and return the batch's name and their number; ("", 0) for none."""
    assert found.lines is not None
    chosen: list[Job] = []
    most = 0.0
    for job in jobs[: min(MOST_REQUESTS, MOST_REQUESTS if limits.calls is None else limits.calls)]:
        most += BATCH * most_usd(request(job, model.name), model.name)
        if limits.usd is not None and most > limits.usd:
            break
        chosen.append(job)
    if not chosen:
        return "", 0
    name = model.send_batch((f"r{number}", request(job, model.name)) for number, job in enumerate(chosen))
    asked = {f"r{number}": _packed(job) for number, job in enumerate(chosen)}
    with found.lines.writing():
        found.lines.put_batch(name, model.name, asked)
    return name, len(chosen)


def waiting(found: Library, model: str) -> set[str]:
    """Return the keys of the functions and folders that a batch is asked about."""
    assert found.lines is not None
    return {
        key
        for _, name, asked in found.lines.batches()
        if name == model
        for job in asked.values()
        for key in _unpacked(job).keys
    }


def collect(found: Library, model: Model) -> tuple[Report, int]:
    """Take in the results of all batches that have ended; return what came, and how many are still at work."""
    assert found.lines is not None
    report = Report()
    at_work = 0
    for name, model_name, asked in found.lines.batches():
        if model_name != model.name:
            continue
        try:
            results = model.batch_results(name)
        except Refused as error:
            report.stopped = str(error)
            results = iter(())
        if results is None:
            at_work += 1
            continue
        for request_name, got in results:
            job = asked.get(request_name)
            if job is not None and isinstance(got, Answered):
                keep_answer(found.lines, _unpacked(job), got, report)
            elif job is not None:
                count = len(_unpacked(job).keys)
                report.rejected += count
                report.reasons[f"batch: {got}"] = report.reasons.get(f"batch: {got}", 0) + count
                if got == ERRORED:  # what expired or was cancelled is nobody's mistake
                    _refuse(found.lines, model_name, _unpacked(job))
        with found.lines.writing():
            found.lines.drop_batch(name)
    if report.written or report.folders:
        bring_up_to_date(found)
    return report, at_work


def _refuse(lines: Lines, model: str, job: Job) -> None:
    with lines.writing():
        for key in job.keys:
            lines.reject(time.strftime("%Y-%m-%d", time.gmtime()), model, PROMPT, key, f"batch: {ERRORED}")


def _packed(job: Job) -> dict[str, object]:
    """Return what an answer is checked by; the source stays here."""
    return {
        "path": job.path,
        "language": job.language,
        "key": job.key,
        "symbols": [
            {
                "name": symbol.name,
                "line": symbol.line,
                "end_line": symbol.end_line,
                "digest": symbol.anchor.digest,
                "lines": list(symbol.anchor.lines),
            }
            for symbol in job.symbols
        ],
        "folders": [{"path": folder.path, "key": folder.key, "below": list(folder.below)} for folder in job.folders],
    }


def _unpacked(data: dict[str, object]) -> Job:
    symbols, folders = data["symbols"], data.get("folders", [])
    assert isinstance(symbols, list)
    assert isinstance(folders, list)
    return Job(
        str(data["path"]),
        str(data["language"]),
        str(data["key"]),
        tuple(
            Symbol(row["name"], row["line"], row["end_line"], Anchor(row["digest"], tuple(row["lines"])), (), ())
            for row in symbols
        ),
        (),
        folders=tuple(Folder(row["path"], row["key"], tuple(row["below"])) for row in folders),
    )


def batch_usd(model: str, input_tokens: int, output_tokens: int) -> float:
    """Return the expected price of a batch."""
    return usd(model, input_tokens, 0, 0, output_tokens, batch=True)
