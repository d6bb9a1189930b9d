"""What shows itself in a notebook."""

from __future__ import annotations

from importlib import import_module


class Shown:
    """A picture or a table where there is room for one; `repr` is a line."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        text: str = import_module("gridwright.notebook").html(self)  # of an upper layer: data does not draw itself
        return text


def counted(number: int, noun: str) -> str:
    """`1 step`, `2 steps`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"
