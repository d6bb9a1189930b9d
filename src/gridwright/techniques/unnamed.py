"""Where no technique applies: the smallest proof of a next fact, though nobody has a name for it.

    find(state)         suppose one candidate were true; statement after statement something is ruled out; in the end
                        one of them cannot hold

The size of such a proof is its number of lines: uses of one statement of the rulebook, the one that breaks included.
The kernel looks for it (kernel/proofs/proof.hpp): a statement that says something by itself first, then proofs with one
assumption by size, then assumptions inside the assumption, no deeper than it takes. Among those of one size the first
assumption in the order of cells and values wins, values that the rulebook speaks of before "no star".

It is a step of its own kind and no technique: `explain` comes to it where its scale ends, and a scale counts it only if
it lists `unnamed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..evidence.things import OneCell, OneValue
from ..model import Limits, State, Stop, Stopped, begin
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion, Step
from ..native import compile_puzzle, masks_of
from ..rules.evaluate import Match
from ..rules.position import Position
from ..rules.technique import ALONE, Concludes, Context, ProofLine, Supposing, Supposition

LINE = "line"
"""The key of a line of a proof: one statement used once. The last one breaks, and so concludes nothing."""

NODES = 20_000
"""States looked at, all assumptions together, before the search by size is given up."""


class Unnamed(Supposing):
    """The smallest proof from the rulebook alone."""

    key = "unnamed"
    because = "suppose {p} were {v}: the rulebook's own statements break, one after the other"
    holds = "what leads to something impossible is wrong"

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """One proof at the most."""
        found = find(state, limits=context.limits)
        return iter(() if found is None else (found,))

    def concludes(self, step: Step, state: State, inside: Concludes) -> tuple[Conclusion, ...]:
        """Whoever reads a proof says whether its lines hold: each names a statement of the rulebook, no technique."""
        return inside(step, state)

    def rests_on(self, step: Step) -> frozenset[str]:
        """On no technique."""
        return frozenset()


def find(state: State, nodes: int = NODES, *, limits: Limits | None = None) -> Supposition | None:
    """The smallest proof of a next fact; None where every candidate is part of a solution.

    Raises `Stopped` where limits strike first.

    >>> from gridwright.genres import parse
    >>> from gridwright.rules.position import start
    >>> state = start(parse("." * 16, genre="latin")).after("r1c2-1", "r1c2-2", "r1c3-1", "r1c3-2")
    >>> proof = find(state)
    >>> proof.conclusions[0].text(state.puzzle), len(proof.lines)
    ('r1c1-3', 2)
    """
    limits = begin(limits)
    for x in sorted(Position(state).open):
        if len(left := state.candidates(x)) == 1:  # it says nothing new, but somebody has to write it down
            return Supposition({}, (Conclusion(x, left[0], True),), (), Grounds(state.lost((x,)), {x}))
    loud, silent = supposable(state)
    found, smallest, finished, looked_at = compile_puzzle(state.puzzle).prove(
        masks_of(state.masks), loud, silent, nodes, limits.nodes_left, *limits.native
    )
    limits.spend(looked_at)
    if not finished:
        stop = limits.stop or Stop.NODES
        raise Stopped(stop, limits.sentence(stop))
    return None if found is None else _Telling(state).supposition(found, smallest)


def supposable(state: State) -> tuple[list[int], list[int]]:
    """The candidates of cells that are not decided, in order: those that the rulebook speaks of, and the others."""
    structure = state.structure
    lists: tuple[list[int], list[int]] = ([], [])
    for x in sorted(Position(state).open):
        for value in state.candidates(x):
            lists[value not in structure.loud].append(structure.candidate(x, value))
    return lists


class _Telling:
    """The kernel's proofs as records."""

    def __init__(self, state: State) -> None:
        self.state, self.structure = state, state.structure

    def supposition(self, found: Any, smallest: bool) -> Supposition:
        """A whole proof; one that supposes nothing has a line that says it all, and no lines inside."""
        assumed, told = found
        lines = tuple(map(self.line, told))
        if assumed < 0:
            return Supposition({}, lines[0].conclusions, (), lines[0].grounds, smallest)
        x, value = self.structure.pair(assumed)
        return Supposition(self.witness(assumed), (self.conclusion(x, value),), lines, total(lines), smallest)

    def line(self, told: tuple[Any, ...]) -> ProofLine:
        """One use of a statement, or an assumption inside the assumption."""
        statement, placed, removed, absent, decided, inside = told
        conclusions = (*(Conclusion(*self.structure.pair(c), True) for c in placed),
                       *(Conclusion(*self.structure.pair(c), False) for c in removed))  # fmt: skip
        if inside is not None:
            lines = tuple(map(self.line, inside[1]))
            key = Unnamed.key
            return ProofLine(key, key, None, self.witness(inside[0]), conclusions, total(lines), lines)
        grounds = Grounds({self.structure.pair(c) for c in absent}, set(decided))
        choices = len(self.structure.choices)
        if statement < choices:
            grounds.choices.add(statement)
        else:
            grounds.relations.add(statement - choices)
        return ProofLine(LINE, LINE, None, {}, conclusions, grounds)

    def witness(self, assumed: int) -> Witness:
        """What is supposed."""
        x, value = self.structure.pair(assumed)
        return {"p": OneCell(x), "v": OneValue(value)}

    def conclusion(self, x: int, value: int) -> Conclusion:
        """The opposite of what was supposed; where "no star" fails, that there is one."""
        others = [other for other in self.state.candidates(x) if other != value]
        if value not in self.structure.loud and len(others) == 1:
            return Conclusion(x, others[0], True)
        return Conclusion(x, value, False)


def total(lines: Iterable[ProofLine]) -> Grounds:
    """All that lines relied on."""
    found = Grounds()
    for line in lines:
        found.absences |= line.grounds.absences
        found.choices |= line.grounds.choices
        found.relations |= line.grounds.relations
    return found


TECHNIQUE = Unnamed()
