"""Two-star boards of 10 rows, made at random, and how many of them the techniques of the standard scale finish.

    python examples/two_stars.py [COUNT] [SEED]

Two stars a region are laid first, and connected regions grow around them. While there is a second solution, a cell that
holds a star only there goes to a neighbouring region, so that this solution counts no more: a climb to one solution.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from time import process_time

from gridwright.genres import genre
from gridwright.grading import scale
from gridwright.model import Grid, Puzzle
from gridwright.model.step import Outcome
from gridwright.rules.position import start
from gridwright.rules.technique import Ladder
from gridwright.solving import solve
from gridwright.solving.deduce import deduce

ROWS = 10
STARS = 2
PATIENCE = 150
"""Changes to one board before it is given up."""

TIERS = ("Gentle", "Steady", "Tricky", "Hard", "Fiendish")


def scattered(rng: Random) -> list[int]:
    """Two cells a row and a column, none of which touch, at random."""
    columns = [0] * ROWS
    rows: list[tuple[int, int]] = []

    def fill() -> bool:
        if len(rows) == ROWS:
            return True
        pairs = [(a, b) for a in range(ROWS) for b in range(a + 2, ROWS)]
        rng.shuffle(pairs)
        above = rows[-1] if rows else ()
        for pair in pairs:
            if all(columns[c] < STARS and all(abs(c - d) > 1 for d in above) for c in pair):
                rows.append(pair)
                for c in pair:
                    columns[c] += 1
                if fill():
                    return True
                for c in pair:
                    columns[c] -= 1
                rows.pop()
        return False

    fill()
    return [row * ROWS + column for row, pair in enumerate(rows) for column in pair]


def path(grid: Grid, start: int, goal: int, free: set[int]) -> list[int] | None:
    """A shortest way between two cells over free ones, or None."""
    came = {start: start}
    queue = [start]
    for cell in queue:
        if cell == goal:
            way = [goal]
            while way[-1] != start:
                way.append(came[way[-1]])
            return way
        for near in grid.beside(cell):
            if near not in came and (near in free or near == goal):
                came[near] = cell
                queue.append(near)
    return None


def grown(grid: Grid, stars: list[int], rng: Random) -> list[int] | None:
    """Connected regions with two stars each: near pairs are joined by a path, then all grow at random."""
    regions = [-1] * len(grid)
    left = list(stars)
    number = 0
    while left:
        first = left.pop(0)
        free = {c for c in range(len(grid)) if regions[c] < 0 and c not in stars}
        ways = [way for other in left if (way := path(grid, first, other, free)) is not None]
        if not ways:
            return None
        short = min(map(len, ways))
        way = rng.choice([each for each in ways if len(each) <= short + 1])
        left.remove(way[0])
        for cell in way:
            regions[cell] = number
        number += 1
    loose = [c for c in range(len(grid)) if regions[c] < 0]
    while loose:
        cell = rng.choice(loose)
        near = [regions[d] for d in grid.beside(cell) if regions[d] >= 0]
        if near:
            regions[cell] = rng.choice(near)
            loose.remove(cell)
    return regions


def connected(grid: Grid, cells: set[int]) -> bool:
    seen = {min(cells)}
    queue = list(seen)
    for cell in queue:
        fresh = [near for near in grid.beside(cell) if near in cells and near not in seen]
        seen.update(fresh)
        queue += fresh
    return seen == cells


def unique_board(rng: Random) -> Puzzle | None:
    """A board with one solution, or None where the climb does not end."""
    grid = Grid(ROWS, ROWS)
    stars = scattered(rng)
    regions = grown(grid, stars, rng)
    if regions is None:
        return None
    own = set(stars)
    for _ in range(PATIENCE):
        puzzle = Puzzle(genre("star-battle"), grid, clues={"stars": STARS, "regions": tuple(regions)})
        answer = solve(puzzle, limit=2, show=2)
        if len(answer.solutions) < 2:
            return puzzle
        other = next(found for found in answer.solutions if {x for x, v in enumerate(found) if v} != own)
        cells = [x for x, value in enumerate(other) if value and x not in own]
        rng.shuffle(cells)
        if not any(moved(grid, regions, cell, rng) for cell in cells):
            return None
    return None


def moved(grid: Grid, regions: list[int], cell: int, rng: Random) -> bool:
    """Give the cell to a neighbouring region if its own stays connected."""
    rest = {c for c, region in enumerate(regions) if region == regions[cell]} - {cell}
    near = sorted({regions[d] for d in grid.beside(cell)} - {regions[cell]})
    if not near or not connected(grid, rest):
        return False
    regions[cell] = rng.choice(near)
    return True


def ladder(tiers: int) -> Ladder:
    """The techniques of the first tiers."""
    boards = next(each for each in scale().boards if "star-battle" in each.genres)
    return [rung for tier in boards.tiers[:tiers] for rung in tier.ladder]


def main(count: int, seed: str) -> None:
    rng = Random(seed)
    boards: list[Puzzle] = []
    tried, begun = 0, process_time()
    while len(boards) < count:
        tried += 1
        puzzle = unique_board(rng)
        if puzzle is not None:
            boards.append(puzzle)
    print(f"{count} boards with one solution, {tried} tried, {process_time() - begun:.1f} s")
    begun = process_time()
    solved: Counter[str] = Counter()
    for puzzle in boards:
        state = start(puzzle)
        for number, name in enumerate(TIERS, start=1):
            trace = deduce(state, ladder(number))
            state = trace.end
            if trace.outcome is Outcome.SOLVED:
                solved[name] += 1
                break
    done = 0
    for name in TIERS:
        done += solved[name]
        print(f"  to {name:<9} {100 * done / count:5.1f} %")
    print(f"graded in {process_time() - begun:.1f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50, sys.argv[2] if len(sys.argv) > 2 else "two stars")
