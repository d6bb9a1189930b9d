"""One of these rows: whatever a small scope allows, listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from random import Random

from ..automaton import Automaton
from ..constraint import Apart, Relation, Sample
from ..domain import Domain
from ..engines import CpSatModel
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

    def sentence(self, domain: Domain) -> str:
        return self.saying

    def parameters(self) -> tuple[int, ...]:
        """The tuples, one after the other."""
        return _flat(self.tuples)

    @cached_property
    def automaton(self) -> TableAutomaton:
        return TableAutomaton(self.rows)

    def layouts(self, masks: Sequence[int], apart: Apart | None = None) -> Iterator[tuple[int, ...]]:
        rows = (row for row in self.rows if all(mask >> v & 1 for mask, v in zip(masks, row, strict=True)))
        if apart is None:
            return rows
        return (row for row in rows if all(row[i] != row[j] for i, earlier in enumerate(apart) for j in earlier))

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
    def start(self) -> Rows:
        return self.rows

    def after(self, known: Rows, value: int, at: int) -> Rows | None:
        return tuple(row for row in known if row[at] == value) or None

    def holds(self, known: Rows) -> bool:
        return bool(known)

    @property
    def alphabet(self) -> Sequence[int]:
        return _values(self.rows)


@lru_cache(maxsize=256)
def _sorted(tuples: frozenset[tuple[int, ...]]) -> Rows:
    return tuple(sorted(tuples))


@lru_cache(maxsize=256)
def _flat(tuples: frozenset[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(value for row in _sorted(tuples) for value in row)


@lru_cache(maxsize=256)
def _values(rows: Rows) -> tuple[int, ...]:
    """Every value that stands in a row."""
    return tuple(sorted({value for row in rows for value in row}))
