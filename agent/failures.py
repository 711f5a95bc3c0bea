"""Turn what the API or the network did into one sentence, and say what may help: time, less context, fewer images."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["key", "model", "wait", "context", "images", "size", "request", "connection"]

CONTEXT = re.compile(
    r"prompt is too long|exceed context limit|exceeds? the (?:available )?context|exceed_context_size|context length"
    r"|maximum context|too many tokens",
    re.IGNORECASE,
)
IMAGES = re.compile(r"too many images|at most \d+ image|maximum of \d+ images|image dimensions exceed", re.IGNORECASE)


WITH_ANSWER = re.compile(r"exceed context limit: \d+ \+ \d+ > (\d+)")


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed request. `wait` failures may pass by themselves, the others need something changed.

    `context` is the size that prompt and answer share, in tokens, where the refusal is about both together, else 0.
    """

    kind: Kind
    message: str
    context: int = 0


def failure_of(error: BaseException) -> Failure:
    """Return what an exception of the SDK or of the connection means."""
    import anthropic

    text = _text(error)
    if isinstance(error, anthropic.AuthenticationError | anthropic.PermissionDeniedError):
        return Failure("key", f"the API refused the key: {text}")
    if isinstance(error, anthropic.NotFoundError):
        return Failure("model", f"the API does not know what was asked for: {text}")
    if isinstance(error, anthropic.APIStatusError):
        return _status_failure(error.status_code, error.type, text)
    if isinstance(error, anthropic.APIConnectionError):
        return Failure("connection", f"the API cannot be reached: {text}")
    return Failure("connection", f"the connection to the API broke: {text}")


def _status_failure(status: int, kind: str | None, text: str) -> Failure:
    if CONTEXT.search(text):
        sizes = WITH_ANSWER.search(text)
        return Failure("context", text, int(sizes[1]) if sizes else 0)
    if IMAGES.search(text):
        return Failure("images", text)
    if status == 413:
        return Failure("size", f"the request is too large: {text}")
    if status in (408, 409, 429, 529) or status >= 500 or kind in ("overloaded_error", "rate_limit_error", "api_error"):
        return Failure("wait", f"the API is not ready ({kind or status}): {text}")
    return Failure("request", f"the API refused the request: {text}")


def _text(error: BaseException) -> str:
    """Return the server's own message where there is one; llama.cpp and others leave out the outer `type`."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else None
    if isinstance(inner, dict) and inner.get("message"):
        return str(inner["message"])
    cause = error.__cause__ or error.__context__
    text = str(error).strip() or type(error).__name__
    return f"{text} ({cause})" if cause and str(cause) and str(cause) not in text else text
