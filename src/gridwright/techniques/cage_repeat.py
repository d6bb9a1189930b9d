"""A number that is placed leaves the rest of its cage.

Where cages keep their numbers apart by links, that happens with the placement itself and nothing is left to do. It is a
step of its own on boards that see cages as mere sums (`Puzzle.loosened`), as sgt-puzzles does: there a number leaves
the cells that were one with its own when it was placed, and not those of its cage that lines had cut off by then (see
`_rests`). Lines are looked at whenever nothing simpler is left, so the past says when that was. Of what has no past, a
given for example, the whole cage is cleared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..model import Sort, State, bits
from ..model.step import Conclusion, Seen, Step
from ..rules.board import Board
from ..rules.evaluate import Match, OutOfFuel
from ..rules.finder import Finder
from ..rules.parse import template
from ..rules.position import Position
from ..rules.reads import Reads
from ._rests import OWN, rests, written

LAST = "sum-single"
BEFORE_LINES = {("box-single", None), ("region-single", None), ("cage-repeat", None), (LAST, OWN)}
"""Steps for which nobody looks at lines: all that is simpler."""

BECAUSE = "{g} has {val(p)} at {p}, so {P} cannot have it"


@dataclass(frozen=True)
class CageRepeat(Finder):
    """Placed cells whose number is still a candidate beside them in their cage."""

    shows: ClassVar = {"p": Sort.CELL, "g": Sort.GROUP, "P": Sort.CELLS}
    words = frozenset({"summing"})

    def matches(
        self, size: int | None, board: Board, state: State, fuel: int, past: Sequence[Step] = ()
    ) -> Iterator[Match]:
        """Cages in their order, and their cells."""
        for group in sorted(board.sums):
            for p in sorted(board.members[group] & state.placed):
                fuel -= 1
                if fuel < 0:
                    raise OutOfFuel(f"{self.key} ran out of fuel")
                conclusions = _concluded(board, state, p, board.members[group])
                if conclusions and past:
                    conclusions = _concluded(board, state, p, _together(board, state, p, group, past))
                if conclusions:
                    lose = tuple(each.variable for each in conclusions)
                    seen = {"p": Seen(Sort.CELL, p), "g": Seen(Sort.GROUP, group), "P": Seen(Sort.CELLS, lose)}
                    yield Match(seen, conclusions)

    def recheck(
        self, size: int | None, board: Board, state: State, witness: Mapping[str, Seen]
    ) -> tuple[Conclusion, ...]:
        """The cell must hold the number, in the cage of the others."""
        p, group, cells = (witness[name].value for name in ("p", "g", "P"))
        assert isinstance(p, int)
        assert isinstance(group, int)
        assert isinstance(cells, tuple)
        together = group in board.sums and board.members[group].issuperset((p, *cells)) and p not in cells
        return _concluded(board, state, p, frozenset(cells)) if together and p in state.placed else ()

    def reads(self, size: int | None, board: Board, state: State, match: Match) -> Reads:
        """The number of the cell, and that the cage has none twice."""
        p, group = match.witness["p"].value, match.witness["g"].value
        assert isinstance(p, int)
        assert isinstance(group, int)
        gone = {(p, v) for v in range(board.blueprint.sizes[p]) if not state.masks[p] >> v & 1}
        return Reads(gone, set(board.members[group]), {board.sums[group]})


def _together(board: Board, state: State, p: int, group: int, past: Sequence[Step]) -> frozenset[int]:
    """The cells of p's cage that were one with p when it was placed."""
    numbers = written(board, state)
    when = {each.variable: k for k, step in enumerate(past) for each in step.conclusions if each.true}

    def part(x: int, looked: int) -> frozenset[int]:
        """What was one with a cell when lines were looked at, before that step."""
        then = tuple(0 if when.get(y, -1) >= looked else number for y, number in enumerate(numbers))
        return next((frozenset(bits(r.cells)) for r in rests(board, then).cages if r.cells >> x & 1), frozenset({x}))

    looked: int | None = None
    for k, step in enumerate(past[: when.get(p, -1) + 1]):
        if (step.key, step.parameter) in BEFORE_LINES:
            continue
        if step.key == LAST and looked is not None:
            x = step.conclusions[0].variable
            if all(when.get(y, -1) < k for y in part(x, looked) - {x}):
                continue  # that was to be seen the last time
        looked = k
    return board.members[group] if looked is None else part(p, looked)


def _concluded(board: Board, state: State, p: int, cells: frozenset[int]) -> tuple[Conclusion, ...]:
    """None of the cells has the number that is placed at p."""
    position, value = Position(board, state), state.masks[p].bit_length() - 1
    found = (Conclusion(x, value, False) for x in sorted(cells - {p}))
    return tuple(each for each in found if position.changes(each))


FINDER = CageRepeat(
    key="cage-repeat",
    parameters=(),
    called=(),
    assumes=None,
    seen=(),
    then=(),
    because=BECAUSE,
    holds="the numbers of a cage that is a sum differ",
    sentence=template(BECAUSE),
)
