"""How attempts are made: by the kernel where it can make them all by itself, step by step from here where it cannot.

Both roads draw the same numbers from the same streams, so they make the same puzzles; a test holds that. Regions of
stars and arrows have the kernel's road alone: other engines check what it makes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Protocol

from ..grading import scale as scale_named
from ..model import Draw, Grid, GridwrightError, Puzzle, Solution
from ..model.direction import ARROWS
from ..model.making import Order
from ..native import compile_puzzle, kernel, operation_of, start_of
from ..rules.board import Board
from ..rules.evaluate import FUEL
from ..rules.machine import Batch, stage_of, stage_spec_of
from ..rules.position import start
from .recipe import SYMMETRIES, Recipe
from .wish import Asked, Condition, asked_of_rules

NO_PUZZLE = "no board with one solution"
"""Why an attempt fails that does not come to a puzzle at all."""

CHANGES = 2
"""Local changes of a puzzle that is near: few cells are open, or easier techniques are enough."""

COARSEST, FINEST = 3, 8
"""How fine a structure is cut: bounds for what the grade of one cut makes of the next."""

REPAIRS = 20
"""How often regions of stars fall back to their seeds before an attempt is given up."""
BORDERS = 200
"""Cells of such regions that an attempt lets change sides before it gives up, where there is a wish."""

Range = tuple[int, int, int]
"""The key of a stream, the first attempt, and the one behind the last."""


Cages = list[tuple[list[int], int, int]]
Native = tuple[bytes, bytes, Cages]
"""Solution, givens and cages as the kernel tells them."""


@dataclass(frozen=True)
class Made:
    """A puzzle, built when it is looked at, and its solution."""

    build: Callable[[], Puzzle]
    solution: Solution

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.build()


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
    if making.stars or making.arrows:
        if plain:
            raise GridwrightError(f"{recipe.genre} is made by the kernel alone")
        return StarsRoad(recipe) if making.stars else ArrowsRoad(recipe)
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


def asked_by(recipe: Recipe, conditions: Sequence[Condition], board: Puzzle) -> list[Asked]:
    """The conditions for the kernel."""
    inside = scale_named(recipe.scale).inside(board) if conditions else None
    return [each.asked(board, inside) for each in conditions]


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
            told.attempt, told.made = found.attempt, self._made(found.made, found.regions)
        if found.missed >= 0 and found.missed_holds >= 0:
            told.missed, told.holds = found.missed, found.missed_holds
            told.miss = self._made(found.miss, found.miss_regions)
        return told

    def _made(self, told: Native, drawn: bytes) -> Made:
        solution, givens, cages = told
        return Made(partial(self._built, givens, cages, drawn), tuple(solution))

    def _built(self, givens: bytes, cages: Cages, drawn: bytes) -> Puzzle:
        given = {x: value - 1 for x, value in enumerate(givens) if value}
        return Puzzle(self.blank.genre, self.blank.grid, givens=given, clues=self._clues(cages, drawn))

    def _clues(self, cages: Cages, drawn: bytes) -> Mapping[str, Any]:
        """What is printed beside givens; `drawn` is a number a cell, its region or its arrow."""
        return self.blank.clues


class GivensRoad(_NativeRoad):
    """Boards of one structure whose clues are givens: the kernel makes every attempt from beginning to end."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.blank = recipe.making.scaffold(recipe.order, recipe.draw())
        self.conditions = asked_of_rules(recipe, self.blank)
        self._problem = compile_puzzle(self.blank)
        self._items = items_of(recipe, self.blank)
        self._plans = asked_by(recipe, self.conditions, self.blank)
        self._reasons = _Reasons(self.conditions)

    def seek(self, jobs: Sequence[Range], *, seconds: float | None, threads: int) -> list[Sighted]:
        """Each job until an attempt succeeds."""
        found = kernel.seek_givens(
            self._problem, self._items, self.recipe.clues or 0,
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
        self._plans = asked_by(recipe, self.conditions, cell)
        self._reasons = _Reasons(self.conditions)

    def seek(self, jobs: Sequence[Range], *, seconds: float | None, threads: int) -> list[Sighted]:
        """Each job until an attempt succeeds."""
        found = kernel.seek_cages(
            self._problem, self.recipe.size, "multiply" in self.recipe.variants, self._stage, self._kind, self._plans,
            FUEL, self.recipe.making.tries, CHANGES, list(jobs), seconds, None, threads,
        )  # fmt: skip
        return [self._told(each) for each in found]

    def _clues(self, cages: Cages, drawn: bytes) -> Mapping[str, Any]:
        return {"cages": tuple((tuple(cells), operation_of(how), target) for cells, how, target in cages)}


class StarsRoad(_NativeRoad):
    """Boards of stars: the kernel draws a solution and lets regions grow around it."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.blank = recipe.making.scaffold(recipe.order, recipe.draw())
        self.conditions = asked_of_rules(recipe, self.blank)
        self._plans = asked_by(recipe, self.conditions, self.blank)
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

    def _clues(self, cages: Cages, drawn: bytes) -> Mapping[str, Any]:
        return {"stars": self.blank.clue("stars"), "regions": tuple(drawn)}


class ArrowsRoad(_NativeRoad):
    """Boards of arrows: the kernel draws numbers, then arrows that count them, and tells some of the numbers."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.blank = recipe.making.scaffold(recipe.order, recipe.draw())
        self.conditions = asked_of_rules(recipe, self.blank)
        self._asked = asked_by(recipe, self.conditions, self.blank)
        self._reasons = _Reasons(self.conditions)
        self._base = compile_puzzle(self.blank)
        self._stage = stage_spec_of(Board.of(self.blank)) if self.conditions else None

    def seek(self, jobs: Sequence[Range], *, seconds: float | None, threads: int) -> list[Sighted]:
        """Each job until an attempt succeeds."""
        grid = self.blank.grid
        found = kernel.seek_arrows(
            self._base, grid.rows, grid.columns, "eight" in self.recipe.variants, self._stage, self._asked, FUEL,
            list(jobs), seconds, None, threads,
        )  # fmt: skip
        return [self._told(each) for each in found]

    def _clues(self, cages: Cages, drawn: bytes) -> Mapping[str, Any]:
        return {"arrows": "".join(ARROWS[each] for each in drawn)}


def _same(puzzle: Puzzle) -> Puzzle:
    return puzzle


class PlainRoad:
    """One attempt after the other, step by step; each step as the genre says, the searches by the kernel."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.making = recipe.making
        self.conditions: tuple[Condition, ...] | None = None
        self._ends: float | None = None

    def complete(self, puzzle: Puzzle, draw: Draw) -> Solution | None:
        """A random solution: what a genre may ask for."""
        left = None if self._ends is None else max(0.0, self._ends - time.monotonic())
        found = kernel.complete(compile_puzzle(puzzle), kernel.Draw(draw.key), left)
        return None if found is None else tuple(found)

    def latin_square(self, size: int, draw: Draw) -> Solution:
        """A random Latin square."""
        return tuple(kernel.latin_square(size, kernel.Draw(draw.key)))

    def seek(self, jobs: Sequence[Range], *, seconds: float | None, threads: int) -> list[Sighted]:
        """Each job until an attempt succeeds; on one thread."""
        self._ends = None if seconds is None else time.monotonic() + seconds
        results: list[Sighted] = []
        done: set[int] = set()
        for key, first, last in jobs:
            result = Sighted()
            for number in range(first, last if key not in done else first):
                if self._over():
                    result.stopped = True
                    break
                made, holds, lacks = self.attempt(Draw(key).child(number))
                if lacks is not None and self._over():  # it may have failed for want of time
                    result.stopped = True
                    break
                self._count(result, number, made, holds, lacks)
                if result.made is not None:
                    done.add(key)
                    break
            results.append(result)
        return results

    def _over(self) -> bool:
        return self._ends is not None and time.monotonic() >= self._ends

    def _count(self, result: Sighted, number: int, made: Made | None, holds: int, lacks: str | None) -> None:
        if lacks is None:
            result.attempt, result.made = number, made
            return
        result.failed[lacks] = result.failed.get(lacks, 0) + 1
        if made is not None and holds > result.holds:
            result.missed, result.holds, result.miss = number, holds, made

    def attempt(self, at: Draw) -> tuple[Made | None, int, str | None]:
        """What an attempt made, how many conditions hold from the first on, and what it lacks, if anything."""
        blank = self.making.scaffold(self.recipe.order, at.child("scaffold"))
        solution = self.making.complete(self, blank, at.child("solution"))
        best: tuple[Made | None, int, str | None] = None, -1, NO_PUZZLE
        order = self.recipe.order
        for i in range(self.making.tries if solution is not None else 0):
            assert solution is not None
            puzzle, holds = self.derived(blank, solution, at, i, order)
            if puzzle is None:
                continue
            assert self.conditions is not None
            # What is stuck wants a finer structure, what is too easy a coarser one.
            stuck = holds == 0 and bool(self.conditions) and self.conditions[0].solves
            order = replace(order, fine=min(order.fine + 1, FINEST) if stuck else max(order.fine - 1, COARSEST))
            if holds <= best[1]:
                continue
            lacks = self.conditions[holds].otherwise if holds < len(self.conditions) else None
            best = Made(partial(_same, puzzle), solution), holds, lacks
            if lacks is None:
                break
        return best

    def derived(
        self, blank: Puzzle, solution: Solution, at: Draw, number: int, order: Order
    ) -> tuple[Puzzle | None, int]:
        """A puzzle of the solution and how many conditions hold; none where there would be several solutions."""
        making = self.making
        puzzle = making.derive(blank, solution, at.child("clues").child(number), order)
        if puzzle is None:
            return None, -1
        if self.conditions is None:
            self.conditions = asked_of_rules(self.recipe, puzzle)
        if making.reduces:
            puzzle = reduced(self.recipe, puzzle, solution, at.child("order"))
            return puzzle, self.judge(puzzle)[0]
        by_rules = bool(self.conditions) and self.conditions[0].solves
        if making.twofold is not None and making.twofold(puzzle, solution):
            return (puzzle, 0) if by_rules else (None, -1)
        if not by_rules and not _unique(puzzle):  # what rules solve has one solution: no search need tell
            return None, -1
        (holds, open_), changes = self.judge(puzzle), at.child("changes").child(number)
        for _ in range(CHANGES if by_rules and making.perturb is not None else 0):
            if holds == len(self.conditions) or (holds == 0 and not 0 < len(open_) <= order.size):
                break  # done, or not near
            assert making.perturb is not None
            where = changes.choose(open_) if holds == 0 else None
            changed = making.perturb(puzzle, solution, changes, order, where)
            if changed is None:
                continue
            now, still = self.judge(changed)
            if now > holds or (now == holds and (now > 0 or len(still) <= len(open_))):
                puzzle, holds, open_ = changed, now, still
        return puzzle, holds

    def judge(self, puzzle: Puzzle) -> tuple[int, list[int]]:
        """How many conditions hold, from the first on, and the cells that the rules of the first leave open."""
        assert self.conditions is not None
        open_: list[int] = []
        for holds, condition in enumerate(self.conditions):
            outcome, _, _, placed, _ = Batch(condition.rungs(puzzle)[0], [start(puzzle)]).run(reasons=False)[0]
            if holds == 0:
                open_ = [x for x, is_ in enumerate(placed) if not is_]
            if (outcome == "solved") != condition.solves:
                return holds, open_
        return len(self.conditions), open_


def _unique(puzzle: Puzzle) -> bool:
    found = compile_puzzle(puzzle).solve(start_of(puzzle), limit=2)
    return found.count == 1 and found.exhausted


def reduced(recipe: Recipe, full: Puzzle, solution: Solution, draw: Draw) -> Puzzle:
    """The puzzle with what is left when clues go in random order while there is one solution."""
    items, size, loose = items_of(recipe, full), len(solution), recipe.making.loose
    order = list(range(len(items)))
    draw.shuffle(order)
    order.sort(key=lambda item: items[item][0] >= size)  # givens first: boards are told by their own kind of clue
    problem = compile_puzzle(full.with_givens({}))
    kept, *_ = kernel.reduce(problem, bytes(solution), items, list(range(len(items))), order, recipe.clues or 0)
    clues = {clue for item in kept for clue in items[item]}
    given = full.with_givens({x: solution[x] for x in range(size) if x in clues})
    return given if loose is None else loose.keep(given, {clue - size for clue in clues if clue >= size})
