"""What to print of one solution: every selection of clues that tells it apart from all other completions.

    table = SlotTable(slots, solutions)       what each slot prints of each completion of a layout
    choices = table.choices(solution)         … for one of them: which others each way of printing tells apart
    choices.selections(…)                     every selection after which nothing else is left
    choices.counts(…)                         how many there are, by how many optional slots they use

More clues never tell apart less: once a selection is enough, all that contain it are, and where even all clues that are
left would not be enough, none is. Completions are the bits of a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..model import Limits, Slot, Solution

SLOTS_BETWEEN_CHECKS = 8
"""Number of slots between two that look at the limits: what is below a slot may take forever."""

Selection = tuple[int | None, ...]
"""The way in which each slot prints; None where it prints nothing."""


class Choices(Protocol):
    """The ways to print one solution."""

    def used(self, selection: Selection) -> int:
        """How many optional slots print something."""

    def selections(self, bounds: SlotBounds, limits: Limits) -> Iterator[Selection]:
        """Every selection that tells the solution apart from all others, slot by slot, what prints nothing first."""

    def counts(self, bounds: SlotBounds, limits: Limits) -> Counter[int]:
        """How many selections there are, by the number of optional slots that they use."""


@dataclass(frozen=True)
class ListedChoices:
    """The ways to print one solution where all completions are listed."""

    ways: tuple[tuple[tuple[int, int], ...], ...]
    """For each slot: the number of each way that can be printed, and the completions that it tells apart."""
    optional: tuple[bool, ...]
    others: int
    """All completions but the solution itself."""

    def used(self, selection: Selection) -> int:
        """How many optional slots print something."""
        return number_used(selection, self.optional)

    def selections(self, bounds: SlotBounds, limits: Limits) -> Iterator[Selection]:
        """By the bits that are told apart."""
        return _selections(self, bounds, limits)

    def counts(self, bounds: SlotBounds, limits: Limits) -> Counter[int]:
        """By the bits that are told apart; what is behind a selection that is enough is not gone through."""
        return _count_selections(self, bounds, limits)


def number_used(selection: Selection, optional: Sequence[bool]) -> int:
    """How many optional slots print something."""
    return sum(may and way is not None for way, may in zip(selection, optional, strict=True))


@dataclass(frozen=True)
class SlotBounds:
    """Which selections count: with at least and at most so many optional slots used, and none to spare."""

    least: int = 0
    most: int | None = None
    minimal: bool = False

    def hold(self, used: int) -> bool:
        """Is this an allowed number of used slots?"""
        return self.least <= used and (self.most is None or used <= self.most)


class SlotTable:
    """What the slots of a layout print of each of its completions."""

    def __init__(self, slots: Sequence[Slot], solutions: Sequence[Solution], limits: Limits) -> None:
        self._slots = slots
        self._all = (1 << len(solutions)) - 1
        self._number = {solution: number for number, solution in enumerate(solutions)}
        self._agreeing: list[list[dict[Hashable, int]]] = []
        for slot in slots:
            limits.check()
            self._agreeing.append([_agreeing(map(reading, solutions), len(solutions)) for reading in slot.readings])

    def choices(self, solution: Solution) -> ListedChoices:
        """The ways to print one of the completions."""
        ways = []
        for slot, masks in zip(self._slots, self._agreeing, strict=True):
            values = [reading(solution) for reading in slot.readings]
            found = ((way, value) for way, value in enumerate(values) if value is not None)
            ways.append(tuple((way, self._all & ~masks[way][value]) for way, value in found))
        others = self._all & ~(1 << self._number[solution])
        return ListedChoices(tuple(ways), tuple(slot.optional for slot in self._slots), others)


def _agreeing(values: Iterable[Hashable], count: int) -> dict[Hashable, int]:
    """For each value the bits of those that have it."""
    found: dict[Hashable, bytearray] = {}
    for number, value in enumerate(values):
        if (mask := found.get(value)) is None:
            mask = found[value] = bytearray(count // 8 + 1)
        mask[number >> 3] |= 1 << (number & 7)
    return {value: int.from_bytes(mask, "little") for value, mask in found.items()}


def _selections(choices: ListedChoices, bounds: SlotBounds, limits: Limits) -> Iterator[Selection]:
    ways, optional, goal = choices.ways, choices.optional, choices.others
    left = _left(choices)
    optional_left = [sum(optional[i:]) for i in range(len(ways) + 1)]

    def below(i: int, chosen: tuple[int | None, ...], told: int, used: int) -> Iterator[Selection]:
        if told | left[i] != goal or used + optional_left[i] < bounds.least:
            return
        if i % SLOTS_BETWEEN_CHECKS == 0:
            limits.check()
        if i == len(ways):
            if bounds.hold(used) and not (bounds.minimal and _has_spare(choices, chosen)):
                yield chosen
            return
        if optional[i]:
            yield from below(i + 1, (*chosen, None), told, used)
            if (bounds.minimal and told == goal) or used == bounds.most:
                return
        for way, mask in ways[i]:
            yield from below(i + 1, (*chosen, way), told | mask, used + optional[i])

    return below(0, (), 0, 0)


def _count_selections(choices: ListedChoices, bounds: SlotBounds, limits: Limits) -> Counter[int]:
    if bounds.minimal:
        return Counter(map(choices.used, choices.selections(bounds, limits)))
    ways, optional, goal = choices.ways, choices.optional, choices.others
    left, counts = _left(choices), Counter[int]()
    free = free_selections([len(slot) for slot in ways], optional)

    def below(i: int, told: int, used: int) -> None:
        if i % SLOTS_BETWEEN_CHECKS == 0:
            limits.check()
        if told == goal:
            for more, count in free[i].items():
                counts[used + more] += count
        elif told | left[i] == goal:
            for _, mask in ways[i]:
                below(i + 1, told | mask, used + optional[i])
            if optional[i]:
                below(i + 1, told, used)

    below(0, 0, 0)
    return Counter({used: count for used, count in counts.items() if bounds.hold(used) and count})


def free_selections(ways: Sequence[int], optional: Sequence[bool]) -> list[Counter[int]]:
    """How many selections of the slots from each on there are, whatever they tell, by how many they use."""
    free = [Counter({0: 1})]
    for count, may_be_empty in zip(reversed(ways), reversed(optional), strict=True):
        after = free[-1]
        more = Counter({used + may_be_empty: count * number for used, number in after.items()})
        free.append(more + after if may_be_empty else more)
    return free[::-1]


def _left(choices: ListedChoices) -> list[int]:
    """What the slots from each on can tell apart, all together."""
    left = [0]
    for slot in reversed(choices.ways):
        together = left[-1]
        for _, mask in slot:
            together |= mask
        left.append(together)
    return left[::-1]


def _has_spare(choices: ListedChoices, selection: Selection) -> bool:
    """Would the selection be enough without one of its optional clues?"""
    masks = [dict(slot)[way] if way is not None else 0 for slot, way in zip(choices.ways, selection, strict=True)]
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    alone = once & ~twice  # completions that one clue alone tells apart
    return any(
        not mask & alone and may and way is not None
        for mask, may, way in zip(masks, choices.optional, selection, strict=True)
    )
