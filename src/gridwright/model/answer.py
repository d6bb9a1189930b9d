"""What an engine answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from .errors import counted
from .limits import Stop
from .upper_layers import NotebookDisplay

if TYPE_CHECKING:
    from .puzzle import Puzzle


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
class Answer(NotebookDisplay):
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
    search: str | None = None
    """Which search of the engine answered, where it has two: plain, or learning where that took over."""
    puzzle: Puzzle | None = field(default=None, compare=False)
    """Whose solutions these are, for whoever wants to read them."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The solutions in the puzzle's own symbols, as it writes a board."""
        return tuple(self.puzzle.board_text(solution) for solution in self.solutions) if self.puzzle else ()

    @property
    def text(self) -> str | None:
        """The first solution in the puzzle's own symbols; None where there is none to show.

        >>> from gridwright import parse, solve
        >>> solve(parse("1...3..4..2....1", genre="sudoku")).text
        '1432321441232341'
        """
        return next(iter(self.texts), None)

    def __repr__(self) -> str:
        text = self.text if self.text is not None and len(self.text) <= 100 else None
        told = text if self.count == 1 and text else counted(self.count, "solution")
        return f"<answer: {', '.join([str(self.status), told, *([f'stopped by {self.stop}'] if self.stop else [])])}>"

    @classmethod
    def of(
        cls, *, count: int, limit: int, exhausted: bool, solutions: tuple[Solution, ...], nodes: int,
        seconds: float, engine: str, stop: Stop | None = None, search: str | None = None, puzzle: Puzzle | None = None,
    ) -> Answer:  # fmt: skip
        """The answer of a search that found `count` solutions of at most `limit`."""
        if exhausted:
            status = (Status.NONE, Status.UNIQUE)[count] if count < 2 else Status.MULTIPLE
        else:
            status = Status.MULTIPLE if 2 <= limit <= count else Status.UNKNOWN
        return cls(status, count, exhausted, solutions, nodes, seconds, engine, stop, search, puzzle)


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

    def __repr__(self) -> str:
        return f"<backbone: {self.status}, {len(self.fixed)} of {len(self.possible)} fixed>"


@dataclass(frozen=True)
class Refutation:
    """What follows when one candidate is assumed: nothing wrong, or a contradiction and the constraints behind it.

    `choices` and `relations` are positions in the Structure's lists; with the links between candidates they refute the
    assumption.
    """

    refuted: bool
    choices: tuple[int, ...]
    relations: tuple[int, ...]
