"""So many of these: stars in a row, lamps around a clue, ones in a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..blueprint import Blueprint
from ..constraint import Constraint, Partial
from ..domain import Domain
from ..errors import PuzzleError
from ..group import Group


@dataclass(frozen=True)
class Count(Constraint):
    """least ≤ |{x in scope : x = value}| ≤ most.

    `Count.exactly(group, value, n)` is the usual case. Exactly one becomes a choice, at most one an at-most-one set.
    """

    value: int
    least: int
    most: int

    kind = "count"
    vocabulary = ("links", "choices", "counts")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.least > self.most:
            raise PuzzleError(f"{self.label} cannot hold at least {self.least} and at most {self.most}")

    @classmethod
    def exactly(cls, group: Group, value: int, n: int) -> Count:
        """Just n of the group take the value."""
        return cls(group, value, n, n)

    def holds(self, values: Sequence[int]) -> bool:
        return self.least <= sum(v == self.value for v in values) <= self.most

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        have = tuple(i for i, v in enumerate(values) if v == self.value)
        if len(have) > self.most:
            return have
        if len(have) + sum(v is None for v in values) < self.least:
            return tuple(range(len(values)))
        return None

    def sentence(self, domain: Domain) -> str:
        symbol = domain.symbol(self.value)
        if self.least == self.most:
            return f"{self.label} holds {symbol} exactly {times(self.least)}"
        if self.least <= 0:
            return f"{self.label} holds {symbol} at most {times(self.most)}"
        if self.most >= len(self.scope):
            return f"{self.label} holds {symbol} at least {times(self.least)}"
        return f"{self.label} holds {symbol} {self.least} to {self.most} times"

    def emit(self, blueprint: Blueprint) -> None:
        blueprint.count(self.group, [1 << self.value] * len(self.scope), self.least, self.most)


def times(n: int) -> str:
    """How often, in words where English has them.

    >>> times(1), times(2), times(3)
    ('once', 'twice', '3 times')
    """
    return {1: "once", 2: "twice"}.get(n, f"{n} times")
