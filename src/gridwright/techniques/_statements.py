"""The statements of a rulebook, one at a time: what each rules out where so much is left.

    rulebook = Statements(board)
    left = rulebook.left(state)          the candidates that are left, as a set of bits
    rulebook.use(3, left)                what is left after statement 3, or None where it cannot hold
    rulebook.conclusions(3, left)        the same as facts

Statements are numbered through: the Blueprint's choices, then its `others`. A choice with one candidate
left makes it true, and a count with no more places than it needs all of them; what becomes true takes along everything
that is linked to it. The rest only removes candidates. One use is what a person reads as one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

from ..model import State, bits
from ..model.blueprint import CageOf, Choice, CountOf, Other, Read, SkylineOf, SumOf, TableOf, ViewOf
from ..model.grounds import Grounds
from ..model.puzzle import single
from ..model.step import Conclusion
from ..rules.board import Board

Statement = Choice | Other
Apart = tuple[tuple[int, ...], ...]

MOST_LAYOUTS = 20_000
"""A cage with more is read by its arithmetic alone."""


class Statements:
    """The choices, counts, sums … of a board, over sets of candidates as bits."""

    def __init__(self, board: Board) -> None:
        self.board, self.blue = board, board.blueprint
        self.all: tuple[Statement, ...] = (*self.blue.choices, *self.blue.others)
        self.linked = tuple(sum(1 << other for other in others) for others in board.linked)
        self.first = [self.blue.candidate(x, 0) for x in range(board.size)]
        self._known_apart: dict[int, Apart] = {}
        self.scopes = tuple(sum(1 << c for c in self._scope(each)) for each in self.all)

    def _scope(self, statement: Statement) -> Iterable[int]:
        if isinstance(statement, Choice):
            return statement.candidates
        return (c for x in statement.scope for c in self.blue.candidates(x))

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
        masks = zip(self.first, state.masks, self.blue.masks, strict=True)
        return sum((mask & allowed) << first for first, mask, allowed in masks)

    def mask(self, x: int, left: int) -> int:
        """What is left for one cell, as a mask of values."""
        return left >> self.first[x] & (1 << self.blue.sizes[x]) - 1

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
        kept = _kept(statement, masks, self._apart(i) if isinstance(statement, Read) else ())
        if kept is None:
            return None
        for x, mask, fewer in zip(statement.scope, masks, kept, strict=True):
            left &= ~((mask & ~fewer) << self.first[x])
        for c in self._true(statement, masks):
            left = self.placed(c, left)
        return left

    def _apart(self, i: int) -> Apart:
        """Of each member of a statement the earlier ones that never repeat its value."""
        if i not in self._known_apart:
            statement = self.all[i]
            members = () if isinstance(statement, Choice) else statement.scope
            self._known_apart[i] = tuple(
                tuple(k for k, q in enumerate(members[:n]) if q in self.board.apart[p]) for n, p in enumerate(members)
            )
        return self._known_apart[i]

    def _true(self, statement: Statement, masks: tuple[int, ...]) -> Iterator[int]:
        """The candidates that a count needs, every one of them."""
        if isinstance(statement, CountOf) and _inside(statement, masks) == statement.least:
            for x, mask, wanted in zip(statement.scope, masks, statement.masks, strict=True):
                value = single(mask & wanted)
                if value is not None:
                    yield self.blue.candidate(x, value)

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
        found = [Conclusion(*self.board.pair(c), True) for c in true]
        return (*found, *(Conclusion(*self.board.pair(c), False) for c in bits(rest)))

    def grounds(self, i: int, left: int) -> Grounds:
        """What a statement finds missing where it says something new or cannot hold, and what it uses: itself, and the
        choices of cells that a count takes for decided."""
        statement, gone = self.all[i], self.scopes[i] & ~left
        if isinstance(statement, Choice):
            return Grounds(self._pairs(gone), {i})
        other = i - len(self.blue.choices)
        if not isinstance(statement, CountOf):
            return Grounds(self._pairs(gone), set(), {other})
        members = statement.scope
        masks = tuple(self.mask(x, left) for x in members)
        wanted = sum((want << self.first[x]) for x, want in zip(members, statement.masks, strict=True))
        if _inside(statement, masks) <= statement.least:
            return Grounds(self._pairs(gone & wanted), set(), {other})
        sure = [x for x, m, want in zip(members, masks, statement.masks, strict=True) if m and not m & ~want]
        sure = sure[: statement.most + 1]
        own = sum(((1 << self.blue.sizes[x]) - 1) << self.first[x] for x in sure)
        return Grounds(self._pairs(gone & own & ~wanted), set(sure), {other})

    def _pairs(self, candidates: int) -> set[tuple[int, int]]:
        return {self.board.pair(c) for c in bits(candidates)}


def _inside(count: CountOf, masks: tuple[int, ...]) -> int:
    """How many members can still take a wanted value."""
    return sum(1 for mask, wanted in zip(masks, count.masks, strict=True) if mask & wanted)


def _kept(statement: Other, masks: tuple[int, ...], apart: Apart) -> tuple[int, ...] | None:
    """The values of each member that a count, a sum, a table … leaves; None where it cannot hold."""
    match statement:
        case CountOf():
            return _counted(statement, masks)
        case SumOf():
            return _summed(masks, statement.total - statement.first * len(masks))
        case TableOf():
            return _listed(statement, masks)
        case CageOf() | SkylineOf() | ViewOf():
            return _read(statement, masks, apart)


def _counted(count: CountOf, masks: tuple[int, ...]) -> tuple[int, ...] | None:
    inside = _inside(count, masks)
    sure = sum(1 for mask, wanted in zip(masks, count.masks, strict=True) if mask and not mask & ~wanted)
    if inside < count.least or sure > count.most:
        return None
    pairs = list(zip(masks, count.masks, strict=True))
    if inside == count.least:
        return tuple(mask & wanted or mask for mask, wanted in pairs)
    if sure == count.most:
        return tuple(mask & ~wanted or mask for mask, wanted in pairs)
    return masks


@lru_cache(maxsize=4096)
def _summed(masks: tuple[int, ...], total: int) -> tuple[int, ...] | None:
    """Different values, counted from 0, that add up to the total: member by member, which sets of values were used."""
    layers = [{0}]
    for mask in masks:
        layers.append({used | 1 << v for used in layers[-1] for v in bits(mask & ~used)})
    good = {used for used in layers[-1] if sum(bits(used)) == total}
    if not good:
        return None
    kept: list[int] = []
    for mask, before in zip(reversed(masks), reversed(layers[:-1]), strict=True):
        steps = [(used, v) for used in before for v in bits(mask & ~used) if used | 1 << v in good]
        kept.append(sum(1 << v for v in {v for _, v in steps}))
        good = {used for used, _ in steps}
    return tuple(reversed(kept))


def _listed(table: TableOf, masks: tuple[int, ...]) -> tuple[int, ...] | None:
    kept = [0] * len(masks)
    for row in table.tuples:
        if all(mask >> v & 1 for mask, v in zip(masks, row, strict=True)):
            for at, v in enumerate(row):
                kept[at] |= 1 << v
    return tuple(kept) if all(kept) else None


@lru_cache(maxsize=4096)
def _read(line: Read, masks: tuple[int, ...], apart: Apart) -> tuple[int, ...] | None:
    """Layout by layout, without repeats among members that are apart; where there are too many, cell by cell."""
    reading = line.reading(max(mask.bit_length() for mask in masks))
    choices = [[v + 1 for v in bits(mask)] for mask in masks]
    kept = [0] * len(masks)
    for n, layout in enumerate(reading.tuples(choices)):
        if n >= MOST_LAYOUTS:
            return tuple(sum(1 << number - 1 for number in numbers) for numbers in reading.open(choices))
        if not any(layout[k] == number for number, before in zip(layout, apart, strict=True) for k in before):
            for at, number in enumerate(layout):
                kept[at] |= 1 << number - 1
    return tuple(kept) if all(kept) else None
