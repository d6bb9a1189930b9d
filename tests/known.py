"""The standard catalogue for tests: its techniques, and those of one kind alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from gridwright.discovery.stuck import Origin
from gridwright.discovery.survey import SurveySettings
from gridwright.model import Puzzle, State
from gridwright.model.grounds import Grounds
from gridwright.model.step import Conclusion, Step
from gridwright.rules.evaluate import Match
from gridwright.rules.finder import Finder
from gridwright.rules.machine import ALL, Batch, plan_of
from gridwright.rules.plan import Passes
from gridwright.rules.rule import Rule
from gridwright.rules.technique import ALONE, Concludes, Context, Ladder, Rung, Sized, Technique
from gridwright.rules.tree import Technique as Statement
from gridwright.techniques import Catalogue

WITHOUT_CHAINS = SurveySettings(
    origin=Origin.PATTERNS, without=("m-wing", "s-wing", "h-wing", "l-wing", "bent-set", "sue-de-coq")
)
"""Mining where sets, fish and a few wings are known, so that a hard sudoku or two have something left to find."""

REAL_PUZZLES = [
    line.split(" ", 2)
    for line in (Path(__file__).parent / "techniques" / "real_puzzles.txt").read_text("utf-8").splitlines()
]
"""Technique, size or -, and a position with what follows, of what fires on random boards too seldom."""
OF_REAL_PUZZLES = frozenset(name for name, *_ in REAL_PUZZLES)

LONG = {("sue-de-coq", 7), ("sue-de-coq", 8)}
"""Rules, with their sizes, that the reference evaluator looks for a minute; slow tests ask it about them."""

Looks = Callable[[Technique, int | None, State, Context], Iterator[Match]]


@cache
def rules() -> dict[str, Statement]:
    """What the rule files state, by key."""
    return {key: technique.statement for key, technique in Catalogue.standard().items() if isinstance(technique, Rule)}


@cache
def finders() -> dict[str, Finder]:
    """What is code, by key."""
    return {key: technique for key, technique in Catalogue.standard().items() if isinstance(technique, Finder)}


class Watched(Technique):
    """A technique that somebody looks for in another way, outside the kernel."""

    def __init__(self, technique: Technique, looks: Looks) -> None:
        self.technique, self.looks = technique, looks
        self.key, self.because, self.holds = technique.key, technique.because, technique.holds
        self.parameters, self.called, self.assumes = technique.parameters, technique.called, technique.assumes

    def missing(self, vocabulary):
        return self.technique.missing(vocabulary)

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        return self.looks(self.technique, size, state, context)

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        return self.technique.grounds(size, state, match)

    def concludes(self, step: Step, state: State, inside: Concludes) -> tuple[Conclusion, ...]:
        return self.technique.concludes(step, state, inside)

    def evidence(self, match, state):
        return self.technique.evidence(match, state)

    def lines(self, match):
        return self.technique.lines(match)

    @property
    def follows_others(self) -> bool:
        return self.technique.follows_others


def watched(looks: Looks) -> Catalogue:
    """The standard catalogue, looked for in another way."""
    return Catalogue(Watched(technique, looks) for technique in Catalogue.standard().values())


def rung(name: str) -> Rung:
    """The rung that a name means."""
    return Catalogue.standard().rung(name)


def rungs_of(ladder: Ladder, puzzle: Puzzle) -> list[Sized]:
    """The techniques of a ladder that speak of a puzzle."""
    return Catalogue.standard().rungs(ladder, puzzle)


def speaks(statement: Statement, puzzle: Puzzle) -> bool:
    """Has the board every word of a rule?"""
    return Rule(statement).speaks(puzzle)


def sizes_of(statement: Statement) -> tuple[int | None, ...]:
    """The sizes of a rule."""
    return Rule(statement).sizes


def batch_of(rungs: Sequence[tuple[Statement, int | None]], states: Sequence[State], passes: Passes = ALL) -> Batch:
    """Rules with their sizes on some positions, made ready for the kernel."""
    structure = states[0].puzzle.structure
    return Batch([plan_of(statement, size, structure.shape, passes) for statement, size in rungs], states)
