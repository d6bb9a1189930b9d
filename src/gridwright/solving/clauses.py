"""Is this solution the only one? Asked of a clause solver that goes on from puzzle to puzzle.

    solvers = ClauseSolvers()
    solvers.only(puzzle, solution)     True, False where there is another one, None where limits struck

Boards of a genre and size share a solver. Every statement of a rulebook is written once, as clauses behind a switch
(`Constraint.clauses`); a board turns on its own by assuming their switches, and its givens likewise. The solution that
is claimed is forbidden, so one call tells: if nothing else fits, it is the only one. Another call tells whether it is
right, where a board states something new, and now and then where it does not, for clauses that allow too little would
prove nothing; else the constraints themselves say so (`Constraint.holds`), which is sooner. A
rule that is too large for clauses (one loop, one area) is held against each answer, and every conflict is a clause
more. What the kernel runs is never looked at. python-sat is an extra: `pip install 'gridwright[generate]'`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import accumulate, combinations
from operator import add, itemgetter, neg
from typing import Any

from ..model import Constraint, Limits, MissingExtra, Puzzle, Solution, begin, bits
from ..model.engines import T
from ..model.variable import Variables

MOST_CLAUSES = 400_000
"""Statements of earlier boards stay until there are so many clauses; then the solver begins anew."""
CONFLICTS = 20_000
"""Between two looks at the limits."""
NOW_AND_THEN = 16
"""Of so many boards that state nothing new the clauses are asked whether they allow the solution of one."""


class ClauseSolvers:
    """A solver for each genre and size that is met."""

    def __init__(self) -> None:
        self._solvers: dict[object, ClauseSolver] = {}

    def only(self, puzzle: Puzzle, solution: Solution, *, limits: Limits | None = None) -> bool | None:
        """Is the solution right, and the only one? None where the limits struck first."""
        sizes = _sizes(puzzle)
        key = puzzle.genre.key, puzzle.grid, sizes
        solver = self._solvers.get(key)
        if solver is None or solver.clauses > MOST_CLAUSES:
            solver = self._solvers[key] = ClauseSolver(sizes)
        return solver.only(puzzle, solution, limits=limits)


class ClauseSolver:
    """A SAT solver over the candidates of boards whose variables have so many values each.

    Statements that three boards in a row make are kept, each behind a switch of its own, and so is what statements
    count with. All else is a board's own: its clauses hold while the board's literal is assumed, and go when that is
    told to be false. The literals that they count with are then free for the next board, since every clause that speaks
    of them is true for ever.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = tuple(sizes)
        self.clauses = 0
        """How many there were so far, those that are gone included."""
        self._first = list(accumulate(self.sizes, initial=1))
        self._top = self._first[-1] - 1
        self._value_of = [value for size in self.sizes for value in range(size)]
        self._kept: dict[Constraint, int] = {}
        self._same: dict[int, int] = {}
        """The same by the identity of the objects in it."""
        self._switches: tuple[int, ...] = ()
        self._switch = 0
        """Those of the board before, and the literal that turns all of them on, if there is one."""
        self._last: list[set[Constraint]] = [set(), set()]
        self._all_kept: Sequence[Constraint] | None = None
        """Those of the board before, where that literal turns on all of them."""
        self._readers: tuple[Sequence[Constraint], list[tuple[Callable[..., bool], Callable[..., Sequence[int]]]]] = (
            (),
            [],
        )
        """The constraints that were last held against a solution, and who takes their values from one."""
        self._boards = 0
        self._known: dict[Hashable, Any] = {}
        self._spare: list[int] = []
        self._lent: list[int] = []
        self._board = 0
        self._solver = _new_solver()
        for x, size in enumerate(self.sizes):
            literals = [self.literal(x, value) for value in range(size)]
            self.add(literals)
            for one, other in combinations(literals, 2):
                self.add([-one, -other])

    def literal(self, x: int, value: int) -> int:
        """The literal "this variable takes this value"."""
        return self._first[x] + value

    def fresh(self) -> int:
        """A literal of which nothing is known; where a board's own statements are made, one that a board has had."""
        if self._board and self._spare:
            self._lent.append(self._spare.pop())
            return self._lent[-1]
        self._top += 1
        if self._board:
            self._lent.append(self._top)
        return self._top

    def add(self, literals: Iterable[int]) -> None:
        """At least one of these is true, or the board is not the one whose own statements are made."""
        self.clauses += 1
        self._solver.add_clause([*literals, -self._board] if self._board else list(literals))

    def defined(self, key: Hashable, define: Callable[[], T]) -> T:
        """What several statements count with: for every board."""
        if key not in self._known:
            board, self._board = self._board, 0
            self._known[key] = define()
            self._board = board
        found: T = self._known[key]
        return found

    def only(self, puzzle: Puzzle, solution: Solution, *, limits: Limits | None = None) -> bool | None:
        """Is the solution right, and the only one? None where the limits struck first."""
        limits = begin(limits)
        self._top += 1
        stated = self.clauses
        board = self._top
        assumed = [board, *self._stated(board, puzzle.constraints)]
        first = self._first
        assumed += [first[x] + value for x, value in puzzle.givens.items()]
        if puzzle.marks is not None:
            for x, mask in enumerate(puzzle.marks):
                assumed += (-self.literal(x, value) for value in bits(~mask & (1 << self.sizes[x]) - 1))
        claimed = list(map(add, first, solution))
        asked = self.clauses > stated or self._boards % NOW_AND_THEN == 0
        found = self.solve([*assumed, *claimed], limits) if asked else self._is_right(puzzle, solution)
        self._boards += 1
        lazy = [each for each in puzzle.constraints if each.lazy]
        if found and asked:
            found = all(each.holds(_reader(each.scope)(solution)) for each in lazy)
        if found:
            if not asked:
                self._solver.set_phases(claimed)  # another one is sought near this one, and soon found not to be there
            self.add([-board, *map(neg, claimed)])
            another = self._another(assumed, lazy, limits)
            found = another if another is None else not another
        self.add([-board])
        self._spare += self._lent
        self._lent = []
        return found

    def _another(self, assumed: list[int], lazy: Sequence[Constraint], limits: Limits) -> bool | None:
        """Is there an answer that holds in these constraints, too, of which there are no clauses? Each conflict in an
        answer becomes a clause of the board."""
        while found := self.solve(assumed, limits):
            candidates = self._solver.get_model()[: len(self._value_of)]  # they were numbered first, and in order
            answer = tuple([value for value, literal in zip(self._value_of, candidates, strict=True) if literal > 0])
            clashes = [(each.scope, clash) for each in lazy for clash in each.conflicts(_reader(each.scope)(answer))]
            for scope, clash in clashes:
                self.add([-assumed[0], *(-self.literal(scope[i], answer[scope[i]]) for i in clash)])
            if not clashes:
                return True
        return found

    def _stated(self, board: int, constraints: Sequence[Constraint]) -> Iterator[int]:
        """State them; the switches of those that are kept. Genres that hand over the same objects are met soonest."""
        known = self._same
        if constraints is self._all_kept:
            yield self._switch
            return
        yield from self._together(tuple([known[id(each)] for each in constraints if id(each) in known]))
        statements = {each for each in constraints if id(each) not in known and not each.lazy}
        for each in statements:
            if each in self._kept:
                yield self._kept[each]
            elif all(each in earlier for earlier in self._last):
                self._kept[each] = known[id(each)] = self.fresh()
                each.clauses(self._kept[each], self)
                yield self._kept[each]
            else:
                self._board = board
                each.clauses(board, self)
                self._board = 0
        self._last = [self._last[1], statements]
        self._all_kept = constraints if self._switch and not statements else None

    def _together(self, switches: tuple[int, ...]) -> tuple[int, ...]:
        """What to assume for these: one literal that turns all of them on, where the board before had the same ones."""
        if switches != self._switches:
            self._switches, self._switch = switches, 0
            return switches
        if not self._switch and switches:
            self._switch = self.fresh()
            for each in switches:
                self.add([-self._switch, each])
        return (self._switch,) if switches else ()

    def _is_right(self, puzzle: Puzzle, solution: Solution) -> bool:
        """Is it what is given, and does every constraint hold?"""
        if any(solution[x] != value for x, value in puzzle.givens.items()):
            return False
        if puzzle.marks is not None and not all(
            mask >> value & 1 for mask, value in zip(puzzle.marks, solution, strict=True)
        ):
            return False
        stated, readers = self._readers
        if stated is not puzzle.constraints:
            stated = puzzle.constraints
            readers = [(each.holds, _reader(each.scope)) for each in stated]
            self._readers = stated, readers
        return all(holds(read(solution)) for holds, read in readers)

    def solve(self, assumed: list[int], limits: Limits | None = None) -> bool | None:
        """Can all clauses hold where these literals do?"""
        limits = limits or Limits()
        while limits.stop is None:
            self._solver.conf_budget(CONFLICTS)
            found: bool | None = self._solver.solve_limited(assumed)
            if found is not None:
                return found
        return None


def _reader(scope: tuple[int, ...]) -> Callable[[Solution], Sequence[int]]:
    """What takes the values of these variables from a solution."""
    return itemgetter(*scope) if len(scope) > 1 else lambda solution: [solution[x] for x in scope]


def _sizes(puzzle: Puzzle) -> tuple[int, ...]:
    """How many values each variable has; most boards of a size have the same variables."""
    variables = puzzle.variables
    return variables.sizes if isinstance(variables, Variables) else tuple(len(each.domain) for each in variables)


def _new_solver() -> Any:
    try:
        from pysat.solvers import Minisat22
    except ImportError as error:
        raise MissingExtra("python-sat", "generate") from error
    return Minisat22()
