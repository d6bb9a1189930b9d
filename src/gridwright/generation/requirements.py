"""What a recipe asks of a puzzle's grade, as requirements: these techniques solve it, those do not.

    nothing      solved with the techniques of the scale
    tier T       solved with the techniques up to T, stuck with those below; on a ladder, T is the lowest that finishes
    needs X      solved with the asked tier's techniques, stuck without X
    without X    the scale has no X: neither the asked tier's techniques nor those below

Requirements stand in the order in which they are asked, so that one that fails says how near a puzzle came. What the
trace uses is asked of the grade (`generator.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..grading import Scale
from ..model import GridwrightError, Limits, Puzzle, Structure, UnknownName, begin
from ..model.step import Outcome
from ..native import kernel
from ..rules.technique import Ladder, Rung, Sized
from ..solving.deduce import deduce, inner_rungs, plans_of, refuting
from ..techniques import Catalogue
from ..techniques.contradiction import FEWEST
from .recipe import Recipe

KernelRequirement = tuple[list[kernel.Plan], bool, list[kernel.Plan], int]
"""A requirement for the kernel: rules, whether they solve it, rules inside contradictions, their most lines."""


@dataclass(frozen=True)
class Requirement:
    """A ladder solves the puzzle, or it does not; `otherwise` is the reason for which a puzzle is rejected."""

    ladder: tuple[Rung, ...]
    solves: bool
    otherwise: str
    catalogue: Catalogue = field(default_factory=Catalogue.standard, compare=False, repr=False)
    fewest: bool = True
    """Has the scale none but short contradictions, so that the fewest lines are looked for? Makers ask no others."""

    def holds(self, puzzle: Puzzle, inside: Ladder | None, limits: Limits | None = None) -> bool:
        """Does it hold? Asked of everything that the ladder lists, what is no rule included."""
        limits = begin(limits)
        trace = deduce(puzzle, self.ladder, catalogue=self.catalogue, inside=inside, limits=limits)
        if trace.stop is not None:
            limits.check()
        return (trace.outcome is Outcome.SOLVED) == self.solves

    def for_kernel(
        self, puzzle: Puzzle, inside: Ladder | None, structure: Structure | None = None
    ) -> KernelRequirement:
        """What makers ask of the ladder: its rules and, on some boards, contradictions.

        Plans are those of the puzzle's structure, or of another one that says the same in another order.
        """
        structure = structure or puzzle.structure
        rules, others = self.rungs(puzzle)
        longest = self._longest(rules, others)
        inner = inner_rungs(self.catalogue, self.ladder, inside, puzzle) if longest else []
        own, within = ([plan for _, plan in plans_of(each, structure)] for each in (rules, inner))
        return own, self.solves, within, longest

    def exact(self, puzzle: Puzzle) -> bool:
        """Do makers ask all of it?"""
        rules, others = self.rungs(puzzle)
        return len(others) == self._longest(rules, others)

    def rungs(self, puzzle: Puzzle) -> tuple[list[Sized], list[Sized]]:
        """Rules, and what is none."""
        every = self.catalogue.rungs(self.ladder, puzzle)
        rules = [each for each in every if each[0].asked_by_makers]
        return rules, [each for each in every if not each[0].asked_by_makers]

    def _longest(self, rules: list[Sized], others: list[Sized]) -> int:
        """The largest contradiction that makers ask for: where short ones of 1, 2, … lines are all that is no rule."""
        alone = self.fewest and all(technique.follows_others for technique, _ in others)
        longest = refuting([*rules, *others]) if alone else 0
        return longest if longest <= FEWEST else 0


def requirements_of(recipe: Recipe, puzzle: Puzzle) -> tuple[Requirement, ...]:
    """The requirements of a recipe for boards like this one; raises where no puzzle can fulfil them."""
    if recipe.any:
        return ()
    by = recipe.judge
    tiers = by.tiers(puzzle)
    names = [tier.name for tier in tiers]
    if recipe.tier == by.top(puzzle) and recipe.tier not in names:
        return _beyond(recipe, by, puzzle)
    if recipe.tier is not None and recipe.tier not in names:
        raise UnknownName(f"tier of {recipe.genre} on {by.key}", recipe.tier, [*names, by.top(puzzle)])
    level = names.index(recipe.tier) if recipe.tier else len(names) - 1
    if by.kind == "ladder":
        asked: Ladder = tiers[level].ladder
    else:
        asked = list(dict.fromkeys(each for tier in tiers[: level + 1] for each in tier.ladder))
    known = by.catalogue
    fewest = by.kind == "ladder" or refuting(known.rungs(by.ladder(puzzle), puzzle)) <= FEWEST
    base = _less(asked, recipe.without, known)
    allowed = f"the tier {recipe.tier}" if recipe.tier else "all techniques"
    less = f" without {', '.join(recipe.without)}" if recipe.without else ""
    requirements = [Requirement(base, True, f"stuck with {allowed}{less}", known, fewest)]
    if recipe.tier and by.kind == "ladder":
        requirements += (
            Requirement(_less(tier.ladder, recipe.without, known), False, f"{tier.name} is enough", known, fewest)
            for tier in reversed(tiers[:level])
        )
    elif recipe.tier and level:
        below = list(dict.fromkeys(each for tier in tiers[:level] for each in tier.ladder))
        requirements.append(
            Requirement(_less(below, recipe.without, known), False, f"{names[level - 1]} is enough", known, fewest)
        )
    have = known.rungs(base, puzzle)
    for name in (*recipe.needs, *recipe.uses):
        left = _less(base, (name,), known)
        if len(left) == len(base) or len(known.rungs(left, puzzle)) == len(have):
            verb = "needs" if name in recipe.needs else "uses"
            raise GridwrightError(
                f"no puzzle of {recipe.genre} {verb} {name} with {allowed}{less}: it is not among them"
            )
        if name in recipe.needs:
            requirements.append(Requirement(left, False, f"{name} is not needed", known, fewest))
    return tuple(requirements)


def requirements_on_rules(recipe: Recipe, puzzle: Puzzle) -> tuple[Requirement, ...]:
    """The requirements on which rules alone have a say; whether a ladder with more solves it is asked last."""
    return tuple(each for each in requirements_of(recipe, puzzle) if not each.solves or each.exact(puzzle))


def eased_requirements(recipe: Recipe, puzzle: Puzzle) -> tuple[Requirement, ...]:
    """The requirements on rules; the rules of the asked techniques come first, unless they are not to be enough."""
    required = requirements_on_rules(recipe, puzzle)
    every = requirements_of(recipe, puzzle)
    if not every or not every[0].solves or every[0] in required:
        return required
    first = _of_rules(every[0], puzzle)
    if any(set(first.ladder) <= set(_of_rules(each, puzzle).ladder) for each in every[1:]):
        return required
    return (first, *required)


def _of_rules(requirement: Requirement, puzzle: Puzzle) -> Requirement:
    """The same of its rules alone."""
    rules = tuple((technique.key, size) for technique, size in requirement.rungs(puzzle)[0])
    return replace(requirement, ladder=rules)


def eased_levels(recipe: Recipe, puzzle: Puzzle) -> list[tuple[Requirement, ...]]:
    """Requirements of which each attempt takes some: where no tier is asked for, those of every tier that has rules."""
    required = eased_requirements(recipe, puzzle)
    if recipe.any or recipe.tier or recipe.needs or recipe.uses or not (required and required[0].solves):
        return [required]
    levels: list[tuple[Requirement, ...]] = []
    for tier in recipe.judge.tiers(puzzle):
        below = levels[-1][0].ladder if levels and recipe.judge.kind != "ladder" else ()
        every = replace(
            required[0],
            ladder=tuple(dict.fromkeys((*below, *_less(tier.ladder, recipe.without, required[0].catalogue)))),
        )
        level = _of_rules(every, puzzle)
        if level.ladder and level.ladder not in (each[0].ladder for each in levels):
            levels.append((level, *required[1:]))
    return levels or [required]


def _beyond(recipe: Recipe, by: Scale, puzzle: Puzzle) -> tuple[Requirement, ...]:
    """A puzzle that none of the techniques finishes."""
    if recipe.needs or recipe.uses or recipe.without:
        raise GridwrightError(
            f"the tier {recipe.tier} is what no technique finishes: it needs none and does without all"
        )
    if by.kind == "ladder":
        ladders = [(tuple(tier.ladder), tier.name) for tier in reversed(by.tiers(puzzle))]
    else:
        ladders = [(tuple(by.ladder(puzzle)), by.tiers(puzzle)[-1].name)]
    return tuple(Requirement(ladder, False, f"{name} is enough", by.catalogue) for ladder, name in ladders)


def _less(ladder: Ladder, names: tuple[str, ...], known: Catalogue) -> tuple[Rung, ...]:
    """The ladder less these techniques; one that has sizes goes with all of them."""
    gone = [known.rung(name) for name in names]
    return tuple(
        each for each in ladder if not any(each == out or (out[1] is None and each[0] == out[0]) for out in gone)
    )
