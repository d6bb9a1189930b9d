"""Help from a half-filled board: where to look, what to look for, why it holds, what to do.

    hint(state).where                      "Look at row 3.", in the words of the voice that is asked for
    all_hints(state)                       every step that is open there, simplest first

Before any hint comes the question whether all is right so far: from a wrong board only wrong things follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

from ..arguments import takes_position
from ..grading import Scale
from ..model import Limits, Puzzle, State, Status, Stop
from ..model.step import Step
from ..model.upper_layers import NotebookDisplay
from ..narration import Narrator, Voice
from ..playing.marks import position
from ..techniques.unnamed import TECHNIQUE as UNNAMED
from .analysis import Analysis

STAGES = ("where", "what", "why", "do")
"""How much is told: each stage tells more than the one before."""


class HintStatus(str, Enum):
    """What there is to say."""

    STEP = "step"
    UNNAMED = "unnamed"
    """No technique applies, but there is a proof without a name."""
    WRONG = "wrong"
    """Something on the board is wrong already."""
    SOLVED = "solved"
    SEVERAL = "several"
    """The puzzle has more than one solution, and no technique applies."""
    STUCK = "stuck"
    """No technique applies here, and why is not known: the time did not last to look whether there is one solution."""
    CONTRADICTION = "contradiction"
    STOPPED = "stopped"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Hint(NotebookDisplay):
    """What to tell somebody at a position. `step` is None where nothing is left to do, nothing applies or all is wrong.

    `wrong` are the variables where something is amiss: say that there are some, and which only if asked.
    """

    state: State
    status: HintStatus
    wrong: tuple[int, ...] = ()
    step: Step | None = None
    where: str = ""
    what: str = ""
    """What to look for there: the name of the technique."""
    why: str = ""
    """What is seen there, but for what follows from it: of a placement the cell is not said, or else the value."""
    do: str = ""
    verdict: str = ""
    """Where there is no step: how things stand. It does not say where something is wrong."""
    reveal: str = ""
    """A sentence that says where something is wrong."""
    stop: Stop | None = None
    """The limit that struck before anything was found."""

    def __repr__(self) -> str:
        return f"<hint: {self.where or self.verdict or self.status}>"

    def told(self, stage: str = "do", *, reveal: bool = False) -> Hint:
        """No more of it than a stage tells; where something is wrong only if that is to be revealed."""
        left_out = STAGES[STAGES.index(stage) + 1 :]
        silent: dict[str, Any] = dict.fromkeys(left_out, "")
        silent |= {"step": None} if left_out else {}
        silent |= {} if reveal else {"wrong": (), "reveal": ""}
        return replace(self, **silent)


@takes_position
def hint(
    state: Puzzle | State,
    scale: str | Path | Scale = "standard",
    *,
    uniqueness: bool = True,
    voice: str | Path | Voice = "teacher",
    cells: str = "rc",
    first: str | None = None,
    limits: Limits | None = None,
) -> Hint:
    """The next step from a position, in four stages; one of the technique `first` where it has any.

    A quarter of the time of `limits` is for the question whether all is right so far.

    >>> from gridwright.genres import parse
    >>> puzzle = parse("1...3..4..2....1", genre="sudoku")
    >>> found = hint(puzzle)
    >>> found.where, found.what
    ('Look at box 1.', 'Look for this: a hidden single.')
    >>> found.why
    'Box 1 still needs a 4, and … is the only cell that can take it.'
    >>> found.do
    'Box 1 still needs a 4, and r1c2 is the only cell that can take it.'
    """
    state = position(state) if isinstance(state, Puzzle) else state
    return hint_of(Analysis(state, scale, uniqueness=uniqueness, first=first, limits=limits), voice, cells)


def hint_of(analysis: Analysis, voice: str | Path | Voice = "teacher", cells: str = "rc") -> Hint:
    """The next step from the position of an analysis."""
    state = _state_of(analysis)
    narrator = Narrator(state, voice, cells, analysis.whole_scale.catalogue)
    wrong = mistakes(analysis)
    if wrong:
        verdict = narrator.line("hint_wrong")
        return Hint(state, HintStatus.WRONG, wrong, verdict=verdict, reveal=narrator.wrong(wrong))
    trace = analysis.explained(limit=1)
    step = trace.steps[0] if trace.steps else None
    if step is None:
        status = HintStatus.STOPPED if trace.stop is not None else HintStatus(trace.outcome.value)
        status = HintStatus.SEVERAL if trace.solutions else status
        return Hint(state, status, verdict=narrator.line(f"hint_{status}"), stop=trace.stop)
    return _told(narrator, trace.start, step)


def _told(narrator: Narrator, state: State, step: Step) -> Hint:
    step = narrator.as_seen(state, step)
    status = HintStatus.UNNAMED if step.key == UNNAMED.key else HintStatus.STEP
    why, do = (narrator.step(state, step, hides=hides) for hides in (True, False))
    return Hint(state, status, (), step, narrator.where(step), narrator.what(step), why, do)


@takes_position
def all_hints(
    state: Puzzle | State,
    scale: str | Path | Scale = "standard",
    *,
    uniqueness: bool = True,
    voice: str | Path | Voice = "teacher",
    cells: str = "rc",
    limits: Limits | None = None,
) -> Iterator[Hint]:
    """Every step that is open in a position, simplest first, a hint each; of those that say the same only the first.

    What supposes something is left out. Where no other technique applies, and where something is wrong, what `hint`
    says is the only one. Raises `Stopped` where limits strike.

    >>> from gridwright.genres import parse
    >>> found = all_hints(parse("1...3..4..2....1", genre="sudoku"))
    >>> next(found).do
    'Box 1 still needs a 4, and r1c2 is the only cell that can take it.'
    >>> len(list(found))
    42
    """
    state = position(state) if isinstance(state, Puzzle) else state
    return all_hints_of(Analysis(state, scale, uniqueness=uniqueness, limits=limits), voice, cells)


def all_hints_of(analysis: Analysis, voice: str | Path | Voice = "teacher", cells: str = "rc") -> Iterator[Hint]:
    """Every step that is open in the position of an analysis, as `all_hints` has them."""
    first = hint_of(analysis, voice, cells)
    steps = analysis.open_steps() if first.step is not None else iter(())
    step = next(steps, None)
    if step is None:
        yield first
    while step is not None:
        yield _told(analysis.narrator(voice, cells), first.state, step)
        step = next(steps, None)


def mistakes(analysis: Analysis) -> tuple[int, ...]:
    """The variables with a wrong value or, where every value is right, those whose value was crossed out.

    None where the puzzle has not just one solution, or limits struck before that was known.
    """
    state, answer = _state_of(analysis), analysis.answer
    if answer.status is not Status.UNIQUE:
        return ()
    lost = tuple(x for x, value in enumerate(answer.solutions[0]) if not state.masks[x] >> value & 1)
    return tuple(x for x in lost if x in state.placed) or lost


def _state_of(analysis: Analysis) -> State:
    """The position of an analysis, or where its puzzle begins."""
    return position(analysis.position) if isinstance(analysis.position, Puzzle) else analysis.position
