"""Puzzles and positions in another text form."""

from __future__ import annotations

from ..arguments import takes_position
from ..model import Puzzle, State
from .canonical_form import canonical as canonical_form
from .canonical_form import canonical_text


@takes_position
def convert(puzzle: Puzzle | State, to: str | None = None, *, canonical: bool = False) -> str:
    """The puzzle in the format of that key; if left out, on its own line. `canonical` writes what all copies share.

    Of a position, formats that have words for it (`hodoku`, `sudokuwiki`) write what is placed and excluded, too; the
    others write its puzzle.

    >>> from gridwright.genres import parse
    >>> convert(parse("1...3..4..2....1", genre="sudoku"), "sgt")
    '2x2:1c3b4b2d1'
    >>> convert(parse("1...3..4..2....1", genre="sudoku"), canonical=True)
    '0000001201034000'
    """
    if isinstance(puzzle, State):
        form = None if to is None or canonical else puzzle.puzzle.genre.format(to)
        if form is not None and form.positions:
            return form.write_position(puzzle)
        puzzle = puzzle.puzzle
    if canonical and to is None:
        return canonical_text(puzzle)
    return (canonical_form(puzzle) if canonical else puzzle).text(to)
