"""Rules about the whole board, stated in more ways than the harness of all kinds compares."""

from __future__ import annotations

import random
from itertools import product

import pytest

from gridwright.kits.places import Places
from gridwright.model import KINDS, CellText, Constraint, Domain, Example, Genre, Grid, Group, OneLoop, Puzzle, Variable
from gridwright.model.adjacency import Adjacency
from gridwright.model.constraints.areas import ANY, Areas
from gridwright.model.constraints.connected import Connected
from gridwright.model.structure import Structure
from gridwright.model.whole_board import WholeBoard
from gridwright.native import propagate
from gridwright.solving import cpsat
from gridwright.solving.clauses import ClauseSolver

WHOLE = [kind for kind in KINDS if issubclass(kind, WholeBoard)]
SAMPLES = 15


def samples(kind: type[Constraint], why: str, number: int = SAMPLES) -> list[tuple[WholeBoard, tuple[int, ...]]]:
    rng, found = random.Random(f"{why} {kind.kind}"), []
    while len(found) < number:
        constraint, sizes = kind.sample(rng)
        assert isinstance(constraint, WholeBoard)
        found.append((constraint, sizes))
    return found


def right(constraint: Constraint, sizes: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every assignment, by variable, for which it holds."""
    every = product(*map(range, sizes))
    return {values for values in every if constraint.holds([values[x] for x in constraint.scope])}


@pytest.mark.parametrize("kind", WHOLE, ids=lambda kind: kind.kind)
def test_read_member_by_member_it_says_the_same(kind: type[Constraint]) -> None:
    for constraint, sizes in samples(kind, "automaton"):
        own = [sizes[x] for x in constraint.scope]
        read = set(constraint.automaton.tuples([range(size) for size in own]))

        assert read == {tuple(values[x] for x in constraint.scope) for values in right(constraint, sizes)}


@pytest.mark.parametrize("kind", WHOLE, ids=lambda kind: kind.kind)
def test_what_clashes_does_so_whatever_the_others_are(kind: type[Constraint]) -> None:
    for constraint, sizes in samples(kind, "clash"):
        fine = [[values[x] for x in constraint.scope] for values in right(constraint, sizes)]
        for values in product(*(range(sizes[x]) for x in constraint.scope)):
            clash = constraint.conflict(values)
            if clash is not None:
                assert not any(all(each[i] == values[i] for i in clash) for each in fine)


@pytest.mark.parametrize("kind", WHOLE, ids=lambda kind: kind.kind)
def test_what_the_kernel_removes_is_seen_in_one_line_of_a_proof(kind: type[Constraint]) -> None:
    rng = random.Random(f"kept {kind.kind}")
    for constraint, sizes in samples(kind, "kept", 40):
        structure = Structure(sizes)
        constraint.emit(structure)
        masks = [1 << rng.randrange(size) if rng.random() < 0.6 else (1 << size) - 1 for size in sizes]
        left = propagate(structure, masks)
        kept: tuple[int, ...] | None = tuple(masks[x] for x in constraint.scope)
        for _ in range(sum(sizes)):
            kept = kept and constraint.kept(kept)

        if left is None:
            assert kept is None
        elif kept is not None:
            assert all(mask & ~left[x] == 0 for x, mask in zip(constraint.scope, kept, strict=True))


def puzzle_of(constraint: Constraint, sizes: tuple[int, ...]) -> Puzzle:
    """A puzzle of nothing else."""
    space = Places(
        lambda puzzle: [
            Variable(cell, Domain("abc"[:size])) for cell, size in zip(puzzle.grid.cells, sizes, strict=True)
        ],
        text=CellText(),
    )
    genre = Genre(
        "Alone", "Rulebook: one rule.", sizes="any", space=space, rules=lambda layout: [constraint], formats=(),
        examples=(Example("", 1, "nothing"),),
    )  # fmt: skip
    return Puzzle(genre, Grid(1, len(sizes)))


@pytest.mark.parametrize("kind", WHOLE, ids=lambda kind: kind.kind)
def test_other_engines_count_the_same_whatever_helpers_they_need(kind: type[Constraint]) -> None:
    for constraint, sizes in samples(kind, "engines", 4):
        puzzle, expected = puzzle_of(constraint, sizes), right(constraint, sizes)
        answer = cpsat.solve(puzzle, limit=8, show=8)

        assert min(8, len(expected)) == answer.count == len(set(answer.solutions))
        assert expected.issuperset(answer.solutions)
        for solution in list(expected)[:3]:
            assert ClauseSolver(sizes).only(puzzle, solution) is (len(expected) == 1)


def test_a_loop_that_closes_too_early_names_its_lines_and_one_elsewhere() -> None:
    # two squares side by side, three points apart
    ends = ((0, 1), (1, 2), (2, 3), (3, 0), (2, 4), (4, 5), (5, 6), (6, 4))
    loop = OneLoop(Group("board", tuple(range(8))), 1, ends)

    assert loop.conflict([1, 1, 1, 1, None, 1, None, None]) == (0, 1, 2, 3, 5)
    assert loop.conflict([1, 1, 1, 1, 0, 0, 0, 0]) is None
    assert loop.conflict([None, None, None, None, 1, None, None, None]) == (4,)  # a bridge: there is no way back


def test_what_is_cut_off_names_the_wall() -> None:
    row = Connected(Group("board", tuple(range(5))), 1, Adjacency.of_pairs(5, [(0, 1), (1, 2), (2, 3), (3, 4)]))

    assert row.conflict([1, None, 0, None, 1]) == (0, 2, 4)
    assert row.conflict([None, None, 0, None, 1]) is None


def test_areas_name_what_joins_encloses_or_is_out_of_reach() -> None:
    adjacency = Adjacency.of_pairs(6, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
    areas = Areas(Group("board", tuple(range(6))), 1, adjacency, (2, 0, 0, 0, 0, ANY))

    assert areas.conflict([1, 1, 1, None, None, None]) == (0, 1, 2)
    assert areas.conflict([1, 0, None, None, None, None]) == (0, 1)
    assert areas.conflict([1, None, 1, None, 0, 1]) == (2, 4)
    assert areas.conflict([0, None, None, None, None, None]) == (0,)
    assert areas.conflict([1, 1, 0, 1, 1, 1]) is None
