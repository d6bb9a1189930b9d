"""gridwright marks: fill or clean pencil marks, without solving

Section: Reasons
"""

from __future__ import annotations

import click

from ..model import State
from ..playing.marks import broken, cleaned, facts, filled, text_of
from .command import command as make_command
from .command import own_marks
from .input import Item
from .loop import PuzzleLoop, takes_puzzles
from .output import cell_names, complain


@make_command(
    "marks",
    "Fill or clean pencil marks, without solving anything.\n\n"
    "Every open cell gets all candidates that givens and written values leave it. With --clean your marks are kept, "
    "less those that a written value rules out; a puzzle that comes as pencil marks is cleaned itself. "
    "Exit code: 0 done, 1 some cell has nothing left, 2 misuse or a bad line.",
    (
        "gridwright marks --genre sudoku 1...3..4..2....1",
        "gridwright marks --genre sudoku --marks 'r1c2=4' 1...3..4..2....1",
        "gridwright marks --clean --genre queens --marks 'r1c5=* r3c1-*' 1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE",
    ),
)
@takes_puzzles
@own_marks
@click.option("--clean", is_flag=True, help="Keep the marks that there are, and only remove what cannot be.")
def command(loop: PuzzleLoop, clean: bool) -> int:
    report = loop.report

    def answer(item: Item) -> State:
        marks = loop.marks if loop.marks or item.position is None else facts(item.position)
        return (cleaned if clean else filled)(item.puzzle, marks)

    def tell(item: Item, state: State) -> None:
        lost = broken(state)
        if lost:
            report.no()
        if loop.as_json:
            report.document(state, marks=text_of(state), broken=lost)
        else:
            report.line(text_of(state))
            if lost:
                complain(f"nothing is left for {', '.join(cell_names(item.puzzle, lost))}")

    return loop.each(answer, tell, "marking")
