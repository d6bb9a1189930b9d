"""How many towers are seen from one end of a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..blueprint import Blueprint
from ..constraint import Constraint, Partial
from ..domain import Domain
from ..errors import PuzzleError
from ..reading import SkylineReading

MOST_SEEN = 63


@dataclass(frozen=True)
class Skyline(Constraint):
    """|{x in scope : x > y for all y before x}| = seen: towers hide those behind them that are no higher.

    The scope runs from the end where one stands. `heights` is the number of heights that a tower can have.
    """

    seen: int
    heights: int

    kind = "skyline"
    vocabulary = ("layouts", "clues", "views")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.scope:
            raise PuzzleError(f"{self.label} has no cells")
        if not 0 <= self.seen <= MOST_SEEN:
            raise PuzzleError(f"{self.label}: expected 0 to {MOST_SEEN} towers to be seen, found {self.seen}")

    @property
    def reading(self) -> SkylineReading:
        """The same, cell by cell."""
        return SkylineReading(self.seen)

    def holds(self, values: Sequence[int]) -> bool:
        return sum(all(v > before for before in values[:i]) for i, v in enumerate(values)) == self.seen

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        if not _can_be_seen(self.reading, tuple(values), self.heights):
            return tuple(i for i, v in enumerate(values) if v is not None) or tuple(range(len(values)))
        return None

    def sentence(self, domain: Domain) -> str:
        return f"{self.label} shows {self.seen} tower{'s' * (self.seen != 1)}"

    def emit(self, blueprint: Blueprint) -> None:
        blueprint.skyline(self.group, self.seen)


@lru_cache(maxsize=1 << 16)
def _can_be_seen(reading: SkylineReading, values: tuple[int | None, ...], heights: int) -> bool:
    choices = [range(1, heights + 1) if v is None else (v + 1,) for v in values]
    return bool(reading.layers(choices)[-1])
