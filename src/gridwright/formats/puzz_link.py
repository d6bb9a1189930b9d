"""puzz.link: `p?PID/COLUMNS/ROWS/BODY`, the links of the pzpr family of puzzle pages.

A class for each kind of puzzle: its pid, and its body as one codec that reads and writes. The host does not matter when
reading. A flag between pid and size (`/v:/`) changes the rules and is refused.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from ..model import Format, Genre, Grid, Puzzle
from ..model.grid import LARGEST_SIDE, LONGEST_SIDE
from .building import build, require_only
from .codec import SPACES, Cursor, TextCodec
from .number16 import UNKNOWN

PREFIX = "https://puzz.link/p?"

_HEAD = re.compile(r"(?:https?://[^\s?#]{1,100}\?|p(?:\.html)?\?)")
_PID = re.compile(r"[a-z][a-z0-9_]{0,30}(?=/)")


class PuzzLink(Format):
    """The frame of a link: head, pid, columns, rows; what follows is the body of the kind of puzzle."""

    key = "puzz-link"
    title = "puzz.link address"
    pid: str
    also: tuple[str, ...] = ()
    """Other names for the same."""
    longest_side = LARGEST_SIDE

    @abstractmethod
    def body(self, grid: Grid) -> TextCodec[Any]:
        """How the body of a board of that size is written."""

    def recognises(self, text: str) -> bool:
        """A link with this pid."""
        line = text[:200].lstrip("\ufeff" + SPACES)
        head = _HEAD.match(line)
        pid = _PID.match(line, head.end()) if head else None
        return pid is not None and pid[0].removesuffix("_edit") in (self.pid, *self.also)

    def resembles(self, text: str) -> bool:
        """A link with any pid."""
        return _HEAD.match(text[:200].lstrip("\ufeff" + SPACES)) is not None

    def open(self, text: str) -> tuple[Grid, Cursor, Any]:
        """Size and body of a link, and the cursor behind it."""
        cursor = Cursor(text)
        head = _HEAD.match(cursor.text, cursor.at)
        if head:
            cursor.at = head.end()
        pid = _PID.match(cursor.text, cursor.at)
        if not pid:
            raise cursor.expected(f"a link such as p?{self.pid}/9/9/…")
        if pid[0].removesuffix("_edit") not in (self.pid, *self.also):
            raise cursor.wrong(f"this is a link of {pid[0]!r}, expected {self.pid!r}")
        cursor.at = pid.end()
        columns = self.read_size(cursor, "columns")
        rows = self.read_size(cursor, "rows")
        cursor.expect("/")
        grid = Grid(rows, columns)
        start = cursor.at
        value = self.body(grid).read(cursor)
        cursor.finish()
        cursor.at = start
        return grid, cursor, value

    def link(self, grid: Grid, value: Any) -> str:
        """The link of a board of that size with this body."""
        return f"{PREFIX}{self.pid}/{grid.columns}/{grid.rows}/{self.body(grid).write(value)}"

    def read_size(self, cursor: Cursor, what: str) -> int:
        """A number of rows or columns."""
        cursor.expect("/")
        return cursor.number(1, self.longest_side, f"a number of {what}")


class NumberLink(PuzzLink):
    """A link whose body is a number for each cell, by a codec: the clue of one key. `plain` is what a clue without a
    number means there, if anything."""

    longest_side = LONGEST_SIDE

    def __init__(
        self, pid: str, clue: str, codec: Callable[[int], TextCodec[Any]], plain: int | None = None, *also: str
    ) -> None:
        self.pid, self.clue, self.codec, self.plain, self.also = pid, clue, codec, plain, also

    def body(self, grid: Grid) -> TextCodec[Any]:
        """Numbers in reading order."""
        return self.codec(len(grid))

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a link."""
        grid, cursor, numbers = self.open(text)
        if self.plain is None and UNKNOWN in numbers:
            cell = grid.name(numbers.index(UNKNOWN))
            raise cursor.wrong(f"{cell} has a clue without a number, which says nothing here")
        clue = tuple(self.plain if number == UNKNOWN else number for number in numbers)
        return build(genre, grid.rows, grid.columns, clues={self.clue: clue})

    def write(self, puzzle: Puzzle) -> str:
        """The link; givens have no words there."""
        require_only(puzzle, "puzz.link", clues=(self.clue,), givens=False)
        numbers = puzzle.clue(self.clue) or (None,) * len(puzzle.grid)
        plain = self.plain is not None
        return self.link(puzzle.grid, [UNKNOWN if plain and n == self.plain else n for n in numbers])
