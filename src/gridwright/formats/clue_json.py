"""JSON of boards whose clues are a sign a cell: rows of signs under the clue's key, and givens by place.

    {"genre": "akari", "walls": ["..1.", "#...", "…"], "givens": {"r1c1": "L"}}

A row may be a list, too, with numbers, signs and null.
"""

from __future__ import annotations

import json
from typing import Any

from ..model import Format, Genre, Puzzle, TextError
from .building import require_only
from .clue_grid import ClueGrid
from .codec import SPACES
from .json_text import genre_in, kind, listed, load_object, only, require_genre


class ClueJson(Format):
    """`genre`, the rows of a `ClueGrid` and optionally `givens`."""

    def __init__(self, named: str, rows: ClueGrid) -> None:
        self.named, self.rows, self.key = named, rows, f"{named}-json"
        self.title = f"{rows.clue} and givens (JSON)"

    def recognises(self, text: str) -> bool:
        """An object that names the genre."""
        return genre_in(text) == self.named

    def resembles(self, text: str) -> bool:
        """The beginning of an object."""
        return text[:100].lstrip("\ufeff" + SPACES).startswith("{")

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of an object."""
        board = load_object(text)
        only(board, ("genre", self.rows.clue, "givens"), "the puzzle")
        require_genre(board, genre)
        rows = [self._row(row, r) for r, row in enumerate(listed(board.get(self.rows.clue), self.rows.clue), start=1)]
        givens = board.get("givens", {})
        if not isinstance(givens, dict) or not all(isinstance(symbol, str) for symbol in givens.values()):
            raise TextError(f"givens: expected an object of symbols by place, found {kind(givens)}")
        return self.rows.read(
            " ".join(["/".join(rows), *(f"{name}={symbol}" for name, symbol in givens.items())]), genre
        )

    def _row(self, row: Any, number: int) -> str:
        if isinstance(row, str):
            return row
        what, found = f"{self.rows.clue}, row {number}", []
        for entry in listed(row, what):
            sign = self.rows.blank if entry is None else self.rows.sign.get(entry) if isinstance(entry, int) else entry
            if not isinstance(sign, str) or len(sign) != 1:
                raise TextError(f"{what}: expected numbers, signs and null, found {kind(entry)}")
            found.append(sign)
        return "".join(found)

    def write(self, puzzle: Puzzle) -> str:
        """The object, on one line."""
        require_only(puzzle, f"{self.named} JSON", clues=(self.rows.clue,))
        rows = self.rows.write(puzzle.with_givens({})).split("/")
        board: dict[str, Any] = {"genre": puzzle.genre.key, self.rows.clue: rows}
        if puzzle.givens:
            each = puzzle.givens.items()
            board["givens"] = {puzzle.variables[x].name: puzzle.variables[x].domain.symbols[v] for x, v in each}
        return json.dumps(board, ensure_ascii=False)
