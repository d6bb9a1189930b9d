"""Boards as SVG: standalone, for screen and paper.

Nothing outside the file is needed (no fonts, scripts or style sheets), and nothing inside has an id, so that several
pictures can stand in one page. Layers, from the back: paper, tints, groups, highlights, lines, thin lines, holes, thick
lines or dots, cages, signs, clues around the board, arrows, names, symbols, numbers, notes, links. What shows a place
carries its name (`data-place="r3c5"`), a candidate its value, too (`data-value`), and a tinted group what it is called
(`data-group`). Every shape can be told by a class, its own or its layer's, so that a style sheet may colour it anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import ceil, hypot, sqrt
from xml.sax.saxutils import escape, quoteattr

from ..model import Place, Puzzle, bits, region_letter
from ..model.direction import STEPS
from ..model.drawing import Cage, Glyph, Highlight, NoteRole, Role, TintRole
from .drawing import TINTS, Drawing, draw
from .outline import outline, pieces
from .paths import CELL, MARGIN, at, clean, middle, number, path, stroke

THIN, THICK = 0.8, 2.6
CAGE_INSET = 0.09
OUTSIDE = 26
"""The room for clues around the board."""
RIM = 8
"""The room for what stands at outer borders and corners."""
AXIS = 16
"""The room for the numbers of rows and columns."""
SIGN = 0.14
"""Half the height of a sign between two cells, in cells."""
NOTED_GLYPH = 0.62
"""The size of a value's glyph on a candidate's disc, as a share of its size as a value."""
ARROW = 0.17
"""Half the length of an arrow, in cells."""
FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"

PAPER, INK, ENTERED, PENCIL, RULE, FAINT, HOLE = (
    "#ffffff", "#1a2230", "#2563ab", "#5b6573", "#a3abb7", "#d3d8df", "#5a6371",
)  # fmt: skip
CIRCLES = {"○": ("circle", PAPER), "●": ("black circle", INK)}
"""Clues that are drawn as circles: their class and colour."""
TINTED: dict[TintRole, str] = {"used": "#dcebfb", "beside": "#eee6f8", "wrong": "#fbd0c9"}
"""The colour of a group by its role."""
NOTED: dict[NoteRole, tuple[str, str]] = {
    "used": ("#a5cdf8", "#0f3d73"),
    "struck": ("#fde0dc", "#c0271a"),
    "placed": ("#2f9e44", "#ffffff"),
    "supposed": ("#f08c00", "#ffffff"),
    "follows": ("#ffd8a8", "#7a3e00"),
    "lost": ("#e9ecef", "#868e96"),
}
"""The colours of a candidate and of what lies behind it, by its role."""
LINK = "#c2570c"
GLOWS: dict[Role, tuple[str, str]] = {
    "focus": ("#ffec99", "#c99700"),
    "reason": ("#d6e6fa", "#5b8fcf"),
    "beside": ("#e7dcf7", "#8d6cc4"),
    "wrong": ("#fbd0c9", "#c8402f"),
}
"""Of each role the colour of the cells and of the line around them."""


def svg(
    puzzle: Puzzle,
    solution: Sequence[int | None] | None = None,
    *,
    marks: Sequence[int] | None = None,
    highlights: Iterable[Highlight] = (),
) -> str:
    """The board as an SVG document; see `draw` for what it shows."""
    return svg_of(draw(puzzle, solution, marks=marks, highlights=highlights))


def svg_of(drawing: Drawing) -> str:
    """A drawing as an SVG document."""
    return "\n".join(Picture(drawing).document()) + "\n"


class Picture:
    def __init__(self, drawing: Drawing) -> None:
        self.drawing, self.grid = drawing, drawing.grid
        self.lit: dict[int, Role] = {place.number: role for role, places in drawing.highlights for place in places}
        # Values make room for the labels of cages, or for arrows in the corner.
        self.size, self.middle = (0.52, 0.54) if any(cage.label for cage in drawing.cages) else (0.58, 0.5)
        self.centre = 0.5
        if drawing.arrows:
            self.size, self.middle, self.centre = 0.5, 0.61, 0.64
        self.lettered = drawing.named and any(regions.lettered for regions in drawing.regions)
        most = max((len(symbols) for symbols, _ in drawing.pencil.values()), default=1)
        left, top, room = (0.17, 0.27, 0.66) if drawing.cages or self.lettered else (0.06, 0.06, 0.88)
        if drawing.arrows:
            left, top, room = 0.38, 0.36, 0.6
        self.across = ceil(sqrt(most))
        self.pencil_step, self.pencil_corner = room / self.across, (left, top)

    def document(self) -> Iterator[str]:
        corner, _, width, height = box = self.box(self.drawing.named)
        title = clean(self.drawing.title)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(str, box))}" '
            f'width="{width}" height="{height}" role="img" aria-label={quoteattr(title)} '
            f'font-family="{FONT}" text-anchor="middle">'
        )
        yield f"<title>{escape(title)}</title>"
        yield f"<desc>{escape(clean(self.drawing.caption or self.drawing.description))}</desc>"
        place = f'x="{corner}" y="{corner}" ' if corner else ""
        yield f'<rect class="paper" {place}width="{width}" height="{height}" fill="{PAPER}"/>'
        yield from self.tints()
        yield from self.evidence()
        yield from self.print()
        yield from self.pencil_marks()
        yield from self.ink()
        yield "</svg>"

    def box(self, named: bool) -> tuple[int, int, int, int]:
        """The left and upper edge of the picture, its width and its height; with numbers of rows and columns or not."""
        around = OUTSIDE if self.drawing.outside else RIM if self.drawing.beyond_cells else 0
        around += AXIS * named
        width, height = (2 * (MARGIN + around) + CELL * n for n in (self.grid.columns, self.grid.rows))
        return -around, -around, width, height

    def evidence(self) -> Iterator[str]:
        """What a step makes of surfaces."""
        yield from self.groups()
        yield from self.highlights()

    def print(self) -> Iterator[str]:
        """Lines, clues and values."""
        yield from self.lines()
        yield from self.dots() if self.drawing.lattice else self.rules()
        yield from self.cages()
        yield from self.signs()
        yield from self.outside()
        yield from self.arrows()
        yield from self.names()
        yield from self.circles()
        yield from self.symbols()
        yield from self.numbers()

    def ink(self) -> Iterator[str]:
        """What a step makes of candidates."""
        yield from self.notes()
        yield from self.links()

    # Surfaces

    def tints(self) -> Iterator[str]:
        cells: dict[str, list[int]] = {}
        for cell, tint in self.drawing.tints.items():
            cells.setdefault(tint, []).append(cell)
        for tint, members in cells.items():
            yield f'<path class="tint" data-tint="{TINTS.index(tint)}" fill="{tint}" d="{self.around(members)}"/>'

    def groups(self) -> Iterator[str]:
        """What a step rests on over what it only speaks of."""
        for role in ("beside", "used", "wrong"):
            for group in self.drawing.groups:
                if group.role != role:
                    continue
                shown = f'class="group {role}" data-group={quoteattr(clean(group.label))}'
                if cells := [place.number for place in group.places if place.kind == "cell"]:
                    yield (
                        f'<path {shown} fill="{TINTED[role]}" fill-opacity="{0.6 if self.drawing.tints else 1}" '
                        f'd="{self.around(cells, 0.02)}"/>'
                    )
                if strokes := "".join(path(stroke(place)) for place in group.places if place.kind != "cell"):
                    yield (
                        f'<path {shown} fill="none" stroke="{TINTED[role]}" stroke-width="17" stroke-linecap="round" '
                        f'd="{strokes}"/>'
                    )

    def highlights(self) -> Iterator[str]:
        for role, places in self.drawing.highlights:
            fill, edge = GLOWS[role]
            shown = f'class="{role}" data-place="{" ".join(place.name for place in places)}"'
            if cells := [place.number for place in places if place.kind == "cell"]:
                yield (
                    f'<path {shown} fill="{fill}" stroke="{edge}" stroke-width="2" '
                    f'stroke-linejoin="round" d="{self.around(cells, 0.06)}"/>'
                )
            if strokes := "".join(path(stroke(place)) for place in places if place.kind != "cell"):
                for part, colour, width in (("edge", edge, 15), ("middle", fill, 11)):
                    yield (
                        f'<path {shown} data-part="{part}" fill="none" stroke="{colour}" stroke-width="{width}" '
                        f'stroke-linecap="round" d="{strokes}"/>'
                    )

    def shows(self, *cells: int) -> str:
        """The attribute that says what cells are shown."""
        return f'data-place="{" ".join(map(self.grid.name, cells))}"'

    def paper(self, cell: int) -> str:
        """What colour lies behind a cell's contents."""
        return GLOWS[self.lit[cell]][0] if cell in self.lit else self.drawing.tints.get(cell, PAPER)

    def tinted(self, cell: int) -> str:
        """The attribute that says which tint lies behind a cell."""
        tint = self.drawing.tints.get(cell)
        return "" if tint is None else f'data-tint="{TINTS.index(tint)}" '

    # Lines

    def lines(self) -> Iterator[str]:
        for line in self.drawing.lines:
            points = [(column + 0.5, row + 0.5) for row, column in map(self.grid.position, line.members)]
            if len(points) > 1:
                (ax, ay), (bx, by), (cx, cy), (dx, dy) = *points[:2], *points[-2:]
                points[0] = (ax + (ax - bx) / 2, ay + (ay - by) / 2)
                points[-1] = (dx + (dx - cx) / 2, dy + (dy - cy) / 2)
            yield f'<path class="line" fill="none" stroke="{FAINT}" stroke-width="1.6" d="{path(points)}"/>'

    def rules(self) -> Iterator[str]:
        """Thin lines between cells, holes over them, thick lines at walls and around the board."""
        grid, holes, walls = self.grid, self.drawing.holes, self.drawing.walls
        thin: list[tuple[int, int]] = []
        thick: list[tuple[int, int]] = []
        for p in range(len(grid)):
            for q in grid.beside(p):
                if p < q and not {p, q} <= holes:
                    (thick if (p, q) in walls else thin).append((p, q))
        yield f'<path class="thin" fill="none" stroke="{RULE}" stroke-width="{THIN}" d="{self.between(thin)}"/>'
        if holes:
            yield f'<path class="holes" fill="{HOLE}" d="{self.around(sorted(holes))}"/>'
        frame = path([(0, 0), (grid.columns, 0), (grid.columns, grid.rows), (0, grid.rows)], closed=True)
        yield (
            f'<path class="thick" fill="none" stroke="{INK}" stroke-width="{THICK}" stroke-linecap="round" '
            f'stroke-linejoin="round" d="{frame}{self.between(thick)}"/>'
        )

    def dots(self) -> Iterator[str]:
        """A dot at every corner, and holes."""
        if self.drawing.holes:
            yield f'<path class="holes" fill="{HOLE}" d="{self.around(sorted(self.drawing.holes))}"/>'
        yield f'<g class="dots" fill="{INK}">'
        for corner in self.grid.corners:
            x, y = at(corner.points[0])
            yield f'<circle cx="{number(x)}" cy="{number(y)}" r="2.2"/>'
        yield "</g>"

    def between(self, pairs: Iterable[tuple[int, int]]) -> str:
        """The edges between pairs of cells side by side, as strokes that are as long as can be."""
        edges = set()
        for p, q in pairs:
            row, column = self.grid.position(q)
            upright = self.grid.position(p)[0] == row
            edges.add((upright, column if upright else row, row if upright else column))
        strokes = []
        for upright, line, start in sorted(edges):
            if (upright, line, start - 1) in edges:
                continue
            end = start
            while (upright, line, end) in edges:
                end += 1
            strokes.append([(line, start), (line, end)] if upright else [(start, line), (end, line)])
        return "".join(path(stroke) for stroke in strokes)

    def cages(self) -> Iterator[str]:
        for cage in self.drawing.cages:
            if cage.dashed:
                yield (
                    f'<path class="cage" fill="none" stroke="{PENCIL}" stroke-width="1.1" stroke-dasharray="3 2" '
                    f'd="{self.around(cage.members, CAGE_INSET)}"/>'
                )
            if bridges := self.bridges(cage):
                yield (
                    f'<path class="bridge" fill="none" stroke="{RULE}" stroke-width="1.6" stroke-linecap="round" '
                    f'stroke-dasharray="0.1 4" d="{bridges}"/>'
                )
        for cage in self.drawing.cages:
            if cage.label:
                yield from self.label(cage)

    def label(self, cage: Cage) -> Iterator[str]:
        first = min(cage.members)
        row, column = self.grid.position(first)
        shown = clean(cage.label)
        x, y, size = (column + 0.06) * CELL + MARGIN, (row + 0.05) * CELL + MARGIN, 10.5
        yield (
            f'<rect class="backing" {self.tinted(first)}x="{number(x)}" y="{number(y)}" '
            f'width="{number(0.58 * size * len(shown) + 2)}" height="{size}" fill="{self.paper(first)}"/>'
        )
        yield (
            f'<text class="label" {self.shows(first)} x="{number(x + 0.6)}" y="{number(y + 0.83 * size)}" '
            f'font-size="{size}" text-anchor="start" fill="{INK}">{escape(shown)}</text>'
        )

    def bridges(self, cage: Cage) -> str:
        """Dotted lines that join the pieces of a cage that lies in several, by their nearest cells."""
        strokes = []
        for piece, other in pairwise(pieces(cage.members, self.grid)):
            pairs = product(map(self.grid.position, piece), map(self.grid.position, other))
            (r, c), (s, d) = min(pairs, key=lambda pair: hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]))
            cut = (0.5 - CAGE_INSET) / max(abs(r - s), abs(c - d))  # from outline to outline
            ends = [(c + cut * (d - c), r + cut * (s - r)), (d + cut * (c - d), s + cut * (r - s))]
            strokes.append(path([(x + 0.5, y + 0.5) for x, y in ends]))
        return "".join(strokes)

    def signs(self) -> Iterator[str]:
        """Between two cells: an angle that opens towards the greater, or a bar along their edge."""
        for sign in self.drawing.signs:
            (r, c), (s, d) = map(self.grid.position, (sign.first, sign.second))
            x, y = (c + d + 1) / 2, (r + s + 1) / 2
            dx, dy = d - c, s - r  # from the first to the second
            if sign.bar:
                ends = [(x + SIGN * dy * 1.8, y + SIGN * dx * 1.8), (x - SIGN * dy * 1.8, y - SIGN * dx * 1.8)]
                yield (
                    f'<path class="bar" {self.shows(sign.first, sign.second)} fill="none" stroke="{INK}" '
                    f'stroke-width="5" stroke-linecap="round" '
                    f'd="{path(ends)}"/>'
                )
                continue
            gap = [(x + SIGN * dy * 1.3, y + SIGN * dx * 1.3), (x - SIGN * dy * 1.3, y - SIGN * dx * 1.3)]
            yield f'<path class="gap" fill="none" stroke="{PAPER}" stroke-width="{2 * THICK}" d="{path(gap)}"/>'
            back, tip = (x - SIGN * dx * 0.7, y - SIGN * dy * 0.7), (x + SIGN * dx * 0.7, y + SIGN * dy * 0.7)
            ends = [(back[0] + SIGN * dy, back[1] + SIGN * dx), tip, (back[0] - SIGN * dy, back[1] - SIGN * dx)]
            yield (
                f'<path class="sign" {self.shows(sign.first, sign.second)} fill="none" stroke="{INK}" '
                f'stroke-width="1.8" '
                f'stroke-linecap="round" '
                f'stroke-linejoin="round" d="{path(ends)}"/>'
            )

    def outside(self) -> Iterator[str]:
        """Clues around the board."""
        if not self.drawing.outside:
            return
        size = 0.44 * CELL
        yield f'<g class="outside" fill="{INK}" font-size="{number(size)}">'
        for clue in self.drawing.outside:
            along, off = (clue.line + 0.5) * CELL + MARGIN, OUTSIDE / 2
            x, y = {
                "above": (along, MARGIN - off),
                "below": (along, self.grid.rows * CELL + MARGIN + off),
                "left": (MARGIN - off, along),
                "right": (self.grid.columns * CELL + MARGIN + off, along),
            }[clue.side]
            yield f'<text x="{number(x)}" y="{number(y + 0.36 * size)}">{escape(clean(clue.label))}</text>'
        yield "</g>"

    def arrows(self) -> Iterator[str]:
        """In the upper left of a cell, so that its value finds room."""
        if not self.drawing.arrows:
            return
        strokes = []
        for cell, arrow in self.drawing.arrows.items():
            row, column = self.grid.position(cell)
            down, right = (ARROW * each / hypot(*STEPS[arrow]) for each in STEPS[arrow])
            tail, neck, tip, left, wing = (
                (column + 0.27 + along * right - aside * down, row + 0.28 + along * down + aside * right)
                for along, aside in ((-1, 0), (0.9, 0), (1, 0), (0.3, -0.55), (0.3, 0.55))
            )
            strokes.append(path([tail, neck]) + path([left, tip, wing]))
        yield (
            f'<path class="arrows" fill="none" stroke="{PENCIL}" stroke-width="1.7" stroke-linecap="round" '
            f'stroke-linejoin="round" d="{"".join(strokes)}"/>'
        )

    def circles(self) -> Iterator[str]:
        """Clues that are circles; lines run over them."""
        for cell, label in self.drawing.numbers.items():
            if label in CIRCLES:
                (x, y), (name, fill) = at(self.grid.cells[cell].points[0]), CIRCLES[label]
                place = f'cx="{number(x)}" cy="{number(y)}" r="{number(0.3 * CELL)}"'
                yield f'<circle class="{name}" {place} fill="{fill}" stroke="{INK}" stroke-width="2"/>'

    def numbers(self) -> Iterator[str]:
        """Clues inside cells."""
        labels = {cell: label for cell, label in self.drawing.numbers.items() if label not in CIRCLES}
        if not labels:
            return
        yield f'<g class="numbers" fill="{INK}" font-size="{number(0.5 * CELL)}">'
        crossed = {end for place in self.drawing.symbols if place.kind in ("step", "span") for end in place.ends}
        for cell, label in labels.items():
            point = self.grid.cells[cell].points[0]
            x, y = at(point)
            if point in crossed:  # lines end at the number, not in it
                yield f'<circle class="backing" cx="{number(x)}" cy="{number(y)}" r="{0.32 * CELL}" fill="{PAPER}"/>'
            inverted = f' fill="{PAPER}"' if cell in self.drawing.holes else ""
            yield f'<text{inverted} x="{number(x)}" y="{number(y + 0.18 * CELL)}">{escape(clean(label))}</text>'
        yield "</g>"

    # Values

    def symbols(self) -> Iterator[str]:
        for name, given, colour, weight in (("givens", True, INK, "bold"), ("entered", False, ENTERED, "normal")):
            chosen = {place: symbol.text for place, symbol in self.drawing.symbols.items() if symbol.given == given}
            if chosen:
                size = number(self.size * CELL)
                yield f'<g class="{name}" fill="{colour}" font-weight="{weight}" font-size="{size}">'
                for place, shown in chosen.items():
                    yield from self.symbol(place, shown, colour)
                yield "</g>"

    def symbol(self, place: Place, shown: str, colour: str) -> Iterator[str]:
        name, shape = f'data-place="{place.name}"', self.drawing.icons.get(shown)
        (x, y), size = at(middle(place)), 0.34
        if place.kind == "cell":
            row, column = self.grid.position(place.number)
            x, y, size = (column + self.centre) * CELL + MARGIN, (row + self.middle) * CELL + MARGIN, self.size
        if isinstance(shape, Glyph):
            yield f'<path {name} d="{shape.at(x, y, CELL)}"/>'
        elif shape == "shade":
            drawn = f'fill-opacity="0.75" d="{self.around([place.number], 0.03)}"'
            yield f'<path {name} class="shade" {drawn}/>'
        elif shape == "dot":
            if place.kind == "cell" and place.number in self.drawing.numbers:  # beside the number, not behind it
                x, y = x + 0.36 * CELL, y + 0.36 * CELL
            yield f'<circle {name} cx="{number(x)}" cy="{number(y)}" r="{number(0.045 * CELL)}" fill-opacity="0.45"/>'
        elif shape in ("line", "double-line"):
            drawn = f'fill="none" stroke-linecap="round" d="{path(stroke(place))}"'
            width = 4.2 if shape == "line" else 8
            yield f'<path {name} class="{shape}" {drawn} stroke="{colour}" stroke-width="{width}"/>'
            if shape == "double-line":
                yield f'<path class="backing" {drawn} stroke="{PAPER}" stroke-width="3"/>'
        elif shape == "cross":
            arm = 0.09 * CELL
            corners = "".join(
                f"M{number(x - arm)} {number(y - s * arm)}l{number(2 * arm)} {number(2 * s * arm)}" for s in (1, -1)
            )
            yield f'<path {name} class="cross" fill="none" stroke="{PENCIL}" stroke-width="1.5" d="{corners}"/>'
        elif shape != "nothing":
            spot = f'{name} x="{number(x)}" y="{number(y + 0.36 * size * CELL)}"'
            if place.kind != "cell":
                yield f'<circle class="backing" cx="{number(x)}" cy="{number(y)}" r="{0.24 * CELL}" fill="{PAPER}"/>'
                spot += f' font-size="{number(size * CELL)}"'
            yield f"<text {spot}>{escape(clean(shown))}</text>"

    def pencil_marks(self) -> Iterator[str]:
        if not self.drawing.pencil:
            return
        yield f'<g class="pencil" fill="{PENCIL}" font-size="{number(0.86 * self.pencil_step * CELL)}">'
        for place, (symbols, mask) in self.drawing.pencil.items():
            if place.kind != "cell":
                x, y = at(middle(place))
                spelt = "".join(symbols[value] for value in bits(mask))
                name = f'data-place="{place.name}"'
                yield f'<text {name} x="{number(x)}" y="{number(y + 3.5)}" font-size="10">{escape(clean(spelt))}</text>'
                continue
            for value in bits(mask):
                if (place, symbols[value]) not in self.drawing.candidates:
                    yield self.mark(place, symbols[value])
        yield "</g>"

    def pencilled(self, place: Place, symbol: str) -> str:
        """The symbols of a place where this one is a pencil mark, else nothing."""
        symbols, mask = self.drawing.pencil.get(place, ("", 0)) if place.kind == "cell" else ("", 0)
        return symbols if symbol and symbol in symbols and mask >> symbols.index(symbol) & 1 else ""

    def spot(self, place: Place, symbol: str) -> tuple[float, float]:
        """The middle of a candidate, in cells: of its pencil mark, or of the place where it has none."""
        if place.kind != "cell":
            y, x = middle(place)
            return x / 2, y / 2
        row, column = self.grid.position(place.number)
        if symbols := self.pencilled(place, symbol):
            down, right = divmod(symbols.index(symbol), self.across)
            left, top = self.pencil_corner
            return column + left + (right + 0.5) * self.pencil_step, row + top + (down + 0.5) * self.pencil_step
        return column + self.centre, row + self.middle

    def mark(self, place: Place, symbol: str) -> str:
        x, y = (MARGIN + CELL * each for each in self.spot(place, symbol))
        y += 0.31 * self.pencil_step * CELL
        name = f'data-place="{place.name}" data-value={quoteattr(clean(symbol))}'
        return f'<text {name} x="{number(x)}" y="{number(y)}">{escape(clean(symbol))}</text>'

    # What a step adds

    def names(self) -> Iterator[str]:
        """The numbers of rows and columns, and a letter for each region in its first cell."""
        if not self.drawing.named:
            return
        off = AXIS / 2 + (OUTSIDE if self.drawing.outside else RIM if self.drawing.beyond_cells else 0)
        yield f'<g class="axis" fill="{PENCIL}" font-size="11">'
        for row in range(self.grid.rows):
            y = MARGIN + CELL * (row + 0.5) + 4
            yield f'<text x="{number(MARGIN / 2 - off)}" y="{number(y)}">{row + 1}</text>'
        for column in range(self.grid.columns):
            x = MARGIN + CELL * (column + 0.5)
            yield f'<text x="{number(x)}" y="{number(MARGIN / 2 - off + 4)}">{column + 1}</text>'
        yield "</g>"
        if self.lettered:
            yield f'<g class="regions" fill="{INK}" font-size="10" font-weight="bold" text-anchor="start">'
            for regions in self.drawing.regions:
                for i, members in enumerate(regions.members if regions.lettered else ()):
                    row, column = self.grid.position(min(members))
                    x, y = MARGIN + CELL * (column + 0.07), MARGIN + CELL * (row + 0.27)
                    place = f'{self.shows(min(members))} data-group="region {region_letter(i)}"'
                    yield f'<text {place} x="{number(x)}" y="{number(y)}">{region_letter(i)}</text>'
            yield "</g>"

    def notes(self) -> Iterator[str]:
        """Candidates that are used, struck, placed or supposed."""
        if not self.drawing.candidates:
            return
        yield f'<g class="notes" font-size="{number(0.86 * self.pencil_step * CELL)}">'
        for (place, symbol), role in self.drawing.candidates.items():
            back, ink = NOTED[role]
            x, y = (MARGIN + CELL * each for each in self.spot(place, symbol))
            value = f"data-value={quoteattr(clean(symbol))}"
            if place.kind == "cell" and "shade" in self.drawing.icons.values():
                if shape := self.shading(place.number, symbol, role):
                    yield f'<g class="{role}" data-place="{place.name}" {value} fill="{back}">{shape}</g>'
                continue
            drawn, reach = self.candidate(place, symbol)
            disc = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(reach)}" fill="{back}"/>'
            if self.is_line(symbol):
                disc = ""
            cross = ""
            if role in ("struck", "lost"):
                ends = f"M{number(x - reach)} {number(y + reach)}L{number(x + reach)} {number(y - reach)}"
                cross = f'<path fill="none" stroke="{ink}" stroke-width="1.4" d="{ends}"/>'
            yield f'<g class="{role}" data-place="{place.name}" {value} fill="{ink}">{disc}{drawn}{cross}</g>'
        yield "</g>"

    def candidate(self, place: Place, symbol: str) -> tuple[str, float]:
        """A candidate's symbol or shape, and how far it reaches."""
        if self.pencilled(place, symbol):
            return self.mark(place, symbol), 0.56 * self.pencil_step * CELL
        x, y = (MARGIN + CELL * each for each in self.spot(place, symbol))
        if self.is_line(symbol):
            role = self.drawing.candidates[place, symbol]
            back, ink = NOTED[role]
            colour = back if ink == PAPER else ink  # what is light on a disc is drawn as the disc would be
            width = 'stroke-width="1.6" stroke-dasharray="4 4"' if role in ("struck", "lost") else 'stroke-width="4.2"'
            line = f'stroke="{colour}" {width} stroke-linecap="round" d="{path(stroke(place))}"'
            return f'<path fill="none" {line}/>', 0.16 * CELL
        if isinstance(glyph := self.drawing.icons.get(symbol), Glyph):
            return f'<path d="{glyph.at(x, y, NOTED_GLYPH * CELL)}"/>', 0.3 * CELL
        size = (0.4 if place.kind == "cell" else 0.28) * CELL
        spot = f'x="{number(x)}" y="{number(y + 0.36 * size)}" font-size="{number(size)}"'
        return f"<text {spot}>{escape(clean(symbol))}</text>", 0.75 * size

    def shading(self, cell: int, symbol: str, role: NoteRole) -> str:
        """A cell that is shaded or not, its number still to be read; what is struck is small, what is used is outlined
        already."""
        if role == "used":
            return ""
        row, column = self.grid.position(cell)
        x, y = MARGIN + CELL * (column + 0.5), MARGIN + CELL * (row + 0.5)
        shaded, reach = self.drawing.icons.get(symbol) == "shade", 0.38 * CELL
        if role in ("struck", "lost"):
            x, y, reach = x + 0.3 * CELL, y - 0.3 * CELL, 0.1 * CELL
        back, ink = NOTED[role]
        ink = back if ink == PAPER else ink
        if shaded:
            side = f'width="{number(2 * reach)}" height="{number(2 * reach)}" rx="3"'
            drawn = f'<rect x="{number(x - reach)}" y="{number(y - reach)}" {side} fill="{ink}" fill-opacity="0.6"/>'
        else:
            drawn = (
                f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(reach)}" fill="none" stroke="{ink}" '
                f'stroke-width="{3 if reach > 0.2 * CELL else 1.4}"/>'
            )
        if role in ("struck", "lost"):
            ends = f"M{number(x - 1.5 * reach)} {number(y + 1.5 * reach)}l{number(3 * reach)} {number(-3 * reach)}"
            drawn += f'<path fill="none" stroke="{ink}" stroke-width="1.4" d="{ends}"/>'
        return drawn

    def is_line(self, symbol: str) -> bool:
        """Is the value drawn as a line, along an edge or across it?"""
        return self.drawing.icons.get(symbol) in ("line", "double-line")

    def links(self) -> Iterator[str]:
        """Lines between candidates, from rim to rim, bent a little so that they miss what lies on the way."""
        for link in self.drawing.links:
            (ax, ay), (bx, by) = self.spot(*link.first), self.spot(*link.second)
            far = hypot(bx - ax, by - ay)
            if far == 0:
                continue
            cut = min(0.4, (0.5 * self.pencil_step if link.first[1] else 0.2) / far)
            bow = min(0.16, 0.08 * far)
            mx, my = (ax + bx) / 2 - bow * (by - ay) / far, (ay + by) / 2 + bow * (bx - ax) / far
            ends = [
                (ax + cut * (bx - ax), ay + cut * (by - ay)),
                (mx, my),
                (bx - cut * (bx - ax), by - cut * (by - ay)),
            ]
            (x1, y1), (x2, y2), (x3, y3) = ((number(MARGIN + CELL * x), number(MARGIN + CELL * y)) for x, y in ends)
            dashes = "" if link.strong else ' stroke-dasharray="3 2.5"'
            yield (
                f'<path class="link {"strong" if link.strong else "weak"}" '
                f'data-place="{link.first[0].name} {link.second[0].name}" fill="none" stroke="{LINK}" '
                f'stroke-width="1.7" stroke-linecap="round"{dashes} d="M{x1} {y1}Q{x2} {y2} {x3} {y3}"/>'
            )

    def around(self, cells: Collection[int], inset: float = 0) -> str:
        """The outline of cells as path data."""
        return "".join(path(loop, closed=True) for loop in outline(cells, self.grid, inset))
