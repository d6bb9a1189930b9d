"""Steps as plain data, for JSON: every number in the words of the puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..model import Puzzle, Sort
from ..model.step import Seen, Step, Trace
from ..rules.board import Board
from .unnamed import LINE


def plain_steps(trace: Trace, numbers: Iterable[int] | None = None) -> list[dict[str, Any]]:
    """The steps of these numbers, or all: technique, evidence, conclusions and premises. Steps are counted from 1.

    >>> from gridwright.genres import parse
    >>> from gridwright.solving.deduce import deduce
    >>> trace = deduce(parse("1...3..4..2....1", genre="sudoku"), [("hidden-single", None)])
    >>> plain_steps(trace)[0]["conclusions"], plain_steps(trace)[0]["evidence"]
    (['r1c2=4'], {'g': 'row 1', 'v': '4'})
    """
    wanted = range(len(trace.steps)) if numbers is None else numbers
    return [{"number": number + 1, **plain_step(trace.puzzle, trace.steps[number])} for number in wanted]


def plain_step(puzzle: Puzzle, step: Step) -> dict[str, Any]:
    """One step; what is `inside` a contradiction are steps too, and their premises steps of the trace."""
    board = Board.of(puzzle)
    inside = [plain_step(puzzle, each) for each in step.inside]
    return {
        "technique": step.technique,
        "evidence": {name: plain(seen, puzzle, board) for name, seen in step.witness.items()}
        | ({"statement": _statement(puzzle, step)} if step.key == LINE else {}),
        "conclusions": [each.text(puzzle) for each in step.conclusions],
        "premises": [number + 1 for number in step.premises],
        **({"inside": inside} if inside else {}),
    }


def _statement(puzzle: Puzzle, line: Step) -> str:
    """What the one statement of a line is about: a cell or a group."""
    blue = puzzle.blueprint
    if line.others:
        return blue.others[line.others[0]].group.label
    group = blue.choices[line.choices[0]].group
    return group.label if group is not None else puzzle.variables[line.choices[0]].name


def plain(seen: Seen, puzzle: Puzzle, board: Board) -> Any:
    """A value of a witness: cells, values and groups by their names, a set as a list."""
    sort = Sort.CELL if seen.sort is Sort.CHAIN else seen.sort.one or seen.sort
    domain = max((variable.domain for variable in puzzle.variables), key=len)

    def name(element: int) -> str | int:
        match sort:
            case Sort.CELL:
                return puzzle.variables[element].name
            case Sort.VALUE:
                return domain.symbol(element)
            case Sort.GROUP:
                return board.groups[element].label
            case Sort.KIND:
                return board.kinds[element]
        return element

    return [name(element) for element in seen.value] if isinstance(seen.value, tuple) else name(seen.value)
