"""Every division of a board into connected parts: region maps, cages.

    partitions(grid, parts=4)             into so many parts
    partitions(grid, sizes={1, 2, 3})     into parts of these sizes
    estimated_partitions(…, stream)       how many there are, by one random way down the tree

The part of the first cell that has none is drawn in every way, then the rest of the board likewise, so that each
division comes once. Sets of cells are the bits of a number.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from itertools import accumulate

from ..model import Grid, RandomStream

GROWTH = 2.3
FINE = 1 << 30

Partition = tuple[tuple[int, ...], ...]


class _Tree:
    """The ways to go on from a board of which some cells are left."""

    def __init__(self, grid: Grid, parts: int | None, sizes: Collection[int] | None) -> None:
        self.beside = [sum(1 << q for q in grid.beside(cell)) for cell in range(len(grid))]
        self.parts, self.all = parts, (1 << len(grid)) - 1
        self.sizes = frozenset(range(1, len(grid) + 1) if sizes is None else sizes)
        self.largest = max(self.sizes)

    def next_parts(self, free: int, drawn: int) -> Iterator[int]:
        """Every part that the first free cell can have, with which the rest can still be divided."""
        left = None if self.parts is None else self.parts - drawn
        most = self.largest if left is None else min(self.largest, free.bit_count() - left + 1)
        first = free & -free
        for part in self._connected(first, free ^ first, most):
            if part.bit_count() in self.sizes and self._can_go_on(free ^ part, None if left is None else left - 1):
                yield part

    def _connected(self, part: int, free: int, most: int) -> Iterator[int]:
        """The part, and every connected set that grows from it over free cells, each once."""
        yield part
        if part.bit_count() == most:
            return
        edge = self._edge(part) & free
        while edge:
            cell = edge & -edge
            edge ^= cell
            free ^= cell
            yield from self._connected(part | cell, free, most)

    def _edge(self, part: int) -> int:
        edge, rest = 0, part
        while rest:
            cell = rest & -rest
            rest ^= cell
            edge |= self.beside[cell.bit_length() - 1]
        return edge & ~part

    def _can_go_on(self, free: int, left: int | None) -> bool:
        if left is None:
            return True
        pieces = 0
        rest = free
        while rest:
            piece = rest & -rest
            while (grown := piece | (self._edge(piece) & rest)) != piece:
                piece = grown
            rest ^= piece
            pieces += 1
        return pieces <= left <= free.bit_count() and (left > 0 or not free)


def partitions(grid: Grid, *, parts: int | None = None, sizes: Collection[int] | None = None) -> Iterator[Partition]:
    """Every division of the board into connected parts, each with its cells in order.

    >>> len(list(partitions(Grid(2, 2)))), len(list(partitions(Grid(3, 3)))), len(list(partitions(Grid(2, 2), parts=2)))
    (12, 1434, 6)
    """
    tree = _Tree(grid, parts, sizes)

    def below(free: int, drawn: tuple[int, ...]) -> Iterator[Partition]:
        if not free:
            yield tuple(tuple(cell for cell in range(len(grid)) if part >> cell & 1) for part in drawn)
            return
        for part in tree.next_parts(free, len(drawn)):
            yield from below(free ^ part, (*drawn, part))

    return below(tree.all, ())


def labels(grid: Grid, parts: Partition) -> tuple[int, ...]:
    """The number of the part that each cell belongs to."""
    number_of = {cell: number for number, part in enumerate(parts) for cell in part}
    return tuple(number_of[cell] for cell in range(len(grid)))


def estimated_partitions(
    grid: Grid, stream: RandomStream, *, parts: int | None = None, sizes: Collection[int] | None = None
) -> float:
    """Return an estimate of the number of divisions: one random way down the tree, divided by its probability.

    A part is the likelier the more cells it leaves, for what is left is divided in about GROWTH ways a cell.
    """
    tree = _Tree(grid, parts, sizes)
    free, drawn, estimate = tree.all, 0, 1.0
    while free:
        ways = list(tree.next_parts(free, drawn))
        if not ways:
            return 0.0
        sums = list(accumulate(GROWTH ** -part.bit_count() for part in ways))
        at = min(bisect_right(sums, stream.below(FINE) / FINE * sums[-1]), len(ways) - 1)
        estimate *= sums[-1] / (sums[at] - (sums[at - 1] if at else 0.0))
        free ^= ways[at]
        drawn += 1
    return estimate
