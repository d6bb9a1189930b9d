"""Other Latin squares that follow from one without a search: the twin of `kernel/makers/latin_trades.hpp`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gridwright.model import Solution


def trades(solution: Solution, n: int) -> Iterator[dict[int, int]]:
    """What exchanges make of a Latin square, as cell → value: of two rows, of two columns, of two numbers.

    >>> len([*trades((0, 1, 1, 0), 2)])
    3
    """
    triples = [(cell // n, cell % n, value) for cell, value in enumerate(solution)]
    for line, place, held in ((0, 1, 2), (1, 0, 2), (2, 0, 1)):
        table = {(each[line], each[place]): each[held] for each in triples}
        for i, j in combinations(range(n), 2):
            left = set(range(n))
            while left:
                p = min(left)
                changes: dict[int, int] = {}
                while p in left:
                    left.discard(p)
                    for here, there in ((i, j), (j, i)):
                        triple = {line: here, place: p, held: table[there, p]}
                        changes[triple[0] * n + triple[1]] = triple[2]
                    p = next(q for q in range(n) if table[i, q] == table[j, p])
                yield changes
