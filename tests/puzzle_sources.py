"""Puzzles for engines to agree on: random ones of every genre and variant, and spoiled ones.

`puzzles(key, rng)` never ends. Boards are of sizes that the plain search ends in seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from random import Random
from typing import Any

from number_sources import NUMBER_SOURCES, OTHER_NUMBERS

from gridwright.genres import genre
from gridwright.model import Grid, Limits, Puzzle
from gridwright.model.direction import ARROWS, STRAIGHT, ahead
from gridwright.solving import solve
from random_boards import random_cages, random_regions

ENOUGH = Limits(nodes=100_000)
"""Most boards that can be filled are in 300 nodes and all that we saw in 70,000; so it is the same on every machine."""


def filled(bare: Puzzle, rng: Random) -> tuple[int, ...] | None:
    """A solution of a board without givens, varied by a few random givens; None where none is found."""
    for seeds in (6, 4, 2, 1, 0):
        chosen = rng.sample(range(len(bare.variables)), min(seeds, len(bare.variables)))
        givens = {x: rng.randrange(len(bare.variables[x].domain)) for x in chosen}
        answer = solve(bare.with_givens(givens), show=1, limits=ENOUGH)
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


def random_square(n: int, rng: Random) -> tuple[int, ...]:
    """A Latin square with a random first row and column, and a few more random cells."""
    bare = Puzzle(genre("latin"), Grid(n, n))
    row = rng.sample(range(n), n)
    column = [row[0], *rng.sample([v for v in range(n) if v != row[0]], n - 1)]
    givens = dict(enumerate(row)) | {r * n: v for r, v in enumerate(column)}
    return solve(bare.with_givens(givens), show=1).solutions[0]


def keen(rng: Random, large: bool = False) -> Puzzle | None:
    """Cages over the whole board; every operation on every number of cells, and some clues without one."""
    n = rng.randint(7, 9) if large else rng.randint(3, 6)
    square = random_square(n, rng)
    options = rng.random() < 0.4
    cages = tuple((cells, *clue_for([square[c] + 1 for c in cells], rng, options)) for cells in partition(n, rng))
    givens = some_givens(square, rng.choice((0, 0, 0.1, 0.2)), rng)
    return Puzzle(genre("keen"), Grid(n, n), clues={"cages": cages}, givens=givens)


def partition(n: int, rng: Random) -> list[tuple[int, ...]]:
    """Connected cages of one to five cells over the whole board."""
    grid, free = Grid(n, n), set(range(n * n))
    cages = []
    while free:
        cage = [rng.choice(sorted(free))]
        wanted = rng.choice((1, 2, 2, 2, 3, 3, 4, 5))
        free.discard(cage[0])
        while len(cage) < wanted and (edge := sorted({d for c in cage for d in grid.beside(c)} & free)):
            cage.append(rng.choice(edge))
            free.discard(cage[-1])
        cages.append(tuple(cage))
    return cages


def clue_for(numbers: list[int], rng: Random, options: bool = False) -> tuple[str, int | None]:
    """An operation and the number that it makes of these."""
    most, others = max(numbers), sorted(numbers)[:-1]
    makes = {"+": sum(numbers), "×": prod(numbers)}
    if len(numbers) == 2 or (options and len(numbers) > 2):
        if most - sum(others) >= 0:
            makes["-"] = most - sum(others)
        if most % prod(others) == 0:
            makes["÷"] = most // prod(others)
    operation = rng.choice(sorted(makes))
    if options and rng.random() < 0.3:
        return ("", makes[operation]) if rng.random() < 0.7 else ("", None)
    return operation, makes[operation]


def unequal(rng: Random, large: bool = False) -> Puzzle | None:
    n = rng.randint(8, 9) if large else rng.randint(3, 6)
    square, grid = random_square(n, rng), Grid(n, n)
    pairs = [(p, q) for p in range(n * n) for q in grid.beside(p) if square[p] > square[q]]
    if rng.random() < 0.4:
        clues: dict[str, Any] = {"bars": tuple((p, q) for p, q in pairs if square[p] - square[q] == 1)}
        share = rng.choice((0.1, 0.15, 0.2)) if large else rng.choice((0, 0.05, 0.1))
    else:
        density = rng.uniform(0.2, 0.6)
        clues = {"signs": tuple(pair for pair in pairs if rng.random() < density)}
        share = rng.uniform(0, 0.25) + 0.2 * large
    return Puzzle(genre("unequal"), grid, clues=clues, givens=some_givens(square, share, rng))


def towers(rng: Random, large: bool = False) -> Puzzle | None:
    n = rng.randint(7, 8) if large else rng.randint(3, 5)
    square = random_square(n, rng)
    bare = Puzzle(genre("towers"), Grid(n, n), clues={"views": (1,) * (4 * n)})
    density = rng.uniform(0.4, 1)
    views = []
    for line in (c.scope for c in bare.constraints if c.group.kind == "view"):
        heights = [square[cell] for cell in line]
        seen = sum(all(h > before for before in heights[:i]) for i, h in enumerate(heights))
        views.append(seen if rng.random() < density else None)
    givens = some_givens(square, rng.choice((0, 0.1, 0.2)) + 0.25 * large, rng)
    return Puzzle(bare.genre, bare.grid, clues={"views": tuple(views)}, givens=givens)


def arrows(rng: Random, large: bool = False) -> Puzzle | None:
    """Random arrows of four or eight directions, most of them on the board, and some numbers of a solution."""
    rows, columns = (rng.randint(6, 8), rng.randint(6, 8)) if large else (rng.randint(2, 5), rng.randint(2, 5))
    grid, kinds = Grid(rows, columns), rng.choice((STRAIGHT, ARROWS))
    drawn = [rng.choice(kinds) for _ in range(len(grid))]
    for cell, arrow in enumerate(drawn):
        if not ahead(grid, cell, arrow) and rng.random() < 0.5:
            drawn[cell] = rng.choice([each for each in kinds if ahead(grid, cell, each)])
    bare = Puzzle(genre("arrows"), grid, clues={"arrows": "".join(drawn)})
    solution = filled(bare, rng)
    return solution and bare.with_givens(some_givens(solution, rng.choice((0, 0.05, 0.1)), rng))


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
    """One given changed, added or a few left out, one cell given to a neighbouring region, or one clue changed."""
    if puzzle.genre.key in CLUES and rng.random() < 0.7:
        return CLUES[puzzle.genre.key](puzzle, rng)
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


def other_cages(puzzle: Puzzle, rng: Random) -> Puzzle:
    """One clue changed, stripped of its operation or removed, or two neighbouring cages merged."""
    cages = list(puzzle.clue("cages"))
    i = rng.randrange(len(cages))
    cells, operation, target = cages[i]
    way = rng.choice(("change", "change", "operation", "remove", "merge", "merge"))
    if way == "change" and target is not None:
        cages[i] = cells, operation, max(0, target + rng.choice((-2, -1, 1, 2)))
    elif way == "operation":
        cages[i] = cells, "", target
    elif way == "remove":
        cages[i] = cells, "", None
    else:
        near = {d for c in cells for d in puzzle.grid.beside(c)}
        others = [k for k, cage in enumerate(cages) if k != i and near & set(cage[0])]
        k = rng.choice(others)
        together = (*cells, *cages[k][0])
        known = solve(puzzle, show=1, limits=ENOUGH).solutions
        if known and rng.random() < 0.7:
            merged = together, *clue_for([known[0][c] + 1 for c in together], rng)
        else:
            merged = together, rng.choice("+×"), (target or 1) + (cages[k][2] or 0)
        cages = [cage for j, cage in enumerate(cages) if j not in (i, k)] + [merged]
    return Puzzle(puzzle.genre, puzzle.grid, clues={"cages": tuple(cages)}, givens=puzzle.givens)


def other_signs(puzzle: Puzzle, rng: Random) -> Puzzle:
    """A sign turned round or left out; a bar more or less."""
    bars, signs = puzzle.clue("bars"), list(puzzle.clue("signs"))
    if bars is not None:
        p = rng.randrange(len(puzzle.grid))
        q = rng.choice(puzzle.grid.beside(p))
        clues: dict[str, Any] = {"bars": tuple({*bars} ^ {(min(p, q), max(p, q))})}
        return Puzzle(puzzle.genre, puzzle.grid, clues=clues, givens=puzzle.givens)
    if signs:
        p, q = signs.pop(rng.randrange(len(signs)))
        signs += [(q, p)] if rng.random() < 0.6 else []
    return Puzzle(puzzle.genre, puzzle.grid, clues={"signs": tuple(signs)}, givens=puzzle.givens)


def other_views(puzzle: Puzzle, rng: Random) -> Puzzle:
    """One view changed or left out."""
    views = list(puzzle.clue("views") or (None,) * (4 * puzzle.grid.rows))
    views[rng.randrange(len(views))] = rng.choice((None, *range(1, puzzle.grid.rows + 1)))
    return Puzzle(puzzle.genre, puzzle.grid, clues={"views": tuple(views)}, givens=puzzle.givens)


def other_arrows(puzzle: Puzzle, rng: Random) -> Puzzle:
    """One arrow turned."""
    drawn = list(puzzle.clue("arrows"))
    drawn[rng.randrange(len(drawn))] = rng.choice(ARROWS)
    return Puzzle(puzzle.genre, puzzle.grid, clues={"arrows": "".join(drawn)}, givens=puzzle.givens)


CLUES = {
    "keen": other_cages,
    "unequal": other_signs,
    "towers": other_views,
    "arrows": other_arrows,
    **OTHER_NUMBERS,
}
SOURCES = {
    "arrows": arrows,
    "latin": latin,
    "sudoku": sudoku,
    "star-battle": star_battle,
    "keen": keen,
    "unequal": unequal,
    "towers": towers,
    **NUMBER_SOURCES,
}


def puzzles(key: str, rng: Random, large: bool = False) -> Iterator[Puzzle]:
    """Random puzzles of a genre without end, every third one spoiled; large ones are beyond the plain search."""
    while True:
        puzzle = SOURCES[key](rng, large)
        if puzzle is not None:
            yield spoiled(puzzle, rng) if rng.random() < 0.35 else puzzle
