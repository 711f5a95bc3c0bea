"""The pytest fixture `fake_api`: import it in a conftest to have a scripted Messages API for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fake_api.server import FakeApi


@pytest.fixture
def fake_api(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeApi]:
    """A running server with an empty script; the environment's address and key lead to it."""
    with FakeApi() as api:
        for name, value in api.environment.items():
            monkeypatch.setenv(name, value)
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.delenv(name, raising=False)
        yield api
