"""Write to customers."""

from __future__ import annotations

from shop.orders import Order


def thanks(order: Order) -> str:
    """Return the letter that follows an order."""
    return f"Dear {order.customer}, you paid {order.cents / 100:.2f} ({order.receipt})."
