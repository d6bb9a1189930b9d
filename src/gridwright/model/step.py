"""Steps and traces: a solution told as thoughts, each with its evidence.

A Step is one application of a technique: what was seen (the witness), what follows (the conclusions), the choices
that the deduction used and the earlier steps that it rests on. A Trace is the ordered steps to solved, stuck or
contradictory. All of it is plain data: a narrator reads it, a renderer draws it, a checker replays it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from .answer import Solution
from .errors import counted
from .evidence import Witness
from .limits import Stop
from .puzzle import Puzzle
from .state import State
from .upper_layers import NotebookDisplay, upper

MOST_FACTS = 4
"""So many are named where a line has to do."""


@dataclass(frozen=True, order=True)
class Conclusion:
    """`variable = value` (true) or `variable ≠ value`: the only things a step may do."""

    variable: int
    value: int
    true: bool

    def text(self, puzzle: Puzzle) -> str:
        """`r3c5=7` or `r3c5-7`"""
        return puzzle.fact(self.variable, self.value, "=" if self.true else "-")


@dataclass(frozen=True)
class Step(NotebookDisplay):
    """One thought.

    `technique` is its name as people say it ("x-wing"), `key` and `parameter` what it is in the catalogue ("fish", 2).
    `choices` are positions in the Structure's choices, `relations` in its relations;
    `premises` are the numbers of the earlier steps (from 0) that removed what this one found missing.
    """

    technique: str
    key: str
    parameter: int | None
    witness: Witness = field(hash=False)
    conclusions: tuple[Conclusion, ...]
    choices: tuple[int, ...]
    relations: tuple[int, ...]
    premises: tuple[int, ...]
    inside: tuple[Step, ...] = ()
    """The steps of a sub-proof, where the technique assumes something and follows it; one of them may assume more."""
    within: tuple[Trace, int] | None = field(default=None, init=False, repr=False, compare=False)
    """The trace that it is a step of, and its number there, from 0: what it takes to show it."""

    def __repr__(self) -> str:
        if self.within is None:
            return f"<step: {self.technique}, {counted(len(self.conclusions), 'conclusion')}>"
        trace, number = self.within
        facts = " ".join(each.text(trace.puzzle) for each in self.conclusions[:MOST_FACTS])
        more = " …" * (len(self.conclusions) > MOST_FACTS)
        return f"<step {number + 1}: {self.technique}, {facts}{more}>"


class Outcome(str, Enum):
    """How a trace ends."""

    SOLVED = "solved"
    STUCK = "stuck"
    CONTRADICTION = "contradiction"
    STOPPED = "stopped"
    """There was more to do, but so many steps were enough, or a limit struck."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Trace(NotebookDisplay):
    """The ordered steps from a start to an outcome, and the state they lead to."""

    puzzle: Puzzle
    start: State
    steps: tuple[Step, ...]
    outcome: Outcome
    end: State
    undecided: tuple[str, ...] = ()
    """Techniques that ran out of fuel somewhere on the way: not the same as "did not fire"."""
    stop: Stop | None = None
    """The limit that struck, while it was climbed or while a next step was sought where it is stuck."""
    solutions: tuple[Solution, ...] = ()
    """Two of them, where the puzzle is known to have several: then no step can decide between them."""

    def __post_init__(self) -> None:
        for number, step in enumerate(self.steps):
            object.__setattr__(step, "within", (self, number))

    def __repr__(self) -> str:
        used = Counter(step.technique for step in self.steps).most_common()
        told = [f"{technique} {count}" for technique, count in used[:MOST_FACTS]] + ["…"] * (len(used) > MOST_FACTS)
        steps = counted(len(self.steps), "step") + (f" ({', '.join(told)})" if told else "")
        return f"<trace: {self.outcome}, {steps}>"

    def positions(self) -> Iterator[State]:
        """The position before each step: see `gridwright.solving.positions`."""
        return iter(self._positions)

    @cached_property
    def _positions(self) -> tuple[State, ...]:
        """Worked out when they are first asked for."""
        return upper().positions(self)

    def rests_on(self, fact: str) -> tuple[int, ...]:
        """The numbers of the steps that a fact rests on here: see `gridwright.solving.excerpt`."""
        return upper().rests_on(self, fact)
