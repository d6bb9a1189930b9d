"""How values are written a character each: `1`–`9`, then `A`…, and the blanks that people use."""

from __future__ import annotations

from functools import lru_cache

from ..model import numbers

BLANKS = ".0X*_-?"
"""Read as "nothing here"; the first is how we write it."""

NEARLY = 4
"""So many characters may be wrong, and one still sees what was meant."""

LARGEST_WITHOUT_CASE = 35
"""Up to this size no value has a lower-case symbol, so that `a` can be read as `A`."""


@lru_cache(maxsize=64)
def meanings(side: int) -> dict[str, int | None]:
    """What each character means on a board with the values 1 … side: a value number, or None for a blank.

    `X` is a blank unless it is a value (from 33 on).

    >>> meanings(9)["3"], meanings(9)["."], meanings(16)["g"], "q" in meanings(16)
    (2, None, 15, False)
    """
    symbols = numbers(side).symbols
    table: dict[str, int | None] = dict.fromkeys(BLANKS)
    if side <= LARGEST_WITHOUT_CASE:
        table["x"] = None
        table.update((symbol.lower(), value) for value, symbol in enumerate(symbols))
    table.update((symbol, value) for value, symbol in enumerate(symbols))
    return table


def expected_symbol(side: int) -> str:
    """What to say is expected of a cell."""
    return f"one of {numbers(side).symbols} or a blank ({' '.join(BLANKS)})"
