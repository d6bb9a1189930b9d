"""Logic gates over a SAT solver's literals: the ground on which a rule can be asked about all states at once.

    gates = Gates(); a = gates.fresh(); b = gates.fresh()
    gates.solve([gates.all([a, -b])])      the numbers of the literals that are true, or None

A literal is a number, its negation the number with the other sign; TRUE and FALSE are literals too, and gates over them
fold away, so what does not depend on the state never reaches the solver. A gate is made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any

from ..model import Limits, MissingExtra, begin

TRUE, FALSE = 1, -1


class Gates:
    """Literals, gates between them, and a solver that knows what each gate means."""

    def __init__(self, limits: Limits | None = None) -> None:
        """Every conflict of the solver is a node."""
        self.limits = begin(limits)
        self._top = TRUE
        self._known: dict[frozenset[int], int] = {}
        self._counted: dict[tuple[int, ...], dict[int, int]] = {}
        self.require(TRUE)

    @cached_property
    def _solver(self) -> Any:
        try:
            return import_module("pysat.solvers").Minisat22()
        except ImportError:
            raise MissingExtra("python-sat", "audit") from None

    def close(self) -> None:
        """Let the solver go."""
        self._solver.delete()

    def fresh(self) -> int:
        """A literal that nothing is known of."""
        self._top += 1
        return self._top

    def require(self, *literals: int) -> None:
        """At least one of these is true from now on."""
        self._solver.add_clause(list(literals))

    def all(self, literals: Iterable[int]) -> int:
        """True where all of these are."""
        wanted = {*literals}
        wanted.discard(TRUE)
        if len(wanted) < 2:
            return wanted.pop() if wanted else TRUE
        if FALSE in wanted:
            return FALSE
        key = frozenset(wanted)
        gate = self._known.get(key)
        if gate is None:
            gate = self._known[key] = self._made(sorted(key))
        return gate

    def _made(self, literals: Sequence[int]) -> int:
        """A gate of at least two literals that was not there before."""
        if not {-literal for literal in literals}.isdisjoint(literals):
            return FALSE
        gate = self.fresh()
        for literal in literals:
            self.require(-gate, literal)
        self.require(gate, *(-literal for literal in literals))
        return gate

    def any(self, literals: Iterable[int]) -> int:
        """True where one of these is."""
        return -self.all([-literal for literal in literals])

    def same(self, a: int, b: int) -> int:
        """True where both are, or neither is."""
        return self.any((self.all((a, b)), self.all((-a, -b))))

    def count(self, literals: Iterable[int]) -> dict[int, int]:
        """How many of these are true: the literal of each number that it can be."""
        unsure = tuple(sorted(literal for literal in literals if literal not in (TRUE, FALSE)))
        sure = sum(literal == TRUE for literal in literals)
        if unsure not in self._counted:
            found = {0: TRUE}
            for literal in unsure:
                found = self.sum(found, {0: -literal, 1: literal})
            self._counted[unsure] = found
        return {number + sure: literal for number, literal in self._counted[unsure].items()}

    def sum(self, first: dict[int, int], second: dict[int, int], sign: int = 1) -> dict[int, int]:
        """One number and another, or less another."""
        found: dict[int, list[int]] = {}
        for a, p in first.items():
            for b, q in second.items():
                found.setdefault(a + sign * b, []).append(self.all((p, q)))
        return {number: gate for number, ways in found.items() if (gate := self.any(ways)) != FALSE}

    def possible(self, literals: Sequence[int]) -> bool:
        """May all of these be true, as far as is plain to see?"""
        return FALSE not in literals and bool(self._solver.propagate(assumptions=list(literals))[0])

    def satisfiable(self, literals: Sequence[int]) -> bool:
        """Is there a way to make all of these true? Raises `Stopped` where nobody can say within the limits."""
        if FALSE in literals:
            return False
        if (nodes := self.limits.nodes_left) is None:
            return bool(self._solver.solve(assumptions=list(literals)))
        before = self._solver.accum_stats()["conflicts"]
        self._solver.conf_budget(max(1, nodes))
        found = self._solver.solve_limited(assumptions=list(literals))
        self.limits.spend(self._solver.accum_stats()["conflicts"] - before)
        if found is None:
            self.limits.check()
        return bool(found)

    def solve(self, literals: Sequence[int]) -> frozenset[int] | None:
        """A way to make all of these true: the literals that are; None where there is none."""
        if not self.satisfiable(literals):
            return None
        return frozenset([literal for literal in self._solver.get_model() if literal > 0])
