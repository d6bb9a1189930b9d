"""The outline of a set of cells: closed loops along their edges, also drawn a little inside.

(0,0) ────→ (2,0)      A loop runs with its cells on the right: clockwise around them, anticlockwise around a hole.
  ↑  r1c1 r1c2 ↓       Points are (x, y) in cells, y downward. Where two cells touch only at a corner, each keeps
(0,1) ←──── (2,1)      its own corner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..model import Grid

Point = tuple[float, float]
OutlineLoop = tuple[Point, ...]
_Step = tuple[int, int]
_Edge = tuple[_Step, _Step]  # from where, which way


def outline(cells: Collection[int], grid: Grid, inset: float = 0) -> tuple[OutlineLoop, ...]:
    """The corners of each loop, moved `inset` cells towards the inside.

    >>> outline([0, 1], Grid(1, 2))
    (((0, 0), (2, 0), (2, 1), (0, 1)),)
    """
    edges = set(_edges(cells, grid))
    loops = []
    for first in sorted(edges, key=lambda edge: (edge[0][1], edge[0][0])):
        if first not in edges:
            continue
        loop = list(_walk(first, edges))
        edges.difference_update(loop)
        corners = []
        for (_, (ax, ay)), ((x, y), (bx, by)) in zip((loop[-1], *loop), loop, strict=False):
            if (ax, ay) != (bx, by):  # the inside lies to the right of both edges that meet here
                corners.append((x - inset * (ay + by), y + inset * (ax + bx)))
        loops.append(tuple(corners))
    return tuple(loops)


def _edges(cells: Collection[int], grid: Grid) -> Iterator[_Edge]:
    """The edges between a cell of the set and none."""
    inside = {grid.position(cell) for cell in cells}
    for row, column in inside:
        if (row - 1, column) not in inside:
            yield (column, row), (1, 0)
        if (row, column + 1) not in inside:
            yield (column + 1, row), (0, 1)
        if (row + 1, column) not in inside:
            yield (column + 1, row + 1), (-1, 0)
        if (row, column - 1) not in inside:
            yield (column, row + 1), (0, -1)


def _walk(first: _Edge, edges: Collection[_Edge]) -> Iterator[_Edge]:
    """The loop that the edge belongs to."""
    edge = first
    while True:
        yield edge
        (x, y), (dx, dy) = edge
        there = (x + dx, y + dy)
        # A right turn stays with the same cell; then straight on; then left.
        edge = next((there, way) for way in ((-dy, dx), (dx, dy), (dy, -dx)) if (there, way) in edges)
        if edge == first:
            return


def pieces(cells: Collection[int], grid: Grid) -> tuple[tuple[int, ...], ...]:
    """The cells in groups that hang together by their sides, in reading order.

    >>> pieces([0, 1, 3], Grid(1, 4))
    ((0, 1), (3,))
    """
    left, found = set(cells), []
    for cell in sorted(cells):
        if cell in left:
            left.discard(cell)
            piece = [cell]
            for each in piece:  # grows while it is read
                near = left.intersection(grid.beside(each))
                left -= near
                piece += near
            found.append(tuple(sorted(piece)))
    return tuple(found)
