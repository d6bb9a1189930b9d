"""How attempts are made: by the kernel where it can make them all by itself, step by step from here where it cannot.

Both roads draw the same numbers from the same streams, so they make the same puzzles; a test holds that.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from ..model import Draw, Grid, Puzzle, Solution
from ..native import compile_puzzle, kernel, operation_of, start_of
from ..rules.board import Board
from ..rules.evaluate import FUEL
from ..rules.machine import Batch, stage_of, stage_spec_of
from ..rules.position import start
from .recipe import SYMMETRIES, Recipe
from .wish import Condition, asked_of_rules

NO_PUZZLE = "no board with one solution"
"""Why an attempt fails that does not come to a puzzle at all."""

CHANGES = 40
"""Local changes that an attempt tries before it gives up, where there is a wish; 20 to 100 are as good."""

REPAIRS = 20
"""How often regions of stars fall back to their seeds before an attempt is given up."""
BORDERS = 200
"""Cells of such regions that an attempt lets change sides before it gives up, where there is a wish."""

Range = tuple[int, int, int]
"""The key of a stream, the first attempt, and the one behind the last."""


Native = tuple[bytes, bytes, list[tuple[list[int], int, int]]]
"""Solution, givens and cages as the kernel tells them."""


@dataclass(frozen=True)
class Made:
    """A puzzle and its solution."""

    puzzle: Puzzle
    solution: Solution


@dataclass
class Sighted:
    """What a range of attempts came to: the first that succeeded, or the one that came closest."""

    attempt: int | None = None
    made: Made | None = None
    failed: dict[str, int] = field(default_factory=dict)
    missed: int | None = None
    holds: int = -1
    miss: Made | None = None
    stopped: bool = False


class Road(Protocol):
    """Makes attempts."""

    def seek(self, jobs: Sequence[Range], *, seconds: float | None, threads: int) -> list[Sighted]:
        """Each job until an attempt succeeds."""


def road_of(recipe: Recipe, *, plain: bool = False) -> Road:
    """The fastest road for a recipe; `plain` asks for the one that is easy to follow."""
    making = recipe.making
    drawn = making.drawn & set(recipe.variants)
    if making.stars:
        return StarsRoad(recipe)
    if making.cages and not plain:
        return CagesRoad(recipe)
    if plain or making.loose is not None or drawn or not making.reduces:
        return PlainRoad(recipe)
    return GivensRoad(recipe)


def orbits(grid: Grid, symmetry: str) -> list[list[int]]:
    """The cells that go together under a symmetry, in the order of their first cells.

    >>> orbits(Grid(2, 2), "turn-180")
    [[0, 3], [1, 2]]
    """
    moves = [grid.symmetries[name] for name in SYMMETRIES[symmetry]]
    return sorted(
        {min(cells): cells for cells in (sorted({c, *(to[c] for to in moves)}) for c in range(len(grid)))}.values()
    )


def items_of(recipe: Recipe, puzzle: Puzzle) -> list[list[int]]:
    """What goes together when clues are taken away: givens by orbits, then loose clues one by one."""
    at = {variable.place: x for x, variable in enumerate(puzzle.variables)}
    items = [[at[cell] for cell in cells if cell in at] for cells in orbits(puzzle.grid, recipe.symmetry)]
    if recipe.making.loose is not None:
        first = len(puzzle.variables)
        items += ([first + i] for i in range(recipe.making.loose.count(puzzle)))
    return [item for item in items if item]


class _Reasons:
    """What the conditions of a wish are to a kernel that numbers them."""

    def __init__(self, conditions: Sequence[Condition]) -> None:
        self.names = [NO_PUZZLE, *(each.otherwise for each in conditions)]

    def told(self, counts: Iterable[int]) -> dict[str, int]:
        found: dict[str, int] = {}
        for name, count in zip(self.names, counts, strict=True):
            if count:
                found[name] = found.get(name, 0) + count
        return found


class _NativeRoad:
    """What the kernel sighted, told as puzzles."""

    blank: Puzzle
    _reasons: _Reasons

    def _told(self, found: kernel.Sighted) -> Sighted:
        told = Sighted(failed=self._reasons.told(found.failed), stopped=found.stopped)
        if found.attempt >= 0:
            told.attempt, told.made = found.attempt, self._made(found.made)
        if found.missed >= 0 and found.missed_holds >= 0:
            told.missed, told.holds, told.miss = found.missed, found.missed_holds, self._made(found.miss)
        return told

    def _made(self, told: Native) -> Made:
        solution, givens, cages = told
        given = {x: value - 1 for x, value in enumerate(givens) if value}
        if not cages:
            return Made(self.blank.with_givens(given), tuple(solution))
        clues = {"cages": tuple((tuple(cells), operation_of(how), target) for cells, how, target in cages)}
        return Made(Puzzle(self.blank.genre, self.blank.grid, givens=given, clues=clues), tuple(solution))


class GivensRoad(_NativeRoad):
    """Boards of one structure whose clues are givens: the kernel makes every attempt from beginning to end."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.blank = recipe.making.scaffold(recipe.order, recipe.draw())
        self.conditions = asked_of_rules(recipe, self.blank)
        self._problem = compile_puzzle(self.blank)
        self._items = items_of(recipe, self.blank)
        self._plans = [(each.plans(self.blank), each.solves) for each in self.conditions]
        self._reasons = _Reasons(self.conditions)

    def seek(self, jobs: Sequence[Range], *, seconds: float | None, threads: int) -> list[Sighted]:
        """Each job until an attempt succeeds."""
        found = kernel.seek_givens(
            self._problem, self._items, self.recipe.clues or 0, CHANGES if self.conditions else 0,
            stage_of(Board.of(self.blank)) if self.conditions else None, self._plans, FUEL, list(jobs), seconds, None,
            threads,
        )  # fmt: skip
        return [self._told(each) for each in found]


class CagesRoad(_NativeRoad):
    """Latin squares cut into cages: the kernel makes every attempt from beginning to end."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.blank = recipe.making.scaffold(recipe.order, recipe.draw())
        cell = Puzzle(self.blank.genre, self.blank.grid, clues={"cages": (((0,), "+", 1),)})  # any, to know the kinds
        self.conditions = asked_of_rules(recipe, cell)
        self._problem = compile_puzzle(self.blank)
        self._stage = stage_spec_of(Board.of(self.blank)) if self.conditions else None
        self._kind = len(Board.of(self.blank).kinds)
        self._plans = [(each.plans(cell), each.solves) for each in self.conditions]
        self._reasons = _Reasons(self.conditions)

    def seek(self, jobs: Sequence[Range], *, seconds: float | None, threads: int) -> list[Sighted]:
        """Each job until an attempt succeeds."""
        found = kernel.seek_cages(
            self._problem, self.recipe.size, "multiply" in self.recipe.variants, self._stage, self._kind, self._plans,
            FUEL, list(jobs), seconds, None, threads,
        )  # fmt: skip
        return [self._told(each) for each in found]


class StarsRoad:
    """Boards of stars: the kernel draws a solution and lets regions grow around it."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.blank = recipe.making.scaffold(recipe.order, recipe.draw())
        self.conditions = asked_of_rules(recipe, self.blank)
        self._plans = [(each.plans(self.blank), each.solves) for each in self.conditions]
        self._reasons = _Reasons(self.conditions)
        board = Board.of(self.blank)
        self._first_region = next(g for g, group in enumerate(board.groups) if group.kind == "region")
        self._stage = stage_of(board) if self.conditions else None

    def seek(self, jobs: Sequence[Range], *, seconds: float | None, threads: int) -> list[Sighted]:
        """Each job until an attempt succeeds."""
        alone = "no-single-cells" not in self.recipe.variants
        found = kernel.seek_stars(
            self.blank.grid.rows, self.blank.clue("stars"), alone, REPAIRS, BORDERS if self.conditions else 0,
            self._stage, self._first_region, self._plans, FUEL, list(jobs), seconds, None, threads,
        )  # fmt: skip
        return [self._told(each) for each in found]

    def _told(self, found: kernel.Sighted) -> Sighted:
        told = Sighted(failed=self._reasons.told(found.failed), stopped=found.stopped)
        if found.attempt >= 0:
            told.attempt, told.made = found.attempt, self._made(found.made[0], found.regions)
        if found.missed >= 0 and found.missed_holds >= 0:
            told.missed, told.holds = found.missed, found.missed_holds
            told.miss = self._made(found.miss[0], found.miss_regions)
        return told

    def _made(self, solution: bytes, regions: bytes) -> Made:
        clues = {"stars": self.blank.clue("stars"), "regions": tuple(regions)}
        return Made(Puzzle(self.blank.genre, self.blank.grid, clues=clues), tuple(solution))


class PlainRoad:
    """One attempt after the other, step by step; each step as the genre says, the searches by the kernel."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.making = recipe.making
        self.conditions: tuple[Condition, ...] | None = None

    def complete(self, puzzle: Puzzle, draw: Draw) -> Solution | None:
        """A random solution: what a genre may ask for."""
        found = kernel.complete(compile_puzzle(puzzle), kernel.Draw(draw.key))
        return None if found is None else tuple(found)

    def latin_square(self, size: int, draw: Draw) -> Solution:
        """A random Latin square."""
        return tuple(kernel.latin_square(size, kernel.Draw(draw.key)))

    def seek(self, jobs: Sequence[Range], *, seconds: float | None, threads: int) -> list[Sighted]:
        """Each job until an attempt succeeds; on one thread."""
        ends = None if seconds is None else time.monotonic() + seconds
        results: list[Sighted] = []
        done: set[int] = set()
        for key, first, last in jobs:
            result = Sighted()
            for number in range(first, last if key not in done else first):
                if ends is not None and time.monotonic() >= ends:
                    result.stopped = True
                    break
                self._count(result, number, *self.attempt(Draw(key).child(number)))
                if result.made is not None:
                    done.add(key)
                    break
            results.append(result)
        return results

    def _count(self, result: Sighted, number: int, made: Made | None, holds: int, lacks: str | None) -> None:
        if lacks is None:
            result.attempt, result.made = number, made
            return
        result.failed[lacks] = result.failed.get(lacks, 0) + 1
        if made is not None and holds > result.holds:
            result.missed, result.holds, result.miss = number, holds, made

    def attempt(self, at: Draw) -> tuple[Made | None, int, str | None]:
        """What an attempt made, how many conditions hold from the first on, and what it lacks, if anything."""
        making, order = self.making, self.recipe.order
        blank = making.scaffold(order, at.child("scaffold"))
        solution = making.complete(self, blank, at.child("solution"))
        if solution is None:
            return None, -1, NO_PUZZLE
        full = making.derive(blank, solution, at.child("clues"), order)
        if full is None:
            return None, -1, NO_PUZZLE
        if self.conditions is None:
            self.conditions = asked_of_rules(self.recipe, full)
        if making.reduces:
            reduction = Reduction(self.recipe, full, solution)
            puzzle = reduction.run(at.child("order"))
        else:
            puzzle = full
            # What rules solve has one solution: then the search can wait for what fulfils the wish.
            by_rules = bool(self.conditions) and self.conditions[0].solves
            if (not by_rules or self.judge(puzzle)[0] == len(self.conditions)) and not _unique(puzzle):
                return None, -1, NO_PUZZLE
        holds, left = self.judge(puzzle)
        if making.reduces and self.conditions:
            changes = at.child("changes")
            for _ in range(CHANGES if holds < len(self.conditions) else 0):
                before = reduction.there
                changed = reduction.change(changes)
                now = self.judge(changed)
                if now[0] > holds or (now[0] == holds and now[1] <= left):
                    puzzle, (holds, left) = changed, now
                else:
                    reduction.there = before
                if holds == len(self.conditions):
                    break
        lacks = self.conditions[holds].otherwise if holds < len(self.conditions) else None
        return Made(puzzle, solution), holds, lacks

    def judge(self, puzzle: Puzzle) -> tuple[int, int]:
        """How many conditions hold, from the first on, and how many candidates are left where the next should solve."""
        assert self.conditions is not None
        for holds, condition in enumerate(self.conditions):
            rules, _ = condition.rungs(puzzle)
            batch = Batch(rules, [start(puzzle)]).run(reasons=False)
            outcome, _, masks, _, _ = batch[0]
            if (outcome == "solved") != condition.solves:
                left = sum(mask.bit_count() - 1 for mask in memoryview(masks).cast("Q")) if condition.solves else 0
                return holds, left
        return len(self.conditions), 0


def _unique(puzzle: Puzzle) -> bool:
    found = compile_puzzle(puzzle).solve(start_of(puzzle), limit=2)
    return found.count == 1 and found.exhausted


class Reduction:
    """Clues of one full board, taken away and put back."""

    def __init__(self, recipe: Recipe, full: Puzzle, solution: Solution) -> None:
        self.recipe, self.full, self.solution = recipe, full, solution
        self.items = items_of(recipe, full)
        self.there: list[int] = list(range(len(self.items)))

    @cached_property
    def _problem(self) -> kernel.Problem:
        return compile_puzzle(self.full.with_givens({}))

    def run(self, draw: Draw) -> Puzzle:
        """Everything there; then items go in random order, givens before other clues."""
        self.there = list(range(len(self.items)))
        order = list(self.there)
        draw.shuffle(order)
        return self._reduced(order)

    def change(self, draw: Draw) -> Puzzle:
        """An item that is not there comes back; the others go in turn while there is one solution, it last."""
        absent = [item for item in range(len(self.items)) if item not in self.there]
        if not absent:
            return self.puzzle()
        back = draw.choose(absent)
        order = list(self.there)
        draw.shuffle(order)
        self.there = sorted([*self.there, back])
        return self._reduced([*order, back])

    def _reduced(self, order: list[int]) -> Puzzle:
        if self.recipe.making.loose is not None:  # givens first: boards are told by their own kind of clue
            order.sort(key=lambda item: self.items[item][0] >= len(self.solution))
        floor = self.recipe.clues or 0
        self.there, *_ = kernel.reduce(self._problem, bytes(self.solution), self.items, self.there, order, floor)
        return self.puzzle()

    def puzzle(self) -> Puzzle:
        """The board with the clues that are there."""
        clues = {clue for item in self.there for clue in self.items[item]}
        size = len(self.solution)
        given = self.full.with_givens({x: self.solution[x] for x in range(size) if x in clues})
        loose = self.recipe.making.loose
        return given if loose is None else loose.keep(given, {clue - size for clue in clues if clue >= size})
