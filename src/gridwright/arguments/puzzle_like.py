"""What the verbs take: a puzzle in whatever form somebody has it.

@takes_puzzle         the first argument is a puzzle, or what can be read as one: text, rows, a document …
@takes_position       … or a State
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

from ..formats.reading import may_hold_entries
from ..genres import parse
from ..model import Puzzle, State
from ..model.upper_layers import upper
from .keywords import keywords_of, unknown_keyword

P = ParamSpec("P")
R = TypeVar("R")


class AboutPuzzle(Protocol):
    """Something that belongs to a puzzle: what `generate` made, a trace, an answer."""

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle."""


PuzzleLike: TypeAlias = Puzzle | str | Sequence[object] | Mapping[str, Any] | AboutPuzzle
"""A puzzle, its text, the rows of its grid, a document of it, or something that belongs to it."""
PositionLike: TypeAlias = State | PuzzleLike
"""A position, or what a puzzle starts with."""


def puzzle_of(given: PuzzleLike) -> Puzzle:
    """The puzzle of whatever says one.

    >>> puzzle_of({"schema": "gridwright.puzzle/1", "puzzle": "1...3..4..2....1", "genre": "sudoku"}).grid
    Grid(rows=4, columns=4)
    """
    if isinstance(given, Puzzle):
        return given
    if isinstance(given, Mapping):
        found = upper().read_document(given).puzzle
    elif isinstance(given, str | Sequence) or hasattr(given, "tolist"):
        text: Any = given
        return parse(text)
    else:
        found = getattr(given, "puzzle", None)
    if not isinstance(found, Puzzle):
        forms = "a Puzzle, its text, the rows of its grid or a document"
        raise TypeError(f"expected a puzzle ({forms}), found {type(given).__name__}")
    return found


def position_of(given: PositionLike) -> Puzzle | State:
    """The position of whatever says one, a link with entries too; a puzzle is where it starts."""
    if isinstance(given, State):
        return given
    if isinstance(given, Mapping) and isinstance(place := upper().read_document(given).position, State):
        return place
    puzzle = puzzle_of(given)
    if isinstance(given, str) and may_hold_entries(given):
        return upper().entered(given, puzzle) or puzzle
    return puzzle


def takes_puzzle(function: Callable[Concatenate[Puzzle, P], R]) -> Callable[Concatenate[PuzzleLike, P], R]:
    """The first argument may be whatever says a puzzle."""
    return _reading(function, puzzle_of)


def takes_position(function: Callable[Concatenate[Puzzle | State, P], R]) -> Callable[Concatenate[PositionLike, P], R]:
    """The first argument may be whatever says a puzzle or a position."""
    return _reading(function, position_of)


def _reading(function: Callable[..., R], read: Callable[[Any], Any]) -> Callable[..., R]:
    known = keywords_of(function)

    @wraps(function)
    def verb(given: Any, *arguments: Any, **keywords: Any) -> R:
        if not keywords.keys() <= known:
            raise unknown_keyword(function, next(name for name in keywords if name not in known))
        return function(read(given), *arguments, **keywords)

    return verb
