"""Constraints that are read cell by cell: what is known so far, what one more number makes of it, when it is enough.

    SkylineReading(3):    (highest, seen)     1 4 2 5      (0, 0) → (1, 1) → (4, 2) → (4, 2) → (5, 3)

A reading says the same as its constraint's `holds`, one cell at a time; engines that know no such constraint follow
its states instead. What is known so far is any hashable value; None means that nothing can follow.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

OPERATIONS = ("+", "-", "×", "÷")
ANY = ""
"""No operation is printed: any of the four may make the target."""


class Reading(ABC):
    """A constraint over numbers from 1 on, read from the first cell to the last."""

    @property
    @abstractmethod
    def start(self) -> Hashable:
        """What is known before the first cell."""

    @abstractmethod
    def after(self, known: Any, number: int) -> Hashable | None:
        """What is known after one more number."""

    @abstractmethod
    def holds(self, known: Any) -> bool:
        """Is this right after the last cell?"""

    def layers(self, choices: Sequence[Sequence[int]]) -> list[set[Any]]:
        """What may be known before each cell and after the last, where each cell takes one of these numbers."""
        layers = [{self.start}]
        for numbers in choices:
            found = {self.after(known, number) for known in layers[-1] for number in numbers}
            layers.append(found - {None})
        layers[-1] = {known for known in layers[-1] if self.holds(known)}
        return layers

    def right(self, choices: Sequence[Sequence[int]]) -> list[set[Any]]:
        """The same, as far as something right can follow."""
        layers = self.layers(choices)
        for i in reversed(range(len(choices))):
            fine = layers[i + 1]
            layers[i] = {known for known in layers[i] if any(self.after(known, n) in fine for n in choices[i])}
        return layers

    def open(self, choices: Sequence[Sequence[int]]) -> list[set[int]]:
        """The numbers of each cell that stand in some right way to fill all.

        >>> SkylineReading(1).open([(1, 3), (2, 3), (1, 2)])
        [{3}, {2, 3}, {1, 2}]
        """
        layers = self.right(choices)
        return [
            {n for n in numbers if any(self.after(known, n) in layers[i + 1] for known in layers[i])}
            for i, numbers in enumerate(choices)
        ]

    def tuples(
        self, choices: Sequence[Sequence[int]], apart: Sequence[Sequence[int]] | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Every way to fill the cells with these numbers, in order; `apart` has the earlier cells each may not repeat.

        >>> list(SkylineReading(2).tuples([(1, 2, 3), (3,), (1, 2)]))
        [(1, 3, 1), (1, 3, 2), (2, 3, 1), (2, 3, 2)]
        >>> list(SkylineReading(2).tuples([(1, 2, 3), (3,), (1, 2)], [(), (0,), (0, 1)]))
        [(1, 3, 2), (2, 3, 1)]
        """
        layers = self.right(choices)

        def fill(chosen: tuple[int, ...], known: Any) -> Iterator[tuple[int, ...]]:
            if len(chosen) == len(choices):
                yield chosen
                return
            taken = [chosen[i] for i in apart[len(chosen)]] if apart is not None else ()
            for number in choices[len(chosen)]:
                if number in taken:
                    continue
                after = self.after(known, number)
                if after in layers[len(chosen) + 1]:
                    yield from fill((*chosen, number), after)

        if layers[0] and self.start in layers[0]:
            yield from fill((), self.start)


@dataclass(frozen=True)
class CageReading(Reading):
    """The largest number, the sum and the product so far; a sum or product that is of no more use is 0."""

    operation: str
    target: int
    largest: int
    """The largest number that any cell can take."""

    @property
    def start(self) -> tuple[int, int, int]:
        return 0, 0, 1

    def after(self, known: tuple[int, int, int], number: int) -> tuple[int, int, int] | None:
        largest, total, product = known
        largest = max(largest, number)
        if total or not known[0]:
            total = total + number if self._sum_may_grow_to(total + number) else 0
        if product:
            product = product * number if self._product_may_grow_to(product * number) else 0
        if not total and not product:
            return None
        return (largest if self._needs_largest else 1), total, product

    @property
    def _needs_largest(self) -> bool:
        return self.operation not in ("+", "×")

    def _sum_may_grow_to(self, total: int) -> bool:
        add = self.operation in ("+", ANY) and total <= self.target
        return add or (self.operation in ("-", ANY) and total <= 2 * self.largest - self.target)

    def _product_may_grow_to(self, product: int) -> bool:
        multiply = self.operation in ("×", ANY) and self.target > 0 and self.target % product == 0
        return multiply or (self.operation in ("÷", ANY) and self.target * product <= self.largest**2)

    def holds(self, known: tuple[int, int, int]) -> bool:
        largest, total, product = known
        makes = {
            "+": total == self.target > 0,
            "-": total > 0 and 2 * largest - total == self.target,
            "×": product == self.target > 0,
            "÷": product > 0 and largest**2 == self.target * product,
        }
        return any(makes.values()) if self.operation == ANY else makes[self.operation]


@dataclass(frozen=True)
class SkylineReading(Reading):
    """The highest tower so far, and how many were seen."""

    seen: int

    @property
    def start(self) -> tuple[int, int]:
        return 0, 0

    def after(self, known: tuple[int, int], number: int) -> tuple[int, int] | None:
        highest, seen = known
        if number > highest:
            return (number, seen + 1) if seen < self.seen else None
        return known

    def holds(self, known: tuple[int, int]) -> bool:
        return known[1] == self.seen
