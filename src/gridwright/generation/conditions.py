"""What a puzzle must be beyond what the kernel asked: its grade, its qualities, and what the caller says.

Conditions(recipe, accept).judge(puzzles, limits)      (what it lacks or None, its grade) of each
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import compress

from ..grading import Grade, Verdict, grade, grade_unique, hardness
from ..model import Limits, Puzzle, Stopped
from .attempts import SolvedPuzzle
from .recipe import Recipe
from .requirements import Requirement, requirements_of, requirements_on_rules

Accept = Callable[[Puzzle, Grade | None], bool]
"""A condition of one's own."""

STOPPED = "stopped"
"""What is said of a puzzle where a limit struck before all was known."""
NOT_ACCEPTED = "not accepted"
"""Why a puzzle was rejected by a condition of one's own."""


class Conditions:
    """Judges the puzzles of one recipe."""

    def __init__(self, recipe: Recipe, accept: Accept | None, with_grade: bool, threads: int) -> None:
        self.recipe, self.accept, self.threads = recipe, accept, threads
        self.by = recipe.judge
        self.graded = recipe.graded or with_grade or accept is not None
        self._inexact: tuple[Requirement, ...] | None = None
        self._uses = {name: _names_of(name, recipe) for name in recipe.uses}

    def judge(self, made: Sequence[SolvedPuzzle], limits: Limits) -> Iterator[tuple[str | None, Grade | None]]:
        """What each puzzle lacks, if anything, and its grade where it is asked for."""
        puzzles = [each.puzzle for each in made]
        grades = self._grades(puzzles, limits) if self.graded else [None] * len(puzzles)
        for each, found in zip(made, grades, strict=True):
            try:
                yield self._lacks(each, found, limits), found
            except Stopped:
                yield STOPPED, found

    def lacks(self, puzzle: Puzzle, holds: int) -> str:
        """What a puzzle lacks of which so many requirements hold, from the first on."""
        requirements = requirements_on_rules(self.recipe, puzzle)
        return requirements[holds].otherwise if holds < len(requirements) else ""

    def _grades(self, puzzles: Sequence[Puzzle], limits: Limits) -> list[Grade | None]:
        if any(name == "open" for name, _ in self.recipe.quality):
            return [grade(each, self.by, show_open=True, limits=limits) for each in puzzles]
        judged = [self.recipe.graded or self.by.judges(each) for each in puzzles]
        found = iter(grade_unique([*compress(puzzles, judged)], self.by, threads=self.threads, limits=limits))
        return [next(found) if is_judged else None for is_judged in judged]

    def _lacks(self, made: SolvedPuzzle, found: Grade | None, limits: Limits) -> str | None:
        recipe, puzzle = self.recipe, made.puzzle
        if found is not None and found.stop is not None:
            limits.check()
        if recipe.graded:
            assert found is not None
            if not recipe.any and recipe.tier is None and found.status is not Verdict.SOLVED:
                return requirements_of(recipe, puzzle)[0].otherwise
            if recipe.tier is not None and found.tier != recipe.tier:
                return f"its tier is {found.tier}"
            for name, spellings in self._uses.items():
                if spellings.isdisjoint(found.techniques):
                    return f"{name} is not used"
        for name, (low, high) in recipe.quality:
            value = self._quality(name, made, found)
            if (low is not None and value < low) or (high is not None and value > high):
                return f"{name} out of bounds"
        if recipe.needs:
            self._ask_needs(puzzle)
        for requirement in self._inexact or ():
            if not requirement.holds(self.by.view(puzzle), self.by.inside(puzzle), limits):
                return requirement.otherwise
        if self.accept is not None and not self.accept(puzzle, found):
            return NOT_ACCEPTED
        return None

    def _ask_needs(self, puzzle: Puzzle) -> None:
        """Which requirements the kernel cannot judge alone; of boards of one recipe they are the same."""
        if self._inexact is None:
            seen = self.by.view(puzzle)
            every = requirements_of(self.recipe, puzzle)
            self._inexact = tuple(each for each in every if not each.solves and not each.exact(seen))

    def _quality(self, name: str, made: SolvedPuzzle, found: Grade | None) -> float:
        puzzle = made.puzzle
        if name == "printed":
            kinds = (value for value in puzzle.clues.values() if isinstance(value, tuple))
            return len(puzzle.givens) + sum(sum(each is not None for each in value) for value in kinds)
        if name == "share":
            values = list(puzzle.givens.values())
            return 100 * max((values.count(each) for each in values), default=0) / max(1, len(values))
        if name == "ones":
            symbols = [
                variable.domain.symbol(value) for variable, value in zip(puzzle.variables, made.solution, strict=True)
            ]
            return 100 * symbols.count("1") / max(1, len(symbols))
        assert found is not None
        if name == "rating":
            return found.rating or 0.0
        if name == "steps":
            return found.steps
        if name == "open":
            return min(found.open or (0,))
        tiers = {self.by.catalogue.name(rung): hard.tier for rung, hard in hardness(self.by.tiers(puzzle)).items()}
        levels = [(tiers[name], count) for name, count in found.techniques.items()]
        own = max((tier for tier, _ in levels), default=0)
        return sum(count for tier, count in levels if tier == own)


def _names_of(name: str, recipe: Recipe) -> frozenset[str]:
    """What the sizes of a technique are called."""
    known = recipe.judge.catalogue
    key, size = known.rung(name)
    return frozenset(known.name((key, each)) for each in (known[key].sizes if size is None else (size,)))
