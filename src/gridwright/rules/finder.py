"""Finders: techniques that the rule language cannot say, such as chains of any length.

A finder has the same record as a rule: key, sizes, `because`, `holds`; positions, phrases and a line in a scale.
Instead of `seen` and `then` it has code, and it owes what a rule gives by itself:

    matches     every match that changes something, always in the same order, within its fuel
    recheck     what the same witness leads to in another state
    grounds     what a match relied on: absences, choices, relations
    shows       the names of its witness and their shapes, so that sentences can be checked
    words       what a board must have for it

A `KernelFinder` is looked for by the kernel (`kernel/rules/finders/`): its file names the instructions that find its
matches and read their grounds. `recheck` stays plain Python, for the checker of traces asks nothing of the kernel. What
the kernel finds is compared with an obvious Python twin of the same matches in the same order (`tests/reference/`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import ClassVar, Self

from ..model import State, Structure
from ..model.evidence import Evidence, Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion, Step
from . import machine
from .evaluate import Match
from .plan import assembled
from .planned import Planned
from .technique import Concludes, Technique
from .tree import Parameter
from .vocabulary import Vocabulary


class Finder(Technique):
    """A technique that finds its matches itself."""

    shows: ClassVar[Mapping[str, type[Evidence]]]
    """The names of its witness and their shapes."""
    words: ClassVar[frozenset[str]]

    @classmethod
    def named(cls, key: str, because: str, holds: str, sizes: Mapping[int, str] | None = None) -> Self:
        """The finder with its record; `sizes` says what it is called at each size, from the first to the last."""
        finder = cls()
        finder.key, finder.because, finder.holds = key, because, holds
        finder.called = tuple((sizes or {}).items())
        if finder.called:
            finder.parameters = (Parameter("n", finder.called[0][0], finder.called[-1][0]),)
        return finder

    @property
    def follows_links(self) -> bool:
        """It does where its evidence is made of links."""
        return any(shape.follows_links for shape in self.shows.values())

    def missing(self, vocabulary: Vocabulary) -> frozenset[str]:
        return self.words - set(vocabulary.words)

    def concludes(self, step: Step, state: State, inside: Concludes) -> tuple[Conclusion, ...]:
        return self.recheck(step.parameter, state, step.witness)

    @abstractmethod
    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """What follows in this state from the same witness; nothing where it does not hold."""


class KernelFinder(Planned, Finder):
    """A finder that the kernel looks for; here it says only which instructions do that, and checks what they found."""

    begins: ClassVar[str] = "load s.how {n}"
    """The instructions that start the search; `{n}` is the operand, and in all of these `{key}` that of the finder."""
    finds: ClassVar[str]
    """The instruction that gives the next match, and fails where there is none."""
    shows_more: ClassVar[str] = ""
    """Instructions that add to what a match shows."""
    reads: ClassVar[str]
    """The instructions that say what a match relied on."""

    @property
    def code(self) -> str:
        """Its plan (see `plan.assembled`), unless it goes through loops. Registers have the names of what it shows."""
        return f"""
            {self.begins}
        next:
            {self.finds} else end
            {self.shows_more}
            emit else next
        end:
            end
        grounds:
            {self.reads}
            end
        """

    def operand(self, size: int | None, structure: Structure) -> int | str | None:
        """The numbers that its plan asks for: its size, unless it has to be told of the board as well."""
        return size

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """What the kernel says of the match with the same witness; ask `supported` for those of many matches."""
        for other, grounds in self.supported(size, state):
            if other.witness == match.witness:
                return grounds
        raise ValueError(f"{self.key} has no such match in this state")

    def plan(self, size: int | None, structure: Structure) -> machine.CompiledPlan:
        return _plan(self.key, self.code, self.operand(size, structure), tuple(self.shows.items()))


@cache
def _plan(
    key: str, code: str, operand: int | str | None, shows: tuple[tuple[str, type[Evidence]], ...]
) -> machine.CompiledPlan:
    compiled = assembled(key, code.format(n=operand, key=key.replace("-", "_")), shows)
    return compiled, machine.native_plan(compiled)
