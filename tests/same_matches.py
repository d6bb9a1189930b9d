"""Meaning stated twice, compared: a plan's matches against those of the reference evaluator, or of a finder's
reference in Python.

    same_matches(technique, 2, states=300, firing=30)        a Tally, or an AssertionError with the state
    PYTHONPATH=tests .venv/bin/python tests/same_matches.py  the table over the whole catalogue

States come from small boards of every kind that speaks the rule, in turn; one in four goes on for a few steps of easy
techniques, as in a real trace. All are compared as they come but the last few: where a rule fires seldom, states are
drawn until it does (the plan says so; the reference has the last word). A board on which plain loops take too long for
a rule is left out after three tries, and named.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from random import Random

from number_sources import NUMBER_SOURCES

from gridwright.model import State, bits
from gridwright.rules import evaluate, machine
from gridwright.rules.evaluate import Match, OutOfFuel
from gridwright.rules.finder import KernelFinder
from gridwright.rules.position import apply
from gridwright.rules.rule import Rule
from gridwright.rules.tree import Technique
from gridwright.solving.random_states import random_states
from gridwright.techniques.complex_fish import ComplexFish
from known import finders, rules, sizes_of
from random_states import board
from reference.finders import reference_of
from technique_positions import FOLDER, positions

SMALL = ("latin 4", "sudoku 4", "x 4", "killer 4", "queens 5", "keen 4", "unequal 4", "adjacent 4", "towers 4",
         "arrows 4", "arrow-row 7", *(f"{key} 4" for key in NUMBER_SOURCES))  # fmt: skip
KINDS = (*SMALL, "latin 6", "sudoku 6", "jigsaw 6", "queens 6", "two-star 8", "keen 5", "adjacent 5", "towers 5",
         "eight 5", "arrow-row 9")  # fmt: skip
FISH_KINDS = {2: ("sudoku 4", "sudoku 6", "jigsaw 6"), 3: ("sudoku 4",), 4: ("sudoku 4",)}
"""And for fish of any groups, which plain loops find slowly: by their size."""
SELDOM = (
    ("sue-de-coq", 7), ("sue-de-coq", 8),
    ("bug-plus-one", None), ("bug-type-2", 2), ("bug-type-2", 3), ("bug-type-2", 4), ("bug-type-3", 1),
    ("bug-type-3", 2), ("bug-type-4", None),
    ("unique-loop-2", None), ("unique-loop-3", 1), ("unique-loop-3", 2), ("unique-loop-4", None),
    ("long-unique-loop-1", None), ("long-unique-loop-2", None), ("long-unique-loop-4", None),
)  # fmt: skip
"""What fires in no state that is drawn: compared on its positions, which have no givens, with values exchanged."""
FUEL = 400_000
"""Evaluations of the reference in one state: about a second."""
MORE_FUEL = {("clip-out", 4): 20_000_000, ("sue-de-coq", 7): 20_000_000, ("sue-de-coq", 8): 20_000_000}
"""For what fires hardly anywhere but where the reference takes longer."""
DRAWN = 40_000
"""States drawn at most to find those in which a rule fires."""
EASY = ("naked-single", "hidden-single", "locked-candidates", "touch-all")

RULES = [(technique.key, size) for technique in rules().values() for size in sizes_of(technique)]
FINDERS = {key: finder for key, finder in finders().items() if isinstance(finder, KernelFinder)}
FINDER_KINDS = (
    "latin 5",
    "sudoku 6",
    "keen 4",
    "killer 4",
    "loose 4",
    "keen 6",
    "killer 6",
    "loose 6",
    "two-star 8",
    "two-star 9",
    "two-star 10",
    "slitherlink 4",
    "masyu 4",
)
"""Boards of some size, for what looks at several groups at once."""


@dataclass
class Tally:
    """How many states were compared, in how many the rule fires, how many matches there were, and on which boards."""

    rule: str
    states: int = 0
    firing: int = 0
    matches: int = 0
    drawn: int = 0
    boards: Counter[str] = field(default_factory=Counter)
    too_long: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        left_out = " ".join(f"{kind} left out" for kind, times in self.too_long.items() if times >= 3)
        line = f"{self.rule:<26}{self.states:>7}{self.firing:>8}{self.matches:>9}{self.drawn:>8}  {left_out}"
        return line.rstrip()


def same_matches(
    technique: Technique | KernelFinder, size: int | None, states: int, firing: int, kinds: tuple[str, ...] = KINDS
) -> Tally:
    """Compare so many states, in so many of which at least the technique fires; of a finder what it relied on, too."""
    fuel = MORE_FUEL.get((technique.key, size), FUEL)
    name = _asked(technique).name(size)
    tally = Tally(name if size is None else f"{name} ({size})")
    rng = Random(f"{technique.key} {size}")
    seldom = (technique.key, size) in SELDOM
    for kind, state in exchanged(technique.key, size, rng) if seldom else drawn(technique, kinds, rng):
        tally.drawn += 1
        assert tally.drawn <= DRAWN, f"{tally.rule} fires in {tally.firing} of {DRAWN:,} states"
        missing = max(0, firing - tally.firing)
        if tally.states >= states and not missing:
            return tally
        if tally.too_long[kind] >= 3:
            continue
        actual = list(_planned(technique, size, state))
        if tally.states >= states - missing and missing and not actual:
            continue
        try:
            expected = list(_reference(technique, size, state, fuel))
        except OutOfFuel:
            tally.too_long[kind] += 1
            continue
        assert expected == actual, f"{tally.rule} on {state}"
        tally.states += 1
        tally.firing += bool(expected)
        tally.matches += len(expected)
        tally.boards[kind] += 1
    raise AssertionError("no board speaks the rule")


def kinds_of(finder: KernelFinder, size: int | None) -> tuple[str, ...]:
    """The boards on which a finder is compared."""
    return FISH_KINDS[size or 2] if isinstance(finder, ComplexFish) else FINDER_KINDS


def _asked(technique: Technique | KernelFinder) -> Rule | KernelFinder:
    return technique if isinstance(technique, KernelFinder) else Rule(technique)


def _planned(technique: Technique | KernelFinder, size: int | None, state: State) -> Iterator[Match]:
    if isinstance(technique, KernelFinder):
        for match, grounds in technique.supported(size, state):
            assert reference_of(technique).grounds(size, state, match) == grounds, f"{match} on {state}"
            yield match
    else:
        yield from machine.witnesses(technique, size, state)


def _reference(technique: Technique | KernelFinder, size: int | None, state: State, fuel: int) -> Iterator[Match]:
    if isinstance(technique, KernelFinder):
        return reference_of(technique).matches(size, state)
    return evaluate.witnesses(technique, size, state, fuel)


def drawn(technique: Technique | KernelFinder, kinds: tuple[str, ...], rng: Random) -> Iterator[tuple[str, State]]:
    """States of the kinds of boards that speak the rule, in turn; new boards again and again."""
    unique, asked = technique.assumes == "unique", _asked(technique)
    sources = {kind: endless(kind, unique, rng) for kind in kinds if asked.speaks(board(kind, Random(kind)))}
    for kind in cycle(sources):
        yield kind, next(sources[kind])


def exchanged(key: str, size: int | None, rng: Random) -> Iterator[tuple[str, State]]:
    """The positions of a technique again and again, with values exchanged."""
    states = [known.state() for known in positions(FOLDER / f"{key}.txt") if known.parameter == size]
    for state in cycle(states):
        assert not state.placed
        others = rng.sample(range(state.structure.values), state.structure.values)
        masks = (sum(1 << others[v] for v in bits(mask)) for mask in state.masks)
        yield "its positions", State(state.puzzle, tuple(masks), state.placed)


def endless(kind: str, unique: bool, rng: Random) -> Iterator[State]:
    """States of ever new boards of a kind, some of them a few easy steps further on."""
    while True:
        states = random_states(board(kind, rng), rng, unique)
        for _ in range(6):
            state, _solution = next(states)
            yield further(state, rng) if rng.random() < 0.25 else state


def further(state: State, rng: Random) -> State:
    """A few steps on."""
    for _ in range(rng.randint(1, 6)):
        easy = (next(machine.witnesses(rules()[key], None, state), None) for key in EASY)
        found = next((match for match in easy if match is not None), None)
        if found is None:
            break
        state = apply(state, found.conclusions)
    return state


def main(states: int = 300, firing: int = 30) -> None:
    """Print the table."""
    print(f"{'rule':<26}{'states':>7}{'firing':>8}{'matches':>9}{'drawn':>8}")
    for key, size in RULES:
        print(same_matches(rules()[key], size, states, firing), flush=True)
    for finder in FINDERS.values():
        for size in finder.sizes:
            print(same_matches(finder, size, states, firing, kinds_of(finder, size)), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
