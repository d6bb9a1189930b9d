"""gridwright check: name the rules that a filled or half-filled board breaks

Section: Puzzles
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from ..formats.transcript import transcripts
from ..model import Answer, Limits, Puzzle, PuzzleError, State, Status, Stopped
from ..solving import check, overwritten, redundant_givens, solve
from .command import command as make_command
from .command import time_limit
from .input import Item
from .loop import PuzzleLoop, takes_puzzles
from .output import Report, cell_names

FilledBoard = Sequence[int | None]

WHY = {
    Status.NONE: "the puzzle has no solution",
    Status.MULTIPLE: "the puzzle has several solutions",
}


@make_command(
    "check",
    "Name the rules that a filled or half-filled board breaks.\n\n"
    "The board is the puzzle's own givens, or --board on top of them: its cells row by row, a blank where nothing is "
    "decided. Of two values: * there, x not there, ? or . undecided (with --filled a dot means not there). "
    "Exit code: 0 nothing wrong, 1 broken, not right or not minimal, 2 misuse or a bad line.",
    (
        "gridwright check --genre sudoku 1234341221434321",
        "gridwright check --genre sudoku --solution 1...3..4..2....1 --board 12..3..4..2....1",
        "gridwright check --genre queens 1:AABB/AABB/CCDD/CCDD --filled --board .*.....**.....*.",
        "gridwright check --genre sudoku --minimal 1...3..4..2....1",
    ),
)
@takes_puzzles
@click.option("--board", metavar="TEXT", help="The board to check, instead of the givens alone; for one puzzle.")
@click.option("--filled", is_flag=True, help="Nothing on --board is undecided: a dot is an empty cell.")
@click.option("--solution", is_flag=True, help="Is the board right so far? The solution is not printed.")
@click.option("--minimal", is_flag=True, help="Is every given needed?")
@time_limit
def command(loop: PuzzleLoop, board: str | None, filled: bool, solution: bool, minimal: bool, limits: Limits) -> int:
    if filled and board is None:
        raise click.UsageError("--filled speaks of --board, which is missing", click.get_current_context())
    if board is not None:
        loop.require_one("--board")
    report = loop.report

    def answer(item: Item) -> dict[str, Any]:
        own = limits.begin()
        values, found = _verdict(item.position or State.of(item.puzzle), board, filled)
        if solution or minimal:
            answer = solve(item.puzzle, limits=own)
            found |= _right(answer, values, own) if solution else {}
            found |= _minimal(item.puzzle, answer, own) if minimal else {}
        return found

    def tell(item: Item, found: dict[str, Any]) -> None:
        if not found["ok"] or found.get("right", True) is not True or found.get("minimal", True) is not True:
            report.no()
        if loop.as_json:
            report.report("check", item.puzzle, **found, seconds=round(loop.seconds, 6))
        else:
            _tell(report, item, found, several=not loop.is_alone)

    return loop.each(answer, tell, "checking")


def _verdict(state: State, text: str | None, filled: bool) -> tuple[FilledBoard, dict[str, Any]]:
    """The board for the questions that follow; what is broken on it, and whether all is decided."""
    puzzle, board = state.puzzle, list(state.written)
    broken = []
    if text is not None:
        written = _read_board(puzzle, text, filled)
        for x in overwritten(puzzle, written):
            name = puzzle.variables[x].name
            broken.append({
                "constraint": f"the given at {name}", "kind": "given", "cells": [name],
                "sentence": f"{puzzle.fact(x, puzzle.givens[x])} is given; look at {name}",
            })  # fmt: skip
        board = [value if value is not None else known for value, known in zip(written, board, strict=True)]
    broken += [
        {
            "constraint": each.constraint.label,
            "kind": each.constraint.group.kind,
            "sentence": each.sentence(puzzle),
            "cells": cell_names(puzzle, each.variables),
        }
        for each in check(puzzle, board)
    ]
    return board, {"ok": not broken, "complete": None not in board, "broken": broken}


def _read_board(puzzle: Puzzle, text: str, filled: bool) -> FilledBoard:
    """A board as the genre writes it, as sgt-puzzles writes a solution (S and the numbers), or copied out."""
    text = text.removeprefix("S")
    try:
        return puzzle.read_board(text, filled=filled)
    except PuzzleError as error:
        for copy in transcripts(text):
            with suppress(PuzzleError):
                return puzzle.read_board(copy.text.replace("|", ""), filled=filled)
        raise error from None


def _right(answer: Answer, board: FilledBoard, limits: Limits) -> dict[str, Any]:
    if answer.status is not Status.UNIQUE:
        return {"right": False if answer.status is Status.NONE else None, **_reason(answer, limits)}
    return {"right": all(value in (None, true) for value, true in zip(board, answer.solutions[0], strict=True))}


def _reason(answer: Answer, limits: Limits) -> dict[str, Any]:
    if answer.stop is None:
        return {"reason": WHY[answer.status]}
    return {"reason": limits.sentence(answer.stop), "stopped": answer.stop.value}


def _minimal(puzzle: Puzzle, answer: Answer, limits: Limits) -> dict[str, Any]:
    if puzzle.marks is not None:
        return {"minimal": None, "redundant": [], "reason": "printed pencil marks have no given to leave out"}
    if answer.status is not Status.UNIQUE:
        return {"minimal": None, "redundant": [], **_reason(answer, limits)}
    redundant: list[str] = []
    try:
        for x in redundant_givens(puzzle, limits=limits):
            redundant += cell_names(puzzle, (x,))
    except Stopped as stopped:
        known = False if redundant else None
        return {"minimal": known, "redundant": redundant, "reason": str(stopped), "stopped": stopped.stop.value}
    return {"minimal": not redundant, "redundant": redundant}


def _tell(report: Report, item: Item, found: dict[str, Any], *, several: bool) -> None:
    parts = [f"broken: {each['sentence']}" for each in found["broken"]]
    if not parts:
        parts.append("ok: no rule is broken" + (", and the board is complete" if found["complete"] else " so far"))
    if "right" in found:
        parts.append({True: "right so far", False: "not right", None: "cannot tell what is right"}[found["right"]])
    if "minimal" in found:
        few = f"not minimal: not needed are {', '.join(found['redundant'])}"
        parts.append(
            {True: "minimal: every given is needed", False: few, None: "cannot tell what is needed"}[found["minimal"]]
        )
    if "reason" in found:
        parts[-1] += f": {found['reason']}"
    for part in parts:
        report.line(f"line {item.line}: {part}" if several else part)
