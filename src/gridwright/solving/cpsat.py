"""OR-Tools' CP-SAT as an engine: an answer that shares no code with ours.

The model is written from the constraints themselves, each kind in CP-SAT's own words (`add_all_different`, sums,
allowed assignments), never from the Blueprint. OR-Tools is an extra: `pip install 'gridwright[cpsat]'`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product
from math import prod
from typing import Any

from ..model.answer import Answer, Solution
from ..model.constraint import Constraint
from ..model.constraints import (
    Adjacent,
    AllDifferent,
    Arithmetic,
    Count,
    DistinctSum,
    Greater,
    NotBoth,
    Permutation,
    Skyline,
    Table,
    View,
)
from ..model.domain import bits
from ..model.errors import MissingExtra, PuzzleError
from ..model.puzzle import Puzzle

SHORT_LISTING = 10_000
"""A cage is listed up to this many assignments."""
LARGEST_NUMBER = 2**60
"""No product in a model may grow beyond it."""
LARGEST_LISTING = 200_000
"""A constraint of a kind that is not known here is listed tuple by tuple, up to this many."""


def solve(
    puzzle: Puzzle, *, limit: int = 2, show: int = 2, time_limit: float | None = None, node_limit: int | None = None
) -> Answer:
    """Count solutions up to `limit` and keep the first `show`; `node_limit` bounds CP-SAT's conflicts."""
    began = time.monotonic()
    cp_model = _cp_model()
    statement = _Statement(cp_model.CpModel(), puzzle)
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


class _Statement:
    """A CP-SAT model of a puzzle: an integer for each variable, a literal for "x is v" where a constraint asks."""

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
                _SAYS.get(type(constraint), _listed)(self, constraint)
            else:
                self.impossible |= not constraint.holds(())

    def scope(self, constraint: Constraint) -> list[Any]:
        return [self.variables[x] for x in constraint.scope]

    def holding(self, constraint: Constraint, value: int) -> list[Any]:
        """For each cell of the scope the literal "it takes this value"."""
        return [self.literal(x, value) for x in constraint.scope]

    def literal(self, x: int, value: int) -> Any:
        """The literal "this variable takes this value"."""
        if (x, value) not in self._literals:
            literal = self.model.new_bool_var(f"{self.variables[x].name}={value}")
            self.model.add(self.variables[x] == value).only_enforce_if(literal)
            self.model.add(self.variables[x] != value).only_enforce_if(literal.negated())
            self._literals[x, value] = literal
        return self._literals[x, value]

    def largest(self, numbers: list[Any], constraint: Constraint) -> Any:
        """The largest of these numbers."""
        largest = self.model.new_int_var(1, max(self.sizes[x] for x in constraint.scope), "")
        self.model.add_max_equality(largest, numbers)
        return largest

    def product(self, numbers: list[Any], constraint: Constraint) -> Any:
        """The product of these numbers."""
        most = max(self.sizes[x] for x in constraint.scope)
        if most ** len(numbers) > LARGEST_NUMBER:
            raise PuzzleError(f"{constraint.label} is too large for CP-SAT: {len(numbers)} numbers are multiplied")
        so_far = numbers[0]
        for i, number in enumerate(numbers[1:], start=2):
            product = self.model.new_int_var(1, most**i, "")
            self.model.add_multiplication_equality(product, [so_far, number])
            so_far = product
        return so_far


def _permutation(say: _Statement, constraint: Permutation) -> None:
    say.model.add_all_different(say.scope(constraint))
    for x in say.scope(constraint):
        say.model.add(x < len(constraint.scope))


def _all_different(say: _Statement, constraint: AllDifferent) -> None:
    say.model.add_all_different(say.scope(constraint))


def _distinct_sum(say: _Statement, constraint: DistinctSum) -> None:
    say.model.add_all_different(say.scope(constraint))
    say.model.add(sum(say.scope(constraint)) + constraint.first * len(constraint.scope) == constraint.total)


def _count(say: _Statement, constraint: Count) -> None:
    say.model.add_linear_constraint(sum(say.holding(constraint, constraint.value)), constraint.least, constraint.most)


def _not_both(say: _Statement, constraint: NotBoth) -> None:
    say.model.add_at_most_one(say.holding(constraint, constraint.value))


def _greater(say: _Statement, constraint: Greater) -> None:
    x, y = say.scope(constraint)
    say.model.add(x > y)


def _arithmetic(say: _Statement, constraint: Arithmetic) -> None:
    """A short list of what holds; where it would be long, in numbers that follow from the cells' own."""
    numbers = [x + 1 for x in say.scope(constraint)]
    target = constraint.target
    if constraint.operation == "+":
        say.model.add(sum(numbers) == target)
        return
    if prod(say.sizes[x] for x in constraint.scope) <= SHORT_LISTING:
        _listed(say, constraint)
        return
    largest, total = say.largest(numbers, constraint), sum(numbers)
    equal: dict[str, tuple[Any, Any]] = {"+": (total, target), "-": (2 * largest - total, target)}
    if constraint.operation not in ("+", "-"):
        product = say.product(numbers, constraint)
        square = say.product([largest, largest], constraint)
        equal |= {"×": (product, target), "÷": (square, target * product)}
    if constraint.operation:
        left, right = equal[constraint.operation]
        say.model.add(left == right)
        return
    fits = []
    for left, right in equal.values():
        fits.append(say.model.new_bool_var(""))
        say.model.add(left == right).only_enforce_if(fits[-1])
        say.model.add(left != right).only_enforce_if(fits[-1].negated())
    say.model.add_bool_or(fits)


def _skyline(say: _Statement, constraint: Skyline) -> None:
    """The highest so far, cell by cell, and whether each is higher than what came before."""
    seen = []
    highest: Any = -1
    for i, x in enumerate(say.scope(constraint)):
        higher = say.model.new_bool_var("")
        say.model.add(x > highest).only_enforce_if(higher)
        say.model.add(x <= highest).only_enforce_if(higher.negated())
        seen.append(higher)
        before, highest = highest, say.model.new_int_var(0, constraint.heights, "")
        say.model.add_max_equality(highest, [before, x] if i else [x])
    say.model.add(sum(seen) == constraint.seen)


def _view(say: _Statement, constraint: View) -> None:
    """For each value a literal "it is seen somewhere"; the looker is their sum."""
    seen = []
    members = constraint.group.members
    for value in range(max((say.sizes[x] for x in members), default=0)):
        there = say.model.new_bool_var("")
        cells = [say.literal(x, value) for x in members]
        say.model.add_bool_or([*cells, there.negated()])
        for cell in cells:
            say.model.add_implication(cell, there)
        seen.append(there)
    say.model.add(say.variables[constraint.looker] == sum(seen))


def _table(say: _Statement, constraint: Table) -> None:
    _allowed(say, constraint, sorted(constraint.tuples))


def _listed(say: _Statement, constraint: Constraint) -> None:
    """A kind that is not known here: every assignment for which it holds."""
    sizes = [say.sizes[x] for x in constraint.scope]
    if prod(sizes) > LARGEST_LISTING:
        raise PuzzleError(
            f"CP-SAT does not know constraints of kind {type(constraint).kind!r}, and {constraint.label} has too many "
            f"assignments to list them: {prod(sizes)}, at most {LARGEST_LISTING}"
        )
    _allowed(say, constraint, [values for values in product(*map(range, sizes)) if constraint.holds(values)])


def _allowed(say: _Statement, constraint: Constraint, tuples: list[tuple[int, ...]]) -> None:
    if tuples:
        say.model.add_allowed_assignments(say.scope(constraint), tuples)
    else:
        say.impossible = True


_SAYS: dict[type[Constraint], Callable[[_Statement, Any], None]] = {
    Permutation: _permutation,
    AllDifferent: _all_different,
    DistinctSum: _distinct_sum,
    Count: _count,
    NotBoth: _not_both,
    Greater: _greater,
    Adjacent: _listed,
    Arithmetic: _arithmetic,
    Skyline: _skyline,
    View: _view,
    Table: _table,
}
