"""Boards that are compiled by what differs between them: the same as from their constraints, and so is all behind."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from gridwright.genres import genre, genres
from gridwright.grading import grade, grade_many, scale
from gridwright.model import Puzzle
from gridwright.native import compile_puzzle, masks_of
from gridwright.rules.machine import placed_of, shape_of
from gridwright.rules.position import start
from gridwright.testing.genre_checks import check_compact
from puzzle_sources import puzzles

COMPACT = [key for key, each in genres().items() if each.compact_clue is not None]


def some(key: str, count: int) -> list[Puzzle]:
    return list(islice(puzzles(key, Random(f"compact {key}")), count))


def test_genres_with_many_structures_are_compiled_so() -> None:
    assert {"arrows", "keen", "star-battle", "towers", "unequal"} <= set(COMPACT)


@pytest.mark.parametrize("key", COMPACT)
def test_statements_say_what_constraints_say(key: str) -> None:
    boards = some(key, 60)
    assert sum(genre(key).shared_key(puzzle) is not None for puzzle in boards) >= 20
    for puzzle in boards:
        check_compact(puzzle)


def test_a_statement_too_many_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    keen = genre("keen")
    puzzle = next(each for each in some("keen", 20) if len(each.clue("cages")) > 2)
    right = keen.statements
    monkeypatch.setattr(type(keen), "statements", lambda keen, board, kind: right(board, kind)[1:])

    with pytest.raises(AssertionError, match="say something else"):
        check_compact(puzzle)


@pytest.mark.parametrize("key", sorted(genres()))
def test_the_kernel_starts_where_the_reference_starts(key: str) -> None:
    begun = 0
    for puzzle in some(key, 30 if key in COMPACT else 7):
        native = compile_puzzle(puzzle)
        found = native.start(puzzle.given_bytes)
        if found is None:  # two givens clash
            continue
        begun += 1
        state = start(puzzle)
        assert found == (masks_of(state.masks), placed_of(state))
        assert shape_of(puzzle, native) == puzzle.structure.shape
    assert begun >= 3


@pytest.mark.parametrize("key", sorted(genres()))
def test_grades_of_many_are_those_of_each(key: str) -> None:
    by = scale("standard")
    boards = [puzzle for puzzle in some(key, 12 if key in COMPACT else 4) if by.judges(puzzle)]
    for puzzle, found in zip(boards, grade_many(boards, by), strict=True):
        alone = grade(puzzle, by)
        assert found is not None
        assert (found.status, found.tier, found.rating, found.techniques) == (
            alone.status, alone.tier, alone.rating, alone.techniques,
        )  # fmt: skip
