"""Attempts at puzzles whose clues are printed one by one, a number of lamps or a pearl: all of them, then fewer.

A board, its solution and all its clues are made here, as the genre says. The kernel takes boards over threads
(kernel/makers/clue_reduction.hpp): clues go in random order while a short search says that the solution is the only
one, and come back where the asked techniques are stuck. So there are as many clues as it takes for the techniques.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from ..model import Limits, Puzzle, RandomStream, Solution, Structure
from ..model.clue import Statement, statement_of
from ..native import compile_puzzle, kernel
from ..rules.evaluate import FUEL
from .attempts import NO_PUZZLE, NODES, Job, SearchResult, SolvedPuzzle, StepAttempts, orbits_of
from .recipe import Recipe
from .requirements import KernelRequirement, Requirement, eased_levels

FIRST_NODES = 2
"""The same as NODES where techniques of the first tier have to solve the puzzle."""
ALL_NODES = 1 << 63
MORE_TRIES = 4
"""So many times as many solutions of an empty board are tried where easier techniques must not be enough: one takes a
tenth of a board's time."""


Item = tuple[int, list[int], list[Statement]]
"""Clues that go together: how many, givens, and what they say."""


@dataclass(frozen=True)
class FullBoard:
    """A puzzle with all its clues, in the kernel's form, and its solution."""

    puzzle: Puzzle
    solution: Solution
    native: kernel.FullBoard
    items: Sequence[Sequence[int]]
    """The entries of the clue that go together."""
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class CountedBoard:
    """An empty board whose clues count: which attempt's it is, and what of its clues goes together."""

    number: int
    puzzle: Puzzle
    native: kernel.Structure
    items: Sequence[tuple[Sequence[int], Item]]


class ClueAttempts:
    """Boards and clues as the genre says; what is left of the clues as the kernel finds."""

    def __init__(self, recipe: Recipe) -> None:
        assert recipe.maker.steps is not None
        assert recipe.kind.removable is not None
        self.recipe, self.steps, self.clue = recipe, recipe.maker.steps, recipe.kind.removable
        self._engine = StepAttempts(recipe)
        self._levels: list[tuple[Requirement, ...]] = []
        self._plans: dict[tuple[tuple[str, ...], int], list[KernelRequirement]] = {}

    def run(self, jobs: Sequence[Job], *, limits: Limits, threads: int) -> list[SearchResult]:
        """Each job until an attempt succeeds; of each that is not over one attempt at a time, over threads."""
        results = [SearchResult() for _ in jobs]
        number = [first for _, first, _ in jobs]
        done: dict[int, int] = {}
        while True:
            pending = [
                i for i, (key, _, last) in enumerate(jobs)
                if number[i] < last and results[i].attempt is None and done.get(key, i) >= i
            ]  # fmt: skip
            if not pending:
                return results
            if limits.stop is not None:
                for i in pending:
                    results[i].stopped = True
                return results
            streams = [RandomStream(jobs[i][0]).child(number[i]) for i in pending]
            for i, (made, holds, stopped) in zip(pending, self._attempts(streams, limits, threads), strict=True):
                if stopped:
                    results[i].stopped = True
                    number[i] = jobs[i][2]
                    continue
                lacks = NO_PUZZLE if holds < 0 else self._lacks(holds)
                if lacks is None:
                    results[i].attempt, results[i].puzzle = number[i], made
                    done[jobs[i][0]] = min(i, done.get(jobs[i][0], i))
                    continue
                results[i].fail(number[i], lacks, holds, made)
                number[i] += 1

    def _lacks(self, holds: int) -> str | None:
        """What a puzzle lacks of which so many requirements hold; it is called the same on all levels."""
        required = self._levels[0]
        return required[holds].otherwise if holds < len(required) else None

    def _attempts(
        self, streams: Sequence[RandomStream], limits: Limits, threads: int
    ) -> list[tuple[SolvedPuzzle | None, int, bool]]:
        """What each attempt made, how many requirements hold, and whether it was stopped.

        An attempt tries several solutions of its empty board, for they are sooner made than that.
        """
        blanks = [self.recipe.kind.scaffold(self.recipe.request, at.child("scaffold")) for at in streams]
        if self.steps.draws_solutions:
            return self._counted(blanks, streams, limits, threads)
        best: list[tuple[SolvedPuzzle | None, int, bool]] = [(None, -1, False)] * len(streams)
        pending = list(range(len(streams)))
        for number in range(self.steps.tries):
            boards = [(i, self._full(blanks[i], streams[i], number)) for i in pending]
            made = self._reduced(
                [(streams[i], i, board) for i, board in boards if board is not None], number, limits, threads
            )
            for i, result in made:
                if result[1] > best[i][1] or result[2]:
                    best[i] = result
            pending = [i for i in pending if not best[i][2] and (best[i][1] < 0 or self._lacks(best[i][1]) is not None)]
        return best

    def _reduced(
        self, boards: Sequence[tuple[RandomStream, int, FullBoard]], number: int, limits: Limits, threads: int
    ) -> Iterator[tuple[int, tuple[SolvedPuzzle, int, bool]]]:
        """What the kernel leaves of each board, those of a kind and level together."""
        alike: dict[tuple[tuple[str, ...], int], list[tuple[RandomStream, int, FullBoard]]] = {}
        for each in boards:
            at, _, board = each
            alike.setdefault((board.kinds, self._level(board.puzzle, at)), []).append(each)
        for (kinds, level), some in alike.items():
            required, nodes = self._required(some[0][2].puzzle, kinds, level)
            found = kernel.reduce_clues(
                [board.native for _, _, board in some], [at.child(number).key for at, _, _ in some],
                self.recipe.clues or 0, nodes, required, FUEL, *limits.native, threads,
            )  # fmt: skip
            for (_, i, board), (kept, holds, stopped) in zip(some, found, strict=True):
                yield i, (SolvedPuzzle(partial(self._left, board, kept), board.solution), holds, stopped)

    def _counted(
        self, blanks: Sequence[Puzzle], streams: Sequence[RandomStream], limits: Limits, threads: int
    ) -> list[tuple[SolvedPuzzle | None, int, bool]]:
        """The same of boards whose clues count: the kernel tries the solutions, too."""
        results: list[tuple[SolvedPuzzle | None, int, bool]] = [(None, -1, False)] * len(streams)
        alike: dict[tuple[tuple[str, ...], int], list[CountedBoard]] = {}
        for i, (blank, at) in enumerate(zip(blanks, streams, strict=True)):
            puzzle = self._derived(blank, at, 0, bytes(len(blank.variables)))
            kinds = blank.structure.kinds + self.clue.kinds
            if items := self._items(puzzle, kinds):
                board = CountedBoard(i, puzzle, compile_puzzle(blank), items)
                alike.setdefault((kinds, self._level(puzzle, at)), []).append(board)
        stay = self.clue.stays(self.recipe.request)
        for (kinds, level), some in alike.items():
            required, nodes = self._required(some[0].puzzle, kinds, level)
            more = stay and any(not solves for _, solves, _, _ in required)
            found = kernel.count_clues(
                [(board.native, [item for _, item in board.items]) for board in some],
                [streams[board.number].key for board in some], stay, self.steps.tries * (MORE_TRIES if more else 1),
                self.recipe.clues or 0, nodes, required, FUEL, *limits.native, threads,
            )  # fmt: skip
            for board, (number, solution, kept, holds, stopped) in zip(some, found, strict=True):
                entries = None if stay else [entry for item in kept for entry in board.items[item][0]]
                build = partial(self._derived, blanks[board.number], streams[board.number], number, solution, entries)
                made = SolvedPuzzle(build, tuple(solution)) if number >= 0 else None
                results[board.number] = made, holds, stopped
        return results

    def _derived(
        self, blank: Puzzle, at: RandomStream, number: int, values: bytes, entries: Sequence[int] | None = None
    ) -> Puzzle:
        """The board with the clues of such values: all of them, or these."""
        puzzle = self.recipe.kind.derive(blank, tuple(values), at.child("clues").child(number), self.recipe.request)
        assert puzzle is not None
        return puzzle if entries is None else self.clue.keep(puzzle, entries)

    def _left(self, board: FullBoard, kept: Sequence[int]) -> Puzzle:
        """The puzzle with the items that are kept."""
        if self.clue.stays(self.recipe.request):
            return board.puzzle
        return self.clue.keep(board.puzzle, [entry for item in kept for entry in board.items[item]])

    def _full(self, blank: Puzzle, at: RandomStream, number: int) -> FullBoard | None:
        """The board with all clues of a solution; None where luck was bad."""
        request = self.recipe.request
        solution = self.steps.complete(self._engine, blank, at.child("solution").child(number))
        clues = at.child("clues").child(number)
        puzzle = None if solution is None else self.recipe.kind.derive(blank, solution, clues, request)
        if solution is None or puzzle is None:
            return None
        bare = self.clue.keep(puzzle, ())
        kinds, native = bare.structure.kinds + self.clue.kinds, compile_puzzle(bare)
        items = self._items(puzzle, kinds)
        if not items:
            return None  # a board without black cells says nothing
        if self.clue.stays(request):
            native = native.with_statements([statement for _, (_, _, said) in items for statement in said])
            items = []
        listed = kernel.FullBoard(native, bytes(solution), [item for _, item in items])
        return FullBoard(puzzle, solution, listed, [entries for entries, _ in items], kinds)

    def _items(self, puzzle: Puzzle, kinds: tuple[str, ...]) -> list[tuple[Sequence[int], Item]]:
        """The entries that go together, and what they say."""
        said: dict[int, list[Statement]] = {entry: [] for entry in self.clue.printed_entries(puzzle)}
        for entry, statement in self._statements(puzzle, kinds):
            said[entry].append(statement)
        together = orbits_of(puzzle.grid, list(said), self.recipe.symmetry)
        return [(item, (len(item), [], [each for entry in item for each in said[entry]])) for item in together]

    def _statements(self, puzzle: Puzzle, kinds: tuple[str, ...]) -> Iterator[tuple[int, Statement]]:
        """Of each entry what it says, as the kernel takes it."""
        layout = puzzle.layout
        for entry, constraint in self.clue.constraints_by_entry(layout, puzzle):
            yield entry, statement_of(constraint, layout, kinds.index(constraint.group.kind))

    def _level(self, puzzle: Puzzle, at: RandomStream) -> int:
        """Which of the requirements an attempt at boards like this one is to fulfil."""
        self._levels = self._levels or eased_levels(self.recipe, puzzle)[: self.steps.tiers]
        return at.child("level").below(len(self._levels))

    def _required(self, puzzle: Puzzle, kinds: tuple[str, ...], level: int) -> tuple[list[KernelRequirement], int]:
        """The requirements of a level for boards like this one, as the kernel takes them, and nodes of a search."""
        if (kinds, level) not in self._plans:
            structure = Structure(puzzle.structure.sizes, puzzle.variables)
            constraints = puzzle.constraints
            late = [each for each in constraints if each.group.kind in self.clue.kinds]
            late.sort(key=lambda each: self.clue.kinds.index(each.group.kind))
            for constraint in (*(each for each in constraints if each.group.kind not in self.clue.kinds), *late):
                structure.add(constraint)
            assert structure.kinds == kinds
            inside = self.recipe.judge.inside(puzzle)
            self._plans[kinds, level] = [each.for_kernel(puzzle, inside, structure) for each in self._levels[level]]
        required = self._plans[kinds, level]
        first = len(self._levels) > 1 or self.recipe.tier is not None
        nodes = FIRST_NODES if first and level == 0 and len(required) == 1 else NODES
        return required, nodes if required and required[0][1] else ALL_NODES
