"""Talk to the model through the official SDK: one call, one answer, and every failure as one of three kinds."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from summarizer.lines import Usage
from summarizer.prices import DEFAULT_MODEL, usd

if TYPE_CHECKING:
    import anthropic

PATIENCE = 1800.0  # seconds for an answer of up to 5 700 tokens: a small model on two cores writes ten a second
RETRIES = 4  # of the SDK, with its own waits: 0.5 to 8 s each


class ModelUnavailable(Exception):
    """No call will succeed now: no key, a wrong one, no such model, no server. The message is one sentence."""


class Crowded(Exception):
    """The server says that it has too much to do, or that we ask too much of it."""


class Refused(Exception):
    """This one call is not answered; the message says why."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back: the text, why it ended, and what it cost."""

    text: str
    stop_reason: str | None
    usage: Usage


def model_name() -> str:
    """Return the model that is asked: REPOMAP_MODEL, else the current small one."""
    return os.environ.get("REPOMAP_MODEL") or DEFAULT_MODEL


class Model:
    """A client for one model."""

    def __init__(self, name: str) -> None:
        import anthropic

        self.name = name
        try:
            self._client = anthropic.Anthropic(max_retries=RETRIES, timeout=PATIENCE)
        except Exception as error:
            raise ModelUnavailable(_no_key(str(error))) from None

    def ask(self, request: dict[str, Any]) -> Answered:
        """Make one call. Raises ModelUnavailable, Crowded or Refused. May be called from several threads."""
        import anthropic

        try:
            message = self._client.messages.create(**request)
        except TypeError as error:  # what the SDK raises when it finds no key anywhere
            if "auth" in str(error).lower():
                raise ModelUnavailable(_no_key("")) from None
            raise
        except anthropic.AnthropicError as error:
            raise _kind_of(error, self.name) from None
        return answered(message, self.name)

    def send_batch(self, requests: Iterable[tuple[str, dict[str, Any]]]) -> str:
        """Send requests, each with a name, as one batch, and return its name."""
        import anthropic

        try:
            batch = self._client.messages.batches.create(
                requests=[{"custom_id": name, "params": params} for name, params in requests]  # type: ignore[typeddict-item]
            )
        except TypeError:
            raise ModelUnavailable(_no_key("")) from None
        except anthropic.AnthropicError as error:
            raise _kind_of(error, self.name) from None
        return batch.id

    def batch_results(self, name: str) -> Iterator[tuple[str, Answered | str]] | None:
        """Return the results of a batch, a sentence for what failed; None while it is at work.

        Raises Refused for a batch that the server no longer knows.
        """
        import anthropic

        try:
            if self._client.messages.batches.retrieve(name).processing_status != "ended":
                return None
            rows = list(self._client.messages.batches.results(name))
        except TypeError:
            raise ModelUnavailable(_no_key("")) from None
        except anthropic.NotFoundError:
            raise Refused(f"the server does not know the batch {name}") from None
        except anthropic.AnthropicError as error:
            raise _kind_of(error, self.name) from None
        return iter(
            [
                (
                    row.custom_id,
                    answered(row.result.message, self.name, batch=True)
                    if row.result.type == "succeeded"
                    else row.result.type,
                )
                for row in rows
            ]
        )


def answered(message: anthropic.types.Message, model: str, *, batch: bool = False) -> Answered:
    """Return the SDK's message as ours."""
    text = "".join(block.text for block in message.content if block.type == "text")
    used = message.usage
    plain, output = used.input_tokens or 0, used.output_tokens or 0
    written, read = used.cache_creation_input_tokens or 0, used.cache_read_input_tokens or 0
    day = time.strftime("%Y-%m-%d", time.gmtime())
    cost = usd(model, plain, written, read, output, batch=batch)
    return Answered(text, message.stop_reason, Usage(day, model, plain, written, read, output, cost))


def _no_key(said: str) -> str:
    more = f" ({said})" if said else ""
    return f"no key for a model: set ANTHROPIC_API_KEY, and ANTHROPIC_BASE_URL for another server{more}"


def _kind_of(error: anthropic.AnthropicError, model: str) -> Exception:
    import anthropic

    if isinstance(error, anthropic.AuthenticationError | anthropic.PermissionDeniedError):
        return ModelUnavailable("the server does not accept the key: set another ANTHROPIC_API_KEY")
    if isinstance(error, anthropic.NotFoundError):
        return ModelUnavailable(f"the server does not know the model {model}: set REPOMAP_MODEL")
    if isinstance(error, anthropic.APIConnectionError):
        return ModelUnavailable("the model's server cannot be reached")
    status = getattr(error, "status_code", 0)
    if status in (429, 503, 529):
        return Crowded("the server is overloaded or limits the rate")
    if status == 402:
        return ModelUnavailable("the account has no credit left")
    return Refused(f"refused by the server ({status or type(error).__name__})")
