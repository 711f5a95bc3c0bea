"""A request holds no more and no larger images than its provider takes; a refusal teaches what the table lacks."""

from __future__ import annotations

import base64
import io
from dataclasses import replace
from typing import Any

import pytest

from agent.context import ContextSettings, State, after_refusal, assemble, caps_for, describe
from agent.context.fit_images import fit_images
from agent.context.history import blocks_of
from agent.context.provider_caps import ANTHROPIC, Caps, refused_images, refused_length
from agent.pricing import model_facts
from agent.rules import Limits, violations
from tests.agent.context.sessions import answer, image, text, turn

MODEL = model_facts("claude-sonnet-4-5")
Message = dict[str, Any]


def uploads(number: int, **size: int) -> list[Message]:
    messages: list[Message] = []
    for index in range(number):
        messages += [
            {"role": "user", "content": [image(index, **size)]},
            {"role": "assistant", "content": f"Seen {index}."},
        ]
    return messages[:-1]


def images(messages: Any) -> list[str]:
    """The data of all images, top level and nested, in order."""

    def parts(block: Any) -> list[Any]:
        return [block, *(block["content"] if isinstance(block.get("content"), list) else [])]

    blocks = [part for message in messages for block in blocks_of(message) for part in parts(block)]
    return [block["source"]["data"] for block in blocks if block["type"] == "image"]


def caps(count: int, **more: Any) -> Caps:
    return replace(Caps(count, "a test"), **more)


@pytest.mark.parametrize(
    ("url", "model", "count"),
    [
        ("", "claude-sonnet-4-5", 100),
        ("https://api.anthropic.com", "claude-opus-4-8", 600),
        ("https://api.deepinfra.com/v1", "zai-org/GLM-5.2V", 10),
        ("https://openrouter.ai/api", "z-ai/glm-5", 40),
        ("https://api.mistral.ai", "pixtral", 8),
        ("https://api.groq.com", "llama", 5),
        ("http://localhost:8000", "qwen", 1),
        ("https://api.scaleway.ai", "pixtral", 12),
        ("https://unknown.example", "x", 20),
        ("https://fox.ai", "x", 20),
        ("http://localhost:80001", "x", 20),
        ("https://api.x.ai/v1", "grok", 100),
    ],
)
def test_the_table_knows_routes_by_address_and_model(url: str, model: str, count: int) -> None:
    found = caps_for(url, model_facts(model))
    assert found.images == count
    assert found.source


def test_what_was_learned_beats_the_table_and_what_was_set_beats_both() -> None:
    assert caps_for("https://api.deepinfra.com", MODEL, learned=4).images == 4
    assert caps_for("https://api.deepinfra.com", MODEL, learned=4, override=7).images == 7


@pytest.mark.parametrize(
    ("message", "cap"),
    [
        ("At most 4 image(s) may be provided in one request.", 4),
        ("At most 1 image(s) may be provided in one prompt.", 1),
        ("Too many images in request: 11 images provided, but the model supports a maximum of 10 images.", 10),
        ("messages: too many images and documents: 104 + 1 > 100", 100),
        ("max allowed is 16", 16),
        ("invalid x-api-key", 0),
    ],
)
def test_a_refusal_names_the_cap(message: str, cap: int) -> None:
    """Texts from users' reports: vllm#17757, vscode#306919, claude-code#23392."""
    assert refused_images(message) == cap


@pytest.mark.parametrize(
    ("message", "numbers"),
    [
        ("prompt is too long: 213462 tokens > 200000 maximum", (213462, 200000)),
        ('{"type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":8192}', (9000, 8192)),
        ("the request exceeds the available context size", (0, 0)),
    ],
)
def test_a_refusal_for_length_gives_its_numbers(message: str, numbers: tuple[int, int]) -> None:
    assert refused_length(message) == numbers


def test_the_hundred_and_first_image_costs_exactly_the_oldest_one() -> None:
    """A1: 101 turns of one image at a cap of 100."""
    messages = uploads(101)
    fitted = fit_images(messages, caps(100))
    assert images(fitted.messages) == images(messages)[1:]
    assert [index for index, _, _ in fitted.changes] == [0]
    assert fitted.messages[-1] is messages[-1]


def test_images_are_counted_not_messages() -> None:
    """A7: fifty messages of four images are two hundred."""
    messages: list[Message] = [{"role": "user", "content": [image(4 * n + k) for k in range(4)]} for n in range(50)]
    assert 90 <= len(images(fit_images(messages, caps(100)).messages)) <= 100


def test_over_the_cap_images_leave_in_steps_so_that_the_prefix_holds() -> None:
    """A10: one by one, each further image would change the oldest part of the prefix."""
    left = [number - len(images(fit_images(uploads(number), caps(20)).messages)) for number in range(19, 28)]
    assert left == [0, 0, 1, 3, 3, 5, 5, 7, 7]


def test_screenshots_leave_before_uploads_and_the_newest_screenshot_last() -> None:
    """A10: uploads have their own turn, behind all old screenshots."""
    messages = [
        {"role": "user", "content": [image(1), image(2)]},
        *turn("screenshot", 3, [image(3)]),
        *turn("file_read", 4, [image(4)]),
        *turn("screenshot", 5, [image(5)]),
    ]
    gui = {"toolu_3": "screenshot", "toolu_5": "screenshot"}
    by_cap = {
        cap: [images([{"role": "user", "content": [image(n)]}])[0] for n in kept]
        for cap, kept in {4: (1, 2, 4, 5), 3: (1, 2, 5), 2: (2, 5), 1: (5,)}.items()
    }
    for cap, kept in by_cap.items():
        assert images(fit_images(messages, caps(cap), gui_ids=gui).messages) == kept


def test_all_twelve_uploads_arrive_where_the_provider_takes_twelve() -> None:
    messages: list[Message] = [{"role": "user", "content": [text("compare all twelve"), *map(image, range(12))]}]
    assert fit_images(messages, caps(12)).messages[0] is messages[0]


def test_past_twenty_images_old_ones_are_scaled_not_dropped() -> None:
    """A2: at the twenty-first image the limit falls to 2 000 pixels, for old ones too."""
    pytest.importorskip("PIL")
    wide = {"role": "user", "content": [image(0, 2400, 30)]}
    twenty: list[Message] = [wide, *uploads(20)[1:]]
    assert fit_images(twenty, caps(100)).changes == ()
    fitted = fit_images([wide, {"role": "assistant", "content": "Hm."}, *uploads(20)], caps(100))
    assert [(index, kind) for index, kind, _ in fitted.changes] == [(0, "img_scale")]
    request = {"model": "m", "max_tokens": 9, "messages": fitted.messages}
    assert not violations(request, Limits(max_images=100))
    again = fit_images([wide, {"role": "assistant", "content": "Hm."}, *uploads(20)], caps(100))
    assert again.messages == fitted.messages


def test_a_page_of_nine_thousand_pixels_is_scaled_and_keeps_its_proportions() -> None:
    """A2, claude-code#4778."""
    pillow = pytest.importorskip("PIL.Image")
    fitted = fit_images([{"role": "user", "content": [image(0, 90, 9000)]}], caps(100))
    (data,) = images(fitted.messages)
    assert pillow.open(io.BytesIO(base64.b64decode(data))).size == (80, 8000)


def test_an_image_of_too_many_bytes_is_made_smaller() -> None:
    """A3."""
    pillow = pytest.importorskip("PIL.Image")
    noise = pillow.effect_noise((400, 400), 90)
    file = io.BytesIO()
    noise.save(file, "PNG")
    block = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": ""}}
    block["source"]["data"] = base64.b64encode(file.getvalue()).decode()  # type: ignore[index]
    fitted = fit_images([{"role": "user", "content": [block]}], caps(100, image_bytes=80_000))
    (data,) = images(fitted.messages)
    assert len(base64.b64decode(data)) <= 80_000


def test_a_wrong_media_type_is_corrected_and_what_is_no_image_is_named() -> None:
    """A4: the declared type is not what the bytes are."""
    wrong, nothing = image(1), image(2)
    wrong["source"]["media_type"] = "image/jpeg"
    nothing["source"]["data"] = base64.b64encode(b"<html>").decode()
    fitted = fit_images([{"role": "user", "content": [wrong, nothing]}], caps(100))
    content: Any = fitted.messages[0]["content"]
    assert content[0]["source"]["media_type"] == "image/png"
    assert content[1]["type"] == "text"
    assert "no PNG, JPEG, GIF or WebP" in content[1]["text"]
    assert not violations({"model": "m", "max_tokens": 9, "messages": fitted.messages})


def test_a_request_that_would_be_too_large_loses_its_oldest_images() -> None:
    """A6: the body's bytes are a limit of their own."""
    messages = uploads(5)
    room = sum(map(len, images(messages)[2:])) / 0.9 + 1
    fitted = fit_images(messages, caps(100, body_bytes=int(room)))
    assert images(fitted.messages) == images(messages)[2:]


def test_images_move_out_of_results_where_only_text_is_taken_there() -> None:
    """A11: the pair stays, the image follows in the same message."""
    messages = [*turn("bash", 1, [text("a plot"), image(1)])]
    content: Any = fit_images(messages, caps(100, nested=False)).messages[1]["content"]
    assert [block["type"] for block in content] == ["tool_result", "image"]
    assert all(part["type"] == "text" for part in content[0]["content"])


def test_the_cap_is_said_in_one_sentence_for_tools_that_return_images() -> None:
    """A9."""
    assert describe(caps(4)) == "A request holds at most 4 images: look at more than that in several steps."


def test_a_refusal_is_learned_from_and_the_second_request_holds_the_newest() -> None:
    """A8: seven images at an unknown cap of four."""
    messages = [*uploads(7)]
    positions = list(range(len(messages)))
    settings = ContextSettings()
    first = assemble(messages, positions, settings, MODEL, State())
    assert len(images(first.messages)) == 7
    refusal = "At most 4 image(s) may be provided in one request."
    state = after_refusal(first.state, refusal)
    assert state is not None
    second = assemble(messages, positions, settings, MODEL, state)
    assert images(second.messages) == images(messages)[3:]
    assert not violations({"model": "m", "max_tokens": 9, **second.request}, Limits(max_images=4))
    assert after_refusal(second.state, refusal) is None  # it was learned: once more would be the same request
    later = assemble(
        [*messages, {"role": "assistant", "content": "ok"}, *uploads(1)],
        [*positions, 50, 51],
        settings,
        MODEL,
        second.state,
    )
    assert len(images(later.messages)) == 4


def test_other_refusals_teach_nothing() -> None:
    assert after_refusal(State(), "invalid x-api-key") is None


def test_the_public_apis_row_falls_to_a_hundred_for_small_contexts() -> None:
    assert caps_for("", model_facts("claude-haiku-4-5")).images == 100
    assert caps_for("", model_facts("claude-opus-5-5")).source == ANTHROPIC


def test_images_in_results_count_too() -> None:
    messages = [{"role": "user", "content": "x"}, *turn("bash", 1, [image(n) for n in range(6)])]
    assert len(images(fit_images(messages, caps(5)).messages)) == 5
    assert answer(1, "x")["type"] == "tool_result"
