"""gridwright technique: show the rule of a technique, and its plan

Section: Rulebooks and techniques
"""

from __future__ import annotations

import click

from ..documents import puzzle_text
from ..genres import genre as genre_named
from ..genres import genres
from ..model import GridwrightError, Puzzle
from ..rules.cost import REFUSE, WARN, cost, told
from ..rules.technique import Technique
from ..solving.audit import boards_of
from .command import catalogue_with, own_rules
from .command import command as make_command
from .names import GENRE, TECHNIQUE
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
@click.argument("name", type=TECHNIQUE)
@click.option("--plan", is_flag=True, help="Show the compiled plan and what it costs at the most.")
@click.option("--genre", type=GENRE, help="On whose board; the first genre that speaks it if left out.")
@own_rules
def command(name: str, plan: bool, genre: str | None, rules: str | None) -> int:
    report = Report()
    known = catalogue_with(rules)
    key, size = known.rung(name)
    technique = known[key]
    if plan and not technique.stated:
        raise GridwrightError(f"{key} is a finder, not a rule: it has no plan")
    report.line(technique.text)
    if technique.stated and (plan or genre is not None):
        board = board_for(technique, genre)
        report.line(f"\non {board.genre.key} {puzzle_text(board) or ''}".rstrip())
        for each in technique.sizes if size is None else (size,):
            show(report, technique, each, board, plan)
    return report.code


def board_for(technique: Technique, genre: str | None) -> Puzzle:
    """The largest board of a genre's examples that has the words of the technique."""
    for each in genres().values() if genre is None else [genre_named(genre)]:
        boards = [board for board in boards_of(each) if technique.speaks(board)]
        if boards:
            return boards[-1]
    whose = f"no board of {genre}" if genre is not None else "no genre"
    raise GridwrightError(f"{whose} has all the words of {technique.key}")


def show(report: Report, technique: Technique, size: int | None, puzzle: Puzzle, plan: bool) -> None:
    """What a size of the technique costs, and its instructions."""
    structure = puzzle.structure
    estimate = cost(technique.statement, size, structure)
    grade = " (refused in a rule file of one's own)" if estimate > REFUSE else " (slow)" if estimate > WARN else ""
    said = technique.name(size) if size is None else f"{technique.name(size)}, size {size}"
    report.line(f"{said}: up to {told(estimate)} combinations{grade}")
    if plan and (found := technique.plan(size, structure)) is not None:
        compiled, _ = found
        for number, (operation, *operands) in enumerate(compiled.code):
            report.line(f"{number:5}  {operation:14} {' '.join(f'{operand:>4}' for operand in operands)}")
        report.line("shows  " + ", ".join(f"{name} {r.file}{r.number}" for name, r in compiled.outputs))
