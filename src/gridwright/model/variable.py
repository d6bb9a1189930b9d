"""What is to be decided: a place and the values that it can take."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .domain import Domain
from .place import Place


@dataclass(frozen=True)
class Variable:
    """Something to decide: the place that it belongs to and no other variable does, and the values it can take."""

    place: Place
    domain: Domain

    @property
    def name(self) -> str:
        """The name of its place."""
        return self.place.name


class Variables(tuple[Variable, ...]):
    """Variables that many puzzles share, and what all of these would work out again."""

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many values each has."""
        return tuple(len(variable.domain) for variable in self)

    @cached_property
    def smallest_domain(self) -> int:
        """How many values each has at least."""
        return min(self.sizes, default=0)

    @cached_property
    def symbols(self) -> dict[int, str] | None:
        """The symbol of each value, where there is a variable for each cell in order and all take the same values."""
        alike = all(each.place.number == x and each.domain is self[0].domain for x, each in enumerate(self))
        return dict(enumerate(self[0].domain.symbols)) if self and alike else None
