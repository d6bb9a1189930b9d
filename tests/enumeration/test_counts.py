"""Every puzzle of a size, and how many are left without copies: by two methods that share no code, and as known."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from brute_force import (
    arrow_images,
    by_givens,
    connected_partitions,
    keen_images,
    latin_squares,
    minimal_only,
    orbits,
    orbits_of_puzzles,
    orbits_of_selections,
    queens_images,
    unique_arrows,
    unique_keens,
    unique_queens,
    unique_selections,
)
from gridwright.conversion.canonical_form import canonical_text
from gridwright.enumeration import PuzzleSpace, estimate
from gridwright.enumeration import space as space_module
from gridwright.kits.partitions import estimated_partitions, partitions
from gridwright.model import Grid, GridwrightError, Limits, RandomStream, Stopped, TooLarge
from gridwright.solving import solve


def test_minimal_sudokus_of_four_rows_are_as_known() -> None:
    assert {4: 25728, 5: 58368, 6: 1536} == PuzzleSpace("sudoku", 4, minimal=True).counts()
    assert {4: 13, 5: 22, 6: 1} == PuzzleSpace("sudoku", 4, minimal=True, up_to_symmetry=True).counts()


def test_sudokus_of_four_rows_by_brute_force() -> None:
    grids = latin_squares(4, (2, 2))
    unique = unique_selections(grids)

    assert 288 == len(grids)
    assert by_givens(unique) == PuzzleSpace("sudoku", 4).counts()
    assert by_givens(minimal_only(unique)) == PuzzleSpace("sudoku", 4, minimal=True).counts()


@pytest.mark.slow
def test_latin_squares_of_four_rows_by_brute_force() -> None:
    unique = unique_selections(latin_squares(4))

    assert by_givens(unique) == PuzzleSpace("latin", 4).counts()
    assert by_givens(minimal_only(unique)) == PuzzleSpace("latin", 4, minimal=True).counts()


def test_latin_squares_of_three_rows_by_brute_force() -> None:
    grids = latin_squares(3)
    unique = unique_selections(grids)
    puzzles = {
        tuple(value if chosen >> cell & 1 else -1 for cell, value in enumerate(grid))
        for chosen, row in enumerate(unique) for grid, is_unique in zip(grids, row, strict=True) if is_unique
    }  # fmt: skip

    assert by_givens(unique) == PuzzleSpace("latin", 3).counts()
    assert by_givens(minimal_only(unique)) == PuzzleSpace("latin", 3, minimal=True).counts()
    assert orbits_of_puzzles(puzzles, 3, 3) == PuzzleSpace("latin", 3, up_to_symmetry=True).counts().total()


@pytest.mark.parametrize(("rows", "columns", "parts"), [(2, 2, None), (2, 3, None), (3, 3, None), (3, 3, 3), (2, 4, 4)])
def test_divisions_by_brute_force(rows: int, columns: int, parts: int | None) -> None:
    grid = Grid(rows, columns)
    expected = {
        tuple(tuple(cell for cell, each in enumerate(labels) if each == label) for label in range(max(labels) + 1))
        for labels in connected_partitions(rows, columns, parts)
    }
    found = list(partitions(grid, parts=parts))

    assert (expected, len(expected)) == ({*found}, len(found))


def test_an_estimate_of_divisions_is_right_on_average() -> None:
    draws = [estimated_partitions(Grid(3, 3), RandomStream(1).child(i)) for i in range(400)]

    assert 0.9 < sum(draws) / len(draws) / 1434 < 1.1


def test_keen_of_three_rows_by_brute_force() -> None:
    assert sum(1 for _ in unique_keens(3)) == PuzzleSpace("keen", 3).counts().total()


@pytest.mark.parametrize(("rows", "columns", "directions"), [(2, 2, 4), (2, 3, 4), (2, 2, 8)])
def test_arrows_by_brute_force(rows: int, columns: int, directions: int) -> None:
    space = PuzzleSpace("arrows", rows, columns, variants=["eight"] if directions == 8 else [])

    assert sum(1 for _ in unique_arrows(rows, columns, directions)) == space.counts().total()


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns", "directions"), [(3, 3, 4), (2, 3, 8)])
def test_larger_arrows_by_brute_force(rows: int, columns: int, directions: int) -> None:
    test_arrows_by_brute_force(rows, columns, directions)


@pytest.mark.slow
def test_queens_by_brute_force() -> None:
    assert sum(1 for _ in unique_queens(4)) == PuzzleSpace("queens", 4).counts().total()


@pytest.mark.slow
@pytest.mark.parametrize(("genre", "band"), [("sudoku", 2), ("latin", 4)])
def test_copies_of_four_rows_by_brute_force(genre: str, band: int) -> None:
    grids = latin_squares(4, (2, 2) if genre == "sudoku" else None)
    unique = minimal_only(unique_selections(grids))
    puzzles = {
        tuple(value if chosen >> cell & 1 else -1 for cell, value in enumerate(grid))
        for chosen, row in enumerate(unique) for grid, is_unique in zip(grids, row, strict=True) if is_unique
    }  # fmt: skip

    expected = PuzzleSpace(genre, 4, minimal=True, up_to_symmetry=True).counts().total()
    assert expected == orbits_of_puzzles(puzzles, 4, band)


@pytest.mark.slow
@pytest.mark.parametrize(("genre", "band"), [("sudoku", 2), ("latin", 4)])
def test_copies_of_four_rows_by_fixed_puzzles(genre: str, band: int) -> None:
    grids = latin_squares(4, (2, 2) if genre == "sudoku" else None)
    every = unique_selections(grids)
    for minimal, unique in ((False, every), (True, minimal_only(every))):
        expected = PuzzleSpace(genre, 4, minimal=minimal, up_to_symmetry=True).counts().total()
        assert expected == orbits_of_selections(unique, grids, 4, band)


def test_copies_of_three_rows_by_fixed_puzzles() -> None:
    grids = latin_squares(3)
    unique = unique_selections(grids)

    assert 30 == orbits_of_selections(unique, grids, 3, 3)
    assert 2 == orbits_of_selections(minimal_only(unique), grids, 3, 3)


@pytest.mark.slow
def test_copies_of_queens_by_brute_force() -> None:
    expected = PuzzleSpace("queens", 4, up_to_symmetry=True).counts().total()
    assert expected == orbits(unique_queens(4), queens_images(4))


@pytest.mark.slow
def test_copies_of_keens_by_brute_force() -> None:
    expected = PuzzleSpace("keen", 3, up_to_symmetry=True).counts().total()
    assert expected == orbits(unique_keens(3), keen_images(3))


@pytest.mark.parametrize(
    ("rows", "columns", "directions"),
    [
        (2, 2, 4),
        (2, 3, 4),
        (2, 2, 8),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in ((3, 3, 4), (2, 3, 8))),
    ],
)
def test_copies_of_arrows_by_brute_force(rows: int, columns: int, directions: int) -> None:
    variants = ["eight"] if directions == 8 else []
    expected = PuzzleSpace("arrows", rows, columns, variants=variants, up_to_symmetry=True).counts().total()

    assert expected == orbits(unique_arrows(rows, columns, directions), arrow_images(rows, columns))


@pytest.mark.parametrize(
    "space",
    [
        PuzzleSpace("latin", 3),
        PuzzleSpace("latin", 3, minimal=True),
        PuzzleSpace("sudoku", 4, clues=(4, 4)),
        PuzzleSpace("unequal", 3, minimal=True, clues=(0, 2)),
        PuzzleSpace("unequal", 3, variants=["adjacent"], clues=(0, 2)),
        PuzzleSpace("towers", 3, clues=(0, 2)),
        PuzzleSpace("arrows", 2),
    ],
    ids=lambda space: f"{space.genre.key} {space.request.size} {space.bounds}",
)
def test_what_is_counted_is_what_is_printed(space: PuzzleSpace) -> None:
    puzzles = list(space.puzzles())

    assert len(puzzles) == len(set(puzzles)) == space.counts().total()
    assert all(solve(puzzle).count == 1 for puzzle in puzzles[:300])


@pytest.mark.parametrize(
    ("genre", "size", "options"),
    [
        ("latin", 3, {}),
        ("towers", 3, {"clues": (0, 2)}),
        ("unequal", 3, {"clues": (0, 2)}),
        ("arrows", 2, {}),
    ],
)
def test_up_to_symmetry_there_is_one_of_each(genre: str, size: int, options: dict[str, Any]) -> None:
    all_of_them = PuzzleSpace(genre, size, **options).puzzles()
    space = PuzzleSpace(genre, size, up_to_symmetry=True, **options)
    one_of_each = list(space.puzzles())

    assert {canonical_text(puzzle) for puzzle in all_of_them} == {canonical_text(puzzle) for puzzle in one_of_each}
    assert len({canonical_text(puzzle) for puzzle in one_of_each}) == len(one_of_each) == space.counts().total()


@pytest.mark.parametrize(
    ("genre", "size", "options", "most"),
    [
        ("latin", 3, {}, None),
        ("latin", 3, {"minimal": True}, None),
        ("sudoku", 4, {"clues": (4, 5), "minimal": True}, 30),
        ("unequal", 3, {"clues": (0, 2)}, 20),
        ("towers", 3, {"clues": (0, 2), "minimal": True}, 20),
        ("keen", 3, {}, 400),
    ],
)
def test_completions_that_are_not_listed_change_nothing(
    monkeypatch: pytest.MonkeyPatch, genre: str, size: int, options: dict[str, Any], most: int | None
) -> None:
    listed = list(islice(PuzzleSpace(genre, size, **options).puzzles(), most))
    counts = None if most else PuzzleSpace(genre, size, **options).counts()
    monkeypatch.setattr(space_module, "LISTED", 5)
    space = PuzzleSpace(genre, size, **options)

    assert listed == list(islice(space.puzzles(), most))
    if counts is not None:
        assert counts == space.counts()
        parts = [space.part(number) for number in (0, 1)]
        units = [unit.number for part in parts for unit in part.units]
        assert [unit.number for unit in islice(space.units(), len(units))] == units


def test_boards_with_millions_of_completions_are_begun() -> None:
    space = PuzzleSpace("sudoku", 6)
    estimate(space)
    first = list(islice(space.puzzles(), 20))

    assert 20 == len(set(first))
    assert all(solve(puzzle).count == 1 for puzzle in first)
    assert {(0, 1, 2, 3, 4, 5, 3, 4, 5, 0, 1, 2)} == {solve(puzzle).solutions[0][:12] for puzzle in first}
    with pytest.raises(TooLarge, match="not compared with each other"):
        next(PuzzleSpace("sudoku", 6, up_to_symmetry=True).puzzles())


def test_units_go_on_where_they_ended() -> None:
    space = PuzzleSpace("queens", 4, up_to_symmetry=True)
    units = [unit.number for unit in islice(space.units(), 200)]

    assert units[100:] == [unit.number for unit in islice(space.units(after=units[99]), 100)]


def test_limits_end_it() -> None:
    with pytest.raises(Stopped):
        list(PuzzleSpace("arrows", 3).puzzles(limits=Limits(seconds=0.01)))
    with pytest.raises(Stopped):
        PuzzleSpace("latin", 5).counts(limits=Limits(seconds=0.2))


def test_an_estimate_tells_that_nine_rows_are_too_many() -> None:
    found = estimate(PuzzleSpace("sudoku", 9))

    assert 1e20 < found.completions < 1e24
    assert "years" in found.sentence()


def test_what_is_not_gone_through_is_said() -> None:
    with pytest.raises(GridwrightError, match="has no variant eight"):
        PuzzleSpace("sudoku", 4, variants=["eight"])
    with pytest.raises(GridwrightError, match="as many rows as columns"):
        PuzzleSpace("sudoku", 4, 5)
    with pytest.raises(GridwrightError, match="without an operation"):
        PuzzleSpace("keen", 3, variants=["no-operations"]).counts()
