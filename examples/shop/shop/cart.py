"""What a customer is about to buy."""

from __future__ import annotations

from dataclasses import dataclass, field

MOST_OF_ONE = 99


@dataclass
class Cart:
    """Articles and how many of each."""

    customer: str
    pieces: dict[str, int] = field(default_factory=dict)

    def add(self, article: str, count: int = 1) -> None:
        """Put pieces of an article in."""
        if self.pieces.get(article, 0) + count > MOST_OF_ONE:
            raise ValueError(f"no more than {MOST_OF_ONE} of one article")
        self.pieces[article] = self.pieces.get(article, 0) + count

    def total(self, prices: dict[str, int]) -> int:
        """Return what all pieces cost, in cents."""
        return sum(prices[article] * count for article, count in self.pieces.items())
