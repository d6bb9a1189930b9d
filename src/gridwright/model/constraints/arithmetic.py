"""Numbers that make a target: the cage of KenKen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from ..blueprint import Blueprint
from ..constraint import Constraint, Partial
from ..domain import Domain
from ..errors import PuzzleError
from ..reading import ANY, OPERATIONS, CageReading

LARGEST_TARGET = 10**15


@dataclass(frozen=True)
class Arithmetic(Constraint):
    """x₁ ∘ x₂ ∘ … = target, where ∘ is +, -, × or ÷, and the largest number stands first in a - or ÷.

    Value v stands for the number v + 1, and `largest` is the largest number a cell can hold. A difference or quotient
    of more than two cells is the largest number minus, or over, all the others. Without an operation ("") any of the
    four that makes the target will do. Numbers may repeat unless another constraint keeps them apart.
    """

    operation: str
    target: int
    largest: int

    kind = "arithmetic"
    vocabulary = ("layouts", "forced", "clues", "sums")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.scope:
            raise PuzzleError(f"{self.label} has no cells")
        if self.operation not in (ANY, *OPERATIONS):
            raise PuzzleError(f"{self.label}: expected one of {' '.join(OPERATIONS)}, found {self.operation!r}")
        if not 0 <= self.target <= LARGEST_TARGET:
            raise PuzzleError(f"{self.label}: expected a target from 0 to {LARGEST_TARGET:,}, found {self.target:,}")

    @property
    def reading(self) -> CageReading:
        """The same, cell by cell."""
        return CageReading(self.operation, self.target, self.largest)

    def holds(self, values: Sequence[int]) -> bool:
        numbers = [v + 1 for v in values]
        most = max(numbers)
        made = {
            "+": sum(numbers) == self.target,
            "-": most - (sum(numbers) - most) == self.target,
            "×": prod(numbers) == self.target,
            "÷": most == self.target * (prod(numbers) // most),
        }
        return made[self.operation] if self.operation else any(made.values())

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        known = tuple(sorted(v + 1 for v in values if v is not None))
        if not _can_be_made(self.reading, known, len(values) - len(known)):
            return tuple(i for i, v in enumerate(values) if v is not None) or tuple(range(len(values)))
        return None

    def sentence(self, domain: Domain) -> str:
        words = {
            "+": f"{self.label} adds up to {self.target}",
            "-": f"the largest of {self.label} minus the rest is {self.target}",
            "×": f"{self.label} multiplies to {self.target}",
            "÷": f"the largest of {self.label} over the rest is {self.target}",
            ANY: f"{self.label} makes {self.target} by one of + - × ÷",
        }
        return words[self.operation]

    def emit(self, blueprint: Blueprint) -> None:
        blueprint.cage(self.group, self.operation, self.target)


@lru_cache(maxsize=1 << 16)
def _can_be_made(reading: CageReading, known: tuple[int, ...], still: int) -> bool:
    """Can the target be made of these numbers and so many others? Order does not matter."""
    choices = [*((number,) for number in known), *[range(1, reading.largest + 1)] * still]
    return bool(reading.layers(choices)[-1])
