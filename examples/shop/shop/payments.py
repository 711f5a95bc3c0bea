"""Talk to the payment gateway."""

from __future__ import annotations

from dataclasses import dataclass, field


class PaymentRefused(Exception):
    """The bank says no."""


class GatewayTimeout(Exception):
    """The gateway did not answer: the charge may have happened, or not."""


@dataclass
class Gateway:
    """A connection to the payment gateway, which remembers the keys of the charges it has made."""

    charges: dict[str, int] = field(default_factory=dict)
    is_slow: bool = False

    def charge(self, card: str, cents: int, key: str) -> str:
        """Charge a card once for each key, and return the receipt."""
        if not card:
            raise PaymentRefused("no card")
        if key not in self.charges:
            self.charges[key] = cents
        if self.is_slow:
            raise GatewayTimeout(key)
        return f"receipt {key}"

    def refund(self, key: str) -> int:
        """Give back what was charged under a key."""
        return self.charges.pop(key)
