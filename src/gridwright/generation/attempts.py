"""Attempts to make a puzzle: by the kernel where it can make them all by itself, else step by step from here.

    attempts_of(recipe)      → Attempts: the genre's native maker, or its steps
    attempts.run(jobs)       → a SearchResult for each job, that is for a range of attempts of one seed

Both draw the same numbers from the same streams, so they make the same puzzles; a test holds that. What the kernel
alone can make (regions of stars, cages, arrows), other engines check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Protocol

from ..model import Grid, GridwrightError, Limits, Puzzle, RandomStream, Request, Solution
from ..native import compile_puzzle, kernel, operation_of, start_of
from ..rules.evaluate import FUEL
from ..rules.machine import Batch
from ..rules.position import start
from ..solving.deduce import plans_of
from .recipe import SYMMETRIES, Recipe
from .requirements import Requirement, eased_levels, eased_requirements, requirements_of, requirements_on_rules

NO_PUZZLE = "no board with one solution"
"""Why an attempt fails that does not come to a puzzle at all."""

NODES = 4
"""Of a search that says whether a clue may go, where techniques have to solve the puzzle and clues come back: what
takes longer to refute would. With 12 an akari of ten rows takes 20 times as long, and has two clues more."""

Job = tuple[int, int, int]
"""The key of a stream, the first attempt, and the one behind the last."""


@dataclass(frozen=True)
class SolvedPuzzle:
    """A puzzle, built when it is looked at, and its solution."""

    build: Callable[[], Puzzle]
    solution: Solution

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.build()


@dataclass
class SearchResult:
    """What the attempts of a job came to: the first that succeeded, or the one that came closest."""

    attempt: int | None = None
    puzzle: SolvedPuzzle | None = None
    failed: dict[str, int] = field(default_factory=dict)
    closest_attempt: int | None = None
    closest_holds: int = -1
    closest: SolvedPuzzle | None = None
    stopped: bool = False

    def fail(self, number: int, lacks: str, holds: int, made: SolvedPuzzle | None) -> None:
        """An attempt that failed, and what it lacks."""
        self.failed[lacks] = self.failed.get(lacks, 0) + 1
        if made is not None and holds > self.closest_holds:
            self.closest_attempt, self.closest_holds, self.closest = number, holds, made


class Attempts(Protocol):
    """Makes attempts."""

    def run(self, jobs: Sequence[Job], *, limits: Limits, threads: int) -> list[SearchResult]:
        """Each job until an attempt succeeds."""


def attempts_of(recipe: Recipe, *, plain: bool = False) -> Attempts:
    """The fastest way to make what a recipe asks for; `plain` asks for the one that is easy to follow."""
    maker = recipe.maker
    if maker.steps is None and plain:
        raise GridwrightError(f"{recipe.genre} is made by the kernel alone")
    if recipe.kind.reduces_entries:
        from .clue_attempts import ClueAttempts

        return ClueAttempts(recipe)
    if maker.native is None or plain or maker.drawn & set(recipe.variants):
        return StepAttempts(recipe)
    return NativeAttempts(recipe)


def orbits(puzzle: Puzzle, symmetry: str) -> list[list[int]]:
    """The variables whose places go together under a symmetry, in the order of their first.

    >>> from gridwright.genres import parse
    >>> orbits(parse("." * 16, genre="sudoku"), "turn-180")[:2]
    [[0, 15], [1, 14]]
    """
    at, motions = puzzle.variable_at, [puzzle.grid.motion(name) for name in SYMMETRIES[symmetry]]
    names = (
        {place.name, *(motion(place).name for motion in motions)} for place in (each.place for each in puzzle.variables)
    )
    found = (sorted(at[name] for name in together if name in at) for together in names)
    return sorted({min(orbit): orbit for orbit in found}.values())


def orbits_of(grid: Grid, cells: Sequence[int], symmetry: str) -> list[list[int]]:
    """The cells of a list that go together under a symmetry, in the order of their first.

    >>> orbits_of(Grid(2, 2), [0, 1, 3], "turn-180")
    [[0, 3], [1]]
    """
    moved, known = [grid.motion(name).cells for name in SYMMETRIES[symmetry]], set(cells)
    found = (sorted({cell, *(each[cell] for each in moved)} & known) for cell in cells)
    return sorted({orbit[0]: orbit for orbit in found}.values())


def items_of(recipe: Recipe, puzzle: Puzzle) -> list[list[int]]:
    """Return what is removed together: givens by orbits, then other printed entries one by one."""
    items = orbits(puzzle, recipe.symmetry)
    clue = recipe.kind.removable
    if clue is not None and clue.is_printed_in(recipe.request):
        first = len(puzzle.variables)
        items += ([first + i] for i in range(len(clue.printed_entries(puzzle))))
    return items


class NativeAttempts:
    """A maker of the kernel: every attempt from beginning to end."""

    def __init__(self, recipe: Recipe) -> None:
        maker = recipe.maker.native
        assert maker is not None
        self.maker, self.blank = maker, recipe.kind.scaffold(recipe.request, recipe.stream())
        sample = maker.sample(self.blank)
        steps = recipe.maker.steps
        eases = steps is not None and steps.eases
        self.requirements = (eased_requirements if eases else requirements_on_rules)(recipe, sample)
        self._by_rules = bool(self.requirements) and self.requirements[0].solves
        inside = recipe.judge.inside(sample) if self.requirements else None
        self._required = [each.for_kernel(sample, inside) for each in self.requirements]
        self._reasons = [NO_PUZZLE, *(each.otherwise for each in self.requirements)]
        self._structure = compile_puzzle(self.blank)
        self._items = items_of(recipe, self.blank)
        numbers: dict[str, int | Sequence[int]] = {
            "rows": self.blank.grid.rows, "columns": self.blank.grid.columns, "fewest_clues": recipe.clues or 0,
            "eases": NODES if eases and self._by_rules else 0, **maker.numbers(recipe.request),
        }  # fmt: skip
        if maker.draws is not None:
            structure = sample.structure
            kinds = [group.kind for group in structure.groups]
            numbers |= {"kind": structure.kinds.index(maker.draws), "first_group": kinds.index(maker.draws)}
        self._numbers = {name: [value] if isinstance(value, int) else [*value] for name, value in numbers.items()}

    def run(self, jobs: Sequence[Job], *, limits: Limits, threads: int) -> list[SearchResult]:
        """Each job until an attempt succeeds."""
        found = kernel.make(
            self.maker.name, self._structure, self._items, self._numbers, self._required, FUEL, list(jobs),
            *limits.native, threads,
        )  # fmt: skip
        return [self._result(each) for each in found]

    def _result(self, found: kernel.SearchResult) -> SearchResult:
        result = SearchResult(stopped=found.stopped)
        for reason, count in zip(self._reasons, found.failed, strict=True):
            if count:
                result.failed[reason] = result.failed.get(reason, 0) + count
        if found.attempt >= 0:
            result.attempt, result.puzzle = found.attempt, self._solved(*found.puzzle)
        if found.closest_attempt >= 0 and found.closest_holds >= 0:
            result.closest_attempt, result.closest_holds = found.closest_attempt, found.closest_holds
            result.closest = self._solved(*found.closest)
        return result

    def _solved(
        self, solution: bytes, givens: bytes, cages: list[tuple[list[int], int, int]], labels: bytes
    ) -> SolvedPuzzle:
        return SolvedPuzzle(partial(self._built, givens, cages, labels), tuple(solution))

    def _built(self, givens: bytes, cages: list[tuple[list[int], int, int]], labels: bytes) -> Puzzle:
        spelled = [(cells, operation_of(operation), target) for cells, operation, target in cages]
        clues = self.maker.clues(self.blank, labels, spelled)
        if clues is self.blank.clues:
            self.blank.constraints  # noqa: B018  all puzzles share them
            return self.blank.given(givens)
        given = {x: value - 1 for x, value in enumerate(givens) if value}
        return Puzzle(self.blank.genre, self.blank.grid, givens=given, clues=clues)


class StepAttempts:
    """One attempt after the other, step by step; each step as the genre says, the searches by the kernel."""

    def __init__(self, recipe: Recipe) -> None:
        assert recipe.maker.steps is not None
        self.recipe, self.steps = recipe, recipe.maker.steps
        self.requirements: tuple[Requirement, ...] | None = None
        self._levels: list[tuple[Requirement, ...]] = []
        self._limits = Limits()

    def complete(self, puzzle: Puzzle, stream: RandomStream) -> Solution | None:
        """A random solution: what a genre may ask for."""
        found = kernel.complete(compile_puzzle(puzzle), kernel.RandomStream(stream.key), *self._limits.native)
        return None if found is None else tuple(found)

    def latin_square(self, size: int, stream: RandomStream) -> Solution:
        """A random Latin square."""
        return tuple(kernel.latin_square(size, kernel.RandomStream(stream.key)))

    def run(self, jobs: Sequence[Job], *, limits: Limits, threads: int) -> list[SearchResult]:
        """Each job until an attempt succeeds; on one thread."""
        self._limits = limits
        results: list[SearchResult] = []
        done: set[int] = set()
        for key, first, last in jobs:
            result = SearchResult()
            for number in range(first, last if key not in done else first):
                if limits.stop is not None:
                    result.stopped = True
                    break
                made, holds, lacks = self.attempt(RandomStream(key).child(number))
                if self._limits.stop is not None:  # what it came to may not be so
                    result.stopped = True
                    break
                if lacks is None:
                    result.attempt, result.puzzle = number, made
                    done.add(key)
                    break
                result.fail(number, lacks, holds, made)
            results.append(result)
        return results

    def attempt(self, at: RandomStream) -> tuple[SolvedPuzzle | None, int, str | None]:
        """What an attempt made, how many requirements hold from the first on, and what it lacks, if anything."""
        request = self.recipe.request
        blank = self.recipe.kind.scaffold(request, at.child("scaffold"))
        solution = self.steps.complete(self, blank, at.child("solution"))
        best: tuple[SolvedPuzzle | None, int, str | None] = None, -1, NO_PUZZLE
        for i in range(self.steps.tries if solution is not None else 0):
            assert solution is not None
            if self.steps.vary is not None:
                puzzle, holds, solution = self.varied(blank, solution, at, i, request)
            else:
                puzzle, holds = self.derived(blank, solution, at, i, request)
            if puzzle is None:
                continue
            if holds <= best[1]:
                continue
            assert self.requirements is not None
            lacks = self.requirements[holds].otherwise if holds < len(self.requirements) else None
            best = SolvedPuzzle(partial(_same, puzzle), solution), holds, lacks
            if lacks is None:
                break
        return best

    def derived(
        self, blank: Puzzle, solution: Solution, at: RandomStream, number: int, request: Request
    ) -> tuple[Puzzle | None, int]:
        """A puzzle of the solution and how many requirements hold; none where there would be several solutions."""
        steps = self.steps
        puzzle = self.recipe.kind.derive(blank, solution, at.child("clues").child(number), request)
        if puzzle is None:
            return None, -1
        if self.requirements is None:
            self.requirements = (eased_requirements if steps.eases else requirements_on_rules)(self.recipe, puzzle)
        if steps.reduces:
            puzzle = self.reduced(puzzle, solution, at.child("order"))
            if steps.eases or self.recipe.maker.drawn & set(self.recipe.variants):
                puzzle = self.eased(puzzle, solution, at.child("eased"))
            return puzzle, self.judge(puzzle)[0]
        by_rules = bool(self.requirements) and self.requirements[0].solves
        if not by_rules and not self.is_unique(puzzle):  # what rules solve has one solution: no search need tell
            return None, -1
        return puzzle, self.judge(puzzle)[0]

    def is_unique(self, puzzle: Puzzle) -> bool:
        """Has the puzzle one solution, by search?"""
        found = compile_puzzle(puzzle).solve(start_of(puzzle), 2, 0, None, *self._limits.native)
        return found.count == 1 and found.exhausted

    def varied(
        self, blank: Puzzle, solution: Solution, at: RandomStream, number: int, request: Request
    ) -> tuple[Puzzle | None, int, Solution]:
        """A puzzle that was changed, bit by bit, until no cell is in doubt; how many requirements hold; its solution.

        Where no tier is asked for, an attempt draws one whose rules leave nothing in doubt, or asks for one solution
        alone: rules may be too weak for such boards.
        """
        steps = self.steps
        puzzle = self.recipe.kind.derive(blank, solution, at.child("clues").child(number), request)
        if puzzle is None:
            return None, -1, solution
        if self.requirements is None:
            self.requirements, exact = (
                eased_requirements(self.recipe, puzzle),
                requirements_on_rules(self.recipe, puzzle),
            )
            self._levels = eased_levels(self.recipe, puzzle) + [exact] * (len(exact) < len(self.requirements))
        required = at.child("level").choose(self._levels)
        by_rules = bool(required) and required[0].solves
        (holds, open_), stream = self.doubts(puzzle, required), at.child("changes").child(number)
        for _ in range(steps.changes):
            if self._limits.stop is not None or holds == len(required) or (by_rules and len(open_) == len(solution)):
                break  # done, or the rules do not even begin
            assert steps.vary is not None
            where = stream.choose(open_) if open_ else stream.below(len(puzzle.variables))
            changed = steps.vary(puzzle, solution, stream, where)
            if changed is None:
                continue
            now, still = self.doubts(changed[0], required)
            if now > holds or (now == holds and len(still) <= len(open_)):
                (puzzle, solution), holds, open_ = changed, now, still
        if holds < 0:
            return None, -1, solution
        return puzzle, holds + len(self.requirements) - len(required), solution

    def doubts(self, puzzle: Puzzle, required: Sequence[Requirement]) -> tuple[int, list[int]]:
        """How many requirements hold, -1 where there are several solutions, and the cells that are in doubt.

        These are what the rules of the first requirement leave open or, where no rules are to solve the puzzle, those
        in which two solutions differ.
        """
        if not required or not required[0].solves:
            found = compile_puzzle(puzzle).solve(start_of(puzzle), 2, 2, None, *self._limits.native)
            if found.count != 1 or not found.exhausted:
                one, other = [*found.solutions, b"", b""][:2]
                return -1, [x for x, (a, b) in enumerate(zip(one, other, strict=False)) if a != b]
        return self.judge(puzzle, required)

    def judge(self, puzzle: Puzzle, required: Sequence[Requirement] | None = None) -> tuple[int, list[int]]:
        """How many requirements hold, from the first on, and the cells that the rules of the first leave open."""
        required = self.requirements if required is None else required
        assert required is not None
        open_: list[int] = []
        for holds, requirement in enumerate(required):
            solved, left = self.climb(requirement, puzzle)
            if holds == 0:
                open_ = left
            if solved != requirement.solves:
                return holds, open_
        return len(required), open_

    def climb(self, requirement: Requirement, puzzle: Puzzle) -> tuple[bool, list[int]]:
        """Do the rules of a requirement solve the puzzle, and which cells do they leave open?"""
        seen = self.recipe.judge.view(puzzle)
        plans = plans_of(requirement.rungs(seen)[0], seen.structure)
        outcome, _, _, placed, _ = Batch(plans, [start(seen)]).run(limits=self._limits, reasons=False)[0]
        return outcome == "solved", [x for x, is_ in enumerate(placed) if not is_]

    def eased(self, puzzle: Puzzle, solution: Solution, stream: RandomStream) -> Puzzle:
        """The puzzle with as many more givens as it takes for the asked techniques to solve it.

        On boards that are drawn hardly any puzzle with as few as possible is solved by techniques. What is no rule is
        not asked here: it can only do more.
        """
        required = self.requirements if self.steps.eases else requirements_of(self.recipe, puzzle)
        asked = next((each for each in required or () if each.solves), None)
        together = {x: orbit for orbit in orbits(puzzle, self.recipe.symmetry) for x in orbit}
        while asked is not None and self._limits.stop is None:
            open_ = self.climb(asked, puzzle)[1]
            if not open_:
                break
            given = {x: solution[x] for x in together[stream.choose(open_)]}
            puzzle = puzzle.with_givens({**puzzle.givens, **given})
        return puzzle

    def reduced(self, full: Puzzle, solution: Solution, stream: RandomStream) -> Puzzle:
        """The puzzle with what is left when clues go in random order while there is one solution."""
        items, size, clue = items_of(self.recipe, full), len(solution), self.recipe.kind.removable
        order = list(range(len(items)))
        stream.shuffle(order)
        order.sort(key=lambda item: items[item][0] >= size)  # givens first: boards are told by their own kind of clue
        problem, fewest = compile_puzzle(full.with_givens({})), self.recipe.clues or 0
        every = list(range(len(items)))
        required = self.requirements or ()
        nodes = NODES if self.steps.eases and required and required[0].solves else None
        kept, *_ = kernel.reduce(problem, bytes(solution), items, every, order, fewest, *self._limits.native, nodes)
        printed = {number for item in kept for number in items[item]}
        given = full.with_givens({x: solution[x] for x in range(size) if x in printed})
        if clue is None or not clue.is_printed_in(self.recipe.request):
            return given
        entries = clue.printed_entries(full)
        return clue.keep(given, [entries[number - size] for number in printed if number >= size])


def _same(puzzle: Puzzle) -> Puzzle:
    return puzzle
