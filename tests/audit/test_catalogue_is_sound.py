"""The audit finds nothing in the catalogue: all states of small boards, and random ones of larger boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from gridwright.genres import genres
from gridwright.model import Limits
from gridwright.solving.audit import FIRINGS, audit, boards_of, is_small, prove, sample
from gridwright.techniques import Catalogue
from known import OF_REAL_PUZZLES, rules

QUICK = 80
"""Witnesses that a quick run asks about at most; `-m slow` asks about all."""
QUICK_NODES = 3_000
"""And values that it binds in vain, board by board: loops of eight cells are seldom there to be found."""


@pytest.mark.parametrize("key", rules())
def test_a_quick_audit_finds_nothing(key: str) -> None:
    """All states of the smallest board of each genre, and a few of its large ones."""
    technique = Catalogue.standard()[key]
    fired = 0
    for genre in genres().values():
        smallest, *larger = boards_of(genre)
        for size in technique.sizes[:2]:
            found = (
                [prove(technique, size, smallest, QUICK, limits=Limits(nodes=QUICK_NODES))]
                if technique.speaks(smallest)
                else []
            )
            if any(each.method == "unfinished" and not each.fired for each in found):
                found.append(sample(technique, size, smallest, firings=5, states=60))
            if not found:
                between = (board for board in larger if technique.speaks(board))
                found += [sample(technique, size, board, firings=5, states=60) for board in islice(between, 1)]
            large = [board for board in larger if len(board.variables) > 36 and technique.speaks(board)]
            found += [sample(technique, size, board, firings=3, states=6) for board in large]
            assert [] == [each for each in found if each.counterexample is not None]
            fired += sum(each.fired for each in found)
    assert fired or key in OF_REAL_PUZZLES or any(fires_elsewhere(key)), f"{key} did not fire"


def fires_elsewhere(key: str) -> Iterator[bool]:
    """Boards that are not the smallest of their genre, until the technique fires on one; nothing is wrong there."""
    technique = Catalogue.standard()[key]
    for genre in genres().values():
        for board in boards_of(genre)[1:]:
            for size in technique.sizes if technique.speaks(board) else ():
                found = sample(technique, size, board, firings=5, states=3000)
                assert found.counterexample is None
                yield bool(found.fired)


@pytest.mark.slow
@pytest.mark.parametrize("genre", genres())
@pytest.mark.parametrize("key", rules())
def test_the_whole_audit_finds_nothing(key: str, genre: str) -> None:
    """Proved on a small board, or sampled with enough firings, or unable to fire on any board of the genre."""
    technique = Catalogue.standard()[key]
    for size in technique.sizes:
        found = list(audit(technique, genres()[genre], size=size, states=50_000))
        assert [] == [each for each in found if each.counterexample is not None]
        proved = any(each.method == "proved" and each.fired for each in found)
        sampled = sum(each.fired for each in found if each.method == "sampled")
        small = all(each.method == "proved" for each in found if is_small(each.puzzle))
        assert proved or sampled >= FIRINGS or (small and not sampled), (key, size, sampled)
