"""Pencil marks: the candidates of every cell, as forums print them.

    +-------+-------+
    | 12 3  | 4  1  |         or on one line, n characters a cell: 12....3....41...
    | 4  12 | 3  2  |
    +-------+-------+

A mark grid says what is still possible, not what was printed: every cell becomes a mask of candidates, a cell with one
candidate too, and there are no givens. The other way round, a puzzle with givens has no mark grid: say its givens as
marks first. Bars and rules say the shape of the boxes.
"""

from __future__ import annotations

from ..model import CannotSay, Format, Genre, Puzzle, TextError, bits, numbers, shorten
from ..model.grid import LARGEST_SIDE
from .boxed import Cell, unboxed
from .building import boxes_drawn, build, has_clue, require_only, require_square
from .codec import SPACES, tidy
from .sdk import drawn_boxes
from .symbols import meanings

_LONGEST = 30_000


class Marks(Format):
    """Candidates in an aligned grid, framed where the genre has boxes. Reads grids and lines."""

    key = "marks"
    title = "pencil marks, as a grid"
    one_line = False

    def __init__(self, *, claims: bool = False) -> None:
        self.claims = claims

    def recognises(self, text: str) -> bool:
        """A grid of nine rows of candidates, some cell with several."""
        if not self.claims or len(text) > _LONGEST or "\n" not in text:
            return False
        try:
            sheet = unboxed(text, words=True)
            masks = [_mask(cell, len(sheet.rows)) for row in sheet.rows for cell in row]
        except TextError:
            return False
        return len(sheet.rows) == 9 and any(mask & (mask - 1) for mask in masks)

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle with these candidates and no givens."""
        text = tidy(text)
        line = text.strip(SPACES)
        side = _cube_root(len(line))
        if side is not None and side > 1 and not any(space in line for space in SPACES):
            marks = _read_line(line, side, len(text) - len(text.lstrip(SPACES)))
            return build(genre, side, side, marks=marks)
        sheet = unboxed(text, words=True)
        side = len(sheet.rows)
        marks = [_mask(cell, side) for row in sheet.rows for cell in row]
        return build(genre, side, side, marks=marks, clues=drawn_boxes(sheet, genre))

    def write(self, puzzle: Puzzle) -> str:
        """The grid, every column of cells as wide as its widest."""
        cells = _spelt(puzzle, "a pencil-mark grid", ("boxes",))
        side = puzzle.grid.rows
        framed = has_clue(puzzle.genre, "boxes")
        height, width = boxes_drawn(puzzle) if framed else (side, side)
        widths = [max(len(cells[r * side + c]) for r in range(side)) for c in range(side)]
        rule = "+" + "".join("-" * (sum(widths[c : c + width]) + width + 1) + "+" for c in range(0, side, width))
        lines: list[str] = []
        for r in range(side):
            if framed and r % height == 0:
                lines.append(rule)
            row = [cells[r * side + c].ljust(widths[c]) for c in range(side)]
            pieces = [" ".join(row[c : c + width]) for c in range(0, side, width)]
            lines.append("| " + " | ".join(pieces) + " |" if framed else pieces[0].rstrip())
        return "\n".join([*lines, rule] if framed else lines)


class MarksLine(Marks):
    """Candidates on one line: n characters a cell, each its value's symbol or `.`; 729 characters for nine rows."""

    key = "marks-line"
    title = "pencil marks, on one line"
    one_line = True

    def recognises(self, text: str) -> bool:
        """729 characters, each the symbol of its place or a blank."""
        if not self.claims or len(text) > _LONGEST:
            return False
        line = text.strip(SPACES)
        return len(line) == 729 and all(c in ".0" or c == "123456789"[i % 9] for i, c in enumerate(line))

    def write(self, puzzle: Puzzle) -> str:
        """The line."""
        _spelt(puzzle, "a pencil-mark line", ())
        symbols = numbers(puzzle.grid.rows).symbols
        return "".join(
            symbol if mask >> value & 1 else "." for mask in puzzle.marks or () for value, symbol in enumerate(symbols)
        )


def _spelt(puzzle: Puzzle, form: str, clues: tuple[str, ...]) -> list[str]:
    """The candidates of each cell as text."""
    require_only(puzzle, form, clues=clues, marks=True, givens=False)
    symbols = numbers(require_square(puzzle, form)).symbols
    if puzzle.marks is None:
        raise CannotSay(f"{form} is for puzzles that come with pencil marks, and this one has none")
    return ["".join(symbols[value] for value in bits(mask)) for mask in puzzle.marks]


def _mask(cell: Cell, side: int) -> int:
    """The candidates of one cell of a grid."""
    mask = 0
    for i, symbol in enumerate(cell.text):
        value = meanings(side).get(symbol)
        if value is None:
            expected = f"candidates out of {numbers(side).symbols}"
            raise TextError(f"expected {expected}, found {shorten(symbol)}", line=cell.line, column=cell.column + i)
        if mask >> value & 1:
            raise TextError(f"candidate {symbol} stands twice in a cell", line=cell.line, column=cell.column + i)
        mask |= 1 << value
    return mask


def _read_line(line: str, side: int, before: int) -> list[int]:
    """The candidates of each cell of a line."""
    symbols = numbers(side).symbols
    masks = [0] * (side * side)
    for i, symbol in enumerate(line):
        cell, value = divmod(i, side)
        if meanings(side).get(symbol) == value:
            masks[cell] |= 1 << value
        elif symbol not in ".0":
            raise TextError(f"expected {symbols[value]!r} or '.', found {shorten(symbol)}", column=before + i + 1)
    for cell, mask in enumerate(masks):
        if not mask:
            r, c = divmod(cell, side)
            raise TextError(f"r{r + 1}c{c + 1} has no candidate", column=before + cell * side + 1)
    return masks


def _cube_root(length: int) -> int | None:
    """The whole cube root of a length, if it has one and it is a board's side."""
    return next((side for side in range(1, LARGEST_SIDE + 1) if side**3 == length), None)
