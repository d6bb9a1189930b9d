"""Cells in an order: a chain of pairs, the way along implied cells, the lines of a loop, a line of sight."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

from ..model.evidence import BoardNames, End, Evidence, Numbers, Strand, Teller
from ..model.step import Step
from ..model.structure import Structure
from .things import OneValue, elements

LONGEST_WHOLE = 4
"""Cells of a path that are all named where its ends would do."""


@dataclass(frozen=True, slots=True)
class CellPath(Evidence):
    """The forms `links` (what each cell is, in turn) and `ends` (no more than the ends of a long path) of a phrase."""

    path: tuple[int, ...]

    key, what = "chain", "a chain of cells"

    @classmethod
    def from_kernel(cls, numbers: Numbers) -> Self:
        if isinstance(numbers, int):
            raise TypeError("expected the cells of a chain")
        return cls(tuple(numbers))

    def document(self, names: BoardNames) -> Any:
        return [names.cells[x] for x in self.path]

    @classmethod
    def from_document(cls, data: Any, names: BoardNames) -> Self:
        return cls(elements(data, names, "cells", "a cell"))

    def say(self, teller: Teller, form: str) -> str:
        if form == "ends" and len(self.path) > LONGEST_WHOLE:
            return teller.word("chain_ends").format(first=teller.cell(self.path[0]), last=teller.cell(self.path[-1]))
        values = self._values(teller) if form == "links" else None
        if values is None:
            return teller.word("chain").join(map(teller.cell, self.path))
        link = teller.word("link")
        return teller.word("links").join(
            link.format(cell=teller.cell(x), value=teller.value(v)) for x, v in zip(self.path, values, strict=True)
        )

    def _values(self, teller: Teller) -> list[int] | None:
        """Return what each cell is if the last one takes the value that the step is about, its name `v`.

        None where some cell has not two candidates: a board inside a refutation may not show them.
        """
        values = [OneValue.of(teller.witness, "v").number]
        for cell in reversed(self.path[1:]):
            other = set(teller.state.candidates(cell)) - {values[-1]}
            if len(other) != 1:
                return None
            values += other
        return values[::-1]

    @property
    def length(self) -> int:
        return len(self.path)

    @property
    def line_cells(self) -> frozenset[int]:
        return frozenset(self.path)

    def strands(self, step: Step, structure: Structure) -> list[Strand]:
        return [Strand(End((p,)), End((q,))) for p, q in pairwise(self.path)]
