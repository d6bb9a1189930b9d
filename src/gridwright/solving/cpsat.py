"""OR-Tools' CP-SAT as an engine: an answer that shares no code with ours.

The model is written from the constraints themselves, each kind in CP-SAT's own words (`Constraint.cpsat`), never from
the Structure. OR-Tools is an extra: `pip install 'gridwright[cpsat]'`.
"""

from __future__ import annotations

import builtins
import sys
import threading
import time
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any

from ..model.answer import Answer, Solution
from ..model.domain import bits
from ..model.errors import MissingExtra, PuzzleError
from ..model.limits import Limits, Stop, Stopped, begin
from ..model.puzzle import Puzzle

OFTEN = 0.02
"""Seconds between two looks at the limits while CP-SAT works,"""
PATIENCE = 0.25
"""and those that it has to end when it is told to: presolve of a large model does not listen."""


def solve(puzzle: Puzzle, *, limit: int = 2, show: int = 2, limits: Limits | None = None) -> Answer:
    """Count solutions up to `limit` and keep the first `show`; a limit of nodes bounds CP-SAT's conflicts."""
    began, limits = time.monotonic(), begin(limits)
    cp_model = _cp_model()
    try:
        statement = Model(cp_model.CpModel(), puzzle, limits)
    except Stopped as stopped:
        return Answer.of(
            count=0, limit=limit, exhausted=False, solutions=(), nodes=0, seconds=time.monotonic() - began,
            engine="cpsat", stop=stopped.stop, puzzle=puzzle,
        )  # fmt: skip
    solutions: list[Solution] = []
    count = 0

    class Collect(cp_model.CpSolverSolutionCallback):  # type: ignore[name-defined, misc]
        def on_solution_callback(self) -> None:
            nonlocal count
            count += 1
            if count <= show or statement.helpers:
                solutions.append(tuple(self.value(x) for x in statement.variables))
            if count >= limit:
                self.stop_search()

    status, nodes = cp_model.INFEASIBLE, 0
    while not statement.impossible:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        solver.parameters.enumerate_all_solutions = not statement.helpers
        solver.parameters.catch_sigint_signal = False  # Ctrl-C is for whoever asked
        if limits.left is not None:
            solver.parameters.max_time_in_seconds = limits.left
        if limits.nodes_left is not None:
            solver.parameters.max_number_of_conflicts = limits.nodes_left
        found = count
        status = _run(solver, statement.model, Collect(), limits)
        if status == cp_model.MODEL_INVALID:
            raise PuzzleError(f"CP-SAT refuses the model: {statement.model.validate()}")
        spent = 0 if status is None else solver.num_branches
        limits.spend(spent)
        nodes += spent
        if not statement.helpers or count == found or count >= limit:
            break
        statement.forbid(solutions[-1])  # to go on would find it again, with other helpers
    exhausted = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and count < limit
    return Answer.of(
        count=count, limit=limit, exhausted=exhausted, solutions=tuple(solutions[: min(count, show)]), nodes=nodes,
        seconds=time.monotonic() - began, engine="cpsat", puzzle=puzzle,
        stop=None if exhausted or count >= limit else limits.stop or (Stop.NODES if limits.nodes else Stop.SECONDS),
    )  # fmt: skip


def _run(solver: Any, model: Any, callback: Any, limits: Limits) -> Any:
    """The status of CP-SAT; None where it did not end in time.

    It works on a thread of its own, for Python cannot see a signal or the limits while it does.
    """
    result: Any = None

    def work() -> None:
        nonlocal result
        try:
            result = solver.solve(model, callback)
        except Exception as error:
            result = error

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    try:
        while worker.is_alive() and limits.stop is None:
            worker.join(OFTEN)
    finally:
        if worker.is_alive():
            solver.stop_search()
            worker.join(PATIENCE)
    if isinstance(result, Exception):
        raise result
    return result


PACKAGE = "ortools.sat.python"
CP_MODEL = f"{PACKAGE}.cp_model"


def _cp_model() -> Any:
    try:
        import_module(PACKAGE)
        return sys.modules.get(CP_MODEL) or _loaded()
    except ImportError as error:
        raise MissingExtra("OR-Tools", "cpsat") from error


def _loaded() -> Any:
    """OR-Tools' module, without pandas: that takes most of the time to load, and only variables in series need it.

    The module is loaded as `import` loads it, but for what it gets where it says `import pandas`.
    """
    spec = find_spec(CP_MODEL)
    if spec is None or spec.loader is None or "pandas" in sys.modules:
        return import_module(CP_MODEL)
    late = _LatePandas("pandas")

    def importing(name: str, *rest: Any) -> Any:
        return late if name == "pandas" else builtins.__import__(name, *rest)

    module = module_from_spec(spec)
    module.__dict__["__builtins__"] = {**vars(builtins), "__import__": importing}
    spec.loader.exec_module(module)
    late.named_only = False
    found = sys.modules.setdefault(CP_MODEL, module)  # somebody else may have been faster
    vars(sys.modules[PACKAGE])["cp_model"] = found
    return found


class _LatePandas(ModuleType):
    """Pandas for a module that names its types in annotations: whatever is used of it is taken from pandas then."""

    named_only = True

    def __getattr__(self, name: str) -> Any:
        return Any if self.named_only else getattr(import_module("pandas"), name)


class Model:
    """A CP-SAT model of a puzzle: an integer for each variable, a literal for "x is v" where a constraint asks.

    Kinds state themselves in it (`Constraint.cpsat`): it is their `CpSatModel`.
    """

    def __init__(self, model: Any, puzzle: Puzzle, limits: Limits) -> None:
        domain_of = _cp_model().Domain.from_values
        self.model = model
        self.sizes = [len(variable.domain) for variable in puzzle.variables]
        self.impossible = False
        self.variables: list[Any] = []
        self.helpers = 0
        self._literals: dict[tuple[int, int], Any] = {}
        for variable, mask in zip(puzzle.variables, puzzle.start(), strict=True):
            values = list(bits(mask))
            self.impossible |= not values  # CP-SAT has no empty domains
            self.variables.append(model.new_int_var_from_domain(domain_of(values or [0]), variable.name))
        for constraint in puzzle.constraints:
            limits.check()
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

    def helper(self, values: int = 2) -> Any:
        """An integer that is no part of a solution; a literal where it has two values."""
        self.helpers += 1
        name = f"helper {self.helpers}"
        return self.model.new_bool_var(name) if values == 2 else self.model.new_int_var(0, values - 1, name)

    def forbid(self, solution: Solution) -> None:
        """Any other solution than this one."""
        same = [self.literal(x, value) for x, value in enumerate(solution)]
        self.model.add_bool_or([literal.negated() for literal in same])

    def allow(self, scope: Sequence[int], tuples: Sequence[Sequence[int]]) -> None:
        """These variables take one of these tuples."""
        if tuples:
            self.model.add_allowed_assignments([self.variables[x] for x in scope], tuples)
        else:
            self.impossible = True

    def follow(self, scope: Sequence[int], steps: Sequence[Sequence[tuple[int, int, int]]]) -> None:
        """These variables follow an automaton, a step each; the values alone decide what is known after each."""
        self.impossible |= not all(steps)
        if self.impossible:
            return
        known: Any = self.model.new_constant(0)
        for x, allowed in zip(scope, steps, strict=True):
            before, known = known, self.model.new_int_var(0, max(after for _, _, after in allowed), "")
            self.model.add_allowed_assignments([before, self.variables[x], known], allowed)
