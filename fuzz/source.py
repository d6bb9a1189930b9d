"""Decisions from bytes. When the bytes run out every decision is the first, smallest one: short inputs, small cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Source:
    """Reads decisions off a string of bytes, front to back.

    >>> Source(b"\\x05").number(2, 9), Source(b"").number(2, 9)
    (7, 2)
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1] if self.at <= len(self.data) else 0

    def number(self, least: int, most: int) -> int:
        """A number, both ends included."""
        value, span = 0, most - least + 1
        for _ in range(max(1, ((span - 1).bit_length() + 7) // 8)):
            value = value << 8 | self.byte()
        return least + value % span

    def chance(self, of: int) -> bool:
        """True once in so many times; false when the bytes have run out."""
        return self.number(0, of - 1) == of - 1

    def pick(self, options: Sequence[T]) -> T:
        return options[self.number(0, len(options) - 1)]

    def some(self, options: Sequence[T], most: int) -> list[T]:
        """Up to `most` different ones."""
        left = list(options)
        return [left.pop(self.number(0, len(left) - 1)) for _ in range(min(self.number(0, most), len(left)))]

    def many(self, make: Callable[[], T], most: int) -> list[T]:
        """Up to `most` of what `make` makes."""
        return [make() for _ in range(self.number(0, most))]

    def rest(self) -> bytes:
        """All bytes that are left."""
        rest = self.data[self.at :]
        self.at = len(self.data)
        return rest
