"""sgt streams of one sign a cell: `a`–`z` are 1–26 cells without one.

3a3b1        3 . 3 . . 1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..model import CannotSay
from .codec import Cursor

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def read_cells(cursor: Cursor, length: int, signs: Mapping[str, int]) -> tuple[int | None, ...]:
    """What each of so many cells has: what its sign means, or None."""
    cells: list[int | None] = []
    while len(cells) < length:
        sign, start = cursor.peek(), cursor.at
        if sign and sign in signs:
            cells.append(signs[cursor.take()])
        elif sign and sign in _LETTERS:
            run = _LETTERS.index(cursor.take()) + 1
            if len(cells) + run > length:
                raise cursor.wrong(f"{sign!r} skips {run} cells, but only {length - len(cells)} are left", start)
            cells.extend([None] * run)
        else:
            known = " ".join(signs)
            raise cursor.expected(f"one of {known} or a letter for cell {len(cells) + 1} of {length}")
    return tuple(cells)


def write_cells(cells: Sequence[int | None], signs: Mapping[str, int]) -> str:
    """The shortest text.

    >>> write_cells((3, None, 3, None, None, 1), {"3": 3, "1": 1})
    '3a3b1'
    """
    sign_of = {meaning: sign for sign, meaning in signs.items()}
    text, run = [], 0
    for cell in (*cells, ...):
        if cell is None:
            run += 1
            continue
        full, rest = divmod(run, len(_LETTERS))
        text.append("z" * full + (_LETTERS[rest - 1] if rest else ""))
        run = 0
        if cell is not ...:
            if cell not in sign_of:
                raise CannotSay(f"this kind of sgt ID has no words for {cell}")
            text.append(sign_of[cell])
    return "".join(text)
