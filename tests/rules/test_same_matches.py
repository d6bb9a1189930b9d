"""Reference evaluator and compiled plan find the same matches in the same order, for every rule of every size."""

from __future__ import annotations

from itertools import islice

import pytest

from gridwright.rules import machine
from gridwright.techniques.complex_fish import ComplexFish
from known import LONG, rules
from same_matches import FINDERS, RULES, SMALL, kinds_of, same_matches

SIZED = [(key, size) for key, finder in FINDERS.items() for size in finder.sizes]
LARGE = [(key, size) for key, size in SIZED if isinstance(FINDERS[key], ComplexFish) and size != 2]
"""Fish of three groups and more, which plain loops find slowly."""


@pytest.mark.parametrize(("key", "size"), [rule for rule in RULES if rule not in LONG])
def test_a_rule_has_the_same_matches_either_way(key: str, size: int | None) -> None:
    rare = size is not None or key in ("tile", "count-full")
    tally = same_matches(rules()[key], size, states=6, firing=1, **({} if rare else {"kinds": SMALL}))

    assert tally.states >= 6
    assert tally.firing >= 1


@pytest.mark.parametrize(("key", "size"), [sized for sized in SIZED if sized not in LARGE])
def test_a_finder_of_the_kernel_has_the_matches_of_its_own_code(key: str, size: int | None) -> None:
    finder_has_the_same_matches(key, size, states=12 if isinstance(FINDERS[key], ComplexFish) else 40)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "size"), SIZED)
def test_a_finder_of_the_kernel_has_the_matches_of_its_own_code_in_many_states(key: str, size: int | None) -> None:
    finder_has_the_same_matches(key, size, states=40 if isinstance(FINDERS[key], ComplexFish) else 200)


def finder_has_the_same_matches(key: str, size: int | None, states: int) -> None:
    tally = same_matches(FINDERS[key], size, states, firing=3, kinds=kinds_of(FINDERS[key], size))

    assert tally.states >= states
    assert tally.firing >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("key", "size"), RULES)
def test_a_rule_has_the_same_matches_in_300_states(key: str, size: int | None) -> None:
    tally = same_matches(rules()[key], size, states=300, firing=30)

    assert tally.states >= 300
    assert tally.firing >= 30


def test_a_match_too_few_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = machine.witnesses

    monkeypatch.setattr(machine, "witnesses", lambda *given, **more: islice(whole(*given, **more), 1, None))
    with pytest.raises(AssertionError, match="naked-single on"):
        same_matches(rules()["naked-single"], None, states=20, firing=1)
