"""f-puzzles: a link with the puzzle as compressed JSON. SudokuPad takes the same after the id prefix `fpuzzles`.

What is read:
    size, grid              value with given: true is a given; region is a jigsaw's; givenPencilMarks are printed marks
    killercage              cages, with or without a value
    diagonal+, diagonal-    only together: the genre knows X boards, not boards with one diagonal
    title, author, ruleset  provenance

A value without `given` and centre marks are what a player has written, no part of the puzzle: `entries` tells them, a
centre mark as what it excludes. Corner marks and colours are left out. Any other constraint or drawing that says
something is an error that names it: a puzzle is never read as an easier one. Short links (`?id=`) and SudokuPad's own
ids (`ctc`, `scl`) are named as what they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from ...formats.boxes import box_map, box_shape
from ...formats.building import boxes_drawn, build, printed, remark, require_only, require_square
from ...formats.codec import DIGITS, SPACES, tidy
from ...formats.json_text import kind, listed, load_object, whole
from ...formats.lzstring import compress, decompress
from ...model import Format, Genre, Grid, GridwrightError, Puzzle, TextError, bits, shorten

PREFIX = "https://f-puzzles.com/?load="
LARGEST = 25

_ID = re.compile(r"(?:https?://[^?#]{1,100}/)?(?:\?puzzleid=)?(fpuzzles|fpuz|ctc|scl)(?=[A-Za-z0-9+/%]{8})")
_BARE = re.compile(r"[A-Za-z0-9+/]{8,}={0,3}")
_JSON_OPENING = "N4Ig"  # `{"` compressed

_NOTES = {"title": "title", "author": "author", "ruleset": "rules"}
_ABOUT = {
    "size", "grid", "killercage", "diagonal+", "diagonal-", "solution", "highlightConflicts", "disabledlogic",
    "truecandidatesoptions", "activeConstraints", "successMessage", *_NOTES,
}  # fmt: skip
"""What says nothing more about the puzzle, besides what is read."""
_CELL = {
    "value", "given", "region", "givenPencilMarks", "centerPencilMarks", "cornerPencilMarks", "c", "cArray",
    "highlight", "highlightArray",
}  # fmt: skip
_CAGE = {"cells", "value", "outlineC", "fontC", "baseC"}


class FPuzzles(Format):
    """`https://f-puzzles.com/?load=…`, a SudokuPad link or id with `fpuzzles…`, or the compressed text alone."""

    key = "f-puzzles"
    title = "f-puzzles link"

    def recognises(self, text: str) -> bool:
        """A link or id with such a puzzle, or compressed JSON."""
        head = text[:300].strip(SPACES)
        if "?load=" in head or "f-puzzles.com/" in head or _ID.match(head):
            return True
        return head.startswith(_JSON_OPENING) and _BARE.match(head) is not None

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a link."""
        return _read(_board(text), genre)

    def entries(self, text: str, puzzle: Puzzle) -> tuple[str, ...]:
        """Values that are not given, and what centre marks exclude."""
        rows = _board(text)["grid"]
        facts: list[str] = []
        for x, cell in enumerate(cell for row in rows for cell in row):
            values = range(puzzle.grid.rows)
            if x in puzzle.givens:
                continue
            if (number := cell.get("value")) in range(1, len(values) + 1):
                facts.append(puzzle.fact(x, number - 1))
            elif marks := cell.get("centerPencilMarks"):
                facts += (puzzle.fact(x, value, "-") for value in values if value + 1 not in marks)
        return tuple(facts)

    def write(self, puzzle: Puzzle) -> str:
        """The f-puzzles link."""
        require_only(puzzle, "f-puzzles", clues=("boxes", "regions", "diagonals", "cages"), marks=True)
        return PREFIX + compress(json.dumps(_written(puzzle), separators=(",", ":")))


def _board(text: str) -> dict[str, Any]:
    """The JSON object of a link or id."""
    return load_object(decompress(_payload(tidy(text).strip(SPACES))))


def _payload(text: str) -> str:
    """The compressed part of a link or id."""
    if "?load=" in text:
        code = text.partition("?load=")[2].partition("&")[0]
    elif match := _ID.match(text):
        if match[1] in ("ctc", "scl"):
            raise TextError(f"this is a puzzle in SudokuPad's own form ({match[1]}…), which is not read; f-puzzles is")
        code = text[match.end() :]
    elif "?id=" in text or text.startswith(("http:", "https:")):
        raise TextError("this link only names a puzzle that is kept elsewhere; expected one with ?load= and the puzzle")
    else:
        code = text
    code = unquote(code).replace(" ", "+")
    if not _BARE.fullmatch(code):
        bad = re.search(r"[^A-Za-z0-9+/=]", code)
        found = f"found {shorten(bad[0])}" if bad else f"found {len(code)} characters: {shorten(code)}"
        raise TextError(f"expected compressed text (base64), {found}")
    return code


def _read(board: dict[str, Any], genre: Genre) -> Puzzle:
    """The puzzle of the JSON object."""
    for key, value in board.items():
        if key not in _ABOUT and value:
            raise TextError(f"this puzzle has {shorten(key)}, which is not supported")
    side = whole(board.get("size"), 1, LARGEST, "size")
    grid = Grid(side, side)
    cells = [
        _cell(cell, grid.name(r * side + c))
        for r, row in enumerate(listed(board.get("grid"), "grid", side))
        for c, cell in enumerate(listed(row, f"grid, row {r + 1}", side))
    ]
    clues: dict[str, Any] = {
        "regions": _regions(cells, grid),
        "diagonals": _diagonals(board),
        "cages": tuple(_cages(board, grid)),
    }
    givens = {
        i: whole(cell["value"], 1, side, f"{grid.name(i)}, value") - 1
        for i, cell in enumerate(cells)
        if cell.get("given") and cell.get("value")
    }
    provenance = {told: remark(board[key]) for key, told in _NOTES.items() if isinstance(board.get(key), str)}
    return build(
        genre,
        side,
        side,
        givens=givens,
        clues={key: value for key, value in clues.items() if value},
        marks=_marks(cells, grid),
        provenance={told: text for told, text in provenance.items() if text},
    )


def _cell(cell: object, name: str) -> dict[str, Any]:
    if not isinstance(cell, dict):
        raise TextError(f"{name}: expected an object, found {kind(cell)}")
    for key, value in cell.items():
        if key not in _CELL and value:
            raise TextError(f"{name} has {shorten(key)}, which is not supported")
    return cell


def _regions(cells: list[dict[str, Any]], grid: Grid) -> tuple[int, ...] | None:
    """The region of each cell; None where none is printed. A cell without one keeps its usual box."""
    if not any("region" in cell for cell in cells):
        return None
    usual = box_map(grid.rows, *box_shape(grid.rows))
    for i, cell in enumerate(cells):
        if "region" in cell and cell["region"] is None:
            raise TextError(f"{grid.name(i)} is in no region, which is not supported")
    return tuple(
        whole(cell.get("region", usual[i]), 0, len(grid), f"{grid.name(i)}, region") for i, cell in enumerate(cells)
    )


def _diagonals(board: dict[str, Any]) -> bool:
    both = [key for key in ("diagonal+", "diagonal-") if board.get(key)]
    if len(both) == 1:
        raise TextError(f"this puzzle has {both[0]!r} alone; only both diagonals together are supported")
    return len(both) == 2


def _cages(board: dict[str, Any], grid: Grid) -> Iterator[tuple[tuple[int, ...], int | None]]:
    for number, cage in enumerate(listed(board.get("killercage") or [], "killercage"), start=1):
        where = f"cage {number}"
        if not isinstance(cage, dict):
            raise TextError(f"{where}: expected an object, found {kind(cage)}")
        for key, value in cage.items():
            if key not in _CAGE and value:
                raise TextError(f"{where} has {shorten(key)}, which is not supported")
        names = listed(cage.get("cells"), f"{where}, cells")
        if not names or len(names) > len(grid):
            raise TextError(f"{where}: expected 1 to {len(grid)} cells, found {len(names)}")
        cells = []
        for name in names:
            if not isinstance(name, str):
                raise TextError(f"{where}: expected cells such as R1C1, found {kind(name)}")
            try:
                cells.append(grid.find(name))
            except GridwrightError as error:
                raise TextError(f"{where}: {error}") from None
        yield tuple(sorted(cells)), _total(cage.get("value"), where)


def _total(value: object, where: str) -> int | None:
    """A cage's total: f-puzzles writes it as text, and leaves it out or empty where there is none."""
    if value is None or value == "":
        return None
    if isinstance(value, str) and len(value) <= 4 and all(c in DIGITS for c in value):
        value = int(value)
    return whole(value, 1, 9999, f"{where}, value")


def _marks(cells: list[dict[str, Any]], grid: Grid) -> list[int] | None:
    """The printed candidates; None where no cell has any."""
    if not any(cell.get("givenPencilMarks") for cell in cells):
        return None
    masks = []
    for i, cell in enumerate(cells):
        mask = 0
        for mark in listed(cell.get("givenPencilMarks") or [], f"{grid.name(i)}, givenPencilMarks"):
            mask |= 1 << whole(mark, 1, grid.rows, f"{grid.name(i)}, givenPencilMarks") - 1
        masks.append(mask or (1 << grid.rows) - 1)
    return masks


def _written(puzzle: Puzzle) -> dict[str, Any]:
    """The JSON object of a puzzle."""
    side = require_square(puzzle, "f-puzzles")
    grid = puzzle.grid
    cells: list[dict[str, Any]] = [{} for _ in range(side * side)]
    for variable, value in puzzle.givens.items():
        cells[variable] |= {"value": value + 1, "given": True}
    regions = printed(puzzle, "regions")
    if printed(puzzle, "boxes"):
        regions = box_map(side, *boxes_drawn(puzzle))
    for cell, region in zip(cells, regions or (), strict=regions is not None):
        cell["region"] = region
    for cell, mask in zip(cells, puzzle.marks or (), strict=puzzle.marks is not None):
        cell["givenPencilMarks"] = [value + 1 for value in bits(mask)]
    board: dict[str, Any] = {"size": side}
    board |= {key: remark(puzzle.provenance[told]) for key, told in _NOTES.items() if puzzle.provenance.get(told)}
    board["grid"] = [cells[r * side : (r + 1) * side] for r in range(side)]
    if printed(puzzle, "diagonals"):
        board |= {"diagonal+": True, "diagonal-": True}
    if printed(puzzle, "cages"):
        board["killercage"] = [
            {"cells": [grid.name(c).upper() for c in members]} | ({} if total is None else {"value": str(total)})
            for members, total in printed(puzzle, "cages")
        ]
    return board
