"""What came of a recipe: the puzzle with its grade and how it was found, or how near one came."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..grading import Grade
from ..model import Puzzle, Solution
from ..model.upper_layers import NotebookDisplay
from .recipe import Recipe


@dataclass(frozen=True)
class Miss:
    """The attempt that came closest, and what it lacked."""

    attempt: int
    puzzle: Puzzle
    lacks: str


@dataclass(frozen=True)
class Generated(NotebookDisplay):
    """A puzzle, or none within the budget.

    `rejections` counts the attempts before the one that succeeded, by the reason for which each was rejected; that is
    the same on every machine, too. `ended` says why there is no puzzle: `budget`, `time`, `interrupted` or `copies`.
    """

    recipe: Recipe
    puzzle: Puzzle | None = None
    solution: Solution | None = None
    attempt: int | None = None
    grade: Grade | None = field(default=None, compare=False)
    rejections: dict[str, int] = field(default_factory=dict)
    miss: Miss | None = None
    verified: str | None = None
    """What proved the solution to be the only one: `cpsat` or `simple`, engines that share no code with the generator,
    or `trace`, one that an independent checker replayed. None where nobody was asked, or nobody could tell in time."""
    ended: str | None = None

    @property
    def found(self) -> bool:
        """Is there a puzzle?"""
        return self.puzzle is not None

    def __repr__(self) -> str:
        if self.puzzle is None:
            return f"<generated: no puzzle, {self.ended}>"
        return f"<generated: {self.puzzle!r}{f', {self.grade.tier}' if self.grade is not None else ''}>"

    def __str__(self) -> str:
        return str(self.puzzle) if self.puzzle is not None else self.sentence()

    def sentence(self) -> str:
        """Why there is no puzzle."""
        tried = sum(self.rejections.values())
        named = {
            "budget": "infeasible within budget", "time": "out of time", "interrupted": "interrupted",
            "copies": "nothing but copies of earlier puzzles",
        }  # fmt: skip
        reasons = sorted(self.rejections.items(), key=lambda each: -each[1])
        parts = [f"{named.get(self.ended or '', 'not found')}: {tried:,} attempt{'s' * (tried != 1)}"]
        parts += [", ".join(f"{count:,} {reason}" for reason, count in reasons)] if reasons else []
        if self.miss is not None:
            parts.append(f"the closest was attempt {self.miss.attempt} ({self.miss.lacks}): {self.miss.puzzle}")
        return "; ".join(parts)
