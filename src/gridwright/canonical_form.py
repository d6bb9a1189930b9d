"""The canonical form of a puzzle: what all puzzles share that the genre's symmetries make of it, and no others.

    canonical(puzzle)         the smallest image of the puzzle (`Puzzle.canonical`)
    canonical_text(puzzle)    its line; blanks are 0 where a board is written with one character a cell

`model.symmetry` says which symmetries count and has the meaning, `min(images(puzzle), key=canonical_key)`. Where the
order of lines does not matter, the kernel finds it: of a sudoku it is the form that forums call minlex.
"""

from __future__ import annotations

from itertools import combinations

from .model import GridwrightError, Limits, Puzzle, PuzzleError, begin
from .model.symmetry import FALLING, canonical_key, images, moves
from .native import kernel


def canonical(puzzle: Puzzle, *, limits: Limits | None = None) -> Puzzle:
    """The smallest image of the puzzle; raises `Stopped` where a limit struck.

    >>> from gridwright.genres import parse
    >>> str(canonical(parse("..1.4........3..", genre="sudoku")))
    '.......1..2..3..'
    """
    limits, symmetry = begin(limits), puzzle.genre.symmetry
    bands = symmetry.bands(puzzle)
    if bands is None:
        return min(images(puzzle), key=canonical_key)
    transposes = FALLING in moves(puzzle.grid, symmetry.board)
    if transposes and bands[0] != bands[1]:  # boards of 2 by 3 and of 3 by 2: one of them is the canonical one
        puzzle = min(puzzle, puzzle.moved(FALLING), key=lambda each: canonical_key(each)[0])
        bands, transposes = symmetry.bands(puzzle) or bands, False
    n = puzzle.grid.rows
    cells = bytearray(n * n)
    for x, value in puzzle.givens.items():
        cells[x] = value + 1
    try:
        smallest = kernel.canonical_board(
            bytes(cells), n, *bands, transposes, symmetry.keeps_diagonals(puzzle), limits.left
        )
    except ValueError:
        raise PuzzleError(f"no canonical form: {_clash(puzzle)} stand in one line") from None
    if smallest is None:
        limits.check()
        raise GridwrightError(f"too many orders of lines are as good as each other for a canonical form: {puzzle}")
    givens = {x: value - 1 for x, value in enumerate(smallest) if value}
    return Puzzle(puzzle.genre, puzzle.grid, givens=givens, clues=puzzle.clues)  # where it comes from is no part of it


def canonical_text(puzzle: Puzzle, *, limits: Limits | None = None) -> str:
    """The line of the smallest image.

    >>> from gridwright.genres import parse
    >>> canonical_text(parse("..1.4........3..", genre="sudoku"))
    '0000000100200300'
    """
    text = str(canonical(puzzle, limits=limits))
    return text.replace(".", "0") if len(text) == len(puzzle.grid) else text


def _clash(puzzle: Puzzle) -> str:
    """Two givens of one line that are the same."""
    lines = (*puzzle.grid.row_lines, *puzzle.grid.column_lines)
    pairs = ((x, y) for line in lines for x, y in combinations([x for x in line if x in puzzle.givens], 2))
    x, y = next((x, y) for x, y in pairs if puzzle.givens[x] == puzzle.givens[y])
    return f"{puzzle.fact(x, puzzle.givens[x])} and {puzzle.fact(y, puzzle.givens[y])}"
