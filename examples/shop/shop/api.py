"""What the web page calls."""

from __future__ import annotations

from shop.cart import Cart
from shop.checkout import Checkout, CheckoutFailed
from shop.mail import thanks
from shop.payments import PaymentRefused


def post_order(checkout: Checkout, cart: Cart, card: str) -> tuple[int, str]:
    """Buy what is in the cart; return an HTTP status and what to show."""
    try:
        number = checkout.buy(cart, card)
    except PaymentRefused as refusal:
        return 402, str(refusal)
    except CheckoutFailed as failure:
        return 503, str(failure)
    return 201, thanks(checkout.book.orders[number - 1])


def get_orders(checkout: Checkout, customer: str) -> tuple[int, list[str]]:
    """Return a customer's receipts."""
    return 200, [order.receipt for order in checkout.book.of_customer(customer)]
