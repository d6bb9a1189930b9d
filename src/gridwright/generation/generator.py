"""Recipes to puzzles: attempts in rounds until one succeeds, checked, graded and verified.

Attempt i draws from its own stream, and the lowest attempt that succeeds wins. So neither the number of threads nor the
length of a round changes the puzzle. The budget counts attempts; a time limit only ends the search.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise

from ..arguments import has_keywords
from ..canonical_form import canonical_text
from ..grading import Grade, grade, hardness
from ..grading import scale as scale_named
from ..model import GridwrightError, Limits, Puzzle, Stop, Stopped
from .attempts import Attempts, Job, SearchResult, SolvedPuzzle, attempts_of
from .generated import Generated, Miss
from .recipe import Recipe
from .requirements import requirements_of, requirements_on_rules
from .verify import is_checked, verify

AT_A_TIME = 64
"""Puzzles that are sought together, so that threads have something to share."""
COPIES = 100
"""How often a puzzle that is a copy of an earlier one is made anew before it is given up."""
A_COPY = "a copy of an earlier puzzle"
"""Why it was rejected."""
STOPPED = "stopped"
"""How a search ended that a limit cut short; `_finished` says which."""
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

    `check` says of which puzzles the solution is proved to be the only one without the generator's help: `all`, a
    `sample` or `none` of them. `distinct` rejects copies of earlier puzzles under the genre's symmetries: one that
    would be a copy is made of the seed `SEED/2` instead, then `SEED/3` and so on. The seconds of `limits` are
    for a puzzle, on the average of those that are sought together. `plain` makes every attempt from here instead of in
    the kernel, for comparison.

    >>> [str(each) for each in generate_many(Recipe("sudoku", size=4, seed="tuesday"), 2)]
    ['.43...1..1..4...', '.1.4....1.2.....']
    """
    recipe = Recipe.parse(recipe) if isinstance(recipe, str) else recipe
    if recipe.outdated is not None:
        raise GridwrightError(recipe.outdated)
    is_checked(check, 1)
    attempts = attempts_of(recipe, plain=plain)
    numbers = iter(range(1, count + 1))
    state = Progress(count)
    began = time.monotonic()
    earlier: set[str] | None = set() if distinct else None
    while block := list(islice(numbers, AT_A_TIME)):
        searches = [_Search(recipe.numbered(number)) for number in block]
        together = _together(limits, len(searches))
        over = _searched(searches, attempts, threads, together, state, progress, began)
        for number, first in zip(block, over, strict=True):
            search = first if earlier is None else _unlike(earlier, first, attempts, threads, together)
            yield _finished(search, is_checked(check, number), with_grade, together)
        if together.stop is Stop.CANCELLED:
            return


def _together(limits: Limits | None, puzzles: int) -> Limits:
    """The limits of so many puzzles that are sought at once; their clock runs."""
    one = limits or Limits()
    return Limits(one.seconds and one.seconds * puzzles, cancel=one.cancel).begin()


def _unlike(earlier: set[str], first: _Search, attempts: Attempts, threads: int, limits: Limits) -> _Search:
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
        (search,) = _searched([search], attempts, threads, limits, Progress(1), None, time.monotonic())
        for reason, count in rejections.items():
            search.rejections[reason] = search.rejections.get(reason, 0) + count
    search.solved, search.ended = None, "copies"
    return search


def _searched(
    searches: list[_Search], attempts: Attempts, threads: int, limits: Limits, state: Progress,
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
            for (search, job), result in zip(jobs, found, strict=True):
                search.take(job, result, limits)
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
        self._miss: tuple[int, int, SolvedPuzzle, str] | None = None
        self._over = False

    def jobs(self, step: int, parts: int) -> list[Job]:
        """The next attempts, in so many parts."""
        self._over = False
        last = min(self.recipe.budget, self.next + step * parts)
        edges = [self.next + step * i for i in range(parts + 1)]
        return [(self.key, low, min(high, last)) for low, high in pairwise(edges) if low < last]

    def take(self, job: Job, found: SearchResult, limits: Limits) -> None:
        """What a part of the attempts came to. Parts behind one that succeeded do not count."""
        if self._over:
            return
        for reason, count in found.failed.items():
            self.rejections[reason] = self.rejections.get(reason, 0) + count
            self.tried += count
        if found.closest is not None and (self._miss is None or found.closest_holds > self._miss[0]):
            assert found.closest_attempt is not None
            self._miss = found.closest_holds, found.closest_attempt, found.closest, self._lacks(found)
        if found.puzzle is not None:
            assert found.attempt is not None
            self._over = True
            self.tried += 1
            try:
                lacks = self._check(found.puzzle, limits)
            except Stopped:
                self.ended = STOPPED
                return
            if lacks is None:
                self.solved, self.attempt, self.ended = found.puzzle, found.attempt, "found"
                return
            self.rejections[lacks] = self.rejections.get(lacks, 0) + 1
            if self._miss is None or self._miss[0] < 1 << 20:
                self._miss = 1 << 20, found.attempt, found.puzzle, lacks
            self.next = found.attempt + 1
        elif found.stopped:
            self._over = True
            self.ended = STOPPED
        else:
            self.next = job[2]
        if self.next >= self.recipe.budget:
            self.ended = "budget"

    def _lacks(self, found: SearchResult) -> str:
        assert found.closest is not None
        requirements = requirements_on_rules(self.recipe, found.closest.puzzle)
        holds = found.closest_holds
        return requirements[holds].otherwise if holds < len(requirements) else ""

    def _check(self, made: SolvedPuzzle, limits: Limits) -> str | None:
        """What a puzzle lacks for which the kernel has said yes: what is no rule, and qualities."""
        recipe, puzzle = self.recipe, made.puzzle
        requirements = requirements_of(recipe, puzzle)
        inside = scale_named(recipe.scale).inside(puzzle) if requirements else None
        seen = scale_named(recipe.scale).view(puzzle) if requirements else puzzle
        for requirement in requirements:
            if not requirement.exact(seen) and not requirement.holds(seen, inside, limits):
                return requirement.otherwise
        if recipe.graded:
            with_open = any(name == "open" for name, _ in recipe.quality)
            self.grade = grade(puzzle, recipe.scale, show_open=with_open, limits=limits)
            if self.grade.stop is not None:
                limits.check()
            if recipe.tier is not None and self.grade.tier != recipe.tier:
                return f"its tier is {self.grade.tier}"
        for name, (low, high) in recipe.quality:
            value = _quality(name, puzzle, self.grade)
            if (low is not None and value < low) or (high is not None and value > high):
                return f"{name} out of bounds"
        return None

    def miss(self) -> Miss | None:
        """The closest of those that were rejected."""
        return None if self._miss is None else Miss(self._miss[1], self._miss[2].puzzle, self._miss[3])


def _quality(name: str, puzzle: Puzzle, found: Grade | None) -> float:
    if name == "printed":
        kinds = (value for value in puzzle.clues.values() if isinstance(value, tuple))
        return len(puzzle.givens) + sum(sum(each is not None for each in value) for value in kinds)
    if name == "share":
        values = list(puzzle.givens.values())
        return 100 * max((values.count(each) for each in values), default=0) / max(1, len(values))
    assert found is not None
    if name == "rating":
        return found.rating or 0.0
    if name == "steps":
        return found.steps
    if name == "open":
        return min(found.open or (0,))
    assert found.trace is not None
    hard = hardness(scale_named(found.scale).tiers(puzzle))
    levels = [hard[step.key, step.parameter].tier for step in found.trace.steps if (step.key, step.parameter) in hard]
    return levels.count(max(levels, default=0))


def _finished(search: _Search, check: bool, with_grade: bool, limits: Limits) -> Generated:
    ended = search.ended
    if ended == STOPPED:
        ended = "interrupted" if limits.stop is Stop.CANCELLED else "time"
    outcome = Generated(search.recipe, rejections=search.rejections, miss=search.miss(), ended=ended)
    if search.solved is None:
        return outcome
    puzzle, solution = search.solved.puzzle, search.solved.solution
    by = scale_named(search.recipe.scale)
    graded = search.grade or (grade(puzzle, by, limits=limits) if with_grade and by.judges(puzzle) else None)
    verified = verify(puzzle, solution, limits=limits) if check else None
    return replace(
        outcome,
        puzzle=puzzle,
        solution=solution,
        attempt=search.attempt,
        grade=graded,
        verified=verified,
        miss=None,
        ended=None,
    )
