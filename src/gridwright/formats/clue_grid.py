"""Boards whose clues are a sign a cell: rows of signs, one below the other or with `/` between, then givens as facts.

.1../..#./3...        a dot where nothing is printed, digits and letters for numbers (a is 10), signs of the genre
.1../..#./3... r1c1=L r2c4=.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..model import CannotSay, Format, Genre, Puzzle, TextError, shorten
from ..model.errors import GridwrightError
from ..model.state import read_fact
from .building import build, require_only

BLANK = "."
NUMBERS = "0123456789abcdefghijklmnopqrstuvwxyz"


class ClueGrid(Format):
    """`clue` has an entry for each cell: None, a number, or what one of the genre's `signs` means."""

    key = "rows"
    title = "rows of clues, with / between them, and givens as facts"

    def __init__(self, clue: str, signs: Mapping[str, int] = MappingProxyType({}), *, blank: str = BLANK) -> None:
        self.clue, self.blank = clue, blank
        self.meaning: dict[str, int | None] = {
            **{sign: number for number, sign in enumerate(NUMBERS)},
            **signs,
            blank: None,
        }
        self.sign = {**dict(enumerate(NUMBERS)), **{number: sign for sign, number in signs.items()}}

    def recognises(self, text: str) -> bool:
        """Never: rows of signs may be anything."""
        return False

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of rows."""
        words = text.split()
        facts = [word for word in words if "=" in word]
        rows = [row for word in words if "=" not in word for row in word.split("/")]
        for number, row in enumerate(rows, start=1):
            if len(row) != len(rows[0]):
                raise TextError(f"row {number} has {len(row)} signs, row 1 has {len(rows[0])}")
            if strange := next((sign for sign in row if sign not in self.meaning), None):
                raise TextError(f"row {number}: expected a number, {self.blank!r} or a sign, found {shorten(strange)}")
        if not rows or not rows[0]:
            raise TextError(f"expected rows of clues, found {shorten(text)}")
        clues = {self.clue: tuple(self.meaning[sign] for row in rows for sign in row)}
        bare = build(genre, len(rows), len(rows[0]), clues=clues)
        if not facts:
            return bare
        try:
            read = [read_fact(bare, fact) for fact in facts]
        except GridwrightError as error:
            raise TextError(str(error)) from None
        if len({x for x, _, _ in read}) != len(read) or not all(true for _, _, true in read):
            raise TextError(f"expected one given for a place and no more, found {shorten(' '.join(facts))}")
        return bare.with_givens({x: value for x, value, _ in read})

    def write(self, puzzle: Puzzle) -> str:
        """Rows, then givens."""
        require_only(puzzle, "rows of clues", clues=(self.clue,))
        entries = puzzle.clue(self.clue) or (None,) * len(puzzle.grid)
        signs = [self.blank if entry is None else self.sign.get(entry, "") for entry in entries]
        if "" in signs:
            raise CannotSay(f"rows of clues have no sign for {entries[signs.index('')]}")
        rows = "/".join("".join(signs[cell] for cell in line) for line in puzzle.grid.row_lines)
        return " ".join([rows, *(puzzle.fact(x, value) for x, value in puzzle.givens.items())])
