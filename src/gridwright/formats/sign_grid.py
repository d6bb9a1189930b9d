"""Sign grids: numbers with the signs between them, as Futoshiki is printed.

    . . 3>.        between neighbours in a row:    `>` `<`     or `|`: a bar, they differ by one
    v     ^        below the upper of two cells:   `v` `^`     or `-`
    . .<. .

A cell stands in every second column; a line of signs may be left out where there are none. `bars` alone on a first line
says that a board without any bar is one of bars all the same.
"""

from __future__ import annotations

from ..model import CannotSay, Format, Genre, Grid, Puzzle, TextError, numbers, shorten
from ..model.grid import LARGEST_SIDE
from .boxed import lines_of
from .building import build, require_only, require_square
from .codec import tidy
from .symbols import BLANKS, expected_symbol, meanings

_BARS = "bars"
_SIGNS = frozenset("v^V|- ")
_LONGEST = 10_000


class SignGrid(Format):
    """A line a row with `>` `<` or `|` between cells, and lines of `v` `^` or `-` between rows."""

    key = "signs"
    title = "numbers with the signs between them"
    one_line = False

    def recognises(self, text: str) -> bool:
        """Rows of cells in every second column, and a sign or bar between two of them."""
        if len(text) > _LONGEST or "\n" not in text or not any(sign in text for sign in "<>^|"):
            return False
        try:
            _parsed(text)
        except TextError:
            return False
        return True

    def read(self, text: str, genre: Genre) -> Puzzle:
        """The puzzle of a grid."""
        side, givens, signs, bars = _parsed(tidy(text))
        clues: dict[str, object] = {"signs": tuple(signs)}
        if bars is not None:
            clues["bars"] = tuple(bars)
        return build(genre, side, side, givens=givens, clues=clues)

    def write(self, puzzle: Puzzle) -> str:
        """The grid."""
        require_only(puzzle, "a grid of signs", clues=("signs", "bars"))
        side = require_square(puzzle, "a grid of signs")
        symbols = numbers(side).symbols
        signs, bars = puzzle.clue("signs"), puzzle.clue("bars")
        if signs and bars is not None:
            raise CannotSay("a grid of signs has no words for signs and bars on one board")
        between = dict.fromkeys(signs, ">v") | {(q, p): "<^" for p, q in signs}
        between |= dict.fromkeys(bars or (), "|-")
        lines = [_BARS] if bars == () else []
        for line in puzzle.grid.row_lines:
            row = "".join(
                (symbols[puzzle.givens[p]] if p in puzzle.givens else BLANKS[0]) + between.get((p, p + 1), "  ")[0]
                for p in line
            )
            below = "".join(between.get((p, p + side), "  ")[1] + " " for p in line).rstrip()
            lines += [row.rstrip(), *([below] if below else [])]
        return "\n".join(lines)


Pairs = list[tuple[int, int]]


def _parsed(text: str) -> tuple[int, dict[int, int], Pairs, Pairs | None]:
    """Size, givens, signs (greater, lesser) and bars, or None where the board has no bars."""
    lines = [(number, line.rstrip()) for number, line in enumerate(lines_of(text), start=1) if line.strip()]
    lines = [(number, line) for number, line in lines if not line.startswith("# ")]
    told = bool(lines) and lines[0][1].strip().lower() == _BARS
    lines = lines[1:] if told else lines
    rows = [i for i, (_, line) in enumerate(lines) if not _SIGNS.issuperset(line)]
    side = len(rows)
    if not 1 <= side <= LARGEST_SIDE:
        raise TextError(f"expected 1 to {LARGEST_SIDE} rows of cells, found {side}")
    if rows[0] != 0:
        raise TextError("expected a row of cells, found a line of signs", line=lines[0][0])
    grid = Grid(side, side)
    givens: dict[int, int] = {}
    signs: Pairs = []
    bars: Pairs = []
    row = -1
    for i, (number, line) in enumerate(lines):
        if i in rows:
            row += 1
            _read_row(grid, row, number, line, givens, signs, bars)
        elif i - 1 not in rows:
            raise TextError("expected a row of cells, found a second line of signs", line=number)
        else:
            _read_signs(grid, row, number, line, signs, bars)
    if signs and (bars or told):
        raise TextError("expected signs or bars, found both")
    return side, givens, signs, bars if bars or told else None


def _read_row(grid: Grid, row: int, number: int, line: str, givens: dict[int, int], signs: Pairs, bars: Pairs) -> None:
    side = grid.rows
    if len(line) != 2 * side - 1:
        cells = (len(line) + 1) // 2
        raise TextError(f"row {row + 1} has {cells} cells, expected {side}: {shorten(line)}", line=number)
    for column, symbol in enumerate(line):
        p = grid.cell(row, column // 2)
        if column % 2 == 0:
            if symbol not in meanings(side):
                found = f"expected {expected_symbol(side)}, found {shorten(symbol)}"
                raise TextError(found, line=number, column=column + 1)
            value = meanings(side)[symbol]
            if value is not None:
                givens[p] = value
        elif symbol in "<>":
            signs.append((p, p + 1) if symbol == ">" else (p + 1, p))
        elif symbol == "|":
            bars.append((p, p + 1))
        elif symbol != " ":
            message = f"expected > < | or a space between two cells, found {shorten(symbol)}"
            raise TextError(message, line=number, column=column + 1)


def _read_signs(grid: Grid, row: int, number: int, line: str, signs: Pairs, bars: Pairs) -> None:
    side = grid.rows
    for column, symbol in enumerate(line):
        if symbol == " ":
            continue
        if column % 2 or column > 2 * side - 2 or row + 1 >= side or symbol == "|":
            raise TextError(f"the sign {symbol!r} stands between no two cells", line=number, column=column + 1)
        p = grid.cell(row, column // 2)
        if symbol == "-":
            bars.append((p, p + side))
        else:
            signs.append((p + side, p) if symbol == "^" else (p, p + side))
