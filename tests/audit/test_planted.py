"""Plausible rules that are wrong: the audit finds each, and its counterexample is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridwright.genres import genres
from gridwright.rules.evaluate import recheck, witnesses
from gridwright.rules.parse import read_rules
from gridwright.rules.rule import Rule
from gridwright.rules.sorts import check
from gridwright.solving import check as broken_rules
from gridwright.solving.audit import Counterexample, audit, boards_of, sample

PLANTED = {technique.key: Rule(check(technique)) for technique in read_rules(Path(__file__).parent / "planted.rules")}


def is_one(found: Counterexample) -> None:
    """The witness holds in the state, its conclusion is false in the solution, and the state keeps the solution."""
    state, conclusion = found.state, found.conclusion
    assert conclusion in recheck(PLANTED[found.key].statement, found.size, state, found.witness)
    assert all(mask >> value & 1 for mask, value in zip(state.masks, found.solution, strict=True))
    assert (found.solution[conclusion.variable] == conclusion.value) != conclusion.true
    assert not broken_rules(state.puzzle, found.solution)


@pytest.mark.parametrize("key", PLANTED)
def test_an_unsound_rule_is_found(key: str) -> None:
    assert len(PLANTED) >= 10
    found = [
        audited.counterexample
        for genre in genres().values()
        for audited in audit(PLANTED[key], genre, most=2_000, states=50)
        if audited.counterexample is not None
    ]

    assert found
    for each in found:
        is_one(each)


@pytest.mark.parametrize("key", PLANTED)
def test_samples_alone_find_it_too(key: str) -> None:
    technique = PLANTED[key]
    for genre in genres().values():
        for board in boards_of(genre):
            if len(board.variables) <= 25 and technique.speaks(board):
                for size in technique.sizes:
                    found = sample(technique, size, board, firings=300, states=300).counterexample
                    if found is not None:
                        is_one(found)
                        return
    pytest.fail(f"{key} was not found out")


def test_the_counterexample_of_a_unique_puzzle_is_the_only_solution() -> None:
    technique = PLANTED["one-box-rectangle"]
    for audited in audit(technique, genres()["sudoku"]):
        if (found := audited.counterexample) is not None:
            givens = {x: found.solution[x] for x in found.state.placed}
            assert 1 == found.state.puzzle.with_givens(givens).count(2)
            assert list(witnesses(technique.statement, None, found.state))
            return
    pytest.fail("it was not found out")
