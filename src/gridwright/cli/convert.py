"""gridwright convert: write puzzles in another format

Section: Puzzles
"""

from __future__ import annotations

import click

from ..conversion import convert
from .command import command as make_command
from .command import own_marks
from .input import Item, formats_named
from .loop import PuzzleLoop, takes_puzzles
from .names import FORMAT


@make_command(
    "convert",
    "Write puzzles in another format.\n\n"
    "Of a position (--marks, or a text that says one) sudokuwiki and hodoku write what is placed and excluded, too. "
    "Prints one a line; a blank line parts those of several lines. `gridwright genres KEY` lists the formats and the "
    "symmetries under which two puzzles are copies of each other. "
    "Exit code: 0 done, 2 misuse, a bad line or a puzzle that the format has no words for.",
    (
        "gridwright convert --genre sudoku --to sgt 1...3..4..2....1",
        "gridwright convert --to f-puzzles puzzles.txt",
        "gridwright convert --genre queens --to letters 1:AABB/AABB/CCDD/CCDD",
        "gridwright convert --to sudokuwiki puzzles.txt",
        "gridwright convert --canonical --genre sudoku 1...3..4..2....1",
    ),
)
@takes_puzzles
@own_marks
@click.option("--to", type=FORMAT, help="The format to write; the canonical line if left out.")
@click.option("--canonical", is_flag=True, help="Write what all copies share: turned, mirrored, renamed, reordered.")
def command(loop: PuzzleLoop, to: str | None, canonical: bool) -> int:
    if to is not None:
        formats_named(to)
    elif not canonical:
        raise click.UsageError("expected --to FORMAT, --canonical or both", click.get_current_context())
    report = loop.report
    parted = False

    def answer(item: Item) -> str:
        return convert(loop.position(item) or item.puzzle, to, canonical=canonical)

    def tell(item: Item, text: str) -> None:
        nonlocal parted
        if loop.as_json:
            report.document(item.puzzle, format=to or "canonical", text=text)
        else:
            several_lines = to is not None and not item.puzzle.genre.format(to).one_line
            report.line(("\n" if parted and several_lines else "") + text.rstrip("\n"))
            parted = True

    return loop.each(answer, tell, "converting")
