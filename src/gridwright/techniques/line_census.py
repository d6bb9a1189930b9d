"""A census of a sight line: all arrows of one line that look the same way, counted together.

    p → · → · ·      from the edge inwards, what has been met so far is a set of values; a cell that looks along counts
                     that set, any other cell adds whatever it may be

Forward the sets that can have been met before each cell, backward those from which the rest can be filled: a candidate
stays if it leads from one of the first to one of the second. It is exact for the line, and no way for people to think,
so no scale has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ..evidence.cell_path import CellPath
from ..evidence.things import OneCell
from ..model import State, bits
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion
from ..rules.evaluate import FUEL, Match, OutOfFuel
from ..rules.finder import Finder
from ..rules.position import Position
from ..rules.technique import ALONE, Context

BECAUSE = "counting along the whole line {L} for all arrows that look as {p} does, these numbers never come out"


class LineCensus(Finder):
    """Lines of arrows that look the same way."""

    shows: ClassVar = {"L": CellPath, "p": OneCell}
    words = frozenset({"ahead"})

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """Every line from its outermost arrow on, in the order of these; each once."""
        structure, fuel = state.structure, context.fuel
        for p, ahead in enumerate(structure.ahead):
            if not ahead or any(structure.along(q, p) for q in structure.behind[p]):
                continue
            context.limits.check()
            kept, fuel = _kept(state, (p, *ahead), fuel)
            conclusions = _concluded(state, (p, *ahead), kept)
            if conclusions:
                yield Match({"L": CellPath((p, *ahead)), "p": OneCell(p)}, conclusions)

    def recheck(self, size: int | None, state: State, witness: Witness) -> tuple[Conclusion, ...]:
        """The line must be all that its first cell sees."""
        line = CellPath.of(witness, "L").path
        if OneCell.of(witness, "p").number != line[0] or state.structure.ahead[line[0]] != line[1:]:
            return ()
        return _concluded(state, line, _kept(state, line, FUEL)[0])

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        """All that the cells of the line lack, their choices, and what the arrows along it see."""
        structure = state.structure
        line = CellPath.of(match.witness, "L").path
        views = {structure.sights[x] for x in line if x == line[0] or structure.along(line[0], x)}
        return Grounds(state.lost(line), set(line), views)


def _kept(state: State, line: tuple[int, ...], fuel: int) -> tuple[list[int], int]:
    """The candidates of each cell of a line, from its looker on, that some filling has; and the fuel that is left."""
    cells = line[::-1]  # from the edge inwards
    looks = [x == line[0] or state.structure.along(line[0], x) for x in cells]

    def allowed(i: int, met: int) -> Iterator[int]:
        count = met.bit_count()
        return (v for v in bits(state.masks[cells[i]]) if not looks[i] or v == count)

    before: list[set[int]] = [{0}]
    for i in range(len(cells)):
        fuel -= len(before[i])
        if fuel < 0:
            raise OutOfFuel(f"{TECHNIQUE.key} ran out of fuel")
        before.append({met | 1 << v for met in before[i] for v in allowed(i, met)})
    after, kept = before[-1], [0] * len(cells)
    for i in reversed(range(len(cells))):
        own: set[int] = set()
        for met in before[i]:
            for v in allowed(i, met):
                if met | 1 << v in after:
                    kept[i] |= 1 << v
                    own.add(met)
        after = own
    return kept[::-1], fuel


def _concluded(state: State, line: tuple[int, ...], kept: list[int]) -> tuple[Conclusion, ...]:
    """What no filling has."""
    position = Position(state)
    return tuple(
        conclusion
        for x, mask in zip(line, kept, strict=True)
        for value in bits(state.masks[x] & ~mask)
        if position.changes(conclusion := Conclusion(x, value, False))
    )


TECHNIQUE = LineCensus.named(
    "line-census",
    BECAUSE,
    "the line is filled in one of the ways in which all its arrows count right",
)
