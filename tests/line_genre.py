"""A board of two values with rules about lines, rays and pairs, for tests: no genre that people play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from gridwright.genres import genre
from gridwright.kits.cells import CellLayout, Cells
from gridwright.model import (
    Count,
    DifferentLines,
    Domain,
    Genre,
    Grid,
    Group,
    Item,
    NotAlike,
    Paired,
    Puzzle,
    Runs,
    State,
    VisibleCells,
)

SIZE = 5
CAMP = (1, 5, 7, 11, 12, 8, 4, 14, 3)
"""Cells beside three posts."""


def rules(layout: CellLayout) -> Iterator[Item]:
    rows = [Group("row", tuple(range(SIZE * r, SIZE * r + SIZE)), number=r + 1) for r in range(SIZE)]
    columns = [Group("column", tuple(range(c, SIZE * SIZE, SIZE)), number=c + 1) for c in range(SIZE)]
    for one, other in combinations(rows, 2):
        yield DifferentLines.of(one, other)
    for r, row in enumerate(rows):
        if r < 3:
            yield Count.exactly(row, 1, 2)
        for c in range(SIZE - 2):
            yield NotAlike(Group("triple", row.members[c : c + 3], cells=(f"r{r + 1}c{c + 1}", f"r{r + 1}c{c + 3}")))
    yield Runs(columns[0], 1, (1, 2))
    yield Runs(columns[3], 1, (2,))
    yield VisibleCells(Group("sight", (7, 2, 13, 14, 17, 22, 11, 10), cells=("r3c3",)), 1, 3, (2, 2, 2, 2), own=True)
    yield Paired(Group("camp", CAMP), 1, ((0, 1, 2, 3), (2, 4, 5), (6, 7)), "each tree has a tent of its own")


LINES = Genre(
    "Lines", "Rulebook: none.", sizes="5", space=Cells(Domain(".#")), rules=rules, formats=genre("template").formats
)
BOARD = Puzzle(LINES, Grid(SIZE, SIZE))


def line_states(rng: Random) -> Iterator[State]:
    """Boards that are filled more or less; in half of them two rows are the same but for two cells."""
    while True:
        keep = rng.random()
        masks = [3 if rng.random() < keep else 1 << rng.randrange(2) for _ in range(SIZE * SIZE)]
        if rng.random() < 0.5:
            i, j = rng.sample(range(SIZE), 2)
            line = [1, 1, 0, 0, 0]
            rng.shuffle(line)
            for c, value in enumerate(line):
                masks[SIZE * i + c] = masks[SIZE * j + c] = 1 << value
            masks[SIZE * i + line.index(0)] = masks[SIZE * i + line.index(1)] = 3
        yield State(BOARD, tuple(masks), frozenset(x for x, mask in enumerate(masks) if mask != 3))
