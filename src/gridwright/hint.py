"""Help from a half-filled board: where to look, then why, then what to do.

    position(puzzle, "r1c2=4 r3c3-7")      the state after what somebody has written, or from a grid of pencil marks
    hint(state).where                      "Look at row 3.", in the words of the voice that is asked for

Before any hint comes the question whether all is right so far: from a wrong board only wrong things follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from .grade import explain
from .grade.scale import Scale
from .model import Puzzle, PuzzleError, State, Status, shorten
from .model.puzzle import single
from .model.state import read_fact
from .model.step import Conclusion, Outcome, Step
from .narrate import Narrator
from .narrate.narrator import Telling
from .rules.board import Board
from .rules.position import apply, start
from .rules.tree import Technique
from .solve import solve


@dataclass(frozen=True)
class Hint:
    """What to tell somebody. `step` is None where nothing is left to do, nothing applies or something is wrong.

    Where no technique applies the outcome is `stuck`; the step is then a proof without a name, if there is one.
    `wrong` are the variables where something is amiss: say that there are some, and which only if asked.
    """

    outcome: Outcome
    wrong: tuple[int, ...] = ()
    step: Step | None = None
    where: str = ""
    why: str = ""
    do: str = ""
    verdict: str = ""
    """Where there is no step: how things stand. It does not say where something is wrong;"""
    reveal: str = ""
    """this does."""


def hint(
    state: State,
    scale: str | Scale = "standard",
    *,
    uniqueness: bool = True,
    voice: str = "teacher",
    cells: str = "rc",
    techniques: Mapping[str, Technique] | None = None,
) -> Hint:
    """The next step from a state, in three stages.

    >>> from gridwright.genres import parse
    >>> puzzle = parse("1...3..4..2....1", genre="sudoku")
    >>> found = hint(position(puzzle))
    >>> found.where, [each.text(puzzle) for each in found.step.conclusions]
    ('Look at row 1.', ['r1c2=4'])
    """
    narrator = Narrator(state, voice, cells, techniques)
    wrong = mistakes(state)
    if wrong:
        verdict = narrator.line("hint_wrong")
        return Hint(Outcome.CONTRADICTION, wrong, verdict=verdict, reveal=narrator.wrong(wrong))
    trace = explain(state, scale, uniqueness=uniqueness, limit=1, techniques=techniques)
    step = trace.steps[0] if trace.steps else None
    if step is None and trace.unnamed is not None:
        step = trace.unnamed.step
    if step is None:
        return Hint(trace.outcome, verdict=narrator.line(f"hint_{trace.outcome}"))
    why = _Why(state, voice, cells, techniques).step(state, step).replace("….", "…")
    return Hint(trace.outcome, (), step, narrator.where(step), why, narrator.step(state, step))


def mistakes(state: State) -> tuple[int, ...]:
    """The variables with a wrong value or, where every value is right, those whose value was crossed out.

    None where the puzzle has not just one solution.
    """
    answer = solve(state.puzzle, show=1)
    if answer.status is not Status.UNIQUE:
        return ()
    lost = tuple(x for x, value in enumerate(answer.solutions[0]) if not state.masks[x] >> value & 1)
    return tuple(x for x in lost if x in state.placed) or lost


def position(puzzle: Puzzle, marks: str = "") -> State:
    """The state that somebody has reached, from facts (`r1c2=4 r3c3-7`), a half-filled board or a grid of pencil marks.

    A cell with one mark counts as written down. What a written value rules out is gone, whether it was crossed out or
    not.
    """
    state, board = start(puzzle), Board.of(puzzle)
    words = re.split(r"[\s,;]+", marks.strip())
    if not marks.strip():
        return state
    if all(re.search(r"\w[=\-≠].$", word) for word in words):
        facts = [Conclusion(*read_fact(puzzle, word)) for word in words]
        written = {fact.variable: fact.value for fact in facts if fact.true}
        state = apply(board, state, (fact for fact in facts if not fact.true))
    elif len(re.sub(r"[\s/]", "", marks)) == len(puzzle.grid):
        written = {x: value for x, value in enumerate(puzzle.read_board(marks)) if value is not None}
    else:
        drawn = _drawn(puzzle, marks)
        written = {x: value for x, mark in enumerate(drawn) if (value := single(mark)) is not None}
        state = replace(state, masks=tuple(mask & mark for mask, mark in zip(state.masks, drawn, strict=True)))
    for x, value in written.items():
        others = (Conclusion(x, other, False) for other in state.candidates(x) if other != value)
        state = apply(board, state, [Conclusion(x, value, True)] if value in board.loud else others)
    return state


def _drawn(puzzle: Puzzle, marks: str) -> tuple[int, ...]:
    """The candidates of a pencil-mark grid, in as many rows as the board has or on one line."""
    form = next((each for each in puzzle.genre.formats if each.key == "marks"), None)
    try:
        masks = form.read(marks, puzzle.genre).start() if form is not None else ()
    except PuzzleError:
        masks = ()
    if len(masks) != len(puzzle.variables):
        raise PuzzleError(
            f"expected facts such as r1c2=4, a half-filled board of {len(puzzle.grid)} cells or its pencil marks, "
            f"found {shorten(marks.strip())}"
        )
    return masks


class _Why(Narrator):
    """Tells what is seen and keeps what follows to itself."""

    def conclusions(self, telling: Telling, conclusions: Iterable[Conclusion]) -> str:
        return "…"
