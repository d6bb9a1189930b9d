"""How a (half-)filled board is written, flat and without a separator: a genre says which of these forms is its own.

    CellText     a character a cell                         1234341221434321
    LineText     a character a point, lines drawn as such   +-+-+|   |+-+-+
    ListText     a character a variable, in their order     for places far apart

An undecided variable is a blank of its genre; a value is its symbol, or another spelling that the genre allows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from .errors import PuzzleError, shorten
from .variable import Variable, Variables

if TYPE_CHECKING:
    from .puzzle import Puzzle

Values = tuple[int | None, ...]


class BoardText(Protocol):
    """One way to write boards."""

    def shape(self, puzzle: Puzzle) -> tuple[int, int]:
        """How many rows of how many characters a board has."""

    def write(self, puzzle: Puzzle, values: Sequence[int | None]) -> str:
        """The board with a value, or None, for each variable."""

    def strip(self, puzzle: Puzzle, text: str) -> str:
        """The characters of a board without what may stand between them."""

    def read(self, puzzle: Puzzle, text: str, *, filled: bool = False) -> Values:
        """The value of each variable, or None; where a blank is also a value's symbol, `filled` means the value."""


class CellText:
    """A character for each cell, row by row; `hole` where it holds no value. White space and `/` do not count."""

    def __init__(self, hole: str = "#") -> None:
        self.hole = hole

    def shape(self, puzzle: Puzzle) -> tuple[int, int]:
        """The grid's."""
        return puzzle.grid.rows, puzzle.grid.columns

    def write(self, puzzle: Puzzle, values: Sequence[int | None]) -> str:
        """The symbols, each at its cell."""
        variables = puzzle.variables
        if (
            isinstance(variables, Variables)
            and len(variables) == len(values) == len(puzzle.grid)
            and None not in values
        ) and (known := variables.symbols) is not None:
            return bytes(values).decode("latin-1").translate(known)  # type: ignore[arg-type]
        symbols, blank = [self.hole] * len(puzzle.grid), puzzle.genre.blanks[0]
        for variable, value in zip(puzzle.variables, values, strict=True):
            symbols[variable.place.number] = blank if value is None else variable.domain.symbols[value]
        return "".join(symbols)

    def strip(self, puzzle: Puzzle, text: str) -> str:
        """Without white space and `/`."""
        return "".join(text.split()).replace("/", "")

    def read(self, puzzle: Puzzle, text: str, *, filled: bool = False) -> Values:
        """The values at the cells."""
        symbols = _expected(self, puzzle, text)
        known: dict[tuple[str, str], int | None] = {}  # what a symbol means is looked up once for a domain
        values = []
        for variable in puzzle.variables:
            key = symbols[variable.place.number], variable.domain.symbols
            if key not in known:
                known[key] = _value(puzzle, variable, key[0], filled)
            values.append(known[key])
        return tuple(values)


class LineText:
    """A character for each point of the board: 2h + 1 rows of 2w + 1, corners as `+`, cells as spaces.

    A variable stands at its point. What is drawn upright may have a character of its own, and where a space is a
    value, spaces count: only line breaks and `/` may stand between rows, and what is missing at their ends is spaces.
    """

    def __init__(self, drawn: Mapping[str, str], upright: Mapping[str, str] = MappingProxyType({})) -> None:
        self.drawn = dict(drawn)
        """Symbol → the character that is drawn for it, where they differ: " " for a cross."""
        self.upright = {**drawn, **upright}
        """The same for places where a line runs from top to bottom."""

    def shape(self, puzzle: Puzzle) -> tuple[int, int]:
        """The points."""
        return 2 * puzzle.grid.rows + 1, 2 * puzzle.grid.columns + 1

    def write(self, puzzle: Puzzle, values: Sequence[int | None]) -> str:
        """The drawing."""
        (_, width), blank = self.shape(puzzle), puzzle.genre.blanks[0]
        rim = "+ " * puzzle.grid.columns + "+"
        symbols = list((rim + " " * width) * puzzle.grid.rows + rim)
        for variable, value in zip(puzzle.variables, values, strict=True):
            ((row, column),) = variable.place.points
            symbol = blank if value is None else variable.domain.symbols[value]
            symbols[row * width + column] = self._drawn(variable).get(symbol, symbol)
        return "".join(symbols)

    def strip(self, puzzle: Puzzle, text: str) -> str:
        """Without line breaks and `/` between rows."""
        _, width = self.shape(puzzle)
        rows = text.replace("/", "\n").strip("\r\n").splitlines()
        return "".join(row.ljust(width) for row in rows) if len(rows) > 1 else "".join(rows)

    def read(self, puzzle: Puzzle, text: str, *, filled: bool = False) -> Values:
        """The values at the points; a place without a variable holds what we would draw there."""
        symbols, (_, width) = _expected(self, puzzle, text), self.shape(puzzle)
        values = []
        for variable in puzzle.variables:
            ((row, column),) = variable.place.points
            symbol = symbols[row * width + column]
            meant = {character: value for value, character in self._drawn(variable).items()}
            values.append(_value(puzzle, variable, meant.get(symbol, symbol), filled))
        bare = self.write(puzzle, [None] * len(values))
        taken = {row * width + column for each in puzzle.variables for row, column in each.place.points}
        for at, (found, expected) in enumerate(zip(symbols, bare, strict=True)):
            if at not in taken and found not in (expected, " "):
                row, column = divmod(at, width)
                raise PuzzleError(
                    f"line {row + 1}, character {column + 1}: expected {expected!r}, found {shorten(found)}"
                )
        return tuple(values)

    def _drawn(self, variable: Variable) -> Mapping[str, str]:
        return self.upright if variable.place.upright else self.drawn


class ListText(CellText):
    """A character for each variable, in the order of the variables. White space and `/` do not count."""

    def shape(self, puzzle: Puzzle) -> tuple[int, int]:
        """One row of the variables."""
        return 1, len(puzzle.variables)

    def write(self, puzzle: Puzzle, values: Sequence[int | None]) -> str:
        """The symbols."""
        blank = puzzle.genre.blanks[0]
        each = zip(puzzle.variables, values, strict=True)
        return "".join(blank if value is None else variable.domain.symbols[value] for variable, value in each)

    def read(self, puzzle: Puzzle, text: str, *, filled: bool = False) -> Values:
        """The values in their order."""
        symbols = _expected(self, puzzle, text)
        return tuple(_value(puzzle, *each, filled) for each in zip(puzzle.variables, symbols, strict=True))


def _expected(form: BoardText, puzzle: Puzzle, text: str) -> str:
    """The characters of a board, as many as it has."""
    symbols, (rows, columns) = form.strip(puzzle, text), form.shape(puzzle)
    if len(symbols) != rows * columns:
        what = "cells" if (rows, columns) == (puzzle.grid.rows, puzzle.grid.columns) else "characters"
        raise PuzzleError(f"expected a board of {rows * columns} {what}, found {len(symbols)}")
    return symbols


def _value(puzzle: Puzzle, variable: Variable, symbol: str, filled: bool) -> int | None:
    """The value that a symbol means at a variable; None for a blank."""
    genre, domain = puzzle.genre, variable.domain
    meant = genre.spellings.get(symbol)
    if meant is not None:
        return domain.index(meant)
    if symbol in domain.symbols and (filled or symbol not in genre.blanks):
        return domain.index(symbol)
    if symbol in genre.blanks:
        return None
    raise PuzzleError(
        f"{variable.name}: expected one of {domain.symbols} or {genre.blanks[0]!r}, found {shorten(symbol)}"
    )
