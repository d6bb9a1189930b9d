"""Boards on which plain search stalls: the kernel beside CP-SAT with one worker and glucose4, puzzle by puzzle.

Each finds the solution and proves that there is no other. The kernel is timed from its built Problem on, CP-SAT from
its model on, glucose4 from its clauses on, which are those of the constraints themselves (`Constraint.clauses`); a rule
that is too large for clauses is held against each answer, and every conflict is a clause more. Times of such searches
are spread wide, so the kernel runs in several orders of what is equal (`seed`), each compared with the faster rival.

A line of the table is a name and where its puzzles come from.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from itertools import accumulate, combinations
from statistics import median
from threading import Timer
from typing import Any

from gridwright.genres import parse
from gridwright.model import Puzzle, bits
from gridwright.model.engines import T
from gridwright.model.limits import begin
from gridwright.native import compile_puzzle, start_of
from gridwright.solving.cpsat import Model

from .lists import STAR_BATTLES_FILE, board_list, sgt_list
from .measure import Figure, Goal, Heading, Remark, TableItem, cpu_seconds

PUZZLES, QUICK = 30, 3
ORDERS = 5
SECONDS = 60.0
"""A search that takes longer has no answer."""
AT_LEAST, TIMES = 1.0, 10.0
"""A rival is given so many seconds, or so many times what the kernel took at the longest. Where it has no answer by
then, the time that it was given stands for it: the ratio is no better than that."""


@dataclass(frozen=True)
class StalledList:
    """Puzzles of one kind; none where they are not at hand."""

    name: str
    puzzles: Callable[[], list[Puzzle]]
    quick: bool = True
    """Whether a rough answer has it, too."""


def star_battles(side: int, stars: int) -> StalledList:
    """Our own (`make_star_battles`)."""

    def read() -> list[Puzzle]:
        if not STAR_BATTLES_FILE.is_file():
            return []
        with gzip.open(STAR_BATTLES_FILE, "rt", encoding="ascii") as lines:
            rows = [line.rstrip("\n").split("\t") for line in lines]
        return [parse(text, genre="star-battle") for s, n, text in rows if (s, n) == (str(side), str(stars))]

    return StalledList(f"star battle {side}×{side}, {stars} stars", read, quick=side < 17)


def of_sgt(
    name: str, genre: str, start: str, change: Callable[[Puzzle], Puzzle] = lambda puzzle: puzzle
) -> StalledList:
    """Boards of sgt-puzzles whose IDs begin so, spread evenly over its list."""

    def read() -> list[Puzzle]:
        found = sgt_list(name, genre, start)
        return [] if found is None or not found.texts else [change(each) for each in found.sample(PUZZLES).puzzles()]

    return StalledList(name, read)


def of_our_own(genre: str, side: int) -> StalledList:
    """Large boards (`make_boards`)."""

    def read() -> list[Puzzle]:
        found = board_list(genre, side)
        return [] if found is None else found.puzzles()

    return StalledList(f"{genre} {side}×{side}", read, quick=False)


def without_operations(puzzle: Puzzle) -> Puzzle:
    """A Keen whose cages tell their numbers alone."""
    cages = tuple((members, "", target) for members, _, target in puzzle.clue("cages"))
    return Puzzle(puzzle.genre, puzzle.grid, clues={**puzzle.clues, "cages": cages})


LINES = (
    star_battles(9, 2), star_battles(13, 2), star_battles(17, 2), star_battles(21, 2), star_battles(25, 2),
    star_battles(14, 3), star_battles(17, 3), star_battles(21, 3), star_battles(25, 3),
    of_sgt("killer 9×9", "solo", "3x3kada"), of_sgt("killer 9×9 with diagonals", "solo", "3x3xkadb"),
    of_sgt("Keen 9×9 without operations", "keen", "9", without_operations),
    of_sgt("slitherlink 10×10", "loopy", "10x10"), of_our_own("slitherlink", 20), of_our_own("slitherlink", 30),
    of_our_own("nurikabe", 10), of_our_own("nurikabe", 15), of_our_own("nurikabe", 20), of_our_own("masyu", 15),
    of_sgt("kurodoko 13×9", "range", "13x9"), of_our_own("kurodoko", 15),
)  # fmt: skip


def measure(quick: bool) -> Iterator[TableItem]:
    """A line for each kind: milliseconds of ours, and how many times as long the faster rival takes."""
    yield Heading(
        "boards on which plain search stalls: CPU time to solve and prove unique",
        "ms, median",
        "ms, 95 %",
        "rival takes",
    )
    rivals = {name: run for name, (module, run) in RIVALS.items() if find_spec(module) is not None}
    for line in LINES:
        puzzles = line.puzzles()[: QUICK * line.quick if quick else PUZZLES]
        if puzzles and rivals:
            yield _figure(line.name, puzzles, rivals, 2 if quick else ORDERS)
    for name in RIVALS.keys() - rivals.keys():
        yield Remark(f"{name}: not installed; install it with: pip install 'gridwright[bench]'")


def _figure(name: str, puzzles: list[Puzzle], rivals: dict[str, RivalSearch], orders: int) -> Figure:
    ours, ratios, learnt, late = list[float](), list[float](), 0, 0
    for puzzle in puzzles:
        native, start = compile_puzzle(puzzle), start_of(puzzle)
        native.solve(start, nodes=0)  # its Problem is built when it is first asked for
        runs = [_timed(partial(native.solve, start, 2, 0, None, SECONDS, seed=order)) for order in range(orders)]
        given = min(SECONDS, max(AT_LEAST, TIMES * max(seconds for seconds, _ in runs)))
        timed = [_timed(run(puzzle, given)) for run in rivals.values()]
        best, counts = min(seconds for seconds, _ in timed), {found for _, found in timed if found is not None}
        for seconds, answer in runs:
            if answer.stop != "seconds" and counts - {answer.count}:
                raise AssertionError(f"a rival counts {max(counts)} solutions of {puzzle}, the kernel {answer.count}")
            ours.append(seconds)
            ratios.append(seconds / best)
            learnt += answer.search == "learning"
            late += (seconds > 10 and best < 1) or (answer.stop == "seconds" and counts != set())
    remark = (
        f"95 % of the ratios at most {_at(ratios, 0.95):.2f}, worst {max(ours):.2f} s; {learnt} of {len(ours)} learnt"
    )
    return Figure(
        name, 1000 * median(ours), 1000 * _at(ours, 0.95), 1 / median(ratios),
        Goal(1 / median(ratios), 2.0, "times the median"), remark + (f"; {late} late" if late else ""),
    )  # fmt: skip


def _timed(call: Callable[[], Any]) -> tuple[float, Any]:
    answer: list[Any] = []
    return cpu_seconds(lambda: answer.append(call())), answer[0]


def _at(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


RivalSearch = Callable[[Puzzle, float], Callable[[], "int | None"]]
"""States a puzzle, and then counts its solutions up to two; None where the time, in seconds, was up."""


def cpsat(puzzle: Puzzle, seconds: float) -> Callable[[], int | None]:
    """CP-SAT with one worker, on the model of our engine."""
    from ortools.sat.python import cp_model

    statement = Model(cp_model.CpModel(), puzzle, begin(None))

    class Count(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.solutions: list[tuple[int, ...]] = []

        def on_solution_callback(self) -> None:
            self.solutions.append(tuple(self.value(x) for x in statement.variables))
            if len(self.solutions) == 2:
                self.stop_search()

    def run() -> int | None:
        count = 0
        while not statement.impossible:
            solver, found = cp_model.CpSolver(), Count()
            solver.parameters.num_workers = 1
            solver.parameters.enumerate_all_solutions = not statement.helpers
            solver.parameters.max_time_in_seconds = seconds
            status = solver.solve(statement.model, found)
            if status == cp_model.UNKNOWN:
                return None
            count += len(found.solutions)
            if not statement.helpers or count >= 2 or not found.solutions:
                break
            statement.forbid(found.solutions[-1])
        return count

    return run


class Clauses:
    """The clauses of a puzzle, as its constraints state them."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.sizes = [len(variable.domain) for variable in puzzle.variables]
        self.clauses: list[list[int]] = []
        self._first = list(accumulate(self.sizes, initial=1))
        self._top = self._first[-1]
        self._known: dict[Hashable, Any] = {}
        for x, mask in enumerate(puzzle.start()):
            self.add([self.literal(x, value) for value in bits(mask)])
            for value in range(self.sizes[x]):
                if not mask >> value & 1:
                    self.add([-self.literal(x, value)])
            for one, other in combinations(range(self.sizes[x]), 2):
                self.add([-self.literal(x, one), -self.literal(x, other)])
        switch = self.fresh()
        self.add([switch])
        self.lazy = [each for each in puzzle.constraints if each.lazy]
        for constraint in puzzle.constraints:
            if not constraint.lazy:
                constraint.clauses(switch, self)

    def literal(self, x: int, value: int) -> int:
        return self._first[x] + value

    def fresh(self) -> int:
        self._top += 1
        return self._top

    def add(self, literals: Iterable[int]) -> None:
        self.clauses.append(list(literals))

    def defined(self, key: Hashable, define: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = define()
        found: T = self._known[key]
        return found


def glucose(puzzle: Puzzle, seconds: float) -> Callable[[], int | None]:
    """glucose4 on those clauses."""
    from pysat.solvers import Solver

    stated = Clauses(puzzle)

    def run() -> int | None:
        with Solver(name="glucose4", bootstrap_with=stated.clauses) as solver:
            timer = Timer(seconds, solver.interrupt)
            timer.start()
            count = 0
            while count < 2 and (found := solver.solve_limited(expect_interrupt=True)):
                true = set(solver.get_model())
                answer = [
                    next(value for value in range(size) if stated.literal(x, value) in true)
                    for x, size in enumerate(stated.sizes)
                ]
                clashes = [(e.scope, e.conflict([answer[x] for x in e.scope])) for e in stated.lazy]
                for scope, clash in clashes:
                    if clash is not None:
                        solver.add_clause([-stated.literal(scope[i], answer[scope[i]]) for i in clash])
                if all(clash is None for _, clash in clashes):
                    count += 1
                    solver.add_clause([-stated.literal(x, value) for x, value in enumerate(answer)])
            timer.cancel()
            return None if count < 2 and found is None else count

    return run


RIVALS: dict[str, tuple[str, RivalSearch]] = {"CP-SAT": ("ortools", cpsat), "glucose4": ("pysat", glucose)}
"""By the module that must be installed."""
