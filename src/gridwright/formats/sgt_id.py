"""sgt-puzzles game IDs: `PARAMS:DESC`, where PARAMS are a size, flags and a difficulty.

    6de:__a_5aca3_a_,a7m3…        6 rows, made at difficulty `e`
    10x8t0de:3a3a1a2j3a1b…        10 columns, 8 rows (`SgtRectangle`)
    __a_5aca3_a_,a7m3…            DESC alone, where the game is named: its length says how many rows there are

Flags are either rules of the game (Adjacent mode) or, like the difficulty, how the puzzle was made. PARAMS are kept in
the provenance and printed back as they were, as long as their size and rules still fit the puzzle.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from ..model import CannotSay, Format, Genre, Grid, Puzzle, PuzzleError, TextError
from ..model.grid import LONGEST_SIDE, square
from .building import build, require_only, require_square
from .codec import Cursor

_LONGEST = 20_000
_START = re.compile(r"[0-9]{1,2}[a-z]{0,6}:")
_RECTANGLE = re.compile(r"[0-9]{1,3}x[0-9]{1,3}[a-z0-9]{0,12}:")


@dataclass(frozen=True)
class Desc:
    """What stands behind the colon, as parts of a puzzle."""

    clues: Mapping[str, Any]
    givens: Mapping[int, int] = field(default_factory=dict)


class Quick(NamedTuple):
    """The same, read quickly: clues in their normal form, and the givens as a byte a cell, or nothing."""

    clues: dict[str, Any]
    start: bytes
    canonical: bool
    """Would the same text be written for it?"""
    sound: bool = False
    """Are the clues right by the way they were read, so that the genre need not look at them?"""


class SgtId(Format):
    """A game of the collection; a subclass says its sizes, flags, difficulties and description."""

    key = "sgt"
    words_for: tuple[str, ...] = ()
    """The clue kinds that the description has words for."""
    sizes = (3, 9)
    difficulties: str
    flags = ""
    """Letters that say how the puzzle was made."""
    rules = ""
    """Letters that change the rules."""
    has_givens = True
    called = "an sgt ID"

    @abstractmethod
    def read_desc(self, cursor: Cursor, grid: Grid, rules: str) -> Desc:
        """The description at the cursor."""

    @abstractmethod
    def write_desc(self, puzzle: Puzzle) -> str:
        """The description of a puzzle."""

    def rules_of(self, puzzle: Puzzle) -> str:
        """The letters of the rules that a puzzle has."""
        return ""

    def recognises(self, text: str) -> bool:
        """An ID whose description fits its parameters to the last character; no other game's does."""
        if len(text) > _LONGEST or ":" not in text[:40]:
            return False
        try:
            _parts(self, text)
        except TextError:
            return False
        return True

    def resembles(self, text: str) -> bool:
        """A size, letters and a colon."""
        return _START.match(text[:40].lstrip()) is not None

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of an ID."""
        grid, spelt, desc = _parts(self, text) if ":" in text else self._bare(text)
        provenance = {"params": spelt} if spelt else {}
        return build(genre, grid.rows, grid.columns, givens=desc.givens, clues=desc.clues, provenance=provenance)

    def quick(self, text: str, genre: Genre) -> Puzzle | None:
        """An ID with its parameters."""
        spelt, _, desc = text.partition(":")
        grid, rules = _spelt_params(self, spelt)
        found = None if grid is None else self.quick_desc(desc, grid.rows, rules)
        if found is None or grid is None:
            return None
        try:
            puzzle = Puzzle.plain(genre, grid, found.clues, {"params": spelt}, sound=found.sound)
            puzzle = puzzle.given(found.start) if found.start else puzzle
        except PuzzleError:
            return None
        return puzzle.written_as(text) if found.canonical else puzzle

    def quick_desc(self, desc: str, size: int, rules: str) -> Quick | None:
        """What stands behind the colon; None where there is any doubt."""
        return None

    def write(self, puzzle: Puzzle) -> str:
        """The ID, with the parameters it came with if they still fit."""
        require_only(puzzle, self.called, clues=self.words_for, givens=self.has_givens)
        self.require_size(puzzle)
        desc = self.write_desc(puzzle)
        return f"{self._spelt(puzzle.grid, self.rules_of(puzzle), puzzle.provenance.get('params'))}:{desc}"

    def require_size(self, puzzle: Puzzle) -> None:
        """Raise CannotSay where there are no parameters for a board of that size."""
        size = require_square(puzzle, self.called)
        least, most = self.sizes
        if not least <= size <= most:
            raise CannotSay(f"{self.called} is for boards of {least} to {most} rows, not {size}")

    def parts(self, text: str) -> tuple[Grid, str, Desc]:
        """Board, spelling of the parameters and description of an ID."""
        cursor = Cursor(text)
        start = cursor.at
        grid, rules = self.read_params(cursor)
        spelt = cursor.text[start : cursor.at]
        cursor.expect(":", "':' and the description of the board")
        desc = self.read_desc(cursor, grid, rules)
        cursor.finish()
        return grid, spelt, desc

    def _bare(self, text: str) -> tuple[Grid, str, Desc]:
        """A description without parameters, if it fits boards of one size only."""
        found: list[tuple[Grid, str, Desc]] = []
        for size in range(self.sizes[0], self.sizes[1] + 1) if len(text.split()) == 1 else ():
            cursor = Cursor(text)
            try:
                desc = self.read_desc(cursor, square(size), "")
                cursor.finish()
            except TextError:
                continue
            found.append((square(size), "", desc))
        if len(found) > 1:
            rows = " or ".join(str(grid.rows) for grid, _, _ in found)
            raise TextError(f"the description alone fits boards of {rows} rows: put the size and ':' before it")
        return found[0] if found else self.parts(text)  # which says what is missing

    def read_params(self, cursor: Cursor) -> tuple[Grid, str]:
        """The board and the rules, up to the colon."""
        size = cursor.number(*self.sizes, f"a size such as {self.sizes[0] + 3}")
        rules = ""
        left = self.flags + self.rules + "d"
        while cursor.peek() not in ("", ":"):
            letter = cursor.peek()
            if letter not in left:
                raise cursor.expected(f"a parameter ({' '.join(left)}) or ':'" if left else "':'")
            cursor.take()
            left = left.replace(letter, "")
            rules += letter if letter in self.rules else ""
            if letter == "d":
                if not cursor.peek() or cursor.peek() not in self.difficulties:
                    raise cursor.expected(f"a difficulty, one of {' '.join(self.difficulties)}")
                cursor.take()
        return square(size), rules

    def spell_size(self, grid: Grid) -> str:
        """How a size is written."""
        return str(grid.rows)

    def _spelt(self, grid: Grid, rules: str, kept: str | None) -> str:
        """The kept spelling of parameters where it says the same, else the shortest."""
        if kept:
            try:
                cursor = Cursor(kept)
                same = self.read_params(cursor) == (grid, rules) and not cursor.peek() and kept == kept.strip()
            except TextError:
                same = False
            if same:
                return kept
        return f"{self.spell_size(grid)}{rules}"


class SgtRectangle(SgtId):
    """A game on boards that need not be square: `10x8…:`; a description alone does not say its size."""

    sizes = (1, LONGEST_SIDE)
    """Of rows, and of columns."""
    params = re.compile("")
    """What may stand between the size and the colon; a group is the letters of rules."""
    has_givens = False

    def resembles(self, text: str) -> bool:
        """Columns, rows, letters and numbers, and a colon."""
        return _RECTANGLE.match(text[:40].lstrip()) is not None

    def read_params(self, cursor: Cursor) -> tuple[Grid, str]:
        """Columns, rows, and whatever says how the puzzle was made."""
        columns = cursor.number(*self.sizes, "a size such as 10x8")
        cursor.expect("x", "'x' and a number of rows")
        rows = cursor.number(*self.sizes, "a number of rows")
        found = self.params.match(cursor.text, cursor.at, cursor.end)
        assert found is not None  # every part of it may be left out
        cursor.at = found.end()
        if cursor.peek() != ":" and cursor.at < cursor.end:
            raise cursor.expected("a parameter of the game or ':'")
        return Grid(rows, columns), "".join(part or "" for part in found.groups())

    def require_size(self, puzzle: Puzzle) -> None:
        """Raise CannotSay where the board is too small or too large."""
        grid, (least, most) = puzzle.grid, self.sizes
        if not least <= min(grid.rows, grid.columns) <= max(grid.rows, grid.columns) <= most:
            raise CannotSay(f"{self.called} is for boards of {least} to {most} rows and columns")

    def spell_size(self, grid: Grid) -> str:
        """Columns and rows."""
        return f"{grid.columns}x{grid.rows}"

    def _bare(self, text: str) -> tuple[Grid, str, Desc]:
        return self.parts(text)  # which says what is missing


@lru_cache(maxsize=256)
def _spelt_params(form: SgtId, spelt: str) -> tuple[Grid | None, str]:
    """Board and rules of parameters; no board where they are none."""
    cursor = Cursor(spelt)
    try:
        found = form.read_params(cursor)
    except TextError:
        return None, ""
    return found if not cursor.peek() and spelt == spelt.strip() else (None, "")


@lru_cache(maxsize=4)
def _parts(form: SgtId, text: str) -> tuple[Grid, str, Desc]:
    """The parts of a text; a few are kept, for whoever recognises a text reads it next."""
    return form.parts(text)
