"""What a constraint kind is handed to state itself in the words of an engine that is not ours.

The engines are extras and lie in upper layers; a kind imports neither and speaks through these.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class CpSatModel(Protocol):
    """A CP-SAT model in the making: an integer for each variable, which is its value."""

    @property
    def model(self) -> Any:
        """OR-Tools' `CpModel`."""

    @property
    def sizes(self) -> Sequence[int]:
        """How many values each variable has."""

    @property
    def variables(self) -> Sequence[Any]:
        """CP-SAT's integers."""

    def literal(self, x: int, value: int) -> Any:
        """The literal "this variable takes this value"."""

    def allow(self, scope: Sequence[int], tuples: Sequence[Sequence[int]]) -> None:
        """These variables take one of these tuples."""

    def follow(self, scope: Sequence[int], steps: Sequence[Sequence[tuple[int, int, int]]]) -> None:
        """These variables follow an automaton: for each of them the steps that it may take, (before, value, after)."""

    def helper(self, values: int = 2) -> Any:
        """An integer from 0 up, a literal where it has two values, that is no part of a solution: however many ways it
        may be chosen, they are one."""


class SatClauses(Protocol):
    """Clauses in the making, over a literal for each candidate; a literal is a number, -n says that n is false."""

    @property
    def sizes(self) -> Sequence[int]:
        """How many values each variable has."""

    def defined(self, key: Hashable, define: Callable[[], T]) -> T:
        """What several statements count with: defined the first time, in clauses that are true on every board."""

    def literal(self, x: int, value: int) -> int:
        """The literal "this variable takes this value"; a variable may be without a value, but never has two."""

    def fresh(self) -> int:
        """A literal of which nothing is known."""

    def add(self, literals: Iterable[int]) -> None:
        """At least one of these is true."""
