"""Region maps as rows of letters: `AAB ABB CCC`; `#` is a hole, where the board has no cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..model import CannotSay, Grid, Puzzle, TextError, shorten
from ..model.grid import LARGEST_SIDE
from ..model.group import LETTERS

HOLE = "#"


def read_rows(rows: Sequence[str], places: Sequence[tuple[int | None, int]]) -> tuple[Grid, tuple[int, ...]]:
    """Size and region of each cell (-1: a hole); `places` are the line (if any) and column where each row begins."""
    if len(rows) > LARGEST_SIDE:
        raise TextError(f"expected at most {LARGEST_SIDE} rows, found {len(rows)}")
    width = len(rows[0])
    regions: list[int] = []
    for number, (row, (line, column)) in enumerate(zip(rows, places, strict=True), start=1):
        if len(row) != width or not 1 <= width <= LARGEST_SIDE:
            expected = width if 1 <= width <= LARGEST_SIDE else f"1 to {LARGEST_SIDE}"
            message = f"row {number} has {len(row)} cells, expected {expected}: {shorten(row)}"
            raise TextError(message, line=line, column=column)
        for i, letter in enumerate(row):
            if letter != HOLE and letter not in LETTERS:
                message = f"expected a region letter (A–Z, a–z, 0–9) or {HOLE}, found {shorten(letter)}"
                raise TextError(message, line=line, column=column + i)
            regions.append(-1 if letter == HOLE else LETTERS.index(letter))
    return Grid(len(rows), width), tuple(regions)


def is_region_map(rows: Sequence[str]) -> bool:
    """Are these n rows of n letters, each of n letters n times, as a jigsaw's regions are?

    >>> is_region_map(["AAAB", "CABB", "CCDB", "CDDD"]), is_region_map(["AAB", "AAB", "CCC"])
    (True, False)
    """
    letters = Counter("".join(row.replace(" ", "") for row in rows))
    side = len(rows)
    return len(letters) == side > 2 and set(letters.values()) == {side} and "".join(letters).isalpha()


def write_rows(puzzle: Puzzle) -> list[str]:
    """The rows of a puzzle's regions, lettered in order of first appearance."""
    regions = puzzle.clue("regions")
    if regions is None:
        raise CannotSay("the puzzle has no regions to draw")
    names: dict[int, str] = {-1: HOLE}
    for region in regions:
        if region not in names:
            if len(names) > len(LETTERS):
                raise CannotSay(f"there are letters for {len(LETTERS)} regions, and the board has more")
            names[region] = LETTERS[len(names) - 1]
    return ["".join(names[regions[cell]] for cell in line) for line in puzzle.grid.row_lines]
