"""How far removal is from a fair sample of all minimal sudokus: the same grids, counted without its bias.

Givens go one by one, each drawn from those that can be spared, until none can. However a minimal puzzle of k givens is
reached, any order of its 81 - k others leads there. So a puzzle that was reached with n1, n2, … givens to choose from
stands for n1 · n2 · … / (81 - k)! minimal puzzles of its grid: Knuth's way to count the leaves of a tree that is too
large to walk. Means with these weights are means over all minimal puzzles, as far as the sample goes: few of its
members carry most of the weight, and "worth" says how many equal ones would tell as much.

python examples/bias.py [NUMBER]
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

from gridwright.genres import parse
from gridwright.grading import grade, grade_many, scale
from gridwright.model import Puzzle, RandomStream
from gridwright.native import compile_puzzle, kernel


def walk(problem: kernel.Structure, solution: bytes, order: RandomStream) -> tuple[bytes, float]:
    """The givens of a minimal puzzle (0 none, k + 1 value k), and the logarithm of how many it stands for."""
    givens = bytearray(value + 1 for value in solution)
    open_to_go, weight = list(range(len(givens))), 0.0  # who was needed once is needed for ever
    while open_to_go := [cell for cell in open_to_go if _spared(problem, givens, cell)]:
        weight += math.log(len(open_to_go))
        givens[open_to_go.pop(order.below(len(open_to_go)))] = 0
    return bytes(givens), weight - math.lgamma(1 + givens.count(0))


def _spared(problem: kernel.Structure, givens: bytearray, cell: int) -> bool:
    value, givens[cell] = givens[cell], 0
    unique = problem.solve(bytes(givens), limit=2).count == 1
    givens[cell] = value
    return unique


def mean(values: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """The weighted mean and its standard error."""
    total = sum(weights)
    middle = sum(value * weight for value, weight in zip(values, weights, strict=True)) / total
    spread = sum((weight * (value - middle)) ** 2 for value, weight in zip(values, weights, strict=True))
    return middle, math.sqrt(spread) / total


def main(number: int) -> None:
    blank = parse("." * 81, genre="sudoku")
    problem = compile_puzzle(blank)
    walks = []
    for stream in map(RandomStream.of("bias").child, range(number)):
        solution = kernel.complete(problem, kernel.RandomStream(stream.child("solution").key))
        assert solution is not None
        walks.append(walk(problem, solution, stream.child("order")))
    puzzles = [blank.with_givens({x: value - 1 for x, value in enumerate(givens) if value}) for givens, _ in walks]
    most = max(weight for _, weight in walks)
    fair = [math.exp(weight - most) for _, weight in walks]
    worth = sum(fair) ** 2 / sum(weight**2 for weight in fair)
    print(f"{number} walks, worth {worth:.0f} puzzles drawn fairly")
    print(f"{'':<22}{'removal':>16}{'all minimal':>18}")
    _row("givens", [float(len(puzzle.givens)) for puzzle in puzzles], fair)
    tiers = _tiers(puzzles)
    for name in dict.fromkeys([tier.name for tier in scale("standard").tiers(blank)] + tiers):
        _row(f"{name}, %", [100.0 * (tier == name) for tier in tiers], fair)


def _tiers(puzzles: list[Puzzle]) -> list[str]:
    by = scale("standard")
    return [(found or grade(each)).tier or "" for found, each in zip(grade_many(puzzles, by), puzzles, strict=True)]


def _row(name: str, values: list[float], fair: list[float]) -> None:
    plain, weighed = (mean(values, weights) for weights in ([1.0] * len(values), fair))
    print(f"{name:<22}{plain[0]:>9.2f} ± {plain[1]:.2f}{weighed[0]:>11.2f} ± {weighed[1]:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
