"""A technique that the kernel looks for: it has a plan for boards of a shape."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from ..model import State, Structure
from ..model.grounds import Grounds
from . import machine
from .evaluate import Match
from .technique import ALONE, Context, Technique


class Planned(Technique):
    """Every match, and what it relied on, as the plan finds it."""

    in_kernel = True

    @abstractmethod
    def plan(self, size: int | None, structure: Structure) -> machine.CompiledPlan: ...

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        plan = self.plan(size, state.structure)
        found = machine.matches(self.key, plan, state, context.fuel, limits=context.limits)
        return (match for match, _ in found)

    def supported(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[tuple[Match, Grounds]]:
        plan = self.plan(size, state.structure)
        found = machine.matches(self.key, plan, state, context.fuel, grounds=True, limits=context.limits)
        return ((match, machine.grounds_of(used)) for match, used in found)
