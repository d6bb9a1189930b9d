"""Clues that are printed one by one: as few as one solution needs, as many as the asked techniques need."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gridwright.generation import Generated, Recipe, clue_attempts, generate_many
from gridwright.generation.attempts import NativeAttempts, StepAttempts, attempts_of, orbits_of
from gridwright.generation.clue_attempts import ClueAttempts
from gridwright.grading import Verdict, grade, scale
from gridwright.model import Grid, GridwrightError, Limits, Puzzle, Status
from gridwright.model.step import Outcome
from gridwright.solving import solve
from gridwright.solving.deduce import deduce

PRINTED = ("akari", "slitherlink", "kurodoko", "masyu")


def made(recipe: Recipe, count: int = 3, **options: object) -> list[Generated]:
    found = list(generate_many(recipe, count, check="all", **options))  # type: ignore[arg-type]
    assert all(each.puzzle is not None for each in found)
    return found


def entries(puzzle: Puzzle) -> list[int]:
    return printed_of(puzzle).printed_entries(puzzle)


def printed_of(puzzle: Puzzle):  # type: ignore[no-untyped-def]
    assert puzzle.genre.reduces_entries
    return puzzle.genre.removable


@pytest.mark.parametrize("key", PRINTED)
def test_none_can_be_spared_where_one_solution_is_all_that_is_asked(key: str) -> None:
    for each in made(Recipe(key, size=5, seed="few", any=True)):
        assert each.puzzle is not None
        there = entries(each.puzzle)
        for gone in there:
            fewer = printed_of(each.puzzle).keep(each.puzzle, [entry for entry in there if entry != gone])
            assert Status.MULTIPLE is solve(fewer).status


@pytest.mark.parametrize("key", [*PRINTED, "tents", "takuzu", "nurikabe"])
@pytest.mark.parametrize("threads", [1, 2])
def test_threads_make_no_difference(key: str, threads: int) -> None:
    puzzles = [str(each) for each in made(Recipe(key, size=6, seed="threads"), threads=threads)]

    assert [str(each) for each in made(Recipe(key, size=6, seed="threads"), threads=3)] == puzzles


def test_clues_come_back_until_the_asked_techniques_are_enough() -> None:
    for each in made(Recipe("slitherlink", size=6, seed="gentle", tier="Gentle")):
        assert each.puzzle is not None
        assert ("Gentle", Verdict.SOLVED) == ((found := grade(each.puzzle)).tier, found.status)


def test_a_technique_is_needed_where_it_is_asked_for() -> None:
    for each in made(Recipe("slitherlink", size=6, seed="needs", tier="Steady", needs=("corner-bound",)), 2):
        assert each.puzzle is not None
        assert each.grade is not None
        assert "corner-bound" in each.grade.techniques


@pytest.mark.parametrize("key", ["akari", "slitherlink"])
def test_what_is_printed_is_symmetric_where_that_is_asked_for(key: str) -> None:
    for each in made(Recipe(key, size=5, columns=6, seed="turn", symmetry="turn-180")):
        assert each.puzzle is not None
        turned = each.puzzle.grid.motion("turn-180").cells
        there = set(entries(each.puzzle))
        shape = {cell for cell, wall in enumerate(each.puzzle.clues.get("walls") or ()) if wall is not None}
        assert shape == {turned[cell] for cell in shape}
        assert there == {turned[cell] for cell in there}


def test_no_fewer_clues_than_asked_are_left() -> None:
    for each in made(Recipe("kurodoko", size=6, seed="floor", clues=15)):
        assert each.puzzle is not None
        assert len(entries(each.puzzle)) >= 15
    with pytest.raises(GridwrightError, match="clues of masyu are not taken away by symmetry"):
        Recipe("masyu", symmetry="turn-180")


def test_both_makers_make_the_same_takuzu() -> None:
    recipe = Recipe("takuzu", size=6, seed="both")
    jobs = [(recipe.numbered(number).stream().key, 0, 5) for number in range(1, 6)]
    native, steps = attempts_of(recipe), attempts_of(recipe, plain=True)
    assert isinstance(native, NativeAttempts)
    assert isinstance(steps, StepAttempts)

    puzzles = [
        [result.puzzle and result.puzzle.puzzle for result in each.run(jobs, limits=Limits(), threads=1)]
        for each in (native, steps)
    ]

    assert puzzles[0] == puzzles[1]
    assert None not in puzzles[0]


def test_tents_leave_counts_out_where_that_is_asked_for() -> None:
    (full,) = made(Recipe("tents", size=6, seed="counts"), 1)
    (few,) = made(Recipe("tents", size=6, seed="counts", variants=("few-counts",)), 1)
    assert full.puzzle is not None
    assert few.puzzle is not None

    assert None not in full.puzzle.clue("counts")
    assert None in few.puzzle.clue("counts")


@pytest.mark.parametrize(
    ("key", "tier"), [("tents", None), ("tents", "Gentle"), ("tents", "Steady"), ("akari", None), ("akari", "Tricky")]
)
def test_the_kernel_counts_what_the_genre_counts(key: str, tier: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = Recipe(key, size=7, seed="counted", tier=tier)
    jobs = [(recipe.numbered(number).stream().key, 0, 3) for number in range(1, 9)]
    counted = attempts_of(recipe)
    stated = attempts_of(recipe)
    assert isinstance(stated, ClueAttempts)
    monkeypatch.setattr(stated, "steps", replace(stated.steps, draws_solutions=False))
    monkeypatch.setattr(clue_attempts, "MORE_TRIES", 1)

    found = [
        [(result.failed, result.puzzle and (result.puzzle.puzzle, result.puzzle.solution)) for result in results]
        for results in (each.run(jobs, limits=Limits(), threads=1) for each in (counted, stated))
    ]

    assert found[0] == found[1]
    assert any(puzzle for _, puzzle in found[0])


@pytest.mark.parametrize("key", [*PRINTED, "tents"])
def test_easier_techniques_are_not_enough_for_a_tier(key: str) -> None:
    for each in made(Recipe(key, size=7, seed="harder", tier="Steady"), 4):
        assert each.puzzle is not None
        found, by = grade(each.puzzle), scale("standard")
        first = deduce(each.puzzle, by.tiers(each.puzzle)[0].ladder)
        assert ("Steady", Outcome.STUCK) == (found.tier, first.outcome)


def test_no_fewer_clues_than_asked_are_left_for_a_tier() -> None:
    for each in made(Recipe("akari", size=7, seed="floor", tier="Steady", clues=12), 4):
        assert each.puzzle is not None
        assert len(entries(each.puzzle)) >= 12


def test_orbits_are_of_what_is_printed() -> None:
    assert [[0, 3], [1]] == orbits_of(Grid(2, 2), [0, 1, 3], "turn-180")
    assert [[0], [1], [3]] == orbits_of(Grid(2, 2), [0, 1, 3], "none")


def test_a_time_limit_ends_the_search() -> None:
    (outcome,) = generate_many(Recipe("kurodoko", size=20, seed="long", any=True), limits=Limits(seconds=0.2))

    assert "time" == outcome.ended
    assert outcome.puzzle is None
