"""What several rulebooks share: a variable a cell, the lines of a board, random regions and Latin squares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any

from ..model import Domain, Grid, Group, Permutation, Puzzle, PuzzleError, RandomStream, Variable, region_letter
from ..model.variable import Variables


@lru_cache(maxsize=256)
def cells(grid: Grid, domain: Domain) -> tuple[Variable, ...]:
    """A variable for each cell, in reading order."""
    return Variables(Variable(place, domain) for place in grid.cells)


@lru_cache(maxsize=256)
def rows_and_columns(grid: Grid) -> tuple[Group, ...]:
    """The groups "row 1", "row 2", … "column 1", …"""
    return tuple(named("row", grid.row_lines)) + tuple(named("column", grid.column_lines))


@lru_cache(maxsize=256)
def full_lines(grid: Grid) -> tuple[Permutation, ...]:
    """Each value once in every row and column; boards of a size share it."""
    return tuple(map(Permutation, rows_and_columns(grid)))


def named(kind: str, lines: tuple[tuple[int, ...], ...]) -> Iterator[Group]:
    """A group for each line: its kind and number."""
    for number, line in enumerate(lines, start=1):
        yield Group(kind, line, number)


def lettered(regions: Iterable[tuple[int, ...]]) -> Iterator[Group]:
    """A group for each region: its letter is the one that files and pictures have."""
    for number, members in enumerate(regions):
        yield Group("region", members, letter=region_letter(number))


def must_be_square(grid: Grid, least: int, most: int) -> None:
    """Raise unless the board is a square of a size that the genre has."""
    if grid.rows != grid.columns:
        raise PuzzleError(f"expected as many rows as columns, found {grid.rows} rows and {grid.columns} columns")
    if not least <= grid.rows <= most:
        raise PuzzleError(f"expected a board of {least} to {most} rows, found {grid.rows}")


def none_without_entries(clue: str) -> Callable[[Grid, dict[str, Any]], dict[str, Any]]:
    """A `normalise` by which a clue that has no entry for any cell or line is not there."""

    def normalise(grid: Grid, clues: dict[str, Any]) -> dict[str, Any]:
        if clues.get(clue) is not None and all(entry is None for entry in clues[clue]):
            clues[clue] = None
        return clues

    return normalise


def numbers_or_none(puzzle: Puzzle, clue: str, least: int, most: int) -> None:
    """Raise unless a clue has a number between these, or None, for each cell; or is not there."""
    entries = puzzle.clue(clue)
    if entries is None:
        return
    if len(entries) != len(puzzle.grid):
        raise PuzzleError(f"expected {clue} for {len(puzzle.grid)} cells, found {len(entries)}")
    for cell, entry in enumerate(entries):
        if entry is not None and not (isinstance(entry, int) and least <= entry <= most):
            raise PuzzleError(f"{puzzle.grid.name(cell)}: expected a number from {least} to {most}, found {entry}")


def stretches(line: tuple[int, ...], inside: Callable[[int], bool]) -> Iterator[tuple[int, ...]]:
    """The parts of a line without a gap, where these cells are inside."""
    for among, cells in groupby(line, inside):
        if among:
            yield tuple(cells)


TRADES = 40
"""Trades that are tried for each cell of a board: the strips that regions begin as are then no longer to be seen."""


def regions_of_size(grid: Grid, size: int, stream: RandomStream) -> tuple[int, ...]:
    """A random division of the board into connected regions of so many cells, as a number for each cell.

    Starts from strips, back and forth along the rows, and trades cells between neighbouring regions: one goes over and
    another comes back, if both regions stay connected.
    """
    path = [cell for r, line in enumerate(grid.row_lines) for cell in (line if r % 2 == 0 else line[::-1])]
    region = [0] * len(grid)
    for i, cell in enumerate(path):
        region[cell] = i // size
    cells = [set(path[i : i + size]) for i in range(0, len(path), size)]
    beside = [grid.beside(cell) for cell in range(len(grid))]
    for _ in range(TRADES * len(grid)):
        p = stream.below(len(grid))
        foreign = [q for q in beside[p] if region[q] != region[p]]
        if not foreign:
            continue
        a, b = region[p], region[stream.choose(foreign)]
        mine, theirs = cells[a] - {p}, cells[b] | {p}
        if not connected(beside, mine):
            continue
        q = stream.choose(sorted(q for q in cells[b] if any(near in mine for near in beside[q])) or [p])
        if q != p and connected(beside, theirs - {q}):
            region[p], region[q] = b, a
            cells[a], cells[b] = mine | {q}, theirs - {q}
    return tuple(region)


def connected(beside: list[tuple[int, ...]], cells: set[int]) -> bool:
    """Do the cells hang together, where each has these beside it?"""
    reached: set[int] = set()
    edge = [min(cells)] if cells else []
    while edge:
        cell = edge.pop()
        if cell not in reached:
            reached.add(cell)
            edge += (q for q in beside[cell] if q in cells)
    return reached == cells
