"""How much there is to go through, before it is gone through.

    estimate(space)     about how many layouts, completions and ways to print, and seconds at the rate of this machine

Trees too large to walk are sampled: the product of the numbers of branches along a random way down is right on average,
and several ways are averaged.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import prod

from ..model import Limits, Puzzle, RandomStream, State, Stopped
from ..solving.fast import propagate, solve
from .space import LISTED, PuzzleSpace

WAYS_DOWN = 20
SECONDS = 1.0
"""How long the start of the work is timed."""


@dataclass(frozen=True)
class Estimate:
    """About how much there is to go through."""

    layouts: float
    completions: float
    """Of a layout."""
    selections: float
    """Ways to print a completion, whether or not they leave one solution."""
    seconds: float

    def sentence(self) -> str:
        """For people."""
        parts = [f"{_about(self.layouts)} layouts"] if self.layouts > 1 else []
        if self.selections > 1:
            parts += [
                f"{_about(self.completions)} completions of each" if parts else f"{_about(self.completions)} grids"
            ]
            parts += [f"{_about(self.selections)} ways to print each of these"]
        return f"{', '.join(parts)}; {_duration(self.seconds)} at the rate of the first second"


def estimate(space: PuzzleSpace, *, seed: int = 0) -> Estimate:
    """About how much there is to go through; takes a few seconds at most."""
    stream = RandomStream(seed)
    draws = [space.genre.number_of_layouts(space.request, stream.child(i)) for i in range(WAYS_DOWN)]
    layouts = sum(draws) / len(draws)
    first = next(space.layouts())
    slots = space.genre.slots(first, space.request)
    selections = prod(len(slot.readings) + slot.optional for slot in slots)
    completions = _completions(first, stream.child(WAYS_DOWN))
    many = layouts > 1
    done, seconds = _done_in(space, SECONDS, by_layout=many)
    total = layouts if many else completions
    # Where nothing was done in that time, a millionth of a second for each way to print is what we know.
    known = seconds / done if done else (completions if many else 1) * selections * 1e-6
    return Estimate(layouts, completions, selections, total * known)


def _done_in(space: PuzzleSpace, seconds: float, *, by_layout: bool) -> tuple[int, float]:
    """How many layouts, or completions of the only one, are counted in that time, and the time that it took."""
    began, done, limits = time.perf_counter(), 0, Limits(seconds).begin()
    try:
        for unit in space.units(one_of_each=True, limits=limits):
            if by_layout:
                done = unit.number[0]
            space.counts_of(unit, limits)
            if not by_layout:
                done += unit.orbit
    except Stopped:
        pass
    return done, time.perf_counter() - began


def _completions(layout: Puzzle, stream: RandomStream) -> float:
    """How many solutions the empty board has: counted where they are few."""
    answer = solve(layout, limit=LISTED, show=0, limits=Limits(SECONDS))
    if answer.count < LISTED and answer.stop is None:
        return answer.count
    return sum(_way_down(layout, stream) for _ in range(WAYS_DOWN)) / WAYS_DOWN


def _way_down(layout: Puzzle, stream: RandomStream) -> float:
    found, placed = 1.0, dict(layout.givens)
    while (state := propagate(State.of(layout.with_givens(placed)))) is not None:
        open_cells = [x for x in range(len(layout.variables)) if len(state.candidates(x)) > 1]
        if not open_cells:
            return found
        x = min(open_cells, key=lambda each: len(state.candidates(each)))
        found *= len(state.candidates(x))
        placed[x] = stream.choose(state.candidates(x))
    return 0.0


def _about(number: float) -> str:
    return f"{number:,.0f}" if number < 1e9 else f"{number:.0e}".replace("e+", "e")


def _duration(seconds: float) -> str:
    for unit, size in (("years", 31_557_600), ("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"about {_about(seconds / size)} {unit}"
    return f"about {seconds:,.0f} seconds"
