"""What the statements of a rulebook leave open in a state: lists of options, of which one comes true.

    the cell r1c1               1 or 3
    the 7 of row 2              r2c1, r2c5 or r2c6
    the 6× cage at r3c3         (1, 6), (2, 3) or (3, 2)

A choice has its candidates for options, a relation (a cage, a sign, a count) the layouts that fit what is left, without
those that hold two candidates which are linked. An option makes its candidates true and *kills* whatever is linked to
them. Two options *conflict* where one kills what the other makes true; nothing else is ever asked of them, so that
whatever is said of options holds in every genre.

Statements are numbered through: the choices of the structure, then its relations.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ..model import State
from ..model.structure import Structure

Bits = int
"""A set of candidates."""


class StatementOption(NamedTuple):
    """What comes true together, and what that kills of the candidates that are left."""

    true: Bits
    kills: Bits

    def conflicts(self, other: StatementOption) -> bool:
        """Can they not both be chosen?"""
        return bool(self.kills & other.true)


class OpenStatement(NamedTuple):
    """A statement of the rulebook and its options."""

    number: int
    options: tuple[StatementOption, ...]


def open_statements(state: State, most: int) -> list[OpenStatement]:
    """Every statement with at most so many options that can take part in a proof, in order.

    A choice takes part in none if one of its options kills nothing but its rivals: whatever all its options kill, the
    others of a proof kill without it ("this cell has a star or none"). Nor does a rule of the whole board: nobody looks
    through the ways to draw a loop.
    """
    left = candidates_left(state)
    found = []
    for number in range(len(state.structure.choices) + len(state.structure.relations)):
        if is_whole_board(state.structure, number):
            continue
        options = options_of(state, number, left, most)
        if options is None or not any(option.kills for option in options):
            continue
        own = _all_true(options) if number < len(state.structure.choices) else 0
        if len(options) == 1 or all(option.kills & ~own or not own for option in options):
            found.append(OpenStatement(number, options))
    return found


def is_whole_board(structure: Structure, number: int) -> bool:
    """Is the statement a rule of the whole board?"""
    relation = number - len(structure.choices)
    return relation >= 0 and structure.relations[relation].whole_board


def options_of(state: State, number: int, left: Bits, most: int) -> tuple[StatementOption, ...] | None:
    """The options of a statement in order, None where there are more than so many."""
    structure = state.structure
    all_listed = (
        StatementOption(sum(1 << c for c in true), _killed(structure, true) & left)
        for true in _listed(state, number, left)
    )
    listed = tuple(islice((option for option in all_listed if not option.conflicts(option)), most + 1))
    return listed if len(listed) <= most else None


def _listed(state: State, number: int, left: Bits) -> Iterator[tuple[int, ...]]:
    """The candidates that each option makes true."""
    structure = state.structure
    if number < len(structure.choices):
        yield from ((c,) for c in structure.choices[number].candidates if left >> c & 1)
        return
    relation = structure.relations[number - len(structure.choices)]
    masks = [state.masks[x] for x in relation.scope]
    for layout in relation.layouts(masks, structure.apart_in(relation.scope)):
        yield tuple(structure.candidate(x, value) for x, value in zip(relation.scope, layout, strict=True))


def candidates_left(state: State) -> Bits:
    """The candidates of a state."""
    return sum(1 << state.structure.candidate(x, v) for x in range(len(state.masks)) for v in state.candidates(x))


def _killed(structure: Structure, true: tuple[int, ...]) -> Bits:
    return _union(structure.derived(link_bits)[c] for c in true)


def link_bits(structure: Structure) -> tuple[Bits, ...]:
    """What is linked to each candidate."""
    return tuple(sum(1 << other for other in linked) for linked in structure.linked)


def _all_true(options: tuple[StatementOption, ...]) -> Bits:
    return _union(option.true for option in options)


def _union(sets: Iterator[Bits]) -> Bits:
    found = 0
    for each in sets:
        found |= each
    return found
