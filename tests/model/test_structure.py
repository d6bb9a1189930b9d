"""What constraints compile to: one form for one meaning, and the tables that follow."""

from __future__ import annotations

import pytest

from gridwright.genres import genre
from gridwright.model import (
    AllDifferent,
    Arithmetic,
    Count,
    DistinctSum,
    Greater,
    Grid,
    Group,
    NotBoth,
    Permutation,
    Puzzle,
    PuzzleError,
    Skyline,
    Structure,
    Table,
)
from gridwright.model.structure import KEPT, kept
from gridwright.native import propagate

ROW, CAGE = Group("row", (0, 1, 2), number=1), Group("cage", (0, 1))


def stars() -> Structure:
    return Structure(sizes=(2, 2, 2))


def test_every_variable_is_a_choice_of_its_own() -> None:
    assert [(0, 1, 2), (3, 4)] == [choice.candidates for choice in Structure(sizes=(3, 2)).choices]


def test_exactly_one_star_is_a_choice() -> None:
    structure = stars()
    Count.exactly(ROW, 1, 1).emit(structure)

    assert (1, 3, 5) == structure.choices[-1].candidates
    assert ROW is structure.choices[-1].group
    assert [] == structure.relations


def test_at_most_one_star_is_an_at_most_one_set_whoever_says_it() -> None:
    said, linked = stars(), stars()
    Count(ROW, 1, 0, 1).emit(said)
    NotBoth(ROW, 1).emit(linked)

    assert [(1, 3, 5)] == [each.candidates for each in said.at_most_ones]
    assert said.at_most_ones == linked.at_most_ones
    assert [] == [*said.relations, *linked.relations]


@pytest.mark.parametrize(("often", "left"), [(0, 0b01), (3, 0b10)])
def test_no_star_and_stars_everywhere_are_rules_that_can_be_named(often: int, left: int) -> None:
    structure = stars()
    count = Count.exactly(ROW, 1, often)
    count.emit(structure)

    assert [count] == structure.relations
    assert (left,) * 3 == propagate(structure, structure.masks)


def test_a_count_that_cannot_fail_says_nothing() -> None:
    structure = stars()
    Count(ROW, 1, 0, 3).emit(structure)

    assert stars().choices == structure.choices
    assert [] == [*structure.at_most_ones, *structure.relations]
    assert stars().masks == structure.masks


def test_two_stars_stay_a_count() -> None:
    structure = stars()
    Count.exactly(ROW, 1, 2).emit(structure)

    assert [Count.exactly(ROW, 1, 2)] == structure.relations


def test_a_row_without_cells_cannot_hold_a_star() -> None:
    structure = stars()
    Count.exactly(Group("row", (), number=2), 1, 1).emit(structure)

    assert () == structure.choices[-1].candidates


def test_a_permutation_is_a_choice_a_value() -> None:
    structure = Structure(sizes=(3, 3, 3))
    Permutation(ROW).emit(structure)

    assert [(0, 3, 6), (1, 4, 7), (2, 5, 8)] == [choice.candidates for choice in structure.choices[3:]]


def test_a_permutation_of_fewer_cells_than_values_uses_the_first_values() -> None:
    structure = Structure(sizes=(4, 3, 3))
    Permutation(ROW).emit(structure)

    assert [0b111, 0b111, 0b111] == structure.masks


def test_a_permutation_of_more_cells_than_values_is_refused() -> None:
    with pytest.raises(PuzzleError, match="row 1 has 3 cells, but a cell with 2 values"):
        Permutation(ROW).emit(stars())


def test_different_values_are_at_most_one_sets_and_no_choices() -> None:
    structure = Structure(sizes=(3, 2, 3))
    AllDifferent(ROW).emit(structure)

    assert [(0, 3, 5), (1, 4, 6), (2, 7)] == [each.candidates for each in structure.at_most_ones]
    assert 3 == len(structure.choices)


def test_a_cage_keeps_its_total_and_a_table_its_tuples_in_order() -> None:
    structure = Structure(sizes=(3, 3, 3))
    DistinctSum(ROW, 6, 3).emit(structure)
    Table(ROW, frozenset({(2, 1, 0), (0, 1, 2)}), "climbs or falls").emit(structure)

    cage, table = structure.relations
    assert (6, 1) == cage.parameters()
    assert (0, 1, 2, 2, 1, 0) == table.parameters()


def test_a_cage_of_one_cell_is_a_narrower_mask_and_still_a_cage() -> None:
    structure = Structure(sizes=(3, 3, 3))
    for cell, (operation, target) in enumerate((("+", 2), ("×", 4), ("", 3))):
        Arithmetic(Group("cage", (cell,)), operation, target, 3).emit(structure)

    assert [0b010, 0, 0b100] == structure.masks
    assert [(0,), (1,), (2,)] == [cage.scope for cage in structure.relations]


def test_relations_stand_in_the_order_in_which_they_are_said() -> None:
    structure = Structure(sizes=(3, 3, 3))
    Skyline(ROW, 2, 3).emit(structure)
    Arithmetic(ROW, "×", 6, 3).emit(structure)
    Greater(Group("sign", (0, 1))).emit(structure)
    DistinctSum(ROW, 6, 3).emit(structure)
    Count(ROW, 0, 2, 3).emit(structure)

    assert ["skyline", "arithmetic", "table", "distinct-sum", "count"] == [each.kind for each in structure.relations]
    assert (1, 0, 2, 0, 2, 1) == structure.relations[2].parameters()


def test_a_candidate_that_there_is_not_is_refused() -> None:
    with pytest.raises(PuzzleError, match="variable 1 has 2 values; there is no value 2"):
        stars().candidate(1, 2)


@pytest.mark.parametrize("size", [0, 65])
def test_a_variable_has_1_to_64_values(size: int) -> None:
    with pytest.raises(PuzzleError, match="1 to 64 values"):
        Structure(sizes=(size,))


# What follows of what was emitted


def test_a_structure_made_by_hand_has_groups_and_tables() -> None:
    structure = Structure(sizes=(3, 3, 3))
    structure.add(Permutation(ROW))
    structure.add(DistinctSum(CAGE, 5, 3))

    assert (ROW, CAGE) == structure.groups
    assert {0: 6, 1: 5} == structure.totals
    assert {1: 0} == structure.sums
    assert [{1, 2}, {0, 2}, {0, 1}] == list(structure.peers)


def test_what_is_only_emitted_has_no_group() -> None:
    structure = Structure(sizes=(3, 3, 3))
    Permutation(ROW).emit(structure)

    assert () == structure.groups
    assert {} == structure.exact
    assert {1, 2} == structure.peers[0]


def test_what_another_layer_derives_is_made_once() -> None:
    structure, asked = stars(), []

    def build(given: Structure) -> list[Structure]:
        asked.append(given)
        return [given]

    assert structure.derived(build) is structure.derived(build)
    assert [structure] == asked


def test_the_last_used_structures_are_kept() -> None:
    first = Puzzle(genre("sudoku"), Grid(4, 4)).structure
    keys = [((), n) for n in range(KEPT)]
    made = [kept(key, stars) for key in keys]

    assert all(kept(key, stars) is structure for key, structure in zip(keys, made, strict=True))
    assert Puzzle(genre("sudoku"), Grid(4, 4)).structure is not first, "so many others have been used since"


def test_what_is_dropped_forgets_its_tables_and_can_make_them_again() -> None:
    structure = stars()
    structure.add(Count.exactly(ROW, 1, 1))
    peers, derived = structure.peers, structure.derived(id)
    structure.forget()

    assert set() == structure.__dict__.keys() & {"peers", "linked", "_derived"}
    assert (peers, derived) == (structure.peers, structure.derived(id))
