"""Recipes to puzzles: attempts in rounds until one succeeds, graded, judged and verified.

Attempt i draws from its own stream, and the lowest attempt that succeeds wins. So neither the number of threads nor the
length of a round changes the puzzle. The budget counts attempts; a time limit only ends the search. What a round found
is graded together.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise

from ..arguments import has_keywords
from ..conversion.canonical_form import canonical_text
from ..grading import Grade
from ..model import GridwrightError, Limits, Stop
from .attempts import Attempts, Job, SearchResult, SolvedPuzzle, attempts_of
from .conditions import STOPPED, Accept, Conditions
from .generated import Generated, Miss
from .recipe import Recipe
from .verify import Verifier, is_checked

AT_A_TIME = 64
"""Puzzles that are sought together, so that threads have something to share."""
COPIES = 100
"""How often a puzzle that is a copy of an earlier one is made anew before it is given up."""
A_COPY = "a copy of an earlier puzzle"
"""Why it was rejected."""
JUDGED = 1 << 20
"""How near a puzzle is that the kernel let pass: nearer than all others."""
SOON = 0.2
"""Seconds that a round ought to take: progress is seen and Ctrl-C loses little."""


@dataclass
class Progress:
    """How far the search is: puzzles found, attempts made, rejections by reason, and seconds since the beginning."""

    wanted: int
    found: int = 0
    attempts: int = 0
    rejections: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def left(self) -> float | None:
        """The seconds that it will take as far as one can tell; None while nothing was found."""
        return self.seconds / self.found * (self.wanted - self.found) if self.found else None


@has_keywords
def generate_many(
    recipe: Recipe | str,
    count: int = 1,
    *,
    start: int = 1,
    accept: Accept | None = None,
    threads: int = 1,
    limits: Limits | None = None,
    check: str = "all",
    distinct: bool = False,
    with_grade: bool = True,
    progress: Callable[[Progress], None] | None = None,
    plain: bool = False,
) -> Iterator[Generated]:
    """What came of each puzzle that is asked for, in order; the seeds of the others follow from the first.

    A text is a recipe as it is printed, or a genre alone.

    `start` is the number of the first: with 11 the seed goes on behind its tenth puzzle. `accept(puzzle, grade)` may
    reject a puzzle that fulfils the recipe: the next attempt is made then, so that the recipe makes the puzzle again
    only together with the function; the grade is None where no scale judges the puzzle. `check` says of which puzzles
    the solution is proved to be the only one without the generator's help: `all`, a `sample` or `none` of them.
    `distinct` rejects copies of earlier puzzles of this run under the genre's symmetries: one that would be a copy is
    made of the seed `SEED/2` instead, then `SEED/3` and so on. The seconds of `limits` are for a puzzle, on the average
    of those that are sought together. `plain` makes every attempt from here instead of in the kernel, for comparison.

    >>> [str(each) for each in generate_many(Recipe("sudoku", size=4, seed="tuesday"), 2)]
    ['.43...1..1..4...', '.1.4....1.2.....']
    """
    recipe = Recipe.parse(recipe) if isinstance(recipe, str) else recipe
    if recipe.outdated is not None:
        raise GridwrightError(recipe.outdated)
    if start < 1:
        raise GridwrightError(f"expected to start with puzzle 1 or a later one, found {start}")
    is_checked(check, 1)
    attempts, conditions = attempts_of(recipe, plain=plain), Conditions(recipe, accept, with_grade, threads)
    numbers = iter(range(start, start + count))
    state, verifier = Progress(count), Verifier()
    began = time.monotonic()
    earlier: set[str] | None = set() if distinct else None
    while block := list(islice(numbers, AT_A_TIME)):
        searches = [_Search(recipe.numbered(number)) for number in block]
        together = _together(limits, len(searches))
        over = _searched(searches, attempts, conditions, threads, together, state, progress, began)
        for number, first in zip(block, over, strict=True):
            search = first if earlier is None else _unlike(earlier, first, attempts, conditions, threads, together)
            yield _finished(search, conditions, verifier if is_checked(check, number) else None, together)
        if together.stop is Stop.CANCELLED:
            return


def _together(limits: Limits | None, puzzles: int) -> Limits:
    """The limits of so many puzzles that are sought at once; their clock runs."""
    one = limits or Limits()
    return Limits(one.seconds and one.seconds * puzzles, cancel=one.cancel).begin()


def _unlike(
    earlier: set[str], first: _Search, attempts: Attempts, conditions: Conditions, threads: int, limits: Limits
) -> _Search:
    """The search itself or, where its puzzle is a copy of an earlier one, that of the next seed whose is not."""
    search = first
    for number in range(2, COPIES + 2):
        if search.solved is None:
            return search
        found = canonical_text(search.solved.puzzle)
        if found not in earlier:
            earlier.add(found)
            return search
        rejections = {**search.rejections, A_COPY: search.rejections.get(A_COPY, 0) + 1}
        search = _Search(replace(first.recipe, seed=f"{first.recipe.seed}/{number}"))
        (search,) = _searched([search], attempts, conditions, threads, limits, Progress(1), None, time.monotonic())
        for reason, count in rejections.items():
            search.rejections[reason] = search.rejections.get(reason, 0) + count
    search.solved, search.ended = None, "copies"
    return search


def _searched(
    searches: list[_Search], attempts: Attempts, conditions: Conditions, threads: int, limits: Limits, state: Progress,
    progress: Callable[[Progress], None] | None, began: float,
) -> Iterator[_Search]:  # fmt: skip
    """The searches in order, each when it and all before it are over."""
    pending, waiting = list(searches), list(searches)
    before = replace(state)
    step = 1
    try:
        while pending:
            round_began = time.monotonic()
            jobs = [
                (each, job) for each in pending for job in each.jobs(step, threads if len(pending) < threads else 1)
            ]
            found = attempts.run([job for _, job in jobs], limits=limits, threads=threads)
            taken = [(search, search.take(job, result)) for (search, job), result in zip(jobs, found, strict=True)]
            made = [(search, puzzle) for search, puzzle in taken if puzzle is not None]
            judged = conditions.judge([puzzle for _, puzzle in made], limits)
            for (search, puzzle), (lacks, grade) in zip(made, judged, strict=True):
                search.judged(puzzle, lacks, grade)
            for each in pending:
                each.close_round()
            pending = [each for each in pending if each.ended is None]
            now = time.monotonic()
            if limits.stop is not None:
                for each in pending:
                    each.ended = STOPPED
                pending = []
            step = min(2 * step, 1 << 20) if now - round_began < SOON else max(1, step // 2)
            state.attempts = before.attempts + sum(each.tried for each in searches)
            state.found, state.seconds = before.found + sum(each.ended == "found" for each in searches), now - began
            state.rejections = dict(sum((Counter(each.rejections) for each in searches), Counter(before.rejections)))
            if progress is not None:
                progress(state)
            while waiting and waiting[0].ended is not None:
                yield waiting.pop(0)
    except KeyboardInterrupt:
        for each in waiting:
            each.ended = each.ended or "interrupted"
        yield from waiting
        raise


class _Search:
    """The search for one puzzle: how far it is, and what was rejected on the way."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.key = recipe.stream().key
        self.next = 0
        self.tried = 0
        self.rejections: dict[str, int] = {}
        self.ended: str | None = None
        self.solved: SolvedPuzzle | None = None
        self.attempt: int | None = None
        self.grade: Grade | None = None
        self._miss: tuple[int, int, SolvedPuzzle, str | None] | None = None
        self._over = False

    def jobs(self, step: int, parts: int) -> list[Job]:
        """The next attempts, in so many parts."""
        self._over = False
        last = min(self.recipe.budget, self.next + step * parts)
        edges = [self.next + step * i for i in range(parts + 1)]
        return [(self.key, low, min(high, last)) for low, high in pairwise(edges) if low < last]

    def take(self, job: Job, found: SearchResult) -> SolvedPuzzle | None:
        """What a part of the attempts came to: a puzzle to be judged, if any.

        Parts behind one that succeeded do not count.
        """
        if self._over:
            return None
        for reason, count in found.failed.items():
            self.rejections[reason] = self.rejections.get(reason, 0) + count
            self.tried += count
        if found.closest is not None and (self._miss is None or found.closest_holds > self._miss[0]):
            assert found.closest_attempt is not None
            self._miss = found.closest_holds, found.closest_attempt, found.closest, None
        self._over = found.puzzle is not None or found.stopped
        if found.puzzle is not None:
            assert found.attempt is not None
            self.tried += 1
            self.attempt = found.attempt
        elif found.stopped:
            self.ended = STOPPED
        else:
            self.next = job[2]
        return found.puzzle

    def judged(self, made: SolvedPuzzle, lacks: str | None, grade: Grade | None) -> None:
        """What a puzzle lacks for which the kernel has said yes; `stopped` where nobody could tell in time."""
        assert self.attempt is not None
        if lacks == STOPPED:
            self.ended = STOPPED
        elif lacks is None:
            self.solved, self.grade, self.ended = made, grade, "found"
        else:
            self.rejections[lacks] = self.rejections.get(lacks, 0) + 1
            if self._miss is None or self._miss[0] < JUDGED:
                self._miss = JUDGED, self.attempt, made, lacks
            self.next = self.attempt + 1

    def close_round(self) -> None:
        """Is the budget spent?"""
        if self.ended is None and self.next >= self.recipe.budget:
            self.ended = "budget"

    def miss(self, conditions: Conditions) -> Miss | None:
        """The closest of those that were rejected."""
        if self._miss is None:
            return None
        holds, attempt, made, lacks = self._miss
        return Miss(attempt, made.puzzle, lacks or conditions.lacks(made.puzzle, holds))


def _finished(search: _Search, conditions: Conditions, verifier: Verifier | None, limits: Limits) -> Generated:
    ended = search.ended
    if ended == STOPPED:
        ended = "interrupted" if limits.stop is Stop.CANCELLED else "time"
    if search.solved is None:
        return Generated(search.recipe, rejections=search.rejections, ended=ended, miss=search.miss(conditions))
    puzzle, solution = search.solved.puzzle, search.solved.solution
    return Generated(
        search.recipe,
        puzzle,
        solution,
        attempt=search.attempt,
        grade=search.grade,
        rejections=search.rejections,
        verified=verifier.verify(puzzle, solution, limits=limits) if verifier is not None else None,
    )
