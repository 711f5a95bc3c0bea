"""The server's mind, without HTTP: check a request against the rules, take the next scripted answer, charge it."""

from __future__ import annotations

import hashlib
import itertools
import threading
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agent.rules import Issued, Limits, Violation, prefix_digest, violations
from tests.fake_api.answers import Answer, Refusal, Scripted, Step, as_answer
from tests.fake_api.caching import CachedUsage, PromptCache
from tests.fake_api.models import MODELS, PLAIN, Model
from tests.fake_api.tokens import block_tokens, request_tokens

NOTHING_LEFT = Refusal(500, "api_error", "The script has no answer left for this request.", {"x-should-retry": "false"})


@dataclass(slots=True)
class Recorded:
    """One request as it came: its path, headers, body, the rules it broke, and what it was charged.

    `came` and `answered` are the server's clock when it had read the request and when it had sent the answer.
    """

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    violations: list[Violation] = field(default_factory=list)
    usage: CachedUsage | None = None
    came: float = field(default_factory=time.monotonic)
    answered: float = 0.0

    @property
    def tools(self) -> list[str]:
        """The names of the tools in the request, in order."""
        return [str(tool.get("name", tool.get("type"))) for tool in self.body.get("tools") or ()]


class ScriptedApi:
    """The state behind the server. All public methods may be called from any thread."""

    def __init__(self) -> None:
        self.requests: list[Recorded] = []
        self.limits: Limits | None = None
        self.fallback: Step | None = None
        self.key: str | None = None
        self.clock = 0.0
        self.issued: dict[str, Issued] = {}
        self._scripts: dict[str | None, deque[Step]] = {}
        self._caches: dict[str, PromptCache] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.RLock()

    def script(self, *steps: Step, model: str | None = None) -> None:
        """Queue answers; those for a `model` are given to that model's requests only, the others to all the rest."""
        with self._lock:
            self._scripts.setdefault(model, deque()).extend(steps)

    def advance(self, seconds: float) -> None:
        """Move the clock that cache entries expire by."""
        self.clock += seconds

    @property
    def left(self) -> int:
        """How many scripted answers were not asked for yet."""
        return sum(len(queue) for queue in self._scripts.values())

    @property
    def messages(self) -> list[Recorded]:
        """The requests that asked for an answer (no counting, no batches)."""
        return [request for request in self.requests if request.path == "/v1/messages"]

    @property
    def broken_rules(self) -> list[str]:
        """The messages of all rules broken so far, in any request."""
        return [violation.message for request in self.requests for violation in request.violations]

    @property
    def billed(self) -> float:
        """The price of all input so far, in units of one plain input token."""
        return sum(request.usage.billed for request in self.requests if request.usage)

    def model(self, name: str) -> Model | None:
        """Return a known model, with the limits of this server when it has its own."""
        known = MODELS.get(name)
        if known and self.limits:
            return Model(self.limits, known.cache_minimum)
        return known

    def check(self, recorded: Recorded, body_bytes: int) -> Refusal | None:
        """Return the refusal for the first broken rule, or None."""
        body = recorded.body
        name = str(body.get("model", ""))
        known = self.model(name)
        if name and known is None:
            return Refusal(404, "not_found_error", f"model: {name}")
        limits = known.limits if known else PLAIN
        recorded.violations = violations(
            body, limits, issued=self.issued, tokens=request_tokens(body), body_bytes=body_bytes
        )
        if recorded.path == "/v1/messages" and "max_tokens" not in body:
            recorded.violations.insert(0, Violation("missing_field", "max_tokens: Field required", "max_tokens"))
        if not recorded.violations:
            return None
        first = recorded.violations[0]
        return Refusal(first.status, first.error_type, first.message, {}, first.details)

    def next_answer(self, body: dict[str, Any]) -> Answer | Refusal:
        """Take the next scripted step for this request; a function is called with its body."""
        with self._lock:
            queue = self._scripts.get(str(body.get("model"))) or self._scripts.get(None)
            step: Step | None = queue.popleft() if queue else self.fallback
        if step is None:
            return NOTHING_LEFT
        scripted: Scripted = step(body) if callable(step) else step
        return as_answer(scripted)

    def message(self, recorded: Recorded, answer: Answer) -> dict[str, Any]:
        """Return `answer` as the API's message object: thinking signed, tokens counted, the cache charged."""
        body = recorded.body
        with self._lock:
            known = self.model(str(body["model"]))
            minimum = known.cache_minimum if known else 1024
            cache = self._caches.setdefault(str(body["model"]), PromptCache(minimum))
            recorded.usage = cache.charge(body, self.clock)
            content = self._signed(body, answer)
            number = next(self._numbers)
        output = answer.output_tokens
        return {
            "id": f"msg_{number:06d}",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": content,
            "stop_reason": answer.reason,
            "stop_sequence": None,
            "usage": {
                **recorded.usage.as_json(),
                "output_tokens": sum(map(block_tokens, content)) if output is None else output,
            },
        }

    def _signed(self, body: dict[str, Any], answer: Answer) -> list[dict[str, Any]]:
        content: list[dict[str, Any]] = []
        for block in answer.content:
            content.append(dict(block))
            if block["type"] == "thinking" and not block.get("signature"):
                messages = [*body["messages"], {"role": "assistant", "content": content}]
                prefix = prefix_digest({**body, "messages": messages}, len(messages) - 1, len(content) - 1)
                signature = hashlib.sha256(f"{prefix} {block['thinking']}".encode()).hexdigest()
                self.issued[signature] = Issued(str(block["thinking"]), prefix)
                content[-1]["signature"] = signature
        return content
