"""Relations that are exact: what they leave, in the kernel and in Python, is what some right way to fill them uses."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, product

import pytest

from gridwright.model import (
    CandidateCount,
    DifferentLines,
    Group,
    NotAlike,
    Paired,
    Relation,
    Runs,
    Structure,
    VisibleCells,
)
from gridwright.native import kernel_structure, masks_of, propagate

EXACT = (CandidateCount, NotAlike, DifferentLines, Runs, VisibleCells, Paired)
Masks = tuple[int, ...]


def cases(kind: type[Relation], how: str, count: int) -> Iterator[tuple[Relation, Masks, list[tuple[int, ...]], Masks]]:
    """A relation, its domain sizes and every assignment that holds in the order of its scope, and random masks."""
    rng = random.Random(f"{how} {kind.kind}")
    for _ in range(count):
        relation, sizes = kind.sample(rng)
        assert isinstance(relation, Relation)
        own = tuple(sizes[x] for x in relation.scope)
        right = [values for values in product(*map(range, own)) if relation.holds(values)]
        for _ in range(8):
            keep = rng.random()
            yield (
                relation,
                own,
                right,
                tuple(
                    sum(1 << v for v in range(size) if rng.random() < keep) or 1 << rng.randrange(size) for size in own
                ),
            )


def inside(right: Sequence[tuple[int, ...]], masks: Sequence[int]) -> list[tuple[int, ...]]:
    return [values for values in right if all(mask >> v & 1 for mask, v in zip(masks, values, strict=True))]


def by_variable(relation: Relation, numbers: Sequence[int]) -> list[int]:
    found = [0] * len(relation.scope)
    for x, number in zip(relation.scope, numbers, strict=True):
        found[x] = number
    return found


@pytest.mark.parametrize("kind", EXACT, ids=lambda kind: kind.kind)
def test_what_is_left_stands_in_some_right_way_to_fill_the_cells(kind: type[Relation]) -> None:
    for relation, sizes, right, masks in cases(kind, "exact", 15):
        structure = Structure(sizes=tuple(by_variable(relation, sizes)))
        relation.emit(structure)
        left = inside(right, masks)
        expected = tuple(sum({1 << v for v in values}) for values in zip(*left, strict=True)) if left else None
        kernel = propagate(structure, by_variable(relation, masks))

        assert right == list(relation.automaton.tuples([range(size) for size in sizes])), relation
        assert expected == relation.kept(masks), (relation, masks)
        assert (expected is None) == (relation.broken(masks) is not None), (relation, masks)
        assert (None if expected is None else by_variable(relation, expected)) == (
            None if kernel is None else list(kernel)
        ), (relation, masks)


@pytest.mark.parametrize("kind", EXACT, ids=lambda kind: kind.kind)
def test_why_nothing_fits_is_the_same_in_the_kernel_and_enough(kind: type[Relation]) -> None:
    broken = 0
    for relation, sizes, right, masks in cases(kind, "grounds", 15):
        structure = Structure(sizes=tuple(by_variable(relation, sizes)))
        relation.emit(structure)
        if inside(right, masks) or not structure.relations:  # a choice or masks may have said it
            continue
        told = [
            mask & ~own & (1 << size) - 1 for mask, own, size in zip(relation.grounds(masks), masks, sizes, strict=True)
        ]
        found = kernel_structure(structure).grounds(0, masks_of(by_variable(relation, masks)))
        assert found is not None
        pairs = [(x, v) for x, mask in zip(relation.scope, told, strict=True) for v in range(64) if mask >> v & 1]

        assert sorted(structure.candidate(x, v) for x, v in pairs) == sorted(found[1]), (relation, masks)
        assert not inside(right, [~mask for mask in told]), (relation, masks)
        broken += 1

    assert broken > 3


@pytest.mark.parametrize("kind", EXACT, ids=lambda kind: kind.kind)
def test_the_cells_that_clash_do_so_whatever_the_others_are(kind: type[Relation]) -> None:
    for relation, _, right, masks in cases(kind, "clash", 15):
        values = [mask.bit_length() - 1 if mask.bit_count() == 1 else None for mask in masks]
        clash = relation.conflict(values)
        if clash is not None:
            assert not any(all(values[i] in (None, way[i]) for i in clash) for way in right), (relation, values, clash)


def long_runs(rng: random.Random, cells: int) -> tuple[Relation, list[int]]:
    """A long line with runs, and a way to fill it."""
    line = [int(rng.random() < 0.6) for _ in range(cells)]
    lengths = tuple(len(list(run)) for value, run in groupby(line) if value)
    return Runs(Group("row", tuple(range(cells)), number=1), 1, lengths), line


def long_sight(rng: random.Random, cells: int) -> tuple[Relation, list[int]]:
    """A cell that sees far along two rays."""
    line, half = [int(rng.random() < 0.02) for _ in range(cells)], cells // 2
    seen = sum(next((i for i, value in enumerate(ray) if value), half) for ray in (line[:half], line[half:]))
    return VisibleCells(Group("sight", tuple(range(cells))), 1, seen, (half, half)), line


@pytest.mark.parametrize("make", [long_runs, long_sight])
@pytest.mark.parametrize("cells", [62, 64, 126, 128, 254])
def test_long_lines_are_exact(make: Callable[[random.Random, int], tuple[Relation, list[int]]], cells: int) -> None:
    rng = random.Random(f"{make.__name__} {cells}")
    relation, line = make(rng, cells)
    structure = Structure(sizes=(2,) * cells)
    relation.emit(structure)
    for keep in (0.3, 0.9):
        masks = tuple(3 if rng.random() < keep else 1 << value for value in line)
        kept = relation.kept(masks)

        assert kept is not None
        assert list(kept) == list(propagate(structure, masks) or ())
    wrong = tuple(1 << 1 - value if i in (cells // 3, cells // 2) else 1 << value for i, value in enumerate(line))
    found = kernel_structure(structure).grounds(0, masks_of(wrong))
    matter = [mask & ~own & 3 for mask, own in zip(relation.grounds(wrong), wrong, strict=True)]

    assert relation.broken(wrong)
    assert found is not None
    assert [structure.candidate(x, mask >> 1) for x, mask in enumerate(matter) if mask] == sorted(found[1])
