"""Rules about where one value stands on the whole board: one loop, one area, several areas.

A kind says which members clash while some certainly have the value and others still may (`clash`); what it leaves, when
it is broken and what that rests on follow from it. Such rules are too large to be written out at once: an engine that
knows clauses alone answers without them, and is told of every clash in its answer (`lazy`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from .constraint import Apart, Partial, Relation


@dataclass(frozen=True)
class WholeBoard(Relation):
    """A relation that asks of each member only whether it has the value."""

    value: int

    lazy: ClassVar[bool] = True
    listed: ClassVar[bool] = False
    whole_board: ClassVar[bool] = True
    vocabulary: ClassVar[tuple[str, ...]] = ("layouts",)

    @abstractmethod
    def clash(self, certain: set[int], possible: set[int]) -> tuple[int, ...] | None:
        """Members, by position, that clash, whatever all others are; None while none do.

        `possible` are those that may have the value, the certain ones included. Where all of them are certain, None
        means that the relation holds.
        """

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        certain = {i for i, v in enumerate(values) if v == self.value}
        return self.clash(certain, certain | {i for i, v in enumerate(values) if v is None})

    def speaks_of(self, sizes: Sequence[int]) -> tuple[int]:
        return (self.value,)

    def broken(self, masks: Sequence[int], apart: Apart | None = None) -> str | None:
        return None if self._clash_in(masks) is None else self.fault

    def _clash_in(self, masks: Sequence[int]) -> tuple[int, ...] | None:
        bit = 1 << self.value
        return self.clash(
            {i for i, mask in enumerate(masks) if mask == bit}, {i for i, mask in enumerate(masks) if mask & bit}
        )

    def kept(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        """Whatever would make members clash goes."""
        if self._clash_in(masks) is not None:
            return None
        bit, kept = 1 << self.value, list(masks)
        for i, mask in enumerate(masks):
            if mask != bit and mask & bit:
                for supposed, left in ((bit, mask & ~bit), (mask & ~bit, bit)):
                    if self._clash_in([*masks[:i], supposed, *masks[i + 1 :]]) is not None:
                        kept[i] &= left
        return tuple(kept) if all(kept) else None

    def grounds(self, masks: Sequence[int]) -> Sequence[int]:
        """The value, where it is missing; of the members that have it, all others."""
        bit = 1 << self.value
        return [~bit if mask == bit else bit for mask in masks]
