"""The canonical form of a puzzle: what all puzzles share that the genre's symmetries make of it, and no others.

    canonical(puzzle)         the smallest image of the puzzle (`Puzzle.canonical`)
    canonical_text(puzzle)    its line; blanks are 0 where a board is written with one character a cell
    form_digest(puzzle)       a digest of it: what a corpus knows copies by

`model.symmetry` says which symmetries count and has the meaning, `min(images(puzzle), key=canonical_key)`. Where the
order of lines does not matter, the kernel finds it: of a sudoku it is the form that forums call minlex.
"""

from __future__ import annotations

from collections.abc import Hashable
from hashlib import blake2b
from itertools import combinations

from ..model import GridwrightError, Limits, Puzzle, PuzzleError, begin
from ..model.symmetry import FALLING, canonical_key, images, moves
from ..native import kernel


def form_digest(puzzle: Puzzle, *, limits: Limits | None = None) -> str:
    """24 hexadecimal digits that all copies of a puzzle share, and nobody else.

    >>> from gridwright.genres import parse
    >>> form_digest(parse("..1.4........3..", genre="sudoku")) == form_digest(parse("2...............", genre="sudoku"))
    False
    """
    symmetry, grid = puzzle.genre.symmetry, puzzle.grid
    bands, transposes = symmetry.bands(puzzle), FALLING in moves(grid, symmetry.board)
    if bands is not None and (bands[0] == bands[1] or not transposes):  # lists of thousands: without a Puzzle each
        printed, cells = _printed(puzzle), _smallest_board(puzzle, bands, transposes, limits)
    else:
        form = canonical(puzzle, limits=limits)
        grid, (printed, cells) = form.grid, canonical_key(form)
    text = f"{puzzle.genre.key} {grid.rows} {grid.columns} {printed}\0".encode()
    return blake2b(text + cells, digest_size=12).hexdigest()


_boards: dict[Hashable, str] = {}
"""What is printed besides givens, as text, of the last boards whose lines may change places."""


def _printed(puzzle: Puzzle) -> str:
    key = puzzle.structure_key
    if key not in _boards:
        while len(_boards) >= 64:
            _boards.pop(next(iter(_boards)))
        _boards[key] = canonical_key(puzzle.with_givens({}))[0]
    return _boards[key]


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
    smallest = _smallest_board(puzzle, bands, transposes, limits)
    givens = {x: value - 1 for x, value in enumerate(smallest) if value}
    return Puzzle(puzzle.genre, puzzle.grid, givens=givens, clues=puzzle.clues)  # where it comes from is no part of it


def _smallest_board(puzzle: Puzzle, bands: tuple[int, int], transposes: bool, limits: Limits | None) -> bytes:
    """The smallest board that the order of lines and the names of values make of the givens: a byte a cell, 0 open."""
    limits = begin(limits)
    diagonals = puzzle.genre.symmetry.keeps_diagonals(puzzle)
    try:
        smallest = kernel.canonical_board(
            puzzle.given_bytes, puzzle.grid.rows, *bands, transposes, diagonals, limits.left
        )
    except ValueError:
        raise PuzzleError(f"no canonical form: {_clash(puzzle)} stand in one line") from None
    if smallest is None:
        limits.check()
        raise GridwrightError(f"too many orders of lines are as good as each other for a canonical form: {puzzle}")
    return smallest


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
