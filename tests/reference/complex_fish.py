"""Fish whose lines are of any kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from gridwright.evidence.things import CellSet, GroupSet, OneValue
from gridwright.model import State
from gridwright.model.evidence import Witness
from gridwright.model.grounds import Grounds
from gridwright.rules.evaluate import Match, OutOfFuel
from gridwright.rules.position import Position
from gridwright.rules.technique import ALONE, Context
from gridwright.techniques.complex_fish import Cells, ComplexFish, Fish, counts_of, exclusions, fish_of
from reference.finder import Reference

MOST_FINS = 5


def _covers(position: Position, value: int, groups: list[int], base: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Those that let some place go, each with no group that is not needed for it."""
    found: set[tuple[int, ...]] = set()
    held, peers = counts_of(position, value, base), position.structure.peers
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


class ComplexFishReference(Reference[ComplexFish]):
    """Fish of one kind."""

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
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
                    fish = fish_of(position, value, base, cover)
                    if fish.gone and self._of_kind(state, fish):
                        own.append(fish)
                for one, other in _pairs(own) if self.finder.siamese else ((fish, None) for fish in own):
                    gone = one.gone | (other.gone if other else frozenset())
                    if gone not in said:
                        said.add(gone)
                        yield Match(_witness(value, one, other), exclusions(position, value, gone))

    def _of_kind(self, state: State, fish: Fish) -> bool:
        structure = state.structure
        lines = {a for a, _ in structure.crossing}
        kinds = [{structure.kind_of[g] for g in groups} for groups in (fish.base, fish.cover)]
        base, cover = (some & lines for some in kinds)
        plain = kinds == [base, cover]
        franken = len(base) <= 1 and len(cover) <= 1
        if franken and base and cover:
            franken = (*base, *cover) in structure.crossing
        right = not franken if self.finder.mutant else franken and not plain
        return right and bool(fish.fins) is self.finder.finned and len(fish.fins) <= MOST_FINS

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """The places that the base lacks, and that it needs the value."""
        value, base = OneValue.of(match.witness, "v").number, GroupSet.of(match.witness, "R").numbers
        lost = state.lost({x for g in base for x in state.structure.members[g]})
        return Grounds({(x, v) for x, v in lost if v == value}, {state.structure.choice_of[value, g] for g in base})
