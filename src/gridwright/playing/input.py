"""How values are entered where somebody plays: what a stroke does, what a tap goes through.

It follows from what a genre declares: numbers are written into cells that were selected, lines are drawn along
borders, and of two values one is what people look for and the other says that it is not there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..model.drawing import Icon
from ..model.puzzle import Puzzle

Stroke = Literal["select", "paint", "draw"]
"""A drag selects places; or paints them, the first deciding what; or draws lines from dot to dot, from cell to cell."""

LINES = ("line", "double-line")
NOT_THERE = ("dot", "cross", "nothing")
"""The shapes of a value that says that something is not there."""


@dataclass(frozen=True)
class PointerInput:
    """What a pointer does on the board; values by their symbols."""

    stroke: Stroke = "select"
    cycle: tuple[str, ...] = ()
    """What one tap after the other writes, "" for nothing; empty where taps only select."""
    paints: tuple[str, ...] = ()
    """What a stroke may write."""
    second: str | None = None
    """What the second button writes: that it is not there."""
    fills: str | None = None
    """The value that can write `second` wherever it rules itself out: a star crosses out its row."""

    @property
    def first(self) -> str | None:
        """What the first button writes."""
        return next((symbol for symbol in self.cycle if symbol not in ("", self.second)), None)


def input_of(puzzle: Puzzle) -> PointerInput:
    """Return how the values of a puzzle are entered: as its values and their pictures suggest.

    >>> from gridwright.genres import parse
    >>> input_of(parse("1...", genre="latin"))
    PointerInput(stroke='select', cycle=(), paints=(), second=None, fills=None)
    >>> input_of(parse("AAB/ABB/CCC", genre="queens"))
    PointerInput(stroke='paint', cycle=('', '.', '*'), paints=('.',), second='.', fills='*')
    """
    shapes = {each.symbol: each.shape for each in puzzle.genre.drawing(puzzle) if isinstance(each, Icon)}
    symbols = max((variable.domain.symbols for variable in puzzle.variables), key=len)
    away = next((symbol for symbol in symbols if shapes.get(symbol) in NOT_THERE), None)
    lines = tuple(symbol for symbol in symbols if shapes.get(symbol) in LINES)
    if lines:
        absent = () if away is None else (away,)
        return PointerInput("draw", ("", *lines, *absent), (*lines, *absent), away)
    if len(symbols) != 2 or (away is None and not shapes and any(map(str.isdigit, symbols))):
        return PointerInput()
    away = symbols[0] if away is None else away
    (there,) = (symbol for symbol in symbols if symbol != away)
    if shapes.get(there) == "shade":
        return PointerInput("paint", ("", there, away), (there, away), away)
    return PointerInput("paint", ("", away, there), (away,), away, there)
