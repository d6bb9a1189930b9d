"""The independent check of an exclusion: its statements, the links and the candidate cannot all be true.

    refuted(state, exclusion)            True where a clause solver finds no way
    Certificate(state).refuted(…)        the same for many exclusions of one state, which share a solver

Only the pattern counts: the statements of the exclusion, each behind a switch, the candidates that are left, and which
of them are linked. A choice is one clause; a relation says its own (`Constraint.clauses`), and that its members have
values. Neither options nor the kernel are asked. python-sat is an extra: `pip install 'gridwright[generate]'`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import accumulate
from typing import Any

from ..model import MissingExtra, State
from ..model.engines import T
from .exclusions import Exclusion


def refuted(state: State, exclusion: Exclusion) -> bool:
    """Do the statements of the exclusion leave no way in which its candidate is true?

    >>> from gridwright.genres import parse
    >>> from gridwright.rules.position import start
    >>> state = start(parse("." * 16, genre="latin")).after("r1c1-3", "r1c1-4", "r1c2-3", "r1c2-4")
    >>> refuted(state, Exclusion(8, (0, 1))), refuted(state, Exclusion(8, (0,)))
    (True, False)
    """
    return Certificate(state).refuted(exclusion)


class Certificate:
    """A clause solver over the candidates that a state leaves, and their links: what statements of it refute."""

    def __init__(self, state: State) -> None:
        structure = self._structure = state.structure
        self.sizes = structure.sizes
        self._first = list(accumulate(self.sizes, initial=1))
        self._top = self._first[-1] - 1
        self._switches: dict[int, int] = {}
        self._known: dict[Hashable, Any] = {}
        self._solver = _new_solver()
        self._left = {structure.candidate(x, v) for x in range(len(state.masks)) for v in state.candidates(x)}
        for candidate in range(self._top):
            if candidate not in self._left:
                self.add([-candidate - 1])
        for candidate in self._left:
            for other in structure.linked[candidate] & self._left:
                if candidate < other:
                    self.add([-candidate - 1, -other - 1])

    def refuted(self, exclusion: Exclusion) -> bool:
        """Do the statements of the exclusion leave no way in which its candidate is true?"""
        return self.refutes(exclusion.statements, exclusion.candidate)

    def refutes(self, statements: Iterable[int], candidate: int) -> bool:
        """The same, with statements and candidate by their numbers."""
        assumed = [self.switch(statement) for statement in statements]
        return not self._solver.solve([candidate + 1, *assumed])

    def switch(self, statement: int) -> int:
        """The literal that makes a statement hold."""
        switch = self._switches.get(statement)
        if switch is None:
            switch = self._switches[statement] = self.fresh()
            choices = self._structure.choices
            if statement < len(choices):
                self.add([-switch, *(c + 1 for c in choices[statement].candidates if c in self._left)])
            else:
                relation = self._structure.relations[statement - len(choices)]
                for x in relation.scope:  # a count does not say that each of its members has a value
                    self.add([-switch, *(self.literal(x, value) for value in range(self.sizes[x]))])
                relation.clauses(switch, self)
        return switch

    # What relations write their clauses with

    def literal(self, x: int, value: int) -> int:
        """The literal "this variable takes this value"."""
        return self._first[x] + value

    def fresh(self) -> int:
        """A literal of which nothing is known."""
        self._top += 1
        return self._top

    def add(self, literals: Iterable[int]) -> None:
        """At least one of these is true."""
        self._solver.add_clause(list(literals))

    def defined(self, key: Hashable, define: Callable[[], T]) -> T:
        """What several statements count with."""
        if key not in self._known:
            self._known[key] = define()
        found: T = self._known[key]
        return found


def _new_solver() -> Any:
    try:
        from pysat.solvers import Minisat22
    except ImportError as error:
        raise MissingExtra("python-sat", "generate") from error
    return Minisat22()
