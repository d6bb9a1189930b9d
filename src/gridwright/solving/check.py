"""What is wrong with a board: rules that it breaks, givens that it changes, givens that it does not need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..arguments import takes_puzzle
from ..model import Constraint, Limits, Puzzle, Status, begin
from .fast import solve


@dataclass(frozen=True)
class Break:
    """A broken rule: its constraint and the variables that show it."""

    constraint: Constraint
    variables: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<broken: {self.constraint.label}>"

    def sentence(self, puzzle: Puzzle) -> str:
        """The rule and where it is broken, in English."""
        domain = puzzle.variables[self.variables[0]].domain if self.variables else puzzle.variables[0].domain
        places = ", ".join(puzzle.variables[x].name for x in self.variables)
        return f"{self.constraint.sentence(domain)}; look at {places}"


@takes_puzzle
def check(puzzle: Puzzle, board: str | Sequence[int | None] | None = None) -> tuple[Break, ...]:
    """Every rule that the board breaks for certain; an undecided cell (None) is no fault by itself.

    The board is text, or a value for each variable; if left out, the givens. One that contradicts a given breaks no
    rule of the genre: see `overwritten`.

    >>> from gridwright.genres import parse
    >>> puzzle = parse("1...3..4..2....1", genre="sudoku")
    >>> [broken.sentence(puzzle) for broken in check(puzzle, "1..13..4..2....1")][:1]
    ['row 1 holds each of 1 to 4 exactly once; look at r1c1, r1c4']
    """
    if board is None:
        board = [puzzle.givens.get(x) for x in range(len(puzzle.variables))]
    elif isinstance(board, str):
        board = puzzle.read_board(board)
    broken = []
    for constraint in puzzle.constraints:
        positions = constraint.conflict([board[x] for x in constraint.scope])
        if positions is not None and not _follows(constraint, board):
            broken.append(Break(constraint, tuple(constraint.scope[i] for i in positions)))
    return tuple(broken)


def _follows(constraint: Constraint, board: Sequence[int | None]) -> bool:
    """Is a full board wrong only in what the constraint knows from other rules? Those are told."""
    values = [value for x in constraint.scope if (value := board[x]) is not None]
    return len(values) == len(constraint.scope) and constraint.own_rule_holds(values)


def overwritten(puzzle: Puzzle, board: Sequence[int | None]) -> tuple[int, ...]:
    """The variables whose given the board changes."""
    return tuple(x for x, value in puzzle.givens.items() if board[x] is not None and board[x] != value)


def givens_clash(puzzle: Puzzle) -> Break | None:
    """The first rule that the givens alone break at sight, shown by givens."""
    return next((each for each in check(puzzle) if any(x in puzzle.givens for x in each.variables)), None)


def redundant_givens(puzzle: Puzzle, *, limits: Limits | None = None) -> Iterator[int]:
    """The givens of a unique puzzle that are not needed, each taken alone; raises `Stopped` where limits strike.

    The puzzle is minimal if there are none.
    """
    limits = begin(limits)
    for x in puzzle.givens:
        others = {y: value for y, value in puzzle.givens.items() if y != x}
        status = solve(puzzle.with_givens(others), show=0, limits=limits).status
        if status is Status.UNIQUE:
            yield x
        elif status is Status.UNKNOWN:
            limits.check()
