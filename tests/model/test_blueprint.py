"""What constraints compile to: one form for one meaning."""

from __future__ import annotations

import pytest

from gridwright.model import (
    AllDifferent,
    Arithmetic,
    Blueprint,
    Count,
    DistinctSum,
    Greater,
    Group,
    NotBoth,
    Permutation,
    PuzzleError,
    Skyline,
    Table,
)

ROW = Group("row", (0, 1, 2), number=1)


def stars() -> Blueprint:
    return Blueprint(sizes=(2, 2, 2))


def test_every_variable_is_a_choice_of_its_own() -> None:
    assert [(0, 1, 2), (3, 4)] == [choice.candidates for choice in Blueprint(sizes=(3, 2)).choices]


def test_exactly_one_star_is_a_choice() -> None:
    blueprint = stars()
    Count.exactly(ROW, 1, 1).emit(blueprint)

    assert (1, 3, 5) == blueprint.choices[-1].candidates
    assert ROW is blueprint.choices[-1].group
    assert [] == blueprint.relations


def test_at_most_one_star_is_an_at_most_one_set_whoever_says_it() -> None:
    said, linked = stars(), stars()
    Count(ROW, 1, 0, 1).emit(said)
    NotBoth(ROW, 1).emit(linked)

    assert [(1, 3, 5)] == [each.candidates for each in said.at_most_ones]
    assert said == linked


def test_no_star_is_an_exclusion() -> None:
    blueprint = stars()
    Count.exactly(ROW, 1, 0).emit(blueprint)

    assert [0b01, 0b01, 0b01] == blueprint.masks


def test_stars_everywhere_are_an_exclusion_of_the_rest() -> None:
    blueprint = stars()
    Count.exactly(ROW, 1, 3).emit(blueprint)

    assert [0b10, 0b10, 0b10] == blueprint.masks


def test_a_count_that_cannot_fail_says_nothing() -> None:
    blueprint = stars()
    Count(ROW, 1, 0, 3).emit(blueprint)

    assert stars() == blueprint


def test_two_stars_stay_a_count() -> None:
    blueprint = stars()
    Count.exactly(ROW, 1, 2).emit(blueprint)

    assert [Count.exactly(ROW, 1, 2)] == blueprint.relations


def test_a_row_without_cells_cannot_hold_a_star() -> None:
    blueprint = stars()
    Count.exactly(Group("row", (), number=2), 1, 1).emit(blueprint)

    assert () == blueprint.choices[-1].candidates


def test_a_permutation_is_a_choice_a_value() -> None:
    blueprint = Blueprint(sizes=(3, 3, 3))
    Permutation(ROW).emit(blueprint)

    assert [(0, 3, 6), (1, 4, 7), (2, 5, 8)] == [choice.candidates for choice in blueprint.choices[3:]]


def test_a_permutation_of_fewer_cells_than_values_uses_the_first_values() -> None:
    blueprint = Blueprint(sizes=(4, 3, 3))
    Permutation(ROW).emit(blueprint)

    assert [0b111, 0b111, 0b111] == blueprint.masks


def test_a_permutation_of_more_cells_than_values_is_refused() -> None:
    with pytest.raises(PuzzleError, match="row 1 has 3 cells, but a cell with 2 values"):
        Permutation(ROW).emit(stars())


def test_different_values_are_at_most_one_sets_and_no_choices() -> None:
    blueprint = Blueprint(sizes=(3, 2, 3))
    AllDifferent(ROW).emit(blueprint)

    assert [(0, 3, 5), (1, 4, 6), (2, 7)] == [each.candidates for each in blueprint.at_most_ones]
    assert 3 == len(blueprint.choices)


def test_a_cage_keeps_its_total_and_a_table_its_tuples_in_order() -> None:
    blueprint = Blueprint(sizes=(3, 3, 3))
    DistinctSum(ROW, 6, 3).emit(blueprint)
    Table(ROW, frozenset({(2, 1, 0), (0, 1, 2)}), "climbs or falls").emit(blueprint)

    cage, table = blueprint.relations
    assert (6, 1) == cage.parameters()
    assert (0, 1, 2, 2, 1, 0) == table.parameters()


def test_a_cage_of_one_cell_is_a_narrower_mask_and_still_a_cage() -> None:
    blueprint = Blueprint(sizes=(3, 3, 3))
    for cell, (operation, target) in enumerate((("+", 2), ("×", 4), ("", 3))):
        Arithmetic(Group("cage", (cell,)), operation, target, 3).emit(blueprint)

    assert [0b010, 0, 0b100] == blueprint.masks
    assert [(0,), (1,), (2,)] == [cage.scope for cage in blueprint.relations]


def test_relations_stand_in_the_order_in_which_they_are_said() -> None:
    blueprint = Blueprint(sizes=(3, 3, 3))
    Skyline(ROW, 2, 3).emit(blueprint)
    Arithmetic(ROW, "×", 6, 3).emit(blueprint)
    Greater(Group("sign", (0, 1))).emit(blueprint)
    DistinctSum(ROW, 6, 3).emit(blueprint)
    Count(ROW, 0, 2, 3).emit(blueprint)

    assert ["skyline", "arithmetic", "table", "distinct-sum", "count"] == [each.kind for each in blueprint.relations]
    assert (1, 0, 2, 0, 2, 1) == blueprint.relations[2].parameters()


def test_a_candidate_that_there_is_not_is_refused() -> None:
    with pytest.raises(PuzzleError, match="variable 1 has 2 values; there is no value 2"):
        stars().candidate(1, 2)


@pytest.mark.parametrize("size", [0, 65])
def test_a_variable_has_1_to_64_values(size: int) -> None:
    with pytest.raises(PuzzleError, match="1 to 64 values"):
        Blueprint(sizes=(size,))
