"""Small boards for pictures, of genres made for the purpose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gridwright.model import Constraint, Domain, Format, Genre, Grid, Puzzle, Variable
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

    def variables(puzzle: Puzzle) -> tuple[Variable, ...]:
        return tuple(Variable(place, Domain(symbols)) for place in puzzle.grid.cells)

    def constraints(puzzle: Puzzle) -> Iterable[Constraint]:
        return ()

    def drawing(puzzle: Puzzle) -> Iterator[Feature]:
        yield from features

    formats: tuple[Format, ...] = ()
    kind: dict[str, Any] = {"rulebook": "", "sizes": "", "formats": formats}
    genre = Genre(key="test", title=title, variables=variables, constraints=constraints, drawing=drawing, **kind)
    return Puzzle(genre, Grid(rows, columns), givens=givens, marks=marks)
