"""gridwright technique: show the rule of a technique, and its plan

Section: Rulebooks and techniques
"""

from __future__ import annotations

import click

from ..documents import puzzle_text
from ..genres import genre as genre_named
from ..genres import genres
from ..grading import with_own
from ..model import GridwrightError, Puzzle
from ..rules.board import Board
from ..rules.cost import REFUSE, WARN, cost, told
from ..rules.machine import plan_of
from ..rules.tree import Technique
from ..solving.audit import boards_of, sizes_of, speaks
from ..solving.deduce import called, known_techniques, rung
from ..techniques import catalogue
from .command import command as make_command
from .command import own_rules
from .output import Report


@make_command(
    "technique",
    "Show the rule of a technique, and how the kernel runs it.\n\n"
    "With --plan: the instructions that the rule is compiled to on the largest board among the genre's examples, one a "
    "line, the last number being where to go on when it fails; and how many combinations it looks at, at the most.",
    (
        "gridwright technique x-wing",
        "gridwright technique naked-pair --plan",
        "gridwright technique crowd --genre queens",
    ),
)
@click.argument("name")
@click.option("--plan", is_flag=True, help="Show the compiled plan and what it costs at the most.")
@click.option("--genre", metavar="GENRE", help="On whose board; the first genre that speaks it if left out.")
@own_rules
def command(name: str, plan: bool, genre: str | None, rules: str | None) -> int:
    report = Report()
    known = catalogue() if rules is None else with_own(rules)
    key, size = rung(name, known)
    if key not in known:
        if plan:
            raise GridwrightError(f"{key} is a finder, not a rule: it has no plan")
        report.line(record_of(known_techniques()[key]))
        return report.code
    technique = known[key]
    report.line(text_of(technique))
    if plan or genre is not None:
        board = board_for(technique, genre)
        report.line(f"\non {board.genre.key} {puzzle_text(board) or ''}".rstrip())
        for each in sizes_of(technique) if size is None else (size,):
            show(report, technique, each, board, plan)
    return report.code


def text_of(technique: Technique) -> str:
    """The rule as it stands in its file."""
    lines = technique.source.text.split("\n")[technique.span.line - 1 :]
    end = next((i for i, line in enumerate(lines) if i and line.startswith(("technique ", "#"))), len(lines))
    return "\n".join(lines[:end]).rstrip()


def record_of(technique: Technique) -> str:
    """What a finder says of itself; its condition is code."""
    names = [f"  called  {', '.join(f'{n} {name}' for n, name in technique.called)}"] if technique.called else []
    told = (f'  because "{technique.because}"', f'  holds   "{technique.holds}"')
    return "\n".join([f"technique {technique.key}, a finder", *names, *told])


def board_for(technique: Technique, genre: str | None) -> Puzzle:
    """The largest board of a genre's examples that has the words of the technique."""
    for each in genres().values() if genre is None else [genre_named(genre)]:
        boards = [board for board in boards_of(each) if speaks(technique, board)]
        if boards:
            return boards[-1]
    whose = f"no board of {genre}" if genre is not None else "no genre"
    raise GridwrightError(f"{whose} has all the words of {technique.key}")


def show(report: Report, technique: Technique, size: int | None, puzzle: Puzzle, plan: bool) -> None:
    """What a size of the technique costs, and its instructions."""
    board = Board.of(puzzle)
    estimate = cost(technique, size, board)
    grade = " (refused in a rule file of one's own)" if estimate > REFUSE else " (slow)" if estimate > WARN else ""
    said = called(technique, size) if size is None else f"{called(technique, size)}, size {size}"
    report.line(f"{said}: up to {told(estimate)} combinations{grade}")
    if plan:
        compiled, _ = plan_of(technique, size, board)
        for number, (operation, *operands) in enumerate(compiled.code):
            report.line(f"{number:5}  {operation:14} {' '.join(f'{operand:>4}' for operand in operands)}")
        report.line("shows  " + ", ".join(f"{name} {r.file}{r.number}" for name, r in compiled.outputs))
