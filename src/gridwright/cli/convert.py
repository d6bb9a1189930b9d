"""gridwright convert: write puzzles in another format

Section: Puzzles
"""

from __future__ import annotations

import click

from ..model import GridwrightError
from .command import command as make_command
from .command import takes_puzzles
from .input import Input, formats_named
from .output import Report


@make_command(
    "convert",
    "Write puzzles in another format.\n\n"
    "Prints one a line; a blank line parts those of several lines. `gridwright genres KEY` lists the formats. "
    "Exit code: 0 done, 2 misuse, a bad line or a puzzle that the format has no words for.",
    (
        "gridwright convert --genre sudoku --to sgt 1...3..4..2....1",
        "gridwright convert --to f-puzzles puzzles.txt",
        "gridwright convert --genre queens --to letters 1:AABB/AABB/CCDD/CCDD",
    ),
)
@takes_puzzles
@click.option("--to", required=True, metavar="FORMAT", help="The format to write.")
def command(puzzles: tuple[str, ...], genre: str | None, form: str | None, as_json: bool, to: str) -> int:
    formats_named(to)
    report = Report(as_json, form)
    parted = False
    for item in Input(puzzles, genre, form):
        try:
            text = item.puzzle.text(to) if item.puzzle is not None else None
        except GridwrightError as error:
            report.bad(item, error)
            continue
        if item.puzzle is None or text is None:
            report.bad(item)
        elif as_json:
            report.document(item.puzzle, format=to, text=text)
        else:
            several_lines = not item.puzzle.genre.format(to).one_line
            report.line(("\n" if parted and several_lines else "") + text.rstrip("\n"))
            parted = True
    return report.code
