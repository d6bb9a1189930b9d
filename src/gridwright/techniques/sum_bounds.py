"""Cells that add up to a known total: each makes up for the least and for the most that the others can be."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import bits
from ..model.step import Conclusion
from ..rules.position import Position
from ._rests import OWN, SHARED, OfRests

BECAUSE = "{P} add up to {s}, by what {A + B} add up to, and none can be more than the least of the others leaves of it"


class SumBounds(OfRests):
    """Lowest and highest candidates of a rest, each cell by itself: that cells differ is not looked at."""

    def concluded(self, position: Position, cells: tuple[int, ...], total: int) -> Iterator[Conclusion]:
        """What is too low even with the others at their highest, or too high even with them at their lowest."""
        masks = [position.state.masks[x] for x in cells]
        for x, mask, kept in zip(cells, masks, _kept(masks, total), strict=True):
            for value in bits(mask & ~kept):
                conclusion = Conclusion(x, value, False)
                if position.changes(conclusion):
                    yield conclusion


def _kept(masks: list[int], total: int) -> list[int]:
    """What cells that add up to the total keep, again and again until nothing changes; all of it where nothing fits."""
    kept = masks
    while all(kept):
        lowest, highest = [(mask & -mask).bit_length() for mask in kept], [mask.bit_length() for mask in kept]
        spare, short = total - sum(lowest), sum(highest) - total
        ends = zip(lowest, highest, strict=True)
        rooms = [(max(low, high - short), min(high, low + spare)) for low, high in ends]
        fewer = [mask & _from_to(*room) for mask, room in zip(kept, rooms, strict=True)]
        if fewer == kept:
            return kept
        kept = fewer
    return masks


def _from_to(low: int, high: int) -> int:
    """The values of the numbers from low to high, as a mask."""
    return (1 << high) - (1 << low - 1) if 1 <= low <= high else 0


TECHNIQUE = SumBounds.named(
    "sum-bounds",
    BECAUSE,
    "a cell holds what the others leave of the total, and they are between their lowest and highest candidates",
    sizes={OWN: "cage-bounds", SHARED: "line-bounds"},
)
