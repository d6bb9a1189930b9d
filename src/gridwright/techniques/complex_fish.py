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
from typing import ClassVar, NamedTuple

from ..evidence.things import CellSet, GroupSet, OneValue
from ..model import State, Structure
from ..model.evidence import Witness
from ..model.step import Conclusion
from ..rules.finder import KernelFinder
from ..rules.position import Position

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

    # The kernel writes a fish into the registers that follow that of its base.
    begins = "s_none t.R\ns_none t.C\ns_none t.F\ns_none t.D\ns_none t.G\ncomplex_fish s.i {n}"
    finds = "next_fish s.v t.R s.i"
    reads = "read_fish s.v t.R"

    def operand(self, size: int | None, structure: Structure) -> str:
        """The size, and of which kind, as bits."""
        return f"{size} {self.mutant | self.finned << 1 | self.siamese << 2}"

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """The same groups; fins are whatever they are there, but no others."""
        position, value = Position(state), OneValue.of(witness, "v").number
        base = GroupSet.of(witness, "R").numbers
        gone: Cells = frozenset()
        for cover, fins in (("C", "F"), ("D", "G")):
            some = GroupSet.of(witness, cover).numbers
            right = all(value in position.missing[g] for g in (*base, *some)) and not set(base) & set(some)
            if some and right and len(some) == len(base) == size:
                fish = fish_of(position, value, base, some)
                if fish.fins <= CellSet.of(witness, fins).cells:
                    gone |= fish.gone
        return exclusions(position, value, gone)


def counts_of(position: Position, value: int, groups: tuple[int, ...]) -> Counter[int]:
    return Counter(x for g in groups for x in position.at[value] & position.structure.members[g])


def fish_of(position: Position, value: int, base: tuple[int, ...], cover: tuple[int, ...]) -> Fish:
    once, twice = counts_of(position, value, base), counts_of(position, value, cover)
    fins = frozenset(once - twice)
    gone = frozenset(x for x in twice - once if fins <= position.structure.peers[x])
    return Fish(base, cover, fins, gone)


def exclusions(position: Position, value: int, gone: Cells) -> tuple[Conclusion, ...]:
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
