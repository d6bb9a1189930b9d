"""The sets that a cage can still hold, against a list of everything."""

from __future__ import annotations

from itertools import islice, product
from random import Random

import pytest

from gridwright.genres import parse
from gridwright.model import Arithmetic, DistinctSum, Puzzle, bits
from gridwright.playing.marks import position
from gridwright.solving import cages
from puzzle_sources import puzzles


def listed(puzzle: Puzzle, masks: tuple[int, ...], scope: tuple[int, ...], holds: object) -> set[tuple[int, ...]]:
    """Every filling that breaks no link and makes the clue, sorted."""
    apart = puzzle.structure.apart
    found = set()
    for values in product(*(bits(masks[x]) for x in scope)):
        clash = any(
            v == w and y in apart[x]
            for i, (v, x) in enumerate(zip(values, scope, strict=True))
            for w, y in zip(values[:i], scope[:i], strict=True)
        )
        if not clash and holds(values):  # type: ignore[operator]
            found.add(tuple(sorted(values)))
    return found


@pytest.mark.parametrize("key", ["keen", "sudoku"])
def test_sets_are_those_of_a_list_of_all_fillings(key: str) -> None:
    rng = Random(f"sets {key}")
    met = 0
    for puzzle in islice(puzzles(key, rng), 40):
        if puzzle.grid.rows > 6 or not puzzle.clue("cages"):
            continue
        facts = [
            puzzle.fact(rng.randrange(len(puzzle.variables)), rng.randrange(puzzle.grid.rows), "-") for _ in "12345"
        ]
        state = position(puzzle, " ".join(facts))
        cells = [c for c in puzzle.constraints if isinstance(c, Arithmetic | DistinctSum)]
        answers = cages(puzzle, state)

        assert cells == [each.constraint for each in answers]
        for each in answers:
            scope = each.constraint.scope
            masks = tuple(m & b for m, b in zip(state.masks, puzzle.structure.masks, strict=True))
            assert listed(puzzle, masks, scope, each.constraint.holds) == set(each.sets), (puzzle, each)
            assert len(each.sets) == len(set(each.sets))
            assert each.complete
            met += 1
    assert met > 40


def test_a_written_number_leaves_the_sets_of_its_row() -> None:
    puzzle = parse("4:a_6baa_aaba,s1s2s1d4s1m16s1", genre="keen")

    assert ((0, 0, 3, 3), (0, 1, 1, 3)) == cages(puzzle)[5].sets
    assert ((0, 1, 1, 3),) == cages(puzzle, position(puzzle, "r3c1=1"))[5].sets


def test_a_huge_cage_lists_some_sets_and_says_that_there_are_more() -> None:
    nine = "\n".join(["AAABBBCCC"] * 9) + "\nA 135+\nB 135+\nC 135+"
    found = cages(parse(nine, genre="keen"))[0]

    assert 27 == len(found.constraint.scope)
    assert found.sets or not found.complete
