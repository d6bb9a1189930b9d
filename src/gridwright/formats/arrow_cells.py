"""What stands in a cell of Arrows: an arrow, and a number where one is printed.

    →   →.   →3   e   e.   e3       eight directions as arrows, or as compass letters: n ne e se s sw w nw

Numbers are a character each: 0–9, then A for 10. Letters of the compass are small, numbers beyond 9 are capitals.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..model import Genre, Puzzle, TextError, numerals, shorten
from ..model.direction import ARROWS, COMPASS
from ..model.grid import LARGEST_SIDE
from .building import build

BLANK = "."
_CELL = re.compile(rf"([{ARROWS}]|[ns][ew]|[nsew])(.?)")
_LETTERS = dict(zip(ARROWS, COMPASS, strict=True))
_ARROWS = {letters: arrow for arrow, letters in _LETTERS.items()}


class Written(NamedTuple):
    """The text of a cell and its place, line and column from 1."""

    text: str
    line: int | None
    column: int


def board_of(rows: Sequence[Sequence[Written]], genre: Genre) -> Puzzle:
    """The puzzle of written cells, all rows of the same length."""
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            line, column = (row[-1].line, row[-1].column) if row else (None, 1)
            raise TextError(f"row {number} has {len(row)} cells, expected {len(rows[0])}", line=line, column=column)
    if not 1 <= len(rows[0]) <= LARGEST_SIDE or len(rows) > LARGEST_SIDE:
        raise TextError(f"a board has 1 to {LARGEST_SIDE} rows and columns, not {len(rows)} by {len(rows[0])}")
    largest = max(len(rows), len(rows[0])) - 1
    cells = [_cell(written, largest) for row in rows for written in row]
    givens = {cell: number for cell, (_, number) in enumerate(cells) if number is not None}
    arrows = "".join(arrow for arrow, _ in cells)
    return build(genre, len(rows), len(rows[0]), givens=givens, clues={"arrows": arrows})


def _cell(written: Written, largest: int) -> tuple[str, int | None]:
    match = _CELL.fullmatch(written.text)
    if not match:
        raise TextError(
            f"expected an arrow ({' '.join(ARROWS)}, or {' '.join(COMPASS)}) and a number or '.', "
            f"found {shorten(written.text)}",
            line=written.line,
            column=written.column,
        )
    arrow = _ARROWS.get(match[1], match[1])
    if match[2] in ("", BLANK):
        return arrow, None
    symbols = numerals(largest).symbols
    if match[2] not in symbols:
        message = f"expected a number, one of {symbols}, or '.', found {shorten(match[2])}"
        raise TextError(message, line=written.line, column=written.column + len(match[1]))
    return arrow, symbols.index(match[2])


def spell(puzzle: Puzzle, *, blank: str, ascii: bool) -> list[list[str]]:
    """The cells of each row as text."""
    symbols = numerals(max(puzzle.grid.rows, puzzle.grid.columns) - 1).symbols
    arrows = puzzle.clue("arrows")

    def cell(p: int) -> str:
        arrow = _LETTERS[arrows[p]] if ascii else arrows[p]
        return arrow + (symbols[puzzle.givens[p]] if p in puzzle.givens else blank)

    return [[cell(p) for p in line] for line in puzzle.grid.row_lines]
