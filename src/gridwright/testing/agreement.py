"""check_agreement: several engines say the same of one puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ..model import (
    Answer,
    Puzzle,
)
from .require import require


def check_agreement(puzzle: Puzzle, answers: Iterable[Answer]) -> None:
    """Engines that were asked with one limit say the same: status, count, and the solutions where all are listed.

    Every solution that is shown fills the whole board, keeps the givens and holds in every constraint.
    """
    given, name, start = list(answers), repr(puzzle), puzzle.start()
    for answer in given:
        for solution in answer.solutions:
            require(len(solution) == len(puzzle.variables), f"{answer.engine} leaves cells of {name} open")
            kept = all(mask >> value & 1 for mask, value in zip(start, solution, strict=True))
            require(kept, f"{answer.engine} changes a given of {name}")
            for constraint in puzzle.constraints:
                held = constraint.holds([solution[x] for x in constraint.scope])
                require(held, f"{answer.engine} breaks a rule of {name}: {constraint.label}")
        repeats = len(answer.solutions) - len(set(answer.solutions))
        require(not repeats, f"{answer.engine} repeats a solution of {name}")
    for one, other in pairwise(given):
        said = [f"{a.engine} says {a.status} with {a.count}" for a in (one, other)]
        require((one.status, one.count) == (other.status, other.count), f"{name}: {said[0]}, {said[1]}")
        listed = [len(a.solutions) == a.count for a in (one, other)]
        if one.exhausted and other.exhausted and all(listed):
            same = set(one.solutions) == set(other.solutions)
            require(same, f"{name}: {one.engine} and {other.engine} list different solutions")
