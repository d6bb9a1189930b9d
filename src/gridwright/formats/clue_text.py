"""A cage's clue as people write it: `24×`, `3-`, `7`; also `24x`, `24 *`, `3 −`, `2/`, `2:`."""

from __future__ import annotations

import re

from ..model import TextError, shorten
from ..model.constraints.arithmetic import LARGEST_TARGET

_CLUE = re.compile(r"([0-9]{1,16})[ \t]*([+\-−–×xX*÷/:]?)")
_SIGNS = {"−": "-", "–": "-", "x": "×", "X": "×", "*": "×", "/": "÷", ":": "÷"}


def read_clue(text: str, *, line: int | None = None, column: int | None = None) -> tuple[str, int | None]:
    """(operation, target) of a clue; an empty one says nothing.

    >>> read_clue("24x"), read_clue("7"), read_clue("")
    (('×', 24), ('', 7), ('', None))
    """
    if not text.strip():
        return "", None
    match = _CLUE.fullmatch(text.strip())
    if match is None or int(match[1]) > LARGEST_TARGET:
        raise TextError(
            f"expected a clue such as 24× 3- 7+ 2÷ or 7, found {shorten(text.strip())}", line=line, column=column
        )
    return _SIGNS.get(match[2], match[2]), int(match[1])


def spell_clue(operation: str, target: int | None) -> str:
    """The clue as it is printed.

    >>> spell_clue("×", 24)
    '24×'
    """
    return "" if target is None else f"{target}{operation}"
