"""Boards with more completions than can be listed: completions, and whether clues are enough, are found by solving.

    completions(layout)                     in the order of their values, one at a time
    UnlistedChoices(…).selections(…)        the ways to print one of them, as in selections.py

A clue more never tells apart less, so wherever all clues that are left would be enough there is something to find: what
is next takes a solution a slot, however many completions there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ..model import Limits, Puzzle, Slot, Solution
from ..solving.fast import solve
from .selections import Selection, SlotBounds, free_selections, number_used


def completions(layout: Puzzle) -> Iterator[Solution]:
    """All solutions of a layout in the order of their values."""
    sizes = [len(variable.domain) for variable in layout.variables]

    def below(values: Solution) -> Iterator[Solution]:
        if solve(layout.with_givens(dict(enumerate(values))), limit=1, show=0).count == 0:
            return
        if len(values) == len(sizes):
            yield values
            return
        for value in range(sizes[len(values)]):
            yield from below((*values, value))

    return below(())


class UnlistedChoices:
    """The ways to print one solution; `printed` is the puzzle of a selection."""

    def __init__(self, slots: Sequence[Slot], solution: Solution, printed: Callable[[Selection], Puzzle]) -> None:
        self.optional = tuple(slot.optional for slot in slots)
        self._ways = [
            tuple(way for way, reading in enumerate(slot.readings) if reading(solution) is not None) for slot in slots
        ]
        self._printed = printed

    def used(self, selection: Selection) -> int:
        """How many optional slots print something."""
        return number_used(selection, self.optional)

    def selections(self, bounds: SlotBounds, limits: Limits) -> Iterator[Selection]:
        """Every selection that leaves one solution, slot by slot, what prints nothing first."""
        ways, optional = self._ways, self.optional
        optional_left = [sum(optional[i:]) for i in range(len(ways) + 1)]

        def below(chosen: Selection, used: int, enough: bool, could: bool) -> Iterator[Selection]:
            """`enough`: what is chosen leaves one solution; `could`: it may with what is left."""
            limits.check()
            i = len(chosen)
            if not could or used + optional_left[i] < bounds.least:
                return
            if i == len(ways):
                if enough and bounds.hold(used) and not (bounds.minimal and self._has_spare(chosen)):
                    yield chosen
                return
            if optional[i]:
                without = (*chosen, None)
                yield from below(without, used, enough, enough or self._could(without))
                if (bounds.minimal and enough) or used == bounds.most:
                    return
            for way in ways[i]:
                more = (*chosen, way)
                still = enough or len(ways[i]) == 1 or self._could(more)
                yield from below(more, used + optional[i], enough or self._is_enough(more), still)

        return below((), 0, self._is_enough(()), self._could(()))

    def counts(self, bounds: SlotBounds, limits: Limits) -> Counter[int]:
        """How many selections there are; what is behind one that is enough is not gone through."""
        if bounds.minimal:
            return Counter(map(self.used, self.selections(bounds, limits)))
        free, counts = free_selections([len(slot) for slot in self._ways], self.optional), Counter[int]()

        def below(chosen: Selection, used: int, could: bool) -> None:
            limits.check()
            i = len(chosen)
            if could and self._is_enough(chosen):
                for more, count in free[i].items():
                    counts[used + more] += count
            elif could and i < len(self._ways):
                for way in self._ways[i]:
                    more_chosen = (*chosen, way)
                    still = len(self._ways[i]) == 1 or self._could(more_chosen)
                    below(more_chosen, used + self.optional[i], still)
                if self.optional[i]:
                    below((*chosen, None), used, self._could((*chosen, None)))

        below((), 0, self._could(()))
        return Counter({used: count for used, count in counts.items() if bounds.hold(used) and count})

    def _is_enough(self, chosen: Selection) -> bool:
        """Is there one solution where no more than this is printed?"""
        puzzle = self._printed((*chosen, *[None] * (len(self._ways) - len(chosen))))
        return solve(puzzle, limit=2, show=0).count == 1

    def _could(self, chosen: Selection) -> bool:
        """Would it be enough with all that is left? Yes where that can be printed in several ways: nobody can tell."""
        left = self._ways[len(chosen) :]
        if any(len(slot) > 1 for slot in left):
            return True
        return self._is_enough((*chosen, *(slot[0] if slot else None for slot in left)))

    def _has_spare(self, selection: Selection) -> bool:
        """Would the selection be enough without one of its optional clues?"""
        return any(
            may and way is not None and self._is_enough((*selection[:i], None, *selection[i + 1 :]))
            for i, (way, may) in enumerate(zip(selection, self.optional, strict=True))
        )
