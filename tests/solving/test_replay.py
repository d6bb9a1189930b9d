"""The checker of traces: finds nothing in honest ones, and every way to spoil one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from gridwright.genres import parse
from gridwright.model import Arithmetic, Count, DistinctSum, Group, Skyline, State, Status, Structure, Table
from gridwright.model.step import Conclusion, Outcome, Step, Trace
from gridwright.solving import solve
from gridwright.solving.deduce import deduce
from gridwright.solving.replay import Entailment, replay
from puzzle_sources import puzzles

DIGITS = [("last-cell", None), ("hidden-single", None), ("naked-single", None), ("locked-candidates", None),
          ("naked-subset", 2), ("hidden-subset", 2), ("fish", 2)]  # fmt: skip
STARS = [("hidden-single", None), ("count-full", None), ("count-forced", None), ("touch-all", None), ("squeeze", 1),
         ("squeeze", 2)]  # fmt: skip
LADDERS = {"latin": DIGITS, "sudoku": DIGITS, "star-battle": STARS}


def check_traces(key: str, seed: str, count: int) -> None:
    """Replay the traces of random puzzles; the solution is known where there is just one."""
    for puzzle in islice(puzzles(key, Random(seed)), count):
        answer = solve(puzzle)
        solution = answer.solutions[0] if answer.status is Status.UNIQUE else None
        trace = deduce(puzzle, LADDERS[key])
        assert [] == replay(trace, solution), puzzle
        assert answer.status is Status.NONE or trace.outcome is not Outcome.CONTRADICTION


@pytest.mark.parametrize("key", LADDERS)
def test_traces_hold(key: str) -> None:
    check_traces(key, f"replay {key}", 8)


# Spoiled traces


@pytest.fixture(scope="module")
def honest() -> Trace:
    return deduce(parse("1...3..4..2....1", genre="sudoku"), DIGITS)


def spoiled(trace: Trace, number: int, **changes) -> list[str]:
    """The complaints about one changed step."""
    steps = list(trace.steps)
    steps[number] = replace(steps[number], **changes)
    (solution,) = solve(trace.puzzle).solutions
    return replay(replace(trace, steps=tuple(steps)), solution)


def resting(trace: Trace) -> Iterator[int]:
    return (number for number, step in enumerate(trace.steps) if step.premises)


def test_a_premise_that_is_left_out_is_missed(honest: Trace) -> None:
    for number in resting(honest):
        step = honest.steps[number]
        for premise in step.premises:
            fewer = tuple(each for each in step.premises if each != premise)
            assert any("premises alone" in each for each in spoiled(honest, number, premises=fewer))


def test_a_premise_from_the_future_is_refused(honest: Trace) -> None:
    assert ["step 3, last-cell: rests on a step that is not before it"] == spoiled(honest, 2, premises=(5,))


def test_a_choice_that_is_left_out_is_missed(honest: Trace) -> None:
    complaints = spoiled(honest, 0, choices=())

    assert ["step 1, hidden-single: r1c2=4 does not follow from the choices it used"] == complaints


def test_a_false_conclusion_is_told(honest: Trace) -> None:
    wrong = (Conclusion(1, 1, True),)  # r1c2=2

    assert "step 1, hidden-single: r1c2=2 is false in the solution" in spoiled(honest, 0, conclusions=wrong)


def test_a_conclusion_that_changes_nothing_is_told(honest: Trace) -> None:
    more = (*honest.steps[0].conclusions, Conclusion(0, 1, False))  # r1c1-2, but r1c1 is given

    assert "step 1, hidden-single: r1c1-2 changes nothing" in spoiled(honest, 0, conclusions=more)


def test_a_step_without_conclusions_is_told(honest: Trace) -> None:
    assert "step 1, hidden-single: concludes nothing" in spoiled(honest, 0, conclusions=())


def test_another_witness_is_told(honest: Trace) -> None:
    other = honest.steps[3].witness

    assert any("premises alone" in each for each in spoiled(honest, 0, witness=other))


def test_an_outcome_that_is_not_so_is_told(honest: Trace) -> None:
    cut = replace(honest, steps=honest.steps[:-1])

    assert "the steps do not lead to the state at the end" in replay(cut)
    assert ["the trace says stuck, but its end is solved"] == replay(replace(honest, outcome=Outcome.STUCK))


# Proofs


def follows(structure: Structure, masks: tuple[int, ...], conclusion: Conclusion, used: bool = True) -> bool:
    puzzle = parse("1...", genre="latin")
    step = Step("toy", "toy", None, {}, (conclusion,), (), (0,) if used else (), ())
    proof = Entailment(structure)
    try:
        return proof.follows(State(puzzle, masks), step, conclusion)
    finally:
        proof.close()


def test_a_count_leaves_no_other_way() -> None:
    three = Structure(sizes=(2, 2, 2))
    Count.exactly(Group("row", (0, 1, 2)), 1, 2).emit(three)

    assert follows(three, (1, 3, 3), Conclusion(1, 1, True))
    assert not follows(three, (1, 3, 3), Conclusion(1, 1, True), used=False)
    assert not follows(three, (3, 3, 3), Conclusion(1, 1, True))


def test_a_sum_leaves_no_other_way() -> None:
    cage = Structure(sizes=(4, 4))
    cage.relate(DistinctSum(Group("cage", (0, 1)), 7, 4))

    assert follows(cage, (15, 15), Conclusion(0, 0, False))
    assert follows(cage, (4, 15), Conclusion(1, 3, True))
    assert not follows(cage, (15, 15), Conclusion(0, 3, True))
    assert not follows(cage, (4, 15), Conclusion(1, 3, True), used=False)


def test_a_table_leaves_no_other_way() -> None:
    line = Structure(sizes=(3, 3))
    line.relate(Table(Group("row", (0, 1)), frozenset({(0, 1), (1, 2)}), "it climbs"))

    assert follows(line, (7, 4), Conclusion(0, 1, True))
    assert follows(line, (7, 7), Conclusion(0, 2, False))
    assert not follows(line, (7, 7), Conclusion(0, 1, True))


def test_a_cage_leaves_no_other_way() -> None:
    cage = Structure(sizes=(6, 6))
    cage.relate(Arithmetic(Group("cage", (0, 1)), "÷", 3, 6))

    assert follows(cage, (63, 63), Conclusion(0, 3, False))  # 4 is neither a third nor three times anything up to 6
    assert follows(cage, (63, 0b100000), Conclusion(0, 1, True))
    assert not follows(cage, (63, 63), Conclusion(0, 5, True))
    assert not follows(cage, (63, 0b100000), Conclusion(0, 1, True), used=False)


def test_a_skyline_leaves_no_other_way() -> None:
    row = Structure(sizes=(3, 3, 3))
    row.relate(Skyline(Group("row", (0, 1, 2)), 3, 3))

    assert follows(row, (7, 7, 7), Conclusion(1, 1, True))
    row.relations.clear()
    row.relate(Skyline(Group("row", (0, 1, 2)), 2, 3))
    assert follows(row, (7, 7, 7), Conclusion(0, 2, False))
    assert not follows(row, (7, 7, 7), Conclusion(1, 1, True))


def test_a_region_that_is_all_stars_follows_without_a_count() -> None:
    # A count of all cells is a narrower domain in the Structure: region 8 must hold two stars in two cells.
    board = "2:AAABBBBAA/CA#BBBBBC/CCCBDDBCC/ECEEDDDCC/#EEFFFFGE/EEEFFFFGG/HEHIGGGGG/IEEI#GGGG/IEIIGGGGG"
    trace = deduce(parse(board, genre="star-battle"), STARS)

    assert ["r7c1=*", "r7c3=*"] == [each.text(trace.puzzle) for each in trace.steps[0].conclusions]
    assert [] == replay(trace)
