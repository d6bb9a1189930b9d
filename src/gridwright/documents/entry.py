"""An entry of a corpus: a puzzle with whatever is known of it.

Entry(puzzle)                 nothing but the puzzle
entry.grade("standard@3")     its grade on that scale, if it has one
entry.rows, entry.clues …     what tables are asked for, taken from the puzzle
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..grading import Grade
from ..model import Puzzle, Solution
from ..model.upper_layers import NotebookDisplay


@dataclass(frozen=True)
class Provenance:
    """Where a puzzle comes from: a line of a file, a recipe, or what somebody says of it."""

    source: str | None = None
    line: int | None = None
    recipe: str | None = None
    attempt: int | None = None
    verified: str | None = None
    note: str | None = None


NOWHERE = Provenance()


@dataclass(frozen=True)
class Entry(NotebookDisplay):
    """A puzzle, its one solution, its grades by scale, the digest that it shares with its copies, its provenance."""

    puzzle: Puzzle
    solution: Solution | None = None
    grades: tuple[Grade, ...] = ()
    form: str | None = None
    provenance: Provenance = NOWHERE

    def grade(self, scale: str) -> Grade | None:
        """Its grade on the scale of that key (`standard@3`)."""
        return next((grade for grade in self.grades if grade.scale == scale), None)

    def graded(self, grade: Grade) -> Entry:
        """The same with this grade in the place of any other on the scale."""
        others = (each for each in self.grades if each.scale != grade.scale)
        return replace(self, grades=(*others, grade))

    @property
    def rows(self) -> int:
        """Rows of the board."""
        return self.puzzle.grid.rows

    @property
    def columns(self) -> int:
        """Columns of the board."""
        return self.puzzle.grid.columns

    @property
    def clues(self) -> int:
        """Givens, cages, signs, views: what the setter printed on the board; its regions and arrows are the board."""
        puzzle = self.puzzle
        count = len(puzzle.given_bytes) - puzzle.given_bytes.count(0)
        for key, value in puzzle.clues.items():
            if isinstance(value, tuple) and not puzzle.genre.clue_kind(key).is_per_board:
                count += sum(each is not None for each in value)
        return count

    @property
    def clue_kinds(self) -> tuple[str, ...]:
        """What is printed besides givens: cages, regions, diagonals …"""
        return tuple(self.puzzle.clues)

    def __repr__(self) -> str:
        tier = next((f", {grade.tier}" for grade in self.grades if grade.tier), "")
        return f"<entry: {self.puzzle.genre.key} of {self.rows} × {self.columns}, {self.clues} clues{tier}>"
