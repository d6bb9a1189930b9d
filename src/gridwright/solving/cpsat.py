"""OR-Tools' CP-SAT as an engine: an answer that shares no code with ours.

The model is written from the constraints themselves, each kind in CP-SAT's own words (`Constraint.cpsat`), never from
the Blueprint. OR-Tools is an extra: `pip install 'gridwright[cpsat]'`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from ..model.answer import Answer, Solution
from ..model.domain import bits
from ..model.errors import MissingExtra, PuzzleError
from ..model.puzzle import Puzzle


def solve(
    puzzle: Puzzle, *, limit: int = 2, show: int = 2, time_limit: float | None = None, node_limit: int | None = None
) -> Answer:
    """Count solutions up to `limit` and keep the first `show`; `node_limit` bounds CP-SAT's conflicts."""
    began = time.monotonic()
    cp_model = _cp_model()
    statement = Model(cp_model.CpModel(), puzzle)
    solutions: list[Solution] = []
    count = 0

    class Collect(cp_model.CpSolverSolutionCallback):  # type: ignore[name-defined, misc]
        def on_solution_callback(self) -> None:
            nonlocal count
            count += 1
            if count <= show:
                solutions.append(tuple(self.value(x) for x in statement.variables))
            if count >= limit:
                self.stop_search()

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.enumerate_all_solutions = True
    if time_limit is not None:
        solver.parameters.max_time_in_seconds = max(0.0, time_limit - (time.monotonic() - began))
    if node_limit is not None:
        solver.parameters.max_number_of_conflicts = node_limit
    status = cp_model.INFEASIBLE if statement.impossible else solver.solve(statement.model, Collect())
    if status == cp_model.MODEL_INVALID:
        raise PuzzleError(f"CP-SAT refuses the model: {statement.model.validate()}")
    return Answer.of(
        count=count, limit=limit, exhausted=status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and count < limit,
        solutions=tuple(solutions), nodes=0 if statement.impossible else solver.num_branches,
        seconds=time.monotonic() - began, engine="cpsat",
    )  # fmt: skip


def _cp_model() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError as error:
        raise MissingExtra("OR-Tools", "cpsat") from error
    return cp_model


class Model:
    """A CP-SAT model of a puzzle: an integer for each variable, a literal for "x is v" where a constraint asks.

    Kinds state themselves in it (`Constraint.cpsat`): it is their `CpSatModel`.
    """

    def __init__(self, model: Any, puzzle: Puzzle) -> None:
        from ortools.sat.python.cp_model import Domain

        self.model = model
        self.sizes = [len(variable.domain) for variable in puzzle.variables]
        self.impossible = False
        self.variables: list[Any] = []
        self._literals: dict[tuple[int, int], Any] = {}
        for variable, mask in zip(puzzle.variables, puzzle.start(), strict=True):
            values = list(bits(mask))
            self.impossible |= not values  # CP-SAT has no empty domains
            self.variables.append(model.new_int_var_from_domain(Domain.from_values(values or [0]), variable.name))
        for constraint in puzzle.constraints:
            if constraint.scope:
                constraint.cpsat(self)
            else:
                self.impossible |= not constraint.holds(())

    def literal(self, x: int, value: int) -> Any:
        """The literal "this variable takes this value"."""
        if (x, value) not in self._literals:
            literal = self.model.new_bool_var(f"{self.variables[x].name}={value}")
            self.model.add(self.variables[x] == value).only_enforce_if(literal)
            self.model.add(self.variables[x] != value).only_enforce_if(literal.negated())
            self._literals[x, value] = literal
        return self._literals[x, value]

    def allow(self, scope: Sequence[int], tuples: Sequence[Sequence[int]]) -> None:
        """These variables take one of these tuples."""
        if tuples:
            self.model.add_allowed_assignments([self.variables[x] for x in scope], tuples)
        else:
            self.impossible = True
