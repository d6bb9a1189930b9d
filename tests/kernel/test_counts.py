"""Numbers that others published, recounted: anyone can check them."""

from __future__ import annotations

import pytest

from gridwright.genres import parse
from gridwright.model import Count, Grid, Group, NotBoth, Structure
from gridwright.native import kernel_structure


def count_of(text: str, genre: str) -> int:
    return parse(text, genre=genre).count(limit=10**12)


@pytest.mark.parametrize(("n", "squares"), [(2, 2), (3, 12), (4, 576), (5, 161_280)])
def test_there_are_as_many_latin_squares_as_published(n: int, squares: int) -> None:
    assert squares == count_of("." * n * n, "latin")


def test_there_are_288_sudokus_of_4_by_4() -> None:
    assert 288 == count_of("." * 16, "sudoku")


@pytest.mark.slow
def test_there_are_28_200_960_sudokus_of_6_by_6() -> None:
    assert 28_200_960 == count_of("." * 36, "sudoku")


@pytest.mark.slow
def test_there_are_812_851_200_latin_squares_of_order_6() -> None:
    assert 812_851_200 == count_of("." * 36, "latin")


def non_touching_permutations(n: int) -> Structure:
    """One star in each row and column, no two touching, no regions."""
    grid = Grid(n, n)
    structure = Structure(sizes=(2,) * len(grid))
    for line in grid.row_lines + grid.column_lines:
        Count.exactly(Group("line", line), 1, 1).emit(structure)
    for pair in grid.touching_pairs():
        NotBoth(Group("touch", pair), 1).emit(structure)
    return structure


@pytest.mark.parametrize(
    ("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 14), (6, 90), (7, 646), (8, 5242), (9, 47_622), (10, 479_306)]
)
def test_permutations_that_do_not_touch_are_as_many_as_published(n: int, count: int) -> None:
    assert count == kernel_structure(non_touching_permutations(n)).solve(None, 10**9).count
