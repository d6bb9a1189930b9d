"""Steps to tell: the examples of the genres as traces, and one position or more for each technique."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gridwright.genres import genre, parse
from gridwright.model import Puzzle, State
from gridwright.model.state import read_fact
from gridwright.model.step import Conclusion, Step, Trace
from gridwright.narration import voice
from gridwright.narration.words import Words
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
    "akari": (
        "naked-single", "count-full", "count-forced", "only-light", "short-clue", "dark-cell", "shared-places",
        "short-clue-by-clue", "dark-cell-by-clue", "clue-chain", "clue-fork",
    ),
    "takuzu": ("alike-pair", "alike-gap", "last-gap", "count-full", "count-forced", "naked-single", "one-left"),
    "slitherlink": (
        "naked-single", "count-full", "count-forced", "no-dead-end", "loop-closing", "corner-clue", "line-into-corner",
        "diagonal-threes", "adjacent-threes", "corner-bound", "inside-outside", "corners-across", "lines-alike",
    ),
    "masyu": (
        "naked-single", "no-dead-end", "pearl-fits", "loop-closing", "inside-outside", "corners-across", "lines-alike",
        "clue-pair",
    ),
    "hitori": (
        "beside-shaded", "repeat-shaded", "naked-single", "triplet", "sandwich", "adjacent-pair", "last-way-out",
        "corner-triple", "corner-pair", "cut-off", "offset-pair",
    ),
    "kurodoko": (
        "numbers-white", "beside-shaded", "naked-single", "sight-full", "sight-too-short", "sight-too-long",
        "last-way-out", "cut-off", "sight-fits", "clue-pair",
    ),
    "nurikabe": (
        "island-numbers", "naked-single", "island-complete", "between-islands", "no-square", "island-way-out",
        "part-way-out", "last-way-out", "out-of-reach", "cut-off", "enclosed", "island-reach", "clue-pair",
    ),
    "tents": (
        "naked-single", "no-tree-beside", "tree-single", "hidden-single", "count-full", "count-forced", "trees-taken",
        "line-fits", "pairing", "tree-corner", "line-beside",
    ),
    "sudoku": (*SINGLES, "innies", "locked-candidates", "naked-subset", "outies", "hidden-subset"),
}  # fmt: skip
"""The techniques of genres whose clues say more than groups do; of sudokus, where they have cages."""

PUZZLES: dict[str, tuple[str, int | str]] = {
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
    "akari_four_rows": ("akari", 2),
    "akari": ("akari", "6x6:Ba2b01BcBe0a1l0c"),
    "takuzu_four_rows": ("takuzu", 0),
    "takuzu": ("takuzu", "6x6:abCaAkGBfab"),
    "slitherlink_three_rows": ("slitherlink", 3),
    "slitherlink": ("slitherlink", "6x6:22a2332b2a231c32d232b2d00a"),
    "hitori_four_rows": ("hitori", 0),
    "hitori": ("hitori", "6x6:611546654143556435543665235614451454"),
    "kurodoko_five_rows": ("kurodoko", 0),
    "kurodoko": ("kurodoko", "6x6:3b7l6b2c4i4b"),
    "nurikabe_five_rows": ("nurikabe", 0),
    "nurikabe": ("nurikabe", "1...../...3.1/.1..../..2..1/.1..../1..1.1"),
    "tents_five_rows": ("tents", 3),
    "tents": ("tents", "6x6:dagaaebh,3,0,1,1,1,1,2,0,2,1,1,1"),
    "masyu_six_rows": ("masyu", 0),
    "masyu": ("masyu", "....../.o..@./o@..../.o..../.o..@./......"),
}
"""Name → genre, and the number of the example or a text. Of every genre at least two, an easy one and a harder one."""

NAMELESS = {"numbers-white", "island-numbers"}
"""Techniques that speak of all cells with numbers, so that nobody need name them."""

BARE = {name for name, (key, _) in PUZZLES.items() if key == "sudoku" and name != "sudoku_killer"}
"""Told with the techniques for groups alone."""


@cache
def trace(name: str) -> Trace:
    """The trace of a puzzle of that name."""
    key, which = PUZZLES[name]
    text = genre(key).examples[which].text if isinstance(which, int) else which
    ladder = [rung(each) for each in OWN[key]] if key in OWN and name not in BARE else LADDER
    return deduce(parse(text, genre=key), [*ladder, ("unnamed", None)])


def chess_name(puzzle: Puzzle, variable: int, key: str) -> str:
    """What a voice calls the place of a variable as chess players do."""
    place = puzzle.variables[variable].place
    if place.kind != "cell":
        return Words(voice(key), puzzle, "chess").site(place)
    row, column = puzzle.grid.position(place.number)
    return f"{'abcdefghi'[column]}{puzzle.grid.rows - row}"


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
