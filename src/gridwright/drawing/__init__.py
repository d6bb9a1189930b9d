"""Pictures of boards, as text for terminals and as SVG for screens and paper. Names no genre.

text(puzzle, solution)     box-drawing characters, or ASCII alone; colours if asked
svg(puzzle, solution)      a standalone picture
draw(puzzle, solution)     the Drawing that both of them show, for other renderers; of a state, too
draw_step(state, step)     the Drawing of a step; `svg_of` makes a picture of it
"""

from __future__ import annotations

from ..model.drawing import Highlight
from .drawing import Drawing, Symbol, draw
from .step import draw_step
from .svg_board import svg, svg_of
from .text_board import text

__all__ = ["Drawing", "Highlight", "Symbol", "draw", "draw_step", "svg", "svg_of", "text"]
