"""The batch end of the API: many requests in one, answered from the script, fetched later as JSON lines."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass, field
from typing import Any

from tests.fake_api.answers import Refusal
from tests.fake_api.api import Recorded, ScriptedApi

CREATED = "2026-11-30T00:00:00Z"
EXPIRES = "2026-12-01T00:00:00Z"


@dataclass(slots=True)
class Batch:
    """One batch: its results and how often it must still be asked for before it has ended."""

    name: str
    results: list[dict[str, Any]]
    polls_left: int
    cancelled: bool = False


@dataclass(slots=True)
class Batches:
    """All batches of one server. `polls` is how many times a new batch says that it is still in progress."""

    api: ScriptedApi
    url: str
    polls: int = 0
    batches: dict[str, Batch] = field(default_factory=dict)
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def create(self, recorded: Recorded) -> dict[str, Any] | Refusal:
        """Answer all requests of a batch; one with a broken rule ends as errored and harms no other."""
        requests = recorded.body.get("requests") or []
        names = [request.get("custom_id") for request in requests]
        if not requests or len(set(names)) != len(names):
            return Refusal(
                400, "invalid_request_error", "requests: custom_id must be unique and at least one is needed"
            )
        results = [
            {"custom_id": request["custom_id"], "result": self._result(request["params"])} for request in requests
        ]
        batch = Batch(f"msgbatch_{next(self.numbers):04d}", results, self.polls)
        self.batches[batch.name] = batch
        return self.shown(batch)

    def retrieve(self, name: str) -> dict[str, Any] | Refusal:
        """Return a batch's state; each call brings it nearer its end."""
        batch = self.batches.get(name)
        if batch is None:
            return Refusal(404, "not_found_error", f"Message batch {name} not found")
        batch.polls_left = max(0, batch.polls_left - 1)
        return self.shown(batch)

    def cancel(self, name: str) -> dict[str, Any] | Refusal:
        """End a batch; what it had not answered is cancelled."""
        batch = self.batches.get(name)
        if batch is None:
            return Refusal(404, "not_found_error", f"Message batch {name} not found")
        if batch.polls_left:
            batch.results = [{**result, "result": {"type": "canceled"}} for result in batch.results]
        batch.cancelled, batch.polls_left = True, 0
        return self.shown(batch)

    def result_lines(self, name: str) -> bytes | Refusal:
        """Return the results as JSON lines, last request first: the order is not the requests'."""
        batch = self.batches.get(name)
        if batch is None or batch.polls_left:
            return Refusal(404, "not_found_error", f"Message batch {name} has no results yet")
        return "".join(json.dumps(result) + "\n" for result in reversed(batch.results)).encode()

    def shown(self, batch: Batch) -> dict[str, Any]:
        """Return the API's object for a batch."""
        ended = batch.polls_left == 0
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        for result in batch.results:
            counts[result["result"]["type"] if ended else "processing"] += 1
        return {
            "id": batch.name,
            "type": "message_batch",
            "processing_status": "ended" if ended else "in_progress",
            "request_counts": counts,
            "created_at": CREATED,
            "expires_at": EXPIRES,
            "ended_at": CREATED if ended else None,
            "archived_at": None,
            "cancel_initiated_at": CREATED if batch.cancelled else None,
            "results_url": f"{self.url}/v1/messages/batches/{batch.name}/results" if ended else None,
        }

    def _result(self, params: dict[str, Any]) -> dict[str, Any]:
        recorded = Recorded("/v1/messages", {}, params)
        self.api.requests.append(Recorded("/v1/messages/batches/request", {}, params))
        found = self.api.check(recorded, len(json.dumps(params))) or self.api.next_answer(params)
        if isinstance(found, Refusal):
            error = {"type": "error", "error": {"type": found.error_type, "message": found.message}, "request_id": None}
            return {"type": "errored", "error": error}
        return {"type": "succeeded", "message": self.api.message(recorded, found)}
