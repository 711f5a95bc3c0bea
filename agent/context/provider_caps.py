"""What providers accept of images in one request: one table by address and model, and what their refusals teach."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from agent.pricing import Model

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Caps:
    """Limits of one route. Images are counted one by one, nested ones too; sides are pixels, sizes decoded bytes.

    More than `many` images lower the longest side from `side` to `many_side`. `nested` is False where tool results take
    text only. `thinking_controls` says that the server can be asked to drop thinking that no longer fits.
    """

    images: int
    source: str
    side: int = 8000
    many: int = 20
    many_side: int = 2000
    image_bytes: int = 5 * MEGABYTE
    body_bytes: int = 32 * MEGABYTE
    nested: bool = True
    thinking_controls: bool = False


ANTHROPIC = "public documentation of the Messages API, vision and errors pages"

ROUTES: tuple[tuple[str, str, Caps], ...] = (
    (r"api\.anthropic\.com", r"", Caps(600, ANTHROPIC, thinking_controls=True)),
    (r"openrouter\.ai", r"z-ai/", Caps(40, "pi#120, as measured by its users")),
    (r"openrouter\.ai", r"", Caps(100, "no figure is published; the Messages API's own")),
    (r"deepinfra\.com", r"", Caps(10, "users' notes on the vision routes there")),
    (r"mistral\.ai", r"", Caps(8, "pi#120")),
    (r"groq\.com", r"", Caps(5, "pi#120")),
    (r"scaleway\.(?:ai|com)", r"", Caps(12, "scaleway/docs-content#3966: the thirteenth is refused")),
    (r"githubcopilot\.com", r"", Caps(10, "vscode#306919: its refusal names 10")),
    (r"api\.openai\.com", r"", Caps(500, "pi#120")),
    (r"generativelanguage\.googleapis\.com", r"", Caps(2000, "pi#120")),
    (r"(?<![\w-])z\.ai", r"", Caps(100, "pi#120")),
    (r"(?<![\w-])x\.ai", r"", Caps(100, "pi#120")),
    (r":8000(?!\d)|vllm", r"", Caps(1, "vllm#17757: one by default, the server's own option raises it")),
)
"""(address, model, caps): the first row whose two patterns are found. Addresses are tried without regard to case."""

OTHERS = Caps(20, "a guess for unknown servers; a refusal teaches the real figure")

REFUSED_COUNT = (
    re.compile(r"at most (\d+) image", re.IGNORECASE),
    re.compile(r"maximum of (\d+) images?", re.IGNORECASE),
    re.compile(r"max(?:imum)? allowed is (\d+)", re.IGNORECASE),
    re.compile(r"images\b[^:]*: \d+ \+ \d+ > (\d+)", re.IGNORECASE),  # a context overflow is written the same way
)
REFUSED_NESTED = re.compile(r"only text tool_result blocks are supported", re.IGNORECASE)
TOO_LONG = re.compile(
    r"prompt is too long: (\d+) tokens > (\d+)|n_prompt_tokens\D+(\d+)\D+n_ctx\D+(\d+)|"
    r"request \((\d+) tokens\) exceeds the available context size \((\d+) tokens\)",
    re.IGNORECASE | re.DOTALL,
)


def caps_for(base_url: str, model: Model, learned: int = 0, override: int = 0) -> Caps:
    """Return the caps of a route: the table's, then what a refusal taught, then what the person set (0 is unset)."""
    address = base_url or "https://api.anthropic.com"
    caps = OTHERS
    for host, name, row in ROUTES:
        if re.search(host, address, re.IGNORECASE) and re.search(name, model.name, re.IGNORECASE):
            caps = row
            break
    if caps.source == ANTHROPIC and model.context <= 200_000:
        caps = replace(caps, images=100)
    images = override or learned or caps.images
    return replace(caps, images=images)


def refused_images(message: str) -> int:
    """Return the cap on images that a refusal's text names, 0 for none."""
    return next((int(found[1]) for pattern in REFUSED_COUNT if (found := pattern.search(message))), 0)


def refused_nested(message: str) -> bool:
    """Say whether a refusal is about images inside tool results."""
    return bool(REFUSED_NESTED.search(message))


def refused_length(message: str) -> tuple[int, int]:
    """Return (tokens, limit) of a refusal for the prompt's length, (0, 0) for another refusal."""
    found = TOO_LONG.search(message)
    numbers = [int(group) for group in found.groups() if group] if found else []
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (0, 0)


def describe(caps: Caps) -> str:
    """Return one sentence for the description of a tool that answers with images."""
    return f"A request holds at most {caps.images} images: look at more than that in several steps."
