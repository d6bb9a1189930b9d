"""Two-way pieces of text: a TextCodec reads from a Cursor what it writes.

A form that is made of streams (runs of cells, walls, borders) is one expression that both reads and writes:

    Joined(",", Runs(81, 9), Walls(Grid(9, 9)))      an sgt jigsaw: givens ',' walls

The Cursor knows its column, so that every error names the place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from ..model import TextError, shorten

MOST_TEXT = 1_000_000
"""No puzzle's text is longer; what is longer is refused before anything looks at it."""

SPACES = " \t\r\n"
DIGITS = "0123456789"  # str.isdigit also says yes to digits of other scripts

T = TypeVar("T")


def tidy(text: str) -> str:
    """The text without a byte order mark; refuses what is too long to be a puzzle."""
    if len(text) > MOST_TEXT:
        raise TextError(f"expected a puzzle of at most {MOST_TEXT:,} characters, found {len(text):,}")
    return text.removeprefix("\ufeff")


class Cursor:
    """A place in a text. White space around the text does not count, but the columns do.

    >>> cursor = Cursor("12ab")
    >>> cursor.number(1, 99, "a size"), cursor.peek(), cursor.column
    (12, 'a', 3)
    """

    __slots__ = ("at", "end", "text")

    def __init__(self, text: str) -> None:
        self.text = tidy(text)
        self.end = len(self.text.rstrip(SPACES))
        self.at = min(self.end, len(self.text) - len(self.text.lstrip(SPACES)))

    @property
    def column(self) -> int:
        """The column that people count, from 1."""
        return self.at + 1

    def peek(self) -> str:
        """The next character, or an empty string at the end."""
        return self.text[self.at] if self.at < self.end else ""

    def take(self, count: int = 1) -> str:
        """The next characters; fewer where the text ends."""
        taken = self.text[self.at : min(self.at + count, self.end)]
        self.at += len(taken)
        return taken

    def skip(self, literal: str) -> bool:
        """Step over this text if it stands here."""
        found = self.text.startswith(literal, self.at, self.end)
        if found:
            self.at += len(literal)
        return found

    def expect(self, literal: str, what: str | None = None) -> None:
        """Step over this text, which must stand here."""
        if not self.skip(literal):
            raise self.expected(what or repr(literal))

    def number(self, least: int, most: int, what: str) -> int:
        """A decimal number without leading zeros, inside its bounds."""
        start = self.at
        while self.at < self.end and self.text[self.at] in DIGITS:
            self.at += 1
        digits = self.text[start : self.at]
        self.at = start
        if not digits:
            raise self.expected(what)
        if len(digits) > 1 and digits[0] == "0":
            raise self.wrong(f"expected {what} without leading zeros, found {shorten(digits)}")
        if len(digits) > len(str(most)) or not least <= int(digits) <= most:
            raise self.wrong(f"expected {what} from {least} to {most}, found {shorten(digits)}")
        self.at = start + len(digits)
        return int(digits)

    def expected(self, what: str) -> TextError:
        """The error that something else was expected here."""
        found = shorten(self.peek()) if self.peek() else "the end"
        return self.wrong(f"expected {what}, found {found}")

    def wrong(self, message: str, at: int | None = None) -> TextError:
        """An error at this place, or at an earlier one."""
        return TextError(message, column=(self.at if at is None else at) + 1)

    def finish(self) -> None:
        """Nothing may be left."""
        if self.at < self.end:
            raise self.expected("the end")


class TextCodec(ABC, Generic[T]):
    """Reads from a Cursor what it writes."""

    @abstractmethod
    def read(self, cursor: Cursor) -> T:
        """The value whose text stands at the cursor, which moves behind it."""

    @abstractmethod
    def write(self, value: T) -> str:
        """The canonical text of a value."""

    def parse(self, text: str) -> T:
        """The value of a whole text."""
        cursor = Cursor(text)
        value = self.read(cursor)
        cursor.finish()
        return value


class Decimal(TextCodec[int]):
    """A decimal number inside its bounds.

    >>> Decimal(1, 9, "a number of stars").parse("2")
    2
    """

    def __init__(self, least: int, most: int, what: str) -> None:
        self.least, self.most, self.what = least, most, what

    def read(self, cursor: Cursor) -> int:
        """The number at the cursor."""
        return cursor.number(self.least, self.most, self.what)

    def write(self, value: int) -> str:
        """The number's digits."""
        return str(value)


class Joined(TextCodec[tuple[Any, ...]]):
    """Several codecs with a separator between them.

    >>> Joined("/", Decimal(1, 9, "a digit"), Decimal(1, 9, "a digit")).parse("4/2")
    (4, 2)
    """

    def __init__(self, separator: str, *parts: TextCodec[Any]) -> None:
        self.separator, self.parts = separator, parts

    def read(self, cursor: Cursor) -> tuple[Any, ...]:
        """A value for each part."""
        values = []
        for i, part in enumerate(self.parts):
            if i:
                cursor.expect(self.separator)
            values.append(part.read(cursor))
        return tuple(values)

    def write(self, value: Sequence[Any]) -> str:
        """The parts' texts, joined."""
        return self.separator.join(part.write(v) for part, v in zip(self.parts, value, strict=True))
