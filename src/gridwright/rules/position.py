"""A board with a state: what the state-dependent words of a rule mean there, and what follows when it is applied.

A cell is *decided* if it is placed, or if only a silent value is left for it ("no star"). The other cells are open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import combinations, product

from ..model import Puzzle, State, bits, mask_of
from ..model.blueprint import CageOf, SkylineOf, TableOf
from ..model.puzzle import single
from ..model.step import Conclusion
from .board import Board

MOST_SUMMED = 4
"""Cells whose ways to add up are looked through."""


class Position:
    """What `open`, `places`, `need` and the like say on this board in this state."""

    def __init__(self, board: Board, state: State) -> None:
        self.board = board
        self.state = state

    @cached_property
    def values(self) -> tuple[int | None, ...]:
        """The value of each decided cell; None while it is open."""
        loud = mask_of(self.board.loud)
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

    def at(self, value: int) -> frozenset[int]:
        """The open cells that still have the value."""
        return self._at[value]

    @cached_property
    def _at(self) -> tuple[frozenset[int], ...]:
        return tuple(frozenset(x for x in self.open if self.has(x, v)) for v in range(self.board.values))

    def held(self, value: int, group: int) -> frozenset[int]:
        """The cells of the group that are decided for the value."""
        return self._held.get((value, group), frozenset())

    def need(self, value: int, group: int) -> int | None:
        """How many more of the value the group must get; None where the rulebook does not say how many."""
        wanted = self.board.exact.get((value, group))
        return None if wanted is None else wanted - len(self.held(value, group))

    def missing(self, group: int) -> frozenset[int]:
        """The values that the group holds exactly once and has not placed."""
        return self._missing[group]

    def lacking(self, value: int) -> frozenset[int]:
        """The groups that miss the value."""
        return frozenset(g for g, missing in enumerate(self._missing) if value in missing)

    def needy(self, value: int) -> frozenset[int]:
        """The groups that must get more of the value."""
        return frozenset(g for g in range(len(self.board.groups)) if (self.need(value, g) or 0) > 0)

    def places(self, value: int, group: int) -> frozenset[int] | None:
        """Where the group can still put the value; None where it needs none."""
        return self.at(value) & self.board.members[group] if (self.need(value, group) or 0) > 0 else None

    @cached_property
    def _held(self) -> dict[tuple[int, int], frozenset[int]]:
        found: dict[tuple[int, int], set[int]] = {}
        for group, members in enumerate(self.board.members):
            for x in members:
                value = self.values[x]
                if value is not None:
                    found.setdefault((value, group), set()).add(x)
        return {about: frozenset(cells) for about, cells in found.items()}

    @cached_property
    def _missing(self) -> tuple[frozenset[int], ...]:
        return tuple(
            frozenset(v for v in once if not self.held(v, group)) for group, once in enumerate(self.board.once)
        )

    def layouts(self, group: int) -> tuple[tuple[int, ...], ...] | None:
        """Every way to fill the group from the candidates, values in the order of its members; None of a mere group."""
        if group not in self._layouts:
            self._layouts[group] = tuple(self._filled(group)) if group in self.board.fillings else None
        return self._layouts[group]

    @cached_property
    def _layouts(self) -> dict[int, tuple[tuple[int, ...], ...] | None]:
        return {}

    def _filled(self, group: int) -> Iterator[tuple[int, ...]]:
        blue = self.board.blueprint
        other, members = blue.others[self.board.fillings[group]], self.board.groups[group].members
        masks = [self.state.masks[x] for x in members]
        apart = [[j for j, q in enumerate(members[:i]) if q in self.board.apart[p]] for i, p in enumerate(members)]
        if isinstance(other, TableOf):
            rows = (row for row in other.tuples if all(mask >> v & 1 for mask, v in zip(masks, row, strict=True)))
            return (row for row in rows if all(row[i] != row[j] for i, earlier in enumerate(apart) for j in earlier))
        assert isinstance(other, CageOf | SkylineOf)
        reading = other.reading(max(blue.sizes[x] for x in members))
        numbers = reading.tuples([[v + 1 for v in bits(mask)] for mask in masks], apart)
        return (tuple(n - 1 for n in row) for row in numbers)

    def unfilled(self) -> Iterator[int]:
        """The cages, lines of towers and tables that can no longer be filled."""
        return (group for group in self.board.fillings if next(self._filled(group), None) is None)

    def fitting(self, group: int, cell: int | None = None) -> frozenset[int]:
        """The values of the cell, or of all cells, in some layout; every value where none are to be seen."""
        layouts, members = self.layouts(group), self.board.groups[group].members
        if layouts is None or (cell is not None and cell not in members):
            return frozenset(range(self.board.values))
        if cell is None:
            return frozenset(v for row in layouts for v in row)
        return frozenset(row[members.index(cell)] for row in layouts)

    def forced(self, group: int, cells: frozenset[int]) -> frozenset[int]:
        """The values that every layout puts into these cells; none where there is none, and of a line of towers."""
        layouts, members = self.layouts(group), self.board.groups[group].members
        if not layouts or isinstance(self.board.blueprint.others[self.board.fillings[group]], SkylineOf):
            return frozenset()
        own = [i for i, x in enumerate(members) if x in cells]
        return frozenset.intersection(*(frozenset(row[i] for i in own) for row in layouts))

    def total(self, group: int) -> int | None:
        """What the cells of the group add up to, where that is one number; value v stands for the number v + 1."""
        sums = self.sums(group)
        return next(iter(sums)) if sums is not None and len(sums) == 1 else None

    def total_parity(self, group: int) -> int | None:
        """Is what the cells of the group add up to odd (1) or even (0)? None where it may be either."""
        odd = {total % 2 for total in self.sums(group) or ()}
        return odd.pop() if len(odd) == 1 else None

    def sums(self, group: int) -> frozenset[int] | None:
        """What the cells of the group may add up to: as printed, by its layouts or by its single candidates; else None.

        Layouts are looked through up to four cells, as people do. There are no sums where nothing fits.
        """
        if group not in self._sums:
            self._sums[group] = self._added(group)
        return self._sums[group]

    @cached_property
    def _sums(self) -> dict[int, frozenset[int] | None]:
        return {}

    def _added(self, group: int) -> frozenset[int] | None:
        board, members = self.board, self.board.groups[group].members
        if group in board.totals:
            return frozenset({board.totals[group]})
        listed = group in board.fillings and not isinstance(board.blueprint.others[board.fillings[group]], SkylineOf)
        if listed and len(members) <= MOST_SUMMED:
            return frozenset(sum(v + 1 for v in row) for row in self.layouts(group) or ())
        if any(self.state.masks[x].bit_count() > 1 for x in members):
            return None
        return frozenset(sum(v + 1 for v in row) for row in product(*(self.state.candidates(x) for x in members)))

    def summed(self, cells: frozenset[int], kind: int) -> frozenset[int]:
        """The groups of the kind inside the cells, apart from others of it, that add up to no more than one number."""
        return frozenset(g for g in self._inside(cells, kind) if (s := self.sums(g)) is not None and len(s) <= 1)

    def tied(self, cells: frozenset[int], kind: int) -> frozenset[int]:
        """The same where it is not both odd and even numbers."""
        return frozenset(
            g
            for g in self._inside(cells, kind)
            if (s := self.sums(g)) is not None and len({total % 2 for total in s}) <= 1
        )

    def _inside(self, cells: frozenset[int], kind: int) -> list[int]:
        board = self.board
        return [g for g in board.of_kind[kind] if g in board.alone and board.members[g] <= cells]

    def parity(self, cell: int) -> int | None:
        """Are the candidates of the cell odd (1) or even (0)? None where there are both, or none."""
        odd = {(v + 1) % 2 for v in self.state.candidates(cell)}
        return odd.pop() if len(odd) == 1 else None

    def summing(self, cells: frozenset[int], number: int, cell: int) -> frozenset[int]:
        """The values of the cell where these cells add up to the number; every value where they are too many to try."""
        order = sorted(cells)
        if len(order) > MOST_SUMMED or cell not in cells:
            return frozenset(range(self.board.values))
        apart = [(i, j) for (i, x), (j, y) in combinations(enumerate(order), 2) if y in self.board.apart[x]]
        ways = product(*(self.state.candidates(x) for x in order))
        return frozenset(
            row[order.index(cell)]
            for row in ways
            if sum(v + 1 for v in row) == number and all(row[i] != row[j] for i, j in apart)
        )

    def early(self, group: int, value: int) -> frozenset[int]:
        """The cells of a line of towers in which the value would stand too near the clue.

        Behind it only what is higher can be seen, and less what stands behind something higher by two or more: by one
        would do as well, but this is how far the collection looks whose tiers we give.
        """
        placed = self._standing(group)
        if placed is None:
            return frozenset()

        def hidden(v: int) -> bool:
            return v in placed and any(u >= v + 2 and place < placed[v] for u, place in placed.items())

        behind = sum(not hidden(v) for v in range(value + 1, self.board.values))
        seen = self.board.clue(group)
        assert seen is not None
        return frozenset() if hidden(value) else self.board.first(group, seen - behind - 1)

    def outdone(self, group: int) -> frozenset[int]:
        """The values that are too low for the first cell of a line of towers.

        The highest towers stand without a gap in value as far down as they are placed. If all of these but one that are
        to be seen are, the first cell is the highest in front of them.
        """
        placed = self._standing(group)
        if placed is None:
            return frozenset()
        length, seen = len(self.board.groups[group].members), 0
        nearest, value = length, self.board.values - 1
        while value in placed:
            if placed[value] < nearest:
                nearest, seen = placed[value], seen + 1
            value -= 1
        if self.board.clue(group) != seen + 1 or nearest <= 1:
            return frozenset()
        free = [v for v in range(self.board.values) if placed.get(v, -1) < nearest]
        return frozenset(free[: nearest - 1])

    def _standing(self, group: int) -> dict[int, int] | None:
        """Where the placed values of a line of towers stand, from the clue on; None of anything else."""
        board, members = self.board, self.board.groups[group].members
        filling = board.fillings.get(group)
        if filling is None or not isinstance(board.blueprint.others[filling], SkylineOf):
            return None
        if len(members) != board.values or not board.distinct(members):
            return None
        return {value: i for i, x in enumerate(members) if (value := self.values[x]) is not None}

    def implied(self, cell: int, value: int) -> dict[int, tuple[int, ...]]:
        """The cells that hold the value if the cell does not, each with the chain that leads there.

        Breadth first through open cells with two loud candidates: each sees the one before it, loses that one's value
        and takes its other. A cell is entered once, and cells in their order.
        """
        two = {
            x: set(bits(mask))
            for x, mask in enumerate(self.state.masks)
            if x in self.open and mask.bit_count() == 2 and set(bits(mask)) <= self.board.loud
        }
        if value not in two.get(cell, ()):
            return {}
        ends: dict[int, tuple[int, ...]] = {}
        chains: dict[int, tuple[int, ...]] = {cell: (cell,)}
        queue = [(cell, next(iter(two[cell] - {value})))]
        for x, own in queue:
            for y in sorted(self.board.peers[x] & two.keys() - chains.keys()):
                if own in two[y]:
                    (rest,) = two[y] - {own}
                    chains[y] = (*chains[x], y)
                    queue.append((y, rest))
                    if rest == value:
                        ends[y] = chains[y]
        return ends

    def changes(self, conclusion: Conclusion) -> bool:
        """Would the conclusion change anything? What is placed stays."""
        return conclusion.variable not in self.state.placed and self.has(conclusion.variable, conclusion.value)


def start(puzzle: Puzzle) -> State:
    """The state in which the givens are placed and what they see has lost their values."""
    board, state = Board.of(puzzle), State.of(puzzle)
    return apply(board, state, [Conclusion(x, value, True) for x, value in puzzle.givens.items()])


def apply(board: Board, state: State, conclusions: Iterable[Conclusion]) -> State:
    """The state after a step: what is placed is written down and removes every candidate that is linked to it."""
    masks, placed = list(state.masks), set(state.placed)
    for conclusion in conclusions:
        x, value = conclusion.variable, conclusion.value
        if conclusion.true:
            masks[x] &= 1 << value
            placed.add(x)
            for y, other in map(board.pair, board.linked[board.blueprint.candidate(x, value)]):
                masks[y] &= ~(1 << other)
        else:
            masks[x] &= ~(1 << value)
    return replace(state, masks=tuple(masks), placed=frozenset(placed))
