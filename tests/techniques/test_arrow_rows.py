"""The techniques of arrows are sound: on all states of short rows, and on random ones of longer rows and boards."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from arrow_rows import Tally, all_states, arrow_rules, patterns, random_board_states, random_row_states

from gridwright.rules.parse import read_rules
from gridwright.rules.sorts import check

PLANTED = [check(rule) for rule in read_rules(Path(__file__).parents[1] / "audit" / "planted.rules")]
UNSOUND = {"edges-confirm", "edges-deny", "free-ahead-distinct"}
"""Rules that a published program uses."""


def sound(tally: Tally) -> None:
    assert not tally.wrong, tally.example
    assert len(tally.fired) >= 35


def test_all_states_of_rows_of_three() -> None:
    sound(all_states(3, arrow_rules()))


def test_all_states_of_some_rows_of_four() -> None:
    sound(all_states(4, arrow_rules(), only=["→·←·"]))


@pytest.mark.parametrize("length", [5, 6])
def test_random_states_of_longer_rows(length: int) -> None:
    tally = random_row_states(length, 500, arrow_rules(), Random(length))

    sound(tally)
    assert tally.states >= 500


def test_random_states_of_boards_with_four_and_eight_directions() -> None:
    sound(random_board_states(200, arrow_rules(), Random(1)))


@pytest.mark.slow
def test_all_states_of_rows_of_four() -> None:
    assert len(patterns(4)) == 44
    sound(all_states(4, arrow_rules()))


def test_rules_that_a_published_program_uses_are_wrong() -> None:
    rules = arrow_rules(rule for rule in PLANTED if rule.key in UNSOUND)

    on_a_row, on_boards = all_states(4, rules, only=["→··←"]), random_board_states(2_000, rules, Random(1))

    assert {"edges-confirm", "edges-deny"} == set(on_a_row.wrong)
    assert "free-ahead-distinct" in on_boards.wrong
