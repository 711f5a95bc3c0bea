"""From a cart to a paid order."""

from __future__ import annotations

import uuid

from shop.cart import Cart
from shop.orders import Order, OrderBook
from shop.payments import Gateway, GatewayTimeout

TRIES = 3


class CheckoutFailed(Exception):
    """Nothing was bought; the customer may try again."""


class Checkout:
    """Turns carts into orders."""

    def __init__(self, gateway: Gateway, book: OrderBook, prices: dict[str, int]) -> None:
        self.gateway = gateway
        self.book = book
        self.prices = prices

    def buy(self, cart: Cart, card: str) -> int:
        """Charge the card, save the order, and return its number."""
        cents = cart.total(self.prices)
        if cents == 0:
            raise CheckoutFailed("the cart is empty")
        receipt = self._charge(card, cents)
        return self.book.save(Order(cart.customer, cents, receipt))

    def _charge(self, card: str, cents: int) -> str:
        """Charge the card, and again when the gateway does not answer."""
        for _ in range(TRIES):
            try:
                return self.gateway.charge(card, cents, key=str(uuid.uuid4()))
            except GatewayTimeout:
                continue
        raise CheckoutFailed("the payment gateway does not answer")
