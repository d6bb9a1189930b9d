"""Small random groups and domains, for the samples of constraint kinds (`Constraint.sample`)."""

from __future__ import annotations

from math import prod
from random import Random

from .group import Group

MOST_ASSIGNMENTS = 5_000
"""Samples whose every assignment is listed several times have no more."""


def sample_group(rng: Random, cells: int) -> Group:
    """The variables 0, 1, 2 … in some order."""
    members = list(range(cells))
    rng.shuffle(members)
    return Group("sample", tuple(members))


def sample_sizes(rng: Random, cells: int, least: int = 1, most: int = 5) -> tuple[int, ...]:
    """Domain sizes, all equal in half of the samples."""
    if rng.random() < 0.5:
        return (rng.randint(least, most),) * cells
    return tuple(rng.randint(least, most) for _ in range(cells))


def small_sizes(rng: Random, cells: int, most: int) -> tuple[int, ...]:
    """Domain sizes with few assignments."""
    sizes = sample_sizes(rng, cells, most=most)
    while prod(sizes) > MOST_ASSIGNMENTS:
        sizes = sample_sizes(rng, cells, most=most - 1)
    return sizes
