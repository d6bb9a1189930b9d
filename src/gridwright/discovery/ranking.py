"""What is worth a name: what a family reaches that nothing before it reaches, against what it costs a reader.

    findings = Findings(); findings.add(survey) …      all parts of a corpus, copies of puzzles left out
    rank_families(findings)                            families in the order in which they are worth most

An item is a candidate in a stuck position. The families are taken one after the other: each time the one that gives a
step to most positions where it takes a candidate that none before it takes, divided by its cost. What always takes the
same as another falls to the end, and the other is named as what subsumes it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import chain, groupby
from typing import Generic, NamedTuple, TypeVar

from .families import Family, family, read_abstract
from .shapes import PatternShape
from .survey import EXAMPLES, MinedExample, ShapeDraft, Survey

Key = TypeVar("Key", bound=Hashable)

SHIFT = 16
"""An item is the number of a position and, in so many bits, that of a candidate."""
MASK = (1 << SHIFT) - 1


class RankedExample(NamedTuple):
    """An example with its puzzle."""

    genre: str
    puzzle: str
    example: MinedExample


@dataclass
class Findings:
    """What all parts of a corpus hold together. Items are arrays, for there are millions of them."""

    read: Counter[str] = field(default_factory=Counter)
    solved: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    stuck: Counter[str] = field(default_factory=Counter)
    """Puzzles by genre, copies counted once."""
    items: dict[PatternShape, array[int]] = field(default_factory=dict)
    unlocked: Counter[Family] = field(default_factory=Counter)
    """Puzzles that a family solves with what is known."""
    examples: dict[Family, list[RankedExample]] = field(default_factory=dict)
    drafts: dict[PatternShape, ShapeDraft] = field(default_factory=dict)
    """The draft of a shape, or why it has none,"""
    draft_examples: dict[tuple[Family, str], RankedExample] = field(default_factory=dict)
    """and an example of each draft in a family, the smallest."""
    named: dict[str, Counter[PatternShape]] = field(default_factory=dict)
    """By technique the shapes of its steps."""
    reached: dict[str, array[int]] = field(default_factory=dict)
    """By technique that is left out what it would take."""
    looked: set[int] = field(default_factory=set)
    """The positions where these were looked for."""
    genres: list[str] = field(default_factory=list)
    genre_of: bytearray = field(default_factory=bytearray)
    """The genre of each position, as a number."""
    checked: int = 0
    """Exclusions that a clause solver proved."""
    puzzle_of: array[int] = field(default_factory=lambda: array("i"))
    _forms: set[bytes] = field(default_factory=set)
    _puzzles: int = 0

    @property
    def positions(self) -> int:
        """How many there are."""
        return len(self.puzzle_of)

    def add(self, survey: Survey) -> None:
        """One more part; parts come in the order of the corpus."""
        self.read += survey.read
        self.solved += survey.solved
        self.refused += survey.refused
        self.checked += survey.checked
        new: dict[int, int] = {}
        for n, (_, genre, digest) in enumerate(survey.puzzles):
            if (form := bytes.fromhex(digest)) not in self._forms:
                self._forms.add(form)
                new[n] = self._puzzles
                self._puzzles += 1
                self.stuck[genre] += 1
        for position in survey.positions:
            if position.puzzle not in new:
                continue
            genre, number = survey.puzzles[position.puzzle][1], self.positions
            if genre not in self.genres:
                self.genres.append(genre)
            self.genre_of.append(self.genres.index(genre))
            self.puzzle_of.append(new[position.puzzle])
            for shape, candidates in position.exclusions.items():
                items = self.items.setdefault(survey.shapes[shape], array("q"))
                items.extend(number << SHIFT | candidate for candidate in sorted(set(candidates)))
            for kin in position.unlocked_by:
                self.unlocked[survey.families[kin]] += 1
            if position.reached is not None:
                self.looked.add(number)
                for technique, candidates in position.reached.items():
                    items = self.reached.setdefault(survey.techniques[technique], array("q"))
                    items.extend(number << SHIFT | candidate for candidate in candidates)
        for kin, examples in survey.examples.items():
            kept = self.examples.setdefault(survey.families[kin], [])
            kept += (
                RankedExample(genre, text, each)
                for each in examples
                if each.puzzle in new
                for text, genre, _ in [survey.puzzles[each.puzzle]]
            )
            kept.sort(key=_smaller)
            del kept[EXAMPLES:]
        for number, draft in survey.drafts.items():
            self._add_draft(survey, survey.shapes[number], draft, new)
        for technique, shapes in survey.named.items():
            named = self.named.setdefault(survey.techniques[technique], Counter())
            named.update({survey.shapes[shape]: count for shape, count in shapes.items()})

    def _add_draft(self, survey: Survey, shape: PatternShape, draft: ShapeDraft, new: Mapping[int, int]) -> None:
        before = self.drafts.get(shape)
        if before is None or before.key is None:
            self.drafts[shape] = ShapeDraft(draft.key, draft.reason, None)
        if draft.key is None or draft.example is None or draft.example.puzzle not in new:
            return
        text, genre, _ = survey.puzzles[draft.example.puzzle]
        found, at = RankedExample(genre, text, draft.example), (family(shape), draft.key)
        self.draft_examples[at] = min(self.draft_examples.get(at, found), found, key=_smaller)

    def grouped(self, key: Callable[[PatternShape], Key]) -> dict[Key, array[int]]:
        """The items of all shapes with one key, each once, in order."""
        shapes: dict[Key, list[PatternShape]] = {}
        for shape in self.items:
            shapes.setdefault(key(shape), []).append(shape)
        return {each: _united([self.items[shape] for shape in alike]) for each, alike in shapes.items()}

    def where(self, shape: PatternShape) -> int:
        """The positions of a shape, as bits."""
        found = bytearray(self.positions // 8 + 1)
        for item in self.items[shape]:
            position = item >> SHIFT
            found[position >> 3] |= 1 << (position & 7)
        return int.from_bytes(found, "little")


def _united(parts: list[array[int]]) -> array[int]:
    """All items of some lists, each once, in order."""
    if len(parts) == 1:
        return parts[0]
    ordered = sorted(chain.from_iterable(parts))
    return array("q", (item for item, _ in groupby(ordered)))


def _smaller(found: RankedExample) -> tuple[int, int, int]:
    """Small boards with few candidates come first; the order of the corpus decides between equals."""
    masks = found.example.masks
    return len(found.example.statements), len(masks), sum(mask.bit_count() for mask in masks)


@dataclass(frozen=True)
class Ranked(Generic[Key]):
    """One of the ranking: how many positions it gives a step to, and to how many where none before it does as much."""

    key: Key
    positions: int
    gain: int
    cost: float
    subsumed_by: Key | None = None
    """The one before it that takes all that it takes."""

    @property
    def score(self) -> float:
        """What it is worth."""
        return self.gain / self.cost


def cost_of(size: int, survivors: int) -> float:
    """What a pattern costs a reader: statements squared, and a little for every survivor that is to be followed."""
    return size * size + survivors / 4


def abstract_cost(abstract: str) -> float:
    """The cost of an abstract shape."""
    graph = read_abstract(abstract)
    return cost_of(len(graph.statements), sum(map(len, graph.survivors)))


def rank_shapes(findings: Findings) -> list[Ranked[str]]:
    """Abstract shapes, worth most first."""
    return rank(findings.grouped(lambda shape: shape.abstract), abstract_cost)


def rank_families(findings: Findings, without: Collection[Family] = ()) -> list[Ranked[Family]]:
    """Families, worth most first; one costs what the cheapest of its shapes costs. Some may be left out."""
    costs: dict[Family, float] = {}
    for shape in findings.items:
        cost = abstract_cost(shape.abstract)
        costs[family(shape)] = min(cost, costs.get(family(shape), cost))
    items = {key: found for key, found in findings.grouped(family).items() if key not in without}
    return rank(items, costs.__getitem__)


def rank(items: Mapping[Key, array[int]], cost: Callable[[Key], float]) -> list[Ranked[Key]]:
    """The keys, worth most first; those that add nothing come last, in the order of their names."""
    taken: dict[int, int] = {}
    heap = [(-_gain(each, taken) / cost(key), str(key), key) for key, each in items.items()]
    heapify(heap)
    ranked: list[Ranked[Key]] = []
    last: list[Ranked[Key]] = []
    while heap:
        _, name, key = heappop(heap)
        gain = _gain(items[key], taken)
        if gain == 0:
            last.append(Ranked(key, _positions(items[key]), 0, cost(key), _subsumer(key, items, ranked)))
            continue
        score = -gain / cost(key)
        if heap and (score, name) > heap[0][:2]:
            heappush(heap, (score, name, key))
            continue
        ranked.append(Ranked(key, _positions(items[key]), gain, cost(key)))
        for position, candidates in _by_position(items[key]):
            taken[position] = taken.get(position, 0) | candidates
    return ranked + sorted(last, key=lambda each: (-each.positions, str(each.key)))


def _by_position(items: array[int]) -> Iterator[tuple[int, int]]:
    """Each position with the candidates as bits; items come in order."""
    at, candidates = -1, 0
    for item in items:
        if item >> SHIFT != at:
            if candidates:
                yield at, candidates
            at, candidates = item >> SHIFT, 0
        candidates |= 1 << (item & MASK)
    if candidates:
        yield at, candidates


def _gain(items: array[int], taken: Mapping[int, int]) -> int:
    return sum(bool(candidates & ~taken.get(position, 0)) for position, candidates in _by_position(items))


def _positions(items: array[int]) -> int:
    return sum(1 for _ in _by_position(items))


def _subsumer(key: Key, items: Mapping[Key, array[int]], ranked: list[Ranked[Key]]) -> Key | None:
    return next((each.key for each in ranked if all(_has(items[each.key], item) for item in items[key])), None)


def _has(items: array[int], item: int) -> bool:
    at = bisect_left(items, item)
    return at < len(items) and items[at] == item
