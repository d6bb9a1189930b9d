"""Outlines of cells: lengths that can be counted by hand, and areas that come out right for any shape."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwright.drawing.outline import OutlineLoop, outline, pieces
from gridwright.model import Grid

RING = (0, 1, 2, 3, 5, 6, 7, 8)


def length(loops: tuple[OutlineLoop, ...]) -> float:
    return sum(abs(a - c) + abs(b - d) for loop in loops for (a, b), (c, d) in pairwise((*loop, loop[0])))


def area(loops: tuple[OutlineLoop, ...]) -> float:
    """Signed: loops around holes take away."""
    return sum((a * d - c * b) / 2 for loop in loops for (a, b), (c, d) in pairwise((*loop, loop[0])))


def test_a_ring_has_an_outer_and_an_inner_loop() -> None:
    loops = outline(RING, Grid(3, 3))

    assert [4, 4] == [len(loop) for loop in loops]
    assert 12 + 4 == length(loops)
    assert 8 == area(loops)


@pytest.mark.parametrize(
    ("shape", "around", "corners"),
    [
        ((4,), 4, 4),
        ((0, 1, 4), 8, 6),  # an L: one corner bends inward
        ((1, 3, 4, 5, 7), 12, 12),  # a plus
        ((0, 3, 6, 7, 8, 5, 2), 16, 8),  # a U
    ],
)
def test_an_inset_loop_is_shorter_by_eight_insets_whatever_its_shape(
    shape: tuple[int, ...], around: int, corners: int
) -> None:
    (loop,) = outline(shape, Grid(3, 3), 0.1)

    assert corners == len(loop)
    assert around - 8 * 0.1 == pytest.approx(length((loop,)))


def test_the_inset_loops_of_a_ring_keep_its_length() -> None:
    # The outer loop loses what the inner one, which grows into the cells, gains.
    assert 16 == pytest.approx(length(outline(RING, Grid(3, 3), 0.1)))


def test_cells_that_touch_at_a_corner_have_outlines_of_their_own() -> None:
    loops = outline((0, 4), Grid(3, 3), 0.1)

    assert [4, 4] == [len(loop) for loop in loops]
    assert 2 * (4 - 0.8) == pytest.approx(length(loops))


@given(st.sets(st.integers(0, 29), min_size=1), st.sampled_from([0, 0.1, 0.3]))
def test_any_shape_is_outlined_exactly(shape: set[int], inset: float) -> None:
    grid = Grid(5, 6)
    loops = outline(shape, grid, inset)
    sides = sum(4 - len(shape.intersection(grid.beside(cell))) for cell in shape)
    holes = sum(area((loop,)) < 0 for loop in loops)

    assert len(loops) - holes == len(pieces(shape, grid))
    assert sides - 8 * inset * (len(loops) - 2 * holes) == pytest.approx(length(loops))
    if inset == 0:
        assert len(shape) == area(loops)


def test_pieces_hang_together_by_their_sides() -> None:
    assert ((0, 1, 3), (5, 8)) == pieces((8, 3, 0, 1, 5), Grid(3, 3))
