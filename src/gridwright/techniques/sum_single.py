"""One cell is left of a cage, or of lines without the cages inside them: what they add up to says its number."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.step import Conclusion
from ..rules.position import Position
from ._rests import OWN, SHARED, OfRests

BECAUSE = "what {A + B} add up to leaves {s} for {P}"


class SumSingle(OfRests):
    """Rests of one cell."""

    reads = "read_rest s.i 0"

    def concluded(self, position: Position, cells: tuple[int, ...], total: int) -> Iterator[Conclusion]:
        """The cell takes all of it."""
        if len(cells) == 1 and 1 <= total <= position.structure.values:
            conclusion = Conclusion(cells[0], total - 1, True)
            if position.changes(conclusion):
                yield conclusion


TECHNIQUE = SumSingle.named(
    "sum-single",
    BECAUSE,
    "the numbers of a cage or a line add up to its total, so the last of them is what the others leave",
    sizes={OWN: "cage-single", SHARED: "line-single"},
)
