"""Relations that ask of each cell only whether it has the value, read cell by cell.

The kernel has the same in `kernel/relations/automaton.hpp`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .automaton import Automaton
from .constraint import Partial, Relation, all_of

Choices = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class TwoValued(Relation):
    """A relation that depends on which members take the value; what the others take is all the same to it."""

    value: int

    listed = False

    def _choices(self, masks: Sequence[int]) -> Choices:
        """The value, or the next one in the place of all others, as far as each member may take them."""
        bit = 1 << self.value
        return tuple((self.value,) * bool(mask & bit) + (self.value + 1,) * bool(mask & ~bit) for mask in masks)

    def _masks(self, values: Sequence[set[int]]) -> list[int]:
        """The same in masks of all values."""
        bit = 1 << self.value
        return [bit * (self.value in each) | ~bit * (self.value + 1 in each) for each in values]

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        """Those without which it could still come right."""
        masks = [-1 if v is None else 1 << v for v in values]
        needed = _needed(self.automaton, self._choices(masks), self.value)
        if needed is None:
            return None
        return tuple(i for i, lacking in enumerate(needed) if lacking) or tuple(range(len(values)))

    def speaks_of(self, sizes: Sequence[int]) -> tuple[int]:
        return (self.value,)

    def kept(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        left = self._masks(self.automaton.open(self._choices(masks)))
        return tuple(mask & may for mask, may in zip(masks, left, strict=True)) if all(left) else None

    def grounds(self, masks: Sequence[int]) -> Sequence[int]:
        """What each lacks without which it could still come right; of one that has no value, all."""
        if 0 in masks:
            return all_of(masks.index(0), masks)
        return self._masks(_needed(self.automaton, self._choices(masks), self.value) or [set()] * len(masks))


@lru_cache(maxsize=1 << 14)
def _needed(automaton: Automaton, choices: Choices, value: int) -> list[set[int]] | None:
    """What cells must lack for nothing to be right; None where something is."""
    return None if automaton.layers(choices)[-1] else automaton.needed(choices, (value, value + 1))
