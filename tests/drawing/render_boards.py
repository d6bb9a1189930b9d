"""Small boards for pictures, of genres made for the purpose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gridwright.kits.places import Places
from gridwright.model import CellText, Domain, Genre, Grid, Puzzle, Variable
from gridwright.model.drawing import Feature


def board(
    rows: int,
    columns: int,
    *features: Feature,
    symbols: str = "1234",
    title: str = "Test",
    givens: Mapping[int, int] | None = None,
    marks: Sequence[int] | None = None,
) -> Puzzle:
    """A board that shows these features."""

    space = Places(
        lambda puzzle: [Variable(place, Domain(symbols)) for place in puzzle.grid.cells],
        text=CellText(), icons=features, blanks=".0_",
    )  # fmt: skip
    genre = Genre(title, "", key="test", sizes="", space=space, rules=lambda layout: (), formats=())
    return Puzzle(genre, Grid(rows, columns), givens=givens, marks=marks)
