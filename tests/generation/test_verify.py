"""The independent check: who is asked, what counts as a proof, and what happens where there is none."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import find_spec

import pytest

from gridwright.generation import Recipe, generate_many, verify
from gridwright.generation.verify import proved_by
from gridwright.genres import parse
from gridwright.grading import grade
from gridwright.model import GridwrightError, Puzzle, Solution, UnknownName
from gridwright.solving.deduce import deduce


def made(recipe: Recipe) -> tuple[Puzzle, Solution]:
    (outcome,) = generate_many(recipe, check="none", with_grade=False)
    assert outcome.puzzle is not None
    assert outcome.solution is not None
    return outcome.puzzle, outcome.solution


@pytest.mark.parametrize(("check", "checked"), [("all", 45), ("sample", 3), ("none", 0)])
def test_all_or_a_sample_or_none_are_checked(check: str, checked: int) -> None:
    outcomes = list(generate_many(Recipe("sudoku", size=4, seed="c"), 45, check=check, with_grade=False))

    assert checked == sum(outcome.verified == "sat" for outcome in outcomes)
    assert 45 - checked == sum(outcome.verified is None for outcome in outcomes)


def test_a_check_that_is_not_known_is_named() -> None:
    with pytest.raises(UnknownName, match="some"):
        list(generate_many(Recipe("sudoku", size=4), check="some"))


def test_one_in_fifty_is_asked_of_two_engines() -> None:
    outcomes = list(generate_many(Recipe("latin", size=4, seed="c"), 101, with_grade=False))

    assert [50, 100] == [i for i, outcome in enumerate(outcomes, start=1) if outcome.verified == "sat+cpsat"]
    assert 99 == sum(outcome.verified == "sat" for outcome in outcomes)


@pytest.mark.parametrize(("missing", "asked"), [({"pysat"}, "cpsat"), ({"pysat", "ortools"}, "simple")])
def test_without_the_clause_solver_the_next_engine_is_asked_of_all(
    missing: set[str], asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sys.modules[verify.__module__]
    monkeypatch.setattr(module, "find_spec", lambda name: None if name in missing else find_spec(name))

    assert [asked] * 3 == [each.verified for each in generate_many(Recipe("latin", size=4, seed="c"), 3)]


@pytest.mark.parametrize(
    ("engine", "said"), [("sat", "not the only one"), ("cpsat", "multiple"), ("simple", "multiple")]
)
def test_a_puzzle_with_two_solutions_is_an_error_that_names_it(engine: str, said: str) -> None:
    puzzle = parse("1:AABB/AABB/CCDD/CCDD", genre="queens")
    with pytest.raises(GridwrightError, match=said) as error:
        verify(puzzle, tuple(puzzle.solve().solutions[0]), engine)

    assert str(puzzle) in str(error.value)


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe("arrows", size=6, seed="trace", tier="k=0"),
        Recipe("arrows", size=6, seed="trace", tier="k=1"),
        Recipe("sudoku", seed="trace", tier="Steady"),
        Recipe("queens", size=7, seed="trace", tier="Tricky"),
    ],
)
def test_a_replayed_trace_proves_it_where_the_engine_has_no_time(recipe: Recipe) -> None:
    puzzle, solution = made(recipe)

    assert "trace" == verify(puzzle, solution, patience=0)


def test_a_trace_that_is_stuck_proves_nothing() -> None:
    puzzle, solution = made(Recipe("sudoku", seed="stuck", tier="Beyond"))

    assert verify(puzzle, solution, patience=0) is None


def test_a_technique_that_takes_uniqueness_for_granted_does_not_prove_it() -> None:
    puzzle, solution = made(Recipe("sudoku", seed="ur", tier="Hard", needs=("unique-rectangle-1",)))

    assert verify(puzzle, solution, patience=0) is None


def test_a_trace_that_does_not_hold_is_an_error() -> None:
    puzzle, solution = made(Recipe("sudoku", size=4, seed="wrong"))
    trace = grade(puzzle).trace
    assert trace is not None
    assert proved_by(trace, puzzle, solution)

    _, *others = trace.steps
    with pytest.raises(GridwrightError, match="trace does not hold"):
        proved_by(replace(trace, steps=tuple(others)), puzzle, solution)
    other = tuple((value + 1) % 4 for value in solution)
    with pytest.raises(GridwrightError, match="trace does not hold"):
        proved_by(trace, puzzle, other)
    assert not proved_by(deduce(puzzle.with_givens({}), [("hidden-single", None)]), puzzle, solution)
