"""Are the techniques of arrows sound? All states of short rows, and random ones of longer rows and of boards.

    PYTHONPATH=tests .venv/bin/python tests/arrow_rows.py      everything at full size, a line for each part

A row is a fragment of a board: a cell whose arrow points along the row counts what it sees, any other is free ("·").
Every technique of arrows reads a cell and what is ahead of it, so a row is all that it can see, and short rows show
most of what can go wrong. A state is a set of candidates for each cell; a conclusion is wrong if a filling of the row
that lies inside the state contradicts it. Fillings are kept as rows of bits, one bit for each, so that all of them are
asked at once.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from random import Random

from gridwright.genres import genre
from gridwright.kits.directions import ArrowClue
from gridwright.model import Grid, Puzzle, State, View, bits
from gridwright.model.constraint import Constraint
from gridwright.native import compile_puzzle, masks_of
from gridwright.rules.machine import FUEL, plan_of, tables_of
from gridwright.rules.tree import Technique
from gridwright.rules.words import WORDS
from gridwright.solving.random_states import random_states
from known import rules as known_rules
from known import sizes_of

FREE = "·"
Sized = tuple[Technique, int | None]


def _constraints(puzzle: Puzzle) -> list[Constraint]:
    arrows = genre("arrows")
    counted = Puzzle(arrows, puzzle.grid, clues={"arrows": puzzle.clue("arrows").replace(FREE, "↑")})
    pairs = zip(puzzle.clue("arrows"), arrows.constraints(counted), strict=True)
    return [constraint for arrow, constraint in pairs if arrow != FREE]


class RowClue(ArrowClue):
    """Arrows, or free cells; the rules state their constraints."""

    is_compiled_last = False

    def validate(self, puzzle: Puzzle) -> None:
        """Check nothing."""

    def drawing(self, puzzle: Puzzle) -> tuple[()]:
        """Draw nothing."""
        return ()


ROW = replace(
    genre("arrows"), key="arrow-row", aliases=(), rules=lambda layout: [_constraints],
    clues=(RowClue("arrows", "arrows or free cells", "view", View, diagonal="eight"),),
)  # fmt: skip
"""A row of arrows and of cells that are free."""


def row(pattern: str) -> Puzzle:
    """A row of → and ← and free cells."""
    return Puzzle(ROW, Grid(1, len(pattern)), clues={"arrows": pattern})


def arrow_rules(rules: Iterable[Technique] | None = None) -> list[Sized]:
    """Every technique that speaks of arrows, in every size."""
    known = known_rules().values() if rules is None else rules
    offered = row("→→").constraints[0].vocabulary
    words = {word.name for word in WORDS.values() if word.family in offered}
    return [(each, size) for each in known for size in sizes_of(each) if words & _words(each)]


def _words(technique: Technique) -> set[str]:
    from gridwright.rules.tree import Call, walk

    parts = (*technique.seen, *technique.then)
    return {node.word for part in parts for node in walk(part) if isinstance(node, Call)}


@dataclass
class Fillings:
    """Every way to fill a row that counts right: for each cell and value the ways that have it, as bits."""

    size: int
    by: tuple[tuple[int, ...], ...]

    def kept(self, masks: Sequence[int]) -> tuple[int, ...] | None:
        """The candidates of a state that some filling inside it has; None where there is none."""
        inside = (1 << self.size) - 1
        for mask, values in zip(masks, self.by, strict=True):
            some = 0
            for v in bits(mask):
                some |= values[v]
            inside &= some
        if not inside:
            return None
        return tuple(
            sum(1 << v for v in bits(mask) if inside & values[v]) for mask, values in zip(masks, self.by, strict=True)
        )


@cache
def fillings(pattern: str) -> tuple[Puzzle, Fillings, list[tuple[int, ...]]]:
    """The row, and its fillings."""
    puzzle = row(pattern)
    ways = [
        way
        for way in product(range(len(pattern)), repeat=len(pattern))
        if all(c.holds([way[x] for x in c.scope]) for c in puzzle.constraints)
    ]
    by = [[0] * len(pattern) for _ in pattern]
    for i, way in enumerate(ways):
        for x, v in enumerate(way):
            by[x][v] |= 1 << i
    return puzzle, Fillings(len(ways), tuple(map(tuple, by))), ways


@dataclass
class Tally:
    """How many states were asked, of each technique how many matches there were and how many were wrong."""

    states: int = 0
    fired: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    example: dict[str, tuple[State, tuple[int, int, bool]]] = field(default_factory=dict)

    def ask(self, puzzle: Puzzle, masks: Sequence[int], placed: bytes, kept: Sequence[int], rules: list[Sized]) -> None:
        """Every match of every technique in one state, against what the fillings inside it have."""
        structure, words = puzzle.structure, masks_of(masks)
        tables = tables_of(structure)
        self.states += 1
        for technique, size in rules:
            plan = plan_of(technique, size, structure.shape)[1]
            found, decided = tables.matches(plan, words, placed, 1000, FUEL)
            assert decided
            self.fired[technique.key] += len(found)
            for _, conclusions, _ in found:
                for x, v, true in conclusions:
                    if kept[x] & ~(1 << v) if true else kept[x] >> v & 1:
                        self.wrong[technique.key] += 1
                        self.example.setdefault(technique.key, (State(puzzle, tuple(masks), frozenset()), (x, v, true)))

    def __str__(self) -> str:
        rare = ", ".join(f"{key} {n:,}" for key, n in sorted(self.fired.items(), key=lambda each: each[1])[:3])
        wrong = ", ".join(f"{key} {n:,}" for key, n in self.wrong.items()) or "none wrong"
        return f"{self.states:,} states, {sum(self.fired.values()):,} matches ({rare} at the least): {wrong}"


def patterns(length: int) -> list[str]:
    """Rows of so many cells, at least one of them an arrow; one of each pair that are mirror images."""
    found = ("".join(each) for each in product("→←" + FREE, repeat=length))
    mirrored = str.maketrans("→←", "←→")
    return [each for each in found if each <= each[::-1].translate(mirrored) and set(each) != {FREE}]


def all_states(length: int, rules: list[Sized], only: Iterable[str] | None = None) -> Tally:
    """All states of all rows of a length that have a filling; where there is none, nothing can be wrong."""
    tally = Tally()
    for pattern in patterns(length) if only is None else only:
        puzzle, ways, _ = fillings(pattern)
        for masks in product(range(1, 1 << length), repeat=length):
            kept = ways.kept(masks)
            if kept is not None:
                tally.ask(puzzle, masks, bytes(length), kept, rules)
    return tally


def random_row_states(length: int, states: int, rules: list[Sized], rng: Random) -> Tally:
    """Random states of random rows, each around a filling; some of its cells are written down."""
    tally = Tally()
    while tally.states < states:
        pattern = "".join(rng.choices("→←" + FREE, k=length))
        puzzle, ways, listed = fillings(pattern)
        if set(pattern) == {FREE} or not listed:
            continue
        for _ in range(10):
            filling, share = rng.choice(listed), rng.choice((0.15, 0.3, 0.5, 0.7))
            sure = rng.choice((0.0, 0.3, 0.6))
            masks = [
                1 << v | (0 if rng.random() < sure else sum(1 << w for w in range(length) if rng.random() < share))
                for v in filling
            ]
            placed = bytes(mask & (mask - 1) == 0 and rng.random() < 0.5 for mask in masks)
            kept = ways.kept(masks)
            assert kept is not None
            tally.ask(puzzle, masks, placed, kept, rules)
    return tally


def random_board_states(states: int, rules: list[Sized], rng: Random) -> Tally:
    """Random states of random boards up to six rows and columns, arrows of four and of eight directions in turn."""
    tally = Tally()
    while tally.states < states:
        puzzle = random_board(
            rng.randint(2, 6), rng.randint(2, 6), "↑→↓←" if tally.states % 12 < 6 else "↑↗→↘↓↙←↖", rng
        )
        drawn = random_states(puzzle, rng)
        for _ in range(6):
            state, solution = next(drawn)
            placed = bytes(x in state.placed for x in range(len(solution)))
            tally.ask(puzzle, state.masks, placed, kept_by_solutions(state, solution), rules)
    return tally


def random_board(rows: int, columns: int, arrows: str, rng: Random) -> Puzzle:
    """A board with a solution."""
    while True:
        drawn = "".join(rng.choices(arrows, k=rows * columns))
        puzzle = Puzzle(genre("arrows"), Grid(rows, columns), clues={"arrows": drawn})
        if compile_puzzle(puzzle).solve(None, limit=1, nodes=2_000).count:
            return puzzle


def kept_by_solutions(state: State, solution: Sequence[int]) -> list[int]:
    """The candidates that some solution inside the state has: each is asked for, unless one found before has it."""
    problem = compile_puzzle(state.puzzle)
    kept = [1 << v for v in solution]
    for x, mask in enumerate(state.masks):
        for v in bits(mask):
            if not kept[x] >> v & 1:
                masks = list(state.masks)
                masks[x] = 1 << v
                for found in problem.solve(masks_of(masks), limit=1, show=1, nodes=20_000).solutions:
                    for y, w in enumerate(found):
                        kept[y] |= 1 << w
    return kept


def main() -> None:
    """Everything at full size."""
    rules = arrow_rules()
    parts = {
        "all states of rows of 3": lambda: all_states(3, rules),
        "all states of rows of 4": lambda: all_states(4, rules),
        "rows of 5": lambda: random_row_states(5, 1_000_000, rules, Random(5)),
        "rows of 6": lambda: random_row_states(6, 1_000_000, rules, Random(6)),
        "boards": lambda: random_board_states(20_000, rules, Random(20)),
    }
    for name, part in parts.items():
        if len(sys.argv) > 1 and sys.argv[1] not in name:
            continue
        begin = time.process_time()
        print(f"{name}: {part()}; {time.process_time() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
