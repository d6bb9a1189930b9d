"""Two oracles for what a firing says it relied on.

`restored` brings back every candidate that the firing did not call missing: the same witness must hold there. `entails`
asks a SAT solver whether the choices that it used, the links and that state lead to the conclusion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product

from pysat.card import CardEnc
from pysat.solvers import Minisat22

from gridwright.model import Count, State, Structure, bits
from gridwright.model.grounds import Grounds
from gridwright.model.puzzle import single
from gridwright.model.step import Conclusion


def restored(state: State, grounds: Grounds) -> State:
    """The state with every absence undone that was not read; a cell with several candidates is no longer placed."""
    start = state.puzzle.start()
    masks = [
        mask | sum(1 << v for v in range(start[x].bit_length()) if start[x] >> v & 1 and (x, v) not in grounds.absences)
        for x, mask in enumerate(state.masks)
    ]
    placed = frozenset(x for x in state.placed if single(masks[x]) is not None)
    return replace(state, masks=tuple(masks), placed=placed)


def entails(state: State, grounds: Grounds, conclusions: Iterable[Conclusion]) -> bool:
    """Do these choices and others, all links and this state entail every conclusion?"""
    return _oracle(state.structure).entails(state, grounds, conclusions)


class _Oracle:
    """A solver that knows the links of a board. What a firing relied on is assumed, a literal for each choice and
    relation that switches its clauses on, and so is the state."""

    def __init__(self, structure: Structure) -> None:
        self.structure, self.top = structure, sum(structure.sizes)
        self.solver = Minisat22()
        self.switches: dict[tuple[str, int], int] = {}
        self.listed: set[tuple[int, tuple[int, ...]]] = set()
        for together in structure.links:
            for a, b in combinations(together, 2):
                self.solver.add_clause([-a - 1, -b - 1])

    def entails(self, state: State, grounds: Grounds, conclusions: Iterable[Conclusion]) -> bool:
        assumed = [*self.facts(state), *map(self.choice, grounds.choices)]
        assumed += [self.relation(state, i) for i in grounds.relations]
        return not any(
            self.solver.solve(assumptions=[*assumed, -literal if conclusion.true else literal])
            for conclusion in conclusions
            for literal in [self.structure.candidate(conclusion.variable, conclusion.value) + 1]
        )

    def facts(self, state: State) -> Iterator[int]:
        """What the state says: the candidates that are gone, and what is placed."""
        for candidate in range(sum(self.structure.sizes)):
            x, value = self.structure.pair(candidate)
            if not state.masks[x] >> value & 1 or not self.structure.masks[x] >> value & 1:
                yield -candidate - 1
            elif x in state.placed:
                yield candidate + 1

    def choice(self, i: int) -> int:
        """The literal under which one of the candidates of a choice is true."""
        if ("choice", i) not in self.switches:
            self.add(self.switch("choice", i), [[c + 1 for c in self.structure.choices[i].candidates]])
        return self.switches["choice", i]

    def relation(self, state: State, i: int) -> int:
        """The literal under which a relation holds: a count by its bounds, another by every filling it refuses."""
        relation, known = self.structure.relations[i], ("relation", i) in self.switches
        switch = self.switches["relation", i] if known else self.switch("relation", i)
        if isinstance(relation, Count):
            literals = [c + 1 for x in relation.scope for c in self.structure.candidates(x, 1 << relation.value)]
            for encode, number in () if known else ((CardEnc.atmost, relation.most), (CardEnc.atleast, relation.least)):
                bound = encode(literals, number, self.top)
                self.top = max(self.top, bound.nv)
                self.add(switch, bound.clauses)
            return switch
        [constraint] = (each for each in state.puzzle.constraints if each.group == relation.group)
        masks = tuple(state.masks[x] for x in constraint.scope)
        if (i, masks) not in self.listed:
            self.listed.add((i, masks))
            refused = (values for values in product(*map(bits, masks)) if not constraint.holds(values))
            self.add(switch, (
                [-self.structure.candidate(x, v) - 1 for x, v in zip(constraint.scope, values, strict=True)]
                for values in refused
            ))  # fmt: skip
        return switch

    def switch(self, what: str, i: int) -> int:
        self.top += 1
        self.switches[what, i] = self.top
        return self.top

    def add(self, switch: int, clauses: Iterable[list[int]]) -> None:
        for clause in clauses:
            self.solver.add_clause([-switch, *clause])


_oracle = lru_cache(maxsize=1)(_Oracle)
"""Firings come board by board."""
