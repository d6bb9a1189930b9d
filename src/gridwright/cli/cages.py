"""gridwright cages: list the sets of numbers that each cage can still hold

Section: Reasons
"""

from __future__ import annotations

from ..model import GridwrightError, Puzzle
from ..playing.marks import position
from ..solving import cages
from ..solving.cages import CageSets
from .command import command as make_command
from .command import own_marks
from .input import Item
from .loop import PuzzleLoop, takes_puzzles
from .output import cell_names


@make_command(
    "cages",
    "List the sets of numbers that each cage can still hold.\n\n"
    "For boards with cages. Rows, columns and what --marks says are taken into account: a number that a cage can "
    "no longer place drops out of its sets. "
    "Exit code: 0 done, 1 some cage can hold nothing any more, 2 misuse or a bad line.",
    (
        "gridwright cages --genre keen 4:a_6baa_aaba,s1s2s1d4s1m16s1",
        "gridwright cages --genre keen --marks 'r1c1=2 r3c4-1' 4:a_6baa_aaba,s1s2s1d4s1m16s1",
        "gridwright cages --genre sudoku 2x2k:p,b_a_aaa_a_____aa,9b4_1_6b6_5a9d",
    ),
)
@takes_puzzles
@own_marks
def command(loop: PuzzleLoop) -> int:
    report = loop.report

    def answer(item: Item) -> list[CageSets]:
        found = cages(item.puzzle, loop.position(item) or position(item.puzzle))
        if not found:
            raise GridwrightError(f"this {item.puzzle.genre.title} has no cage with a clue")
        return found

    def tell(item: Item, found: list[CageSets]) -> None:
        if not all(cage.sets for cage in found):
            report.no()
        if loop.as_json:
            report.report("cages", item.puzzle, cages=[_plain(item.puzzle, cage) for cage in found])
            return
        if not loop.is_alone:
            report.line(f"line {item.line}:")
        width = max(len(cage.constraint.label) for cage in found)
        for cage in found:
            report.line(f"{cage.constraint.label:<{width}}  {_told(item.puzzle, cage)}")

    return loop.each(answer, tell, "listing")


def _plain(puzzle: Puzzle, cage: CageSets) -> dict[str, object]:
    return {
        "cage": cage.constraint.label, "cells": cell_names(puzzle, cage.constraint.scope),
        "sets": _spelt(puzzle, cage), "complete": cage.complete,
    }  # fmt: skip


def _told(puzzle: Puzzle, cage: CageSets) -> str:
    sets = _spelt(puzzle, cage)
    return " ".join(sets) + ("" if cage.complete else " …") if sets else "nothing"


def _spelt(puzzle: Puzzle, cage: CageSets) -> list[str]:
    domain = puzzle.variables[cage.constraint.scope[0]].domain
    return ["".join(domain.symbol(value) for value in values) for values in cage.sets]
