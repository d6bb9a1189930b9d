"""All puzzles of a genre and size that have one solution.

    space = PuzzleSpace("sudoku", 4, minimal=True)     which puzzles: genre, size, variants, and what is asked of them
    space.puzzles()                                    each of them, in a fixed order
    space.counts()                                     how many there are, by number of clues

Layouts come in the order of the genre, the completions of each by their values, the clues that are printed of each slot
by slot. Counting goes through one layout and one solution of each kind and multiplies; `puzzles` goes through all,
or, `up_to_symmetry`, one of each that are essentially the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from typing import Generic, NamedTuple, TypeVar

from ..genres import genre as genre_named
from ..model import Genre, GridwrightError, Limits, Puzzle, RandomStream, Request, Slot, Solution, TooLarge
from ..solving.fast import solutions, solve_many
from .orbits import Move, first_selections, layout_orbit, slot_permutations, solution_orbits, symmetries_of
from .selections import Choices, ListedChoices, Selection, SlotBounds, SlotTable
from .unlisted import UnlistedChoices, completions

Item = TypeVar("Item")

LISTED = 400_000
"""Completions of a layout that are kept in memory; where there are more, each is found when its turn comes."""
AT_A_TIME = 1000
"""Layouts that are solved together where they are the puzzles; so many are a part of the work."""
LAYOUTS, COMPLETIONS = 10, 10
"""Layouts of a part where something is printed on them; completions of a part where there is one layout."""


@dataclass(frozen=True)
class Unit:
    """A layout and one of its completions: what the work is cut into."""

    number: tuple[int, int]
    """Of the layout and of the completion, from 0."""
    layout: Puzzle
    solution: Solution
    choices: Choices
    orbit: int = 1
    """How many units are essentially the same, where only one of each kind is gone through."""
    permutations: frozenset[tuple[int, ...]] = frozenset()
    """Of slots, that leave it as it is; only where puzzles are told apart up to symmetry."""


class ListedCompletions(NamedTuple):
    """The completions of a layout: its slots, what they print, its symmetries, and solutions that stand for others."""

    slots: Sequence[Slot]
    table: SlotTable
    keeping: Sequence[Move]
    orbits: dict[Solution, int]


class ResumableIterator(Generic[Item]):
    """An iterable of which stretches are asked for; it is begun anew only where one lies behind."""

    def __init__(self, begin: Callable[[], Iterator[Item]]) -> None:
        self._begin, self._rest, self._at = begin, begin(), 0

    def between(self, first: int, last: int) -> list[Item]:
        """Those with the numbers from first to before last, as far as there are so many."""
        if first < self._at:
            self._rest, self._at = self._begin(), 0
        found = list(islice(self._rest, first - self._at, last - self._at))
        self._at = last
        return found


class SpacePart(NamedTuple):
    """A part of the work: its units, how many layouts are begun in it, and whether it is the last."""

    units: Iterator[Unit]
    layouts: int
    is_last: bool


class PuzzleSpace:
    """All puzzles of a genre and size that have one solution."""

    def __init__(
        self, genre: str | Genre, size: int, columns: int = 0, *, variants: Collection[str] = (),
        minimal: bool = False, up_to_symmetry: bool = False, clues: tuple[int, int | None] = (0, None),
    ) -> None:  # fmt: skip
        self.genre = genre_named(genre) if isinstance(genre, str) else genre
        columns = 0 if columns == size else columns
        maker = self.genre.maker
        known = maker.variants if maker is not None else {}
        if wrong := [name for name in variants if name not in known]:
            raise GridwrightError(f"{self.genre.key} has no variant {wrong[0]}; it has {', '.join(known) or 'none'}")
        if columns and not (maker is not None and maker.rectangles):
            raise GridwrightError(f"{self.genre.key} has as many rows as columns, not {size} and {columns}")
        self.request = Request(size, frozenset(variants), columns)
        if maker is not None:
            self.genre.scaffold(self.request, RandomStream(0))  # an error if the genre has no board of this size
        self.bounds, self.up_to_symmetry = SlotBounds(*clues, minimal=minimal), up_to_symmetry
        self.layouts_seen = 0
        """Layouts that were gone through so far."""
        self._layout_iterator = ResumableIterator(lambda: enumerate(self.layouts()))
        self._listed: tuple[tuple[int, bool], ListedCompletions | ResumableIterator[Solution]] | None = None

    def layouts(self) -> Iterator[Puzzle]:
        """Every board before a solution is known."""
        return self.genre.layouts(self.request)

    @property
    def has_clues(self) -> bool:
        """Is there a choice how much of a solution is printed?"""
        return self.genre.leaves_out_in(self.request)

    def puzzles(self, *, limits: Limits | None = None) -> Iterator[Puzzle]:
        """Each of them, in a fixed order."""
        limits = (limits or Limits()).begin()
        return (puzzle for unit in self.units(limits=limits) for _, puzzle in self.puzzles_of(unit, limits))

    def counts(self, *, limits: Limits | None = None) -> Counter[int]:
        """How many there are, by number of clues; all under 0 where there is no choice of clues."""
        limits = (limits or Limits()).begin()
        counts: Counter[int] = Counter()
        for unit in self.units(one_of_each=True, limits=limits):
            counts += self.counts_of(unit, limits)
        return counts

    def puzzles_of(self, unit: Unit, limits: Limits) -> Iterator[tuple[int, Puzzle]]:
        """The puzzles of one layout and solution, each with its number of clues."""
        for each in self._selections(unit, limits):
            yield unit.choices.used(each), self.genre.printed(unit.layout, unit.solution, each, self.request)

    def counts_of(self, unit: Unit, limits: Limits) -> Counter[int]:
        """How many puzzles a unit, and those that are essentially the same, have, by number of clues."""
        if self.up_to_symmetry and unit.permutations:
            return Counter(map(unit.choices.used, self._selections(unit, limits)))
        found = unit.choices.counts(self.bounds, limits)
        times = 1 if self.up_to_symmetry else unit.orbit
        return Counter({used: count * times for used, count in found.items()})

    def _selections(self, unit: Unit, limits: Limits) -> Iterator[Selection]:
        return first_selections(unit.choices.selections(self.bounds, limits), unit.permutations)

    def units(
        self, *, one_of_each: bool = False, after: tuple[int, int] = (0, -1), limits: Limits | None = None
    ) -> Iterator[Unit]:
        """Layouts with their completions, those behind a unit's number; only one of each kind where that is enough."""
        layouts = islice(enumerate(self.layouts()), after[0], None)
        found = self._units(self._seen(layouts), one_of_each or self.up_to_symmetry, (limits or Limits()).begin())
        return (unit for unit in found if unit.number > after)

    def part(self, number: int, *, one_of_each: bool = False, limits: Limits | None = None) -> SpacePart:
        """The units of a part of the work, from 0: some layouts or, where there is but one, some of its completions.

        Whoever goes on with the next parts does not go through the layouts again.
        """
        limits, one_of_each = (limits or Limits()).begin(), one_of_each or self.up_to_symmetry
        if not self.genre.draws_layouts_in(self.request):
            layout, first, last = next(self.layouts()), number * COMPLETIONS, (number + 1) * COMPLETIONS
            units = list(self._completed(0, layout, 1, one_of_each, limits, first, last))
            return SpacePart(iter(units), int(number == 0), len(units) < COMPLETIONS)
        width = LAYOUTS if self.genre.prints_solutions_in(self.request) else AT_A_TIME
        layouts = self._layout_iterator.between(number * width, (number + 1) * width)
        return SpacePart(self._units(iter(layouts), one_of_each, limits), len(layouts), len(layouts) < width)

    def _units(self, layouts: Iterator[tuple[int, Puzzle]], one_of_each: bool, limits: Limits) -> Iterator[Unit]:
        """The units of numbered layouts."""
        pending = self._weighted(layouts, one_of_each, limits)
        if not self.genre.prints_solutions_in(self.request):
            while batch := list(islice(pending, AT_A_TIME)):
                yield from self._solved(batch, limits)
            return
        for number, layout, weight in pending:
            yield from self._completed(number, layout, weight, one_of_each, limits)

    def _weighted(
        self, layouts: Iterator[tuple[int, Puzzle]], one_of_each: bool, limits: Limits
    ) -> Iterator[tuple[int, Puzzle, int]]:  # fmt: skip
        """Yield the numbered layouts that stand for others, each with how many it stands for."""
        for number, layout in layouts:
            limits.check()
            if weight := layout_orbit(layout) if one_of_each else 1:
                yield number, layout, weight

    def _seen(self, layouts: Iterator[tuple[int, Puzzle]]) -> Iterator[tuple[int, Puzzle]]:
        for number, layout in layouts:
            self.layouts_seen = number + 1
            yield number, layout

    def _solved(self, batch: list[tuple[int, Puzzle, int]], limits: Limits) -> Iterator[Unit]:
        """Layouts that are puzzles, with the solution of those that have one."""
        answers = solve_many([layout for _, layout, _ in batch], limit=2, show=1, limits=Limits(cancel=limits.cancel))
        for (number, layout, weight), answer in zip(batch, answers, strict=True):
            limits.check()
            if answer.count == 1:
                yield Unit((number, 0), layout, answer.solutions[0], ListedChoices((), (), 0), weight)

    def _completed(
        self, number: int, layout: Puzzle, weight: int, one_of_each: bool, limits: Limits, first: int = 0,
        last: int | None = None,
    ) -> Iterator[Unit]:  # fmt: skip
        """A layout with each of its completions, or some of them."""
        listed = self._list(number, layout, one_of_each, limits)
        if isinstance(listed, ResumableIterator):
            yield from self._unlisted(number, layout, weight, listed, limits, first, last)
            return
        slots, table, keeping, orbits = listed
        for i, (solution, orbit) in islice(enumerate(orbits.items()), first, last):
            limits.check()
            permutations: set[tuple[int, ...]] = set()
            if self.up_to_symmetry:
                permutations = slot_permutations(layout, self.request, slots, solution, keeping)
            choices = table.choices(solution)
            yield Unit((number, i), layout, solution, choices, weight * orbit, frozenset(permutations))

    def _unlisted(
        self, number: int, layout: Puzzle, weight: int, found: ResumableIterator[Solution], limits: Limits, first: int,
        last: int | None,
    ) -> Iterator[Unit]:  # fmt: skip
        slots = self.genre.slots(layout, self.request)
        for i in range(first, last) if last is not None else count(first):
            limits.check()
            for solution in (here := found.between(i, i + 1)):
                printed = partial(self._printed, layout, solution)
                yield Unit((number, i), layout, solution, UnlistedChoices(slots, solution, printed), weight)
            if not here:
                return

    def _printed(self, layout: Puzzle, solution: Solution, selection: Selection) -> Puzzle:
        return self.genre.printed(layout, solution, selection, self.request)

    def _list(
        self, number: int, layout: Puzzle, one_of_each: bool, limits: Limits
    ) -> ListedCompletions | ResumableIterator[Solution]:
        """The completions of a layout, one by one where they are too many to list; those of the last are kept."""
        if self._listed is not None and self._listed[0] == (number, one_of_each):
            return self._listed[1]
        found = sorted(islice(solutions(layout, limits=limits), LISTED + 1))
        limits.check()
        listed: ListedCompletions | ResumableIterator[Solution]
        if len(found) <= LISTED:
            slots = self.genre.slots(layout, self.request)
            table = SlotTable(slots, found, limits)
            keeping = symmetries_of(layout) if one_of_each else []
            orbits = solution_orbits(layout, found, keeping, limits) if one_of_each else dict.fromkeys(found, 1)
            listed = ListedCompletions(slots, table, keeping, orbits)
        elif self.up_to_symmetry:
            raise TooLarge(f"more than {LISTED:,} completions of an empty board are not compared with each other")
        else:
            listed = ResumableIterator(lambda: completions(layout))  # goes on whatever limit there is now
        self._listed = (number, one_of_each), listed
        return listed
