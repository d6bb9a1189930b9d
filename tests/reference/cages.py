"""Latin squares cut into cages: the twin of `kernel/makers/cages.cpp`, one attempt after the other.

Both draw the same numbers from the same streams, so they make the same puzzles. The taste is the genre's: both are told
the same numbers, and `kernel/makers/cages.cpp` says what each means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from math import prod
from typing import Any

from gridwright.generation import Recipe
from gridwright.generation.attempts import NO_PUZZLE, SolvedPuzzle, StepAttempts
from gridwright.generation.requirements import requirements_on_rules
from gridwright.model import Grid, Limits, Puzzle, RandomStream, Solution
from gridwright.model.constraints.arithmetic import ANY, NUMBERED, OPERATIONS
from reference.latin_trades import trades

SUITS, SAYS_MUCH, NEVER = range(3)

Cage = tuple[tuple[int, ...], str, int]
"""Cells, operation and target."""


class CageAttempts(StepAttempts):
    """Attempts of the maker `cages`, on one thread."""

    def __init__(self, recipe: Recipe) -> None:
        assert recipe.maker.native is not None
        self.recipe, self.requirements, self._limits = recipe, None, Limits()
        self.cutter = Cutter(recipe.maker.native.numbers(recipe.request), recipe.request.size)

    def attempt(self, at: RandomStream) -> tuple[SolvedPuzzle | None, int, str | None]:
        """The cut of a random square that fulfils all requirements, or the one that came closest."""
        blank = self.recipe.kind.scaffold(self.recipe.request, at.child("scaffold"))
        solution, taste = self.latin_square(blank.grid.rows, at.child("solution")), self.cutter.taste
        fine: int = taste["fine"]
        best: tuple[SolvedPuzzle | None, int, str | None] = None, -1, NO_PUZZLE
        for number in range(taste["tries"]):
            clues = at.child("clues").child(number)
            puzzle, holds = self.cut(blank, solution, clues, at.child("changes").child(number), fine)
            if puzzle is None:
                continue
            assert self.requirements is not None
            # What is stuck wants smaller cages, what is too easy larger ones.
            fine = min(fine + 1, taste["finest"]) if holds == 0 and self.by_rules else max(fine - 1, taste["coarsest"])
            if holds <= best[1]:
                continue
            lacks = self.requirements[holds].otherwise if holds < len(self.requirements) else None
            best = SolvedPuzzle(partial(_same, puzzle), solution), holds, lacks
            if lacks is None:
                break
        return best

    @property
    def by_rules(self) -> bool:
        """Do rules have to solve the puzzle?"""
        return bool(self.requirements) and self.requirements[0].solves

    def cut(
        self, blank: Puzzle, solution: Solution, clues: RandomStream, changes: RandomStream, fine: int
    ) -> tuple[Puzzle | None, int]:
        """A cut, changed where it is near, and how many requirements hold; none where it is no puzzle."""
        cages = self.cutter.cages(blank.grid, solution, clues, fine)
        if cages is None:
            return None, -1
        puzzle = _with_cages(blank, cages)
        if self.requirements is None:
            self.requirements = requirements_on_rules(self.recipe, puzzle)
        if second_solution(puzzle, solution):
            return (puzzle, 0) if self.by_rules else (None, -1)
        if not self.by_rules and not self.is_unique(puzzle):
            return None, -1  # what rules solve has one solution: no search need tell
        holds, open_ = self.judge(puzzle)
        for _ in range(self.cutter.taste["changes"] if self.by_rules else 0):
            if holds == len(self.requirements) or (holds == 0 and not 0 < len(open_) <= self.cutter.taste["near"]):
                break  # done, or not near
            where = changes.choose(open_) if holds == 0 else None
            other = self.cutter.changed(blank.grid, puzzle.clue("cages"), solution, changes, where)
            if other is None:
                continue
            now, still = self.judge(_with_cages(blank, other))
            if now > holds or (now == holds and (now > 0 or len(still) <= len(open_))):
                puzzle, holds, open_ = _with_cages(blank, other), now, still
        return puzzle, holds


class Cutter:
    """Cuts squares of one side into cages as a genre likes them."""

    def __init__(self, taste: Mapping[str, Any], side: int) -> None:
        self.taste, self.side = taste, side
        self.turns, self.of_more, self.despite_few = (
            [NUMBERED[number] for number in taste[name]] for name in ("operations", "of_more", "despite_few")
        )
        self.pairs = Counter(
            (operation, result_of(operation, pair))
            for pair in combinations(range(1, side + 1), 2)
            for operation in OPERATIONS
            if operation != "÷" or pair[1] % pair[0] == 0
        )

    def cages(self, grid: Grid, solution: Solution, stream: RandomStream, fine: int) -> tuple[Cage, ...] | None:
        """Cages and their clues; operations take turns over cages that they suit, those that say much come last."""
        cells = self.parts(grid, stream, fine)
        if cells is None:
            return None
        numbers = [[solution[cell] + 1 for cell in cage] for cage in cells]
        left = list(range(len(cells)))
        stream.shuffle(left)
        cages: list[Cage] = []
        turn, turns = 0, len(self.turns)
        while left:
            i, k = next(
                (i, k)
                for bad in (SUITS, SAYS_MUCH)
                for k in range(turns)
                for i in left
                if self.unsuited(self.turns[(turn + k) % turns], numbers[i]) == bad
            )
            cages.append((cells[i], *self.clue(self.turns[(turn + k) % turns], numbers[i])))
            turn = (turn + k + 1) % turns
            left.remove(i)
        return tuple(sorted(cages))

    def parts(self, grid: Grid, stream: RandomStream, fine: int) -> list[tuple[int, ...]] | None:
        """Dominoes first, then what is left joins cages that are not full; None where a cell is left alone.

        One cell in `fine` begins no domino.
        """
        order = list(range(len(grid)))
        stream.shuffle(order)
        cage_of: dict[int, int] = {}
        cages: list[list[int]] = []
        for cell in order:
            if cell in cage_of or stream.below(fine) == 0:
                continue
            free = [q for q in grid.beside(cell) if q not in cage_of]
            if free:
                q = stream.choose(free)
                cage_of[cell] = cage_of[q] = len(cages)
                cages.append([cell, q])
        joined = True
        while joined:
            joined = False
            for cell in order:
                beside = (cage_of[q] for q in grid.beside(cell) if q in cage_of)
                near = list(dict.fromkeys(cage for cage in beside if len(cages[cage]) < self.taste["largest"]))
                if cell not in cage_of and near:
                    cage_of[cell] = stream.choose(near)
                    cages[cage_of[cell]].append(cell)
                    joined = True
        return sorted(tuple(sorted(cage)) for cage in cages) if len(cage_of) == len(grid) else None

    def changed(
        self, grid: Grid, before: Sequence[Cage], solution: Solution, stream: RandomStream, where: int | None
    ) -> tuple[Cage, ...] | None:
        """Another operation for a cage, that of a cell or any, or one of its cells goes over to the next cage."""
        cages = [list(cage) for cage in before]
        cage_of = {cell: i for i, (members, _, _) in enumerate(cages) for cell in members}
        i = stream.below(len(cages)) if where is None else cage_of[where]
        members, operation, _ = cages[i]
        touched = [i]
        if stream.below(2) == 0:
            but = operation
        else:
            moves = dict.fromkeys(
                (p, cage_of[q])
                for p in members
                if len(members) > 2 and _connected(grid, set(members) - {p})
                for q in grid.beside(p)
                if cage_of[q] != i and len(cages[cage_of[q]][0]) < self.taste["largest"]
            )
            if not moves:
                return None
            p, to = stream.choose(list(moves))
            cages[i][0] = tuple(cell for cell in members if cell != p)
            cages[to][0] = tuple(sorted((*cages[to][0], p)))
            touched, but = [i, to], ANY
        for cage in touched:
            numbers = [solution[cell] + 1 for cell in cages[cage][0]]
            fitting = [
                [one for one in self.turns if one != but and self.unsuited(one, numbers) == bad]
                for bad in (SUITS, SAYS_MUCH)
            ]
            best = fitting[SUITS] or fitting[SAYS_MUCH]
            if not best:
                return None
            cages[cage][1:] = self.clue(stream.choose(best), numbers)
        return tuple(sorted(map(tuple, cages)))

    def clue(self, operation: str, numbers: Sequence[int]) -> tuple[str, int]:
        """What is printed: the operation, unless none is, and what it makes."""
        return ANY if self.taste["no_operations"] else operation, result_of(operation, numbers)

    def unsuited(self, operation: str, numbers: Sequence[int]) -> int:
        """Does the operation suit the numbers, does it say too much, or is it not asked for?"""
        if len(numbers) > 2:
            return SUITS if operation in self.of_more else NEVER
        if operation == "÷" and max(numbers) % min(numbers):
            return NEVER
        if self.pairs[operation, result_of(operation, numbers)] >= self.taste["fewest_pairs"]:
            return SUITS
        return SAYS_MUCH if operation in self.despite_few else NEVER


def result_of(operation: str, numbers: Sequence[int]) -> int:
    """What the operation makes of the numbers, the largest first."""
    largest, product = max(numbers), prod(numbers)
    results = {"+": sum(numbers), "×": product, "-": 2 * largest - sum(numbers), "÷": largest * largest // product}
    return results[operation]


def second_solution(puzzle: Puzzle, solution: Solution) -> bool:
    """Would no cage notice if two lines exchanged what they hold at some places, or two numbers changed theirs?"""
    cages = puzzle.clue("cages")
    for changes in trades(solution, puzzle.grid.rows):
        now = [changes.get(cell, value) for cell, value in enumerate(solution)]
        touched = [cage for cage in cages if not changes.keys().isdisjoint(cage[0])]
        if all(_makes(operation, [now[x] + 1 for x in members], target) for members, operation, target in touched):
            return True
    return False


def _makes(operation: str, numbers: Sequence[int], target: int) -> bool:
    if operation == ANY:
        return any(_makes(one, numbers, target) for one in OPERATIONS)
    exact = operation != "÷" or max(numbers) ** 2 % prod(numbers) == 0
    return exact and result_of(operation, numbers) == target


def _connected(grid: Grid, cells: set[int]) -> bool:
    reached = [min(cells)]
    for cell in reached:
        reached.extend(q for q in grid.beside(cell) if q in cells and q not in reached)
    return len(reached) == len(cells)


def _with_cages(blank: Puzzle, cages: Sequence[Cage]) -> Puzzle:
    return Puzzle(blank.genre, blank.grid, clues={"cages": tuple(cages)})


def _same(puzzle: Puzzle) -> Puzzle:
    return puzzle
