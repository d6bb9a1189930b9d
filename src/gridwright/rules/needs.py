"""A bound on a pick from what groups need.

`need(v, R) >= need(v, C)` holds for no R whose C has more groups in need than R can have need: n groups need at most n
times as much as the rulebook ever asks of one. So with one star a line, three rows whose stars lie in four columns or
more are no set, and no row need be added to two that do. A group that holds more than it may has a need below zero,
and makes up for as many others (`overdrawn`); then the position is broken, but the bound is right even there.
"""

from __future__ import annotations

from ..model import Sort
from .tree import Binary, Call, Compare, Expr, Name, Pick


def bound_by_needs(test: Compare, pick: Pick) -> tuple[Expr, Expr] | None:
    """A test that compares what a pick of groups and others need, as (what to count, how many there may be)."""
    sides = {">=": (test.left, test.right), "<=": (test.right, test.left)}.get(test.operator)
    match sides:
        case (Call(word="need", arguments=(value, Name(name=name))), Call(word="need", arguments=(same, groups))) if (
            name == pick.name and value == same and groups.sort is Sort.GROUPS
        ):
            counted = Binary("&", groups, Call("needy", (value,), sort=Sort.GROUPS), sort=Sort.GROUPS)
            needed = Binary("*", pick.count, Call("most_needed", (value,), sort=Sort.NUMBER), sort=Sort.NUMBER)
            return counted, Binary("+", needed, Call("overdrawn", (value,), sort=Sort.NUMBER), sort=Sort.NUMBER)
    return None
