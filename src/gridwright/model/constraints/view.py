"""How many different numbers a cell sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..blueprint import Blueprint
from ..constraint import Constraint, Partial
from ..domain import Domain


@dataclass(frozen=True)
class View(Constraint):
    """looker = |{x : x in group}|: the number in a cell is how many different numbers it sees.

    The group holds the cells in sight, the nearest first; the scope ends with the one that looks. Value v is the
    number v, so that a cell which sees nothing holds 0, and a 0 in sight is a number like every other. `saying` is the
    sentence.
    """

    looker: int
    saying: str

    kind = "view"
    vocabulary = ("sight",)

    @property
    def scope(self) -> tuple[int, ...]:
        """What is seen, then the cell that counts it."""
        return (*self.group.members, self.looker)

    def holds(self, values: Sequence[int]) -> bool:
        return len(set(values[:-1])) == values[-1]

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        *seen, count = values
        known = {v for v in seen if v is not None}
        still_open = seen.count(None)
        if count is None or max(len(known), bool(seen)) <= count <= len(known) + still_open:
            return None
        return tuple(i for i, v in enumerate(values) if v is not None)

    def sentence(self, domain: Domain) -> str:
        return self.saying

    def emit(self, blueprint: Blueprint) -> None:
        blueprint.view(self.group, self.looker)
