"""Pictures of boards, as text for terminals and as SVG for screens and paper. Names no genre.

text(puzzle, solution)     box-drawing characters, or ASCII alone; colours if asked
svg(puzzle, solution)      a standalone picture
draw(puzzle, solution)     the Drawing that both of them show, for other renderers; of a state, too
draw_step(state, step)     the Drawing of a step; `svg_of` makes a picture of it
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..model.drawing import Highlight
from .drawing import Drawing, Symbol, draw
from .text_board import text

if TYPE_CHECKING:
    from .step import draw_step
    from .svg_board import svg, svg_of

__all__ = ["Drawing", "Highlight", "Symbol", "draw", "draw_step", "svg", "svg_of", "text"]

_LATER = {"draw_step": "step", "svg": "svg_board", "svg_of": "svg_board"}
"""What is loaded when it is first used: a step brings the techniques along, and a terminal needs neither."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_LATER[name]}", __name__), name)
    return value
