"""A customer buys."""

from __future__ import annotations

from shop.cart import Cart
from shop.checkout import Checkout
from shop.orders import OrderBook
from shop.payments import Gateway


def test_a_customer_pays_once() -> None:
    checkout = Checkout(Gateway(), OrderBook(), {"tea": 450})
    cart = Cart("Ada")
    cart.add("tea", 2)

    assert checkout.buy(cart, "card") == 1
    assert checkout.book.of_customer("Ada")[0].cents == 900
