"""Orders, and where they are kept."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Order:
    """What was bought, and the receipt for it."""

    customer: str
    cents: int
    receipt: str


@dataclass
class OrderBook:
    """All orders, the oldest first."""

    orders: list[Order] = field(default_factory=list)

    def save(self, order: Order) -> int:
        """Keep an order and return its number."""
        self.orders.append(order)
        return len(self.orders)

    def of_customer(self, customer: str) -> list[Order]:
        """Return a customer's orders."""
        return [order for order in self.orders if order.customer == customer]
