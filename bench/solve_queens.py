"""Queens levels as people play them, solved and proved unique. Each has regions, so a Problem, of its own."""

from __future__ import annotations

from collections.abc import Iterator

from .lists import queens_lists, shipped
from .measure import Remark, TableItem
from .solving import race

REACH = 300_000


def measure(quick: bool) -> Iterator[TableItem]:
    """All levels, then those with one solution."""
    lists = queens_lists()
    for puzzles in lists[-1:] if quick else lists:  # never a part: fewer Problems run faster
        yield from race(puzzles, quick=quick, reach=REACH, fewer=3)
    if not lists:
        yield Remark("The community's levels are not here (set GRIDWRIGHT_ORACLES): a few shipped puzzles instead.")
        yield from race(shipped("star-battle"), quick=quick)
