"""What the verbs take: a puzzle in whatever form somebody has it, and keywords that exist.

@takes_puzzle         the first argument is a puzzle, or what can be read as one: text, rows, a document …
@takes_position       … or a State
@has_keywords         nothing is read, but a keyword that is not there is told with those that are
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import wraps
from importlib import import_module
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

from .formats.reading import may_hold_entries
from .genres import parse
from .model import Puzzle, State

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
        found = _document(given).puzzle
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
    if isinstance(given, Mapping) and isinstance(place := _document(given).position, State):
        return place
    puzzle = puzzle_of(given)
    if isinstance(given, str) and may_hold_entries(given):
        entered: State | None = import_module("gridwright.marks").entered(given, puzzle)
        return entered or puzzle
    return puzzle


def _document(given: Mapping[str, Any]) -> Any:
    """What a document says, read by an upper layer that is looked up when it is needed."""
    return import_module("gridwright.documents").read(given)


def takes_puzzle(function: Callable[Concatenate[Puzzle, P], R]) -> Callable[Concatenate[PuzzleLike, P], R]:
    """The first argument may be whatever says a puzzle."""
    return _reading(function, puzzle_of)


def takes_position(function: Callable[Concatenate[Puzzle | State, P], R]) -> Callable[Concatenate[PositionLike, P], R]:
    """The first argument may be whatever says a puzzle or a position."""
    return _reading(function, position_of)


def has_keywords(function: Callable[P, R]) -> Callable[P, R]:
    """A keyword that the function does not have is told with those that it has."""
    known = keywords_of(function)

    @wraps(function)
    def verb(*arguments: P.args, **keywords: P.kwargs) -> R:
        if not keywords.keys() <= known:
            raise unknown_keyword(function, next(name for name in keywords if name not in known))
        return function(*arguments, **keywords)

    return verb


def _reading(function: Callable[..., R], read: Callable[[Any], Any]) -> Callable[..., R]:
    known = keywords_of(function)

    @wraps(function)
    def verb(given: Any, *arguments: Any, **keywords: Any) -> R:
        if not keywords.keys() <= known:
            raise unknown_keyword(function, next(name for name in keywords if name not in known))
        return function(read(given), *arguments, **keywords)

    return verb


def keywords_of(function: Callable[..., Any]) -> frozenset[str]:
    """The names of a function's parameters, in their order."""
    return frozenset(inspect.signature(function).parameters)


def unknown_keyword(function: Callable[..., Any], name: str) -> TypeError:
    """What to say of a keyword that is not there."""
    names = [each for each in inspect.signature(function).parameters if each != "genre"]
    near = get_close_matches(name, names, n=1)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    besides = "; gw.parse(text, genre=…) names the genre of a text" if name in ("genre", "format") else ""
    return TypeError(f"{function.__name__} has no keyword {name!r}{guess}{besides} (there are: {', '.join(names)})")
