"""What the small models cost: enough to keep to a limit in US dollars.

Prices: platform.claude.com/docs, "Pricing", read in November 2026, in US dollars for a million tokens.
"""

from __future__ import annotations

from typing import NamedTuple

DEFAULT_MODEL = "claude-haiku-5-5"  # the current small model
CACHE_WRITE = 1.25  # of the input price
CACHE_READ = 0.1
BATCH = 0.5  # of the price of single calls

_LONG_FROM = 100_000  # tokens of a prompt from which on claude-haiku-5-5 costs _LONG_FACTOR times as much
_LONG_FACTOR = 5.0


class Price(NamedTuple):
    """US dollars for a million tokens of input and output."""

    input: float
    output: float


PRICES = {
    "claude-haiku-5-5": Price(0.1, 0.5),
    "claude-haiku-4-5": Price(1, 5),
    "claude-sonnet-5-5": Price(2, 10),
    "claude-sonnet-5": Price(2, 10),
    "claude-sonnet-4-6": Price(3, 15),
    "claude-sonnet-4-5": Price(3, 15),
    "claude-opus-5-5": Price(4, 20),
    "claude-opus-5": Price(5, 25),
}


def price_of(model: str) -> Price | None:
    """Return a model's price by its name, a dated or provider-prefixed one included; None for an unknown one."""
    bare = model.rsplit("/", 1)[-1]
    found = next((name for name in PRICES if bare == name or bare.startswith(name + "-20")), None)
    return PRICES[found] if found else None


def usd(model: str, plain: int, written: int, read: int, output: int, *, batch: bool = False) -> float:
    """Return what a call costs; nothing for an unknown model, of which no price is made up."""
    price = price_of(model)
    if price is None:
        return 0.0
    units = plain + written * CACHE_WRITE + read * CACHE_READ
    factor = _LONG_FACTOR if "haiku-5-5" in model and plain + written + read > _LONG_FROM else 1.0
    return (BATCH if batch else 1.0) * factor * (units * price.input + output * price.output) / 1_000_000
