"""Letters: a region map as a grid of letters, with `stars: 2` above it where more than one star is asked."""

from __future__ import annotations

import re

from ...formats.boxed import lines_of
from ...formats.building import build, require_only
from ...formats.codec import Cursor, tidy
from ...formats.region_rows import HOLE, read_rows, write_rows
from ...model import Format, Genre, Puzzle, TextError
from ...model.grid import LARGEST_SIDE
from ...model.group import LETTERS

_STARS = re.compile(r"[ \t]*stars[ \t]*:[ \t]*", re.IGNORECASE)
_LONGEST = 10_000


class Letters(Format):
    """A line a row, a letter a region, `#` a hole; optionally a first line `stars: 2`. `#` and a space is a comment."""

    key = "letters"
    title = "region letters, a line for each row"
    one_line = False

    def recognises(self, text: str) -> bool:
        """A line `stars: n`, or a square with as many different letters as rows, all of them letters."""
        if len(text) > _LONGEST:
            return False
        lines = [line.strip() for line in lines_of(text.removeprefix("\ufeff")) if _says(line)]
        if lines and _STARS.match(lines[0]):
            return True
        used = set("".join(lines)) - {HOLE}
        square = len(lines) >= 4 and all(len(line) == len(lines) for line in lines)
        return square and len(used) == len(lines) and used.issubset(LETTERS[:52])

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a grid."""
        stars = None
        rows: list[str] = []
        places: list[tuple[int | None, int]] = []
        for number, line in enumerate(lines_of(tidy(text)), start=1):
            if not _says(line):
                continue
            match = _STARS.match(line)
            if match and stars is None and not rows:
                stars = _stars(line, match.end(), number)
                continue
            rows.append(line.strip())
            places.append((number, len(line) - len(line.lstrip()) + 1))
        if not rows:
            raise TextError("expected rows of region letters, found none")
        grid, regions = read_rows(rows, places)
        return build(genre, grid.rows, grid.columns, clues={"stars": stars or 1, "regions": regions})

    def write(self, puzzle: Puzzle) -> str:
        """The grid; givens have no words here."""
        require_only(puzzle, "a grid of letters", clues=("stars", "regions"), givens=False)
        stars = puzzle.clue("stars")
        return "\n".join([*([f"stars: {stars}"] if stars != 1 else []), *write_rows(puzzle)])


def _says(line: str) -> bool:
    """Is the line neither blank nor a comment?"""
    return bool(line.strip()) and not line.lstrip().startswith((HOLE + " ", HOLE + "\t"))


def _stars(line: str, start: int, number: int) -> int:
    cursor = Cursor(line)
    cursor.at = min(start, cursor.end)
    try:
        stars = cursor.number(1, LARGEST_SIDE, "a number of stars")
        cursor.finish()
    except TextError as error:
        raise TextError(error.message, line=number, column=error.column) from None
    return stars
