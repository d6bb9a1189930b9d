"""Arrows as JSON: `{"arrows": ["→↓←", …], "numbers": ["...", "2..", …]}`, a character a cell.

`numbers` may be left out; `marks` (the open numbers of each cell) says what is left where a puzzle comes with pencil
marks. An object with a `puzzle` whose value is a grid of arrows is read, too; `id` and `meta` are provenance then.
"""

from __future__ import annotations

import json
from typing import Any

from ..model import Format, Genre, Puzzle, TextError, numerals, shorten
from ..model.direction import ARROWS
from ..model.grid import LARGEST_SIDE
from .arrow_cells import BLANK
from .arrow_grid import ArrowGrid
from .building import build, remark, require_only
from .codec import SPACES
from .json_text import kind, listed, load_object, require_genre, whole

_GRID = ArrowGrid()
_RECORD = ("id", "puzzle", "solution", "meta")


class ArrowJson(Format):
    """`arrows` and `numbers` as rows of text, optionally `marks`."""

    key = "arrows-json"
    title = "arrows and numbers (JSON)"

    def recognises(self, text: str) -> bool:
        """An object with arrows, or with a puzzle made of them."""
        head = text[:100_000].lstrip("\ufeff" + SPACES)
        if not head.startswith("{"):
            return False
        return '"arrows"' in head or ('"puzzle"' in head and any(_spelt(arrow, head) for arrow in ARROWS))

    def resembles(self, text: str) -> bool:
        """The beginning of an object."""
        return text[:100].lstrip("\ufeff" + SPACES).startswith("{")

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of an object."""
        board = load_object(text)
        if "puzzle" in board:
            return _record(board, genre)
        _only(board, ("genre", "arrows", "numbers", "marks"))
        require_genre(board, genre)
        rows = _rows(board.get("arrows"), "arrows")
        numbers = _rows(board["numbers"], "numbers") if "numbers" in board else [BLANK * len(row) for row in rows]
        symbols = numerals(max(len(rows), len(rows[0])) - 1).symbols
        if [len(row) for row in numbers] != [len(row) for row in rows]:
            raise TextError(f"numbers: expected {len(rows)} rows of {len(rows[0])} characters, as of arrows")
        for r, (row, below) in enumerate(zip(rows, numbers, strict=True), start=1):
            for c, (arrow, symbol) in enumerate(zip(row, below, strict=True), start=1):
                if arrow not in ARROWS:
                    raise TextError(f"arrows, r{r}c{c}: expected one of {ARROWS}, found {shorten(arrow)}")
                if symbol != BLANK and symbol not in symbols:
                    raise TextError(f"numbers, r{r}c{c}: expected one of {symbols} or '.', found {shorten(symbol)}")
        givens = {p: symbols.index(symbol) for p, symbol in enumerate("".join(numbers)) if symbol != BLANK}
        marks = _marks(board, len(rows) * len(rows[0]), len(symbols) - 1)
        clues = {"arrows": "".join(rows)}
        return build(genre, len(rows), len(rows[0]), givens=givens, clues=clues, marks=marks)

    def write(self, puzzle: Puzzle) -> str:
        """The object, on one line."""
        require_only(puzzle, "a JSON of arrows", clues=("arrows",), marks=True)
        symbols = numerals(max(puzzle.grid.rows, puzzle.grid.columns) - 1).symbols
        lines = puzzle.grid.row_lines
        board: dict[str, Any] = {"arrows": ["".join(puzzle.clue("arrows")[p] for p in line) for line in lines]}
        if puzzle.givens:
            shown = {p: symbols[value] for p, value in puzzle.givens.items()}
            board["numbers"] = ["".join(shown.get(p, BLANK) for p in line) for line in lines]
        if puzzle.marks is not None:
            board["marks"] = [[v for v in range(len(symbols)) if mask >> v & 1] for mask in puzzle.marks]
        return json.dumps(board, ensure_ascii=False)


def _spelt(arrow: str, text: str) -> bool:
    """Does the arrow stand in a JSON text, itself or escaped?"""
    return arrow in text or f"\\u{ord(arrow):04x}" in text.lower()


def _record(board: dict[str, Any], genre: Genre) -> Puzzle:
    """A published board: its grid is the puzzle; what is told about it is provenance, its solution is not looked at."""
    _only(board, _RECORD)
    if not isinstance(board["puzzle"], str):
        raise TextError(f"puzzle: expected text, found {kind(board['puzzle'])}")
    meta = board.get("meta", {})
    if not isinstance(meta, dict):
        raise TextError(f"meta: expected an object, found {kind(meta)}")
    try:
        bare = _GRID.read(board["puzzle"], genre)
    except TextError as error:
        raise TextError(f"puzzle: {error}") from None
    told = {"id": board.get("id"), **meta}
    provenance = {remark(key): remark(value) for key, value in told.items() if isinstance(value, str)}
    return Puzzle(genre, bare.grid, givens=bare.givens, clues=bare.clues, provenance=provenance)


def _only(board: dict[str, Any], known: tuple[str, ...]) -> None:
    for key in board:
        if key not in known:
            raise TextError(f"unknown key {shorten(key)}; expected {', '.join(known)}")


def _rows(value: object, what: str) -> list[str]:
    rows = listed(value, what)
    if not 1 <= len(rows) <= LARGEST_SIDE:
        raise TextError(f"{what}: expected 1 to {LARGEST_SIDE} rows, found {len(rows)}")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, str):
            raise TextError(f"{what}, row {number}: expected text, found {kind(row)}")
        if not 1 <= len(row) <= LARGEST_SIDE:
            raise TextError(f"{what}, row {number}: expected 1 to {LARGEST_SIDE} cells, found {len(row)}")
        if len(row) != len(rows[0]):
            raise TextError(f"{what}, row {number} has {len(row)} cells, expected {len(rows[0])}: {shorten(row)}")
    return rows


def _marks(board: dict[str, Any], cells: int, largest: int) -> list[int] | None:
    if "marks" not in board:
        return None
    masks = []
    for cell, numbers in enumerate(listed(board["marks"], "marks", cells)):
        what = f"marks of cell {cell + 1}"
        masks.append(sum({1 << whole(number, 0, largest, what) for number in listed(numbers, what)}))
    return masks
