"""What leaves the puzzles of a genre essentially the same: declared by the genre as data, tried one by one here.

    Symmetry(lines=…, values=True)    turns and mirrors of the board, the order of its lines, the names of its values
    symmetry.describe()               the same in words
    images(puzzle)                    every puzzle that these make of one: the meaning, far too slow for nine rows
    canonical_key(puzzle)             what puzzles are compared by; the canonical form is the smallest of all images

A symmetry maps what is printed onto something that can be printed: where a clue would not survive it (a cage torn
apart, a diagonal that is none any more), it does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import permutations, product
from operator import methodcaller
from typing import TYPE_CHECKING

from .grid import Grid

if TYPE_CHECKING:
    from .puzzle import Puzzle

FALLING = "mirror-falling"
"""Rows become columns."""


@dataclass(frozen=True)
class Symmetry:
    """What leaves a genre's puzzles essentially the same.

    Printed pencil marks keep the order of lines and the names of values.
    """

    board: tuple[str, ...] = ("turn-90", "turn-180", "turn-270", "mirror-left-right", "mirror-up-down")
    """Turns and mirrors; what they lead to, one after the other, counts too."""
    lines: Callable[[Puzzle], tuple[int, int]] | None = None
    """Rows of a band and columns of a stack: bands may change places, and rows within a band; columns likewise."""
    lines_unless: tuple[str, ...] = ()
    """Clue kinds that say something about places: a puzzle that has one keeps its lines in order."""
    diagonals: str | None = None
    """The clue kind that makes groups of both long diagonals: only what maps them onto themselves counts there."""
    values: bool = False
    values_unless: tuple[str, ...] = ()
    """Clue kinds that speak of particular values (a cage's total): a puzzle that has one keeps its values' names."""

    def renames(self, puzzle: Puzzle) -> bool:
        """May the values of this puzzle be renamed?"""
        return self.values and not any(key in puzzle.clues for key in self.values_unless)

    def bands(self, puzzle: Puzzle) -> tuple[int, int] | None:
        """Rows of a band and columns of a stack of this puzzle; None where its lines stay in order."""
        if self.lines is None or puzzle.marks is not None or any(key in puzzle.clues for key in self.lines_unless):
            return None
        return self.lines(puzzle)

    def keeps_diagonals(self, puzzle: Puzzle) -> bool:
        """Must the long diagonals of this puzzle be mapped onto themselves?"""
        return self.diagonals is not None and self.diagonals in puzzle.clues

    def describe(self) -> tuple[str, ...]:
        """A sentence for each kind of symmetry.

        >>> Symmetry(values=True, values_unless=("cages",)).describe()[1]
        'Other names for the values, but not with cages.'
        """
        found = ["Turns and mirrors of the board."]
        if self.lines is not None:
            unless = f", but not with {' or '.join(self.lines_unless)}" if self.lines_unless else ""
            found.append(f"Another order of rows and of columns; boxes, where there are any, stay whole{unless}.")
        if self.diagonals is not None:
            found.append(f"With {self.diagonals} only what maps the long diagonals onto themselves.")
        if self.values:
            unless = f", but not with {' or '.join(self.values_unless)}" if self.values_unless else ""
            found.append(f"Other names for the values{unless}.")
        return tuple(found)


@lru_cache(maxsize=256)
def moves(grid: Grid, named: tuple[str, ...]) -> tuple[str, ...]:
    """The symmetries of a board that these lead to, one after the other.

    >>> moves(Grid(2, 2), ("turn-180", "mirror-up-down"))
    ('identity', 'turn-180', 'mirror-left-right', 'mirror-up-down')
    """
    known = grid.symmetries
    steps = [known[name] for name in named if name in known]
    reached, left = {known["identity"]}, [known["identity"]]
    while left:
        at = left.pop()
        for to in {tuple(step[cell] for cell in at) for step in steps} - reached:
            reached.add(to)
            left.append(to)
    return tuple(name for name, to in known.items() if to in reached)


def orders(lines: int, band: int) -> Iterator[tuple[int, ...]]:
    """Every order of lines in which bands stay together.

    >>> list(orders(4, 2))[:4]
    [(0, 1, 2, 3), (0, 1, 3, 2), (1, 0, 2, 3), (1, 0, 3, 2)]
    """
    for bands in permutations(range(0, lines, band)):
        for parts in product(*(permutations(range(first, first + band)) for first in bands)):
            yield tuple(line for part in parts for line in part)


def images(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Every puzzle that the genre's symmetries make of this one, values named in the order in which they are given."""
    found = (move(puzzle) for move in transformations(puzzle))
    free = puzzle.genre.symmetry.renames(puzzle) and puzzle.marks is None
    return map(renamed, found) if free else found


def transformations(puzzle: Puzzle) -> Iterator[Callable[[Puzzle], Puzzle]]:
    """The genre's symmetries, other names of values apart, for this puzzle and those that differ from it in givens."""
    symmetry = puzzle.genre.symmetry
    if symmetry.bands(puzzle) is None:
        for name in moves(puzzle.grid, symmetry.board):
            yield methodcaller("moved", name)
        return
    for name in ["identity", FALLING] if FALLING in moves(puzzle.grid, symmetry.board) else ["identity"]:
        for source in _sources(puzzle.moved(name)):
            yield partial(_reordered, name, source)


def _sources(puzzle: Puzzle) -> Iterator[tuple[int, ...]]:
    """For every order of lines that counts the cell that comes to each place."""
    symmetry, n = puzzle.genre.symmetry, puzzle.grid.rows
    bands = symmetry.bands(puzzle)
    assert bands is not None
    for rows in orders(n, bands[0]):
        for columns in orders(n, bands[1]):
            if not symmetry.keeps_diagonals(puzzle) or _same_diagonals(rows, columns):
                yield tuple(row * n + column for row in rows for column in columns)


def _reordered(name: str, source: Sequence[int], puzzle: Puzzle) -> Puzzle:
    """The puzzle turned, then with its lines in another order."""
    puzzle = puzzle.moved(name)
    return puzzle.with_givens({x: puzzle.givens[y] for x, y in enumerate(source) if y in puzzle.givens})


def _same_diagonals(rows: Sequence[int], columns: Sequence[int]) -> bool:
    n = len(rows)
    falling, rising = ({(i, i) for i in range(n)}, {(i, n - 1 - i) for i in range(n)})
    first, second = set(zip(rows, columns, strict=True)), set(zip(rows, reversed(columns), strict=True))
    return (first == falling and second == rising) or (first == rising and second == falling)


def renamed(puzzle: Puzzle) -> Puzzle:
    """Values named in the order in which they are first given."""
    names: dict[int, int] = {}
    return puzzle.with_givens({x: names.setdefault(value, len(names)) for x, value in puzzle.givens.items()})


def canonical_key(puzzle: Puzzle) -> tuple[str, bytes]:
    """What is printed besides givens, as text; then the givens in reading order, 0 where there is none."""
    cells = bytes(puzzle.givens.get(x, -1) + 1 for x in range(len(puzzle.variables)))
    if puzzle.marks is not None:
        return str(puzzle), cells
    return str(puzzle.with_givens({})), cells
