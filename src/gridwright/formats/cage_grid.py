"""Cage grids: a letter a cage, then a line a clue; the form to write a Keen by hand in.

AAB
CDB        cells with the same letter are a cage, `.` is a cell in none
CDD
A 3+
B 6×       also `B: 6x`; a cage without a line has no clue
C 2
r3c3=1     a given
"""

from __future__ import annotations

import re
from typing import Any

from ..model import CannotSay, Format, Genre, Grid, GridwrightError, Puzzle, TextError, numbers, shorten
from ..model.grid import LARGEST_SIDE
from ..model.group import LETTERS
from .boxed import lines_of
from .building import build, require_only
from .clue_text import read_clue, spell_clue
from .codec import SPACES, tidy
from .symbols import meanings

_FREE = "."
_CLUE = re.compile(r"[ \t]*([A-Za-z0-9])[ \t]*(?:[:=][ \t]*|[ \t]+)(.*)")
_GIVEN = re.compile(r"[ \t]*([rR][0-9]{1,2}[cC][0-9]{1,2})[ \t]*=[ \t]*(\S)[ \t]*")
_LONGEST = 20_000


class CageGrid(Format):
    """A line a row, a letter a cage, `.` a cell in none; then lines `A 24×`, and `r1c1=3` for givens."""

    key = "cages"
    title = "cage letters and clues, a line each"
    one_line = False

    def recognises(self, text: str) -> bool:
        """A square of letters and then clues, each with its letter."""
        if len(text) > _LONGEST or "\n" not in text:
            return False
        try:
            rows, clues, _ = _sorted_lines(text)
        except TextError:
            return False
        square = len(rows) >= 3 and all(len(row) == len(rows) for _, row in rows)
        return square and bool(clues)

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a grid and its clues."""
        rows, clues, facts = _sorted_lines(tidy(text))
        if not rows:
            raise TextError("expected rows of cage letters, found none")
        side = len(rows)
        members: dict[str, list[int]] = {}
        for r, (line, row) in enumerate(rows):
            if len(row) != side or side > LARGEST_SIDE:
                raise TextError(f"row {r + 1} has {len(row)} cells, expected {side}: {shorten(row)}", line=line)
            for c, letter in enumerate(row):
                if letter != _FREE:
                    members.setdefault(letter, []).append(r * side + c)
        printed: dict[str, tuple[str, int | None]] = {}
        for line, column, letter, clue in clues:
            if letter not in members:
                raise TextError(f"there is no cage {letter} in the grid", line=line)
            if letter in printed:
                raise TextError(f"cage {letter} has a clue already", line=line)
            printed[letter] = read_clue(clue, line=line, column=column)
        cages = tuple((tuple(cells), *printed.get(letter, ("", None))) for letter, cells in members.items())
        return build(genre, side, side, clues={"cages": cages}, givens=_givens(facts, Grid(side, side)))

    def write(self, puzzle: Puzzle) -> str:
        """The grid, its clues in the order of their letters, and the givens."""
        require_only(puzzle, "a cage grid", clues=("cages",))
        grid, symbols = puzzle.grid, numbers(puzzle.grid.rows).symbols
        cages: Any = puzzle.clue("cages")
        if len(cages) > len(LETTERS):
            raise CannotSay(f"there are letters for {len(LETTERS)} cages, and the board has {len(cages)}")
        board = [_FREE] * len(grid)
        lines = []
        for letter, (cells, operation, target) in zip(LETTERS, cages, strict=False):
            for cell in cells:
                board[cell] = letter
            if target is not None:
                lines.append(f"{letter} {spell_clue(operation, target)}")
        rows = ["".join(board[cell] for cell in line) for line in grid.row_lines]
        givens = [f"{grid.name(cell)}={symbols[value]}" for cell, value in puzzle.givens.items()]
        return "\n".join([*rows, *lines, *givens])


Rows = list[tuple[int, str]]
Clues = list[tuple[int, int, str, str]]


def _sorted_lines(text: str) -> tuple[Rows, Clues, Rows]:
    """The rows, the clues (line, column, letter, clue) and the givens."""
    rows: Rows = []
    clues: Clues = []
    facts: Rows = []
    for number, line in enumerate(lines_of(text), start=1):
        bare = line.strip(SPACES)
        if not bare or bare.startswith("# "):
            continue
        if match := _GIVEN.fullmatch(line):
            facts.append((number, bare))
        elif match := _CLUE.fullmatch(line):
            clues.append((number, match.start(2) + 1, match[1], match[2]))
        elif clues or facts:
            raise TextError(f"expected a clue such as A 24×, found {shorten(bare)}", line=number)
        else:
            for column, letter in enumerate(bare):
                if letter != _FREE and letter not in LETTERS:
                    start = line.index(bare) + 1
                    message = f"expected a cage letter (A–Z, a–z, 0–9) or {_FREE}, found {shorten(letter)}"
                    raise TextError(message, line=number, column=start + column)
            rows.append((number, bare))
    return rows, clues, facts


def _givens(facts: Rows, grid: Grid) -> dict[int, int]:
    givens: dict[int, int] = {}
    for line, fact in facts:
        match = _GIVEN.fullmatch(fact)
        assert match is not None
        try:
            cell = grid.find(match[1])
        except GridwrightError as error:
            raise TextError(str(error), line=line) from None
        value = meanings(grid.rows).get(match[2])
        if value is None:
            raise TextError(f"expected one of {numbers(grid.rows).symbols}, found {shorten(match[2])}", line=line)
        if cell in givens:
            raise TextError(f"{match[1]} is given twice", line=line)
        givens[cell] = value
    return givens
