"""Boards as text.

┏━━━━━┳━━━━━┓      Every cell, every gap between two rows or columns and every crossing of gaps is a slot or a few
┃ . . ┃ 1 . ┃      of them in a grid of characters. Where all lines run from side to side, gaps without lines close.
┃ 4 . ┃ . . ┃
┣━━━━━╋━━━━━┫      Heavy lines edge regions, dashed ones cages; a cage's label stands above its first cell.

·   ·   ·   ·      What belongs to an edge or a corner stands in the gap: a line along a border, or from cell to cell
  3 ┃ × ┃ 2        for a step or a span.
·   ┗━━━┛   ·
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, product

from ..model import Place, Puzzle, bits
from ..model.direction import ARROWS, COMPASS
from ..model.drawing import Highlight, Role, Side
from ..model.place import Point
from .drawing import Drawing, draw

# A crossing by the weight of its arms (0 none, 1 slim, 2 heavy): up × 27 + right × 9 + down × 3 + left.
CROSSINGS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
NONE, SLIM, HEAVY = range(3)
UP, RIGHT, DOWN, LEFT = 27, 9, 3, 1

BRACKETS: dict[Role, str] = {"focus": "[]", "reason": "()", "beside": "{}", "wrong": "<>"}
GLOWS: dict[Role, str] = {"focus": "48;5;227", "reason": "48;5;153", "beside": "48;5;183", "wrong": "48;5;217"}
LINES = {"line": "─│-|", "double-line": '═║="'}
"""A line, level and upright; the same in ASCII."""
LEVEL = "─═-="
SIDES: tuple[Side, Side] = ("left", "right")
ASCII = str.maketrans("×÷−○●♣", "x/-o@&")
LETTERS = dict(zip(ARROWS, COMPASS, strict=True))
BLACK, BOLD, BLUE, FAINT = "38;5;16", "1", "34", "2"


def text(
    puzzle: Puzzle,
    solution: Sequence[int | None] | None = None,
    *,
    marks: Sequence[int] | None = None,
    highlights: Iterable[Highlight] = (),
    colour: bool = False,
    ascii: bool = False,
) -> str:
    """The board as lines of text; see `draw` for what it shows.

    `colour` adds ANSI colours, `ascii` draws with ASCII characters alone (the puzzle's own symbols stay).
    """
    return text_of(draw(puzzle, solution, marks=marks, highlights=highlights), colour=colour, ascii=ascii)


def text_of(drawing: Drawing, *, colour: bool = False, ascii: bool = False) -> str:
    """A drawing as lines of text."""
    board = _Board(drawing, colour=colour, ascii=ascii)
    return "\n".join((*board.surrounded(), *drawing.notes))


@dataclass(frozen=True)
class _Slot:
    """A row or column of characters: inside one row or column of cells, or in the gap before one."""

    before: int
    after: int
    at: int = 0
    """Which character of the cell, counted from its padding at -1."""

    @property
    def gap(self) -> bool:
        return self.before != self.after


class _Board:
    def __init__(self, drawing: Drawing, *, colour: bool, ascii: bool) -> None:
        self.drawing, self.grid, self.colour, self.ascii = drawing, drawing.grid, colour, ascii
        self.cage = {cell: number for number, cage in enumerate(drawing.cages) for cell in cage.members}
        labels = {min(cage.members): printable(cage.label) for cage in drawing.cages if cage.label}
        self.labels = {cell: label.translate(ASCII) for cell, label in labels.items()} if ascii else labels
        lit = [(place, role) for role, places in drawing.highlights for place in places]
        self.roles: dict[int, Role] = {place.number: role for place, role in lit if place.kind == "cell"}
        self.glows: dict[Point, Role] = {_middle(place): role for place, role in lit if place.kind != "cell"}
        self.centre = 1 if lit and not colour else 0  # brackets widen the cells
        self.heavy: set[Point] = set()
        self.strands: dict[Point, str] = {}
        self.marks: dict[Point, str] = {}
        for place, shown in self._shown():
            self._place(place, printable(shown))
        self.strokes = dict(self._strokes())
        self.signs = dict(self._signs())
        self.texts = [self._text(cell) for cell in range(len(self.grid))]
        self.rows_drawn, self.columns_drawn = self._gaps()
        self.rows = list(self._row_slots())
        self.columns = list(self._column_slots())

    def surrounded(self) -> Iterator[str]:
        """The lines, with the clues that stand around the board."""
        clues = {(each.side, each.line): printable(each.label) for each in self.drawing.outside}
        if not clues:
            yield from self.lines()
            return
        margin = max(map(len, clues.values()))
        blank = " " * margin
        yield f"{blank} {self._beside('above', clues)} {blank}"
        for row, line in zip(self.rows, self.lines(), strict=True):
            left, right = (clues.get((side, row.after), "") if not row.gap else "" for side in SIDES)
            yield f"{left:>{margin}} {line} {right:<{margin}}"
        yield f"{blank} {self._beside('below', clues)} {blank}"

    def _beside(self, side: Side, clues: dict[tuple[Side, int], str]) -> str:
        """The line of clues above or below the board."""
        characters = [" "] * len(self.columns)
        for i, column in enumerate(self.columns):
            if not column.gap and column.at == 0:
                label = clues.get((side, column.after), "")
                characters[i : i + len(label)] = label
        return "".join(characters)

    def lines(self) -> Iterator[str]:
        for row in self.rows:
            characters = [(self._style(row, column), self._character(row, column)) for column in self.columns]
            if not self.colour:
                yield "".join(character for _, character in characters)
                continue
            runs = ((style, "".join(c for _, c in run)) for style, run in groupby(characters, key=lambda each: each[0]))
            yield "".join(f"\x1b[{style}m{run}\x1b[0m" if style else run for style, run in runs)

    # What stands at an edge or a corner, or spans several places

    def _shown(self) -> Iterator[tuple[Place, str]]:
        """Values and candidates of places that are no cells."""
        for place, symbol in self.drawing.symbols.items():
            if place.kind != "cell":
                yield place, symbol.text
        for place, (symbols, mask) in self.drawing.pencil.items():
            if place.kind != "cell":
                yield place, "".join(symbols[value] for value in bits(mask))

    def _place(self, place: Place, shown: str) -> None:
        shape = self.drawing.icons.get(shown)
        if shape in ("line", "double-line") and place.kind == "border":
            self.heavy.add(place.points[0])
        elif shape in ("line", "double-line"):
            drawn = LINES[shape][2 * self.ascii + place.upright]
            self.strands |= dict.fromkeys(_between(place), drawn)
        elif shape == "cross":
            self.marks[_middle(place)] = "x" if self.ascii else "×"
        elif shape != "nothing":
            self.marks[_middle(place)] = shown

    # What stands in a cell

    def _text(self, cell: int) -> str:
        drawing, place = self.drawing, self.grid.cells[cell]
        if place in drawing.symbols:
            shown = printable(drawing.symbols[place].text)
        elif place in drawing.pencil:
            symbols, mask = drawing.pencil[place]
            shown = printable("".join(symbols[value] for value in bits(mask)))
        elif cell in drawing.numbers:
            shown = printable(drawing.numbers[cell])
            shown = shown.translate(ASCII) if self.ascii else shown
        else:
            empty = " " if drawing.lattice else "."
            shown = self.strokes.get(cell) or self.strands.get(place.points[0]) or drawing.letters.get(cell, empty)
        if arrow := drawing.arrows.get(cell):
            shown = (LETTERS[arrow] if self.ascii else arrow) + shown
        if drawing.highlights and not self.colour:
            brackets = BRACKETS[self.roles[cell]] if cell in self.roles else "  "
            return f"{brackets[0]}{shown}{brackets[1]}"
        return shown

    def _strokes(self) -> Iterator[tuple[int, str]]:
        """Slanted lines show in the empty cells that they cross."""
        crossed: dict[int, set[bool]] = {}
        for line in self.drawing.lines:
            at = [self.grid.position(cell) for cell in line.members]
            for (r, c), (s, d) in pairwise(at):
                if abs(r - s) == 1 == abs(c - d):
                    for cell in (self.grid.cell(r, c), self.grid.cell(s, d)):
                        crossed.setdefault(cell, set()).add((s - r) * (d - c) > 0)
        for cell, ways in crossed.items():
            falling, rising, both = "\\/x" if self.ascii else "╲╱╳"
            yield cell, both if len(ways) == 2 else falling if True in ways else rising

    def _signs(self) -> Iterator[tuple[tuple[int, int], str]]:
        """What stands between two cells, the smaller first."""
        down, up, level, upright = "v^=|" if self.ascii else "∨∧═‖"
        for sign in self.drawing.signs:
            p, q = sorted((sign.first, sign.second))
            beside = self.grid.position(p)[0] == self.grid.position(q)[0]
            if sign.bar:
                yield (p, q), upright if beside else level
            else:
                yield (p, q), (">" if beside else down) if sign.first == p else ("<" if beside else up)

    # Slots

    def _gaps(self) -> tuple[list[bool], list[bool]]:
        """Which gaps of rows and of columns are drawn: all, unless every line runs from side to side."""
        rows, columns = range(self.grid.rows), range(self.grid.columns)
        levels = [{self._level(row, column) for column in columns} for row in (*rows, self.grid.rows)]
        uprights = [{self._upright(row, column) for row in rows} for column in (*columns, self.grid.columns)]
        straight = not (
            self.drawing.cages or self.signs or self.strands or self.marks or self.glows or self.drawing.lattice
        ) and all(len(weights) == 1 for weights in (*levels, *uprights))
        drawn = [[not straight or weights != {NONE} for weights in gaps] for gaps in (levels, uprights)]
        return drawn[0], drawn[1]

    def _row_slots(self) -> Iterator[_Slot]:
        for row in range(self.grid.rows + 1):
            if self.rows_drawn[row]:
                yield _Slot(row - 1, row)
            if row < self.grid.rows:
                yield _Slot(row, row)

    def _column_slots(self) -> Iterator[_Slot]:
        loose = 1 if max(map(len, self.texts)) == 1 else 2
        drawn = self.columns_drawn
        for column in range(self.grid.columns + 1):
            for _ in range(1 if drawn[column] else loose):
                yield _Slot(column - 1, column)
            if column < self.grid.columns:
                cells = self.grid.column_lines[column]
                width = max(max(len(self.texts[cell]), len(self.labels.get(cell, "")) - 1) for cell in cells)
                padding = drawn[column], drawn[column + 1]
                for at in range(-padding[0], width + padding[1]):
                    yield _Slot(column, column, at)

    # Lines: the weight between two rows at a column, between two columns at a row

    def _level(self, row: int, column: int) -> int:
        if not 0 <= column < self.grid.columns:
            return NONE
        if (2 * row, 2 * column + 1) in self.heavy:
            return HEAVY
        if not 0 < row < self.grid.rows:
            return NONE if self.drawing.lattice else HEAVY
        return self._between(self.grid.cell(row - 1, column), self.grid.cell(row, column))

    def _upright(self, row: int, column: int) -> int:
        if not 0 <= row < self.grid.rows:
            return NONE
        if (2 * row + 1, 2 * column) in self.heavy:
            return HEAVY
        if not 0 < column < self.grid.columns:
            return NONE if self.drawing.lattice else HEAVY
        return self._between(self.grid.cell(row, column - 1), self.grid.cell(row, column))

    def _between(self, p: int, q: int) -> int:
        if (p, q) in self.drawing.walls:
            return HEAVY
        return SLIM if self.cage.get(p) != self.cage.get(q) else NONE

    # Characters

    def _character(self, row: _Slot, column: _Slot) -> str:
        cells, point = self._touched(row, column), _point(row, column)
        hole = not self._on_frame(row, column) and all(cell in self.drawing.holes for cell in cells)
        printed = not row.gap and not column.gap and column.at == 0 and cells[0] in self.drawing.numbers
        if hole and not printed:
            return "#" if self.ascii else "▒"
        if bracket := self._bracket(row, column):
            return bracket
        if row.gap and column.gap:
            if point in self.marks:
                return self.marks[point][0]
            crossing = self._crossing(
                self._upright(row.before, column.after), self._level(row.after, column.after),
                self._upright(row.after, column.after), self._level(row.after, column.before),
            )  # fmt: skip
            return ("+" if self.ascii else "·") if crossing == " " and self.drawing.lattice else crossing
        mark = self.marks.get(point, "") or self.strands.get(point, "")
        if row.gap:
            label = self.labels.get(self.grid.cell(row.after, column.after), "") if row.after < self.grid.rows else ""
            if 0 <= column.at + 1 < len(label):
                return label[column.at + 1]
            sign = self._sign(row.before, column.after, row.after, column.after) if column.at == 0 else ""
            weight = self._level(row.after, column.after)
            if 0 <= column.at - self.centre < len(mark):
                return mark[column.at - self.centre]
            return sign or self._crossing(NONE, weight, NONE, weight)
        if column.gap:
            if sign := self._sign(row.after, column.before, row.after, column.after):
                return sign
            if mark:
                return mark[0]
            weight = self._upright(row.after, column.after)
            return self._crossing(weight, NONE, weight, NONE)
        shown = self.texts[cells[0]]
        if 0 <= column.at < len(shown):
            return shown[column.at]
        strand = self.strands.get((point[0], point[1] + (1 if column.at >= 0 else -1)), "")
        return strand if strand and strand in LEVEL else " "

    def _bracket(self, row: _Slot, column: _Slot) -> str:
        """What stands on both sides of an edge that is to be looked at, where there is no colour."""
        if self.colour or column.gap or not self.glows:
            return ""
        y, x = _point(row, column)
        beside = x if row.gap else x - 1 if column.at < 0 else x + 1
        role = self.glows.get((y, beside))
        text = "" if row.gap else self.texts[self.grid.cell(row.after, column.after)]
        if role is None:
            return ""
        if row.gap:
            return {-1: BRACKETS[role][0], 1: BRACKETS[role][1]}.get(column.at - self.centre, "")
        if 0 <= column.at < len(text):
            return ""
        return BRACKETS[role][column.at < 0]

    def _sign(self, r: int, c: int, s: int, d: int) -> str:
        """The sign between two places, if both are cells and there is one."""
        inside = 0 <= r and s < self.grid.rows and 0 <= c and d < self.grid.columns
        return self.signs.get((self.grid.cell(r, c), self.grid.cell(s, d)), "") if inside else ""

    def _crossing(self, up: int, right: int, down: int, left: int) -> str:
        if self.ascii:
            upright, level = max(up, down), max(left, right)
            if upright and level:
                return "+"
            return " :|"[upright] if upright else " .-"[level]
        dashed = {(SLIM, NONE, SLIM, NONE): "╎", (NONE, SLIM, NONE, SLIM): "╌"}
        found = dashed.get((up, right, down, left))
        return found or CROSSINGS[up * UP + right * RIGHT + down * DOWN + left * LEFT]

    # Colours

    def _touched(self, row: _Slot, column: _Slot) -> list[int]:
        """The cells that a character belongs to: one, or those around a gap."""
        around = product({row.before, row.after}, {column.before, column.after})
        return [self.grid.cell(r, c) for r, c in around if 0 <= r < self.grid.rows and 0 <= c < self.grid.columns]

    def _on_frame(self, row: _Slot, column: _Slot) -> bool:
        return -1 in (row.before, column.before) or row.after == self.grid.rows or column.after == self.grid.columns

    def _style(self, row: _Slot, column: _Slot) -> str:
        cells = self._touched(row, column)
        codes = []
        inside = not (row.gap or column.gap)
        roles = {self.roles.get(cell) for cell in cells}
        tints = {self.drawing.tints.get(cell) for cell in cells}
        glow = self.glows.get(_point(row, column))
        if (role := self.roles.get(cells[0]) if inside else glow) is not None:
            codes += [BLACK, GLOWS[role]]
        elif len(tints) == 1 and (tint := tints.pop()) and roles == {None} and not self._on_frame(row, column):
            red, green, blue = (int(tint[i : i + 2], 16) for i in (1, 3, 5))
            codes += [BLACK, f"48;2;{red};{green};{blue}"]
        place = self.grid.cells[cells[0]]
        if inside and place in self.drawing.symbols:
            codes.append(BOLD if self.drawing.symbols[place].given else BLUE)
        elif inside and place in self.drawing.pencil:
            codes.append(FAINT)
        return ";".join(codes)


def _point(row: _Slot, column: _Slot) -> Point:
    """The point of the board that a character belongs to."""
    return 2 * row.after + (not row.gap), 2 * column.after + (not column.gap)


def _between(place: Place) -> list[Point]:
    """The points that a line from end to end crosses."""
    (row, column), (r, c) = place.ends[0], place.ends[-1]
    far = max(abs(r - row), abs(c - column))
    return [(row + (r - row) * i // far, column + (c - column) * i // far) for i in range(1, far)]


def _middle(place: Place) -> Point:
    """Where what is no line stands."""
    return _between(place)[(len(_between(place)) - 1) // 2] if place.kind == "span" else place.points[0]


def printable(string: str) -> str:
    """A genre's own words, without characters that move the cursor."""
    return "".join(character if character.isprintable() else "?" for character in string)
