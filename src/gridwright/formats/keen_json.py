"""Keen JSON: `{"size": 6, "cages": [{"cells": ["r1c1", "r1c2"], "clue": "24×"}, …], "givens": {"r1c1": 3}}`."""

from __future__ import annotations

import json
from typing import Any

from ..model import Format, Genre, Grid, GridwrightError, Puzzle, TextError, shorten
from ..model.grid import LARGEST_SIDE
from .building import build, require_only, require_square
from .clue_text import read_clue, spell_clue
from .codec import SPACES
from .json_text import kind, listed, load_object, whole


class KeenJson(Format):
    """`size`, `cages` (each with `cells` and a `clue`), and optionally `givens` and `marks` (open numbers a cell)."""

    key = "keen-json"
    title = "cages and clues (JSON)"

    def recognises(self, text: str) -> bool:
        """An object with size and cages."""
        head = text[:100_000].lstrip("\ufeff" + SPACES)
        return head.startswith("{") and '"cages"' in head and '"size"' in head

    def resembles(self, text: str) -> bool:
        """The beginning of an object."""
        return text[:100].lstrip("\ufeff" + SPACES).startswith("{")

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of an object."""
        board = load_object(text)
        _only(board, ("size", "cages", "givens", "marks"), "the puzzle")
        side = whole(board.get("size"), 1, LARGEST_SIDE, "size")
        grid = Grid(side, side)
        cages = []
        for number, cage in enumerate(listed(board.get("cages"), "cages"), start=1):
            what = f"cage {number}"
            if not isinstance(cage, dict):
                raise TextError(f"{what}: expected an object, found {kind(cage)}")
            _only(cage, ("cells", "clue"), what)
            cells = tuple(_cell(grid, name, what) for name in listed(cage.get("cells"), f"{what}, cells"))
            if len(set(cells)) != len(cells):
                raise TextError(f"{what} names a cell twice")
            clue = cage.get("clue", "")
            if not isinstance(clue, str):
                raise TextError(f"{what}, clue: expected text, found {kind(clue)}")
            try:
                cages.append((cells, *read_clue(clue)))
            except TextError as error:
                raise TextError(f"{what}: {error.message}") from None
        givens = {}
        for name, number in _object(board.get("givens", {}), "givens").items():
            givens[_cell(grid, name, "givens")] = whole(number, 1, side, f"givens, {shorten(name)}") - 1
        return build(genre, side, side, clues={"cages": tuple(cages)}, givens=givens, marks=_marks(board, grid))

    def write(self, puzzle: Puzzle) -> str:
        """The object, on one line."""
        require_only(puzzle, "Keen JSON", clues=("cages",), marks=True)
        side, grid = require_square(puzzle, "Keen JSON"), puzzle.grid
        board: dict[str, Any] = {"size": side, "cages": []}
        for cells, operation, target in puzzle.clue("cages"):
            clue = {} if target is None else {"clue": spell_clue(operation, target)}
            board["cages"].append({"cells": [grid.name(cell) for cell in cells], **clue})
        if puzzle.givens:
            board["givens"] = {grid.name(cell): value + 1 for cell, value in puzzle.givens.items()}
        if puzzle.marks is not None:
            board["marks"] = [[v + 1 for v in range(side) if mask >> v & 1] for mask in puzzle.marks]
        return json.dumps(board, ensure_ascii=False)


def _marks(board: dict[str, Any], grid: Grid) -> list[int] | None:
    if "marks" not in board:
        return None
    masks = []
    for cell, numbers in enumerate(listed(board["marks"], "marks", len(grid))):
        what = f"marks, {grid.name(cell)}"
        mask = 0
        for number in listed(numbers, what):
            mask |= 1 << whole(number, 1, grid.rows, what) - 1
        masks.append(mask)
    return masks


def _object(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TextError(f"{what}: expected an object, found {kind(value)}")
    return value


def _only(found: dict[str, Any], known: tuple[str, ...], what: str) -> None:
    for key in found:
        if key not in known:
            raise TextError(f"{what} has an unknown key {shorten(key)}; expected {', '.join(known)}")


def _cell(grid: Grid, name: object, what: str) -> int:
    if not isinstance(name, str):
        raise TextError(f"{what}: expected a cell such as r1c1, found {kind(name)}")
    try:
        return grid.find(name)
    except GridwrightError as error:
        raise TextError(f"{what}: {error}") from None
