"""From what a format has read to a Puzzle, and what a format says when it has no words for one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ..model import CannotSay, Genre, Grid, GridwrightError, Puzzle, TextError
from .boxes import box_shape

LONGEST_REMARK = 2000


def build(
    genre: Genre,
    rows: int,
    columns: int,
    *,
    givens: Mapping[int, int] | None = None,
    clues: Mapping[str, Hashable] | None = None,
    marks: Sequence[int] | None = None,
    provenance: Mapping[str, str] | None = None,
) -> Puzzle:
    """The puzzle; what the genre finds wrong with it is wrong with the text."""
    try:
        return Puzzle(
            genre, Grid(rows, columns), givens=givens, clues=clues, marks=marks, provenance=provenance
        )  # fmt: skip
    except TextError:
        raise
    except GridwrightError as error:
        raise TextError(str(error)) from None


def require_only(
    puzzle: Puzzle, form: str, *, clues: Sequence[str] = (), givens: bool = True, marks: bool = False
) -> None:
    """Raise CannotSay where the puzzle has a part besides the clues (and givens, marks) that the form has words for."""
    for key, value in puzzle.clues.items():
        if key not in clues and not (key == "boxes" and value == box_shape(puzzle.grid.rows)):
            raise CannotSay(f"{form} has no words for the clue {key!r}")
    if not givens and puzzle.givens:
        raise CannotSay(f"{form} has no words for givens")
    if puzzle.marks is not None and not marks:
        raise CannotSay(f"{form} has no words for pencil marks")


def require_square(puzzle: Puzzle, form: str) -> int:
    """The side of a square board."""
    if puzzle.grid.rows != puzzle.grid.columns:
        raise CannotSay(f"{form} is for square boards, not {puzzle.grid.rows} by {puzzle.grid.columns}")
    return puzzle.grid.rows


def remark(text: str) -> str:
    """What an author wrote, fit to be kept and printed: no control characters, no half characters, not endless.

    >>> remark("two" + chr(27) + "[31m lines" + chr(10) + "kept")
    'two[31m lines\\nkept'
    """
    return "".join(c for c in text[: 2 * LONGEST_REMARK] if c == "\n" or c.isprintable())[:LONGEST_REMARK]


def has_clue(genre: Genre, key: str) -> bool:
    """Does the genre have that kind of clue?"""
    return any(kind.key == key for kind in genre.clues)


def printed(puzzle: Puzzle, key: str) -> Any:
    """What the setter printed of that clue kind; None where nothing was, or where the genre has no such clues."""
    return puzzle.clues.get(key)


def boxes_drawn(puzzle: Puzzle) -> tuple[int, int]:
    """(height, width) of a square board's boxes: printed, or the usual ones."""
    height, width = printed(puzzle, "boxes") or box_shape(puzzle.grid.rows)
    return height, width
