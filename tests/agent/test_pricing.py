"""What a model costs is one table; what is not in it has no made-up price."""

from __future__ import annotations

import pytest

from agent.pricing import UNKNOWN, model_facts, usd


def test_a_dated_or_prefixed_name_is_the_same_model() -> None:
    plain = model_facts("claude-haiku-4-5")
    assert model_facts("claude-haiku-4-5-20251001").input == plain.input == 1
    assert model_facts("anthropic/claude-haiku-4-5").cache_minimum == 4096


def test_a_longer_name_is_not_taken_for_a_shorter_one() -> None:
    assert model_facts("claude-opus-5-5").input == 4
    assert model_facts("claude-opus-5").input == 5


def test_an_unknown_model_costs_nothing_known_and_keeps_its_name_and_given_context() -> None:
    facts = model_facts("qwen2.5-coder", context=8192)
    assert (facts.name, facts.context, facts.input) == ("qwen2.5-coder", 8192, UNKNOWN.input)


def test_a_call_is_priced_by_class() -> None:
    # 1 M plain at $5, 1 M written at $6.25, 1 M read at $0.50, 1 M output at $25.
    million = 1_000_000
    assert usd(model_facts("claude-opus-4-8"), million, million, million, million) == pytest.approx(36.75)


def test_long_prompts_of_the_small_model_cost_their_higher_price() -> None:
    facts = model_facts("claude-haiku-5-5")
    assert usd(facts, 100_000, 0, 0, 0) == pytest.approx(0.01)
    assert usd(facts, 200_000, 0, 0, 0) == pytest.approx(0.10)
