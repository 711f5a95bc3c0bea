"""The models the server knows, and the cap profiles of other providers."""

from __future__ import annotations

from dataclasses import dataclass

from agent.rules import Limits


@dataclass(frozen=True, slots=True)
class Model:
    """One model: its limits and the shortest prefix that its cache keeps."""

    limits: Limits
    cache_minimum: int


BOUND = Limits(max_images=600, context_tokens=1_000_000, signed_thinking=True)
PLAIN = Limits(max_images=100, context_tokens=200_000)
OLD = Limits(max_images=100, context_tokens=200_000, accepts_prefill=True, accepts_effort=False)

MODELS = {
    "claude-opus-5-5": Model(BOUND, 512),
    "claude-fable-5-2": Model(BOUND, 512),
    "claude-sonnet-5-5": Model(BOUND, 1024),
    "claude-sonnet-5": Model(PLAIN, 1024),
    "claude-opus-4-8": Model(PLAIN, 1024),
    "claude-haiku-5-5": Model(PLAIN, 1024),
    "claude-haiku-4-5": Model(OLD, 4096),
    "local": Model(OLD, 1024),
}

VLLM_4 = Limits(max_images=4, image_count_message="At most {maximum} image(s) may be provided in one request.")
COPILOT_10 = Limits(
    max_images=10,
    image_count_message=(
        "Too many images in request: {found} images provided, but the model supports a maximum of {maximum} images."
    ),
)
DEEPINFRA_10 = Limits(max_images=10, image_count_message="At most {maximum} image(s) may be provided in one prompt.")
