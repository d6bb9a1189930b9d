"""How much there is to go through, before it is gone through.

    estimate(space)     about how many layouts, completions and ways to print, and seconds at the rate of this machine

Trees too large to walk are sampled: the product of the numbers of branches along a random way down is right on average,
and several ways are averaged. A way that takes too long ends early, as if its rest branched as its beginning did.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf, prod

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
    """Of the first layout."""
    selections: float
    """Ways to print a completion of the first layout, whether or not they leave one solution."""
    seconds: float

    def sentence(self) -> str:
        """Return the estimate for people. If there are several layouts, the first says nothing about the others."""
        if self.layouts > 1:
            found = f"{_about(self.layouts)} layouts"
        else:
            found = f"{_about(self.completions)} grids, {_about(self.selections)} ways to print each of these"
        return f"{found}; {_duration(self.seconds)} at the rate of the first second"


def estimate(space: PuzzleSpace, *, seed: int = 0) -> Estimate:
    """About how much there is to go through; takes a few seconds at most."""
    stream = RandomStream(seed)
    layouts = _number_of_layouts(space, stream)
    first = next(space.layouts())
    slots = space.genre.slots(first, space.request)
    selections = prod(float(len(slot.readings) + slot.optional) for slot in slots)
    completions = _completions(first, stream.child(WAYS_DOWN))
    many = layouts > 1
    done, seconds = _done_in(space, SECONDS, by_layout=many)
    total = layouts if many else completions
    # Where nothing was done in that time, a millionth of a second for each way to print is what we know.
    known = seconds / done if done else max(1.0, completions if many else 1.0) * selections * 1e-6
    return Estimate(layouts, completions, selections, total * known)


def _number_of_layouts(space: PuzzleSpace, stream: RandomStream) -> float:
    """Return about how many layouts there are; infinity if they are more than a float can say."""
    try:
        draws = [space.genre.number_of_layouts(space.request, stream.child(i)) for i in range(WAYS_DOWN)]
    except OverflowError:
        return inf
    return sum(draws) / len(draws)


def _done_in(space: PuzzleSpace, seconds: float, *, by_layout: bool) -> tuple[int, float]:
    """Return how many layouts, or completions of the only one, are counted in that time, and the time that it took."""
    began, completions, limits = time.perf_counter(), 0, Limits(seconds).begin()
    try:
        for unit in space.units(one_of_each=True, limits=limits):
            space.counts_of(unit, limits)
            completions += unit.orbit
    except Stopped:
        pass
    return space.layouts_seen if by_layout else completions, time.perf_counter() - began


def _completions(layout: Puzzle, stream: RandomStream) -> float:
    """How many solutions the empty board has: counted where they are few."""
    answer = solve(layout, limit=LISTED, show=0, limits=Limits(SECONDS))
    if answer.count < LISTED and answer.stop is None:
        return answer.count
    limits, ways = Limits(SECONDS).begin(), list[float]()
    while len(ways) < WAYS_DOWN and (not ways or limits.stop is None):
        ways.append(_way_down(layout, stream, limits))
    return sum(ways) / len(ways)


def _way_down(layout: Puzzle, stream: RandomStream, limits: Limits) -> float:
    """Return the product of the numbers of values along a random way to a completion; 0 if the way ends in none."""
    found, placed, variables = 1.0, dict(layout.givens), range(len(layout.variables))
    while (state := propagate(State.of(layout.with_givens(placed)))) is not None:
        undecided = [x for x in variables if len(state.candidates(x)) > 1]
        if not undecided:
            return found
        if limits.stop is not None:
            return _power(found, len(variables) / (len(variables) - len(undecided) or 1))
        x = min(undecided, key=lambda variable: len(state.candidates(variable)))
        found *= len(state.candidates(x))
        placed[x] = stream.choose(state.candidates(x))
    return 0.0


def _power(number: float, exponent: float) -> float:
    try:
        return float(number**exponent)
    except OverflowError:
        return inf


def _about(number: float) -> str:
    if number == inf:
        return "more than 1e308"
    return f"{number:,.0f}" if number < 1e9 else f"{number:.0e}".replace("e+", "e")


def _duration(seconds: float) -> str:
    if seconds == inf:
        return f"{_about(seconds)} years"
    for unit, size in (("years", 31_557_600), ("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"about {_about(seconds / size)} {unit}"
    return f"about {seconds:,.0f} seconds"
