"""What is plainly impossible in a state: each statement of the rulebook that nothing is left for, with its grounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..model import Count, DistinctSum, State, bits
from ..model.grounds import Grounds
from .board import Board
from .position import Position


class Break(NamedTuple):
    """Why a state has no solution, in words, and what that rests on."""

    reason: str
    grounds: Grounds


def impossible(board: Board, state: State) -> str | None:
    """Why the state has no solution, where that is plain to see: a cell or a rule that nothing is left for."""
    return next((broken.reason for broken in breaks(board, state)), None)


def breaks(board: Board, state: State) -> Iterator[Break]:
    """Every broken statement: cells, choices, counts, sums, fillings, views."""
    blue, masks, variables = board.blueprint, state.masks, state.puzzle.variables
    for x, mask in enumerate(masks):
        if not mask:
            reason = f"{variables[x].name} has no candidate left"
            yield Break(reason, Grounds({(x, value) for value in range(blue.sizes[x])}, {x}))
    left = sum(mask << blue.candidate(x, 0) for x, mask in enumerate(masks))
    for i, bits_of_choice in enumerate(board.choice_bits[board.size :], start=board.size):
        if not left & bits_of_choice:
            choice = blue.choices[i]
            pairs = {board.pair(candidate) for candidate in choice.candidates}
            assert choice.group is not None
            values = "".join(sorted({variables[x].domain.symbol(value) for x, value in pairs}))
            yield Break(f"{choice.group.label} has no place left for {values}", Grounds(pairs, {i}))
    for i, relation in enumerate(blue.relations):
        if isinstance(relation, Count):
            yield from _miscounted(board, state, i, relation)
        elif isinstance(relation, DistinctSum) and all(own := [masks[x] for x in relation.scope]):
            least, most = (sum(end(bits(mask)) + relation.first for mask in own) for end in (min, max))
            if not least <= relation.total <= most:
                reason = f"{relation.label} cannot add up to {relation.total}"
                yield Break(reason, Grounds(_gone(board, state, relation.scope), set(), {i}))
    position = Position(board, state)
    for group in position.unfilled():
        gone = _gone(board, state, board.members[group])
        yield Break(f"nothing fits {board.groups[group].label}", Grounds(gone, set(), {board.fillings[group]}))
    for looker in position.miscounting():
        gone = _gone(board, state, (looker, *(board.ahead[looker] or ())))
        reason = f"the arrow at {variables[looker].name} cannot count right"
        yield Break(reason, Grounds(gone, set(), {board.sights[looker]}))


def _miscounted(board: Board, state: State, i: int, count: Count) -> Iterator[Break]:
    """Too few or too many of a value, by relation i."""
    masks, sizes, value = state.masks, board.blueprint.sizes, count.value
    if count.possible([masks[x] for x in count.scope]) < count.least:
        gone = {(x, value) for x in count.scope if value < sizes[x] and not masks[x] >> value & 1}
        yield Break(f"{count.label} has too few places left", Grounds(gone, set(), {i}))
    full = [x for x in count.scope if not masks[x] & ~(1 << value)]
    if len(full) > count.most:
        gone = {(x, v) for x in full[: count.most + 1] for v in range(sizes[x]) if v != value}
        yield Break(f"{count.label} has too many", Grounds(gone, set(), {i}))


def _gone(board: Board, state: State, members: Iterable[int]) -> set[tuple[int, int]]:
    """All that these cells have lost."""
    return {(x, v) for x in members for v in range(board.blueprint.sizes[x]) if not state.masks[x] >> v & 1}
