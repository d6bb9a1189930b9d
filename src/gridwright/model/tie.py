"""What two cells with two values each can be together: the statements that a chain of them is made of.

As bits: 1 neither has the value, 2 the first, 4 the second, 8 both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

AT_MOST_ONE, AT_LEAST_ONE, BOTH_OR_NEITHER, JUST_ONE = 7, 14, 9, 6
TIES = {
    AT_MOST_ONE: "at most one",
    AT_LEAST_ONE: "at least one",
    BOTH_OR_NEITHER: "both or neither",
    JUST_ONE: "just one",
}
"""What each of them is called."""

NO_GROUP = -1
"""Stands for the group where a tie follows along others."""


def in_fours(ties: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    """Ties as a witness has them, one by one: group, cell, cell, what.

    >>> list(in_fours((3, 0, 1, 7, -1, 0, 5, 9)))
    [(3, 0, 1, 7), (-1, 0, 5, 9)]
    """
    for i in range(0, len(ties), 4):
        group, first, second, what = ties[i : i + 4]
        yield group, first, second, what
