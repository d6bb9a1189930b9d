"""A constraint: one statement of the rulebook about some variables, made exact.

A kind states its meaning in several ways that a harness compares (`gridwright.testing.check_constraint`):

    holds(values)      the obvious truth of a full assignment
    conflict(values)   for a half-filled one: which positions already clash (None while nothing does)
    emit(blueprint)    what the kernel propagates
    sentence(domain)   what a person is told

`values` are value numbers in the order of the scope; None stands for "not decided". The first line of a kind's
docstring is its formula. `vocabulary` lists the families of words that the kind offers to rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from .blueprint import Blueprint
from .domain import Domain
from .errors import PuzzleError
from .group import Group

Partial = Sequence[int | None]


@dataclass(frozen=True)
class Constraint(ABC):
    """A statement over the members of a group."""

    group: Group

    kind: ClassVar[str]
    vocabulary: ClassVar[tuple[str, ...]] = ()
    named: ClassVar[bool] = True
    """Do people name its group? Not where it is only a relation between two cells."""

    def __post_init__(self) -> None:
        if len(set(self.scope)) != len(self.scope):
            raise PuzzleError(f"{self.group.label} names a cell twice")

    @property
    def scope(self) -> tuple[int, ...]:
        """The variables that the constraint speaks of."""
        return self.group.members

    @property
    def label(self) -> str:
        """What people call its group: "row 3"."""
        return self.group.label

    @abstractmethod
    def holds(self, values: Sequence[int]) -> bool:
        """Is a full assignment right?"""

    @abstractmethod
    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        """Positions of the scope that already clash, or None while none do.

        Never a false alarm: a conflict means that no way of filling the rest can hold. On a full assignment it is
        exact: None if and only if `holds`.
        """

    @abstractmethod
    def sentence(self, domain: Domain) -> str:
        """The constraint in English, without a full stop."""

    @abstractmethod
    def emit(self, blueprint: Blueprint) -> None:
        """Write the constraint into the Blueprint."""


def repeats(values: Partial) -> tuple[int, ...] | None:
    """Positions of the first value that stands twice, or None.

    >>> repeats([3, None, 1, 3])
    (0, 3)
    """
    seen: dict[int, int] = {}
    for i, value in enumerate(values):
        if value is None:
            continue
        if value in seen:
            return seen[value], i
        seen[value] = i
    return None
