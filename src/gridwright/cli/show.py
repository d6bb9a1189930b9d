"""gridwright show: draw boards as text or SVG

Section: Puzzles
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ..conversion.canonical_form import canonical_text
from ..model import Limits, Puzzle, State, Status
from ..solving import solve
from .command import command as make_command
from .command import own_marks, time_limit
from .input import Item
from .loop import PuzzleLoop, takes_puzzles
from .output import coloured, complain, write_file


@make_command(
    "show",
    "Draw boards as text or SVG.\n\n"
    "Several pictures need --out: a folder gets 1.svg, 2.svg …, and a name such as board.svg becomes board-1.svg, "
    "board-2.svg …; the number is the line. "
    "Exit code: 0 done, 1 with --solution where some puzzle has not exactly one, 2 misuse or a bad line.",
    (
        "gridwright show --genre sudoku 1...3..4..2....1",
        "gridwright show --genre queens --solution 1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE",
        "gridwright show --svg --out board.svg --genre sudoku 1...3..4..2....1",
        "gridwright show --genre sudoku --marks 'r1c2=4 r2c3-2' 1...3..4..2....1",
        "gridwright show --genre sudoku --minlex 1...3..4..2....1",
    ),
)
@takes_puzzles
@click.option("--svg", is_flag=True, help="Draw SVG instead of text.")
@click.option("--solution", is_flag=True, help="Fill in the solution.")
@click.option(
    "--minlex", is_flag=True, help="Show the copy that comes first of all: its line, with 0 for blanks, and the board."
)
@own_marks
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file or folder, not to stdout."
)
@time_limit
def command(loop: PuzzleLoop, svg: bool, solution: bool, minlex: bool, out: Path | None, limits: Limits) -> int:
    if loop.as_json and out is not None:
        raise click.UsageError("--json prints the pictures; --out writes them: choose one", click.get_current_context())
    several = not loop.is_alone
    if minlex and loop.marks:
        raise click.UsageError("--marks speaks of the puzzle as it is, not of --minlex", click.get_current_context())
    if svg and not loop.as_json and out is None and several:
        raise click.UsageError("several SVG pictures need --out FOLDER", click.get_current_context())
    report = loop.report
    drawn: list[str] = []

    def answer(item: Item) -> tuple[Puzzle, State | None]:
        state = None if minlex else loop.position(item)
        return item.puzzle.canonical(limits=limits) if minlex else item.puzzle, state

    def tell(item: Item, found: tuple[Puzzle, State | None]) -> None:
        puzzle, state = found
        values: Sequence[int | None] | None = None if state is None else state.written
        if solution:
            answer = solve(puzzle, limits=limits)
            values = answer.solutions[0] if answer.solutions else None
            if answer.status is not Status.UNIQUE:
                report.no()
                complain(
                    f"line {item.line}: {answer.status.value}" + ("; the first solution is drawn" if values else "")
                )
        marked = state if loop.marks and not solution else None
        picture = _picture(puzzle, values, marked, svg=svg, colour=coloured() and out is None and not loop.as_json)
        if minlex and not svg:
            picture = f"{canonical_text(puzzle)}\n{picture}"
        if loop.as_json:
            report.report("show", puzzle, **{"svg" if svg else "text": picture})
        elif svg and out is not None:
            write_file(_numbered(out, item.line) if several or out.is_dir() else out, picture + "\n")
        else:
            drawn.append(picture)
            if out is None:
                report.line(("\n" if len(drawn) > 1 else "") + picture)

    code = loop.each(answer, tell, "drawing")
    if out is not None and not svg:
        write_file(out, "\n\n".join(drawn) + "\n")
    return code


def _picture(
    puzzle: Puzzle, values: Sequence[int | None] | None, marked: State | None, *, svg: bool, colour: bool
) -> str:
    """A board, or a position with its pencil marks and with the names that texts have for things."""
    from .. import drawing

    if not svg:
        marks = None if marked is None else marked.masks
        return drawing.text(puzzle, values, marks=marks, colour=colour).rstrip("\n")
    picture = drawing.svg(puzzle, values) if marked is None else drawing.svg_of(drawing.draw(marked))
    return picture.rstrip("\n")


def _numbered(out: Path, line: int) -> Path:
    return out / f"{line}.svg" if out.is_dir() or not out.suffix else out.with_stem(f"{out.stem}-{line}")
