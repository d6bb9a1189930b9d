"""A board with a state: what the state-dependent words of a rule mean there, and what follows when it is applied.

A cell is *decided* if it is placed, or if only a silent value is left for it ("no star"). The other cells are open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from ..model import Puzzle, Relation, State, bits, mask_of
from ..model.constraint import Apart
from ..model.puzzle import single
from ..model.step import Conclusion

MOST_SUMMED = 4
"""Cells whose ways to add up are looked through."""


class Position:
    """What `open`, `places`, `need` and the like say on this board in this state."""

    def __init__(self, state: State) -> None:
        self.structure, self.state = state.structure, state
        self._layouts: dict[int, tuple[tuple[int, ...], ...] | None] = {}
        self._sums: dict[int, frozenset[int] | None] = {}
        self.said: dict[tuple[str, tuple[Any, ...]], tuple[Any, int]] = {}
        """What words say of arguments here, and the evaluations that it took: for `evaluate`."""

    @cached_property
    def values(self) -> tuple[int | None, ...]:
        """The value of each decided cell; None while it is open."""
        loud = mask_of(self.structure.loud)
        return tuple(
            single(mask) if x in self.state.placed or not mask & loud else None
            for x, mask in enumerate(self.state.masks)
        )

    @cached_property
    def open(self) -> frozenset[int]:
        """The cells that are not decided."""
        return frozenset(x for x, value in enumerate(self.values) if value is None)

    def cand(self, cell: int) -> frozenset[int]:
        """The candidates of a cell."""
        return frozenset(self.state.candidates(cell))

    def has(self, cell: int, value: int) -> bool:
        """Is it a candidate?"""
        return bool(self.state.masks[cell] >> value & 1)

    @cached_property
    def at(self) -> tuple[frozenset[int], ...]:
        """For each value: the open cells that still have it."""
        return tuple(frozenset(x for x in self.open if self.has(x, v)) for v in range(self.structure.values))

    @cached_property
    def fixed(self) -> frozenset[int]:
        """The cells that have one candidate left, written down or not."""
        return frozenset(x for x, mask in enumerate(self.state.masks) if single(mask) is not None)

    def held(self, value: int, group: int) -> frozenset[int]:
        """The cells of the group that are decided for the value."""
        return self._held.get((value, group), frozenset())

    def need(self, value: int, group: int) -> int | None:
        """How many more of the value the group must get; None where the rulebook does not say how many."""
        wanted = self.structure.exact.get((value, group))
        return None if wanted is None else wanted - len(self.held(value, group))

    def places(self, value: int, group: int) -> frozenset[int] | None:
        """Where the group can still put the value; None where it needs none."""
        return self.at[value] & self.structure.members[group] if (self.need(value, group) or 0) > 0 else None

    @cached_property
    def _held(self) -> dict[tuple[int, int], frozenset[int]]:
        found: dict[tuple[int, int], set[int]] = {}
        for group, members in enumerate(self.structure.members):
            for x in members:
                value = self.values[x]
                if value is not None:
                    found.setdefault((value, group), set()).add(x)
        return {about: frozenset(cells) for about, cells in found.items()}

    @cached_property
    def missing(self) -> tuple[frozenset[int], ...]:
        """For each group: the values that it holds exactly once and has not placed."""
        return tuple(
            frozenset(v for v in once if not self.held(v, group)) for group, once in enumerate(self.structure.once)
        )

    def layouts(self, group: int) -> tuple[tuple[int, ...], ...] | None:
        """Every way to fill the group from the candidates, values in the order of its members; None of a mere group."""
        if group not in self._layouts:
            relation = self.structure.filling(group)
            self._layouts[group] = None if relation is None else tuple(relation.layouts(*self._given(relation)))
        return self._layouts[group]

    def fitting(self, group: int) -> tuple[frozenset[int], ...] | None:
        """The values of each member in some layout; None of a mere group.

        Of a relation with too many layouts to list what remains is asked at once: a sum of nine cells has 362,880.
        """
        relation = self.structure.filling(group)
        if relation is not None and not relation.listed:
            kept = relation.kept(tuple(self._given(relation)[0])) or [0] * len(relation.scope)
            return tuple(frozenset(bits(mask)) for mask in kept)
        layouts = self.layouts(group)
        if layouts is None:
            return None
        return tuple(frozenset(row[i] for row in layouts) for i in range(len(self.structure.groups[group].members)))

    def forced(self, group: int, cells: frozenset[int]) -> frozenset[int]:
        """The values that every layout puts into these cells; none where there is no layout, and of a mere group."""
        relation = self.structure.filling(group)
        own = [i for i, x in enumerate(self.structure.groups[group].members) if x in cells]
        if relation is not None and not relation.listed:
            masks = self._given(relation)[0]
            if relation.kept(tuple(masks)) is None:
                return frozenset()
            lacking = ((v, (m & ~((i in own) << v) for i, m in enumerate(masks))) for v in range(self.structure.values))
            return frozenset(v for v, fewer in lacking if relation.kept(tuple(fewer)) is None)
        layouts = self.layouts(group)
        return frozenset.intersection(*(frozenset(row[i] for i in own) for row in layouts)) if layouts else frozenset()

    def _given(self, relation: Relation) -> tuple[list[int], Apart | None]:
        """What a relation is asked with: the masks of its members and, for layouts, which of them differ."""
        apart = self.structure.apart_in(relation.scope) if relation.fills else None
        return [self.state.masks[x] for x in relation.scope], apart

    def broken(self, relation: Relation) -> str | None:
        """Why a relation plainly cannot hold."""
        return relation.broken(*self._given(relation))

    def broken_among(self, numbered: Mapping[int, int]) -> Iterator[int]:
        """The arrows of `structure.sights`, or the groups of `structure.fillings`, whose relation cannot hold."""
        return (which for which, i in numbered.items() if self.broken(self.structure.relations[i]))

    def sums(self, group: int) -> frozenset[int] | None:
        """What the cells of the group may add up to: as printed, by its layouts or by its single candidates; else None.

        Layouts are looked through up to four cells, as people do. There are no sums where nothing fits.
        """
        if group not in self._sums:
            self._sums[group] = self._added(group)
        return self._sums[group]

    def _added(self, group: int) -> frozenset[int] | None:
        structure, members = self.structure, self.structure.groups[group].members
        if group in structure.totals:
            return frozenset({structure.totals[group]})
        relation = structure.filling(group)
        if relation is not None and "forced" in relation.vocabulary and len(members) <= MOST_SUMMED:
            return frozenset(sum(v + 1 for v in row) for row in self.layouts(group) or ())
        if any(self.state.masks[x].bit_count() > 1 for x in members):
            return None
        return frozenset(sum(v + 1 for v in row) for row in product(*(self.state.candidates(x) for x in members)))

    def changes(self, conclusion: Conclusion) -> bool:
        """Would the conclusion change anything? What is placed stays."""
        return conclusion.variable not in self.state.placed and self.has(conclusion.variable, conclusion.value)


@lru_cache(maxsize=4)
def position_of(state: State) -> Position:
    """The board with a state; that of the last few states is kept, for many rules are asked about one in turn."""
    return Position(state)


def start(puzzle: Puzzle) -> State:
    """The state in which the givens are placed and what they see has lost their values."""
    return apply(State.of(puzzle), [Conclusion(x, value, True) for x, value in puzzle.givens.items()])


def apply(state: State, conclusions: Iterable[Conclusion]) -> State:
    """The state after a step: what is placed is written down and removes every candidate that is linked to it."""
    structure, masks, placed = state.structure, list(state.masks), set(state.placed)
    for conclusion in conclusions:
        x, value = conclusion.variable, conclusion.value
        if conclusion.true:
            masks[x] &= 1 << value
            placed.add(x)
            for y, left in structure.left_by(structure.candidate(x, value)):
                masks[y] &= left
        else:
            masks[x] &= ~(1 << value)
    return replace(state, masks=tuple(masks), placed=frozenset(placed))
