"""sgt-puzzles games whose description is one stream with an entry for each cell.

7x7b20s4d1:b1e2aBc…            Light Up: signs among runs of empty cells
7x7:d7b3e8e5c7a7c13e4d8b4d     Range: numbers among runs of empty cells
5x5de:5444142552113331112…     Singles: a sign in every cell
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..model import CannotSay, Grid, Puzzle
from .codec import Cursor, TextCodec
from .sgt_id import Desc, SgtRectangle


class SgtCells(SgtRectangle):
    """The collection's own IDs, byte for byte."""

    def __init__(
        self, game: str, clue: str, codec: Callable[[Grid], TextCodec[Any]], *, params: str = "",
        title: str = "",
    ) -> None:  # fmt: skip
        """`codec` reads and writes the description; `params` is a pattern of what may stand after the size."""
        self.game, self.clue, self.codec = game, clue, codec
        self.title = title or f"sgt-puzzles {game} game ID"
        self.words_for = (clue,)
        self.params = re.compile(params)

    def read_desc(self, cursor: Cursor, grid: Grid, rules: str) -> Desc:
        """Return the entries at the cursor."""
        return Desc({self.clue: self.codec(grid).read(cursor)})

    def write_desc(self, puzzle: Puzzle) -> str:
        """Return the text of the entries."""
        entries = puzzle.clue(self.clue) or (None,) * len(puzzle.grid)
        try:
            return self.codec(puzzle.grid).write(entries)
        except CannotSay as reason:
            raise CannotSay(f"an sgt ID of {self.game}: {reason}") from None
