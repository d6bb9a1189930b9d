"""What a technique is, whoever finds its matches: a rule, code, or an assumption that is followed until it breaks.

    technique.name(2)                       what people say: `x-wing` for a fish of 2
    technique.speaks(puzzle)                has the board all words that it needs?
    technique.matches(2, state, context)    every match that changes something, always in the same order
    technique.grounds(2, state, match)      what the match relied on: absences, choices, relations
    technique.concludes(step, state, …)     what a step's evidence leads to in another state
    technique.plan(2, structure)            where the kernel can look for it, the plan that it runs

Whoever climbs a ladder, checks a step, audits or tells a technique need not know which kind it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from ..model import Limits, Puzzle, State, Structure
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion, Step
from . import tree
from .evaluate import FUEL, Match
from .parsed import sentence
from .tree import Expr, Parameter
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    from .machine import CompiledPlan

Rung = tuple[str, int | None]
"""The key of a technique and its size. Without one, a technique that has sizes is tried with each, smallest first."""

Ladder = Sequence[Rung]
"""Techniques, simplest first."""

Sized = tuple["Technique", int | None]
"""A technique and a size of it."""


@dataclass(frozen=True)
class Context:
    """What a technique may know beside the state that it looks at.

    `past` are the steps that led there, where somebody knows them: they may decide what is offered, but not what holds.
    `inside` is what may be used inside a contradiction. Whoever takes long checks the `limits` now and then.
    """

    fuel: int = FUEL
    past: Sequence[Step] = ()
    inside: tuple[Sized, ...] = ()
    limits: Limits = Limits()  # noqa: RUF009
    longest: int = 0
    """The largest size of a contradiction in the ladder that is climbed."""


ALONE = Context()
"""A state of which nothing else is known."""


@dataclass(frozen=True)
class ProofLine:
    """One line of a proof inside a match; `grounds` are what it relied on before anything was supposed."""

    technique: str
    key: str
    parameter: int | None
    witness: Witness = field(hash=False)
    conclusions: tuple[Conclusion, ...]
    grounds: Grounds = field(hash=False)
    inside: tuple[ProofLine, ...] = ()
    """Its own lines, where it supposes something as well."""


@dataclass(frozen=True)
class Supposition(Match):
    """A match that supposes a candidate: the lines until something breaks, and all that they relied on together.

    `smallest`: no supposition here has fewer lines.
    """

    lines: tuple[ProofLine, ...]
    grounds: Grounds = field(hash=False)
    smallest: bool = True


Concludes = Callable[[Step, State], tuple[Conclusion, ...]]
"""What a step's evidence leads to in a state, for a technique whose steps have steps inside."""


class Technique(ABC):
    """A named way in which people deduce."""

    key: str
    parameters: tuple[Parameter, ...] = ()
    called: tuple[tuple[int, str], ...] = ()
    """What some sizes are called: 2 is an x-wing."""
    assumes: str | None = None
    """`unique` where it takes for granted that there is one solution."""
    because: str
    holds: str
    follows_others: bool = False
    """It uses other techniques inside (`Context.inside`); its size is how many steps of theirs."""
    proves_itself: bool = False
    """Every match comes with its own proof, so that there is nothing to audit."""
    in_kernel: bool = False
    """It has a plan; asked before one is made."""
    stated: bool = False
    """The rule language states it, so that it can be proved."""
    asked_by_makers: bool = False
    """Makers ask it of every attempt: rules, and finders that were in the kernel from the first. Other code, wherever
    it runs, is asked of puzzles that are made: so recipes keep their puzzles where a finder moves into the kernel."""

    @cached_property
    def statement(self) -> tree.Technique:
        """As a rule file would state it; of what is no rule the record alone, without condition and conclusion."""
        return tree.Technique(
            self.key, self.parameters, self.called, self.assumes, (), (), self.because, self.holds,
            sentence=sentence(self.because),
        )  # fmt: skip

    @property
    def sentence(self) -> tuple[str | Expr, ...]:
        """`because`, cut into words and terms."""
        return self.statement.sentence

    @property
    def text(self) -> str:
        """What can be shown of it: the rule as it stands in its file, or the record of what is code."""
        names = [f"  called  {', '.join(f'{n} {name}' for n, name in self.called)}"] if self.called else []
        reasons = (f'  because "{self.because}"', f'  holds   "{self.holds}"')
        return "\n".join([f"technique {self.key}, a finder", *names, *reasons])

    def __repr__(self) -> str:
        return f"<technique {self.key}>"

    @property
    def follows_links(self) -> bool:
        """Does it go from link to link as far as they lead, instead of seeing a pattern of a fixed form?"""
        return False

    @property
    def sizes(self) -> tuple[int | None, ...]:
        """The sizes that it comes in."""
        return tuple(range(self.parameters[0].low, self.parameters[0].high + 1)) if self.parameters else (None,)

    def name(self, size: int | None) -> str:
        """What people say: `x-wing` for a fish of 2."""
        return next((name for n, name in self.called if n == size), self.key)

    def speaks(self, puzzle: Puzzle) -> bool:
        """Has the puzzle's board every word of it?"""
        return not self.missing(Vocabulary.of(puzzle))

    def missing(self, vocabulary: Vocabulary) -> frozenset[str]:
        """The words and kinds of group that it needs and a board does not have."""
        return frozenset()

    @abstractmethod
    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Every match that changes something, in a fixed order; OutOfFuel or Stopped where that is not decided."""

    @abstractmethod
    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """What a match in this state relied on."""

    def supported(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[tuple[Match, Grounds]]:
        """Every match that changes something, and what it relied on."""
        for match in self.matches(size, state, context):
            yield match, self.grounds(size, state, match)

    @abstractmethod
    def concludes(self, step: Step, state: State, inside: Concludes) -> tuple[Conclusion, ...]:
        """What the evidence of a step of this technique leads to in a state; nothing where it does not hold."""

    def evidence(self, match: Match, state: State) -> Witness:
        """The witness, and what only the state in which it was found can tell, if `adds_evidence`."""
        return match.witness

    @property
    def adds_evidence(self) -> bool:
        """Is there more to tell than the witness?"""
        return False

    def lines(self, match: Match) -> tuple[ProofLine, ...]:
        """The steps inside a match."""
        return ()

    def rests_on(self, step: Step) -> frozenset[str]:
        """The keys of the techniques that a step of this one relies on."""
        return frozenset({self.key})

    def plan(self, size: int | None, structure: Structure) -> CompiledPlan | None:
        """The plan that the kernel runs; None where it has none and the technique is asked here."""
        return None


class Supposing(Technique):
    """A technique whose matches suppose a candidate; they say themselves what they relied on."""

    proves_itself = True

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        assert isinstance(match, Supposition)
        return match.grounds

    def lines(self, match: Match) -> tuple[ProofLine, ...]:
        assert isinstance(match, Supposition)
        return match.lines
