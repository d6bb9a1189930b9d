"""What is still possible: a mask of values for each variable, and what is written down, as an immutable snapshot."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from .domain import bits
from .errors import PuzzleError, shorten
from .place import place_named
from .puzzle import Puzzle, single
from .structure import Structure
from .upper_layers import NotebookDisplay

_FACT = re.compile(r"(?P<name>[\w:]+?)(?P<sign>[=\-≠])(?P<symbol>.)")


@dataclass(frozen=True)
class State(NotebookDisplay):
    """The candidates of a puzzle that are still open.

    A fact is written `r3c5=7` (takes it) or `r3c5-7` (does not); names are those of `place.py`. `placed` are the
    variables whose value is written down, the givens first of all: one candidate left is not yet a decision, for
    somebody has to see it.
    """

    puzzle: Puzzle
    masks: tuple[int, ...]
    placed: frozenset[int] = frozenset()

    @classmethod
    def of(cls, puzzle: Puzzle) -> State:
        """Every candidate but what givens and printed marks exclude."""
        return cls(puzzle, puzzle.start(), frozenset(puzzle.givens))

    def after(self, *facts: str) -> State:
        """The state in which these facts are known too; only what they say goes, nothing is propagated."""
        masks, placed = list(self.masks), set(self.placed)
        for fact in facts:
            variable, value, true = read_fact(self.puzzle, fact)
            masks[variable] &= (1 << value) if true else ~(1 << value)
            placed |= {variable} if true else set()
        return replace(self, masks=tuple(masks), placed=frozenset(placed))

    @property
    def structure(self) -> Structure:
        """What the rulebook says on its board."""
        return self.puzzle.structure

    @property
    def written(self) -> tuple[int | None, ...]:
        """The values that are written down, None where there is none."""
        return tuple(single(mask) if x in self.placed else None for x, mask in enumerate(self.masks))

    def candidates(self, variable: int) -> tuple[int, ...]:
        """The open values of a variable."""
        return tuple(bits(self.masks[variable]))

    def lost(self, variables: Iterable[int]) -> set[tuple[int, int]]:
        """The candidates of these variables that are no longer open."""
        domains = ((x, self.puzzle.variables[x].domain.all) for x in variables)
        return {(x, value) for x, every in domains for value in bits(every & ~self.masks[x])}

    def __repr__(self) -> str:
        grid = self.puzzle.grid
        written = f"{len(self.placed)} of {len(self.masks)} written"
        candidates = f"{sum(mask.bit_count() for mask in self.masks)} candidates"
        return f"<position: {self.puzzle.genre.key} of {grid.rows} × {grid.columns}, {written}, {candidates}>"


def read_fact(puzzle: Puzzle, fact: str) -> tuple[int, int, bool]:
    """(variable, value, whether it is `=`) of a fact's text."""
    match = _FACT.fullmatch(fact.strip())
    if not match:
        raise PuzzleError(f"expected a fact such as r3c5=7 or r3c5-7, found {shorten(fact)}")
    x = puzzle.variable_at.get(place_named(match["name"]).name)
    if x is None:
        raise PuzzleError(f"the board has no {shorten(match['name'])}")
    symbol = puzzle.genre.spellings.get(match["symbol"], match["symbol"])
    return x, puzzle.variables[x].domain.index(symbol), match["sign"] == "="
