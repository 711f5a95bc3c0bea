"""Send what is to be asked as one batch at half the price, and take the results in whenever they are there."""

from __future__ import annotations

from collections.abc import Sequence

from summarizer.library import Library, bring_up_to_date
from summarizer.model import Answered, Model, Refused
from summarizer.outline import Anchor
from summarizer.prices import BATCH, usd
from summarizer.prompt import Job, Symbol, request
from summarizer.refresh import Limits, Report, keep_answer, most_usd

MOST_REQUESTS = 10_000  # in one batch; the service takes 100 000 and 256 MB


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
    """Return the digests of the functions that a batch is asked about."""
    assert found.lines is not None
    return {
        symbol["digest"]
        for _, name, asked in found.lines.batches()
        if name == model
        for job in asked.values()
        for symbol in job["symbols"]
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
                report.rejected += len(job["symbols"])
                report.reasons[f"batch: {got}"] = report.reasons.get(f"batch: {got}", 0) + len(job["symbols"])
        with found.lines.writing():
            found.lines.drop_batch(name)
    if report.written:
        bring_up_to_date(found)
    return report, at_work


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
    }


def _unpacked(data: dict[str, object]) -> Job:
    symbols = data["symbols"]
    assert isinstance(symbols, list)
    return Job(
        str(data["path"]),
        str(data["language"]),
        str(data["key"]),
        tuple(
            Symbol(row["name"], row["line"], row["end_line"], Anchor(row["digest"], tuple(row["lines"])), (), ())
            for row in symbols
        ),
        (),
    )


def batch_usd(model: str, input_tokens: int, output_tokens: int) -> float:
    """Return the expected price of a batch."""
    return usd(model, input_tokens, 0, 0, output_tokens, batch=True)
