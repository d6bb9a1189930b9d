"""What is plainly impossible in a state: each statement of the rulebook that nothing is left for, with its grounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..model import State
from ..model.grounds import Grounds
from .position import Position


class BreakReason(NamedTuple):
    """Why a state has no solution, in words, and what that rests on."""

    reason: str
    grounds: Grounds


def breaks(state: State) -> Iterator[BreakReason]:
    """Every broken statement: cells, choices, relations."""
    structure, masks, variables = state.structure, state.masks, state.puzzle.variables
    for x, mask in enumerate(masks):
        if not mask:
            reason = f"{variables[x].name} has no candidate left"
            yield BreakReason(reason, Grounds(state.lost((x,)), {x}))
    left = sum(mask << structure.candidate(x, 0) for x, mask in enumerate(masks))
    for i, choice in enumerate(structure.choices[structure.size :], start=structure.size):
        if not left & structure.choice_bits[i]:
            pairs = {structure.pair(candidate) for candidate in choice.candidates}
            assert choice.group is not None
            values = "".join(sorted({variables[x].domain.symbol(value) for x, value in pairs}))
            yield BreakReason(f"{choice.group.label} has no place left for {values}", Grounds(pairs, {i}))
    position = Position(state)
    for i, relation in enumerate(structure.relations):
        if (broken := position.broken(relation)) is not None:
            matters = dict(zip(relation.scope, relation.grounds([masks[x] for x in relation.scope]), strict=True))
            gone = {(x, value) for x, value in state.lost(relation.scope) if matters[x] >> value & 1}
            yield BreakReason(broken, Grounds(gone, set(), {i}))
