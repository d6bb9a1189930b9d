"""Digits: a board as one line, a character a cell, row by row. The 81 characters of a sudoku list (`.sdm`)."""

from __future__ import annotations

from math import isqrt

from ..model import Format, Genre, Puzzle, TextError, numbers, shorten
from ..model.grid import LARGEST_SIDE
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

    def write(self, puzzle: Puzzle) -> str:
        """The line; only a plain board has one."""
        require_only(puzzle, "a line of digits")
        side = require_square(puzzle, "a line of digits")
        symbols = numbers(side).symbols
        line = [BLANKS[0]] * (side * side)
        for variable, value in puzzle.givens.items():
            line[variable] = symbols[value]
        return "".join(line)


def _wrong_length(line: str, genre: Genre) -> str:
    """What is wrong with a line that is no square: how many characters there should be, if that can be told."""
    side = isqrt(len(line))
    nearest = min(side, side + 1, key=lambda n: abs(n * n - len(line)))
    if not 0 < abs(nearest * nearest - len(line)) <= NEARLY or not 4 <= nearest <= LARGEST_SIDE:
        return f"expected n × n characters (81 for 9 rows), found {len(line)}: {shorten(line)}"
    return f"{len(line)} characters, a {genre.title.lower()} of {nearest} rows has {nearest * nearest}: {shorten(line)}"
