"""Boards of the Latin family as another program makes them, solved and proved unique.

Each has cages, signs or views, so a Problem, of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from .lists import sgt_list, shipped
from .measure import Remark, TableItem
from .solving import race

LISTS = (
    ("Keen 6×6", "keen", "6", 70_000),
    ("Keen 9×9", "keen", "9", 9_000),
    ("Unequal 6×6", "unequal", "6", None),
    ("Towers 6×6", "towers", "6", None),
)
"""Name, genre, how its IDs begin, and what the kernel alone is to reach."""


def measure(quick: bool) -> Iterator[TableItem]:
    """A table for each list at hand; never a part of one: fewer Problems run faster."""
    found = False
    for name, genre, start, reach in LISTS[:1] if quick else LISTS:
        puzzles = sgt_list(name, genre, start)
        if puzzles is not None:
            found = True
            yield from race(puzzles, quick=quick, reach=reach)
    if not found:
        yield Remark("The other program's boards are not here (set GRIDWRIGHT_ORACLES): a few shipped puzzles instead.")
        yield from race(shipped("keen"), quick=quick)
