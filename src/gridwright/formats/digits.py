"""Digits: a board as one line, a character a cell, row by row. The 81 characters of a sudoku list (`.sdm`)."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from ..model import Format, Genre, Puzzle, PuzzleError, TextError, numbers, shorten
from ..model.grid import LARGEST_SIDE, square
from .building import build, require_only, require_square
from .codec import SPACES, tidy
from .symbols import BLANKS, NEARLY, expected_symbol, meanings

BEYOND_DOUBT = (81, 256, 625)
"""Lengths that are known as sudokus; 16 or 36 characters could be anything."""


class Digits(Format):
    """n × n characters: `1`–`9`, then `A`…; a blank is any of `. 0 X * _ - ?` and written `.`.

    Up to 35 values lower-case letters are read as well. `claims` says whether the genre is the one that people mean
    by such a line when they name none.
    """

    key = "digits"
    title = "a character for each cell, on one line"

    def __init__(self, *, claims: bool = False) -> None:
        self.claims = claims

    def recognises(self, text: str) -> bool:
        """A line of a well-known length, made of values and blanks."""
        if not self.claims or len(text) > 2 * BEYOND_DOUBT[-1]:
            return False
        line = text.removeprefix("\ufeff").strip(SPACES)
        return len(line) in BEYOND_DOUBT and meanings(isqrt(len(line))).keys() >= set(line)

    def resembles(self, text: str) -> bool:
        """Nearly that: a few characters too many, too few or wrong."""
        line = text[: 2 * BEYOND_DOUBT[-1]].strip("\ufeff" + SPACES)
        length = min(BEYOND_DOUBT, key=lambda length: abs(length - len(line)))
        if not self.claims or abs(length - len(line)) > NEARLY or any(space in line for space in SPACES):
            return False
        return sum(symbol not in meanings(isqrt(length)) for symbol in line) <= NEARLY

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a line; its length gives the size."""
        text = tidy(text)
        line = text.strip(SPACES)
        side = isqrt(len(line))
        if not line or side * side != len(line) or side > LARGEST_SIDE:
            raise TextError(_wrong_length(line, genre))
        before = len(text) - len(text.lstrip(SPACES))
        table = meanings(side)
        givens: dict[int, int] = {}
        for cell, symbol in enumerate(line):
            try:
                value = table[symbol]
            except KeyError:
                raise TextError(
                    f"expected {expected_symbol(side)}, found {shorten(symbol)}", column=before + cell + 1
                ) from None
            if value is not None:
                givens[cell] = value
        return build(genre, side, side, givens=givens)

    def quick(self, text: str, genre: Genre) -> Puzzle | None:
        """A line of a well-known length."""
        if len(text) not in BEYOND_DOUBT or not (self.claims and text.isascii()):
            return None
        side, table = _bytes_of(len(text))
        start = text.encode().translate(table)
        if _WRONG in start:
            return None
        try:
            return _board(genre, side).given(start).written_as(start.decode("latin-1").translate(_symbols(side)))
        except PuzzleError:
            return None

    def write(self, puzzle: Puzzle) -> str:
        """The line; only a plain board has one."""
        require_only(puzzle, "a line of digits")
        side = require_square(puzzle, "a line of digits")
        return puzzle.given_bytes.decode("latin-1").translate(_symbols(side))


_WRONG = 255


@lru_cache(maxsize=64)
def _board(genre: Genre, side: int) -> Puzzle:
    """The board without givens."""
    return Puzzle(genre, square(side))


@lru_cache(maxsize=64)
def _bytes_of(length: int) -> tuple[int, bytes]:
    """The side of a board of so many cells, and what each character says of a cell: 0 open, k + 1 value k."""
    table = bytearray([_WRONG] * 256)
    for symbol, value in meanings(isqrt(length)).items():
        table[ord(symbol)] = 0 if value is None else value + 1
    return isqrt(length), bytes(table)


@lru_cache(maxsize=64)
def _symbols(side: int) -> dict[int, str]:
    """The same the other way round."""
    return dict(enumerate(BLANKS[0] + numbers(side).symbols))


def _wrong_length(line: str, genre: Genre) -> str:
    """What is wrong with a line that is no square: how many characters there should be, if that can be told."""
    side = isqrt(len(line))
    nearest = min(side, side + 1, key=lambda n: abs(n * n - len(line)))
    if not 0 < abs(nearest * nearest - len(line)) <= NEARLY or not 4 <= nearest <= LARGEST_SIDE:
        return f"expected n × n characters (81 for 9 rows), found {len(line)}: {shorten(line)}"
    return f"{len(line)} characters, a {genre.title.lower()} of {nearest} rows has {nearest * nearest}: {shorten(line)}"
