"""JSON of square boards with numbers: the size, the givens and what else is printed, each under its own key.

    {"genre": "sudoku", "size": 9, "givens": {"r1c1": 5}, "diagonals": true, "cages": [{"cells": ["r1c2"], "total": 3}]}

`size` may be left out where something else says it; `givens` may also be rows, of text or of lists. A class for each
kind of board, a `Clue` for each key: two-way, as a codec is.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from ..model import Format, Genre, Grid, GridwrightError, Puzzle, TextError, numbers, shorten
from ..model.grid import LARGEST_SIDE
from .building import build, require_only, require_square
from .clue_text import read_clue, spell_clue
from .codec import SPACES
from .json_text import genre_in, kind, listed, load_object, only, require_genre, whole
from .region_rows import read_rows, write_rows
from .symbols import expected_symbol, meanings

_PAIR = re.compile(r"\s*([rR][0-9]{1,2}[cC][0-9]{1,2})\s*([<>|])\s*([rR][0-9]{1,2}[cC][0-9]{1,2})\s*")
_SIDES = ("top", "bottom", "left", "right")


class Clue(ABC):
    """A clue kind under its key: the value of its JSON, and the JSON of its value."""

    key: str

    @abstractmethod
    def read(self, data: Any, grid: Grid) -> Any:
        """The clue; raises TextError that begins with the key."""

    @abstractmethod
    def write(self, puzzle: Puzzle, value: Any) -> Any:
        """The JSON of a clue that is printed."""


class Boxes(Clue):
    """`[height, width]` of the boxes."""

    key = "boxes"

    def read(self, data: Any, grid: Grid) -> Any:
        """Two numbers."""
        return tuple(whole(number, 1, LARGEST_SIDE, "boxes") for number in listed(data, "boxes", 2))

    def write(self, puzzle: Puzzle, value: Any) -> Any:
        """Two numbers."""
        return list(value)


class Regions(Clue):
    """Rows of letters, as text or as lists: cells with the same letter are a region."""

    key = "regions"

    def read(self, data: Any, grid: Grid) -> Any:
        """The region of each cell."""
        rows = [row if isinstance(row, str) else _joined(row, r) for r, row in enumerate(listed(data, "regions"), 1)]
        if len(rows) != grid.rows:
            raise TextError(f"regions: expected {grid.rows} rows, found {len(rows)}")
        try:
            found, regions = read_rows(rows, [(number, 1) for number in range(1, len(rows) + 1)])
        except TextError as error:
            raise TextError(f"regions, row {error.line}, cell {error.column}: {error.message}") from None
        if found != grid:
            raise TextError(f"regions: expected {grid.columns} letters in a row, found {found.columns}")
        return regions

    def write(self, puzzle: Puzzle, value: Any) -> Any:
        """Rows of text."""
        return write_rows(puzzle)


class Diagonals(Clue):
    """Whether both long diagonals hold each number once: true or false."""

    key = "diagonals"

    def read(self, data: Any, grid: Grid) -> Any:
        """Yes or no."""
        if not isinstance(data, bool):
            raise TextError(f"diagonals: expected true or false, found {kind(data)}")
        return data

    def write(self, puzzle: Puzzle, value: Any) -> Any:
        """Yes."""
        return True


class _Cages(Clue):
    key = "cages"
    said: str

    @abstractmethod
    def clue_of(self, told: Any, what: str) -> tuple[Any, ...]:
        """What a cage says."""

    @abstractmethod
    def told(self, clue: Sequence[Any]) -> dict[str, Any]:
        """The same as JSON, empty where it says nothing."""

    def read(self, data: Any, grid: Grid) -> Any:
        """The cells of each cage with what it says."""
        cages = []
        for number, cage in enumerate(listed(data, "cages"), start=1):
            what = f"cage {number}"
            if not isinstance(cage, dict):
                raise TextError(f"{what}: expected an object, found {kind(cage)}")
            only(cage, ("cells", self.said), what)
            cells = tuple(_cell(grid, name, what) for name in listed(cage.get("cells"), f"{what}, cells"))
            if len(set(cells)) != len(cells):
                raise TextError(f"{what} names a cell twice")
            cages.append((cells, *self.clue_of(cage.get(self.said), what)))
        return tuple(cages)

    def write(self, puzzle: Puzzle, value: Any) -> Any:
        """A list of objects."""
        name = puzzle.grid.name
        return [{"cells": [name(cell) for cell in cells], **self.told(clue)} for cells, *clue in value]


class Totals(_Cages):
    """A list of cages, each with its `cells` and, if one is printed, a `total`."""

    said = "total"

    def clue_of(self, told: Any, what: str) -> tuple[Any, ...]:
        """The total or None."""
        return (None if told is None else whole(told, 1, 9999, f"{what}, total"),)

    def told(self, clue: Sequence[Any]) -> dict[str, Any]:
        """The total."""
        return {} if clue[0] is None else {"total": clue[0]}


class ClueCages(_Cages):
    """A list of cages, each with its `cells` and, if one is printed, a `clue` such as `24×`."""

    said = "clue"

    def clue_of(self, told: Any, what: str) -> tuple[Any, ...]:
        """Operation and number."""
        if not isinstance(told, str | None):
            raise TextError(f"{what}, clue: expected text, found {kind(told)}")
        try:
            return read_clue(told or "")
        except TextError as error:
            raise TextError(f"{what}: {error.message}") from None

    def told(self, clue: Sequence[Any]) -> dict[str, Any]:
        """The clue as it is printed."""
        return {} if clue[1] is None else {"clue": spell_clue(*clue)}


class Signs(Clue):
    """A list of signs between two cells: `r1c1>r1c2`."""

    key = "signs"

    def read(self, data: Any, grid: Grid) -> Any:
        """(greater, lesser) of each."""
        signs = [_pair(each, grid, "signs", "<>") for each in listed(data, "signs")]
        return tuple((p, q) if sign == ">" else (q, p) for p, sign, q in signs)

    def write(self, puzzle: Puzzle, value: Any) -> Any:
        """A list of text."""
        return [f"{puzzle.grid.name(p)}>{puzzle.grid.name(q)}" for p, q in value]


class Bars(Clue):
    """Adjacent: a list of bars between two cells: `r1c1|r1c2`."""

    key = "bars"

    def read(self, data: Any, grid: Grid) -> Any:
        """The two cells of each, the smaller first."""
        pairs = [_pair(each, grid, "bars", "|") for each in listed(data, "bars")]
        return tuple((min(p, q), max(p, q)) for p, _, q in pairs)

    def write(self, puzzle: Puzzle, value: Any) -> Any:
        """A list of text."""
        return [f"{puzzle.grid.name(p)}|{puzzle.grid.name(q)}" for p, q in value]


class Views(Clue):
    """`top`, `bottom`, `left` and `right`: a list each, a number or null for every line; a side may be left out."""

    key = "views"

    def read(self, data: Any, grid: Grid) -> Any:
        """From above, below, left and right."""
        if not isinstance(data, dict):
            raise TextError(f"views: expected an object with {', '.join(_SIDES)}, found {kind(data)}")
        only(data, _SIDES, "views")
        views: list[int | None] = []
        for side in _SIDES:
            seen = listed(data.get(side, [None] * grid.rows), f"views, {side}", grid.rows)
            views += (
                None if number in (None, 0, "") else whole(number, 1, grid.rows, f"views, {side}") for number in seen
            )
        return tuple(views)

    def write(self, puzzle: Puzzle, value: Any) -> Any:
        """The four sides."""
        n = puzzle.grid.rows
        return {side: list(value[i * n : (i + 1) * n]) for i, side in enumerate(_SIDES)}


class SquareJson(Format):
    """`genre`, `size`, `givens`, optionally `marks` (open numbers a cell)."""

    clues: tuple[Clue, ...] = ()
    required: tuple[str, ...] = ()

    def __init__(self, named: str) -> None:
        self.named, self.key = named, f"{named}-json"

    def recognises(self, text: str) -> bool:
        """An object that names the genre."""
        return genre_in(text) == self.named

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
        clues = {clue.key: clue.read(board.get(clue.key), grid) for clue in asked}
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
                board[clue.key] = clue.write(puzzle, value)
        if puzzle.givens:
            board["givens"] = {name(cell): value + 1 for cell, value in puzzle.givens.items()}
        if puzzle.marks is not None:
            board["marks"] = [[v + 1 for v in range(side) if mask >> v & 1] for mask in puzzle.marks]
        return json.dumps(board, ensure_ascii=False)


class LatinJson(SquareJson):
    """`size` and `givens` by cell or as rows; optionally `marks` (open numbers a cell)."""

    title = "size and givens (JSON)"


class SudokuJson(SquareJson):
    """`size`, `givens`, and `boxes` (height, width) or `regions` (rows of letters), `diagonals`, `cages`, `marks`."""

    title = "givens, boxes or regions, diagonals, cages (JSON)"
    clues = (Boxes(), Regions(), Diagonals(), Totals())


class UnequalJson(SquareJson):
    """`size`, `signs` (`r1c1>r1c2`) or `bars` (`r1c1|r1c2`), and optionally `givens` and `marks`."""

    title = "signs or bars, and givens (JSON)"
    clues = (Signs(), Bars())


class TowersJson(SquareJson):
    """`size`, `views` (`top`, `bottom`, `left`, `right`: a number or null a line), and `givens` and `marks`."""

    title = "clues of the four sides, and givens (JSON)"
    clues = (Views(),)


class KeenJson(SquareJson):
    """`size`, `cages` (each with `cells` and a `clue`), and optionally `givens` and `marks` (open numbers a cell)."""

    title = "cages and clues (JSON)"
    clues = (ClueCages(),)
    required = ("cages",)

    def recognises(self, text: str) -> bool:
        """An object that names the genre; or one with size and cages that names none, and gives no totals."""
        head = text[:100_000].lstrip("\ufeff" + SPACES)
        if not head.startswith("{") or genre_in(text) is not None:
            return super().recognises(text)
        return '"cages"' in head and '"size"' in head and '"total"' not in head


def _rows_of(board: dict[str, Any]) -> int | None:
    """The size that rows of givens or regions tell."""
    return next((len(board[key]) for key in ("givens", "regions") if isinstance(board.get(key), list)), None)


def _givens(data: Any, grid: Grid) -> dict[int, int]:
    """The givens by cell, from an object or from rows."""
    if isinstance(data, dict):
        givens = {}
        for name, number in data.items():
            cell = _cell(grid, name, "givens")
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


def _joined(row: object, number: int) -> str:
    """A row of letters or numbers as text, a character a cell."""
    symbols = "".join(map(str, range(10))) + numbers(LARGEST_SIDE).symbols[9:]
    text = ""
    for cell in listed(row, f"regions, row {number}"):
        if isinstance(cell, str) and len(cell) == 1:
            text += cell
        else:
            text += symbols[whole(cell, 0, len(symbols) - 1, f"regions, row {number}")]
    return text


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


def _pair(data: object, grid: Grid, what: str, signs: str) -> tuple[int, str, int]:
    match = _PAIR.fullmatch(data) if isinstance(data, str) else None
    if match is None or match[2] not in signs:
        raise TextError(f"{what}: expected a pair such as r1c1{signs[-1]}r1c2, found {kind(data)}")
    return _cell(grid, match[1], what), match[2], _cell(grid, match[3], what)


def _cell(grid: Grid, name: object, what: str) -> int:
    if not isinstance(name, str):
        raise TextError(f"{what}: expected a cell such as r1c1, found {kind(name)}")
    try:
        return grid.find(name)
    except GridwrightError as error:
        raise TextError(f"{what}: {error}") from None
