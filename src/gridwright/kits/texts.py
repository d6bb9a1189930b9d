"""Text forms that follow from a clue with an entry for each cell.

rows_of(WALLS)                                  rows of signs, and JSON with these rows
sgt_runs("Light Up", WALLS, {"B": -1})          an sgt game ID: signs among runs of empty cells
NumberLink("akari", "walls", Number4, -1)       a puzz.link address (formats.puzz_link)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..formats.cell_runs import CellRuns, CellSigns
from ..formats.clue_grid import ClueGrid
from ..formats.clue_json import ClueJson
from ..formats.codec import TextCodec
from ..formats.puzz_link import NumberLink
from ..formats.runs import Runs
from ..formats.sgt_cells import SgtCells
from ..model.format import Format
from .clues import CellClue


def rows_of(clue: CellClue) -> ClueGrid:
    """Return the form of rows with a sign for each cell."""
    return ClueGrid(clue.key, {sign: entry.entry for sign, entry in clue.signs.items()})


def texts(
    key: str, clue: CellClue, *, sgt: Format | None = None,
    link: tuple[str, Callable[[int], TextCodec[Any]], *tuple[str, ...]] | None = None,
) -> tuple[Format, ...]:  # fmt: skip
    """Return the forms of a genre: sgt, rows, puzz.link and JSON. `link` is a pid, a codec, and other pids."""
    rows = rows_of(clue)
    forms: list[Format] = [rows]
    if sgt is not None:
        forms.insert(0, sgt)
    if link is not None:
        pid, codec, *also = link
        forms.append(NumberLink(pid, clue.key, codec, clue.bare, *also))
    forms.append(ClueJson(key, rows))
    return tuple(forms)


def sgt_runs(game: str, clue: CellClue, signs: Mapping[str, int] | None = None, **more: str) -> SgtCells:
    """Return the sgt form with a digit for each number, and these signs, among runs of empty cells."""
    assert isinstance(clue.most, int)
    known = {**{str(number): number for number in range(clue.least, clue.most + 1)}, **(signs or {})}
    return SgtCells(game, clue.key, lambda grid: CellRuns(len(grid), known), **more)


def sgt_numbers(game: str, clue: CellClue, **more: str) -> SgtCells:
    """Return the sgt form with decimal numbers among runs of empty cells."""
    return SgtCells(game, clue.key, lambda grid: Runs(len(grid), clue.range(grid)[1]), **more)


def sgt_signs(game: str, clue: CellClue, **more: str) -> SgtCells:
    """Return the sgt form with a sign in every cell."""
    return SgtCells(game, clue.key, lambda grid: CellSigns(len(grid)), **more)
