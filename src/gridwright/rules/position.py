"""A board with a state: what the state-dependent words of a rule mean there, and what follows when it is applied.

A cell is *decided* if it is placed, or if only a silent value is left for it ("no star"). The other cells are open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from ..model import Puzzle, State, mask_of
from ..model.puzzle import single
from ..model.step import Conclusion
from .board import Board


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
