"""Every constraint kind against its oracle: `holds` over all assignments, `conflict`, and the kernel."""

from __future__ import annotations

import pkgutil
import random
from collections.abc import Callable, Sequence
from itertools import product

import pytest

from gridwright.model import (
    KINDS,
    Adjacent,
    AllDifferent,
    Arithmetic,
    CandidateCount,
    Constraint,
    Count,
    DifferentLines,
    DistinctSum,
    Greater,
    Group,
    NotAlike,
    NotBoth,
    Paired,
    Permutation,
    PuzzleError,
    Relation,
    Runs,
    Skyline,
    Structure,
    Table,
    VisibleCells,
    constraints,
    numbers,
)
from gridwright.model.counting import CountingAutomaton
from gridwright.testing import check_constraint
from gridwright.testing.constraint_checks import _Case
from reference.meanings import MEANINGS

INSTANCES = 60
ROW = Group("row", (0, 1, 2), number=1)
OTHER = Group("row", (3, 4, 5), number=2)
LINE = Group("row", tuple(range(8)), number=1)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_the_kernel_agrees_with_the_obvious_meaning(kind: type[Constraint]) -> None:
    rng = random.Random(f"oracle {kind.kind}")
    for _ in range(INSTANCES):
        constraint, sizes = kind.sample(rng)
        check_constraint(constraint, sizes, rng=rng, meaning=MEANINGS.get(kind.kind))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_a_kind_says_obviously_what_holds_or_the_reference_does(kind: type[Constraint]) -> None:
    derived = kind.holds is Relation.holds or kind.target is not Constraint.target

    assert derived == (kind.kind in MEANINGS)


def test_a_wrong_automaton_is_caught() -> None:
    class Upside(Count):
        @property
        def automaton(self) -> CountingAutomaton:  # type: ignore[override]
            return CountingAutomaton((1, 1, 1), self.least, self.most)

    with pytest.raises(AssertionError, match="holds and the automaton differ"):
        check_constraint(Upside.exactly(ROW, 1, 1), (2, 2, 2))


def test_a_meaning_that_is_not_what_holds_is_caught() -> None:
    with pytest.raises(AssertionError, match="holds says True of"):
        check_constraint(Count.exactly(ROW, 1, 1), (2, 2, 2), meaning=lambda count, values: False)


def test_every_file_of_the_folder_is_a_kind_and_every_kind_has_a_name_of_its_own() -> None:
    files = {module.name.replace("_", "-") for module in pkgutil.iter_modules(constraints.__path__)}

    assert files == {kind.kind for kind in KINDS}
    assert len(files) == len(KINDS)


def lazy(structure: Structure, masks: object) -> object:
    """Propagation that never excludes anything."""
    return masks


def eager(structure: Structure, masks: object) -> object:
    """Propagation that finds everything impossible."""
    return None


@pytest.mark.parametrize("wrong", [lazy, eager])
def test_a_wrong_propagator_is_caught(wrong: object) -> None:
    with pytest.raises(AssertionError, match="propagati"):
        check_constraint(Permutation(ROW), (3, 3, 3), propagate=wrong, count=lambda b, m, limit: 6)  # type: ignore[arg-type]


def test_a_wrong_count_is_caught() -> None:
    def late(structure: Structure, masks: Sequence[int]) -> Sequence[int] | None:
        """Propagation that sees a contradiction only on a full board."""
        decided = all(mask.bit_count() == 1 for mask in masks)
        return None if decided and len(set(masks)) < 3 else masks

    with pytest.raises(AssertionError, match="finds 5 solutions of 6"):
        check_constraint(Permutation(ROW), (3, 3, 3), propagate=late, count=lambda b, m, limit: 5)


def test_grounds_that_do_not_suffice_are_caught() -> None:
    class Careless:
        """A kernel that says that nothing fits, whatever is missing."""

        @staticmethod
        def kernel_structure(structure: Structure) -> object:
            return Careless()

        @staticmethod
        def masks_of(masks: Sequence[int]) -> Sequence[int]:
            return masks

        def grounds(self, relation: int, start: object, removed: int = -1) -> tuple[list[int], list[int]]:
            return [relation], []

    case = _Case(Count.exactly(ROW, 1, 2), (2, 2, 2))

    with pytest.raises(AssertionError, match=r"the grounds of a conflict in .* do not suffice"):
        case.check_grounds(Careless, random.Random(1), 1)


def test_a_false_alarm_is_caught() -> None:
    class Jumpy(AllDifferent):
        def conflict(self, values: object) -> tuple[int, ...] | None:
            return (0,)

    with pytest.raises(AssertionError, match="holds and conflict differ"):
        check_constraint(Jumpy(ROW), (3, 3, 3), propagate=lazy, count=lambda b, m, limit: 6)  # type: ignore[arg-type]


def test_a_row_says_where_it_repeats_a_number() -> None:
    assert (0, 2) == Permutation(ROW).conflict([1, None, 1])
    assert (0, 2) == AllDifferent(ROW).conflict([1, None, 1])


def test_a_killer_cage_sees_that_its_total_is_out_of_reach() -> None:
    cage = DistinctSum(Group("cage", (0, 1, 2), cells=("r1c1",), clue=20), total=20, largest=9)

    assert (0,) == cage.conflict([1, None, None])  # 19 more from two cells
    assert cage.conflict([2, None, None]) is None  # 3 + 8 + 9


def test_a_row_with_too_few_cells_for_its_stars_clashes_at_once() -> None:
    assert (0, 1, 2) == Count.exactly(ROW, 1, 4).conflict([None, None, None])


@pytest.mark.parametrize(
    ("constraint", "sentence"),
    [
        (Permutation(ROW), "row 1 holds each of 1 to 3 exactly once"),
        (AllDifferent(ROW), "row 1 repeats no value"),
        (DistinctSum(ROW, 8, 4), "row 1 adds up to 8 without repeating a value"),
        (Count.exactly(ROW, 1, 2), "row 1 holds 2 exactly twice"),
        (Count(ROW, 1, 0, 1), "row 1 holds 2 at most once"),
        (Count(ROW, 1, 1, 3), "row 1 holds 2 at least once"),
        (Count(ROW, 1, 1, 2), "row 1 holds 2 1 to 2 times"),
        (NotBoth(Group("touch", (0, 1), cells=("r1c1", "r1c2")), 0), "r1c1 and r1c2 cannot both hold 1"),
        (NotAlike(ROW), "the cells of row 1 are not all alike"),
        (NotAlike(Group("triple", (0, 1, 2), cells=("r1c1", "r1c3"))), "r1c1 to r1c3 are not all alike"),
        (DifferentLines.of(ROW, OTHER), "rows 1 and 2 are not the same"),
        (Runs(LINE, 1, (2, 1, 3)), "in row 1 every 2 stands in runs of 2, 1 and 3, in this order"),
        (Runs(LINE, 1, (2,)), "in row 1 every 2 stands in one run of 2"),
        (Runs(LINE, 1, ()), "row 1 holds no 2"),
        (VisibleCells(LINE, 1, 5, (3, 5)), "row 1 sees 5 cells, as far as the first 2 each way"),
        (VisibleCells(LINE, 1, 1, (8,), True), "row 1 sees 1 cell, itself included, as far as the first 2 each way"),
        (Paired(ROW, 1, ((0, 1),), "each tree has a tent"), "each tree has a tent"),
        (Arithmetic(ROW, "+", 8, 4), "row 1 adds up to 8"),
        (Arithmetic(ROW, "-", 1, 4), "in row 1 the largest number minus the others is 1"),
        (Arithmetic(ROW, "×", 8, 4), "row 1 multiplies to 8"),
        (Arithmetic(ROW, "÷", 2, 4), "in row 1 the largest number divided by the others is 2"),
        (Arithmetic(ROW, "", 8, 4), "row 1 makes 8 by one of + - × ÷"),
        (Greater(Group("sign", (0, 1), cells=("r1c1", "r1c2"))), "r1c1 is greater than r1c2"),
        (Adjacent(Group("bar", (0, 1), cells=("r1c1", "r1c2")), True), "r1c1 and r1c2 differ by one"),
        (Adjacent(Group("gap", (0, 1), cells=("r1c1", "r1c2")), False), "r1c1 and r1c2 do not differ by one"),
        (Skyline(ROW, 2, 4), "row 1 shows 2 towers"),
        (Table(ROW, frozenset({(0, 1, 2)}), "row 1 climbs"), "row 1 climbs"),
    ],
)
def test_a_constraint_is_a_sentence(constraint: Constraint, sentence: str) -> None:
    assert sentence == constraint.sentence(numbers(4))


@pytest.mark.parametrize(
    ("constraint", "numbers", "target"),
    [
        (Count.exactly(ROW, 1, 0), [1, 0, 1], 2),
        (DistinctSum(ROW, 0, 9), [0, 1, 8], 12),
        (DistinctSum(ROW, 0, 9), [0, 1, 1], None),
        (Arithmetic(ROW, "+", 0, 9), [1, 8, 2], 14),
        (Arithmetic(ROW, "-", 0, 9), [1, 8, 2], 4),
        (Arithmetic(ROW, "-", 0, 9), [7, 8, 2], None),
        (Arithmetic(ROW, "×", 0, 9), [1, 8, 2], 54),
        (Arithmetic(ROW, "÷", 0, 9), [0, 5, 2], 2),
        (Arithmetic(ROW, "÷", 0, 9), [1, 8, 2], None),
        (Arithmetic(ROW, "", 0, 9), [1, 8, 2], None),
        (Arithmetic(Group("cage", (0,)), "", 0, 9), [6], 7),
        (Skyline(ROW, 0, 4), [1, 0, 3], 2),
        (VisibleCells(LINE, 1, 0, (3, 5), own=True), [0, 0, 0, 0, 1, 0, 0, 0], 5),
        (Runs(LINE, 1, ()), [1, 1, 0, 1, 0, 0, 1, 1], (2, 1, 2)),
        (Permutation(ROW), [0, 1, 2], None),
    ],
)
def test_a_solution_tells_what_a_clue_would_print(
    constraint: Constraint, numbers: list[int], target: int | tuple[int, ...] | None
) -> None:
    assert target == constraint.target(numbers)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_a_clue_holds_where_a_solution_would_print_it(kind: type[Constraint]) -> None:
    rng = random.Random(f"target {kind.kind}")
    for _ in range(INSTANCES):
        constraint, sizes = kind.sample(rng)
        if not isinstance(constraint, Relation) or constraint.clue is None:
            continue
        for values in product(*(range(sizes[x]) for x in constraint.scope)):
            target = constraint.target(values)
            assert target is None or (target == constraint.clue) == constraint.holds(values), (constraint, values)


def test_the_largest_number_stands_first_in_a_difference_and_a_quotient() -> None:
    def holds(operation: str, target: int, *numbers: int) -> bool:
        return Arithmetic(ROW, operation, target, 9).holds([n - 1 for n in numbers])

    assert holds("-", 4, 2, 9, 3)  # 9 - 2 - 3
    assert holds("-", 0, 1, 2, 3)
    assert not holds("-", 4, 9, 2, 2)
    assert holds("÷", 2, 1, 3, 6)
    assert not holds("÷", 2, 2, 2, 9)  # 9 over 4
    assert all(holds("", target, 4, 1, 2) for target in (7, 8, 1, 2))  # sum, product, 4 - 1 - 2, 4 over 2
    assert not holds("", 6, 4, 1, 2)


def test_a_cage_sees_that_its_target_is_out_of_reach() -> None:
    assert (0,) == Arithmetic(ROW, "×", 7, 6).conflict([1, None, None])  # 2 does not divide 7
    assert (0, 1) == Arithmetic(ROW, "+", 4, 6).conflict([1, 2, None])
    assert Arithmetic(ROW, "-", 1, 6).conflict([1, None, None]) is None


def test_a_line_sees_that_too_many_towers_show_already() -> None:
    assert (0, 1) == Skyline(ROW, 1, 3).conflict([0, 1, None])
    assert Skyline(ROW, 2, 3).conflict([0, 1, None]) is None


def test_candidates_that_count_are_of_any_values() -> None:
    count = CandidateCount(ROW, (1 << 2, ~1, 1 << 0), 2, 2, "two of them are true")

    assert count.holds([2, 0, 0])
    assert (0, 1, 2) == count.conflict([2, 1, 0])
    assert (0, 2) == count.conflict([0, None, 1])
    assert (4, 1, 1) == count.kept((4, 7, 1))


def test_two_lines_clash_where_they_are_full_and_the_same() -> None:
    lines = DifferentLines.of(ROW, OTHER)

    assert (0, 1, 2, 3, 4, 5) == lines.conflict([1, 0, 1, 1, 0, 1])
    assert lines.conflict([1, 0, 1, 1, None, 1]) is None
    assert (2, 2, 2, 2, 1, 2) == lines.kept((2, 2, 2, 2, 3, 2))


def test_a_line_says_which_cells_its_runs_cannot_have() -> None:
    runs = Runs(LINE, 1, (3, 2))

    assert (1, 3) == runs.conflict([None, 0, None, 0, None, None, 1, None])  # from the fifth cell on there is no room
    assert (3, 3, 2, 3, 3, 3, 3, 3) == runs.kept((3,) * 8)


def test_a_cell_says_which_cells_are_too_many_in_sight_and_which_stop_it_too_soon() -> None:
    sees = VisibleCells(LINE, 1, 5, (4, 4), own=True)

    assert (0, 1, 4, 5, 6) == sees.conflict([0, 0, None, None, 0, 0, 0, None])
    assert (1, 5) == sees.conflict([None, 1, None, 0, None, 1, None, 1])


def test_trees_with_too_few_places_are_named_by_these_and_so_are_tents_with_too_few_trees() -> None:
    camp = Paired(Group("camp", tuple(range(5))), 1, ((0, 1), (1, 2), (2, 3, 4)), "each tree has a tent")

    assert camp.holds([1, 0, 1, 1, 0])
    assert not camp.holds([0, 0, 1, 1, 1])
    assert (0, 2) == camp.conflict([0, None, 0, None, None])
    assert (3, 4) == camp.conflict([None, None, None, 1, 1])
    assert (3, 3, 2, 2, 1) == camp.kept((3, 3, 2, 2, 3))  # the last tree has its tent


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: Arithmetic(ROW, "*", 8, 4), "expected one of"),
        (lambda: Arithmetic(ROW, "+", -1, 4), "expected a target from 0 to"),
        (lambda: Arithmetic(ROW, "×", 10**16, 4), "expected a target from 0 to"),
        (lambda: Arithmetic(Group("cage", ()), "+", 1, 4), "has no cells"),
        (lambda: Greater(ROW), "a sign stands between two cells, found 3"),
        (lambda: Adjacent(ROW, True), "a bar stands between two cells, found 3"),
        (lambda: NotAlike(Group("row", (0,), number=1)), "expected at least two cells"),
        (lambda: CandidateCount(ROW, (1, 2), 1, 2, ""), "row 1 has 3 cells, but 2 masks of values"),
        (lambda: CandidateCount(ROW, (1, 2, 4), 3, 2, ""), "at least 3 and at most 2"),
        (lambda: DifferentLines(ROW), "row 1: expected two lines of one length, found 3 cells in all"),
        (lambda: DifferentLines.of(ROW, Group("column", (0, 3, 6), number=4)), "rows 1 and 4 names a cell twice"),
        (lambda: Runs(ROW, 1, (1, 0)), "expected runs of 1 to 255 cells, found 0"),
        (lambda: VisibleCells(ROW, 1, 2, (1, 1)), "row 1 has 3 cells, but rays of 2"),
        (lambda: VisibleCells(ROW, 1, 300, (3,)), "expected 0 to 256 cells to be seen, found 300"),
        (lambda: Paired(ROW, 1, ((0, 3),), ""), "row 1 has 3 cells, expected none at position 3"),
        (lambda: Skyline(ROW, 64, 4), "expected 0 to 63 towers"),
        (lambda: Skyline(Group("row", (), number=1), 1, 4), "has no cells"),
    ],
)
def test_what_no_constraint_can_say_is_refused(make: Callable[[], Constraint], error: str) -> None:
    with pytest.raises(PuzzleError, match=error):
        make()


def test_a_group_does_not_name_a_cell_twice() -> None:
    with pytest.raises(PuzzleError, match="row 1 names a cell twice"):
        Permutation(Group("row", (0, 1, 0), number=1))


def test_a_count_needs_bounds_in_order() -> None:
    with pytest.raises(PuzzleError, match="at least 3 and at most 2"):
        Count(ROW, 1, 3, 2)
