"""The catalogue: every technique is sound on random states, fires on its positions and is silent on the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import islice
from random import Random

import pytest
from number_sources import NUMBER_SOURCES

from gridwright.model import State
from gridwright.model.step import Conclusion
from gridwright.rules import evaluate, machine
from gridwright.rules.evaluate import Match
from gridwright.rules.technique import Technique
from gridwright.techniques import Catalogue
from known import LONG, OF_REAL_PUZZLES, rules
from random_states import board, holds_in_every_solution, shared_states, sizes, states, unique_states
from technique_positions import FOLDER, Known, all_positions

CATALOGUE = {key: technique for key, technique in Catalogue.standard().items() if not technique.proves_itself}
SOUND = [key for key, technique in CATALOGUE.items() if technique.assumes is None]
UNIQUE = [key for key, technique in CATALOGUE.items() if technique.assumes == "unique"]
BOARDS = (
    "sudoku 4", "latin 4", "killer 4", "loose 4", "x 4", "x-jigsaw 5", "queens 5", "queens 6", "two-star 8",
    "keen 4", "unequal 4", "adjacent 4", "towers 4", "arrows 4", "eight 4", "arrow-row 6",
)  # fmt: skip

RARE = {
    "dual-two-string-kite": "sudoku 4", "long-remote-pair": "sudoku 4", "facing-edges-full": "arrows 3",
    "sum-single": "killer 4", "sum-bounds": "killer 4", "sum-sets": "killer 6", "cage-repeat": "loose 4",
    "enclosed": "nurikabe 4", "two-value-kites": "x 4",
}  # fmt: skip
"""They want a board on which groups overlap much, or arrows stand at edges: there, one state in eighty. Or cages that
are sums of different numbers, which Keen has not. Or an area that gets nowhere."""


def witnesses(technique: Technique, size: int | None, state: State) -> Iterator[Match]:
    """What the reference evaluator finds of a rule, and a finder by itself."""
    if technique.key in rules():
        return evaluate.witnesses(rules()[technique.key], size, state)
    return technique.matches(size, state)


# Positions


def is_long(position: Known) -> bool:
    return (position.key, position.parameter) in LONG


def test_every_technique_has_positions_where_it_fires_and_where_it_is_silent() -> None:
    known = {(position.key, position.then is None) for position in all_positions()}

    assert {(key, silent) for key in CATALOGUE for silent in (False, True)} == known
    assert set(CATALOGUE) == {path.stem for path in FOLDER.iterdir()}


@pytest.mark.parametrize("position", [each for each in all_positions() if not is_long(each)], ids=str)
def test_position(position: Known) -> None:
    concludes(position, position.state(), witnesses(CATALOGUE[position.key], position.parameter, position.state()))


@pytest.mark.slow
@pytest.mark.parametrize("position", [each for each in all_positions() if is_long(each)], ids=str)
def test_position_that_takes_long(position: Known) -> None:
    concludes(position, position.state(), witnesses(CATALOGUE[position.key], position.parameter, position.state()))


@pytest.mark.parametrize("position", [each for each in all_positions() if is_long(each)], ids=str)
def test_position_that_takes_long_in_the_kernel(position: Known) -> None:
    matches = machine.witnesses(rules()[position.key], position.parameter, position.state())

    concludes(position, position.state(), matches)


def concludes(position: Known, state: State, matches: Iterator[Match]) -> None:
    """One of the matches says what is stated, and nothing else; or there is none."""
    found = [tuple(conclusion.text(state.puzzle) for conclusion in match.conclusions) for match in matches]

    if position.then is None:
        assert [] == found
    else:
        assert position.then in found


# Soundness


@pytest.mark.parametrize("kind", BOARDS)
def test_whatever_follows_is_true_in_every_solution(kind: str) -> None:
    check_soundness(kind, Random(kind), rounds=3)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*BOARDS, "sudoku 6", "latin 5", "jigsaw 6", "killer 6", "queens 7", "sudoku 9"])
def test_whatever_follows_is_true_on_many_boards(kind: str) -> None:
    check_soundness(kind, Random(f"many {kind}"), rounds=15, left_out=set())


def check_soundness(kind: str, rng: Random, rounds: int, left_out: Collection[tuple[str, int]] = LONG) -> None:
    """Every conclusion of every match of every technique, over random states."""
    for state in islice(states(kind, rng), rounds):
        for key in SOUND:
            for _ in check_technique(key, state, left_out):
                pass


def check_technique(key: str, state: State, left_out: Collection[tuple[str, int]] = LONG) -> Iterator[int]:
    """A one for every match in the state, whose conclusions are true in every solution."""
    technique, seen = CATALOGUE[key], set[Conclusion]()
    for parameter in sizes(technique, state):
        if (key, parameter) in left_out:
            continue
        for match in witnesses(technique, parameter, state):
            for conclusion in set(match.conclusions) - seen:
                text = conclusion.text(state.puzzle)
                assert holds_in_every_solution(state, conclusion), f"{key} {parameter}: {text} in {state}"
            seen.update(match.conclusions)
            yield 1


@pytest.mark.parametrize("key", SOUND)
def test_it_fires_on_random_states(key: str) -> None:
    """Ten states at least, of boards in turn, and every conclusion is true."""
    usual = ("sudoku 4", "latin 5", "queens 5", "two-star 8", "keen 4", "unequal 4", "adjacent 4", "towers 4",
             "arrows 5", "arrow-row 7", *(f"{key} 4" for key in NUMBER_SOURCES))  # fmt: skip
    spoken = [kind for kind in (*usual, "jigsaw 6") if CATALOGUE[key].speaks(board(kind, Random(kind)))]
    kinds = [RARE[key]] if key in RARE else spoken
    sources = [shared_states(kind, f"fires {kind}") for kind in kinds]
    firing = 0
    for i in range(1500):
        state = next(sources[i % len(sources)])
        firing += sum(check_technique(key, state)) > 0
        if firing == 10:
            return
    raise AssertionError(f"{key} fired in {firing} states of 1500")


@pytest.mark.parametrize("kind", ["sudoku 4", "latin 4", "x 4", "killer 4", "sudoku 6", "latin 5"])
def test_what_assumes_uniqueness_is_true_where_the_solution_is_unique(kind: str) -> None:
    check_uniqueness(kind, Random(kind), rounds=40)


@pytest.mark.slow
def test_what_assumes_uniqueness_fires_and_is_true_on_many_boards() -> None:
    fired: Counter[str] = Counter()
    for kind in ("sudoku 6", "latin 5", "sudoku 4", "x 6", "killer 6"):
        fired += check_uniqueness(kind, Random(f"many {kind}"), rounds=300)

    assert [] == [key for key in UNIQUE if fired[key] < 5 and key not in OF_REAL_PUZZLES]


def check_uniqueness(kind: str, rng: Random, rounds: int) -> Counter[str]:
    fired: Counter[str] = Counter()
    for state, solution in islice(unique_states(kind, rng), rounds):
        for key in UNIQUE:
            for parameter in sizes(CATALOGUE[key], state):
                for match in witnesses(CATALOGUE[key], parameter, state):
                    fired[key] += 1
                    for conclusion in match.conclusions:
                        assert conclusion.true == (solution[conclusion.variable] == conclusion.value), (key, match)
    return fired
