"""The obviously correct engine: plain depth-first search, for everything faster to be compared with.

It knows of a puzzle only its variables, where they start, and what each constraint says in plain Python (`conflict` and
`holds`); no Structure and no kernel. A value is tried where the fewest are left; then every undecided cell that shares
a constraint with it loses the values that would clash. A filled board counts only if every constraint holds.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from ..model.answer import Answer, Solution
from ..model.domain import bits
from ..model.limits import Limits, Stop, Stopped, begin
from ..model.puzzle import Puzzle

OpenBoard = tuple[list[int | None], list[int]]
"""The decided values (None: open), and the mask of values that each variable can still take."""


def solve(puzzle: Puzzle, *, limit: int = 2, show: int = 2, limits: Limits | None = None) -> Answer:
    """Count solutions up to `limit` and keep the first `show` of them; each value tried is a node."""
    began, limits = time.monotonic(), begin(limits)
    solutions: list[Solution] = []
    count = nodes = 0
    untried: list[tuple[OpenBoard, int, int]] = []  # a position, and the (variable, value) to try there
    stop: Stop | None = None
    try:
        search = _Search(puzzle, limits)
        position: OpenBoard | None = search.start()
        while True:
            if position is not None:
                x = search.fewest(position)
                if x is not None:
                    untried.extend((position, x, value) for value in reversed(list(bits(position[1][x]))))
                elif search.holds(position):
                    count += 1
                    solutions.extend([tuple(v for v in position[0] if v is not None)] if count <= show else [])
            if not untried or count >= limit:
                break
            limits.check()
            position = search.decided(*untried.pop())
            nodes += 1
            limits.spend(1)
    except Stopped as stopped:
        stop = stopped.stop
    return Answer.of(
        count=count, limit=limit, exhausted=stop is None and not untried, solutions=tuple(solutions), nodes=nodes,
        seconds=time.monotonic() - began, engine="simple", stop=stop, puzzle=puzzle,
    )  # fmt: skip


class _Search:
    def __init__(self, puzzle: Puzzle, limits: Limits) -> None:
        self.puzzle, self.limits = puzzle, limits
        self.constraints = puzzle.constraints
        self.about: list[list[int]] = [[] for _ in puzzle.variables]
        for k, constraint in enumerate(self.constraints):
            for x in constraint.scope:
                self.about[x].append(k)
        self.failures = [1] * len(self.constraints)

    def start(self) -> OpenBoard | None:
        """What every constraint allows beside the givens and marks, each looked at alone."""
        position: OpenBoard = [None] * len(self.puzzle.variables), list(self.puzzle.start())
        if any(c.conflict([None] * len(c.scope)) is not None for c in self.constraints):
            return None
        return position if self._filter(position, range(len(self.constraints))) else None

    def fewest(self, position: OpenBoard) -> int | None:
        """The open variable with the fewest values; of equals, where constraints failed often and are nearly full."""
        values, masks = position
        open_ones = [x for x, value in enumerate(values) if value is None]
        least = min((masks[x].bit_count() for x in open_ones), default=0)
        tied = [x for x in open_ones if masks[x].bit_count() == least]
        if len(tied) < 2 or least < 2:
            return tied[0] if tied else None
        near_full = [1 / (1 + sum(values[y] is None for y in c.scope)) for c in self.constraints]
        return max(tied, key=lambda x: sum(self.failures[k] * near_full[k] for k in self.about[x]))

    def decided(self, position: OpenBoard, x: int, value: int) -> OpenBoard | None:
        """The position after x takes the value, or None where some variable is left without any."""
        values, masks = list(position[0]), list(position[1])
        values[x], masks[x] = value, 1 << value
        return (values, masks) if self._filter((values, masks), self.about[x]) else None

    def _filter(self, position: OpenBoard, touched: Iterable[int]) -> bool:
        values, masks = position
        for k in touched:
            constraint = self.constraints[k]
            known = [values[y] for y in constraint.scope]
            self.limits.check()
            for i, y in enumerate(constraint.scope):
                if known[i] is None:
                    for value in bits(masks[y]):
                        known[i] = value
                        if constraint.conflict(known) is not None:
                            masks[y] ^= 1 << value
                    known[i] = None
                    if not masks[y]:
                        self.failures[k] += 1
                        return False
        return True

    def holds(self, position: OpenBoard) -> bool:
        return all(c.holds([v for x in c.scope if (v := position[0][x]) is not None]) for c in self.constraints)
