"""JSON of square boards with numbers: the size, the givens and what else is printed, each under its own key.

    {"genre": "sudoku", "size": 9, "givens": {"r1c1": 5}, "diagonals": true, "cages": [{"cells": ["r1c2"], "total": 3}]}

`size` may be left out if another key has rows; `givens` may also be rows, of text or of lists. The genre's clues read
and write their own values (`JsonClue`).
"""

from __future__ import annotations

import json
from typing import Any, Protocol

from ..model import Format, Genre, Grid, Puzzle, TextError, shorten
from ..model.grid import LARGEST_SIDE
from .building import build, require_only, require_square
from .codec import SPACES
from .json_text import cell_named, genre_in, kind, listed, load_object, only, require_genre, whole
from .symbols import expected_symbol, meanings


class JsonClue(Protocol):
    """A clue kind under its key."""

    key: str

    def read_json(self, data: Any, grid: Grid) -> Any:
        """Return the clue's value. Raise TextError, which begins with the key, if the data is not one."""

    def write_json(self, puzzle: Puzzle, value: Any) -> Any:
        """Return the JSON of a printed value."""


class SquareJson(Format):
    """`genre`, `size`, `givens`, optionally `marks` (open numbers a cell)."""

    def __init__(
        self, named: str, *clues: JsonClue, title: str, about: str, required: tuple[str, ...] = (),
        claims: tuple[str, ...] = (), disclaims: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """Declare the form of a genre. `about` says for people what stands under which key.

        `required` clues stand in every object. An object that names no genre is of this one if it has all keys of
        `claims` and none of `disclaims`.
        """
        self.named, self.key, self.clues = named, f"{named}-json", clues
        self.title, self.about, self.required = title, about, required
        self.claims, self.disclaims = claims, disclaims

    def recognises(self, text: str) -> bool:
        """Return True for an object that names the genre, or that has the keys of this one alone."""
        if (genre := genre_in(text)) is not None or not self.claims:
            return genre == self.named
        head = text[:100_000].lstrip("\ufeff" + SPACES)
        has_claims = all(f'"{key}"' in head for key in self.claims)
        return head.startswith("{") and has_claims and not any(f'"{key}"' in head for key in self.disclaims)

    def resembles(self, text: str) -> bool:
        """The beginning of an object."""
        return text[:100].lstrip("\ufeff" + SPACES).startswith("{")

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of an object."""
        board = load_object(text)
        only(board, ("genre", "size", *(clue.key for clue in self.clues), "givens", "marks"), "the puzzle")
        require_genre(board, genre)
        size = board.get("size", _rows_of(board))
        grid = Grid(*[whole(size, 1, LARGEST_SIDE, "size")] * 2)
        asked = [clue for clue in self.clues if clue.key in board or clue.key in self.required]
        clues = {clue.key: clue.read_json(board.get(clue.key), grid) for clue in asked}
        givens = _givens(board.get("givens", {}), grid)
        return build(genre, grid.rows, grid.columns, givens=givens, clues=clues, marks=_marks(board, grid))

    def write(self, puzzle: Puzzle) -> str:
        """The object, on one line."""
        called = f"{self.named} JSON"
        require_only(puzzle, called, clues=[clue.key for clue in self.clues], marks=True)
        side, name = require_square(puzzle, called), puzzle.grid.name
        board: dict[str, Any] = {"genre": puzzle.genre.key, "size": side}
        for clue in self.clues:
            value = puzzle.clue(clue.key)
            if clue.key in self.required or value not in (None, (), False) or puzzle.clues.get(clue.key) == ():
                board[clue.key] = clue.write_json(puzzle, value)
        if puzzle.givens:
            board["givens"] = {name(cell): value + 1 for cell, value in puzzle.givens.items()}
        if puzzle.marks is not None:
            board["marks"] = [[v + 1 for v in range(side) if mask >> v & 1] for mask in puzzle.marks]
        return json.dumps(board, ensure_ascii=False)


def _rows_of(board: dict[str, Any]) -> int | None:
    """The size that rows of givens or regions tell."""
    return next((len(board[key]) for key in ("givens", "regions") if isinstance(board.get(key), list)), None)


def _givens(data: Any, grid: Grid) -> dict[int, int]:
    """The givens by cell, from an object or from rows."""
    if isinstance(data, dict):
        givens = {}
        for name, number in data.items():
            cell = cell_named(grid, name, "givens")
            givens[cell] = whole(number, 1, grid.rows, f"givens, {shorten(name)}") - 1
        return givens
    if not isinstance(data, list):
        raise TextError(f"givens: expected an object or rows, found {kind(data)}")
    found: dict[int, int] = {}
    for r, row in enumerate(listed(data, "givens", grid.rows), start=1):
        cells = list(row) if isinstance(row, str) else listed(row, f"givens, row {r}")
        if len(cells) != grid.columns:
            raise TextError(f"givens, row {r} has {len(cells)} cells, expected {grid.columns}")
        for c, cell in enumerate(cells, start=1):
            value = _value(cell, grid.rows, f"givens, r{r}c{c}")
            if value is not None:
                found[(r - 1) * grid.columns + c - 1] = value
    return found


def _value(cell: object, side: int, what: str) -> int | None:
    """A number, a symbol or a blank."""
    if cell is None or cell in ("", " ", 0):
        return None
    if isinstance(cell, str):
        if cell not in meanings(side):
            raise TextError(f"{what}: expected {expected_symbol(side)}, found {shorten(cell)}")
        return meanings(side)[cell]
    return whole(cell, 1, side, what) - 1


def _marks(board: dict[str, Any], grid: Grid) -> list[int] | None:
    if "marks" not in board:
        return None
    masks = []
    for cell, open_numbers in enumerate(listed(board["marks"], "marks", len(grid))):
        what = f"marks, {grid.name(cell)}"
        mask = 0
        for number in listed(open_numbers, what):
            mask |= 1 << whole(number, 1, grid.rows, what) - 1
        masks.append(mask)
    return masks
