"""Values at places of any kind: corners, borders, steps from cell to cell, spans between far cells.

Places(lambda puzzle: [Variable(corner, POSTS) for corner in puzzle.grid.corners], text=LineText({"x": "+"}))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from ..model.board_text import BoardText
from ..model.drawing import Feature
from ..model.grid import Grid
from ..model.place import Kind, Place
from ..model.puzzle import Puzzle
from ..model.space import Layout, Space, Value
from ..model.variable import Variable, Variables


class PlaceLayout(Layout):
    """A variable for each of some places."""

    @cached_property
    def at(self) -> dict[str, int]:
        """The variable at each place, by the place's name."""
        return {variable.name: x for x, variable in enumerate(self.variables, start=self.first)}

    def near(self, place: Place, kind: Kind) -> tuple[int, ...]:
        """Return the variables at those places of a kind that touch a place."""
        return tuple([self.at[other.name] for other in self.grid.neighbours(place, kind) if other.name in self.at])


class Places(Space):
    """A variable for each place that a function of the puzzle lists."""

    def __init__(
        self, variables: Callable[[Puzzle], Iterable[Variable]], *, text: BoardText, blanks: str = ".",
        spellings: Mapping[str, str] | None = None, icons: Sequence[Feature] = (), below: Sequence[Feature] = (),
        values: Sequence[Value] = (), kit: str = "", gives_values: bool = False,
    ) -> None:  # fmt: skip
        """Declare the places. `icons` are the pictures of values, `below` is drawn below clues."""
        self._variables, self.text, self.blanks, self.spellings = variables, text, blanks, spellings or {}
        self._icons, self._below, self.values, self.kit = icons, below, values, kit
        self.gives_values = gives_values

    def layout(self, puzzle: Puzzle) -> PlaceLayout:
        """Return the layout of the puzzle's places."""
        return _place_layout(self, puzzle.grid, tuple(self._variables(puzzle)))

    def icons(self) -> Iterable[Feature]:
        """Return the pictures of the values."""
        return self._icons

    def below(self) -> Iterable[Feature]:
        """Return what is drawn below clues."""
        return self._below


@lru_cache(maxsize=64)
def _place_layout(space: Space, grid: Grid, variables: tuple[Variable, ...]) -> PlaceLayout:
    """Return the layout of these places; the last ones are kept. The space is part of the key: rules differ."""
    return PlaceLayout(grid, Variables(variables))
