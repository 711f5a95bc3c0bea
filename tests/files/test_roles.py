"""What only tests use is told by its name, whatever else stands beside it."""

from __future__ import annotations

import pytest

from repomap.files.roles import SOURCE, TEST, role


@pytest.mark.parametrize(
    "path",
    [
        "src/testutil.rs",
        "pkg/testutils/server.go",
        "app/TestHelpers.kt",
        "src/test_support.c",
        "src/testFixtures/kotlin/Shop.kt",
        "shop/testing/fakes.py",
    ],
)
def test_what_helps_tests_is_test_code(path: str) -> None:
    assert role(path) == TEST


@pytest.mark.parametrize("path", ["testimonials/page.js", "src/testament.rs", "src/testable.go", "src/contest/util.rs"])
def test_a_word_that_begins_or_ends_like_test_says_nothing(path: str) -> None:
    assert role(path) == SOURCE
