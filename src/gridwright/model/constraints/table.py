"""One of these rows: whatever a small scope allows, listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random

from ..automaton import Automaton
from ..constraint import Apart, Partial, Relation, Sample
from ..domain import Domain
from ..engines import CpSatModel, SatClauses
from ..errors import PuzzleError
from ..sampling import sample_group, sample_sizes

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Table(Relation):
    """(x for x in scope) in tuples: the scope takes one of the listed tuples.

    `saying` is its sentence ("the cage multiplies to 24"), for a list says nothing to a person.
    """

    tuples: frozenset[tuple[int, ...]]
    saying: str

    kind = "table"
    vocabulary = ("layouts", "forced")

    def __post_init__(self) -> None:
        super().__post_init__()
        for row in self.tuples:
            if len(row) != len(self.scope):
                raise PuzzleError(f"{self.label} has {len(self.scope)} cells, but a tuple of {len(row)} values")

    @property
    def rows(self) -> Rows:
        """The tuples in order."""
        return _sorted(self.tuples)

    def holds(self, values: Sequence[int]) -> bool:
        return tuple(values) in self.tuples

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        for row in self.tuples:
            if all(v is None or v == w for v, w in zip(values, row, strict=True)):
                return None
        return tuple(i for i, v in enumerate(values) if v is not None) or tuple(range(len(values)))

    def sentence(self, domain: Domain) -> str:
        return self.saying

    def parameters(self) -> tuple[int, ...]:
        """The tuples, one after the other."""
        return _flat(self.tuples)

    def automaton(self, sizes: Sequence[int]) -> TableAutomaton:
        return TableAutomaton(self.rows)

    def layouts(self, masks: Sequence[int], apart: Apart | None = None) -> Iterator[tuple[int, ...]]:
        rows = (row for row in self.rows if all(mask >> v & 1 for mask, v in zip(masks, row, strict=True)))
        if apart is None:
            return rows
        return (row for row in rows if all(row[i] != row[j] for i, earlier in enumerate(apart) for j in earlier))

    def kept(self, masks: tuple[int, ...], apart: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
        kept = [0] * len(masks)
        for row in self.layouts(masks):
            for at, value in enumerate(row):
                kept[at] |= 1 << value
        return tuple(kept) if all(kept) else None

    def clauses(self, switch: int, sat: SatClauses) -> None:
        """One of the rows holds."""
        rows = [sat.fresh() for _ in self.rows]
        sat.add([-switch, *rows])
        for row, values in zip(rows, self.rows, strict=True):
            for x, value in zip(self.scope, values, strict=True):
                sat.add([-row, sat.literal(x, value)])

    def cpsat(self, words: CpSatModel) -> None:
        words.allow(self.scope, self.rows)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 4)
        sizes = sample_sizes(rng, cells)
        group = sample_group(rng, cells)
        rows = list(product(*(range(sizes[x]) for x in group.members)))
        chosen = rng.sample(rows, min(len(rows), int(len(rows) * rng.random() ** 2 + rng.random())))
        return cls(group, frozenset(chosen), "the sample is one of a list"), sizes


@dataclass(frozen=True)
class TableAutomaton(Automaton):
    """The rows that begin with what was read."""

    rows: Rows

    @property
    def start(self) -> tuple[int, Rows]:
        return 0, self.rows

    def after(self, known: tuple[int, Rows], value: int) -> tuple[int, Rows] | None:
        read, rows = known
        left = tuple(row for row in rows if row[read] == value)
        return (read + 1, left) if left else None

    def holds(self, known: tuple[int, Rows]) -> bool:
        return bool(known[1])


@lru_cache(maxsize=256)
def _sorted(tuples: frozenset[tuple[int, ...]]) -> Rows:
    return tuple(sorted(tuples))


@lru_cache(maxsize=256)
def _flat(tuples: frozenset[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(value for row in _sorted(tuples) for value in row)
