"""Grids as people draw them: a line a row, boxes parted by `|` and by rules of dashes.

     53.|.7.|...        or, with a frame and cells of several characters,      .---------.-----.
     6..|195|...                                                               | 12  3   | 4 1 |
     -----------                                                               :---------+-----:

`unboxed` gives the cells with their places, and the shape of the boxes if the drawing has any inside.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from ..model import TextError, shorten
from ..model.grid import LARGEST_SIDE
from .codec import tidy

_RULE = frozenset("-=+*|:.'` \t")
_CHARACTERS = re.compile(r"\||[^\s|]")
_WORDS = re.compile(r"\||[^\s|]+")


class Cell(NamedTuple):
    """What stands in a cell, and where."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Sheet:
    """A square of cells, (height, width) of its boxes where some are drawn, and the `#` lines that came with it."""

    rows: list[list[Cell]]
    box: tuple[int, int] | None
    headers: list[tuple[int, str]]


def lines_of(text: str) -> list[str]:
    """The lines of a text, whatever system it comes from."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def is_rule(line: str) -> bool:
    """Is this line a rule between rows, not a row?

    >>> is_rule("+-----+"), is_rule("*********")
    (True, False)
    """
    return ("--" in line or "==" in line) and _RULE.issuperset(line)


def unboxed(text: str, *, words: bool = False, headers: bool = False) -> Sheet:
    """The cells of a drawn square: a character each, or (`words`) what stands between spaces."""
    kept: list[tuple[int, str]] = []
    rows: list[list[Cell]] = []
    bars: list[frozenset[int]] = []
    rules: set[int] = set()
    numbers: list[int] = []
    for number, line in enumerate(lines_of(tidy(text)), start=1):
        if not line.strip():
            continue
        if headers and line.startswith("#"):
            kept.append((number, line))
        elif is_rule(line):
            rules.add(len(rows))
        else:
            if len(rows) == LARGEST_SIDE:
                raise TextError(f"expected at most {LARGEST_SIDE} rows", line=number)
            cells, marks = _row(line, number, words)
            rows.append(cells)
            bars.append(frozenset(marks))
            numbers.append(number)
    if not rows:
        raise TextError("expected a grid, found no rows")
    side = _side(rows, numbers)
    inner = [{bar for bar in row if 0 < bar < side} for row in bars]
    for number, row in zip(numbers, inner, strict=True):
        if row != inner[0]:
            raise TextError("expected the bars | under those of the first row", line=number)
    return Sheet(rows, _box(side, inner[0], {rule for rule in rules if 0 < rule < side}), kept)


def _row(line: str, number: int, words: bool) -> tuple[list[Cell], set[int]]:
    """The cells of a line, and the numbers of cells that stand before each bar."""
    cells: list[Cell] = []
    bars: set[int] = set()
    for match in (_WORDS if words else _CHARACTERS).finditer(line):
        if match[0] == "|":
            bars.add(len(cells))
        elif len(cells) == LARGEST_SIDE:
            raise TextError(f"expected at most {LARGEST_SIDE} cells in a row", line=number, column=match.start() + 1)
        else:
            cells.append(Cell(match[0], number, match.start() + 1))
    return cells, bars


def _side(rows: list[list[Cell]], numbers: list[int]) -> int:
    """The side of the square; a row that is longer or shorter than most is named."""
    usual = Counter(map(len, rows)).most_common(1)[0][0]
    for i, (cells, number) in enumerate(zip(rows, numbers, strict=True), start=1):
        if len(cells) != usual:
            found = shorten(" ".join(cell.text for cell in cells))
            raise TextError(f"row {i} has {len(cells)} cells, expected {usual}: {found}", line=number)
    if len(rows) != usual:
        raise TextError(f"expected {usual} rows of {usual} cells, found {len(rows)} rows", line=numbers[-1])
    return usual


def _box(side: int, bars: set[int], rules: set[int]) -> tuple[int, int] | None:
    """The shape of the boxes; None where nothing is drawn inside the frame, or every cell has a frame of its own.

    Where only bars are drawn, or only rules, the boxes are those that hold as many cells as the board has rows.
    """
    every = set(range(1, side))
    bars, rules = (set() if drawn == every and side > 2 else drawn for drawn in (bars, rules))
    if not bars and not rules:
        return None
    width = min(bars, default=side // min(rules, default=side))
    height = min(rules, default=side // width)
    expected_bars, expected_rules = set(range(width, side, width)), set(range(height, side, height))
    if (bars and bars != expected_bars) or (rules and rules != expected_rules) or side % width + side % height:
        raise TextError(
            f"expected bars | and rules --- at equal distances, as they part a board of {side} rows in boxes"
        )
    return height, width
