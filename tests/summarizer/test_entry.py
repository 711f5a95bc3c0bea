"""The line of a definition: a long signature keeps names and result, in every way that languages write parameters."""

from __future__ import annotations

import pytest

from summarizer.entry import brief


@pytest.mark.parametrize(
    ("name", "signature", "said"),
    [
        ("f", "def f(self, a: int = 3, *, b: str = 'x', **kwargs: Any) -> None", "def f(self, a, *, b, **kwargs)"),
        (
            "watch",
            "export function watch<T, I extends Readonly<boolean> = false>(source: S<T>, cb?: Callback<T, X>): Stop",
            "export function watch<T, I>(source, cb?): Stop",
        ),
        (
            "handle",
            "func (group *RouterGroup) handle(method, path string, handlers HandlersChain) IRoutes",
            "func (group *RouterGroup) handle(method, path, handlers) IRoutes",
        ),
        (
            "make",
            "pub(crate) const fn make<F: Future + Send>(permits: usize, of: F) -> Result<Self, Error>",
            "pub(crate) const fn make<F>(permits, of) -> Result<Self, Error>",
        ),
        (
            "charge",
            "public Receipt charge(final Map<String, Card> cards, int cents) throws Refused",
            "public Receipt charge(cards, cents) throws Refused",
        ),
        ("make", "public function make(string $name, array $given = [], ?Foo &$x = null): mixed", None),
        ("X", "export type X = | A | B", "export type X = A | B"),
        ("short", "def short(a: int) -> str", "def short(a: int) -> str"),
    ],
)
def test_a_long_signature_loses_types_and_defaults(name: str, signature: str, said: str | None) -> None:
    assert brief(signature, name) == (said or "public function make($name, $given, $x): mixed")
