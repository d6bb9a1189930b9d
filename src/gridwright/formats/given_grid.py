"""Boards of givens: rows of symbols, one below the other or with `/` between, and the word of a rule where it holds.

1..0/..0./.0../11..              a dot where nothing is given
1..0/..0./.0../11.. distinct     the same with the clue `distinct`
"""

from __future__ import annotations

from ..model import Format, Genre, Puzzle, TextError, shorten
from ..model.errors import GridwrightError
from .building import build, require_only


class GivenGrid(Format):
    """A board of any size, row by row; `flag` is a clue that holds or does not."""

    key = "rows"

    def __init__(self, flag: str) -> None:
        self.flag = flag
        self.title = f"rows of givens, with / between them, and {flag!r} where that holds"

    def recognises(self, text: str) -> bool:
        """Never: rows of symbols may be anything."""
        return False

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of rows."""
        words = text.split()
        flagged = self.flag in words
        rows = [row for word in words if word != self.flag for row in word.split("/")]
        return self.of_rows(rows, flagged, genre)

    def of_rows(self, rows: list[str], flagged: bool, genre: Genre) -> Puzzle:
        """The puzzle of rows that were read."""
        if not rows or not rows[0]:
            raise TextError("expected rows of givens, found none")
        for number, row in enumerate(rows, start=1):
            if len(row) != len(rows[0]):
                raise TextError(f"row {number} has {len(row)} cells, row 1 has {len(rows[0])}: {shorten(row)}")
        bare = build(genre, len(rows), len(rows[0]), clues={self.flag: True} if flagged else {})
        try:
            values = bare.read_board("".join(rows))
        except GridwrightError as error:
            raise TextError(str(error)) from None
        return bare.with_givens({x: value for x, value in enumerate(values) if value is not None})

    def rows(self, puzzle: Puzzle) -> list[str]:
        """The rows of a board."""
        board = puzzle.board_text([puzzle.givens.get(x) for x in range(len(puzzle.variables))])
        return [board[i : i + puzzle.grid.columns] for i in range(0, len(board), puzzle.grid.columns)]

    def write(self, puzzle: Puzzle) -> str:
        """Rows, and the flag."""
        require_only(puzzle, "rows of givens", clues=(self.flag,))
        return " ".join(["/".join(self.rows(puzzle)), *([self.flag] if puzzle.clue(self.flag) else [])])
