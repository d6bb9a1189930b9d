"""Stuck positions: where nothing that is known applies."""

from __future__ import annotations

import pytest

from bench.discovered_share import scale_with
from disguises import made
from gridwright.discovery.exclusions import exclusions
from gridwright.discovery.stuck import (
    SINGLES,
    Origin,
    compared_ladder,
    ladder_for,
    named_ladder,
    pattern_ladder,
    smallest,
    stuck_positions,
)
from gridwright.grading import scale
from gridwright.model import Puzzle
from gridwright.solving import solve
from gridwright.solving.deduce import steps_open
from gridwright.techniques import Catalogue

BY = scale("standard")


@pytest.mark.parametrize(("genre", "size"), [("sudoku", 9), ("queens", 8), ("unequal", 5)])
def test_nothing_that_is_known_applies_and_all_that_is_mined_is_true(genre: str, size: int) -> None:
    looked = 0
    for puzzle in made(genre, size, (), 5):
        solution = solve(puzzle).solutions[0]
        ladder = ladder_for(BY, puzzle, Origin.SINGLES)
        found = list(stuck_positions(puzzle, ladder, BY.catalogue, exclusions))
        looked += len(found)
        assert len(found) <= 3
        assert [True, False, False][: len(found)] == [each.first for each in found]
        for each in found:
            assert 0 == steps_open(each.state, ladder)
            wrong = {each.state.structure.pair(one.candidate) for one in each.exclusions}
            assert not wrong & set(enumerate(solution))
    assert looked


def test_singles_are_in_the_catalogue_and_nothing_supposes() -> None:
    catalogue = Catalogue.standard()
    puzzle: Puzzle = made("sudoku", 9, (), 1)[0]
    named = {key for key, _ in named_ladder(BY, puzzle)}

    assert set(SINGLES) <= set(catalogue)
    assert {"xy-wing", "naked-subset"} <= named
    assert not {"contradiction", "unnamed", "unique-rectangle-1"} & named


@pytest.mark.parametrize("genre", ["sudoku", "unequal", "queens"])
def test_patterns_are_what_has_a_name_but_follows_no_links(genre: str) -> None:
    singles = [("hidden-single", None), ("naked-single", None)]
    wings = [("xy-wing", None), ("long-remote-pair", None), ("sue-de-coq", 4), ("cover-two", None)]
    chains = [("turbot-fish", None), ("xy-chain", None), ("forcing-chain", None), ("als-xz", None)]
    by = scale_with([*singles, *chains, *wings, ("contradiction", 1)])
    puzzle: Puzzle = made(genre, 8 if genre == "queens" else 6, (), 1)[0]

    assert [*singles, *chains, *wings] == ladder_for(by, puzzle, Origin.CATALOGUE) == named_ladder(by, puzzle)
    assert [*singles, *wings] == ladder_for(by, puzzle, Origin.PATTERNS) == pattern_ladder(by, puzzle)
    assert singles == ladder_for(by, puzzle, Origin.SINGLES)
    assert [*singles, *wings] == compared_ladder(by, puzzle, Origin.SINGLES)
    assert [*singles, *chains, *wings] == compared_ladder(by, puzzle, Origin.CATALOGUE)


def test_what_shows_links_or_goes_from_cell_to_cell_follows_them() -> None:
    follows = {key for key, each in Catalogue.standard().items() if each.follows_links}

    assert {"aic", "als-xz", "death-blossom", "forcing-chain", "remote-chain", "simple-colouring"} <= follows
    assert not follows & {"w-wing", "m-wing", "remote-pair", "fish", "contradiction", "line-census", "clue-pair"}


def test_a_puzzle_that_is_solved_has_no_stuck_position() -> None:
    puzzle = made("sudoku", 4 + 2, (), 1)[0].with_givens(
        dict(enumerate(solve(made("sudoku", 6, (), 1)[0]).solutions[0]))
    )

    assert [] == list(stuck_positions(puzzle, ladder_for(BY, puzzle, Origin.SINGLES), BY.catalogue, exclusions))


def test_the_smallest_are_those_of_fewest_statements() -> None:
    for puzzle in made("queens", 8, (), 3):
        for stuck in stuck_positions(puzzle, ladder_for(BY, puzzle, Origin.SINGLES), BY.catalogue, exclusions):
            sizes = {len(each.statements) for each in smallest(stuck.exclusions)} if stuck.exclusions else {1}
            assert 1 == len(sizes)
