"""The states that techniques are tried on keep their solution, and are such that patterns occur in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from gridwright.genres import parse
from gridwright.model import State
from gridwright.rules.evaluate import Match, OutOfFuel
from gridwright.solving import check as broken_rules
from gridwright.solving.audit import sample
from gridwright.solving.random_states import random_states
from gridwright.techniques import Catalogue
from known import watched

BOARDS = {"latin 5": ("." * 25, "latin"), "sudoku 6": ("." * 36, "sudoku"), "sudoku 9": ("." * 81, "sudoku"),
          "x 6": ("2x3x:zj", "sudoku"), "queens 5": ("1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE", "star-battle")}  # fmt: skip


def keeps(state: State, solution: tuple[int, ...]) -> bool:
    return all(mask >> value & 1 for mask, value in zip(state.masks, solution, strict=True))


@pytest.mark.parametrize("kind", BOARDS)
@pytest.mark.parametrize("unique", [False, True])
def test_a_state_keeps_a_solution(kind: str, unique: bool) -> None:
    text, genre = BOARDS[kind]
    bare, several = parse(text, genre=genre).with_givens({}), set()
    for state, solution in islice(random_states(bare, Random(kind), unique), 24):
        several.add(state)
        assert keeps(state, solution)
        assert not broken_rules(bare, solution)
        assert all(state.masks[x] == 1 << solution[x] for x in state.placed)
        if unique:
            assert 1 == state.puzzle.count(2)
            assert set(state.puzzle.givens) <= state.placed

    assert len(several) > 20


@pytest.mark.parametrize("size", [1, 2, 3])
def test_rectangles_occur_often_enough_to_be_judged(size: int) -> None:
    found = sample(
        Catalogue.standard()["unique-rectangle-3"], size, parse("." * 81, genre="sudoku"), firings=10, states=600
    )

    assert found.counterexample is None
    assert found.fired >= 10


def test_a_state_that_was_not_decided_is_counted() -> None:
    def out_of_fuel(*_: object) -> Iterator[Match]:
        raise OutOfFuel("no more")

    found = sample(watched(out_of_fuel)["naked-single"], None, parse("." * 25, genre="latin"), firings=10, states=7)

    assert (7, 0, 7) == (found.looked, found.fired, found.undecided)
