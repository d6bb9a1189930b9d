"""sgt run-length stream of numbers in cells: `a`–`z` are 1–26 empty cells, `_` parts two numbers that touch.

5_6c1        5 6 . . . 1
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ..model import CannotSay
from .codec import DIGITS, Cursor, TextCodec

LONGEST_RUN = 26
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Runs(TextCodec[tuple[int | None, ...]]):
    """A number or None for each of `length` cells, numbers from 1 to `most`.

    >>> Runs(6, 9).parse("5_6c1")
    (5, 6, None, None, None, 1)
    >>> Runs(6, 9).write((5, 6, None, None, None, 1))
    '5_6c1'
    """

    def __init__(self, length: int, most: int) -> None:
        self.length, self.most = length, most

    def read(self, cursor: Cursor) -> tuple[int | None, ...]:
        """As many cells as the board has; what follows them is the next reader's business."""
        cells: list[int | None] = []
        after_number = False
        while len(cells) < self.length:
            start = cursor.at
            symbol = cursor.peek()
            if symbol and symbol in _LETTERS:
                run = _LETTERS.index(cursor.take()) + 1
                if len(cells) + run > self.length:
                    raise cursor.wrong(
                        f"{symbol!r} skips {run} cells, but only {self.length - len(cells)} are left", start
                    )
                cells.extend([None] * run)
                after_number = False
            elif (symbol and symbol in DIGITS) or (symbol == "_" and after_number):
                cursor.skip("_")
                cells.append(cursor.number(1, self.most, "a number"))
                after_number = True
            else:
                raise cursor.expected(f"a number or a letter for cell {len(cells) + 1} of {self.length}")
        return tuple(cells)

    def write(self, value: Sequence[int | None]) -> str:
        """The shortest text."""
        text: list[str] = []
        run = 0
        after_number = False
        for number in (*value, None):
            if number is None:
                run += 1
                continue
            if number < 1:
                raise CannotSay("expected numbers from 1 on")
            text.append(_run(run) or ("_" if after_number else ""))
            text.append(str(number))
            run, after_number = 0, True
        text.append(_run(run - 1))
        return "".join(text)


def quick_runs(text: str, length: int, most: int) -> bytes | None:
    """A byte a cell, 0 where it is empty; None where the text is not plainly that of so many cells."""
    table = _said(most)
    pieces = _PIECE.findall(text)
    try:
        cells = b"".join([table[piece] for piece in pieces])
    except KeyError:
        return None
    return cells if len(cells) == length and "".join(pieces) == text and not _STRAY.search(text) else None


def plain_runs(text: str) -> bool:
    """Would these cells, which were read, be written so?"""
    return not _SPLIT.search(text)


_SPLIT = re.compile("[a-y][a-z]")
_PIECE = re.compile("[a-z]|_?[0-9]+")
_STRAY = re.compile("(?:^|[a-z])_")


@lru_cache(maxsize=64)
def _said(most: int) -> dict[str, bytes]:
    """What each piece of the stream says."""
    numbers = {f"{before}{number}": bytes([number]) for number in range(1, most + 1) for before in ("", "_")}
    return numbers | {letter: bytes(run) for run, letter in enumerate(_LETTERS, start=1)}


def _run(cells: int) -> str:
    """The letters that skip so many cells."""
    full, rest = divmod(cells, LONGEST_RUN)
    return "z" * full + (_LETTERS[rest - 1] if rest else "")
