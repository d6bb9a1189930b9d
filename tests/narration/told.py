"""Steps to tell: the examples of the genres as traces, and one position or more for each technique."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gridwright.genres import genre, parse
from gridwright.model import State
from gridwright.model.state import read_fact
from gridwright.model.step import Conclusion, Step, Trace
from gridwright.rules.position import apply, start
from gridwright.solving.deduce import deduce
from gridwright.techniques import Catalogue
from known import rung

HERE = Path(__file__).parent

LADDER = [
    rung(name)
    for name in (
        "count-full", "last-cell", "naked-single", "hidden-single", "count-forced", "locked-candidates", "touch-all",
        "squeeze", "naked-subset", "hidden-subset", "x-wing", "swordfish", "skyscraper", "two-string-kite", "xy-wing",
    )
]  # fmt: skip
"""Fixed here, so that a new scale does not change what these tests tell."""
SINGLES = ("last-cell", "hidden-single", "naked-single")
OWN = {
    "keen": (*SINGLES, "cage-union", "cage-cell", "naked-subset", "cage-line", "locked-candidates", "hidden-subset"),
    "unequal": (*SINGLES, "sign", "bar-beside", "gap-beside", "naked-subset", "hidden-subset"),
    "towers": ("last-cell", "hidden-single", "view-facing", "naked-single", "view-low", "view-early", "view-cell"),
    "arrows": (
        "edge-zero", "never-zero", "reach", "naked-single", "full-view", "seen-floor", "lone-value", "seen-plus-free",
        "quota-reached", "all-free-new", "sure-newcomer", "values-run-out", "every-value-needed", "leader-step",
        "gap-window", "facing-edges",
    ),
    "sudoku": (*SINGLES, "innies", "locked-candidates", "naked-subset", "outies", "hidden-subset"),
}  # fmt: skip
"""The techniques of genres whose clues say more than groups do; of sudokus, where they have cages."""

PUZZLES = {
    "latin_four_rows": ("latin", 0),
    "latin_five_rows": ("latin", 1),
    "latin_stuck": ("latin", 2),
    "latin_impossible": ("latin", 3),
    "queens": ("star-battle", 0),
    "stars_two_solutions": ("star-battle", 1),
    "stars_impossible": ("star-battle", 2),
    "stars_two_each": ("star-battle", 3),
    "stars_holes": ("star-battle", 4),
    "stars_one_given": ("star-battle", 6),
    "sudoku_nine_rows": ("sudoku", 0),
    "sudoku_four_rows": ("sudoku", 1),
    "sudoku_six_rows": ("sudoku", 2),
    "sudoku_killer": ("sudoku", 8),
    "sudoku_killer_stuck": ("sudoku", 8),
    "sudoku_jigsaw_with_diagonals": ("sudoku", 10),
    "keen_four_rows": ("keen", 0),
    "keen_six_rows": ("keen", 1),
    "unequal_signs": ("unequal", 0),
    "unequal_bars": ("unequal", 1),
    "towers": ("towers", 0),
    "towers_four_rows": ("towers", 1),
    "arrows": ("arrows", 0),
    "arrows_four_rows": ("arrows", 1),
}
"""Name → genre and number of the example. Of every genre at least two, an easy one and a harder one."""

BARE = {name for name, (key, _) in PUZZLES.items() if key == "sudoku" and name != "sudoku_killer"}
"""Told with the techniques for groups alone."""


@cache
def trace(name: str) -> Trace:
    """The trace of a puzzle of that name."""
    key, number = PUZZLES[name]
    ladder = [rung(each) for each in OWN[key]] if key in OWN and name not in BARE else LADDER
    return deduce(parse(genre(key).examples[number].text, genre=key), [*ladder, ("unnamed", None)])


def positions() -> Iterator[tuple[State, Step]]:
    """A state and the first step of a technique there, for each line of `told.txt`."""
    for line in (HERE / "told.txt").read_text(encoding="utf-8").splitlines():
        name, key, text, *facts = line.split()
        puzzle = parse(text, genre=key)
        if "loose" in facts:
            facts.remove("loose")
            puzzle = puzzle.loosened(["cage"])
        state = apply(start(puzzle), [Conclusion(*read_fact(puzzle, fact)) for fact in facts])
        yield state, step(state, *rung(name))


def step(state: State, key: str, size: int | None) -> Step:
    """The first step of a technique in a state."""
    technique = Catalogue.standard()[key]
    match = next(technique.matches(size, state))
    return Step(technique.name(size), key, size, match.witness, match.conclusions, (), (), ())
