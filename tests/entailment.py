"""Two oracles for what a firing says it relied on.

`restored` brings back every candidate that the firing did not call missing: the same witness must hold there. `entails`
asks a SAT solver whether the choices that it used, the links and that state lead to the conclusion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, product

from pysat.card import CardEnc
from pysat.solvers import Minisat22

from gridwright.model import Count, Group, State, bits
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
    with Minisat22(bootstrap_with=clauses(state, grounds)) as solver:
        return not any(
            solver.solve(assumptions=[-literal if conclusion.true else literal])
            for conclusion in conclusions
            for literal in [state.structure.candidate(conclusion.variable, conclusion.value) + 1]
        )


def clauses(state: State, grounds: Grounds) -> Iterator[list[int]]:
    structure = state.structure
    top = sum(structure.sizes)
    for candidate in range(top):
        x, value = structure.pair(candidate)
        if not state.masks[x] >> value & 1 or not structure.masks[x] >> value & 1:
            yield [-candidate - 1]
        elif x in state.placed:
            yield [candidate + 1]
    for together in structure.links:
        for a, b in combinations(together, 2):
            yield [-a - 1, -b - 1]
    for i in grounds.choices:
        yield [c + 1 for c in structure.choices[i].candidates]
    for i in grounds.relations:
        count = structure.relations[i]
        if not isinstance(count, Count):
            yield from refused(state, count.group)
            continue
        literals = [c + 1 for x in count.scope for c in structure.candidates(x, 1 << count.value)]
        for bound in (CardEnc.atmost(literals, count.most, top), CardEnc.atleast(literals, count.least, top)):
            top = max(top, bound.nv)
            yield from bound.clauses


def refused(state: State, group: Group) -> Iterator[list[int]]:
    """A clause for every way to fill the cells of a group's constraint that it refuses."""
    [constraint] = (each for each in state.puzzle.constraints if each.group == group)
    for values in product(*(bits(state.masks[x]) for x in constraint.scope)):
        if not constraint.holds(values):
            yield [-state.structure.candidate(x, v) - 1 for x, v in zip(constraint.scope, values, strict=True)]
