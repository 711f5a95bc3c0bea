"""What models cost, hold and cache: one table, with its sources.

Prices, context sizes and cache prices: platform.claude.com/docs, "Pricing" and the models' own pages, read in November
2026. Cache minimums: the prompt-caching page of the same documentation; it gives none for the 5.5 and 5.1 families,
which take the 1 024 of most models here (a mark below the minimum costs nothing, it is only not kept).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

CACHE_WRITE = 1.25  # of the input price, for entries that live five minutes
LOOK_BACK_BLOCKS = 20  # how far before a mark the service looks for an older entry
MAX_CACHE_MARKS = 4


@dataclass(frozen=True, slots=True)
class Model:
    """One model's facts. Prices are US dollars for a million tokens; `cache_read` is a share of the input price.

    `context` and `max_output` are tokens; `cache_minimum` is the shortest prefix that is kept. `bound_thinking` means
    that a thinking block is only accepted behind exactly what it was written behind. A prompt of more than `long_from`
    tokens costs `long_factor` times as much (0: no such step). `toolsets` means that the model is trained on the API's
    own computer and browser families (the pages "Computer use tool" and "Browser use tool"); others get our tools.
    """

    name: str
    input: float
    output: float
    cache_read: float = 0.1
    cache_write: float = CACHE_WRITE
    context: int = 200_000
    max_output: int = 64_000
    cache_minimum: int = 1024
    bound_thinking: bool = False
    long_from: int = 0
    long_factor: float = 1.0
    toolsets: bool = False


MODELS = (
    Model("claude-fable-5-2", 10, 50, 0.025, context=1_000_000, max_output=128_000, bound_thinking=True, toolsets=True),
    Model(
        "claude-mythos-5-2", 10, 50, 0.025, context=1_000_000, max_output=128_000, bound_thinking=True, toolsets=True
    ),
    Model("claude-fable-5-1", 10, 50, 0.025, context=1_000_000, max_output=128_000, bound_thinking=True, toolsets=True),
    Model(
        "claude-mythos-5-1", 10, 50, 0.025, context=1_000_000, max_output=128_000, bound_thinking=True, toolsets=True
    ),
    Model("claude-opus-5-5", 4, 20, 0.05, context=1_000_000, max_output=128_000, bound_thinking=True, toolsets=True),
    Model("claude-sonnet-5-5", 2, 10, 0.05, context=1_000_000, max_output=128_000, bound_thinking=True, toolsets=True),
    Model(
        "claude-haiku-5-5",
        0.1,
        0.5,
        context=1_000_000,
        max_output=128_000,
        bound_thinking=True,
        long_from=100_000,
        long_factor=5.0,
        toolsets=True,
    ),
    Model("claude-fable-5", 10, 50, context=1_000_000, max_output=128_000, cache_minimum=512, toolsets=True),
    Model("claude-mythos-5", 10, 50, context=1_000_000, max_output=128_000, cache_minimum=512, toolsets=True),
    Model("claude-opus-5", 5, 25, context=1_000_000, max_output=128_000, cache_minimum=512, toolsets=True),
    Model("claude-sonnet-5", 2, 10, context=1_000_000, max_output=128_000, toolsets=True),
    Model("claude-opus-4-8", 5, 25, context=1_000_000, max_output=128_000, toolsets=True),
    Model("claude-opus-4-7", 5, 25, context=1_000_000, max_output=128_000, cache_minimum=2048),
    Model("claude-opus-4-6", 5, 25, context=1_000_000, max_output=128_000, cache_minimum=4096),
    Model("claude-opus-4-5", 5, 25, cache_minimum=4096),
    Model("claude-sonnet-4-6", 3, 15, context=1_000_000),
    Model("claude-sonnet-4-5", 3, 15),
    Model("claude-haiku-4-5", 1, 5, cache_minimum=4096),
)
SMALL_MODEL = "claude-haiku-5-5"  # the cheapest of the table: notes and judgements

UNKNOWN = Model("unknown", 0, 0, context=128_000, max_output=8192)
"""An unknown model: no price is made up, the context is what most current open models serve."""


def model_facts(name: str, context: int = 0) -> Model:
    """Return the facts of a model by its name, dated and provider-prefixed names included, else UNKNOWN's.

    `context` over 0 replaces the context size (a local server's, say).
    """
    bare = name.rsplit("/", 1)[-1]
    found = next((model for model in MODELS if bare == model.name or bare.startswith(model.name + "-20")), None)
    model = found or UNKNOWN
    return replace(model, name=name or model.name, context=context or model.context)


def usd(model: Model, plain: int, written: int, read: int, output: int) -> float:
    """Return a call's price in US dollars: input tokens not cached, written to the cache, read from it, and output."""
    units = plain + written * model.cache_write + read * model.cache_read
    factor = model.long_factor if model.long_from and plain + written + read > model.long_from else 1.0
    return factor * (units * model.input + output * model.output) / 1_000_000
