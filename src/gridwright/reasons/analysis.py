"""The analysis of a puzzle, or of a position on the way: each part is worked out once, when it is first needed.

analysis = Analysis(puzzle, "standard")
analysis.answer                how many solutions there are
analysis.step(0)               the first step; nothing behind it is climbed
analysis.trace                 the whole way
analysis.positions             the state before each step
analysis.grade()               how hard the puzzle is
analysis.story("teacher")      the trace as a story
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from pathlib import Path

from ..grading import Grade, Scale, graded
from ..grading import scale as scale_named
from ..model import Answer, Limits, Puzzle, State, Status, begin
from ..model.step import Outcome, Step, Trace
from ..narration import Narrator, Story, Voice
from ..narration.story import story_of
from ..rules.position import start
from ..rules.technique import Ladder, Rung
from ..solving import solve
from ..solving.deduce import Climb, open_steps
from ..techniques.unnamed import TECHNIQUE as UNNAMED

PARTS = 3
"""Parts of a ladder."""


class Analysis:
    """What a scale's techniques make of a position, and how many solutions its puzzle has.

    `up_to` is a tier (or a number of lines, for contradictions) beyond which techniques are left out. The technique
    `first` is tried before all others, listed or not. Techniques that assume a unique solution are left out where there
    is not just one, where pencil marks are printed, or where `uniqueness` is off.

    The search for solutions gets a quarter of the time of `limits`, for a trace can do without its result; it gets all
    of the time if the analysis `needs_answer`.

    >>> from gridwright.genres import parse
    >>> analysis = Analysis(parse("1...3..4..2....1", genre="sudoku"))
    >>> analysis.answer.status.value, analysis.step(0).technique, len(analysis.trace.steps)
    ('unique', 'hidden-single', 11)
    """

    def __init__(
        self,
        position: Puzzle | State,
        scale: str | Path | Scale = "standard",
        *,
        uniqueness: bool = True,
        up_to: str | int | None = None,
        first: str | None = None,
        needs_answer: bool = False,
        limits: Limits | None = None,
    ) -> None:
        self.position = position
        self.puzzle = position if isinstance(position, Puzzle) else position.puzzle
        self.limits = begin(limits)
        self._scale_name, self._uniqueness = scale, uniqueness
        self._up_to, self._first, self._needs_answer = up_to, first, needs_answer
        self._part_traces: list[Trace] = []
        """The trace where each part of the ladder ended."""
        self._narrators: dict[tuple[object, str], Narrator] = {}

    @cached_property
    def answer(self) -> Answer:
        """How many solutions the puzzle has, and the first two."""
        return solve(self.puzzle, limits=self.limits if self._needs_answer else self.limits.share())

    @cached_property
    def whole_scale(self) -> Scale:
        """The scale with all of its techniques."""
        name = self._scale_name
        return name if isinstance(name, Scale) else scale_named(name)

    @cached_property
    def scale(self) -> Scale:
        """The scale, without techniques that assume a unique solution where there may be another."""
        unique = self._uniqueness and self.answer.status is Status.UNIQUE
        return self.whole_scale.sound_for(self.puzzle, unique=unique)

    @cached_property
    def start(self) -> State:
        """The position as the scale looks at its puzzle."""
        view = self.scale.view(self.puzzle)
        return start(view) if isinstance(self.position, Puzzle) else replace(self.position, puzzle=view)

    # The climb

    def named(self) -> Trace:
        """The trace as far as techniques lead that suppose nothing."""
        return self._trace_of(0)

    def by_techniques(self) -> Trace:
        """The trace as far as the techniques of the scale lead."""
        return self._trace_of(1)

    def explained(self, limit: int | None = None) -> Trace:
        """The trace with proofs that have no name where the techniques end, of `limit` steps at the most."""
        trace = self._trace_of(2, limit)
        if trace.outcome is Outcome.STUCK and self.answer.status is Status.MULTIPLE:
            return replace(trace, solutions=self.answer.solutions)
        return trace

    @cached_property
    def trace(self) -> Trace:
        """The whole trace."""
        return self.explained()

    def step(self, number: int) -> Step | None:
        """A step of the trace, counted from 0; nothing behind it is climbed. None where the trace ends before."""
        steps = self.explained(number + 1).steps
        return steps[number] if number < len(steps) else None

    @property
    def positions(self) -> tuple[State, ...]:
        """The state before each step of the trace."""
        return tuple(self.trace.positions())

    def open_steps(self) -> Iterator[Step]:
        """Every step that the techniques of the scale offer in the position, simplest first."""
        ladder = self.scale.ladder(self.puzzle)
        return open_steps(self.start, ladder, catalogue=self.scale.catalogue, limits=self.limits)

    def _trace_of(self, part: int, limit: int | None = None) -> Trace:
        """The trace where a part of the ladder ends; at most `limit` steps of it."""
        while len(self._part_traces) <= part:
            trace = self._climb.trace(limit)
            if trace.outcome is Outcome.STUCK and len(self._part_traces) + 1 < PARTS:
                self._part_traces.append(trace)
                self._climb.extend(self._ladder[0][len(self._part_traces)])
            elif limit is not None:
                return trace
            else:
                self._part_traces += [trace] * (PARTS - len(self._part_traces))
        return self._part_traces[part]

    @cached_property
    def _climb(self) -> Climb:
        parts, inside = self._ladder
        return Climb(self.start, self.scale.catalogue, parts[0], inside, self.limits)

    @cached_property
    def _ladder(self) -> tuple[tuple[Ladder, ...], Ladder | None]:
        """The ladder in parts, and what its contradictions may use.

        The parts are techniques that suppose nothing, all others of the scale, and proofs without a name. A ladder
        that one technique leads is one part.
        """
        by, puzzle = self.scale, self.puzzle
        ladder = list(by.ladder(puzzle) if self._up_to is None else by.ladder_to(puzzle, self._up_to))
        is_last = self.answer.status is not Status.MULTIPLE and (UNNAMED.key, None) not in ladder
        unnamed: Ladder = [(UNNAMED.key, None)] if is_last else []
        inside = by.inside(puzzle)
        if self._first is not None:
            led, inside = _led_by(by, self._first, [*ladder, *unnamed], inside, unique=by is self.whole_scale)
            return (led, [], []), inside
        named = supposing_nothing(by, ladder)
        return (named, ladder[len(named) :], unnamed), inside

    # What follows from it

    def grade(self, *, show_open: bool = False) -> Grade:
        """How hard the puzzle is; from the trace of this analysis where that begins at the puzzle."""
        has_trace = isinstance(self.position, Puzzle) and self._up_to is None and self._first is None
        trace = self.by_techniques if has_trace and self.whole_scale.kind == "trace" else None
        return graded(
            self.puzzle, self.answer, self.whole_scale, uniqueness=self._uniqueness, show_open=show_open,
            limits=self.limits, climbed=trace,
        )  # fmt: skip

    def narrator(self, voice: str | Path | Voice = "teacher", cells: str = "rc") -> Narrator:
        """Who tells the trace in a voice; `cells` is "rc" (r3c5) or "chess" (e7)."""
        key = id(voice) if isinstance(voice, Voice) else str(voice), cells
        if key not in self._narrators:
            self._narrators[key] = Narrator(self.start, voice, cells, self.scale.catalogue)
        return self._narrators[key]

    def story(self, voice: str | Path | Voice = "teacher", cells: str = "rc") -> Story:
        """The trace as a story."""
        return story_of(self.narrator(voice, cells), self.trace)


def supposing_nothing(by: Scale, ladder: Ladder) -> list[Rung]:
    """The rungs before the first technique that supposes something."""
    return list(takewhile(lambda rung: not by.catalogue[rung[0]].follows_others, ladder))


def _led_by(
    by: Scale, name: str, ladder: Ladder, inside: Ladder | None, *, unique: bool
) -> tuple[list[Rung], Ladder]:  # fmt: skip
    """A ladder with one technique before all others, and what contradictions use: as if it were where it was.

    One that the scale does not list is put there, too, unless it assumes a `unique` solution and there may be another.
    """
    key, size = by.catalogue.rung(name)
    led = sorted(ladder, key=lambda rung: rung[0] != key or size not in (None, rung[1]))
    listed = any(rung[0] == key and size in (None, rung[1]) for rung in ladder)
    if not listed and (unique or by.catalogue[key].assumes is None):
        led.insert(0, (key, size))
    return led, supposing_nothing(by, ladder) if inside is None else inside
