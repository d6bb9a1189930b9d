"""sgt-puzzles Keen, and the same line with words for more: `PARAMS:WALLS,CLUES`.

    4de:__a_5aca3_a_,a7m3s1s2d2a9m4      walls of the cages, then a clue for each cage in order of first cells

A clue is an operation (`a` add, `m` multiply; `s` subtract and `d` divide for cages of two) and the number it makes.
Our own line goes on where the collection ends:

    S5 D2     a difference or quotient of three cells or more: the largest minus, or over, the others
    _5        no operation is printed         _     nothing is printed
    ,b3c4_2   behind the clues: givens, as in Solo
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...formats.codec import DIGITS, Cursor
from ...formats.runs import Runs
from ...formats.sgt_id import Desc, Quick, SgtId
from ...formats.walls import Walls
from ...model import CannotSay, Grid, Puzzle
from ...model.constraints.arithmetic import LARGEST_TARGET
from ...native import kernel

_LETTERS = {"a": "+", "s": "-", "m": "×", "d": "÷"}
_OF_TWO = "sd"
_OF_MORE = "SD"
_NONE = "_"

Cage = tuple[tuple[int, ...], str, int | None]


class SgtKeen(SgtId):
    """`6de:…`: the collection's own IDs, byte for byte."""

    title = "sgt-puzzles Keen game ID"
    words_for = ("cages",)
    difficulties = "enhxu"
    flags = "m"
    has_givens = False
    letters = "asmd"

    def resembles(self, text: str) -> bool:
        """Never: the longer form's errors help as well here."""
        return False

    def read_desc(self, cursor: Cursor, grid: Grid, rules: str) -> Desc:
        """Walls and clues."""
        regions = Walls(grid, repeats=True, what="cage").read(cursor)
        cursor.expect(",", "',' and the clues")
        members: dict[int, list[int]] = {}
        for cell, cage in enumerate(regions):
            members.setdefault(cage, []).append(cell)
        cages = []
        for number, cells in enumerate(members.values(), start=1):
            operation, target = self._clue(cursor, len(cells), f"for cage {number} of {len(members)}")
            cages.append((tuple(cells), operation, target))
        return Desc({"cages": tuple(cages)}, self._givens(cursor, grid))

    def quick_desc(self, desc: str, size: int, rules: str) -> Quick | None:
        """Walls and clues with their operations."""
        found = kernel.lettered_cages(size, desc, _LETTERS, _OF_TWO)
        return None if found is None else Quick({"cages": found[0]}, b"", found[1], sound=True)

    def write_desc(self, puzzle: Puzzle) -> str:
        """Walls and clues."""
        cages: Sequence[Cage] = puzzle.clue("cages")
        owner: list[Any] = [None] * len(puzzle.grid)
        clues = {}
        for cells, operation, target in self._all(puzzle, cages):
            for cell in cells:
                owner[cell] = cells[0]
            clues[cells[0]] = self._spelt_clue(puzzle, cells, operation, target)
        walls = Walls(puzzle.grid, repeats=True, what="cage").write(owner)
        return f"{walls},{''.join(clues[first] for first in sorted(clues))}"

    def _all(self, puzzle: Puzzle, cages: Sequence[Cage]) -> list[Cage]:
        """Every cage; a cell in none is an error."""
        free = set(range(len(puzzle.grid))).difference(*(cells for cells, _, _ in cages))
        if free:
            raise CannotSay(f"{self.called} has no words for a cell in no cage, as {puzzle.grid.name(min(free))} is")
        return list(cages)

    def _clue(self, cursor: Cursor, cells: int, where: str) -> tuple[str, int | None]:
        letter = cursor.peek()
        if not letter or letter not in self.letters:
            raise cursor.expected(f"a clue ({' '.join(self.letters)} and a number) {where}")
        if letter in _OF_TWO and cells != 2:
            raise cursor.wrong(f"{letter!r} is for cages of two cells, and {where[4:]} has {cells}")
        cursor.take()
        return _LETTERS[letter], cursor.number(0, LARGEST_TARGET, f"a number {where}")

    def _spelt_clue(self, puzzle: Puzzle, cells: tuple[int, ...], operation: str, target: int | None) -> str:
        name = f"the cage at {puzzle.grid.name(cells[0])}"
        if target is None:
            raise CannotSay(f"{self.called} has no words for {name}, which has no clue")
        if not operation:
            raise CannotSay(f"{self.called} has no words for {name}, whose clue has no operation")
        letter = next(letter for letter, each in _LETTERS.items() if each == operation)
        if letter in _OF_TWO and len(cells) != 2:
            raise CannotSay(f"{self.called} has {operation} for cages of two cells only, and {name} has {len(cells)}")
        return f"{letter}{target}"

    def _givens(self, cursor: Cursor, grid: Grid) -> dict[int, int]:
        return {}


_SGT = SgtKeen()


class KeenLine(SgtKeen):
    """`12:…`: as sgt IDs, with words for larger boards, `S` `D` on three cells or more, `_` and givens."""

    key = "keen"
    title = "a Keen ID with words for more"
    sizes = (3, 16)
    has_givens = True
    letters = "asmdSD_"
    called = "a line of Keen"

    def recognises(self, text: str) -> bool:
        """A line that is no ID of the collection's own, but fits to the last character."""
        return not _SGT.recognises(text) and super().recognises(text)

    def resembles(self, text: str) -> bool:
        """A size, letters and a colon."""
        return super(SgtKeen, self).resembles(text)

    def write_desc(self, puzzle: Puzzle) -> str:
        """Walls, clues and givens."""
        desc = super().write_desc(puzzle)
        if not puzzle.givens:
            return desc
        size = puzzle.grid.rows
        numbers = [puzzle.givens[cell] + 1 if cell in puzzle.givens else None for cell in range(len(puzzle.grid))]
        return f"{desc},{Runs(len(puzzle.grid), size).write(numbers)}"

    def _all(self, puzzle: Puzzle, cages: Sequence[Cage]) -> list[Cage]:
        """Every cage; a cell in none is a cage without a clue."""
        free = set(range(len(puzzle.grid))).difference(*(cells for cells, _, _ in cages))
        return [*cages, *(((cell,), "", None) for cell in free)]

    def _clue(self, cursor: Cursor, cells: int, where: str) -> tuple[str, int | None]:
        if cursor.skip(_NONE):
            printed = cursor.peek() in tuple(DIGITS)
            return "", cursor.number(0, LARGEST_TARGET, f"a number {where}") if printed else None
        letter = cursor.peek()
        if letter and letter in _OF_MORE:
            if cells < 3:
                raise cursor.wrong(f"{letter!r} is for cages of three cells or more, and {where[4:]} has {cells}")
            cursor.take()
            return _LETTERS[letter.lower()], cursor.number(0, LARGEST_TARGET, f"a number {where}")
        return super()._clue(cursor, cells, where)

    def _spelt_clue(self, puzzle: Puzzle, cells: tuple[int, ...], operation: str, target: int | None) -> str:
        if target is None:
            return _NONE
        if not operation:
            return f"{_NONE}{target}"
        if operation in "-÷" and len(cells) > 2:
            return f"{'S' if operation == '-' else 'D'}{target}"
        return super()._spelt_clue(puzzle, cells, operation, target)

    def _givens(self, cursor: Cursor, grid: Grid) -> dict[int, int]:
        if not cursor.skip(","):
            return {}
        numbers = Runs(len(grid), grid.rows).read(cursor)
        return {cell: number - 1 for cell, number in enumerate(numbers) if number is not None}
