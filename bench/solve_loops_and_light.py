"""Slitherlinks and a very large akari, solved and proved unique: 200 puzzles a second are 5 ms each.

Each has numbers, so a Problem, of its own; reading it and stating its rules is most of the time from text.
"""

from __future__ import annotations

from collections.abc import Iterator

from .lists import PuzzleList, board_list, sgt_list
from .measure import Remark, TableItem
from .solving import race


def measure(quick: bool) -> Iterator[TableItem]:
    """A table for each list at hand."""
    lists: tuple[tuple[PuzzleList | None, float], ...] = (
        (sgt_list("slitherlink 10×10", "loopy", "10x10"), 1000 / 5),
        (board_list("slitherlink", 20), 1000 / 100),
        (board_list("akari", 100), 1000 / 30),
    )
    for puzzles, reach in lists:
        if puzzles is None or not puzzles.texts:
            yield Remark("A list is not here: the other program's (set GRIDWRIGHT_ORACLES), or our own in data/bench.")
        elif not quick or len(puzzles.texts) > 1:
            yield from race(puzzles.sample(20) if quick else puzzles, quick=quick, reach=reach)
