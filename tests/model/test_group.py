"""What a group is told by, and its one English name."""

from __future__ import annotations

import pytest

from gridwright.formats.region_rows import write_rows
from gridwright.genres import parse
from gridwright.model import Group, region_letter
from gridwright.model.group import LETTERS, label


@pytest.mark.parametrize(
    ("group", "name"),
    [
        (Group("row", (), number=3), "row 3"),
        (Group("region", (), letter="C"), "region C"),
        (Group("cage", (), cells=("r1c1",), clue="24×"), "the 24× cage at r1c1"),
        (Group("cage", (), cells=("r1c1",), clue=15), "the 15 cage at r1c1"),
        (Group("cage", (), cells=("r1c1",)), "the cage at r1c1"),
        (Group("diagonal", (), way="falling"), "the falling diagonal"),
        (Group("sign", (), cells=("r1c1", "r1c2")), "r1c1 is greater than r1c2"),
        (Group("touch", (), cells=("r1c1", "r1c2")), "r1c1 and r1c2"),
        (Group("view", (), cells=("r3c3",)), "the view of r3c3"),
        (Group("view", (), number=4, way="above", clue=2), "column 4 from above"),
        (Group("view", (), number=4, way="right"), "row 4 from the right"),
        (Group("view", ()), "the view"),
        (Group("loop", ()), "the loop"),
    ],
)
def test_a_group_is_called_by_what_it_has(group: Group, name: str) -> None:
    assert name == group.label


def test_a_cell_can_be_called_otherwise() -> None:
    group = Group("cage", (), cells=("r1c1",), clue=15)

    assert "the 15 cage at a9" == label(group, {"r1c1": "a9"}.__getitem__)


def test_groups_are_the_same_if_all_their_data_are() -> None:
    here = Group("view", (0, 1), number=1, way="above")

    assert here == Group("view", (0, 1), number=1, way="above")
    assert here != Group("view", (0, 1), number=1, way="below")
    assert 1 == len({here, Group("view", (0, 1), number=1, way="above")})


def test_a_region_has_the_letter_of_its_file() -> None:
    puzzle = parse("1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE", genre="star-battle")
    rows = "".join(write_rows(puzzle))
    regions = [c.group for c in puzzle.constraints if c.group.kind == "region"]

    assert [{group.letter} for group in regions] == [{rows[x] for x in group.members} for group in regions]


def test_no_two_regions_have_the_same_letter() -> None:
    assert 64 == len({region_letter(number) for number in range(64)})
    assert list(LETTERS) == [region_letter(number) for number in range(62)]
