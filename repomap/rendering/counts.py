"""Say how many there are of something, in the number that fits."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """Return "1 file" or "3 files"; `many` is the plural where it does not end in s."""
    return f"{number} {one if number == 1 else many or one + 's'}"
