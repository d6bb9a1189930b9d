"""Numbers that make a target: the cage of KenKen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from random import Random
from typing import Any

from ..automaton import Automaton
from ..constraint import Relation, Sample
from ..domain import Domain
from ..engines import CpSatModel
from ..errors import PuzzleError
from ..sampling import sample_group, small_sizes
from ..structure import Structure

OPERATIONS = ("+", "-", "×", "÷")
ANY = ""
"""No operation is printed: any of the four may make the target."""
NUMBERED = (ANY, *OPERATIONS)
NUMBER_OF = {operation: number for number, operation in enumerate(NUMBERED)}
"""In the order of the kernel's `Operation`."""
LARGEST_TARGET = 10**15
SHORT_LISTING = 10_000
"""CP-SAT is given a list of up to this many assignments."""
LARGEST_NUMBER = 2**60
"""No product in a CP-SAT model may grow beyond it."""


@dataclass(frozen=True)
class Arithmetic(Relation):
    """x₁ ∘ x₂ ∘ … = number, where ∘ is +, -, × or ÷, and the largest number stands first in a - or ÷.

    Value v stands for the number v + 1, and `largest` is the largest number a cell can hold. A difference or quotient
    of more than two cells is the largest number minus, or over, all the others. Without an operation ("") any of the
    four that makes the target will do. Numbers may repeat unless another constraint keeps them apart.
    """

    operation: str
    number: int
    largest: int

    kind = "arithmetic"
    vocabulary = ("layouts", "forced", "clues", "sums")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.scope:
            raise PuzzleError(f"{self.label} has no cells")
        if self.operation not in NUMBERED:
            raise PuzzleError(f"{self.label}: expected one of {' '.join(OPERATIONS)}, found {self.operation!r}")
        if not 0 <= self.number <= LARGEST_TARGET:
            raise PuzzleError(f"{self.label}: expected a target from 0 to {LARGEST_TARGET:,}, found {self.number:,}")

    def holds(self, values: Sequence[int]) -> bool:
        numbers = [v + 1 for v in values]
        return any(made_by(operation, numbers) == self.number for operation in self._operations)

    def target(self, values: Sequence[int]) -> int | None:
        """Return what the operation makes of the numbers; None where it makes nothing that can be printed.

        Without an operation that is what all of them make that make anything: what stands in a single cell.
        """
        numbers = [v + 1 for v in values]
        results = {made_by(operation, numbers) for operation in self._operations} - {None}
        return results.pop() if len(results) == 1 else None

    @property
    def _operations(self) -> Sequence[str]:
        """The operations that may make the number."""
        return self.operation or OPERATIONS

    def sentence(self, domain: Domain) -> str:
        words = {
            "+": f"{self.label} adds up to {self.number}",
            "-": f"in {self.label} the largest number minus the others is {self.number}",
            "×": f"{self.label} multiplies to {self.number}",
            "÷": f"in {self.label} the largest number divided by the others is {self.number}",
            ANY: f"{self.label} makes {self.number} by one of + - × ÷",
        }
        return words[self.operation]

    def emit(self, structure: Structure) -> None:
        """A single cell is its target, and engines need not be told twice."""
        if len(self.scope) == 1:
            x = self.scope[0]
            structure.exclude(x, ~(1 << self.number - 1) if 1 <= self.number <= structure.sizes[x] else -1)
        structure.relate(self)

    @property
    def clue(self) -> int:
        return self.number

    @property
    def sum_of_numbers(self) -> int | None:
        return self.number if self.operation == "+" else None

    def parameters(self) -> tuple[int, ...]:
        return NUMBER_OF[self.operation], self.number

    @cached_property
    def automaton(self) -> CageAutomaton:
        return CageAutomaton(self.operation, self.number, self.largest)

    def cpsat(self, words: CpSatModel) -> None:
        """A short list of what holds; where it would be long, in numbers that follow from the cells' own."""
        model, numbers, target = words.model, [words.variables[x] + 1 for x in self.scope], self.number
        if self.operation == "+":
            model.add(sum(numbers) == target)
            return
        if prod(words.sizes[x] for x in self.scope) <= SHORT_LISTING:
            super().cpsat(words)
            return
        most = max(words.sizes[x] for x in self.scope)
        largest, total = model.new_int_var(1, most, ""), sum(numbers)
        model.add_max_equality(largest, numbers)
        equal: dict[str, tuple[Any, Any]] = {"+": (total, target), "-": (2 * largest - total, target)}
        if self.operation not in ("+", "-"):
            product, square = self._product(words, numbers, most), self._product(words, [largest, largest], most)
            equal |= {"×": (product, target), "÷": (square, target * product)}
        if self.operation:
            left, right = equal[self.operation]
            model.add(left == right)
            return
        fits = []
        for left, right in equal.values():
            fits.append(model.new_bool_var(""))
            model.add(left == right).only_enforce_if(fits[-1])
            model.add(left != right).only_enforce_if(fits[-1].negated())
        model.add_bool_or(fits)

    def _product(self, words: CpSatModel, numbers: Sequence[Any], most: int) -> Any:
        """A CP-SAT variable that is the product of these numbers, each `most` at the most."""
        if most ** len(numbers) > LARGEST_NUMBER:
            raise PuzzleError(f"{self.label} is too large for CP-SAT: {len(numbers)} numbers are multiplied")
        so_far = numbers[0]
        for i, number in enumerate(numbers[1:], start=2):
            product = words.model.new_int_var(1, most**i, "")
            words.model.add_multiplication_equality(product, [so_far, number])
            so_far = product
        return so_far

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 5)
        sizes = small_sizes(rng, cells, most=6)
        operation = rng.choice(NUMBERED)
        numbers = sorted(rng.randint(1, size) for size in sizes)
        rest = numbers[:-1]
        made = {"+": sum(numbers), "-": numbers[-1] - sum(rest), "×": prod(numbers), "÷": numbers[-1] // prod(rest)}
        target = made[operation or rng.choice("+-×÷")] if rng.random() < 0.8 else rng.randint(0, 30)
        return cls(sample_group(rng, cells), operation, max(0, target), max(sizes)), sizes


def made_by(operation: str, numbers: Sequence[int]) -> int | None:
    """Return what an operation makes of numbers; None below 0, and of a quotient that is not whole.

    >>> made_by("-", [2, 9, 3]), made_by("÷", [1, 3, 6]), made_by("÷", [2, 2, 9])
    (4, 2, None)
    """
    if operation == "+":
        return sum(numbers)
    if operation == "×":
        return prod(numbers)
    largest = max(numbers)
    if operation == "-":
        difference = 2 * largest - sum(numbers)
        return difference if difference >= 0 else None
    quotient, rest = divmod(largest * largest, prod(numbers))
    return quotient if not rest else None


@dataclass(frozen=True)
class CageAutomaton(Automaton):
    """The largest number, the sum and the product so far; a sum or product that is of no more use is 0."""

    operation: str
    target: int
    largest: int
    """The largest number that any cell can take."""

    @property
    def start(self) -> tuple[int, int, int]:
        return 0, 0, 1

    def after(self, known: tuple[int, int, int], value: int, at: int) -> tuple[int, int, int] | None:
        largest, total, product = known
        number = value + 1
        largest = max(largest, number)
        if total or not known[0]:
            total = total + number if self._sum_may_grow_to(total + number) else 0
        if product:
            product = product * number if self._product_may_grow_to(product * number) else 0
        if not total and not product:
            return None
        return (largest if self._needs_largest else 1), total, product

    @property
    def alphabet(self) -> Sequence[int]:
        return range(self.largest)

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
