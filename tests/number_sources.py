"""Random boards of genres whose clues are a number a cell: numbers of a random solution, some of them left out.

akari, slitherlink, …(rng, large)     a puzzle, or None where luck was bad
other_numbers(clue, puzzle, rng)      one number changed, left out or added
"""

from __future__ import annotations

from functools import partial
from random import Random

from gridwright.genres import genre
from gridwright.model import Grid, Puzzle

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


def other_numbers(clue: str, puzzle: Puzzle, rng: Random) -> Puzzle:
    """One number changed."""
    numbers = list(puzzle.clue(clue) or (None,) * len(puzzle.grid))
    printed = [cell for cell, number in enumerate(numbers) if number is not None]
    if printed:
        numbers[rng.choice(printed)] = rng.randint(0, 3)
    return Puzzle(puzzle.genre, puzzle.grid, givens=puzzle.givens, clues={**puzzle.clues, clue: tuple(numbers)})


NUMBER_SOURCES = {"akari": akari, "slitherlink": slitherlink}
OTHER_NUMBERS = {key: partial(other_numbers, clue) for key, clue in (("akari", "walls"), ("slitherlink", "numbers"))}
