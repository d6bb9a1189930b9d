"""The kernel's exclusions against every set of statements and every joint selection."""

from __future__ import annotations

from random import Random

import pytest
from number_sources import NUMBER_SOURCES
from plain_exclusions import irreducible, smallest

from gridwright.discovery.certificate import Certificate, refuted
from gridwright.discovery.exclusions import Exclusion, exclusions, exclusions_of_many, smallest_exclusions
from gridwright.discovery.options import open_statements
from gridwright.genres import parse
from gridwright.model import Limits, State, Stopped
from gridwright.rules.position import start
from random_states import states


def agree(state: State, most_options: tuple[int, ...]) -> None:
    """Both lists of the kernel, with and without those that are glued, are those of the obvious search."""
    size = len(most_options)
    found = [Exclusion(*each) for each in smallest(state, size, most_options)]
    found.sort(key=lambda each: (len(each.statements), each))

    assert found == exclusions(state, size, most_options, glued=True)
    kept = [each for each in found if irreducible(state, *each, most_options[len(each.statements) - 1])]
    assert kept == exclusions(state, size, most_options)


KINDS = (
    "latin 4", "latin 5", "sudoku 4", "x 4", "jigsaw 4", "killer 4", "loose 4", "queens 5", "queens 6", "two-star 8",
    "keen 4", "keen 5", "unequal 4", "unequal 5", "adjacent 4", "towers 4", "arrows 3", "arrows 4", "eight 3",
    "arrow-row 6", *(f"{genre} 3" for genre in NUMBER_SOURCES),
)  # fmt: skip
SMALL = ("latin 4", "sudoku 4", "killer 4", "queens 5", "keen 4", "unequal 4", "towers 4", "arrows 3")


@pytest.mark.parametrize("kind", KINDS)
def test_pairs_are_those_of_the_obvious_search(kind: str) -> None:
    source = states(kind, Random(f"pairs {kind}"))
    for _ in range(3):
        agree(next(source), (4096, 8))


@pytest.mark.parametrize("kind", SMALL)
def test_triples_are_those_of_the_obvious_search(kind: str) -> None:
    agree(next(states(kind, Random(f"triples {kind}"))), (4096, 8, 4))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*KINDS, "sudoku 9", "killer 9", "keen 6", "towers 5", "queens 8"])
def test_many_pairs_are_those_of_the_obvious_search(kind: str) -> None:
    source = states(kind, Random(f"many pairs {kind}"))
    for _ in range(10):
        agree(next(source), (4096, 8))


@pytest.mark.slow
@pytest.mark.parametrize("kind", SMALL)
def test_many_triples_are_those_of_the_obvious_search(kind: str) -> None:
    source = states(kind, Random(f"many triples {kind}"))
    for _ in range(5):
        agree(next(source), (4096, 8, 4))


@pytest.mark.parametrize("kind", ["latin 4", "sudoku 4", "queens 5", "keen 4", "unequal 4", "towers 4"])
def test_fours_are_those_of_the_obvious_search(kind: str) -> None:
    few = (state for state in states(kind, Random(f"fours {kind}")) if 8 <= len(open_statements(state, 3)) <= 16)
    for _ in range(3):
        agree(next(few), (4096, 3, 3, 3))


@pytest.mark.parametrize("kind", ["sudoku 9", "queens 8", "two-star 8", "keen 6", "unequal 5", "towers 5", "arrows 5"])
def test_larger_ones_are_found_where_no_smaller_ones_are(kind: str) -> None:
    source, sizes = states(kind, Random(f"larger {kind}")), set()
    for _ in range(4):
        state = next(source)
        certificate = Certificate(state)
        listed = {each.candidate for each in exclusions(state, 3, (64, 4, 3), glued=True)}
        for exclusion in exclusions(state, 10, (64, 4, 3), glued=True):
            if len(exclusion.statements) > 3:
                assert exclusion.candidate not in listed
                assert certificate.refuted(exclusion)
                for spared in exclusion.statements:
                    fewer = [each for each in exclusion.statements if each != spared]
                    assert not certificate.refutes(fewer, exclusion.candidate)
                sizes.add(len(exclusion.statements))
    assert max(sizes, default=0) > 3 or kind in ("queens 8", "arrows 5")


@pytest.mark.parametrize("kind", ["latin 4", "sudoku 9", "queens 6", "two-star 8", "keen 5", "unequal 4", "towers 4"])
def test_the_smallest_are_provably_so(kind: str) -> None:
    rng = Random(f"smallest {kind}")
    source, known = states(kind, rng), 0
    for _ in range(4):
        state = next(source)
        listed: dict[int, list[Exclusion]] = {}
        for each in exclusions(state, 3, (4096, 32, 9), glued=True):
            listed.setdefault(each.candidate, []).append(each)
        for candidate in rng.sample(sorted(listed), min(12, len(listed))):
            size = len(listed[candidate][0].statements)
            found, provable = smallest_exclusions(state, candidate, 3)
            if provable and len(found) < 256:
                assert {each for each in listed[candidate] if len(each.statements) == size} <= set(found)
                known += 1
            assert {len(each.statements) for each in found} <= set(range(1, size + 1))
            assert all(refuted(state, each) for each in found[:3])
    assert known > 5


@pytest.mark.parametrize("kind", ["arrows 5", "towers 6"])
def test_a_statement_with_many_options_is_asked_what_fits(kind: str) -> None:
    source, alone = states(kind, Random(f"large {kind}")), 0
    for _ in range(6):
        state = next(source)
        certificate = Certificate(state)
        for exclusion in exclusions(state, 6, (4, 4, 3), large=True):
            assert certificate.refuted(exclusion)
            alone += len(exclusion.statements) == 1
    assert alone > 10


def test_an_xy_wing_is_three_cells() -> None:
    facts = ("r1c1-3", "r1c1-4", "r1c2-2", "r1c2-4", "r2c1-1", "r2c1-4")  # 12, 13, 23
    state = start(parse("." * 16, genre="latin")).after(*facts)

    found = exclusions(state)

    assert (state.structure.candidate(5, 2), (0, 1, 4)) in found


def test_many_states_are_one_after_the_other() -> None:
    sources = [states(kind, Random(kind)) for kind in ("latin 4", "keen 4")]
    many = [next(source) for source in sources for _ in range(3)]

    assert [exclusions(state) for state in many] == exclusions_of_many(many) == exclusions_of_many(many, threads=2)


def test_a_board_that_cannot_be_filled_excludes_everything() -> None:
    state = start(parse("." * 16, genre="latin")).after(*(f"r1c{c}-{v}" for c in (1, 2, 3) for v in (3, 4)))

    agree(state, (4096, 8))
    assert 64 - 6 == len({each.candidate for each in exclusions(state, 3, glued=True)})


def test_limits_are_kept() -> None:
    state = start(parse("." * 16, genre="latin"))

    with pytest.raises(Stopped, match="stopped after 10 nodes"):
        exclusions(state, limits=Limits(nodes=10))
    assert [None] == exclusions_of_many([state], limits=Limits(nodes=10))
