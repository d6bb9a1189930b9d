"""What the kernel derives of a structure is what Python says of it: the tables that rules read, and what is broken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from edge_genres import BRIDGES, FENCES, POSTS, TOUR

from gridwright.genres import genres, parse
from gridwright.model import CandidateCount, Count, Puzzle, Relation, State, Structure
from gridwright.native import compile_puzzle, kernel, kernel_structure, masks_of
from gridwright.rules.breaks import breaks
from gridwright.rules.machine import placed_of
from random_states import board, shared_states

KINDS = (
    "latin 5", "sudoku 6", "jigsaw 5", "x 6", "killer 6", "loose 6", "queens 6", "two-star 8", "keen 5",
    "unequal 5", "adjacent 5", "towers 5", "arrows 5", "eight 4", "arrow-row 7",
)  # fmt: skip


def puzzles() -> Iterator[Puzzle]:
    """The examples of all genres, those of edges, corners and spans too, and random boards."""
    for genre in (*genres().values(), FENCES, TOUR, POSTS, BRIDGES):
        for example in genre.examples:
            yield parse(example.text, genre=genre)
    for kind in KINDS:
        yield board(kind, Random(kind))


def tables_of(structure: Structure) -> tuple[object, ...]:
    """As `Structure.tables` of the kernel tells them."""

    def triples(table: dict[tuple[int, int], int]) -> list[tuple[int, int, int]]:
        return sorted((*about, number) for about, number in table.items())

    fillings, sums = structure.fillings, structure.sums
    clues = {group: structure.relations[i].clue for group, i in fillings.items()}
    return (
        triples(structure.exact),
        triples(structure.choice_of),
        triples(structure.count_of),
        sorted((group, i, -1 if clues[group] is None else clues[group]) for group, i in fillings.items()),
        sorted((group, fillings.get(group, sums.get(group, -1)), total) for group, total in structure.totals.items()),
        [(x, list(ahead)) for x, ahead in enumerate(structure.ahead) if ahead is not None],
        sorted(structure.loud),
        [sorted(each) for each in structure.peers],
        [sorted(each) for each in structure.apart],
    )


def test_rules_read_in_the_kernel_what_python_says_of_every_genre() -> None:
    asked = 0
    for puzzle in puzzles():
        assert tables_of(puzzle.structure) == compile_puzzle(puzzle).tables(), str(puzzle)
        asked += 1

    assert asked > 40


def poorer(state: State, rng: Random) -> Iterator[State]:
    """The same with fewer and fewer candidates."""
    masks = list(state.masks)
    for _ in range(rng.randint(1, 60)):
        x = rng.randrange(len(masks))
        if x not in state.placed and (fewer := masks[x] & rng.getrandbits(len(bin(masks[x])))):
            masks[x] = fewer
            yield State(state.puzzle, tuple(masks), state.placed)


@pytest.mark.parametrize("kind", KINDS)
def test_the_kernel_calls_a_state_broken_where_something_is(kind: str) -> None:
    rng, seen = Random(kind), {True: 0, False: 0}
    for state in islice(shared_states(kind, "broken"), 25):
        for each in poorer(state, rng):
            broken = next(breaks(each), None) is not None
            outcome = compile_puzzle(each.puzzle).outcome(masks_of(each.masks), placed_of(each))
            assert broken == (outcome == "contradiction"), str(each)
            seen[broken] += 1

    assert all(seen.values())


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"groups": [[0, 2]], "kinds": [0]}, "group 0 names variable 2, but there are 2"),
        ({"groups": [[0, 0]], "kinds": [0]}, "group 0 names variable 0 twice"),
        ({"groups": [[0, 1]]}, "every group has a kind, a number below 64"),
        ({"groups": [[0, 1]], "kinds": [64]}, "every group has a kind, a number below 64"),
        ({"choice_groups": [0, 0]}, "every choice has a group that is there, or none"),
        ({"choice_groups": [-1]}, "every choice has a group that is there, or none"),
        ({"relation_groups": [0]}, "a relation of kind count has group 0, which is not there"),
        ({"relation_groups": []}, None),
        ({"relation_groups": [-1, -1]}, "every relation has a group, or none has"),
        (
            {"groups": [[1, 0]], "kinds": [0], "relation_groups": [0]},
            "a relation of kind count does not begin with the members of its group",
        ),
        ({"counts": [(0, 0, 1)]}, "a group that is there holds one of 64 values a number of times"),
    ],
)
def test_a_structure_that_names_what_is_not_there_is_refused(wrong: dict[str, object], sentence: str | None) -> None:
    def build() -> kernel.Structure:
        return kernel.Structure([2, 2], [3, 3], [[0, 1], [2, 3]], [], [("count", [0, 1], [1, 0, 1])], **wrong)

    if sentence is None:
        assert 3 == build().solve(None, 9).count
        return
    with pytest.raises(ValueError, match=sentence):
        build()


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (("count", 0, [0, 0], 2, [0, 1, 1]), "names a variable twice"),
        (("count", 64, [0, 1], 2, [0, 1, 1]), "a number below 64"),
        (("count", 0, [0, 2], 2, [0, 1, 1]), "names variable 2, but there are 2"),
        (("count", 0, [0, 1], 3, [0, 1, 1]), "more members than its statement has variables"),
        (("count", 0, [0, 1], 2, [0, 1]), "a count has a value, the least and the most"),
    ],
)
def test_a_wrong_statement_is_not_added(statement: tuple[str, int, list[int], int, list[int]], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        kernel_structure(Structure(sizes=(2, 2))).with_statements([statement])


@pytest.mark.parametrize("kind", [Count, CandidateCount], ids=lambda kind: kind.kind)
def test_a_statement_becomes_what_its_constraint_emits(kind: type[Relation]) -> None:
    rng, forms = Random(kind.kind), set()
    for _ in range(200):
        relation, sizes = kind.sample(rng)
        assert isinstance(relation, Relation)
        emitted = Structure(sizes=sizes)
        relation.emit(emitted)
        statement = (relation.kind, 0, list(relation.scope), len(relation.scope), list(relation.parameters()))
        added = kernel_structure(Structure(sizes=sizes)).with_statements([statement])

        assert kernel_structure(emitted).solve(None, 999).count == added.solve(None, 999).count, relation
        forms.add((len(emitted.relations), len(emitted.choices) - len(sizes), len(emitted.at_most_ones)))

    assert forms == {(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)}
