"""Makes the fixed lists of star battles that `learning` runs on: `python -m bench.make_star_battles`.

Stars row by row at random, a patch grown around each, and patches that touch joined until every region has its stars.
Of a region only the ways from star to star are left; no star goes into a cell that belongs to none. Then cells join
regions beside them while no star could stand there, so that the solution stays the only one. What no region can take is
given as empty and joins any. Board k of a list depends on its size, its stars and k, and on which cells a search
that may take NODES nodes answers for.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from random import Random

from gridwright.genres import genre
from gridwright.model import Grid, Puzzle
from gridwright.native import compile_puzzle

from .lists import STAR_BATTLES_FILE

SIZES = ((9, 2), (13, 2), (17, 2), (21, 2), (25, 2), (14, 3), (17, 3), (21, 3), (25, 3))
"""Rows and stars."""
BOARDS = 30
NODES = 1000
"""A cell whose question takes longer is refused."""


def boards(side: int, stars: int, count: int = BOARDS) -> Iterator[Puzzle]:
    """The first so many boards of a list."""
    for k in range(count):
        rng = Random(f"star battle {side} {stars} {k}")
        board = None
        while board is None:
            board = _board(Grid(side, side), stars, rng)
        yield board


def _board(grid: Grid, stars: int, rng: Random) -> Puzzle | None:
    placed = _placed(grid.rows, stars, rng)
    regions = _regions(grid, placed, stars, rng)
    if not regions:
        return None
    rows = Puzzle(
        genre("star-battle"), grid, clues={"stars": stars, "regions": tuple(c // grid.rows for c in range(len(grid)))}
    )
    base = compile_puzzle(rows)
    lines = _lines(grid.rows)
    label = _ways(grid, regions, placed)

    alive = set(placed)  # where a star may stand

    def star_fits(cell: int, region: int) -> bool:
        """Could a star stand in this cell if it were of this region?"""
        members: list[list[int]] = [[] for _ in range(grid.rows)]
        for c in alive:
            members[label[c]].append(c)
        members[region].append(cell)
        masks = [3 if c in alive else 1 for c in range(len(grid))]
        masks[cell] = 2
        counted = base.with_relations([("count", line, (1, stars, stars)) for line in (*lines, *members)], masks)
        return not (found := counted.solve(None, 1, nodes=NODES)).exhausted or found.count > 0

    for c, r in enumerate(label):
        if r >= 0 and c not in alive and not star_fits(c, r):
            alive.add(c)
    free = [c for c, r in enumerate(label) if r < 0]
    refused: set[tuple[int, int]] = set()
    while ways := [
        (c, r) for c in free for r in sorted({label[d] for d in grid.beside(c)} - {-1}) if (c, r) not in refused
    ]:
        cell, region = rng.choice(ways)
        if star_fits(cell, region):
            refused.add((cell, region))
        else:
            label[cell] = region
            alive.add(cell)
            free.remove(cell)
    while free:
        for cell in list(free):
            if near := sorted({label[d] for d in grid.beside(cell)} - {-1}):
                label[cell] = rng.choice(near)
                free.remove(cell)
    empty = {c: 0 for c in range(len(grid)) if c not in alive}
    return Puzzle(genre("star-battle"), grid, givens=empty, clues={"stars": stars, "regions": _numbered(label)})


def _lines(side: int) -> list[list[int]]:
    rows = [list(range(r * side, (r + 1) * side)) for r in range(side)]
    return rows + [list(range(c, side * side, side)) for c in range(side)]


def _ways(grid: Grid, regions: list[int], placed: list[int]) -> list[int]:
    """Of each region its stars and the shortest ways between them; -1 for the other cells."""
    label = [-1] * len(grid)
    for star in placed:
        came: dict[int, int] = {star: star}
        border = [star]
        for cell in border:
            if label[cell] == regions[star]:
                while label[cell] < 0 or cell != star:
                    label[cell] = regions[star]
                    cell = came[cell]
                break
            for near in grid.beside(cell):
                if regions[near] == regions[star] and near not in came:
                    came[near] = cell
                    border.append(near)
        label[star] = regions[star]
    return label


def _placed(side: int, stars: int, rng: Random) -> list[int]:
    """Stars that do not touch, so many a line: each row takes columns that need them most, or chance has it."""
    while True:
        left, placed, last = [stars] * side, list[int](), set[int]()
        for row in range(side):
            order = sorted(range(side), key=lambda c: -left[c] + rng.random() * 2)
            taken: list[int] = []
            for c in order:
                if left[c] and len(taken) < stars and not {c - 1, c, c + 1} & last and not {c - 1, c + 1} & set(taken):
                    taken.append(c)
            if len(taken) < stars:
                break
            for c in taken:
                left[c] -= 1
            last = set(taken)
            placed += [row * side + c for c in taken]
        else:
            return placed


def _regions(grid: Grid, placed: list[int], stars: int, rng: Random) -> list[int]:
    """The region of each cell, connected and with its stars; an empty list where patches did not join."""
    patch = [-1] * len(grid)
    for i, cell in enumerate(placed):
        patch[cell] = i
    border = list(placed)
    while border:
        i = rng.randrange(len(border))
        free = [d for d in grid.beside(border[i]) if patch[d] < 0]
        if not free:
            border[i] = border[-1]
            border.pop()
            continue
        cell = rng.choice(free)
        patch[cell] = patch[border[i]]
        border.append(cell)
    touch: list[set[int]] = [set() for _ in placed]
    for cell in range(len(grid)):
        touch[patch[cell]] |= {patch[d] for d in grid.beside(cell)} - {patch[cell]}
    for _ in range(200):
        single, region = set(range(len(placed))), [-1] * len(placed)
        number = 0
        while single:
            group = [min(single, key=lambda p: (len(touch[p] & single), rng.random()))]
            while len(group) < stars:
                near = [q for p in group for q in touch[p] & single if q not in group]
                if not near:
                    break
                group.append(min(near, key=lambda p: (len(touch[p] & single), rng.random())))
            if len(group) < stars:
                break
            for p in group:
                region[p] = number
            single -= set(group)
            number += 1
        else:
            return [region[patch[cell]] for cell in range(len(grid))]
    return []


def _numbered(regions: list[int]) -> tuple[int, ...]:
    """The regions in the order of their first cells."""
    names: dict[int, int] = {}
    return tuple(names.setdefault(region, len(names)) for region in regions)


if __name__ == "__main__":
    with gzip.GzipFile(STAR_BATTLES_FILE, "wb", mtime=0) as file:
        for side, stars in SIZES:
            for board in boards(side, stars):
                file.write(f"{side}\t{stars}\t{board}\n".encode())
                file.flush()
