"""The board's geometry."""

from __future__ import annotations

import pytest

from gridwright.model import Grid, PuzzleError


def test_cells_have_the_names_that_people_read() -> None:
    grid = Grid(2, 3)

    assert ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"] == [grid.name(cell) for cell in range(6)]
    assert list(range(6)) == [grid.find(grid.name(cell)) for cell in range(6)]


@pytest.mark.parametrize("name", ["r0c1", "r3c1", "r1c4", "c1r1", "r1", "", "r1c1 ", "r²c1", "r9999c1"])
def test_a_cell_off_the_board_is_refused(name: str) -> None:
    with pytest.raises(PuzzleError):
        Grid(2, 3).find(name)


def test_lines_run_from_the_top_left() -> None:
    grid = Grid(2, 3)

    assert ((0, 1, 2), (3, 4, 5)) == grid.row_lines
    assert ((0, 3), (1, 4), (2, 5)) == grid.column_lines


def test_the_diagonals_fall_and_rise() -> None:
    assert ((0, 4, 8), (6, 4, 2)) == Grid(3, 3).diagonals


def test_only_a_square_has_diagonals() -> None:
    with pytest.raises(PuzzleError, match="2 rows and 3 columns has no diagonals"):
        _ = Grid(2, 3).diagonals


def test_boxes_tile_the_board_in_reading_order() -> None:
    assert ((0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15)) == Grid(4, 4).boxes(2, 2)


@pytest.mark.parametrize("box", [(3, 2), (0, 4), (2, -2)])
def test_boxes_that_do_not_tile_are_refused(box: tuple[int, int]) -> None:
    with pytest.raises(PuzzleError, match="do not tile"):
        Grid(4, 4).boxes(*box)


def test_cells_touch_at_sides_and_corners_and_each_pair_is_told_once() -> None:
    assert [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] == sorted(Grid(2, 2).touching_pairs())
    assert 20 == len(set(Grid(3, 3).touching_pairs()))
    assert all(p < q for p, q in Grid(4, 3).touching_pairs())


def test_a_corner_has_two_cells_beside_it_and_the_middle_four() -> None:
    assert (1, 3) == Grid(3, 3).beside(0)
    assert (1, 3, 5, 7) == Grid(3, 3).beside(4)


def test_a_quarter_turn_takes_the_top_left_to_the_top_right() -> None:
    assert (2, 5, 8, 1, 4, 7, 0, 3, 6) == Grid(3, 3).symmetries["turn-90"]


def test_every_symmetry_is_a_rearrangement_and_has_its_inverse() -> None:
    for grid, count in ((Grid(3, 3), 8), (Grid(2, 3), 4)):
        moves = set(grid.symmetries.values())
        assert count == len(moves)
        for to in moves:
            assert list(range(len(grid))) == sorted(to)
            assert tuple(to.index(cell) for cell in range(len(grid))) in moves


@pytest.mark.parametrize("size", [(0, 4), (4, 101), (-1, -1)])
def test_a_board_has_1_to_100_rows_and_columns(size: tuple[int, int]) -> None:
    with pytest.raises(PuzzleError, match="1 to 100"):
        Grid(*size)
