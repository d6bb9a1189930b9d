"""Hard puzzles of well-known lists, explained to their last cell and read by the independent checker."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from explained import LISTS, figures, puzzles

SHARES = {"escargot": 1, "arrows": 1, "queens": 1, "killer": 1, "hardest": 1, "top1465": 2, "keen": 10}
"""Every so many-th puzzle of a list is read, of others every second one: some 2,000 in all."""


@pytest.mark.slow
@pytest.mark.parametrize("name", LISTS)
def test_a_part_of_every_list_is_explained_to_the_end_and_checked(name: str, oracles: Path) -> None:
    told = figures(islice(puzzles(name, oracles), 0, None, SHARES.get(name, 2)), check=True)

    assert told.puzzles
    assert ([], []) == (told.unsolved, told.wrong)


def test_the_first_of_every_list_is_explained_to_the_end(oracles: Path) -> None:
    for name in set(LISTS) - {"escargot", "hardest"}:  # where assumptions nest: test_unnamed has a trace
        told = figures(islice(puzzles(name, oracles), 1))
        assert [] == told.unsolved, name
