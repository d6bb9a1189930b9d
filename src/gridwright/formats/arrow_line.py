"""Arrows on one line: rows parted by `/`, every cell an arrow and its number where one is printed.

→↓←/→2↑↑/↑↑←2          in ASCII, with commas between cells:     e,s,w/e2,n,n/n,n,w2
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..model import Format, Genre, Puzzle, PuzzleError, TextError, numerals, shorten
from ..model.direction import ARROWS
from ..model.grid import LARGEST_SIDE, grid_of
from .arrow_cells import BLANK, Written, board_of, spell
from .building import require_only
from .codec import SPACES, tidy

_LONGEST = 20_000
_ARROW_CELL = re.compile(rf"[{ARROWS}][^{ARROWS}/]?")
_QUICK_CELL = re.compile(rf"([{ARROWS}])([^{ARROWS}/]?)")
_NO_ARROWS = re.compile(rf"[^{ARROWS}]")
_COMPASS = re.compile(r"(?:[ns][ew]|[nsew])[0-9A-Z.]?(?:[,/](?:[ns][ew]|[nsew])[0-9A-Z.]?)+")


class ArrowLine(Format):
    """`→↓←/→2↑↑/…`: our own line of arrows."""

    key = "arrows-line"
    title = "arrows with their numbers, on one line"
    ascii = False

    def recognises(self, text: str) -> bool:
        """One line with an arrow, no JSON; or compass letters with commas or slashes and nothing else."""
        line = text.strip(SPACES)
        if len(line) > _LONGEST or "\n" in line or "\r" in line or line.startswith("{"):
            return False
        return any(arrow in line for arrow in ARROWS) or bool(_COMPASS.fullmatch(line))

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a line."""
        text = tidy(text)
        line = text.strip(SPACES)
        if not line:
            raise TextError("expected a line of arrows, found nothing")
        if len(line) > _LONGEST:
            raise TextError(f"expected a line of at most {_LONGEST:,} characters, found {len(line):,}")
        column = len(text) - len(text.lstrip(SPACES)) + 1
        rows = []
        for row in line.split("/"):
            rows.append(_cells(row, column))
            column += len(row) + 1
        return board_of(rows, genre)

    def quick(self, text: str, genre: Genre) -> Puzzle | None:
        """Arrows and numbers, without commas."""
        rows = text.split("/")
        columns = len(_NO_ARROWS.sub("", rows[0]))
        cells = _QUICK_CELL.findall(text)
        if not 1 <= columns <= LARGEST_SIDE >= len(rows) or len("".join(map("".join, cells))) + len(rows) - 1 != len(
            text
        ):
            return None
        if any(len(_NO_ARROWS.sub("", row)) != columns for row in rows):
            return None
        numbers = _numbers(max(len(rows), columns))
        try:
            start = bytes([numbers[number] for _, number in cells])
            board = Puzzle.plain(genre, grid_of(len(rows), columns), {"arrows": "".join([a for a, _ in cells])}, {})
            puzzle = board.given(start) if any(start) else board
        except (KeyError, PuzzleError):
            return None
        return puzzle if BLANK in text else puzzle.written_as(text)

    def write(self, puzzle: Puzzle) -> str:
        """The line."""
        require_only(puzzle, "a line of arrows", clues=("arrows",))
        between = "," if self.ascii else ""
        return "/".join(between.join(row) for row in spell(puzzle, blank="", ascii=self.ascii))


class CompassLine(ArrowLine):
    """`e,s,w/e2,n,n/…`: the same with compass letters."""

    key = "arrows-line-ascii"
    title = "compass letters with their numbers, on one line"
    ascii = True

    def recognises(self, text: str) -> bool:
        """Never: the other of the two reads both."""
        return False


@lru_cache(maxsize=64)
def _numbers(longest: int) -> dict[str, int]:
    """What stands behind an arrow, as a byte of a start: 0 open, k + 1 value k."""
    return {"": 0, BLANK: 0} | {symbol: value + 1 for value, symbol in enumerate(numerals(longest - 1).symbols)}


def _cells(row: str, column: int) -> list[Written]:
    """The cells of a row that begins at this column: parted by commas, or each from its arrow on."""
    if "," in row or not any(arrow in row for arrow in ARROWS):
        cells = []
        for cell in row.split(","):
            cells.append(Written(cell, None, column))
            column += len(cell) + 1
        return cells
    found = list(_ARROW_CELL.finditer(row))
    at = 0
    for match in found:
        if match.start() != at:
            raise TextError(f"expected an arrow, found {shorten(row[at])}", column=column + at)
        at = match.end()
    if at != len(row):
        raise TextError(f"expected an arrow, found {shorten(row[at])}", column=column + at)
    return [Written(match[0], None, column + match.start()) for match in found]
