"""Puzzles for engines to agree on: random ones of every genre and variant, and spoiled ones.

`puzzles(key, rng)` never ends. Boards are of sizes that the plain search ends in seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from gridwright.genres import genre
from gridwright.model import Grid, Puzzle
from gridwright.solve import solve
from random_boards import random_cages, random_regions


def filled(bare: Puzzle, rng: Random) -> tuple[int, ...] | None:
    """A solution of a board without givens, varied by a few random givens; None where none is found."""
    for seeds in (6, 4, 2, 1, 0):
        chosen = rng.sample(range(len(bare.variables)), min(seeds, len(bare.variables)))
        givens = {x: rng.randrange(len(bare.variables[x].domain)) for x in chosen}
        answer = solve(bare.with_givens(givens), show=1, time_limit=1)
        if answer.solutions:
            return answer.solutions[0]
    return None


def some_givens(solution: tuple[int, ...], share: float, rng: Random) -> dict[int, int]:
    return {x: value for x, value in enumerate(solution) if rng.random() < share}


def latin(rng: Random, large: bool = False) -> Puzzle | None:
    n = rng.randint(8, 14) if large else rng.randint(2, 7)
    bare = Puzzle(genre("latin"), Grid(n, n))
    solution = filled(bare, rng)
    return solution and bare.with_givens(some_givens(solution, rng.uniform(0.25, 0.7), rng))


def sudoku(rng: Random, large: bool = False) -> Puzzle | None:
    n = rng.choice((10, 12, 15, 16)) if large else rng.choice((4, 4, 6, 6, 6, 8, 9, 9))
    clues: dict[str, Any] = {}
    kind = rng.choice(("plain", "plain", "jigsaw", "x", "killer", "killer", "all"))
    if kind in ("jigsaw", "all"):
        clues["regions"] = tuple(random_regions(rng, n))
    if kind in ("x", "all"):
        clues["diagonals"] = True
    bare = Puzzle(genre("sudoku"), Grid(n, n), clues=clues)
    solution = filled(bare, rng)
    if solution is None:
        return None
    share = rng.uniform(0.45, 0.6) if large else rng.uniform(0.3, 0.6)
    if kind in ("killer", "all"):
        cages = random_cages(rng, n)
        distinct = [c for c, _ in cages if len({solution[x] for x in c}) == len(c)]
        clues["cages"] = tuple((c, sum(solution[x] + 1 for x in c) if rng.random() < 0.9 else None) for c in distinct)
        share /= 2
    return Puzzle(genre("sudoku"), Grid(n, n), clues=clues, givens=some_givens(solution, share, rng))


def star_battle(rng: Random, large: bool = False) -> Puzzle | None:
    """Regions grown around a random legal placement, so that most boards have a solution and many have one."""
    stars = rng.choice((1, 1, 1, 2))
    n = (rng.randint(5, 9) if stars == 1 else rng.randint(8, 9)) + (4 if large and stars == 1 else large)
    grid = Grid(n, n)
    placed = scattered(grid, stars, rng)
    if placed is None:
        return None
    regions = [-1] * len(grid)
    for i, cell in enumerate(placed):
        regions[cell] = i // stars
    loose = [c for c in range(len(grid)) if regions[c] < 0]
    while loose:
        cell = rng.choice(loose)
        near = [regions[d] for d in grid.beside(cell) if regions[d] >= 0]
        if near:
            regions[cell] = rng.choice(near)
            loose.remove(cell)
    if rng.random() < 0.3:
        for cell in rng.sample(range(len(grid)), n // 2):
            if cell not in placed:
                regions[cell] = -1
    return Puzzle(genre("star-battle"), grid, clues={"stars": stars, "regions": tuple(regions)})


def scattered(grid: Grid, stars: int, rng: Random) -> list[int] | None:
    """Cells for stars: so many a row and a column, none touching, in an order that groups neighbours."""
    columns = [0] * grid.columns
    cells: list[int] = []

    def fill(row: int) -> bool:
        if row == grid.rows:
            return True
        options = list(range(grid.columns))
        rng.shuffle(options)
        picks = [(a,) for a in options] if stars == 1 else [(a, b) for a in options for b in options if b - a > 1]
        above = [c % grid.columns for c in cells if c // grid.columns == row - 1]
        for pick in picks:
            if all(columns[a] < stars and all(abs(a - b) > 1 for b in above) for a in pick):
                for a in pick:
                    columns[a] += 1
                    cells.append(grid.cell(row, a))
                if fill(row + 1):
                    return True
                for a in pick:
                    columns[a] -= 1
                    cells.pop()
        return False

    return cells if fill(0) else None


def spoiled(puzzle: Puzzle, rng: Random) -> Puzzle:
    """One given changed, added or a few left out, or one cell given to a neighbouring region."""
    givens, clues = dict(puzzle.givens), dict(puzzle.clues)
    stars = puzzle.genre.key == "star-battle"
    way = rng.choice(["add", *["change", "drop"] * bool(givens), *["region"] * stars])
    if way == "add":
        x = rng.randrange(len(puzzle.variables))
        givens[x] = 1 if stars else rng.randrange(len(puzzle.variables[x].domain))
    elif way == "change":
        x = rng.choice(list(givens))
        givens[x] = rng.randrange(len(puzzle.variables[x].domain))
    elif way == "drop":
        for x in rng.sample(list(givens), min(len(givens), rng.randint(1, 4))):
            del givens[x]
    else:
        regions = list(puzzle.clue("regions"))
        cell = rng.choice([c for c, r in enumerate(regions) if r >= 0 and regions.count(r) > 1])
        near = [regions[d] for d in puzzle.grid.beside(cell) if regions[d] >= 0]
        regions[cell] = rng.choice(near or [regions[cell]])
        clues["regions"] = tuple(regions)
    return Puzzle(puzzle.genre, puzzle.grid, clues=clues, givens=givens)


SOURCES = {"latin": latin, "sudoku": sudoku, "star-battle": star_battle}


def puzzles(key: str, rng: Random, large: bool = False) -> Iterator[Puzzle]:
    """Random puzzles of a genre without end, every third one spoiled; large ones are beyond the plain search."""
    while True:
        puzzle = SOURCES[key](rng, large)
        if puzzle is not None:
            yield spoiled(puzzle, rng) if rng.random() < 0.35 else puzzle
