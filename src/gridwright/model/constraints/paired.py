"""Pairs side by side: every tree has a tent of its own beside it, and every tent its tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any

from ..automaton import Automaton
from ..constraint import Apart, Partial, Relation, Sample, all_of
from ..domain import Domain
from ..engines import CpSatModel, SatClauses
from ..errors import PuzzleError
from ..sampling import sample_group, sample_sizes


@dataclass(frozen=True)
class Paired(Relation):
    """{x in scope : x = value} and posts pair off, each pair beside each other.

    A post is something that stands on the board (a tree): `posts` has of each the members beside it, by position. Which
    of them belongs to which post is no part of the answer. `saying` is the sentence.
    """

    value: int
    posts: tuple[tuple[int, ...], ...]
    saying: str

    kind = "paired"
    vocabulary = ("layouts",)
    listed = False
    whole_board = True

    def __post_init__(self) -> None:
        super().__post_init__()
        for beside in self.posts:
            if wrong := [at for at in beside if not 0 <= at < len(self.scope)]:
                raise PuzzleError(f"{self.label} has {len(self.scope)} cells, expected none at position {wrong[0]}")
            if len(set(beside)) < len(beside):
                raise PuzzleError(f"{self.label} names a cell twice beside a post")

    @property
    def posts_beside(self) -> list[list[int]]:
        """Of each member the posts beside it."""
        found: list[list[int]] = [[] for _ in self.scope]
        for post, beside in enumerate(self.posts):
            for at in beside:
                found[at].append(post)
        return found

    def holds(self, values: Sequence[int]) -> bool:
        return self.clash([v == self.value for v in values], [v != self.value for v in values]) is None

    def clash(self, may: Sequence[bool], may_not: Sequence[bool]) -> tuple[list[int], list[int]] | None:
        """Why posts and members cannot pair off, where each may have the value, or another: members, by position, that
        some posts lack, or else members that have the value and too few posts; None where they can.

        They can where some pairing covers every post and some, perhaps another, every member that has the value.
        """
        unpaired = too_few([[at for at in beside if may[at]] for beside in self.posts])
        if unpaired is not None:
            return sorted({at for post in unpaired for at in self.posts[post] if not may[at]}), []
        sure, posts_beside = [at for at, other in enumerate(may_not) if not other], self.posts_beside
        unpaired = too_few([posts_beside[at] for at in sure])
        return None if unpaired is None else ([], sorted(sure[i] for i in unpaired))

    def conflict(self, values: Partial) -> tuple[int, ...] | None:
        clash = self.clash([v in (None, self.value) for v in values], [v != self.value for v in values])
        if clash is None:
            return None
        return tuple(clash[0] or clash[1]) or tuple(range(len(values)))

    def sentence(self, domain: Domain) -> str:
        return self.saying

    def speaks_of(self, sizes: Sequence[int]) -> tuple[int]:
        return (self.value,)

    def parameters(self) -> tuple[int, ...]:
        """The value, and of each post how many members are beside it and which."""
        return self.value, *(number for beside in self.posts for number in (len(beside), *beside))

    @cached_property
    def automaton(self) -> PairedAutomaton:
        return PairedAutomaton(self.value, len(self.posts), tuple(map(tuple, self.posts_beside)))

    def _clash(self, masks: Sequence[int]) -> tuple[list[int], list[int]] | None:
        bit = 1 << self.value
        return self.clash([bool(mask & bit) for mask in masks], [bool(mask & ~bit) for mask in masks])

    def broken(self, masks: Sequence[int], apart: Apart | None = None) -> str | None:
        return None if all(masks) and self._clash(masks) is None else self.fault

    @property
    def fault(self) -> str:
        return f"{self.label} cannot be paired off"

    def kept(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        if self.broken(masks):
            return None
        bit, kept = 1 << self.value, list(masks)
        for at, mask in enumerate(masks):
            for part in (mask & bit, mask & ~bit):
                if part not in (0, mask) and self._clash([*masks[:at], part, *masks[at + 1 :]]):
                    kept[at] &= ~part
        return tuple(kept)

    def grounds(self, masks: Sequence[int]) -> Sequence[int]:
        """The members that some posts lack, or what else those are not that have too few posts."""
        if 0 in masks:
            return all_of(masks.index(0), masks)
        lacking, sure = self._clash(masks) or ([], [])
        bit = 1 << self.value
        return [bit * (at in lacking) | ~bit * (at in sure) for at in range(len(masks))]

    def clauses(self, switch: int, sat: SatClauses) -> None:
        """Each post has a member of its own, which has the value, and each member with the value a post of its own."""
        pairs: dict[int, list[int]] = {at: [] for at in range(len(self.scope))}
        for beside in self.posts:
            own = []
            for at in beside:
                x = self.scope[at]
                if self.value < sat.sizes[x]:
                    own.append(sat.fresh())
                    pairs[at].append(own[-1])
                    sat.add([-own[-1], sat.literal(x, self.value)])
            sat.add([-switch, *own])
            _at_most_one(own, switch, sat)
        for at, own in pairs.items():
            if self.value < sat.sizes[self.scope[at]]:
                sat.add([-switch, -sat.literal(self.scope[at], self.value), *own])
                _at_most_one(own, switch, sat)

    def cpsat(self, words: CpSatModel) -> None:
        """Which of them belongs to which post is chosen by helpers."""
        pairs: list[list[Any]] = [[] for _ in self.scope]
        for beside in self.posts:
            own = [words.helper() for _ in beside]
            words.model.add_exactly_one(own)
            for at, helper in zip(beside, own, strict=True):
                pairs[at].append(helper)
        for x, own in zip(self.scope, pairs, strict=True):
            words.model.add(words.literal(x, self.value) == sum(own))

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        cells = rng.randint(1, 6)
        sizes = sample_sizes(rng, cells, most=3 if cells < 5 else 2)
        count = rng.randint(0, max(1, cells - 2))
        posts = tuple(tuple(rng.sample(range(cells), rng.randint(1, min(cells, 4)))) for _ in range(count))
        return cls(sample_group(rng, cells), rng.randint(0, max(sizes) - 1), posts, "the sample pairs off"), sizes


def _at_most_one(literals: Sequence[int], switch: int, sat: SatClauses) -> None:
    for one, other in combinations(literals, 2):
        sat.add([-switch, -one, -other])


def too_few(choices: Sequence[Sequence[int]]) -> set[int] | None:
    """Of things that take a partner each, by their choices: some that have together fewer than they are (Hall).

    >>> too_few([[0, 1], [1], [1, 0]]), too_few([[0, 1], [1], [2]])
    ({0, 1, 2}, None)
    """
    taken: dict[int, int] = {}

    def take(thing: int, seen: set[int]) -> bool:
        for partner in choices[thing]:
            if partner not in seen:
                seen.add(partner)
                if partner not in taken or take(taken[partner], seen):
                    taken[partner] = thing
                    return True
        return False

    for thing, own in enumerate(choices):
        seen: set[int] = set()
        if (free := next((partner for partner in own if partner not in taken), None)) is not None:
            taken[free] = thing
        elif not take(thing, seen):
            return {thing, *(taken[partner] for partner in seen)}
    return None


@dataclass(frozen=True)
class PairedAutomaton(Automaton):
    """Every set of posts that the members with the value can have so far."""

    value: int
    posts: int
    beside: tuple[tuple[int, ...], ...]
    """Of each member the posts beside it."""

    @property
    def start(self) -> frozenset[int]:
        return frozenset({0})

    def after(self, known: frozenset[int], value: int, at: int) -> frozenset[int] | None:
        if value != self.value:
            return known
        return frozenset(used | 1 << post for used in known for post in self.beside[at] if not used >> post & 1) or None

    def holds(self, known: frozenset[int]) -> bool:
        return (1 << self.posts) - 1 in known
