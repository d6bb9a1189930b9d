"""Finders: techniques that the rule language cannot say, such as chains of any length.

A finder is a technique with the same record as a rule: key, sizes, `because`, `holds`; positions, phrases and a line in
a scale. Instead of `seen` and `then` it has code, and it owes what a rule gives by itself:

    matches     every match that changes something, always in the same order, within its fuel
    recheck     what the same witness leads to in another state
    reads       what a match relied on: absences, choices, others
    shows       the names of its witness and their sorts, so that sentences can be checked
    words       what a board must have for it

Whoever asks for matches, checks a step or audits a technique need not know which kind it is. A finder runs outside the
kernel, so a ladder that has one stops there to ask it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from ..model import Sort, State
from ..model.step import Conclusion, Seen, Step
from .board import Board
from .parse import template
from .tree import Parameter, Technique

if TYPE_CHECKING:
    from .evaluate import Match
    from .reads import Reads


@dataclass(frozen=True)
class Finder(Technique, ABC):
    """A technique that finds its matches itself."""

    shows: ClassVar[Mapping[str, Sort]]
    words: ClassVar[frozenset[str]]

    @classmethod
    def named(cls, key: str, because: str, holds: str, sizes: Mapping[int, str] | None = None) -> Self:
        """The finder with its record; `sizes` says what it is called at each size, from the first to the last."""
        called = tuple((sizes or {}).items())
        parameters = (Parameter("n", called[0][0], called[-1][0]),) if called else ()
        return cls(
            key=key, parameters=parameters, called=called, assumes=None, seen=(), then=(), because=because,
            holds=holds, sentence=template(because),
        )  # fmt: skip

    @abstractmethod
    def matches(
        self, size: int | None, board: Board, state: State, fuel: int, past: Sequence[Step] = ()
    ) -> Iterator[Match]:
        """Every match that changes something; OutOfFuel where that could not be decided.

        `past` are the steps that led to the state, where somebody knows them. They may decide what is offered, but not
        what holds: `recheck` does without them.
        """

    @abstractmethod
    def recheck(
        self, size: int | None, board: Board, state: State, witness: Mapping[str, Seen]
    ) -> tuple[Conclusion, ...]:
        """What follows in this state from the same witness; nothing where it does not hold."""

    @abstractmethod
    def reads(self, size: int | None, board: Board, state: State, match: Match) -> Reads:
        """What the match relied on."""
