"""A variable that an equality determines is computed wherever it was written, and no match changes or moves."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bench.ablation import declared
from gridwright.genres import parse
from gridwright.model import State
from gridwright.rules import evaluate, machine
from gridwright.rules.evaluate import Match, OutOfFuel
from gridwright.rules.parse import read_rules
from gridwright.rules.plan import Passes
from gridwright.rules.position import start
from gridwright.rules.sorts import check
from gridwright.rules.tree import Technique
from known import batch_of, rules, rung
from random_states import states

LIFTED = 1 << 60
DECLARED = declared()
WINGS = ("declared-xy-wing", "declared-xyz-wing")

AWKWARD = {rule.key: check(rule) for rule in read_rules(Path(__file__).parent / "awkward.rules")}

SWITCHES = [
    Passes(),
    Passes(eliminate=False),
    Passes(minscope=False),
    Passes(ranges=False),
    Passes(share=False),
    Passes(minscope=False, ranges=False, share=False),
]


def by_plan(technique: Technique, state: State, passes: Passes) -> list[Match]:
    return list(machine.witnesses(technique, None, state, LIFTED, passes=passes))


@pytest.mark.parametrize("key", AWKWARD)
def test_the_matches_and_their_order_stay(key: str) -> None:
    fired = 0
    for kind in ("sudoku 4", "latin 4", "x 4"):
        for state in islice(states(kind, Random(f"awkward {kind}")), 6):
            expected = list(evaluate.witnesses(AWKWARD[key], None, state))
            for passes in SWITCHES:
                assert expected == by_plan(AWKWARD[key], state, passes), (kind, passes)
            fired += len(expected)
    assert fired > 5


@pytest.mark.parametrize("key", DECLARED)
def test_declared_rules_say_what_the_reference_says(key: str) -> None:
    """Plain loops over all that there is take long, so in one state, in which the rule fires."""
    firing = (state for state in states("sudoku 4", Random(key)) if by_plan(DECLARED[key], state, Passes()))
    state = next(firing)
    expected = list(evaluate.witnesses(DECLARED[key], None, state))

    for passes in SWITCHES:
        assert expected == by_plan(DECLARED[key], state, passes), passes


@pytest.mark.parametrize("kind", ["sudoku 4", "latin 5", "x 6", "sudoku 9"])
def test_declared_rules_conclude_what_the_catalogue_concludes(kind: str) -> None:
    """The catalogue's wings also match where two of their values are one; the declared ones do not."""
    for state in islice(states(kind, Random(f"agree {kind}")), 6):
        for key, technique in DECLARED.items():
            own, size = rung(key.removeprefix("declared-"))
            expected = {
                frozenset(match.conclusions)
                for match in machine.witnesses(rules()[own], size, state)
                if key not in WINGS or 3 == len({match.witness[name] for name in "xyz"})
            }
            assert expected == {frozenset(match.conclusions) for match in by_plan(technique, state, Passes())}, key


def test_a_determined_variable_is_not_looped_over() -> None:
    """All of an empty board is looked at with the fuel that loops over groups and values take."""
    puzzle = parse("." * 81, genre="sudoku")
    state = start(puzzle)
    technique, fuel = DECLARED["declared-hidden-single"], 27 * 10 + 100

    assert [] == list(machine.witnesses(technique, None, state, fuel))
    with pytest.raises(OutOfFuel):
        list(machine.witnesses(technique, None, state, fuel, passes=Passes(eliminate=False)))


def test_ladders_of_declared_rules_climb_alike_under_every_switch() -> None:
    rungs = [(technique, None) for technique in DECLARED.values()]
    for kind in ("sudoku 4", "x 4"):
        for state in islice(states(kind, Random(f"climb {kind}")), 8):
            first, *rest = (
                batch_of(rungs, [state], passes).run(fuel=LIFTED)[0]
                for passes in (*SWITCHES, Passes(anchor=False), Passes(eliminate=False, anchor=False))
            )
            assert all(first == each for each in rest)
