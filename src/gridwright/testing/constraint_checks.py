"""check_constraint: the same meaning, stated in several ways, compared over every assignment."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from .. import native
from ..model import (
    Constraint,
    Relation,
    Structure,
    mask_of,
)
from .require import require

Masks = tuple[int, ...]
Propagate = Callable[[Structure, Sequence[int]], Sequence[int] | None]
"""What is left of the masks after propagation; None for a contradiction."""
CountSolutions = Callable[[Structure, Sequence[int], int], int]
"""How many solutions inside the masks, up to a limit."""
Meaning = Callable[[Any, Sequence[int]], bool]
"""Is a full assignment of a constraint's scope right?"""


LARGEST_SCOPE = 50_000


def check_constraint(
    constraint: Constraint,
    domain_sizes: Sequence[int],
    propagate: Propagate | None = None,
    rng: random.Random | None = None,
    *,
    count: CountSolutions | None = None,
    meaning: Meaning | None = None,
    rounds: int = 20,
) -> None:
    """Compare what a constraint says in `holds`, `conflict`, its automaton and the kernel, over every assignment.

    The scope is the variables 0, 1, 2 … with these domain sizes, few enough to list all assignments. `propagate` and
    `count` are the kernel's own unless others are given. `meaning` is an obvious statement of what holds, for a kind
    whose own `holds` follows from something else.
    """
    theirs = propagate is not None and count is not None
    propagate = propagate or native.propagate
    count = count or native.count
    rng = rng or random.Random(repr(constraint))
    require(sorted(constraint.scope) == list(range(len(domain_sizes))), f"expected the scope 0, 1, … of {constraint!r}")
    require(prod(domain_sizes) <= LARGEST_SCOPE, f"too many assignments to list: {prod(domain_sizes)}")
    case = _Case(constraint, tuple(domain_sizes), meaning)
    case.check_meaning()
    case.check_conflicts(rng, rounds)
    case.check_propagation(propagate, rng, rounds)
    case.check_count(count, rng, rounds)
    if not theirs:
        case.check_grounds(native, rng, rounds // 5)


class _Case:
    """A constraint with the truth about it: every assignment for which it holds."""

    def __init__(self, constraint: Constraint, sizes: tuple[int, ...], meaning: Meaning | None = None) -> None:
        self.constraint = constraint
        self.sizes = sizes
        self.meaning = meaning or type(constraint).holds
        self.assignments = list(product(*map(range, sizes)))
        self.solutions = [values for values in self.assignments if self.holds(values)]
        self.structure = Structure(sizes=sizes)
        constraint.emit(self.structure)

    def holds(self, values: Sequence[int]) -> bool:
        return self.meaning(self.constraint, [values[x] for x in self.constraint.scope])

    def conflict(self, values: Sequence[int | None]) -> tuple[int, ...] | None:
        return self.constraint.conflict([values[x] for x in self.constraint.scope])

    def check_meaning(self) -> None:
        """`holds` and the automaton say what it means."""
        scope = self.constraint.scope
        for values in self.assignments:
            held = self.constraint.holds([values[x] for x in scope])
            require(held == self.holds(values), f"{self}: holds says {held} of {values}")
        if isinstance(self.constraint, Relation):
            choices = [range(self.sizes[x]) for x in scope]
            read = set(self.constraint.automaton.tuples(choices))
            wrong = read.symmetric_difference(tuple(values[x] for x in scope) for values in self.solutions)
            require(not wrong, f"{self}: holds and the automaton differ on {sorted(wrong)[:1]}")

    def check_conflicts(self, rng: random.Random, rounds: int) -> None:
        """`conflict` is exact on a full assignment and no false alarm on a partial one."""
        for values in self.assignments:
            require(
                self.holds(values) == (self.conflict(values) is None), f"{self}: holds and conflict differ on {values}"
            )
        for _ in range(rounds):
            partial = [rng.choice((None, rng.randrange(size))) for size in self.sizes]
            clash = self.conflict(partial)
            if clash is None:
                continue
            where = range(len(self.constraint.scope))
            require(
                clash and all(i in where for i in clash), f"{self}: conflict names {clash}, expected positions in scope"
            )
            for values in self.solutions:
                require(
                    any(p is not None and p != v for p, v in zip(partial, values, strict=True)),
                    f"{self}: conflict says that {partial} cannot be filled, but {values} holds",
                )

    def check_propagation(self, propagate: Propagate, rng: random.Random, rounds: int) -> None:
        """Propagation loses no solution, adds no candidate, and decides a full assignment."""
        for masks in self.prunings(rng, rounds):
            left = propagate(self.structure, masks)
            inside = self.inside(masks)
            if left is None:
                require(not inside, f"{self}: propagating {masks} is a contradiction, but {inside[:1]} holds")
                continue
            require(
                all(after & ~before == 0 for before, after in zip(masks, left, strict=True)),
                f"{self}: propagating {masks} gives back candidates: {tuple(left)}",
            )
            lost = set(inside) - set(self.inside(left))
            require(not lost, f"{self}: propagating {masks} leaves {tuple(left)} and loses {sorted(lost)[:1]}")
        for values in rng.sample(self.assignments, min(len(self.assignments), 10 * rounds)):
            left = propagate(self.structure, tuple(1 << v for v in values))
            verdict = "a contradiction" if left is None else "no contradiction"
            require(
                self.holds(values) == (left is not None), f"{self}: propagation sees {verdict} in the full {values}"
            )

    def check_count(self, count: CountSolutions, rng: random.Random, rounds: int) -> None:
        """A search over the constraint alone finds as many solutions as there are."""
        for masks in (self.everything, *self.prunings(rng, rounds // 4)):
            expected = len(self.inside(masks))
            found = count(self.structure, masks, len(self.assignments) + 1)
            require(expected == found, f"{self}: a search in {masks} finds {found} solutions of {expected}")

    def check_grounds(self, native: Any, rng: random.Random, rounds: int) -> None:
        """What a relation rests on is missing, and suffices: where it removes a candidate, or where nothing fits."""
        problem, candidates = native.kernel_structure(self.structure), [-1, *range(sum(self.sizes))]
        pair = [(x, v) for x, size in enumerate(self.sizes) for v in range(size)]
        for i, relation in enumerate(self.structure.relations):
            ways = [values for values in self.assignments if relation.holds([values[x] for x in relation.scope])]
            for masks in self.prunings(rng, rounds):
                for removed in candidates:
                    found = problem.grounds(i, native.masks_of(masks), removed)
                    if found is None:
                        continue
                    absent = [pair[c] for c in found[1]]
                    said = (
                        f"{self}: the grounds of {'a conflict' if removed < 0 else pair[removed]} in {masks}, {absent},"
                    )
                    require(not any(masks[x] >> v & 1 for x, v in absent), f"{said} are not all absent")
                    for values in ways:
                        if removed >= 0 and values[pair[removed][0]] != pair[removed][1]:
                            continue
                        kept = all(values[x] != v for x, v in absent)
                        require(not kept, f"{said} do not suffice: {values} holds")
            for values in rng.sample(self.assignments, min(len(self.assignments), 10 * rounds)):
                broken = not relation.holds([values[x] for x in relation.scope])
                found = problem.grounds(i, native.masks_of([1 << v for v in values]))
                require(broken == (found is not None), f"{self}: {values} and whether there are grounds for a conflict")

    @property
    def everything(self) -> Masks:
        return tuple((1 << size) - 1 for size in self.sizes)

    def prunings(self, rng: random.Random, rounds: int) -> Iterator[Masks]:
        """Random domains: from nearly full to nearly decided, never empty."""
        yield self.everything
        for _ in range(rounds):
            keep = rng.random()
            yield tuple(
                mask_of(v for v in range(size) if rng.random() < keep) or 1 << rng.randrange(size)
                for size in self.sizes
            )

    def inside(self, masks: Sequence[int]) -> list[tuple[int, ...]]:
        return [s for s in self.solutions if all(mask >> v & 1 for mask, v in zip(masks, s, strict=True))]

    def __str__(self) -> str:
        return f"{self.constraint!r} over domains of {self.sizes}"
