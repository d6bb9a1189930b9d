"""The statements of a rulebook, one at a time: what each rules out where so much is left.

    rulebook = Statements(structure)
    left = rulebook.left(state)          the candidates that are left, as a set of bits
    rulebook.use(3, left)                what is left after statement 3, or None where it cannot hold
    rulebook.conclusions(3, left)        the same as facts

Statements are numbered through: the Structure's choices, then its `relations`. A choice with one candidate
left makes it true, and a count with no more places than it needs all of them; what becomes true takes along everything
that is linked to it. The rest only removes candidates. One use is what a person reads as one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from ..model import Relation, State, Structure, bits
from ..model.grounds import Grounds
from ..model.step import Conclusion
from ..model.structure import Choice

Statement = Choice | Relation


class Statements:
    """The choices and relations of a board, over sets of candidates as bits."""

    def __init__(self, structure: Structure) -> None:
        self.structure = structure
        self.all: tuple[Statement, ...] = (*self.structure.choices, *self.structure.relations)
        self.linked = tuple(sum(1 << other for other in others) for others in structure.linked)
        self.first = [self.structure.candidate(x, 0) for x in range(structure.size)]
        self.scopes = tuple(sum(1 << c for c in self._scope(each)) for each in self.all)

    def _scope(self, statement: Statement) -> Iterable[int]:
        if isinstance(statement, Choice):
            return statement.candidates
        return (c for x in statement.scope for c in self.structure.candidates(x))

    @cached_property
    def about(self) -> tuple[tuple[int, ...], ...]:
        """The statements that speak of each candidate."""
        found: list[list[int]] = [[] for _ in self.linked]
        for i, scope in enumerate(self.scopes):
            for c in bits(scope):
                found[c].append(i)
        return tuple(map(tuple, found))

    def left(self, state: State) -> int:
        """The candidates of a state."""
        masks = zip(self.first, state.masks, self.structure.masks, strict=True)
        return sum((mask & allowed) << first for first, mask, allowed in masks)

    def mask(self, x: int, left: int) -> int:
        """What is left for one cell, as a mask of values."""
        return left >> self.first[x] & (1 << self.structure.sizes[x]) - 1

    def placed(self, c: int, left: int) -> int:
        """What is left when a candidate is true."""
        return left & ~self.linked[c]

    def use(self, i: int, left: int) -> int | None:
        """What is left after a statement; None where it cannot hold."""
        statement = self.all[i]
        if isinstance(statement, Choice):
            own = left & self.scopes[i]
            if own & (own - 1):
                return left
            return self.placed(own.bit_length() - 1, left) if own else None
        masks = tuple(self.mask(x, left) for x in statement.scope)
        kept = statement.kept(masks, self.structure.apart_in(statement.scope))
        if kept is None:
            return None
        for x, mask, fewer in zip(statement.scope, masks, kept, strict=True):
            left &= ~((mask & ~fewer) << self.first[x])
        for c in self._true(statement, masks):
            left = self.placed(c, left)
        return left

    def _true(self, relation: Relation, masks: tuple[int, ...]) -> Iterator[int]:
        """The candidates that a relation makes true at once."""
        return (self.structure.candidate(relation.scope[i], value) for i, value in relation.true(masks))

    def conclusions(self, i: int, left: int) -> tuple[Conclusion, ...]:
        """What a statement says that is new: what becomes true, and what else is ruled out."""
        statement, after = self.all[i], self.use(i, left)
        if after is None:
            return ()
        if isinstance(statement, Choice):
            own = left & self.scopes[i]
            true = [own.bit_length() - 1] if after != left else []
        else:
            true = list(self._true(statement, tuple(self.mask(x, left) for x in statement.scope)))
        true = [c for c in true if self.placed(c, left) != left]
        rest = left & ~after
        for c in true:
            rest &= ~self.linked[c]
        found = [Conclusion(*self.structure.pair(c), True) for c in true]
        return (*found, *(Conclusion(*self.structure.pair(c), False) for c in bits(rest)))

    def grounds(self, i: int, left: int) -> Grounds:
        """What a statement finds missing where it says something new or cannot hold, and what it uses: itself, and the
        choices of cells that it takes for decided."""
        statement, gone = self.all[i], self.scopes[i] & ~left
        if isinstance(statement, Choice):
            return Grounds(self._pairs(gone), {i})
        masks = tuple(self.mask(x, left) for x in statement.scope)
        missing, decided = statement.grounds(masks)
        wanted = sum(self._own(x) & mask << self.first[x] for x, mask in zip(statement.scope, missing, strict=True))
        own = {statement.scope[at] for at in decided}
        return Grounds(self._pairs(gone & wanted), own, {i - len(self.structure.choices)})

    def _own(self, x: int) -> int:
        """The candidates of a cell."""
        return ((1 << self.structure.sizes[x]) - 1) << self.first[x]

    def _pairs(self, candidates: int) -> set[tuple[int, int]]:
        return {self.structure.pair(c) for c in bits(candidates)}
