"""JSON of boards of givens: rows of symbols, and a rule that holds or does not.

{"genre": "takuzu", "givens": ["1..0", "..0.", ".0..", "11.."], "distinct": true}
"""

from __future__ import annotations

import json
from typing import Any

from ..model import Format, Genre, Puzzle, TextError
from .building import require_only
from .codec import SPACES
from .given_grid import GivenGrid
from .json_text import genre_in, kind, listed, load_object, only, require_genre


class GivenJson(Format):
    """`genre`, `givens` as rows, and the flag of a `GivenGrid`."""

    def __init__(self, named: str, rows: GivenGrid) -> None:
        self.named, self.rows, self.key = named, rows, f"{named}-json"
        self.title = f"givens as rows, and {rows.flag} (JSON)"

    def recognises(self, text: str) -> bool:
        """An object that names the genre."""
        return genre_in(text) == self.named

    def resembles(self, text: str) -> bool:
        """The beginning of an object."""
        return text[:100].lstrip("\ufeff" + SPACES).startswith("{")

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of an object."""
        board = load_object(text)
        only(board, ("genre", "givens", self.rows.flag), "the puzzle")
        require_genre(board, genre)
        flagged = board.get(self.rows.flag, False)
        if not isinstance(flagged, bool):
            raise TextError(f"{self.rows.flag}: expected true or false, found {kind(flagged)}")
        rows = listed(board.get("givens"), "givens")
        if not all(isinstance(row, str) for row in rows):
            raise TextError("givens: expected rows of text")
        return self.rows.of_rows(rows, flagged, genre)

    def write(self, puzzle: Puzzle) -> str:
        """The object, on one line."""
        require_only(puzzle, f"{self.named} JSON", clues=(self.rows.flag,))
        board: dict[str, Any] = {"genre": puzzle.genre.key, "givens": self.rows.rows(puzzle)}
        if puzzle.clue(self.rows.flag):
            board[self.rows.flag] = True
        return json.dumps(board, ensure_ascii=False)
