"""What an engine answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from .limits import Stop


class Status(str, Enum):
    """Every question about solutions ends in one of these; all four are answers, none is an error."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"

    def __str__(self) -> str:
        return self.value


Solution = tuple[int, ...]
"""A value for each variable."""


@dataclass(frozen=True)
class Answer:
    """Status, how many solutions were found, the first of them, and what it took.

    `count` is exact where `exhausted`; otherwise there may be more: the search ended with as many as were asked for, or
    at the limit that `stop` names. Two answers may be equal though they took different times.
    """

    status: Status
    count: int
    exhausted: bool
    solutions: tuple[Solution, ...]
    nodes: int
    seconds: float = field(compare=False)
    engine: str
    stop: Stop | None = None

    @classmethod
    def of(
        cls, *, count: int, limit: int, exhausted: bool, solutions: tuple[Solution, ...], nodes: int,
        seconds: float, engine: str, stop: Stop | None = None,
    ) -> Answer:  # fmt: skip
        """The answer of a search that found `count` solutions of at most `limit`."""
        if exhausted:
            status = (Status.NONE, Status.UNIQUE)[count] if count < 2 else Status.MULTIPLE
        else:
            status = Status.MULTIPLE if 2 <= limit <= count else Status.UNKNOWN
        return cls(status, count, exhausted, solutions, nodes, seconds, engine, stop)


@dataclass(frozen=True)
class Backbone:
    """Which candidates are true in every solution and which in some: a mask of values for each variable.

    `decided` is False where a limit struck first, the one that `stop` names: `possible` is then a lower bound
    (solutions seen so far).
    """

    status: Status
    possible: tuple[int, ...]
    decided: bool
    stop: Stop | None = None

    @property
    def fixed(self) -> dict[int, int]:
        """Variables that take the same value in every solution."""
        if not self.decided:
            return {}
        return {x: mask.bit_length() - 1 for x, mask in enumerate(self.possible) if mask and not mask & (mask - 1)}


@dataclass(frozen=True)
class Refutation:
    """What follows when one candidate is assumed: nothing wrong, or a contradiction and the constraints behind it.

    `choices` and `relations` are positions in the Structure's lists; with the links between candidates they refute the
    assumption.
    """

    refuted: bool
    choices: tuple[int, ...]
    relations: tuple[int, ...]
