"""Exclusions, obviously: every set of statements, every joint selection of their options.

Slow beyond two statements on a large board; what the kernel finds is compared with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import and_, or_

from gridwright.discovery.options import OpenStatement, candidates_left, open_statements
from gridwright.model import State

left_in, opened = lru_cache(maxsize=4)(candidates_left), lru_cache(maxsize=4)(open_statements)
"""Of the last states: they are asked about one exclusion after the other."""


def excluded(statements: Sequence[OpenStatement], left: int) -> int:
    """What every joint selection kills."""
    return reduce(
        and_,
        (
            reduce(or_, (option.kills for option in selection), 0)
            for selection in product(*(statement.options for statement in statements))
            if not any(a.conflicts(b) for a, b in combinations(selection, 2))
        ),
        left,
    )


def smallest(state: State, size: int, most_options: Sequence[int]) -> set[tuple[int, tuple[int, ...]]]:
    """(candidate, statements) of every exclusion of so many statements of which none can be spared.

    `most_options` of the statements of an exclusion of one, of two … statements.
    """
    left, found = left_in(state), set()
    known: dict[tuple[int, ...], int] = {}

    def gone_by(chosen: Sequence[OpenStatement]) -> int:
        numbers = tuple(statement.number for statement in chosen)
        if numbers not in known:
            known[numbers] = excluded(chosen, left)
        return known[numbers]

    for n in range(1, size + 1):
        for chosen in combinations(opened(state, most_options[n - 1]), n):
            gone = excluded(chosen, left)
            for fewer in range(1, n):
                for part in combinations(chosen, fewer):
                    gone &= ~gone_by(part)
            numbers = tuple(statement.number for statement in chosen)
            found |= {(c, numbers) for c in range(gone.bit_length()) if gone >> c & 1}
    return found


def irreducible(state: State, candidate: int, numbers: Sequence[int], most: int) -> bool:
    """Is the exclusion more than smaller ones one after the other?

    What fewer of its statements exclude among its own options is taken away, again and again; it is glued together if
    then fewer of them exclude the candidate.
    """
    left = left_in(state)
    statements = [each for each in opened(state, most) if each.number in numbers]
    parts = [part for n in range(1, len(statements)) for part in combinations(range(len(statements)), n)]
    changed = True
    while changed:
        changed = False
        for part in parts:
            gone = excluded([statements[i] for i in part], left)
            if gone >> candidate & 1:
                return False
            for i, statement in enumerate(statements):
                kept = tuple(option for option in statement.options if not option.true & gone)
                if i not in part and len(kept) < len(statement.options):
                    statements[i], changed = OpenStatement(statement.number, kept), True
    return True
