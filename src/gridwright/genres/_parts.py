"""What several rulebooks share: a variable a cell, the lines of a board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..model import Domain, Grid, Group, PuzzleError, Variable


@lru_cache(maxsize=256)
def cells(grid: Grid, domain: Domain) -> tuple[Variable, ...]:
    """A variable for each cell, in reading order."""
    return tuple(Variable(grid.name(cell), cell, domain) for cell in range(len(grid)))


@lru_cache(maxsize=256)
def rows_and_columns(grid: Grid) -> tuple[Group, ...]:
    """The groups "row 1", "row 2", … "column 1", …"""
    return tuple(named("row", grid.row_lines)) + tuple(named("column", grid.column_lines))


def named(kind: str, lines: tuple[tuple[int, ...], ...]) -> Iterator[Group]:
    """A group for each line: its kind and number."""
    for number, line in enumerate(lines, start=1):
        yield Group(kind, f"{kind} {number}", line)


def must_be_square(grid: Grid, least: int, most: int) -> None:
    """Raise unless the board is a square of a size that the genre has."""
    if grid.rows != grid.columns:
        raise PuzzleError(f"expected as many rows as columns, found {grid.rows} rows and {grid.columns} columns")
    if not least <= grid.rows <= most:
        raise PuzzleError(f"expected a board of {least} to {most} rows, found {grid.rows}")
