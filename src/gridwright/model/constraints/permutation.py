"""Each value exactly once: rows, columns and boxes of a Latin or sudoku board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ..constraint import Constraint, Partial, Sample, repeats
from ..domain import Domain
from ..engines import CpSatModel, SatClauses
from ..errors import PuzzleError
from ..sampling import sample_group, sample_sizes
from ..structure import Structure
from .all_different import never_twice


@dataclass(frozen=True)
class Permutation(Constraint):
    """{x : x in scope} = {0, …, n - 1} with n = |scope|: a full group, each value exactly once.

    Gives a choice for each value, so hidden singles and fish apply. For fewer cells than values see `AllDifferent`.
    """

    kind = "permutation"
    vocabulary = ("links", "choices", "counts")

    def holds(self, values: Sequence[int]) -> bool:
        return sorted(values) == [*range(len(values))]

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        n = len(self.scope)
        for i, value in enumerate(values):
            if value is not None and value >= n:
                return (i,)
        return repeats(values)

    def sentence(self, domain: Domain) -> str:
        n = len(self.scope)
        return f"{self.label} holds each of {domain.symbol(0)} to {domain.symbol(n - 1)} exactly once"

    def emit(self, structure: Structure) -> None:
        n = len(self.scope)
        for variable in self.scope:
            if structure.sizes[variable] < n:
                raise PuzzleError(f"{self.label} has {n} cells, but a cell with {structure.sizes[variable]} values")
        structure.permutation(self.group)

    def cpsat(self, words: CpSatModel) -> None:
        cells = [words.variables[x] for x in self.scope]
        words.model.add_all_different(cells)
        for x, cell in zip(self.scope, cells, strict=True):
            if words.sizes[x] > len(cells):
                words.model.add(cell < len(cells))

    def clauses(self, switch: int, sat: SatClauses) -> None:
        """Each value stands somewhere, none twice, and no other one stands anywhere."""
        n = len(self.scope)
        never_twice(self.scope, switch, sat)
        for value in range(n):
            sat.add([-switch, *(sat.literal(x, value) for x in self.scope if value < sat.sizes[x])])

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 5)
        return cls(sample_group(rng, cells)), sample_sizes(rng, cells, least=cells, most=6)
