"""Screenshots with an identity: scaled for the model, remembered, so that a click names the picture it is meant on."""

from __future__ import annotations

import hashlib
import io
import time
from dataclasses import dataclass, field

from agent.computer.screen import ScreenError
from agent.images import inspect

LONGEST_SIDE = 1280  # pixels, WXGA: what current models click on most surely; larger pictures are scaled by the API
MOST_PIXELS = 1_150_000  # the size up to which the API takes a picture as it is
REMEMBERED = 20  # pictures that a click may still refer to


@dataclass(frozen=True, slots=True)
class Shot:
    """A screenshot as the model sees it: its id, its size, and how it relates to the screen."""

    name: str
    data: bytes
    width: int
    height: int
    scale: float
    digest: str
    taken: float

    def on_screen(self, x: int, y: int) -> tuple[int, int]:
        """Return the screen's pixel for a point of this picture. Raises ScreenError outside the picture."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise ScreenError(f"({x}, {y}) is outside {self.name}, which is {self.width} × {self.height}")
        return round((x + 0.5) / self.scale - 0.5), round((y + 0.5) / self.scale - 0.5)

    def on_picture(self, x: int, y: int) -> tuple[int, int]:
        """Return the point of this picture that shows a pixel of the screen."""
        return int((x + 0.5) * self.scale), int((y + 0.5) * self.scale)

    def part(self, picture: bytes, left: int, top: int, right: int, bottom: int) -> bytes:
        """Return a part of `picture`, the whole screen now, enlarged to a screenshot's size; the sides are this shot's.

        Raises ScreenError for an empty part.
        """
        from PIL import Image

        sides = (max(0, left), max(0, top), min(self.width, right), min(self.height, bottom))
        if sides[0] >= sides[2] or sides[1] >= sides[3]:
            raise ScreenError(f"the region {[left, top, right, bottom]} shows nothing of {self.width} × {self.height}")
        with Image.open(io.BytesIO(picture)) as image:
            part = image.convert("RGB").crop(tuple(round(side / self.scale) for side in sides))  # type: ignore[arg-type]
        larger = min(LONGEST_SIDE / max(part.size), (MOST_PIXELS / (part.width * part.height)) ** 0.5)
        size = (max(1, int(part.width * larger)), max(1, int(part.height * larger)))
        out = io.BytesIO()
        part.resize(size, Image.Resampling.LANCZOS).save(out, "PNG")
        return out.getvalue()


@dataclass(slots=True)
class Shots:
    """The screenshots of one screen, newest last."""

    shots: list[Shot] = field(default_factory=list)
    taken: int = 0

    def add(self, picture: bytes) -> tuple[Shot, bool]:
        """Keep a PNG of the screen; returns its shot, and whether the screen is the same as in the last one."""
        digest = hashlib.sha256(picture).hexdigest()
        if self.shots and self.shots[-1].digest == digest:
            return self.shots[-1], True
        self.taken += 1
        data, width, height, scale = _fitted(picture)
        shot = Shot(f"s{self.taken}", data, width, height, scale, digest, time.time())
        self.shots = [*self.shots[-REMEMBERED + 1 :], shot]
        return shot, False

    def newest(self) -> Shot | None:
        """Return the newest shot, if one was taken."""
        return self.shots[-1] if self.shots else None

    def named(self, name: str) -> Shot:
        """Return the newest shot, if that is the one named. Raises ScreenError for an older or unknown one."""
        if not self.shots:
            raise ScreenError("no screenshot was taken yet")
        newest = self.shots[-1]
        if name == newest.name:
            return newest
        if any(shot.name == name for shot in self.shots):
            raise ScreenError(f"{name} is old: the screen has changed since; the newest is {newest.name}")
        raise ScreenError(f"there is no screenshot {name}; the newest is {newest.name}")


def _fitted(picture: bytes) -> tuple[bytes, int, int, float]:
    found = inspect(picture)
    if found is None:
        raise ScreenError("the screenshot is no image")
    scale = min(1.0, LONGEST_SIDE / max(found.width, found.height), (MOST_PIXELS / (found.width * found.height)) ** 0.5)
    if scale == 1.0:
        return picture, found.width, found.height, 1.0
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image:
        width, height = max(1, round(image.width * scale)), max(1, round(image.height * scale))
        small = image.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "PNG")
    return out.getvalue(), width, height, scale
