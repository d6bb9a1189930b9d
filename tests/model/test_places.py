"""Cells, corners, edges and spans: names, neighbours, and where they go when the board is turned."""

from __future__ import annotations

from itertools import product

import pytest

from gridwright.model import Grid, Place, PuzzleError
from gridwright.model.grid import SYMMETRIES
from gridwright.model.place import Kind, kind_at, place_named, span

GRIDS = (Grid(1, 1), Grid(1, 4), Grid(3, 3), Grid(2, 3), Grid(12, 11))
KINDS: tuple[Kind, ...] = ("cell", "corner", "border", "step")


def places(grid: Grid) -> tuple[Place, ...]:
    return (*grid.cells, *grid.corners, *grid.borders, *grid.steps, *spans(grid))


def spans(grid: Grid) -> list[Place]:
    far = [grid.cells[0].points[0], grid.cells[-1].points[0]]
    return [span(far), span([(0, 0), *far]), span([(0, 1), (2 * grid.rows, 1)])]


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_board_has_as_many_places_of_each_kind_as_one_counts(grid: Grid) -> None:
    h, w = grid.rows, grid.columns

    assert h * w == len(grid.cells)
    assert (h + 1) * (w + 1) == len(grid.corners)
    assert h * (w + 1) + w * (h + 1) == len(grid.borders)
    assert h * (w - 1) + w * (h - 1) == len(grid.steps)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_name_leads_back_to_its_place_and_to_no_other(grid: Grid) -> None:
    every = set(places(grid))

    assert every == {grid.place(place.name) for place in every}
    assert every == {grid.place(place.name.upper()) for place in every}
    assert len(every) == len({place.name for place in every})


def test_a_cell_has_its_number_and_the_name_it_always_had() -> None:
    grid = Grid(3, 4)

    assert [grid.name(cell) for cell in range(12)] == [place.name for place in grid.cells]
    assert list(range(12)) == [grid.place(place.name).number for place in grid.cells]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("r2c1n", "r1c1s"), ("r1c2w", "r1c1e"), ("r1c1n", "r1c1n"), ("r2c2nw", "r1c1se"), ("r1c2sw", "r1c1se"),
        ("r1c2nw", "r1c1ne"), ("r2c1nw", "r1c1sw"), ("r1c2:r1c1", "r1c1:r1c2"), ("r3c1:r1c1", "r1c1:r3c1"),
        ("r2c2NW:r1c1", "r1c1:r1c1se"),
    ],
)  # fmt: skip
def test_whichever_cell_it_is_named_from_a_place_is_the_same(name: str, said: str) -> None:
    assert said == Grid(3, 3).place(name).name


@pytest.mark.parametrize(("name", "kind"), [("r1c1:r1c2", "step"), ("r1c1:r2c2", "span"), ("r1c1:r1c3", "span")])
def test_two_cells_side_by_side_are_a_step_and_others_a_span(name: str, kind: Kind) -> None:
    assert kind == place_named(name).kind


@pytest.mark.parametrize("name", ["", "r1", "r1c1x", "r1c1ns", "r0c1", "r1c0s", "r1c1:", "r1c1-r1c2", "r１c1"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(PuzzleError, match="expected a place such as r1c1, r1c1s or r1c1:r1c2"):
        Grid(9, 9).place(name)


def test_a_place_off_the_board_or_named_twice_is_refused() -> None:
    for name in ("r3c1", "r2c4e", "r3c3se", "r1c3:r1c4", "r1c1:r9c1"):
        with pytest.raises(PuzzleError, match=f"{name} is not on a board of 2 rows and 3 columns"):
            Grid(2, 3).place(name)
    with pytest.raises(PuzzleError, match="names a place twice"):
        Grid(2, 3).place("r1c1:r1c1")


def touches(one: Place, other: Place) -> bool:
    """What it means to touch, said without a table: the places' own points and the ends of their lines."""
    if {one.kind, other.kind} == {"border", "step"}:
        return one.points == other.points
    if one.kind == other.kind and one.kind in ("border", "step"):
        return one != other and bool(line_ends(one) & line_ends(other))
    if one.kind in ("border", "step") or other.kind in ("border", "step"):
        edge, spot = (one, other) if one.kind in ("border", "step") else (other, one)
        if edge.kind == "border" and spot.kind == "cell":
            return distance(edge, spot) == 1
        return spot.points[0] in line_ends(edge)
    return distance(one, other) == 2 and (one.kind != other.kind or straight(one, other))


def line_ends(edge: Place) -> set[tuple[int, int]]:
    row, column = edge.points[0]
    return {(row - 1, column), (row + 1, column)} if edge.upright else {(row, column - 1), (row, column + 1)}


def distance(one: Place, other: Place) -> int:
    (r, c), (s, d) = one.points[0], other.points[0]
    return abs(r - s) + abs(c - d)


def straight(one: Place, other: Place) -> bool:
    (r, c), (s, d) = one.points[0], other.points[0]
    return r == s or c == d


@pytest.mark.parametrize("grid", [Grid(1, 1), Grid(1, 3), Grid(3, 3), Grid(2, 3)], ids=str)
def test_neighbours_are_what_touches(grid: Grid) -> None:
    every = {"cell": grid.cells, "corner": grid.corners, "border": grid.borders, "step": grid.steps}
    for mine, kind in product(KINDS, KINDS):
        for place in every[mine]:
            expected = tuple(each for each in every[kind] if touches(place, each))
            assert expected == grid.neighbours(place, kind), (place, kind)


def test_neighbours_of_cells_are_the_cells_beside_them() -> None:
    grid = Grid(3, 4)
    for cell in range(12):
        assert grid.beside(cell) == tuple(place.number for place in grid.neighbours(grid.cells[cell]))


def test_a_span_touches_what_it_consists_of() -> None:
    grid = Grid(3, 3)
    bridge = grid.place("r1c1:r1c3")

    assert ("r1c1", "r1c3") == tuple(place.name for place in grid.neighbours(bridge, "cell"))
    assert () == grid.neighbours(bridge, "corner")


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_every_motion_takes_places_to_places_of_their_kind_and_neighbours_to_neighbours(
    grid: Grid, symmetry: str
) -> None:
    motion = grid.motion(symmetry)
    for kind in KINDS:
        every, there = ({"cell": g.cells, "corner": g.corners, "border": g.borders, "step": g.steps}[kind]
                        for g in (grid, motion.target))  # fmt: skip
        assert set(there) == {motion(place) for place in every}
        for place in every[:40]:
            near = {motion(each) for each in grid.neighbours(place, kind)}
            assert near == set(motion.target.neighbours(motion(place), kind))


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_every_motion_has_its_inverse(grid: Grid, symmetry: str) -> None:
    motion = grid.motion(symmetry)
    back = motion.target.motion({"turn-90": "turn-270", "turn-270": "turn-90"}.get(symmetry, symmetry))

    assert grid == back.target
    assert all(place == back(motion(place)) for place in places(grid))
    assert all(motion.cells[place.number] == motion(place).number for place in grid.cells)


def test_two_mirrors_are_a_turn() -> None:
    grid = Grid(2, 3)
    falling, turn = grid.motion("mirror-falling"), grid.motion("turn-90")
    mirror = falling.target.motion("mirror-left-right")

    assert all(turn(place) == mirror(falling(place)) for place in places(grid))


def test_a_turned_border_lies_the_other_way() -> None:
    turn = Grid(1, 3).motion("turn-90")

    assert "r1c1n r3c1s r1c1e r2c1s" == " ".join(
        turn(Grid(1, 3).place(name)).name for name in ("r1c1w", "r1c3e", "r1c1n", "r1c2e")
    )


def test_every_point_is_a_cell_a_corner_or_an_edge() -> None:
    assert [["corner", "border", "corner"], ["border", "cell", "border"]] == [
        [kind_at((row, column)) for column in range(3)] for row in range(2)
    ]
