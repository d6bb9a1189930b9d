"""Arrow grids: a line a row, the cells parted by spaces or drawn in a frame.

→. ↓. ←.          +----+----+----+          e. s. w.
→2 ↑. ↑.          | →. | ↓. | ←. |          e2 n. n.
↑. ↑. ←2          +----+----+----+ …        n. n. w2
"""

from __future__ import annotations

import re

from ..model import Format, Genre, Puzzle, TextError
from ..model.direction import ARROWS
from .arrow_cells import BLANK, Written, board_of, spell
from .boxed import is_rule, lines_of
from .building import require_only
from .codec import tidy

_LONGEST = 60_000
_WORD = re.compile(r"[^\s|]+")
_COMPASS = re.compile(r"[\s|]*(?:(?:[ns][ew]|[nsew])[0-9A-Z.][\s|]*)+")


class ArrowGrid(Format):
    """A line a row: each cell an arrow, and its number or `.`. Reads frames and compass letters, too."""

    key = "arrows"
    title = "arrows with their numbers, as a grid"
    one_line = False
    ascii = False

    def recognises(self, text: str) -> bool:
        """Several lines with arrows, or all of compass letters with numbers or dots; with slashes, each is a puzzle."""
        lines = [line for line in lines_of(text) if line.strip()] if len(text) <= _LONGEST else []
        return (
            len(lines) > 1
            and "/" not in text
            and (
                any(arrow in text for arrow in ARROWS)
                or all(is_rule(line) or _COMPASS.fullmatch(line) for line in lines)
            )
        )

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a grid."""
        text = tidy(text)
        if len(text) > _LONGEST:
            raise TextError(f"expected a grid of at most {_LONGEST:,} characters, found {len(text):,}")
        rows = [
            [Written(match[0], number, match.start() + 1) for match in _WORD.finditer(line)]
            for number, line in enumerate(lines_of(text), start=1)
            if line.strip() and not line.startswith("# ") and not is_rule(line)
        ]
        if not rows:
            raise TextError("expected a grid of arrows, found no rows")
        return board_of(rows, genre)

    def write(self, puzzle: Puzzle) -> str:
        """The grid, without a frame."""
        require_only(puzzle, "a grid of arrows", clues=("arrows",))
        rows = spell(puzzle, blank=BLANK, ascii=self.ascii)
        width = max(len(cell) for row in rows for cell in row)
        return "\n".join(" ".join(cell.ljust(width) for cell in row).rstrip() for row in rows)


class CompassGrid(ArrowGrid):
    """The same with compass letters: `e.` looks to the right."""

    key = "arrows-ascii"
    title = "compass letters with their numbers, as a grid"
    ascii = True

    def recognises(self, text: str) -> bool:
        """Never: the other of the two reads both."""
        return False
