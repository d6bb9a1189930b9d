"""The document of a hint."""

from __future__ import annotations

from typing import Any

from ..json_codec import NUMBER, TEXT, Field, Record, listed, one_of, optional
from ..model import State, Stop
from ..model.errors import unlike
from ..model.step import Step
from ..reasons import Hint, HintStatus
from .names import CELL, Names
from .puzzles import POSITION
from .traces import STEP


def _read_steps(data: Any, names: Names) -> tuple[Step, ...]:
    steps: tuple[Step, ...] = listed(STEP.codec("a step")).read(data, names)
    if len(steps) > 1:
        raise unlike("one step at the most", len(steps))
    return steps


def _hint(_: Names, state: State, steps: tuple[Step, ...], **values: Any) -> Hint:
    return Hint(state, step=steps[0] if steps else None, **values)


HINT = Record(
    _hint,
    Field("status", one_of(HintStatus), "what there is to say"),
    Field("position", POSITION.codec("a position"), "where one stands; the puzzle as printed if left out", "state",
          default=lambda names: names.start),
    Field("cells", listed(CELL), "where something is wrong, if that is to be said", "wrong", default=()),
    Field("text", TEXT, "where there is no step: how things stand", "verdict", default=""),
    Field("where", TEXT, "where to look", default=""),
    Field("what", TEXT, "what to look for there: a technique by its name", default=""),
    Field("why", TEXT, "what is to be seen there, but for what follows", default=""),
    Field("do", TEXT, "what follows", default=""),
    Field("reveal", TEXT, "a sentence that says where something is wrong, if that is to be said", default=""),
    Field("steps", listed(STEP.codec("a step"))._replace(what="list: a step or none", read=_read_steps),
          "the step, if that is to be said", lambda hint: () if hint.step is None else (hint.step,)),
    Field("stopped", optional(one_of(Stop)), "the limit that struck before anything was found", "stop", default=None),
    Field("marks", TEXT, "on demand: the facts that hold after it, for --marks", note=True),
    Field("seconds", NUMBER, "the time that it took", note=True),
)  # fmt: skip
