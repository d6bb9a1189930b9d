"""Copies of puzzles: whatever the symmetries of a genre, another order of lines and other names make of them."""

from __future__ import annotations

from random import Random

from gridwright.generation import Recipe, generate_many
from gridwright.model import Puzzle
from gridwright.model.symmetry import moves
from gridwright.testing.genre_checks import rename

RECIPES = [
    ("sudoku", 9, ()), ("sudoku", 6, ()), ("sudoku", 12, ()), ("sudoku", 9, ("x",)), ("sudoku", 6, ("jigsaw",)),
    ("sudoku", 6, ("killer",)), ("latin", 7, ()), ("queens", 7, ()), ("keen", 5, ()), ("unequal", 5, ()),
    ("unequal", 5, ("adjacent",)), ("towers", 5, ()), ("arrows", 6, ("eight",)),
]  # fmt: skip


def disguised(puzzle: Puzzle, rng: Random) -> Puzzle:
    """The puzzle after a symmetry of its genre, any, and with other names for its values."""
    symmetry = puzzle.genre.symmetry
    bands = symmetry.bands(puzzle)
    puzzle = puzzle.moved(rng.choice(moves(puzzle.grid, symmetry.board)))
    if bands is not None and (found := symmetry.bands(puzzle)) is not None:
        puzzle = reordered(puzzle, *found, rng)
    if symmetry.renames(puzzle):
        names = list(range(len(puzzle.variables[0].domain)))
        rng.shuffle(names)
        puzzle = rename(puzzle, names)
    return puzzle


def reordered(puzzle: Puzzle, band: int, stack: int, rng: Random) -> Puzzle:
    n = puzzle.grid.rows
    rows, columns = order(n, band, rng), order(n, stack, rng)
    if puzzle.genre.symmetry.keeps_diagonals(puzzle):
        while any(rows[n - 1 - i] != n - 1 - rows[i] for i in range(n)) or not in_blocks(rows, stack):
            rows = order(n, band, rng)
        columns = rows if rng.random() < 0.5 else rows[::-1]
    source = [row * n + column for row in rows for column in columns]
    return puzzle.with_givens({x: puzzle.givens[y] for x, y in enumerate(source) if y in puzzle.givens})


def in_blocks(lines: list[int], block: int) -> bool:
    return all(lines[i] // block == lines[i - i % block] // block for i in range(len(lines)))


def order(lines: int, band: int, rng: Random) -> list[int]:
    bands = [rng.sample(range(first, first + band), band) for first in range(0, lines, band)]
    rng.shuffle(bands)
    return [line for each in bands for line in each]


def made(genre: str, size: int, variants: tuple[str, ...], count: int) -> list[Puzzle]:
    recipe = Recipe(genre, size=size, seed="c", variants=variants)
    return [
        each.puzzle for each in generate_many(recipe, count, check="none", with_grade=False) if each.puzzle is not None
    ]
