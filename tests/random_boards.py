"""Random boards for the round trips of the formats."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from gridwright.genres import genre
from gridwright.model import Grid, Puzzle

SUDOKU, LATIN, STARS = genre("sudoku"), genre("latin"), genre("star-battle")
SIDES = (4, 6, 8, 9, 10, 12, 16)
seeds = st.integers(0, 2**32 - 1).map(Random)


def random_givens(rng: Random, cells: int, values: int) -> dict[int, int]:
    share = rng.choice((0.0, 0.1, 0.4, 1.0))
    return {cell: rng.randrange(values) for cell in range(cells) if rng.random() < share}


def random_marks(rng: Random, side: int) -> list[int]:
    return [rng.randrange(1, 1 << side) for _ in range(side * side)]


def random_boxes(rng: Random, side: int) -> tuple[int, int]:
    height = rng.choice([h for h in range(2, side // 2 + 1) if side % h == 0])
    return height, side // height


def random_regions(rng: Random, side: int) -> list[int]:
    """Connected regions of `side` cells: a spiral, cut at equal distances, then turned."""
    left, top, right, bottom = 0, 0, side - 1, side - 1
    path: list[tuple[int, int]] = []
    while left <= right and top <= bottom:
        path += [(top, c) for c in range(left, right + 1)]
        path += [(r, right) for r in range(top + 1, bottom + 1)]
        path += [(bottom, c) for c in range(right - 1, left - 1, -1)] if top < bottom else []
        path += [(r, left) for r in range(bottom - 1, top, -1)] if left < right else []
        left, top, right, bottom = left + 1, top + 1, right - 1, bottom - 1
    to = rng.choice(list(Grid(side, side).symmetries.values()))
    regions = [0] * (side * side)
    for i, (r, c) in enumerate(path):
        regions[to[r * side + c]] = i // side
    return regions


def random_cages(rng: Random, side: int) -> list[tuple[tuple[int, ...], int | None]]:
    """Connected cages that do not overlap, most with a total; some cells stay free."""
    grid = Grid(side, side)
    free = set(range(len(grid)))
    cages: list[tuple[tuple[int, ...], int | None]] = []
    for start in rng.sample(sorted(free), len(free)):
        if start not in free or rng.random() < 0.2:
            continue
        cage = [start]
        free.remove(start)
        while len(cage) < rng.randint(1, min(side, 5)):
            edge = sorted({near for cell in cage for near in grid.beside(cell)} & free)
            if not edge:
                break
            cage.append(rng.choice(edge))
            free.remove(cage[-1])
        k = len(cage)
        total = rng.randint(k * (k + 1) // 2, k * (2 * side - k + 1) // 2)
        cages.append((tuple(sorted(cage)), total if k == 1 or rng.random() < 0.8 else None))
    return cages


@st.composite
def plain_sudokus(draw: Any) -> Puzzle:
    side, rng = draw(st.sampled_from(SIDES)), draw(seeds)
    return Puzzle(SUDOKU, Grid(side, side), givens=random_givens(rng, side * side, side))


@st.composite
def boxed_sudokus(draw: Any) -> Puzzle:
    side, rng = draw(st.sampled_from(SIDES)), draw(seeds)
    clues = {"boxes": random_boxes(rng, side)}
    return Puzzle(SUDOKU, Grid(side, side), givens=random_givens(rng, side * side, side), clues=clues)


@st.composite
def variant_sudokus(draw: Any, marks: bool = False) -> Puzzle:
    """Odd boxes, jigsaws, X, killer, and all of them together."""
    side, rng = draw(st.sampled_from(SIDES[:-1])), draw(seeds)
    clues: dict[str, Any] = {"diagonals": rng.random() < 0.5}
    if rng.random() < 0.5:
        clues["regions"] = tuple(random_regions(rng, side))
    else:
        clues["boxes"] = random_boxes(rng, side)
    if rng.random() < 0.5:
        clues["cages"] = tuple(random_cages(rng, side))
    return Puzzle(
        SUDOKU,
        Grid(side, side),
        givens=random_givens(rng, side * side, side),
        clues=clues,
        marks=random_marks(rng, side) if marks and rng.random() < 0.5 else None,
    )


@st.composite
def marked(draw: Any, boxes: bool = True) -> Puzzle:
    side, rng = draw(st.sampled_from(SIDES)), draw(seeds)
    if rng.random() < 0.5:
        return Puzzle(LATIN, Grid(side, side), marks=random_marks(rng, side))
    clues = {"boxes": random_boxes(rng, side)} if boxes else {}
    return Puzzle(SUDOKU, Grid(side, side), marks=random_marks(rng, side), clues=clues)


@st.composite
def star_battles(draw: Any, holes: bool = True, givens: bool = False) -> Puzzle:
    """Connected regions grown from seeds; with holes, a few cells are taken out where a region keeps another."""
    side, rng = draw(st.integers(2, 12)), draw(seeds)
    grid = Grid(side, side)
    regions = [-1] * len(grid)
    for region, cell in enumerate(rng.sample(range(len(grid)), side)):
        regions[cell] = region
    while -1 in regions:
        cell = rng.choice([c for c, region in enumerate(regions) if region == -1])
        near = [regions[n] for n in grid.beside(cell) if regions[n] != -1]
        if near:
            regions[cell] = rng.choice(near)
    if holes and rng.random() < 0.5:
        for cell in rng.sample(range(len(grid)), len(grid) // 4):
            if regions.count(regions[cell]) > 1:
                regions[cell] = -1
    clues = {"stars": rng.randint(1, side), "regions": tuple(regions)}
    bare = Puzzle(STARS, grid, clues=clues)
    return Puzzle(
        STARS, grid, clues=clues, givens=random_givens(rng, len(bare.variables), 2) if givens else None
    )  # fmt: skip
