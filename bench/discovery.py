"""Does mining find again what is known? One technique is left out; its shape is looked for in what is mined without it.

For each technique puzzles that use it are made by a recipe with a fixed seed: the first that come, and the first that
cannot be solved without it, where there are such. It is left out twice:

- of all patterns of the catalogue: what follows links or supposes something is left out in any case, for with chains of
  any length hardly anything else is ever needed. The rest gets stuck in some of the puzzles; there all exclusions are
  mined and ranked by abstract shape and by family. Where the technique never matches in such a position, the others
  reach all that it excludes: they are named, with the share of its exclusions that each of them takes in the same
  position.
- of what the scale lists before it, as if nobody knew anything harder.

The rank is that of the shape, among those that its steps have anywhere, that takes most of what the technique takes in
the stuck positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gridwright.discovery.families import Family, family
from gridwright.discovery.ranking import SHIFT, Findings, rank_families, rank_shapes
from gridwright.discovery.stuck import Origin, pattern_ladder
from gridwright.discovery.survey import SurveySettings, survey
from gridwright.generation import Recipe, generate_many
from gridwright.grading import Scale, scale
from gridwright.model import Puzzle, State
from gridwright.model.domain import bits
from gridwright.model.step import Outcome
from gridwright.rules.evaluate import OutOfFuel
from gridwright.rules.position import apply
from gridwright.rules.technique import Technique
from gridwright.solving.deduce import deduce

from .measure import Figure, Goal, Heading, Remark, TableItem

TECHNIQUES = {
    ("sudoku", 9): (
        "naked-pair", "hidden-pair", "naked-triple", "hidden-triple", "locked-candidates", "x-wing", "swordfish",
        "finned-x-wing", "skyscraper", "two-string-kite", "empty-rectangle", "xy-wing", "xyz-wing", "w-wing",
    ),
    ("queens", 9): ("confinement", "touch-all", "two-set", "three-set", "cover-two", "domino"),
    ("keen", 6): ("cage-cell", "cage-line", "naked-pair", "hidden-pair", "x-wing", "innies"),
    ("towers", 5): ("view-cell", "view-early", "view-low", "naked-pair", "hidden-pair"),
    ("arrows", 6): ("reach", "newcomer-cap", "values-run-out", "one-newcomer", "view-by-cases"),
}  # fmt: skip
"""What is left out, one after the other, by genre and size. Pointing and claiming are one rule, locked-candidates."""
PUZZLES, FEW = 20, 3
"""Puzzles of each kind; a rough answer looks at few, and at the first technique of each genre."""
TRIES = 10
"""So many times as many puzzles that use a technique are looked through for those that cannot be solved without it."""
TOP = 10


@dataclass(frozen=True)
class Rediscovery:
    """What became of a technique that was left out."""

    positions: int
    """Stuck positions,"""
    matches: int
    """those of them where it matches."""
    shape: str = ""
    by_shape: int | None = None
    """Its rank among abstract shapes,"""
    by_family: int | None = None
    """and that of its family."""


def measure(quick: bool) -> Iterator[TableItem]:
    """The ranks of every technique that is left out."""
    for (genre, size), techniques in TECHNIQUES.items():
        yield Heading(f"{genre}, one technique left out and mined for", "rank", "of its family")
        for technique in techniques[: 1 if quick else None]:
            puzzles = made(genre, size, technique, FEW if quick else PUZZLES)
            whole = hold_out(puzzles, technique, (technique,))
            if whole.by_shape is None:
                shares = ", ".join(f"{name} {share:.0%}" for name, share in subsuming(puzzles, technique))
                yield Remark(f"{technique}: subsumed by {shares}" + f"; but matches in {whole.matches} stuck positions"
                           * bool(whole.matches))  # fmt: skip
            else:
                yield _figure(technique, whole)
            easier = hold_out(puzzles, technique, harder(puzzles[0], technique))
            if easier.by_shape is not None:
                yield _figure(f"{technique}, nothing harder known", easier)


def _figure(work: str, found: Rediscovery) -> Figure:
    assert found.by_shape is not None
    where = f"{found.shape} in {found.matches} of {found.positions} stuck positions"
    return Figure(work, found.by_shape, found.by_family, goal=Goal(TOP + 1 - found.by_shape, 1), remark=where)


def made(genre: str, size: int, technique: str, count: int) -> list[Puzzle]:
    """Puzzles that use a technique: the first that come, and the first that cannot be solved without it."""
    by = scale("standard").without_uniqueness()
    rest = by.catalogue.without(technique)
    recipe = Recipe(genre, size=size, seed="held out", uses=(technique,), without=formless(by))
    using: list[Puzzle] = []
    needing: list[Puzzle] = []
    for each in generate_many(recipe, TRIES * count, check="none", with_grade=False):
        if each.puzzle is None:
            break
        if len(using) < count:
            using.append(each.puzzle)
        if deduce(each.puzzle, pattern_ladder(by, each.puzzle), catalogue=rest).outcome is not Outcome.SOLVED:
            needing.append(each.puzzle)
            if len(needing) == count:
                break
    return list(dict.fromkeys([*needing, *using]))


def formless(by: Scale) -> tuple[str, ...]:
    """What has no form of its own: chains, and what supposes something."""
    return tuple(key for key, each in by.catalogue.items() if each.follows_links or each.follows_others)


def harder(puzzle: Puzzle, technique: str) -> tuple[str, ...]:
    """The technique and all patterns that the scale lists behind it."""
    by = scale("standard").without_uniqueness()
    key, size = by.catalogue.rung(technique)
    rungs = [(each.key, number) for each, number in by.catalogue.rungs(pattern_ladder(by, puzzle), puzzle)]
    first = next(at for at, rung in enumerate(rungs) if rung[0] == key and size in (None, rung[1]))
    return tuple(each if number is None else f"{each}({number})" for each, number in rungs[first:])


def hold_out(puzzles: Sequence[Puzzle], technique: str, without: tuple[str, ...]) -> Rediscovery:
    """Mine without some techniques, and look for one of them."""
    settings = SurveySettings(origin=Origin.PATTERNS, without=without)
    findings = Findings()
    for puzzle in puzzles:
        findings.add(survey([puzzle], settings))
    taken = set(findings.reached.get(technique, ()))
    named = findings.named.get(technique, Counter())
    graphs, kin = {shape.abstract for shape in named}, {family(shape) for shape in named}
    by_graph: Counter[str] = Counter()
    by_kin: Counter[Family] = Counter()
    for shape, items in findings.items.items():
        common = sum(item in taken for item in items)
        if common and shape.abstract in graphs:
            by_graph[shape.abstract] += common
        if common and family(shape) in kin:
            by_kin[family(shape)] += common
    matches = len({item >> SHIFT for item in taken})
    if not by_graph:
        return Rediscovery(findings.positions, matches)
    graph = max(by_graph, key=lambda each: (by_graph[each], each))
    relative = max(by_kin, key=lambda each: (by_kin[each], each))
    shapes, families = ([each.key for each in rank_shapes(findings)], [each.key for each in rank_families(findings)])
    return Rediscovery(findings.positions, matches, graph, _place(shapes, graph), _place(families, relative))


def _place(ranked: list[Any], key: Any) -> int | None:
    return ranked.index(key) + 1 if key in ranked else None


def subsuming(puzzles: Sequence[Puzzle], technique: str) -> list[tuple[str, float]]:
    """The other techniques that take what this one takes, in the same position: the one that takes most, then the one
    that takes most of the rest, and so on, each with its share.

    What none of them takes at once but the rest comes to later is "later"; what it never comes to, "nobody".
    """
    by = scale("standard").without_uniqueness()
    whole, rest = by.catalogue, by.catalogue.without(technique)
    taken: dict[str, set[tuple[int, int, int]]] = {"later": set(), "nobody": set()}
    number, left = 0, set()
    for puzzle in puzzles:
        ladder = pattern_ladder(by, puzzle)
        trace = deduce(puzzle, ladder, catalogue=whole)
        for state, step in zip(trace.positions(), trace.steps, strict=True):
            if step.technique != technique:
                continue
            number += 1
            gone = {(number, each.variable, each.value) for each in step.conclusions if not each.true}
            left |= gone
            for other, size in rest.rungs(ladder, puzzle):
                taken.setdefault(other.name(size), set()).update(gone & _taken(number, other, size, state))
            end = deduce(state, ladder, catalogue=rest).end
            later = {(n, x, value) for n, x, value in gone if not end.masks[x] >> value & 1}
            taken["later"] |= later
            taken["nobody"] |= gone - later
    total, found = len(left), []
    for last in (False, True):
        names = [name for name in sorted(taken) if (name in ("later", "nobody")) is last]
        while names and left:
            best = max(names, key=lambda name: len(taken[name] & left))
            if not taken[best] & left:
                break
            found.append((best, len(taken[best] & left) / total))
            left -= taken[best]
    return found


def _taken(number: int, technique: Technique, size: int | None, state: State) -> set[tuple[int, int, int]]:
    """What the matches of a technique take in a state."""
    found: set[tuple[int, int, int]] = set()
    try:
        for match in technique.matches(size, state):
            after = apply(state, match.conclusions)
            found |= {(number, x, value) for x, mask in enumerate(after.masks)
                      for value in bits(state.masks[x] & ~mask)}  # fmt: skip
    except OutOfFuel:
        pass
    return found
