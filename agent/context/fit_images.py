"""Make a view's images ones that the provider takes: few enough, small enough, and really images."""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from agent.context.history import Block, Message, blocks_of, has_image
from agent.context.provider_caps import Caps
from agent.context.screenshot_window import placeholder
from agent.context.tokens import image_facts

STEP_SHARE = 10  # a tenth of the cap leaves at once, so that the prefix does not change with every further image
BODY_RESERVE = 0.9  # of the body limit: JSON, system prompt and tools need the rest
QUALITY = 85  # of a JPEG made from a picture whose bytes are too many
SMALLEST_SIDE = 256  # below that nothing can be read; the picture is then left out


@dataclass(frozen=True, slots=True)
class Fitted:
    """The messages, and what was done to which image: (message index, kind, reason)."""

    messages: list[Message]
    changes: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an image stands, and the rank by which it leaves (lower first)."""

    message: int
    block: int
    part: int
    rank: int


def fit_images(
    messages: Sequence[Message],
    caps: Caps,
    *,
    gui_ids: Mapping[str, str] | None = None,
    positions: Sequence[int] | None = None,
) -> Fitted:
    """Return the messages with at most `caps.images` images, each of which the provider takes.

    What is no image becomes a line that says so; a wrong media type is corrected. Over the cap the oldest GUI
    screenshots go first, then other tools' images, then uploads; the newest screenshot last of all. Images over the
    limits of size are scaled, and only left out where that is not possible. `positions` (one a message) are named.
    """
    work = [list(blocks) if (blocks := blocks_of(message)) else None for message in messages]
    changes: list[tuple[int, str, str]] = []

    def change(place: _Place, block: Block, kind: str, reason: str) -> None:
        blocks = work[place.message]
        assert blocks is not None
        if place.part < 0:
            blocks[place.block] = block
        else:
            inner = list(blocks[place.block]["content"])
            inner[place.part] = block
            blocks[place.block] = {**blocks[place.block], "content": inner}
        changes.append((place.message, kind, reason))

    def current(place: _Place) -> Block:
        blocks = work[place.message]
        assert blocks is not None
        block: Block = blocks[place.block] if place.part < 0 else blocks[place.block]["content"][place.part]
        return block

    def drop(place: _Place, kind: str, reason: str) -> None:
        position = positions[place.message] if positions is not None else None
        change(place, {"type": "text", "text": f"{placeholder(position)} ({reason})"}, kind, reason)

    places = _places(messages, gui_ids or {})
    _correct_types(places, current, change, drop)
    places = [place for place in places if current(place).get("type") == "image"]
    for place in _over_the_cap(places, caps.images):
        drop(place, "provider_img_cap", f"the provider takes {caps.images} images a request")
    places = [place for place in places if current(place).get("type") == "image"]
    side = caps.many_side if len(places) > caps.many else caps.side
    for place in places:
        _fit_size(place, current(place), side, caps.image_bytes, change, drop)
    places = [place for place in places if current(place).get("type") == "image"]
    size = sum(_size(current(place)) for place in places)
    for place in sorted(places, key=lambda item: item.rank):
        if size <= caps.body_bytes * BODY_RESERVE:
            break
        size -= _size(current(place))
        drop(place, "provider_body_cap", f"a request holds {caps.body_bytes // (1024 * 1024)} MB")
    new = [
        message
        if blocks is None or all(a is b for a, b in zip(blocks, blocks_of(message), strict=True))
        else {**message, "content": blocks}
        for message, blocks in zip(messages, work, strict=True)
    ]
    if not caps.nested:
        new = [_hoisted(message) for message in new]
    return Fitted(new, tuple(changes))


def _places(messages: Sequence[Message], gui_ids: Mapping[str, str]) -> list[_Place]:
    """Return all images in order, ranked for leaving: GUI screenshots, other tools' images, uploads, newest GUI."""
    found: list[_Place] = []
    newest_gui = -1
    for index, message in enumerate(messages):
        for number, block in enumerate(blocks_of(message)):
            if block.get("type") == "image":
                found.append(_Place(index, number, -1, 2))
            elif has_image(block):
                gui = str(block.get("tool_use_id")) in gui_ids
                newest_gui = index if gui else newest_gui
                found += [
                    _Place(index, number, part, 0 if gui else 1)
                    for part, inner in enumerate(block["content"])
                    if inner.get("type") == "image"
                ]
    ranked = [
        _Place(item.message, item.block, item.part, 3 if item.rank == 0 and item.message == newest_gui else item.rank)
        for item in found
    ]
    return [
        _Place(item.message, item.block, item.part, item.rank * len(ranked) + order)
        for order, item in enumerate(ranked)
    ]


def _over_the_cap(places: Sequence[_Place], cap: int) -> list[_Place]:
    """Return the images that leave: one over the cap costs one, and from then on a step at a time."""
    over = len(places) - cap
    if over <= 0:
        return []
    step = max(1, cap // STEP_SHARE)
    leaving = 1 + -(-(over - 1) // step) * step
    return sorted(places, key=lambda place: place.rank)[:leaving]


Change = Callable[[_Place, Block, str, str], None]
Drop = Callable[[_Place, str, str], None]


def _correct_types(places: Sequence[_Place], current: Callable[[_Place], Block], change: Change, drop: Drop) -> None:
    for place in places:
        block = current(place)
        source: Any = block.get("source")
        if not isinstance(source, Mapping) or source.get("type") != "base64":
            continue
        facts = image_facts(block)
        if facts is None:
            drop(place, "not_an_image", "its bytes are no PNG, JPEG, GIF or WebP")
        elif facts.media_type != source.get("media_type"):
            corrected = {**block, "source": {**source, "media_type": facts.media_type}}
            change(place, corrected, "img_type", f"its bytes are {facts.media_type}")


def _fit_size(place: _Place, block: Block, side: int, most_bytes: int, change: Change, drop: Drop) -> None:
    facts = image_facts(block)
    if facts is None or (max(facts.width, facts.height) <= side and _decoded(block) <= most_bytes):
        return
    data = scaled(block["source"]["data"], side, most_bytes)
    if data is None:
        drop(place, "img_size", f"{facts.width}×{facts.height} pixels, more than the provider takes")
        return
    source = {"type": "base64", "media_type": data[0], "data": data[1]}
    change(place, {**block, "source": source}, "img_scale", f"scaled to at most {side} pixels a side")


@lru_cache(maxsize=32)
def scaled(data: str, side: int, most_bytes: int) -> tuple[str, str] | None:
    """Return (media type, base64) of a picture scaled to fit, or None when it cannot be read or made small enough.

    Needs Pillow; without it nothing can be scaled. The same picture always gives the same bytes.
    """
    try:
        from PIL import Image
    except ImportError:
        return None
    try:
        with Image.open(io.BytesIO(base64.b64decode(data))) as opened:
            picture: Any = opened.convert(
                "RGBA" if "A" in opened.getbands() or "transparency" in opened.info else "RGB"
            )
    except (OSError, ValueError, binascii.Error, Image.DecompressionBombError):
        return None
    longest = min(side, max(picture.size))
    while longest >= SMALLEST_SIDE:
        copy = picture.copy()
        copy.thumbnail((longest, longest))
        for kind in ("PNG", "JPEG"):
            file = io.BytesIO()
            if kind == "PNG":
                copy.save(file, "PNG")
            else:
                copy.convert("RGB").save(file, "JPEG", quality=QUALITY)
            if file.tell() <= most_bytes:
                return f"image/{kind.lower()}", base64.b64encode(file.getvalue()).decode("ascii")
        longest = longest * 3 // 4
    return None


def _decoded(block: Block) -> int:
    return len(block["source"]["data"]) * 3 // 4


def _size(block: Block) -> int:
    source: Any = block.get("source")
    data = source.get("data") if isinstance(source, Mapping) else None
    return len(data) if isinstance(data, str) else 0


def _hoisted(message: Message) -> Message:
    """Return the message with images out of its tool results and behind them, for servers that take them only there."""
    blocks = blocks_of(message)
    if not any(block.get("type") == "tool_result" and has_image(block) for block in blocks):
        return message
    out: list[Block] = []
    behind: list[Block] = []
    for block in blocks:
        if block.get("type") == "tool_result" and has_image(block):
            images = [part for part in block["content"] if part.get("type") == "image"]
            texts = [part for part in block["content"] if part.get("type") != "image"]
            texts.append({"type": "text", "text": f"[{len(images)} image(s) of this result follow the results]"})
            out.append({**block, "content": texts})
            behind += images
        else:
            out.append(block)
    last = max(index for index, block in enumerate(out) if block.get("type") == "tool_result") + 1
    return {**message, "content": [*out[:last], *behind, *out[last:]]}
