"""Conflicts of a full assignment: each by itself leaves no way to fill the rest."""

from __future__ import annotations

from itertools import product

from gridwright.genres import parse
from gridwright.model import OneLoop


def test_each_conflict_of_a_loop_is_enough() -> None:
    puzzle = parse("4.4", genre="slitherlink")
    loop = next(each for each in puzzle.constraints if isinstance(each, OneLoop))
    every = list(product(range(2), repeat=len(loop.scope)))
    right = [values for values in every if loop.holds(values)]
    meets_twice = [
        values for values in every if all(sum(values[i] for i in lines) in (0, 2) for lines in loop.lines_at.values())
    ]

    for values in meets_twice:
        conflicts = list(loop.conflicts(values))
        assert (values in right) == (not conflicts)
        for clash in conflicts:
            assert not [other for other in right if all(other[i] == values[i] for i in clash)]
