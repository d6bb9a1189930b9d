"""Who did what in a trace: the step that removed each candidate, and the one that wrote each value down."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import pairwise

from ..model import State, Structure, bits
from ..model.step import Step, Trace
from ..rules.machine import Past

NOBODY = -1


class Ledger:
    """Kept as the kernel keeps it, so that steps of both follow each other. What was so from the start has no owner."""

    def __init__(self, structure: Structure) -> None:
        self.structure = structure
        self.keys: list[str] = []
        """Of the techniques of all steps."""
        self._remover = array("i", [NOBODY]) * sum(structure.sizes)
        self._writer = array("i", [NOBODY]) * structure.size

    @classmethod
    def of(cls, trace: Trace) -> Ledger:
        """The ledger of a whole trace."""
        ledger = cls(trace.puzzle.structure)
        for step, (before, after) in zip(trace.steps, pairwise((*trace.positions(), trace.end)), strict=True):
            ledger.note(step, before, after)
        return ledger

    @property
    def past(self) -> Past:
        """What the kernel is told before it goes on."""
        return self.keys, self._remover.tobytes(), self._writer.tobytes()

    @past.setter
    def past(self, past: Past) -> None:
        self.keys, remover, writer = past
        self._remover, self._writer = array("i", remover), array("i", writer)

    def note(self, step: Step, before: State, after: State) -> None:
        """Write down what the next step did."""
        now = len(self.keys)
        for x, (old, new) in enumerate(zip(before.masks, after.masks, strict=True)):
            for value in bits(old & ~new):
                self._remover[self.structure.candidate(x, value)] = now
        for each in step.conclusions:
            if each.true:
                self._writer[each.variable] = now
        self.keys.append(step.key)

    def removed(self, x: int, value: int) -> int | None:
        """The step that removed a candidate."""
        found = self._remover[self.structure.candidate(x, value)]
        return None if found == NOBODY else found

    def placed(self, x: int) -> int | None:
        """The step that wrote a value into a cell."""
        return None if self._writer[x] == NOBODY else self._writer[x]

    def premises(self, absences: Iterable[tuple[int, int]], state: State) -> tuple[int, ...]:
        """The steps that removed these candidates.

        Who finds all other candidates of a placed cell missing relies on its value, that is on the step that wrote it
        down: how each of them went before does not matter any more.
        """
        missing: dict[int, int] = {}
        for x, value in absences:
            missing[x] = missing.get(x, 0) | 1 << value
        found: set[int | None] = set()
        for x, gone in missing.items():
            writer = self.placed(x)
            if writer is not None and gone | state.masks[x] == state.puzzle.variables[x].domain.all:
                found.add(writer)
            else:
                found.update(self.removed(x, value) for value in bits(gone))
        return tuple(sorted(step for step in found if step is not None))
