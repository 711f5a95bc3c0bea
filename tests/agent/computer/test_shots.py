"""Screenshots: scaled for the model, points scaled back by the same factor, old ones refused."""

from __future__ import annotations

import io

import pytest

from agent.computer.screen import ScreenError
from agent.computer.shots import LONGEST_SIDE, MOST_PIXELS, Shots

Image = pytest.importorskip("PIL.Image")


def picture(width: int, height: int, colour: str = "white") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    return out.getvalue()


def test_a_small_screen_is_sent_as_it_is() -> None:
    data = picture(800, 600)
    shot, same = Shots().add(data)
    assert (shot.name, shot.data, shot.scale, same) == ("s1", data, 1.0, False)
    assert shot.on_screen(10, 20) == (10, 20)


def test_a_large_screen_is_scaled_and_points_are_scaled_back() -> None:
    shot, _ = Shots().add(picture(2560, 1600))
    assert (shot.width, shot.height) == (1280, 800)
    assert shot.on_screen(0, 0) == (0, 0)  # the middle of a small pixel is between four large ones
    assert shot.on_screen(640, 400) == (1280, 800)
    assert shot.on_screen(1279, 799) == (2558, 1598)


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1000, 4000), (1366, 1200), (5000, 10)])
def test_every_picture_keeps_to_the_limits(width: int, height: int) -> None:
    shot, _ = Shots().add(picture(width, height))
    assert max(shot.width, shot.height) <= LONGEST_SIDE
    assert shot.width * shot.height <= MOST_PIXELS * 1.01
    x, y = shot.on_screen(shot.width - 1, shot.height - 1)
    assert 0 <= x < width
    assert 0 <= y < height


def test_the_same_screen_is_the_same_shot() -> None:
    shots = Shots()
    shots.add(picture(10, 10))
    shot, same = shots.add(picture(10, 10))
    assert (shot.name, same) == ("s1", True)
    assert shots.add(picture(10, 10, "black"))[0].name == "s2"


def test_a_click_must_quote_the_newest_shot() -> None:
    shots = Shots()
    with pytest.raises(ScreenError, match="no screenshot was taken yet"):
        shots.named("s1")
    shots.add(picture(10, 10))
    shots.add(picture(10, 10, "black"))
    with pytest.raises(ScreenError, match="s1 is old: the screen has changed since; the newest is s2"):
        shots.named("s1")
    with pytest.raises(ScreenError, match="there is no screenshot s9"):
        shots.named("s9")
    with pytest.raises(ScreenError, match=r"\(10, 3\) is outside s2, which is 10 × 10"):
        shots.named("s2").on_screen(10, 3)
