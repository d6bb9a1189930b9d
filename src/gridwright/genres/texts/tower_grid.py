"""Tower grids: the board with its clues around it.

  2 1 2 3
2 . . . . 3        `.` where nothing is printed
3 . . . . 2
1 . . 1 . 3
2 . . . . 1
  2 3 2 1
"""

from __future__ import annotations

import re

from ...formats.boxed import is_rule, lines_of
from ...formats.building import build, require_only, require_square
from ...formats.codec import tidy
from ...formats.symbols import BLANKS, expected_symbol, meanings
from ...model import Format, Genre, Puzzle, TextError, numbers, shorten
from ...model.grid import LARGEST_SIDE

_LONGEST = 10_000
_WORD = re.compile(r"[^\s|]+")


class TowerGrid(Format):
    """The clues above, the rows with a clue at either end, the clues below; `.` where there is none. Reads frames."""

    key = "towers"
    title = "the board with its clues around it"
    one_line = False

    def recognises(self, text: str) -> bool:
        """Lines of n words, n + 2 words and n words again."""
        if len(text) > _LONGEST or "\n" not in text:
            return False
        try:
            _parsed(text)
        except TextError:
            return False
        return True

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a grid."""
        side, views, givens = _parsed(tidy(text))
        return build(genre, side, side, givens=givens, clues={"views": views})

    def write(self, puzzle: Puzzle) -> str:
        """The grid."""
        require_only(puzzle, "a grid of towers", clues=("views",))
        n = require_square(puzzle, "a grid of towers")
        symbols = numbers(n).symbols
        views = [BLANKS[0] if v is None else symbols[v - 1] for v in puzzle.clue("views") or (None,) * (4 * n)]
        board = [symbols[puzzle.givens[c]] if c in puzzle.givens else BLANKS[0] for c in range(n * n)]
        rows = [" ".join((views[2 * n + r], *board[r * n : r * n + n], views[3 * n + r])) for r in range(n)]
        return "\n".join(["  " + " ".join(views[:n]), *rows, "  " + " ".join(views[n : 2 * n])])


def _parsed(text: str) -> tuple[int, tuple[int | None, ...], dict[int, int]]:
    if len(text) > _LONGEST:
        raise TextError(f"expected a grid of at most {_LONGEST:,} characters, found {len(text):,}")
    lines = [
        (number, [(m.group(), m.start() + 1) for m in _WORD.finditer(line)])
        for number, line in enumerate(lines_of(text), start=1)
        if line.strip("| \t") and not line.startswith("# ") and not is_rule(line)
    ]
    n = len(lines) - 2
    if not 1 <= n <= LARGEST_SIDE:
        raise TextError(f"expected clues, 1 to {LARGEST_SIDE} rows and clues again, found {len(lines)} lines")
    views: list[int | None] = [None] * (4 * n)
    givens: dict[int, int] = {}
    for i, (number, words) in enumerate(lines):
        edge = i in (0, n + 1)
        expected = n if edge else n + 2
        if edge and len(words) == n + 2 and words[0][0] in BLANKS and words[-1][0] in BLANKS:
            words = words[1:-1]  # the corners
        if len(words) != expected:
            what = f"{expected} clues" if edge else f"{n} cells between two clues"
            raise TextError(f"expected {what}, found {len(words)} words", line=number)
        for k, (word, column) in enumerate(words):
            if len(word) != 1 or word not in meanings(n):
                message = f"expected {expected_symbol(n)}, found {shorten(word)}"
                raise TextError(message, line=number, column=column)
            value = meanings(n)[word]
            if value is None:
                continue
            if edge:
                views[k + n * (i > 0)] = value + 1
            elif k in (0, n + 1):
                views[2 * n + n * (k > 0) + i - 1] = value + 1
            else:
                givens[(i - 1) * n + k - 1] = value
    return n, tuple(views), givens
