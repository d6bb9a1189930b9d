"""Random boards of genres whose clues are a number a cell: numbers of a random solution, some of them left out.

akari, slitherlink, …(rng, large)     a puzzle, or None where luck was bad
other_numbers(clue, puzzle, rng)      one number changed, left out or added
"""

from __future__ import annotations

from functools import partial
from random import Random

from gridwright.genres import genre
from gridwright.model import Grid, Puzzle
from gridwright.solving import solve

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def some(numbers: list[int | None], share: float, rng: Random, otherwise: int | None = None) -> tuple[int | None, ...]:
    """Some of the numbers."""
    return tuple(n if n is None or rng.random() < share else otherwise for n in numbers)


def grown(grid: Grid, share: float, rng: Random) -> set[int]:
    """An area of cells without holes that nowhere touches itself at a corner alone: its edge is one loop."""
    inside = {rng.randrange(len(grid))}
    for _ in range(40 * len(grid)):
        cell = rng.randrange(len(grid))
        row, column = grid.position(cell)
        around = [is_inside(grid, inside, row + down, column + right) for down, right in RING]
        turns = sum(around[i] != around[i - 1] for i in range(8))
        if cell not in inside and turns == 2 and any(around[1::2]) and len(inside) < share * len(grid):
            inside.add(cell)
    return inside


def is_inside(grid: Grid, inside: set[int], row: int, column: int) -> bool:
    return 0 <= row < grid.rows and 0 <= column < grid.columns and grid.cell(row, column) in inside


def slitherlink(rng: Random, large: bool = False) -> Puzzle | None:
    grid = Grid(rng.randint(6, 8), rng.randint(6, 8)) if large else Grid(rng.randint(2, 4), rng.randint(2, 4))
    inside = grown(grid, rng.uniform(0.4, 0.7), rng)
    numbers: list[int | None] = []
    for cell in range(len(grid)):
        row, column = grid.position(cell)
        beside = (is_inside(grid, inside, row + down, column + right) for down, right in RING[1::2])
        numbers.append(sum(near != (cell in inside) for near in beside))
    clue = some(numbers, rng.uniform(0.6, 1.0) if large else rng.uniform(0.3, 1.0), rng)
    return Puzzle(genre("slitherlink"), grid, clues={"numbers": clue})


def akari(rng: Random, large: bool = False) -> Puzzle | None:
    """Lamps where they fit, in a random order."""
    grid = Grid(rng.randint(7, 10), rng.randint(7, 10)) if large else Grid(rng.randint(2, 5), rng.randint(2, 5))
    black = {cell for cell in range(len(grid)) if rng.random() < 0.25}
    white = [cell for cell in range(len(grid)) if cell not in black]
    if not white:
        return None
    rng.shuffle(white)
    lamps: set[int] = set()
    lit: set[int] = set()
    for cell in white:
        if cell not in lit:
            lamps.add(cell)
            lit.update(in_sight(grid, cell, black))
    numbers = [sum(near in lamps for near in grid.beside(cell)) if cell in black else None for cell in range(len(grid))]
    return Puzzle(genre("akari"), grid, clues={"walls": some(numbers, rng.uniform(0.5, 1.0), rng, otherwise=-1)})


def in_sight(grid: Grid, cell: int, stops: set[int]) -> set[int]:
    """The cells that one sees along its row and column, itself included."""
    row, column = grid.position(cell)
    seen = {cell}
    for down, right in RING[1::2]:
        r, c = row + down, column + right
        while 0 <= r < grid.rows and 0 <= c < grid.columns and grid.cell(r, c) not in stops:
            seen.add(grid.cell(r, c))
            r, c = r + down, c + right
    return seen


def shaded_apart(grid: Grid, share: float, rng: Random) -> set[int]:
    """Cells of which no two share a side, and that leave all others in one piece."""
    shaded: set[int] = set()
    for cell in rng.sample(range(len(grid)), round(share * len(grid))):
        rest = set(range(len(grid))) - shaded - {cell}
        if rest and shaded.isdisjoint(grid.beside(cell)) and len(area(grid, min(rest), rest)) == len(rest):
            shaded.add(cell)
    return shaded


def area(grid: Grid, start: int, inside: set[int]) -> set[int]:
    found, edge = {start}, [start]
    while edge:
        near = [cell for cell in grid.beside(edge.pop()) if cell in inside and cell not in found]
        found.update(near)
        edge += near
    return found


def small_or_large(rng: Random, large: bool) -> Grid:
    sides = (6, 9) if large else (2, 4)
    return Grid(rng.randint(*sides), rng.randint(*sides))


def hitori(rng: Random, large: bool = False) -> Puzzle | None:
    """Numbers of a Latin square under white cells, any of a row's or column's under shaded ones."""
    grid = Grid(rng.randint(5, 6), rng.randint(5, 6)) if large else small_or_large(rng, large)
    size = max(grid.rows, grid.columns)
    rows, columns, names = (rng.sample(range(size), size) for _ in range(3))
    shaded = shaded_apart(grid, 0.6, rng)
    numbers = []
    for cell in range(len(grid)):
        row, column = grid.position(cell)
        if cell in shaded and rng.random() < 0.9:
            row, column = rng.choice(((row, rng.randrange(grid.columns)), (rng.randrange(grid.rows), column)))
        numbers.append(1 + names[(rows[row] + columns[column]) % size])
    return Puzzle(genre("hitori"), grid, clues={"numbers": tuple(numbers)})


def kurodoko(rng: Random, large: bool = False) -> Puzzle | None:
    grid = small_or_large(rng, large)
    shaded = shaded_apart(grid, 0.5, rng)
    seen: list[int | None] = [
        None if cell in shaded else len(in_sight(grid, cell, shaded)) for cell in range(len(grid))
    ]
    return Puzzle(genre("kurodoko"), grid, clues={"numbers": some(seen, rng.uniform(0.15, 0.6), rng)})


def nurikabe(rng: Random, large: bool = False) -> Puzzle | None:
    """A sea that grows without a square, and a number in each island that it leaves."""
    grid = Grid(rng.randint(5, 7), rng.randint(5, 7)) if large else small_or_large(rng, large)
    sea = {rng.randrange(len(grid))}
    for _ in range(20 * len(grid)):
        cell = rng.randrange(len(grid))
        if cell not in sea and not sea.isdisjoint(grid.beside(cell)) and not makes_square(grid, sea | {cell}, cell):
            sea.add(cell)
    numbers: list[int | None] = [None] * len(grid)
    left = set(range(len(grid))) - sea
    while left:
        island = area(grid, min(left), left)
        left -= island
        numbers[rng.choice(sorted(island))] = len(island) if rng.random() < 0.95 else -1
    return Puzzle(genre("nurikabe"), grid, clues={"numbers": tuple(numbers)})


def makes_square(grid: Grid, cells: set[int], cell: int) -> bool:
    row, column = grid.position(cell)
    return any(
        all(is_inside(grid, cells, row + a + down, column + b + right) for down in (0, 1) for right in (0, 1))
        for a in (-1, 0)
        for b in (-1, 0)
    )


def takuzu(rng: Random, large: bool = False) -> Puzzle | None:
    """Some cells of a board that a few random ones lead to."""
    sides = (6, 8) if large else (2, 4)
    grid = Grid(rng.choice(sides), rng.choice(sides))
    bare = Puzzle(genre("takuzu"), grid, clues={"distinct": True} if rng.random() < 0.5 else {})
    seeds = {x: rng.randrange(2) for x in rng.sample(range(len(grid)), len(grid) // 6)}
    answer = solve(bare.with_givens(seeds), limit=1, show=1)
    if not answer.solutions:
        return None
    share = rng.uniform(0.3, 0.6)
    return bare.with_givens({x: value for x, value in enumerate(answer.solutions[0]) if rng.random() < share})


def tents(rng: Random, large: bool = False) -> Puzzle | None:
    """Tents that do not touch, each with a tree beside it."""
    grid = small_or_large(rng, large)
    tents: set[int] = set()
    trees: set[int] = set()
    touching = {frozenset(pair) for pair in grid.touching_pairs()}
    for cell in rng.sample(range(len(grid)), len(grid)):
        if cell in trees or any(frozenset((cell, tent)) in touching for tent in tents):
            continue
        free = [near for near in grid.beside(cell) if near not in tents and near not in trees]
        if free:
            tents.add(cell)
            trees.add(rng.choice(free))
    if not trees:
        return None
    lines = (*grid.column_lines, *grid.row_lines)
    counts = some([len(tents.intersection(line)) for line in lines], rng.uniform(0.6, 1.0), rng)
    clue = tuple(1 if cell in trees else None for cell in range(len(grid)))
    return Puzzle(genre("tents"), grid, clues={"trees": clue, "counts": counts})


def masyu(rng: Random, large: bool = False) -> Puzzle | None:
    """The pearls that the edge of an area allows, seen on the board of its corners."""
    inner = Grid(rng.randint(3, 5), rng.randint(3, 5)) if large else Grid(rng.randint(2, 4), rng.randint(2, 4))
    inside, grid = grown(inner, rng.uniform(0.4, 0.7), rng), Grid(inner.rows + 1, inner.columns + 1)

    def drawn(row: int, column: int, way: int) -> bool:
        """Does the loop go from a corner this way: up, right, down, left?"""
        sides = (((-1, -1), (-1, 0)), ((-1, 0), (0, 0)), ((0, 0), (0, -1)), ((0, -1), (-1, -1)))[way]
        one, other = (is_inside(inner, inside, row + down, column + right) for down, right in sides)
        return one != other

    pearls: list[int | None] = []
    for cell in range(len(grid)):
        row, column = grid.position(cell)
        ways = [way for way in range(4) if drawn(row, column, way)]
        on = [drawn(row + RING[1::2][way][0], column + RING[1::2][way][1], way) for way in ways]
        straight = len(ways) == 2 and ways[1] - ways[0] == 2
        white, black = straight and not all(on), len(ways) == 2 and not straight and all(on)
        pearls.append(1 if white else 2 if black else None)
    return Puzzle(genre("masyu"), grid, clues={"pearls": some(pearls, rng.uniform(0.6, 1.0), rng)})


def other_numbers(clue: str, puzzle: Puzzle, rng: Random) -> Puzzle:
    """One number changed."""
    numbers = list(puzzle.clue(clue) or ())
    printed = [cell for cell, number in enumerate(numbers) if number is not None]
    if not printed:
        return puzzle
    most = {"pearls": 2, "walls": 4}.get(clue, 3)
    numbers[rng.choice(printed)] = rng.randint(1 if clue in ("pearls", "numbers") else 0, most)
    return Puzzle(puzzle.genre, puzzle.grid, givens=puzzle.givens, clues={**puzzle.clues, clue: tuple(numbers)})


CLUES = {
    "akari": "walls",
    "hitori": "numbers",
    "kurodoko": "numbers",
    "masyu": "pearls",
    "nurikabe": "numbers",
    "slitherlink": "numbers",
    "tents": "counts",
}
NUMBER_SOURCES = {
    "akari": akari,
    "hitori": hitori,
    "kurodoko": kurodoko,
    "masyu": masyu,
    "nurikabe": nurikabe,
    "slitherlink": slitherlink,
    "takuzu": takuzu,
    "tents": tents,
}
OTHER_NUMBERS = {key: partial(other_numbers, clue) for key, clue in CLUES.items()}
