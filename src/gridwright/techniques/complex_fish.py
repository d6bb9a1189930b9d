"""Fish whose lines are of any kinds: rows with boxes against columns with boxes (Franken), or any mixture (mutant).

    base      n groups that must get the value
    cover     n other groups, which get it once each
    fins      places that the base holds more often than the cover
    gone      places that the cover holds more often than the base, if they see every fin

Where no fin is true, the n of the base are among the n of the cover, so nothing else of the cover is: counted with
repeats, for groups of different kinds overlap. Covers are looked for from the place that shall go: whatever of the base
it does not see must be covered, each by a group that is needed. Two fish on one base of which each lets something else
go are told as one (Siamese).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar, NamedTuple

from ..evidence.things import CellSet, GroupSet, OneValue
from ..model import State
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion
from ..rules.evaluate import Match, OutOfFuel
from ..rules.finder import KernelFinder
from ..rules.position import Position
from ..rules.technique import ALONE, Context

MOST_FINS = 5
Cells = frozenset[int]


class Fish(NamedTuple):
    """A base and a cover of a value, the fins, and what goes."""

    base: tuple[int, ...]
    cover: tuple[int, ...]
    fins: Cells
    gone: Cells


class ComplexFish(KernelFinder):
    """Fish of one kind: with fins or without, two told as one or not."""

    shows: ClassVar = {
        "v": OneValue, "R": GroupSet, "C": GroupSet, "F": CellSet, "D": GroupSet, "G": CellSet
    }  # fmt: skip
    words = frozenset({"peers", "missing"})
    mutant: bool
    finned: bool
    siamese: bool

    @property
    def code(self) -> str:
        kind = self.mutant | self.finned << 1 | self.siamese << 2
        return f"""
            s_none t.R
            s_none t.C
            s_none t.F
            s_none t.D
            s_none t.G
            complex_fish s.i {{n}} {kind}
        next:
            next_fish s.v t.R s.i else end
            emit else next
        end:
            end
        grounds:
            read_fish s.v t.R
            end
        """

    def reference(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Values, bases and covers in their order; of those that say the same the first."""
        position, fuel = Position(state), context.fuel
        for value in sorted(state.structure.loud):
            said: set[Cells] = set()
            groups = [g for v, g in sorted(state.structure.choice_of) if v == value and v in position.missing[g]]
            for base in combinations(groups, size or 2):
                context.limits.check()
                own = []
                for cover in sorted(_covers(position, value, groups, base)):
                    fuel -= 100
                    if fuel < 0:
                        raise OutOfFuel(f"{self.key} ran out of fuel")
                    fish = _fish(position, value, base, cover)
                    if fish.gone and self._of_kind(state, fish):
                        own.append(fish)
                for one, other in _pairs(own) if self.siamese else ((fish, None) for fish in own):
                    gone = one.gone | (other.gone if other else frozenset())
                    if gone not in said:
                        said.add(gone)
                        yield Match(_witness(value, one, other), _conclusions(position, value, gone))

    def _of_kind(self, state: State, fish: Fish) -> bool:
        structure = state.structure
        lines = {a for a, _ in structure.crossing}
        kinds = [{structure.kind_of[g] for g in groups} for groups in (fish.base, fish.cover)]
        base, cover = (some & lines for some in kinds)
        plain = kinds == [base, cover]
        franken = len(base) <= 1 and len(cover) <= 1
        if franken and base and cover:
            franken = (*base, *cover) in structure.crossing
        right = not franken if self.mutant else franken and not plain
        return right and bool(fish.fins) is self.finned and len(fish.fins) <= MOST_FINS

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """The same groups; fins are whatever they are there, but no others."""
        position, value = Position(state), OneValue.of(witness, "v").number
        base = GroupSet.of(witness, "R").numbers
        gone: Cells = frozenset()
        for cover, fins in (("C", "F"), ("D", "G")):
            some = GroupSet.of(witness, cover).numbers
            right = all(value in position.missing[g] for g in (*base, *some)) and not set(base) & set(some)
            if some and right and len(some) == len(base) == size:
                fish = _fish(position, value, base, some)
                if fish.fins <= CellSet.of(witness, fins).cells:
                    gone |= fish.gone
        return _conclusions(position, value, gone)

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """The places that the base lacks, and that it needs the value."""
        value, base = OneValue.of(match.witness, "v").number, GroupSet.of(match.witness, "R").numbers
        lost = state.lost({x for g in base for x in state.structure.members[g]})
        return Grounds({(x, v) for x, v in lost if v == value}, {state.structure.choice_of[value, g] for g in base})


def _counts(position: Position, value: int, groups: tuple[int, ...]) -> Counter[int]:
    return Counter(x for g in groups for x in position.at[value] & position.structure.members[g])


def _fish(position: Position, value: int, base: tuple[int, ...], cover: tuple[int, ...]) -> Fish:
    once, twice = _counts(position, value, base), _counts(position, value, cover)
    fins = frozenset(once - twice)
    gone = frozenset(x for x in twice - once if fins <= position.structure.peers[x])
    return Fish(base, cover, fins, gone)


def _covers(position: Position, value: int, groups: list[int], base: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Those that let some place go, each with no group that is not needed for it."""
    found: set[tuple[int, ...]] = set()
    held, peers = _counts(position, value, base), position.structure.peers
    places = {g: position.at[value] & position.structure.members[g] for g in groups if g not in base}

    def cover(target: int, chosen: tuple[int, ...], counts: Counter[int]) -> None:
        lacking = [target] if counts[target] <= held[target] else []
        lacking += sorted(x for x in held if held[x] > counts[x] and x not in peers[target])
        if not lacking:
            found.update([tuple(sorted(chosen))] if len(chosen) == len(base) else [])
        elif len(chosen) < len(base):
            for g, cells in places.items():
                if lacking[0] in cells and g not in chosen:
                    cover(target, (*chosen, g), counts + Counter(cells))

    for target in position.at[value]:
        cover(target, (), Counter())
    return found


def _pairs(fishes: list[Fish]) -> Iterator[tuple[Fish, Fish]]:
    """Two of which each says something that the other does not."""
    for one, other in combinations(fishes, 2):
        if not one.gone <= other.gone and not other.gone <= one.gone:
            yield one, other


def _witness(value: int, one: Fish, other: Fish | None) -> Witness:
    second, fins = (other.cover, other.fins) if other else ((), frozenset[int]())
    return {
        "v": OneValue(value),
        "R": GroupSet(one.base),
        "C": GroupSet(one.cover),
        "F": CellSet(tuple(sorted(one.fins))),
        "D": GroupSet(second),
        "G": CellSet(tuple(sorted(fins))),
    }


def _conclusions(position: Position, value: int, gone: Cells) -> tuple[Conclusion, ...]:
    found = (Conclusion(x, value, False) for x in sorted(gone))
    return tuple(each for each in found if position.changes(each))


def _named(key: str, mutant: bool, finned: bool, siamese: bool, because: str, holds: str) -> ComplexFish:
    names = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}
    finder = ComplexFish.named(key, because, holds, {n: key.replace("fish", name) for n, name in names.items()})
    finder.mutant, finder.finned, finder.siamese = mutant, finned, siamese
    return finder


PLAIN = "{R} have {v} only where {C} cover it, so {C} have it nowhere else"
FINNED = "but for {F}, {R} could have {v} only in {C}: one of {F} is {v}, or the rest of {C} is without it"
SIAMESE = "but for {F}, {R} could have {v} only in {C}, and but for {G} only in {D}: two fish on one base"
HOLDS = "n groups put n of the value into n others, which take one each and are full, unless a fin is true"

TECHNIQUES = (
    _named("franken-fish", False, False, False, PLAIN, HOLDS),
    _named("finned-franken-fish", False, True, False, FINNED, HOLDS),
    _named("siamese-franken-fish", False, True, True, SIAMESE, HOLDS),
    _named("mutant-fish", True, False, False, PLAIN, HOLDS),
    _named("finned-mutant-fish", True, True, False, FINNED, HOLDS),
    _named("siamese-mutant-fish", True, True, True, SIAMESE, HOLDS),
)
