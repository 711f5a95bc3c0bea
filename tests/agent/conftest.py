"""Fixtures of the agent's tests."""

from tests.fake_api.fixture import fake_api

__all__ = ["fake_api"]
