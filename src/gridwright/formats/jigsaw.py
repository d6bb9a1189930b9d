"""Jigsaw grids: the numbers, and the regions as a letter a cell, below them or beside them.

2...      2... AABB
...3      ...3 AABB        cells with the same letter are a region; a blank line may stand between the two
1...      1... CCDD
..4.      ..4. CCDD

AABB
AABB
CCDD
CCDD
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..model import CannotSay, Format, Genre, Puzzle, TextError
from .boxed import is_rule, lines_of, unboxed
from .building import build, printed, require_only
from .codec import tidy
from .region_rows import is_region_map, read_rows, write_rows
from .sdk import givens_of, rows_of

_LONGEST = 10_000
_BESIDE = re.compile(r"(\S+|(?:\S )+\S)[ \t]{1,9}([A-Za-z]+)")


class Jigsaw(Format):
    """A line a row, and below (or beside) the numbers a letter a cell for the regions."""

    key = "jigsaw"
    title = "numbers, and region letters below them"
    one_line = False

    def recognises(self, text: str) -> bool:
        """A square of characters and another of letters, each letter as often as there are rows."""
        if len(text) > _LONGEST or "\n" not in text:
            return False
        numbers, letters = _halves(text)
        return bool(numbers) and is_region_map([row.text for row in letters])

    def resembles(self, text: str) -> bool:
        """A square of characters and another of letters."""
        if len(text) > _LONGEST or "\n" not in text:
            return False
        numbers, letters = _halves(text)
        return len(numbers) == len(letters) > 2 and all(len(r.text.replace(" ", "")) == len(letters) for r in letters)

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of both halves."""
        if len(text) > _LONGEST:
            raise TextError(f"expected a grid of at most {_LONGEST:,} characters, found {len(text):,}")
        numbers, letters = _halves(tidy(text))
        if not letters or len(letters) != len(numbers):
            raise TextError("expected rows of numbers, and as many rows of region letters below or beside them")
        lines = [""] * numbers[-1].line
        for row in numbers:
            lines[row.line - 1] = row.text.rjust(row.column - 1 + len(row.text))
        sheet = unboxed("\n".join(lines))
        if sheet.box is not None:
            raise TextError("expected boxes or region letters, found both")
        rows = [row.text.replace(" ", "") for row in letters]
        grid, regions = read_rows(rows, [(row.line, row.column) for row in letters])
        side = len(sheet.rows)
        if (grid.rows, grid.columns) != (side, side):
            raise TextError(f"expected {side} region letters in a row, found {grid.columns}", line=letters[0].line)
        return build(genre, side, side, givens=givens_of(sheet), clues={"regions": regions})

    def write(self, puzzle: Puzzle) -> str:
        """The numbers, then the letters."""
        require_only(puzzle, "a jigsaw grid", clues=("regions",))
        if not printed(puzzle, "regions"):
            raise CannotSay("a jigsaw grid is for puzzles with regions, and this one has none")
        return "\n".join([*map("".join, rows_of(puzzle, "a jigsaw grid")), *write_rows(puzzle)])


class _Row(NamedTuple):
    text: str
    line: int
    column: int


def _halves(text: str) -> tuple[list[_Row], list[_Row]]:
    """The rows of numbers and those of letters: the upper and the lower half, or the left and the right."""
    lines = [
        _Row(line.strip(), number, len(line) - len(line.lstrip()) + 1)
        for number, line in enumerate(lines_of(text), start=1)
        if line.strip() and not line.startswith("# ") and not is_rule(line)
    ]
    half = len(lines) // 2
    letters = [row.text.replace(" ", "").isalpha() for row in lines]
    if lines and len(lines) % 2 == 0 and all(letters[half:]) and not all(letters[:half]):
        return lines[:half], lines[half:]
    beside = [(row, match) for row in lines if (match := _BESIDE.fullmatch(row.text))]
    if len(beside) != len(lines):
        return lines, []
    return (
        [_Row(match[1], row.line, row.column) for row, match in beside],
        [_Row(match[2], row.line, row.column + match.start(2)) for row, match in beside],
    )
