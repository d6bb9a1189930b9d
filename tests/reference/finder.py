"""What a reference of a finder owes: the finder's matches in their order, and what each of them relied on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

from gridwright.model import State
from gridwright.model.grounds import Grounds
from gridwright.rules.evaluate import Match
from gridwright.rules.finder import KernelFinder
from gridwright.rules.technique import ALONE, Context

F = TypeVar("F", bound=KernelFinder)


class Reference(ABC, Generic[F]):
    """A finder of the kernel in obvious Python."""

    def __init__(self, finder: F) -> None:
        self.finder = finder
        self.key = finder.key

    @abstractmethod
    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Yield every match that changes something, in the order of the finder."""

    @abstractmethod
    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """Return what a match in this state relied on."""
