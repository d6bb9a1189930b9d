"""What a step weighs on a scale: a number, or a number that grows with something the step has.

naked-pair = 3                                                    every naked pair weighs 3
fish = { base = 2, each = 1, by = "size" }                        an x-wing 4, a swordfish 5
remote-chain = { base = 6.5, each = 0.1, by = "length", over = [4, 6, 8] }
                                                                  0.1 more beyond 4 cells, again beyond 6 and 8
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..model import GridwrightError, UnknownName
from ..model.step import Step


def _lines(step: Step) -> int:
    return sum(1 + _lines(line) for line in step.inside)


def _length(step: Step) -> int:
    return max((shape.length for shape in step.witness.values()), default=0)


MEASURES: Mapping[str, Callable[[Step], int]] = {
    "size": lambda step: step.parameter or 0,
    "length": _length,
    "lines": _lines,
    "statements": lambda step: len(step.choices) + len(step.relations),
    "conclusions": lambda step: len(step.conclusions),
}
"""What a weight may grow with: the size of a fish or a subset, the cells or nodes of a chain, the lines of a sub-proof
(those inside others counted, too), the statements of the rulebook that were used, the values placed and crossed out."""


@dataclass(frozen=True)
class Weight:
    """`base`, and `each` for every unit of the measure `by`; with `over`, for every one of these that it exceeds."""

    base: float
    each: float = 0.0
    by: str = ""
    over: tuple[int, ...] = ()

    def of(self, step: Step) -> float:
        """What a step weighs."""
        return self.at(MEASURES[self.by](step)) if self.by else self.base

    def at(self, measure: int) -> float:
        """What a step of that measure weighs.

        >>> Weight(6.5, 0.5, "length", (4, 6)).at(7), Weight(2, 1, "size").at(3)
        (7.5, 5)
        """
        return self.base + self.each * (sum(measure > bound for bound in self.over) if self.over else measure)


def read_weight(data: Any, technique: str, size: int | None) -> Weight:
    """The weight that a scale gives a technique of that size; what grows with the size alone is a plain number."""
    if _number(data) and data >= 0:
        return Weight(float(data))
    if not isinstance(data, dict) or not {"base", "each", "by"} <= set(data) <= {"base", "each", "by", "over"}:
        known = "a weight is a number, or { base, each, by } and perhaps over"
        raise GridwrightError(f"expected a weight for {technique}, found {data!r}; {known}")
    over = data.get("over", [])
    if not _number(data["base"]) or not _number(data["each"]) or min(data["base"], data["each"]) < 0:
        raise GridwrightError(f"expected a weight for {technique} whose base and each are numbers, found {data!r}")
    if not isinstance(over, list) or not all(isinstance(bound, int) for bound in over):
        raise GridwrightError(f"expected a weight for {technique} whose over are whole numbers, found {over!r}")
    if data["by"] not in MEASURES:
        raise UnknownName("measure of a step", str(data["by"]), MEASURES)
    weight = Weight(float(data["base"]), float(data["each"]), data["by"], tuple(over))
    return Weight(weight.at(size or 0)) if weight.by == "size" else weight


def _number(data: Any) -> bool:
    return isinstance(data, int | float) and not isinstance(data, bool)
