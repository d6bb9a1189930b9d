"""gridwright solve: solve puzzles exactly: is there one solution, none, several?

Section: Puzzles
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module

import click

from ..documents import puzzle_text
from ..model import Answer, GridwrightError, Limits, Puzzle, PuzzleError, Status, Stop
from ..model.puzzle import differing
from ..solving import ENGINES, engine_named, givens_clash, solve_many
from ..solving import solve as solve_one
from .command import command as make_command
from .command import time_limit
from .input import Item
from .loop import BatchSize, PuzzleLoop, takes_puzzles
from .names import ENGINE
from .output import Report, cell_names, coloured

LONGEST_BATCH = 128
"""Puzzles of a batch at the most."""
QUICK = 0.2
"""Seconds between two looks at the results: batches grow while they take less."""

MOST_SHOWN = 1_000_000


def _limit(ctx: click.Context, param: click.Parameter, value: int) -> int:
    if value < 2:
        raise click.BadParameter(f"expected 2 or more, found {value}: one solution cannot tell unique from multiple",
                                 ctx, param)  # fmt: skip
    return value


@make_command(
    "solve",
    "Solve puzzles exactly, and say whether the solution is the only one.\n\n"
    "Prints the status (unique, multiple, none or unknown) and the solution. Two givens that clash make a bad line. "
    "Exit code: 0 done, 1 some puzzle has no solution or the time was too short, 2 misuse or a bad line.",
    (
        "gridwright solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "gridwright solve --json puzzles.txt",
        "gridwright solve --genre queens 1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE",
        "gridwright solve --genre sudoku --limit 300 --show 3 ................",
    ),
)
@takes_puzzles
@click.option(
    "--engine", default="fast", type=ENGINE, metavar="|".join(ENGINES), help="Which engine answers; fast if left out."
)
@click.option(
    "--limit", default=2, callback=_limit, metavar="N", help="Count solutions up to N, at least 2; 2 if left out."
)
@click.option(
    "--show",
    default=2,
    type=click.IntRange(0, MOST_SHOWN),
    metavar="N",
    help="Print at most N solutions; 2 if left out.",
)
@time_limit
@click.option(
    "--threads", default=1, type=click.IntRange(1, 256), metavar="N", help="Threads of the fast engine; 1 if left out."
)
def command(loop: PuzzleLoop, engine: str, limit: int, show: int, limits: Limits, threads: int) -> int:
    engine_named(engine)
    if threads > 1 and engine != "fast":
        raise click.UsageError(f"only the fast engine has threads, not {engine}", click.get_current_context())
    alone = loop.is_alone
    if not loop.as_json and alone:
        import_module("gridwright.drawing")  # before the clock of the search starts, not after it ends
    kept = max(show, 2)  # two, to say where they differ

    def solved(puzzles: list[Puzzle]) -> Iterator[Answer]:
        if engine == "fast" and len(puzzles) > 1:
            return solve_many(puzzles, limit=limit, show=kept, limits=limits, threads=threads)
        return (solve_one(puzzle, engine=engine, limit=limit, show=kept, limits=limits) for puzzle in puzzles)

    def answers(items: list[Item]) -> list[Answer | GridwrightError]:
        try:
            results = list(solved([item.puzzle for item in items]))
        except PuzzleError as error:  # an engine that cannot take a puzzle
            return [error] if len(items) == 1 else [answer for item in items for answer in answers([item])]
        return [
            (answer.status is Status.NONE and _clash(item.puzzle)) or answer
            for item, answer in zip(items, results, strict=True)
        ]

    def tell(item: Item, answer: Answer) -> None:
        if answer.stop is not Stop.CANCELLED or answer.nodes:  # else nothing was done
            _print(loop.report, item, answer, limits, show, alone=alone)

    longest = LONGEST_BATCH if engine == "fast" else 1
    return loop.in_batches(answers, tell, "solving", BatchSize(longest, QUICK, threads))


def _clash(puzzle: Puzzle) -> PuzzleError | None:
    """Givens that break a rule at sight are a slip of the setter, no puzzle without solution."""
    broken = givens_clash(puzzle)
    return PuzzleError(f"the givens clash: {broken.sentence(puzzle)}") if broken is not None else None


def _print(report: Report, item: Item, answer: Answer, limits: Limits, show: int, *, alone: bool) -> None:
    puzzle = item.puzzle
    if answer.status in (Status.NONE, Status.UNKNOWN):
        report.no()
    shown = answer.solutions[:show]
    several = answer.status is Status.MULTIPLE
    differ = differing(*answer.solutions[:2]) if several and len(answer.solutions) > 1 else ()
    if report.as_json:
        notes = {"differ": differ} if several else {}
        report.document(answer if shown == answer.solutions else replace(answer, solutions=shown), puzzle, **notes)
    elif alone:
        from ..drawing import text

        report.line(_sentence(answer, limits))
        for solution in shown:
            report.line("\n" + text(puzzle, solution, colour=coloured()).rstrip("\n"))
        if differ:
            report.line(f"\nthe first two differ in {', '.join(cell_names(puzzle, differ))}")
    else:
        texts = " ".join(puzzle.board_text(solution) for solution in shown)
        report.line(f"{answer.status.value:9}{texts or puzzle_text(puzzle, report.form) or ''}".rstrip())


def _sentence(answer: Answer, limits: Limits) -> str:
    stopped = limits.sentence(answer.stop) if answer.stop is not None else "stopped"
    solutions = f"{answer.count} solution{'s' * (answer.count != 1)}"
    return {
        Status.UNIQUE: "unique: exactly one solution",
        Status.NONE: "none: there is no solution",
        Status.MULTIPLE: f"multiple: {solutions if answer.exhausted else f'at least {solutions}'}",
        Status.UNKNOWN: f"unknown: {stopped}: {solutions} so far",
    }[answer.status]
