"""The search that learns says what the plain one says; every reason that it gives is true, earlier and enough.

Hand-over is forced: at once, so that learning answers alone, or after a few nodes, so that it goes on where the plain
search stopped. A checked search (`learn`) looks at each of its reasons, those of relations by brute force.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from gridwright.genres import parse
from gridwright.model import Limits, Puzzle
from gridwright.native import compile_puzzle, kernel, masks_of, start_of
from gridwright.solving import engine_named
from gridwright.testing import check_agreement
from puzzle_sources import SOURCES, puzzles

LIMIT = 20
ALONE, NEVER = 0, 2**62
THREE_STARS = (
    "3:AABBBCCCDDDDDD/ABBBBCCCDDDDED/AABFFCCCDDDEEE/AGGFFFFCDDEEEE/AGGFFFHDDDEIEE/GGHFFFHDDDIIIE/GGHHFHHHDJIIKK/"
    "GGHHHHHHDJJIKK/GGGHHHHHJJJJJK/GGHHHLHHJJJJJK/GGGMHLHJJKKKKK/MMMMLLLLKKKNNK/LMMMLLLLNNNNKK/LLLLLLLLNNNNNK"
)


def found(puzzle: Puzzle, hand_over: int, seed: int = 0) -> kernel.Found:
    return compile_puzzle(puzzle).solve(start_of(puzzle), LIMIT, LIMIT, nodes=50_000, hand_over=hand_over, seed=seed)


def compare(puzzle: Puzzle, rng: Random) -> bool:
    """False where the plain search does not end, so that there is nothing to compare."""
    plain = found(puzzle, NEVER)
    if plain.stop == "nodes":
        return False
    for hand_over in (ALONE, rng.randrange(1, 12)):
        learnt = found(puzzle, hand_over, rng.randrange(3))
        said = f"{puzzle} handed over after {hand_over}"
        assert plain.count == learnt.count, said
        assert learnt.exhausted == plain.exhausted or LIMIT == plain.count, said  # either may stop at the last one
        assert len(learnt.solutions) == len(set(learnt.solutions)), said
        if plain.exhausted:
            assert sorted(plain.solutions) == sorted(learnt.solutions), said
    check(puzzle, plain)
    return True


def check(puzzle: Puzzle, plain: kernel.Found) -> None:
    """Every reason is checked on the way, and every clause of the time before the first solution holds in all."""
    checked, clauses = compile_puzzle(puzzle).learn(masks_of(puzzle.start()), LIMIT)
    assert plain.count == checked.count
    for solution in plain.solutions:
        true = {puzzle.structure.candidate(x, value) for x, value in enumerate(solution)}
        for clause in clauses:
            assert any(c in true if c >= 0 else -1 - c not in true for c in clause), f"{puzzle}: {clause}"


@pytest.mark.parametrize("key", sorted(SOURCES))
def test_learning_says_what_the_plain_search_says(key: str) -> None:
    rng = Random(f"learning {key}")
    assert 20 <= sum(compare(puzzle, rng) for puzzle in islice(puzzles(key, rng), 30))


@pytest.mark.slow
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("key", sorted(SOURCES))
def test_learning_says_what_the_plain_search_and_cpsat_say_of_many(key: str, large: bool) -> None:
    rng = Random(f"learning more {key} {large}")
    for puzzle in islice(puzzles(key, rng, large), 100):
        compare(puzzle, rng)
        if found(puzzle, ALONE).stop != "nodes":
            cpsat = engine_named("cpsat")(puzzle, limit=LIMIT, show=LIMIT, limits=Limits(seconds=20))
            learnt = found(puzzle, ALONE)
            if cpsat.stop is None:
                assert cpsat.count == learnt.count


def test_three_stars_that_the_plain_search_takes_long_for_are_learnt() -> None:
    puzzle = parse(THREE_STARS, genre="star-battle")
    answer = puzzle.solve()

    assert ("unique", "learning") == (answer.status.value, answer.search)
    check_agreement(puzzle, [answer, engine_named("cpsat")(puzzle)])


def test_two_runs_have_the_same_conflicts_and_another_order_has_others() -> None:
    puzzle = parse(THREE_STARS, genre="star-battle")
    runs = [found(puzzle, ALONE, seed) for seed in (0, 0, 1, 2)]

    assert runs[0].nodes == runs[1].nodes
    assert len({run.nodes for run in runs}) > 1
    assert 1 == len({tuple(run.solutions) for run in runs})


def test_a_search_that_finds_solutions_all_the_time_is_never_handed_over() -> None:
    nearly_empty = parse("1" + "." * 15, genre="sudoku")

    assert "plain" == compile_puzzle(nearly_empty).solve(start_of(nearly_empty), 100, hand_over=12).search


def test_a_budget_of_nodes_counts_conflicts_too() -> None:
    puzzle = parse(THREE_STARS, genre="star-battle")
    stopped = compile_puzzle(puzzle).solve(start_of(puzzle), nodes=40, hand_over=30)

    assert ("nodes", 40, "learning") == (stopped.stop, stopped.nodes, stopped.search)
