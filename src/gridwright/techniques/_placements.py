"""Where values that a group holds several times can go: every way to place those that are missing, at once.

    a group          its places, and how many it still needs
    a rest           neighbouring lines less the groups inside them, or groups less the lines inside them: the places
                     that remain, and how many more the ones need than the others

Of the ways to put so many into these places, no two of which see each other, some leave another group too little room:
fewer places than it needs that do not see each other. They are no ways. A place that no way uses is none, and what
every way rules out goes. Where no group needs a value twice, subsets and covers say all of this.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, NamedTuple

from ..evidence.things import Amount, CellSet, GroupSet, OneValue
from ..model import State, Structure, bits
from ..model.evidence import Witness
from ..model.step import Conclusion
from ..rules.finder import KernelFinder
from ..rules.position import Position

MOST_PLACED, MOST_WAYS = 4, 400
"""So many are placed at once, in so many ways, and no more: nobody goes through the others."""


class Area(NamedTuple):
    """Groups that are added and groups inside them that are taken off; the places that remain, as bits, and how many of
    the value go there."""

    added: tuple[int, ...]
    off: tuple[int, ...]
    places: int
    often: int


class Placements(KernelFinder):
    """Groups, or rests, whose places have few ways; all of these, or only those that leave the others room."""

    of_rests: ClassVar[bool]
    with_room: ClassVar[bool]

    shows: ClassVar = {
        "v": OneValue, "n": Amount, "R": GroupSet, "D": GroupSet, "T": CellSet, "H": GroupSet
    }  # fmt: skip
    words = frozenset({"need", "peers"})

    @property
    def code(self) -> str:
        """Values; groups, or rests by their numbers; what remains, and the ways to place what it needs."""
        if self.of_rests:
            areas, area = (
                "load s.i -1\nrests s.last",
                "add s.i s.i s.one\nless s.i s.last else value\nrest_at t.R t.D s.i s.v",
            )
        else:
            areas = "needy_groups t.groups s.v\ns_start i.groups t.groups"
            area = "s_next s.g i.groups else value\ns_one t.R s.g\ns_none t.D"
        # Room depends on every group; else nothing new follows from an area that has not changed.
        new, look = ("", "placements_with_room") if self.with_room else ("new_area t.R t.D else area", "placements")
        return f"""
            load s.one 1
            repeated s.values
            v_start_new i.values s.values
        value:
            v_next s.v i.values else end
            {areas}
        area:
            {area}
            {new}
            area_places t.T t.R t.D s.v
            area_need s.n t.R t.D s.v
            {look} t.H t.T s.n s.v
            emit else area
        end:
            end
        grounds:
            {"filled_by_placements t.full t.T s.n s.v" if self.with_room else "s_none t.full"}
            s_or t.used t.R t.D
            s_or t.used t.used t.H
            s_or t.used t.used t.full
            read_counts s.v t.used
            end
        """

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """The groups must still leave as many for as many places."""
        value, looking, area = area_of(state, witness)
        right = area is not None and value in repeated_values(state.structure) and bool(area.off) is self.of_rests
        return looking.concluded(area, looking.ways(area), self.with_room).conclusions if right and area else ()


class _Concluded(NamedTuple):
    """What follows from ways, the groups that the others would leave too few places, and those that they fill."""

    conclusions: tuple[Conclusion, ...] = ()
    short: tuple[int, ...] = ()
    full: tuple[int, ...] = ()


class ValuePlaces:
    """A value in a state: cells are bits."""

    def __init__(self, state: State, value: int) -> None:
        structure = self.structure = state.structure
        self.value, self.position = value, Position(state)
        self.peers, self.members = _bits(structure)
        self.open = sum(1 << x for x in self.position.at[value])
        # A group that has no more cells than it needs says so by no choice and no count: it is left to others.
        said = sorted(g for v, g in (*structure.choice_of, *structure.count_of) if v == value)
        self.need = {g: n for g in said if (n := self.position.need(value, g) or 0) > 0}
        self.places = {g: self.open & self.members[g] for g in self.need}

    def area(self, added: tuple[int, ...], off: tuple[int, ...]) -> Area | None:
        """What remains of groups, where those that are taken off lie inside them and none overlap."""
        known = set(added) | set(off) <= self.need.keys()
        if not known or self._overlap(added) or self._overlap(off) or self.together(off) & ~self.together(added):
            return None
        often = sum(self.need[g] for g in added) - sum(self.need[g] for g in off)
        return Area(added, off, self.together(added) & ~self.together(off), often) if often > 0 else None

    def together(self, groups: tuple[int, ...]) -> int:
        """The places of groups."""
        found = 0
        for g in groups:
            found |= self.places[g]
        return found

    def _overlap(self, groups: tuple[int, ...]) -> bool:
        return self.together(groups).bit_count() < sum(self.places[g].bit_count() for g in groups)

    def ways(self, area: Area) -> list[tuple[int, ...]]:
        """Every way to fill it, cells in order; none where there are too many."""
        found: list[tuple[int, ...]] = []

        def place(chosen: tuple[int, ...], left: int) -> bool:
            if len(chosen) == area.often:
                found.append(chosen)
                return len(found) <= MOST_WAYS
            while left:
                x = (left & -left).bit_length() - 1
                left &= left - 1
                if not place((*chosen, x), left & ~self.peers[x]):
                    return False
            return True

        return found if area.often <= MOST_PLACED and place((), area.places) else []

    def concluded(self, area: Area, ways: list[tuple[int, ...]], roomy: bool) -> _Concluded:
        """What no way uses, and what each rules out."""
        used, out, short, full = 0, -1, dict[int, None](), dict[int, None]()
        for way in ways:
            hindered, filled = self.hindered(way) if roomy else (None, ())
            if hindered is not None:
                short[hindered] = None
                full |= dict.fromkeys(filled)
                continue
            seen = 0
            for x in way:
                used |= 1 << x
                seen |= self.peers[x]
            out &= seen
        # No way at all: a broken board, or more ways than anybody goes through.
        if out == -1 or (roomy and not short):
            return _Concluded()
        gone = (area.places & ~used | out & self.open) & self.open
        conclusions = tuple(each for x in bits(gone) if self.position.changes(each := Conclusion(x, self.value, False)))
        return _Concluded(conclusions, tuple(sorted(short)), tuple(sorted(full)))

    def hindered(self, way: tuple[int, ...]) -> tuple[int | None, tuple[int, ...]]:
        """The first group that has too little room then, and the groups that are full."""
        own, gone, full = 0, 0, []
        for x in way:
            own |= 1 << x
            gone |= self.peers[x]
        for g, need in self.need.items():
            have = (own & self.members[g]).bit_count()
            if have > need:
                return g, ()
            if have == need:
                full.append(g)
                gone |= self.members[g]
        for g, need in self.need.items():
            have = (own & self.members[g]).bit_count()
            if have < need and not self.room(self.places[g] & ~gone & ~own, need - have):
                return g, tuple(full)
        return None, ()

    def room(self, places: int, count: int) -> bool:
        """Are there so many that do not see each other?"""
        if count <= 1 or places.bit_count() < count:
            return places.bit_count() >= count
        while places:
            x = (places & -places).bit_length() - 1
            places &= places - 1
            if self.room(places & ~self.peers[x], count - 1):
                return True
        return False


@lru_cache(maxsize=64)
def _bits(structure: Structure) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The peers of each cell and the members of each group, as bits."""

    def each(sets: tuple[frozenset[int], ...]) -> tuple[int, ...]:
        return tuple(sum(1 << x for x in cells) for cells in sets)

    return each(structure.peers), each(structure.members)


def repeated_values(structure: Structure) -> frozenset[int]:
    """The values that some group holds several times."""
    return frozenset(value for (value, _), often in structure.exact.items() if often > 1 and value in structure.loud)


def area_of(state: State, witness: Witness) -> tuple[int, ValuePlaces, Area | None]:
    """The value of a witness, and its groups as they are in a state; None where they leave something else."""
    value, count = OneValue.of(witness, "v").number, Amount.of(witness, "n").number
    looking = ValuePlaces(state, value)
    area = looking.area(GroupSet.of(witness, "R").numbers, GroupSet.of(witness, "D").numbers)
    cells = CellSet.of(witness, "T").cells
    same = area is not None and area.often == count and cells.issuperset(bits(area.places))
    return value, looking, area if same else None
