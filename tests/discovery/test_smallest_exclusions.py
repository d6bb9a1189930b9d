"""Our smallest exclusions against those that a clause solver finds by implicit hitting sets."""

from __future__ import annotations

from random import Random

import pytest
from plain_exclusions import irreducible
from smallest_exclusions import GENRES, compare, provably_smallest, puzzles

from gridwright.discovery.certificate import Certificate
from gridwright.discovery.exclusions import exclusions, smallest_exclusions
from gridwright.discovery.options import candidates_left
from gridwright.model.domain import bits
from random_states import states

FEW = (4, 4, 3)
"""Options of a listed statement, so few that most have more."""


@pytest.mark.parametrize("kind", ["arrows 4", "arrows 5", "eight 3", "towers 5", "keen 5", "two-star 8", "sudoku 9"])
def test_the_fewest_statements_are_found_though_they_have_many_options(kind: str) -> None:
    rng = Random(f"fewest {kind}")
    source, sizes = states(kind, rng), set()
    for _ in range(3):
        state = next(source)
        mined: dict[int, int] = {}
        for each in exclusions(state, 4, FEW, glued=True, large=True):
            mined[each.candidate] = min(len(each.statements), mined.get(each.candidate, 4))
        for candidate in rng.sample(asked := list(bits(candidates_left(state))), min(8, len(asked))):
            found, provable = smallest_exclusions(state, candidate, 4)
            assert provable
            size = len(found[0].statements) if found else None
            assert provably_smallest(state, candidate, 4) == size == mined.get(candidate)
            assert all(map(Certificate(state).refuted, found[:3]))
            sizes.add(size)
    assert len(sizes) > 1


@pytest.mark.parametrize("kind", ["latin 4", "sudoku 4", "queens 5", "keen 4", "towers 4", "unequal 4", "arrows 4"])
def test_those_with_many_options_are_glued_where_the_obvious_search_says_so(kind: str) -> None:
    source, seen = states(kind, Random(f"glued {kind}")), set()
    for _ in range(4):
        state = next(source)
        kept = set(exclusions(state, 3, FEW, large=True))
        for each in exclusions(state, 3, FEW, glued=True, large=True):
            if len(each.statements) > 1:
                assert (each in kept) == irreducible(state, *each, 4096)
                seen.add((len(each.statements), each in kept))
    assert len(seen) > 1


def check(genre: str, wanted: int, share: float) -> None:
    """What is proved is always right; what is mined up to three statements, and up to five in so many states."""
    if not puzzles(genre):
        pytest.skip(f"puzzles of {genre} are not at hand")
    tally = compare(genre, wanted)

    assert wanted == tally.total()
    assert all(proved == size for size, _, proved in tally)
    assert all(mined == size for size, mined, _ in tally if size is not None and size <= 3)
    larger = {(size, mined): n for (size, mined, _), n in tally.items() if size in (4, 5)}
    assert sum(n for (size, mined), n in larger.items() if size == mined) >= share * sum(larger.values())


@pytest.mark.parametrize(
    ("genre", "states"), [("queens", 8), ("keen", 4), ("towers", 8), ("unequal", 2), ("arrows", 8)]
)
def test_sizes_are_the_smallest_in_well_known_puzzles(genre: str, states: int) -> None:
    check(genre, states, 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES)
def test_sizes_are_the_smallest_in_many_well_known_puzzles(genre: str) -> None:
    check(genre, 200, 0.95)
