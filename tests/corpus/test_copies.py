"""A copy is known however it is disguised, and what differs in one clue is no copy unless a symmetry shows it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from disguises import RECIPES, disguised, made
from gridwright.conversion.canonical_form import canonical, form_digest
from gridwright.corpus import Corpus
from gridwright.generation import Recipe, generate_many
from gridwright.model import GridwrightError, Puzzle, PuzzleError
from gridwright.model.clue import first_seen
from gridwright.model.symmetry import FALLING, images, orders

SMALL = [
    ("sudoku", 4, ()), ("sudoku", 6, ()), ("sudoku", 4, ("x",)), ("sudoku", 4, ("killer",)), ("latin", 4, ()),
    ("queens", 5, ()), ("keen", 3, ()), ("unequal", 4, ()), ("unequal", 4, ("adjacent",)), ("towers", 4, ()),
    ("arrows", 4, ()),
]  # fmt: skip


@pytest.mark.parametrize(("genre", "size", "variants"), SMALL)
def test_disguises_are_copies_and_neighbours_are_not(
    genre: str, size: int, variants: tuple[str, ...], tmp_path: Path
) -> None:
    rng, corpus = Random(f"{genre} {variants}"), Corpus(tmp_path)
    puzzles = made(genre, size, variants, 2)
    corpus.add(puzzles)

    assert 0 == corpus.add(disguised(puzzle, rng) for puzzle in puzzles for _ in range(4)).added
    for puzzle in puzzles:
        assert_known_apart(puzzle, rng, 20)


@pytest.mark.slow
@pytest.mark.parametrize(("genre", "size", "variants"), RECIPES)
def test_a_hundred_disguises_of_a_hundred_puzzles_are_copies(
    genre: str, size: int, variants: tuple[str, ...], tmp_path: Path
) -> None:
    rng, corpus = Random(f"{genre} {variants}"), Corpus(tmp_path)
    wanted = generate_many(Recipe(genre, size=size, seed="copies", variants=variants), 100, check="none", distinct=True)
    puzzles = [each.puzzle for each in wanted if each.puzzle is not None]

    assert (100, 0) == corpus.add(puzzles)
    assert (0, 10_000) == corpus.add(disguised(puzzle, rng) for puzzle in puzzles for _ in range(100))


@pytest.mark.slow
@pytest.mark.parametrize(("genre", "size", "variants"), RECIPES)
def test_of_thousands_that_differ_in_one_clue_none_is_a_copy_unless_a_symmetry_shows_it(
    genre: str, size: int, variants: tuple[str, ...]
) -> None:
    """100,000 in all, over the boards."""
    rng = Random(f"one clue {genre} {variants}")
    for puzzle in made(genre, size, variants, 20):
        assert_known_apart(puzzle, rng, 100_000 // len(RECIPES) // 20 + 1)


def assert_known_apart(puzzle: Puzzle, rng: Random, count: int) -> None:
    """Puzzles that differ from this one in one clue have another digest, but for those that a symmetry makes of it."""
    form, done = form_digest(puzzle), 0
    while done < count:
        try:
            other = one_clue_changed(puzzle, rng)
            found = form_digest(other)
        except (PuzzleError, GridwrightError):  # no such puzzle, or one without a form
            continue
        done += 1
        assert other != puzzle
        if found == form:
            assert is_image(puzzle, other), f"{puzzle} and {other}"


def one_clue_changed(puzzle: Puzzle, rng: Random) -> Puzzle:
    """The puzzle with another value, one clue more or one less."""
    givens, clues = dict(puzzle.givens), dict(puzzle.clues)
    kinds = [key for key, value in clues.items() if isinstance(value, tuple | str)] + ["givens"] * bool(givens)
    key = rng.choice(kinds) if kinds else "givens"
    if key == "givens":
        cell = rng.randrange(len(puzzle.variables))
        value = rng.randrange(len(puzzle.variables[cell].domain))
        if givens.get(cell) == value:
            del givens[cell]
        else:
            givens[cell] = value
        return puzzle.with_givens(givens)
    clues[key] = changed(key, clues[key], rng)
    other = Puzzle(puzzle.genre, puzzle.grid, givens=givens, clues=clues)
    if other == puzzle:
        raise PuzzleError("nothing changed")
    return other


def changed(key: str, value: Any, rng: Random) -> Any:
    """One entry of a clue is another: a region's cell, a cage's number, a view, a sign, an arrow."""
    i = rng.randrange(len(value))
    entry: Any
    if isinstance(value, str):
        return value[:i] + rng.choice(sorted(set(value) - {value[i]})) + value[i + 1 :]
    if key == "regions":
        return first_seen([*value[:i], rng.choice(sorted(set(value))), *value[i + 1 :]])
    if key == "views":
        entry = rng.choice([None, 1, 2, 3, 4])
    elif key == "cages":
        entry = (*value[i][:-1], value[i][-1] + rng.choice((-1, 1)))
    else:
        return (*value[:i], *value[i + 1 :])
    return (*value[:i], entry, *value[i + 1 :])


def is_image(puzzle: Puzzle, other: Puzzle) -> bool:
    """Does a symmetry of the genre make the other of the one? Tried one by one."""
    bands = puzzle.genre.symmetry.bands(other)
    if bands is None:
        return set(images(puzzle)) == set(images(other))
    turned = [each for each in (puzzle, puzzle.moved(FALLING)) if each.structure_key == other.structure_key]
    return any(_maps(each, other, bands) for each in turned)


def _maps(puzzle: Puzzle, other: Puzzle, bands: tuple[int, int]) -> bool:
    """Some order of rows and columns, and other names, make the other of the one."""
    n = puzzle.grid.rows
    rows = [puzzle.given_bytes[n * r : n * r + n] for r in range(n)]
    wanted = [other.given_bytes[n * r : n * r + n] for r in range(n)]
    for order in orders(n, bands[0]):
        moved = [rows[r] for r in order]
        if [sorted(map(bool, row)) for row in moved] != [sorted(map(bool, row)) for row in wanted]:
            continue
        for columns in _column_orders(moved, wanted, bands[1]):
            names = {moved[r][c]: wanted[r][i] for r in range(n) for i, c in enumerate(columns)}
            same = all(names[moved[r][c]] == wanted[r][i] for r in range(n) for i, c in enumerate(columns))
            if same and len(set(names.values())) == len(names):
                return True
    return False


def _column_orders(rows: list[bytes], wanted: list[bytes], stack: int) -> Iterator[tuple[int, ...]]:
    """The orders of columns, stacks kept together, after which the same cells are given."""
    n = len(rows)
    have = [tuple(bool(row[c]) for row in rows) for c in range(n)]
    want = [tuple(bool(row[c]) for row in wanted) for c in range(n)]
    starts = range(0, n, stack)
    for stacks in permutations(starts):
        ways = [
            [each for each in permutations(range(first, first + stack))
             if [have[c] for c in each] == want[place : place + stack]]
            for place, first in zip(starts, stacks, strict=True)
        ]  # fmt: skip
        yield from (tuple(c for part in each for c in part) for each in product(*ways))


def test_a_symmetry_is_shown_where_there_is_one() -> None:
    rng = Random("shown")
    for genre, size, variants in SMALL:
        for puzzle in made(genre, size, variants, 1):
            if not puzzle.genre.symmetry.keeps_diagonals(puzzle):
                assert is_image(puzzle, disguised(puzzle, rng))


def test_the_digest_is_that_of_the_canonical_form() -> None:
    for genre, size, variants in SMALL:
        for puzzle in made(genre, size, variants, 1):
            assert form_digest(canonical(puzzle)) == form_digest(puzzle)
