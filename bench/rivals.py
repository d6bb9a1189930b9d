"""Other people's solvers on the same puzzles: OR-Tools' CP-SAT, a SAT solver, an answer-set solver.

Each gets the form that suits it. Glucose and clingo are told the rules of each structure before the clock starts, as
the kernel has its Problems built, and get a puzzle's givens as assumptions; CP-SAT keeps nothing between two solves, so
stating a model is part of its work, once in integers that differ and once in Booleans. All prove that there is no
second solution, and all are asked for what they found: a rival that counts otherwise than the kernel is an error here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import combinations
from typing import Any

from gridwright.model import Puzzle, Structure
from gridwright.solving import engine_named

Run = Callable[[], list[int]]
"""The number of solutions of each puzzle, up to two."""


def integers(puzzles: Sequence[Puzzle]) -> Run:
    """CP-SAT as our own engine `cpsat` asks it: an integer for each cell, all different along each group."""
    solve = engine_named("cpsat")
    return lambda: [solve(puzzle).count for puzzle in puzzles]


def booleans(puzzles: Sequence[Puzzle]) -> Run:
    """CP-SAT with a Boolean for each candidate, exactly one of each choice; without presolve, which costs more here."""
    from ortools.sat.python import cp_model

    class Count(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1
            if self.found == 2:
                self.stop_search()

    def solve(puzzle: Puzzle) -> int:
        model = cp_model.CpModel()
        true = [model.new_bool_var("") for _ in range(sum(puzzle.structure.sizes))]
        for choice in puzzle.structure.choices:
            model.add_exactly_one([true[c] for c in choice.candidates])
        for group in puzzle.structure.at_most_ones:
            model.add_at_most_one([true[c] for c in group.candidates])
        for c in _given(puzzle):
            model.add(true[c] == 1)
        solver, count = cp_model.CpSolver(), Count()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.cp_model_presolve = False
        solver.solve(model, count)
        return count.found

    return lambda: [solve(puzzle) for puzzle in puzzles]


def glucose(puzzles: Sequence[Puzzle]) -> Run:
    """One incremental glucose4 a structure; the first solution is forbidden by a clause that only this puzzle obeys."""
    from pysat.solvers import Solver

    solvers = {
        key: Solver(name="glucose4", bootstrap_with=_clauses(structure))
        for key, structure in _structures(puzzles).items()
    }
    given = [[c + 1 for c in _given(puzzle)] for puzzle in puzzles]

    def solve(puzzle: Puzzle, assumed: list[int], selector: int) -> int:
        solver = solvers[puzzle.structure_key]
        if not solver.solve(assumptions=assumed):
            return 0
        true = [c for c in solver.get_model()[: sum(puzzle.structure.sizes)] if c > 0]
        solver.add_clause([-selector, *(-c for c in true)])
        second = solver.solve(assumptions=[*assumed, selector])
        solver.add_clause([-selector])  # the clause may be forgotten now
        return 2 if second else 1

    def run() -> list[int]:
        counts = []
        for i, (puzzle, assumed) in enumerate(zip(puzzles, given, strict=True), start=1):
            counts.append(solve(puzzle, assumed, sum(puzzle.structure.sizes) + i))
        return counts

    return run


def clingo(puzzles: Sequence[Puzzle]) -> Run:
    """One program a structure, grounded once; two models are asked for."""
    import clingo

    programs: dict[Hashable, tuple[Any, list[int]]] = {}
    for key, structure in _structures(puzzles).items():
        control = clingo.Control(["--models=2", "--warn=none"])
        control.add("base", [], "\n".join(_program(structure)))
        control.ground([("base", [])])
        atoms: Any = control.symbolic_atoms
        literals = [atoms[clingo.Function("t", [clingo.Number(c)])].literal for c in range(sum(structure.sizes))]
        programs[key] = control, literals
    given = [[programs[puzzle.structure_key][1][c] for c in _given(puzzle)] for puzzle in puzzles]

    def solve(puzzle: Puzzle, assumed: list[int]) -> int:
        with programs[puzzle.structure_key][0].solve(assumptions=assumed, yield_=True) as models:
            return sum(1 for _ in models)

    return lambda: [solve(puzzle, assumed) for puzzle, assumed in zip(puzzles, given, strict=True)]


@dataclass(frozen=True)
class Rival:
    """A solver by another hand: the module that must be installed, and how many puzzles it gets, at most (if quick)."""

    name: str
    module: str
    prepare: Callable[[Sequence[Puzzle]], Run]
    sample: int
    quick: int

    @property
    def installed(self) -> bool:
        return find_spec(self.module) is not None


RIVALS = (
    Rival("glucose4 (python-sat), incremental", "pysat", glucose, 3000, 120),
    Rival("CP-SAT, integers, fresh models", "ortools", integers, 60, 5),
    Rival("CP-SAT, Booleans, fresh models", "ortools", booleans, 60, 5),
    Rival("clingo, grounded once", "clingo", clingo, 240, 24),
)


def speaks(puzzle: Puzzle) -> bool:
    """Can the rivals here be told this puzzle? They know choices and links, and no sums."""
    structure = puzzle.structure
    return puzzle.marks is None and not structure.relations


def _given(puzzle: Puzzle) -> list[int]:
    return [puzzle.structure.candidate(x, value) for x, value in puzzle.givens.items()]


def _structures(puzzles: Sequence[Puzzle]) -> dict[Hashable, Structure]:
    return {puzzle.structure_key: puzzle.structure for puzzle in puzzles}


def _clauses(structure: Structure) -> list[list[int]]:
    clauses = [[c + 1 for c in choice.candidates] for choice in structure.choices]
    links: set[tuple[int, int]] = set()
    for members in (*(c.candidates for c in structure.choices), *(s.candidates for s in structure.at_most_ones)):
        links.update(combinations(sorted(members), 2))
    return clauses + [[-p - 1, -q - 1] for p, q in links]


def _program(structure: Structure) -> Iterator[str]:
    yield f"{{ t(0..{sum(structure.sizes) - 1}) }}."
    for choice in structure.choices:
        yield f":- not 1 {{ {_atoms(choice.candidates)} }} 1."
    for group in structure.at_most_ones:
        yield f":- 2 {{ {_atoms(group.candidates)} }}."


def _atoms(candidates: Sequence[int]) -> str:
    return "; ".join(f"t({c})" for c in candidates)
