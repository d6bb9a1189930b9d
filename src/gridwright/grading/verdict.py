"""A grade, and how it follows from what was used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from ..model import Answer, Puzzle, Status, Stop
from ..model.errors import counted
from ..model.step import Step, Trace
from ..model.upper_layers import NotebookDisplay
from ..rules.technique import Rung
from .scale import Scale, Tier
from .weight import Weight


class Verdict(str, Enum):
    """What came of grading: `none` and `multiple` are about solutions and no matter of techniques."""

    SOLVED = "solved"
    STUCK = "stuck"
    NONE = "none"
    MULTIPLE = "multiple"
    STOPPED = "stopped"
    """A limit struck first."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Grade(NotebookDisplay):
    """The verdict of a scale.

    `rating` is the sum of the steps' weights, or the largest where the scale says so, `hardest` the hardest technique
    that was needed, `proof_size` the number of choices and other statements that its largest step used. What is stuck
    has the tier beyond all others and no rating; its steps are those that were possible. What is stopped has neither,
    and the steps so far.
    """

    status: Verdict
    scale: str
    tier: str | None = None
    rating: float | None = None
    hardest: str | None = None
    steps: int = 0
    techniques: dict[str, int] = field(default_factory=dict, hash=False)
    proof_size: int = 0
    open: tuple[int, ...] | None = None
    """How many different steps of the step's tier or easier ones were there to choose from, before each step."""
    trace: Trace | None = field(default=None, compare=False, repr=False)
    stop: Stop | None = None
    """The limit that struck; where the status is not `stopped`, only `open` is missing."""

    def __repr__(self) -> str:
        told = [self.tier or str(self.status)]
        told += [f"rating {self.rating:g}"] if self.rating is not None else []
        told += [f"hardest {self.hardest}"] if self.hardest else []
        told += [f"{self.status} after {counted(self.steps, 'step')}"] if self.steps else []
        return f"<grade on {self.scale}: {', '.join(told)}>"


class Use(NamedTuple):
    """How often a rung was used, how much of the rulebook its largest step took, and the steps where they are known."""

    times: int
    largest: int
    steps: tuple[Step, ...] = ()


def uses_of(trace: Trace) -> dict[Rung, Use]:
    """What a trace used."""
    uses: dict[Rung, Use] = {}
    for step in trace.steps:
        count, largest, steps = uses.get((step.key, step.parameter), Use(0, 0))
        size = len(step.choices) + len(step.relations)
        uses[step.key, step.parameter] = Use(count + 1, max(largest, size), (*steps, step))
    return uses


class Hard(NamedTuple):
    """How hard a rung is: its tier, its place in the ladder of all tiers, by which they are told apart; its weight."""

    tier: int
    place: int
    weight: Weight


_hardness: dict[int, tuple[tuple[Tier, ...], dict[Rung, Hard]]] = {}
"""Of tiers that were asked for, which are asked for again and again; kept with them, so that no others get their id."""


def hardness(tiers: tuple[Tier, ...]) -> dict[Rung, Hard]:
    """How hard each rung of the tiers is, where it first stands."""
    known = _hardness.get(id(tiers))
    if known is None:
        while len(_hardness) >= 64:
            _hardness.pop(next(iter(_hardness)))
        known = _hardness[id(tiers)] = tiers, _hard(tiers)
    return known[1]


def _hard(tiers: tuple[Tier, ...]) -> dict[Rung, Hard]:
    found: dict[Rung, Hard] = {}
    for level, tier in enumerate(tiers):
        for rung, weight in tier.weights:
            found.setdefault(rung, Hard(level, len(found), weight))
    return found


def unsolved(answer: Answer, by: Scale) -> Grade:
    """The grade of a puzzle that has not just one solution, as far as is known."""
    if answer.stop is not None and answer.status is Status.UNKNOWN:
        return Grade(Verdict.STOPPED, by.key, stop=answer.stop)
    return Grade(Verdict.NONE if answer.status is Status.NONE else Verdict.MULTIPLE, by.key)


def judged(
    puzzle: Puzzle, uses: Mapping[Rung, Use], solved: bool, by: Scale, tiers: tuple[Tier, ...],
    stop: Stop | None = None,
) -> Grade:  # fmt: skip
    """The grade of a puzzle with one solution, from what its trace used; `stop` is the limit that cut it short."""
    hard = hardness(tiers)
    order = sorted(uses, key=hard.__getitem__)  # by tier and place
    name, hardest = by.catalogue.name, order[-1] if order else None
    return Grade(
        status=Verdict.SOLVED if solved else Verdict.STUCK if stop is None else Verdict.STOPPED,
        scale=by.key,
        tier=tiers[hard[hardest].tier if hardest else 0].name if solved else by.top(puzzle) if stop is None else None,
        rating=_rating([(hard[rung].weight, uses[rung]) for rung in order], by.rating) if solved else None,
        hardest=name(hardest) if hardest else None,
        steps=sum([use.times for use in uses.values()]),
        techniques={name(rung): uses[rung].times for rung in order},
        proof_size=uses[hardest].largest if hardest else 0,
        stop=stop,
    )


def _rating(weights: Iterable[tuple[Weight, Use]], way: str) -> float:
    """All weights as one number: their sum, or the largest."""
    if way == "maximum":
        largest = (max(map(weight.of, use.steps)) if weight.by else weight.base for weight, use in weights)
        return round(max(largest, default=0.0), 1)
    sums = (sum(map(weight.of, use.steps)) if weight.by else weight.base * use.times for weight, use in weights)
    return round(sum(sums), 1)
