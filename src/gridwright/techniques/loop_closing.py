"""A path that must not be closed yet, or one that is closed: see `_loops`."""

from __future__ import annotations

from ._loops import CLOSED, ELSEWHERE, TOO_SHORT, ClosingPath

TECHNIQUE = ClosingPath.named(
    "loop-closing",
    "with {C} the loop would be closed, or is, and that would be all of it: {P} cannot be part of it",
    "there is one loop: it is not closed before all its lines are part of it, and all clues are right",
    sizes={ELSEWHERE: "early-loop", TOO_SHORT: "short-loop", CLOSED: "closed-loop"},
)
