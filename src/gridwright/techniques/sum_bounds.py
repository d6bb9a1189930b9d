"""Cells that add up to a known total: each makes up for the least and for the most that the others can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..model import State, bits
from ..model.step import Conclusion
from ..rules.board import Board
from ..rules.parse import template
from ..rules.position import Position
from ._rests import OfRests, two_sizes

BECAUSE = "{P} add up to {s}, by what {A + B} add up to, and none can be more than the least of the others leaves of it"


@dataclass(frozen=True)
class SumBounds(OfRests):
    """Lowest and highest candidates of a rest, each cell by itself: that cells differ is not looked at."""

    def concluded(self, board: Board, position: Position, cells: tuple[int, ...], total: int) -> Iterator[Conclusion]:
        """What is too low even with the others at their highest, or too high even with them at their lowest."""
        masks = [position.state.masks[x] for x in cells]
        if not all(masks):
            return
        lowest, highest = [(mask & -mask).bit_length() for mask in masks], [mask.bit_length() for mask in masks]
        spare, short = total - sum(lowest), sum(highest) - total
        for x, mask, low, high in zip(cells, masks, lowest, highest, strict=True):
            for value in bits(mask):
                if value + 1 > low + spare or value + 1 < high - short:
                    conclusion = Conclusion(x, value, False)
                    if position.changes(conclusion):
                        yield conclusion

    def missed(self, board: Board, state: State, cell: int) -> Iterator[int]:
        """Whatever is lower than its lowest or higher than its highest candidate."""
        mask = state.masks[cell]
        within = range((mask & -mask).bit_length() - 1, mask.bit_length())
        return (value for value in range(board.blueprint.sizes[cell]) if value not in within)


PARAMETERS, CALLED = two_sizes("cage-bounds", "line-bounds")

FINDER = SumBounds(
    key="sum-bounds",
    parameters=PARAMETERS,
    called=CALLED,
    assumes=None,
    seen=(),
    then=(),
    because=BECAUSE,
    holds="a cell holds what the others leave of the total, and they are between their lowest and highest candidates",
    sentence=template(BECAUSE),
)
