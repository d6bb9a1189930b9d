"""The instructions that read grounds, and what each means. The kernel has one of the same name (`kernel/rules/words/`).

    read_absent cells values     the candidates of these cells and values, those that are missing
    read_not_at cells values     the same for open cells; a cell that holds the value is read as decided
    read_decided cells           all that these cells have lost but their value
    read_held values groups      the cells of these groups that are decided for one of these values
    use_cells cells              the choices of these cells
    use values groups            that these groups hold these values: a choice, or a count
    use_full values groups       that they hold no more: a link, which uses no choice, or a count
    use_needed values groups     that they must get more, where they must

A word that rests on something else brings an instruction of its own, beside the word.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from ...model.grounds import Grounds
from ..position import Position

Elements = frozenset[int]


class Collector:
    """The grounds of one firing, as they are read off a position."""

    def __init__(self, position: Position) -> None:
        self.position, self.structure = position, position.structure
        self.found = Grounds()

    def absent(self, candidates: Iterable[tuple[int, int]]) -> None:
        """Those of these candidates that are missing. A value that a cell never had is not."""
        sizes, has = self.structure.sizes, self.position.has
        self.found.absences.update((x, v) for x, v in candidates if v < sizes[x] and not has(x, v))

    def whole(self, cells: Iterable[int]) -> None:
        """Each of these cells takes one of its candidates."""
        for cell in cells:
            self.absent((cell, value) for value in range(self.structure.values))
            self.found.choices.add(cell)

    def held(self, value: int, group: int, *, at_most: bool = False) -> None:
        """The group must hold the value. That it holds no more than one is a link and uses no choice."""
        structure, about = self.structure, (value, group)
        if about in structure.count_of:
            self.found.relations.add(structure.count_of[about])
        elif about in structure.choice_of and not at_most:
            self.found.choices.add(structure.choice_of[about])
        elif about not in structure.choice_of and structure.exact[about]:
            self.found.choices.update(structure.members[group])  # as many as cells: the Structure says it of each cell


def read_absent(to: Collector, cells: Elements, values: Elements) -> None:
    to.absent(product(cells, values))


def read_decided(to: Collector, cells: Elements) -> None:
    to.absent(product(cells, range(to.structure.values)))


def read_not_at(to: Collector, cells: Elements, values: Elements) -> None:
    for x, v in product(cells, values):
        read_decided(to, frozenset({x})) if to.position.has(x, v) else to.absent([(x, v)])


def read_held(to: Collector, values: Elements, groups: Elements) -> None:
    for group, value in product(groups, values):
        read_decided(to, to.position.held(value, group))


def use_cells(to: Collector, cells: Elements) -> None:
    to.found.choices.update(cells)


def use(to: Collector, values: Elements, groups: Elements) -> None:
    for value, group in product(values, groups):
        to.held(value, group)


def use_full(to: Collector, values: Elements, groups: Elements) -> None:
    for value, group in product(values, groups):
        to.held(value, group, at_most=True)


def use_needed(to: Collector, values: Elements, groups: Elements) -> None:
    for value, group in product(values, groups):
        if to.position.need(value, group):  # that nothing is needed needs no reason
            to.held(value, group)
