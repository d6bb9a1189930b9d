"""Where no technique applies: the smallest proof of a next fact, though nobody has a name for it.

    find(state)                suppose one candidate were true; statement after statement something is ruled out;
                               in the end one of them cannot hold

The size of such a proof is its number of lines: uses of one statement of the rulebook (`_statements`), the one
that breaks included. Proofs are sought by size over all assumptions at once, so the first one met has the fewest lines;
among those of one size the first assumption in the order of cells and values wins, values that the rulebook speaks of
before "no star". Where that takes too long, long proofs are met from the other side: the kernel follows an assumption
until it breaks and says what it used, and whatever is not needed is dropped. Such a proof has no line to spare, but
there may be a shorter one.

It is a step of its own kind and no technique: a scale counts it only if it lists `unnamed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model import Limits, Sort, State, begin, bits
from ..model.grounds import Grounds
from ..model.step import Conclusion, Seen, Step
from ..native import compile_puzzle, masks_of
from ..rules.evaluate import Match
from ..rules.position import Position
from ..rules.technique import ALONE, Concludes, Context, Line, Supposing, Supposition
from ._statements import Statements

LINE = "line"
"""The key of a line of a proof: one statement used once. The last one breaks, and so concludes nothing."""

NODES = 20_000
"""States looked at, all assumptions together, before the search by size is given up."""

SHRUNK = 12
"""Of so many assumptions that the kernel refuted with the least the proofs are shrunk then."""


class Unnamed(Supposing):
    """The smallest proof from the rulebook alone."""

    key = "unnamed"
    because = "suppose {p} were {v}: the rulebook's own statements break, one after the other"
    holds = "what leads to something impossible is wrong"

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """One proof at the most."""
        found = find(state, limits=context.limits)
        return iter(() if found is None else (found,))

    def concludes(self, step: Step, state: State, inside: Concludes) -> tuple[Conclusion, ...]:
        """Whoever reads a proof says whether its lines hold: each names a statement of the rulebook, no technique."""
        return inside(step, state)

    def rests_on(self, step: Step) -> frozenset[str]:
        """On no technique."""
        return frozenset()


def find(state: State, nodes: int = NODES, *, limits: Limits | None = None) -> Supposition | None:
    """The smallest proof of a next fact, or None where no single assumption breaks; raises `Stopped` at its limits.

    >>> from gridwright.genres import parse
    >>> from gridwright.rules.position import start
    >>> state = start(parse("." * 16, genre="latin")).after("r1c2-1", "r1c2-2", "r1c3-1", "r1c3-2")
    >>> proof = find(state)
    >>> proof.conclusions[0].text(state.puzzle), len(proof.lines)
    ('r1c1-3', 2)
    """
    return _Search(state, nodes, begin(limits)).proof()


class _Search:
    def __init__(self, state: State, nodes: int, limits: Limits) -> None:
        self.structure = structure = state.structure
        self.state, self.nodes, self.limits = state, nodes, limits
        self.problem, self.masks = compile_puzzle(state.puzzle), masks_of(state.masks)
        self.rulebook = Statements(structure)
        self.outside = self.rulebook.left(state)
        self.used: dict[int, set[int]] = {}
        """What the kernel used to refute each candidate that it could refute, the best to tell first."""
        for silent in (False, True):
            for x in sorted(Position(state).open):
                for value in state.candidates(x):
                    if (value not in structure.loud) is silent:
                        self.try_candidate(x, value)

    def try_candidate(self, x: int, value: int) -> None:
        c = self.structure.candidate(x, value)
        refuted, _, used, relations, _ = self.problem.probe(self.masks, c, None, *self.limits.native)
        self.limits.check()
        if refuted and self.outside >> c & 1:
            choices = len(self.structure.choices)
            self.used[c] = {*used, *(choices + i for i in relations)}

    def proof(self) -> Supposition | None:
        """By size while there are nodes left, else from the kernel's refutations."""
        if not self.used:
            return None
        return self.by_size() or self.shrunk()

    # By size

    def by_size(self) -> Supposition | None:
        """All assumptions in step, a line more each round."""
        fronts: dict[int, dict[int, tuple[tuple[int, ...], tuple[int, ...]]]] = {}
        for c in self.used:
            left = self.rulebook.placed(c, self.outside)
            units, broken = self.look(left, self.outside & ~left, ())
            if broken is not None:
                return self.supposition(c, (broken,), True)
            fronts[c] = {left: ((), units)}
        while fronts := {c: front for c, front in fronts.items() if front}:
            for c, front in fronts.items():
                further: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
                for left, (path, units) in front.items():
                    for i in units:
                        after = self.rulebook.use(i, left)
                        if after is None or after in further:
                            continue
                        if self.nodes <= 0:
                            return None
                        self.nodes -= 1
                        self.limits.check()
                        more, broken = self.look(after, left & ~after, units)
                        if broken is not None:
                            return self.supposition(c, (*path, i, broken), True)
                        further[after] = (*path, i), more
                fronts[c] = further
        return None

    def look(self, left: int, gone: int, units: Iterable[int]) -> tuple[tuple[int, ...], int | None]:
        """(The statements that say something new, one that cannot hold), where only these candidates have just gone."""
        touched = {i for c in bits(gone) for i in self.rulebook.about[c]}.union(units)
        more = []
        for i in sorted(touched):
            after = self.rulebook.use(i, left)
            if after is None:
                return (), i
            if after != left:
                more.append(i)
        return tuple(more), None

    # From the kernel

    def shrunk(self) -> Supposition | None:
        """The shortest of the refutations that used least, each without what it does not need."""
        least = sorted(self.used, key=lambda c: len(self.used[c]))[:SHRUNK]
        proofs = [self.supposition(c, path, False) for c in least if (path := self.shrink(c, self.used[c]))]
        return min(proofs, key=lambda proof: len(proof.lines), default=None)

    def shrink(self, c: int, used: set[int]) -> tuple[int, ...] | None:
        """Uses of these statements that break, none of which can be left out."""
        path = self.follow(c, used)
        if path is None:  # the kernel sees more in a sum than we can tell
            return None
        for i in sorted(set(path), reverse=True):
            shorter = self.follow(c, set(path) - {i})
            path = shorter if shorter is not None else path
        at = 0
        while at < len(path) - 1:
            without = path[:at] + path[at + 1 :]
            path, at = (without, at) if self.breaks(c, without) else (path, at + 1)
        return path

    def follow(self, c: int, used: set[int]) -> tuple[int, ...] | None:
        """Use whatever says something new, round by round, until something breaks."""
        self.limits.check()
        left, changed = self.rulebook.placed(c, self.outside), True
        path: list[int] = []
        while changed:
            changed = False
            for i in sorted(used):
                after = self.rulebook.use(i, left)
                if after is None:
                    return (*path, i)
                if after != left:
                    left, changed = after, True
                    path.append(i)
        return None

    def breaks(self, c: int, path: tuple[int, ...]) -> bool:
        """Do these uses, in this order, say something new each, and does the last one break?"""
        self.limits.check()
        left = self.rulebook.placed(c, self.outside)
        for i in path[:-1]:
            after = self.rulebook.use(i, left)
            if after is None or after == left:
                return False
            left = after
        return self.rulebook.use(path[-1], left) is None

    # The record

    def supposition(self, c: int, path: tuple[int, ...], smallest: bool) -> Supposition:
        """The lines of a path."""
        left, total, lines = self.rulebook.placed(c, self.outside), Grounds(), []
        for i in path:
            found = self.rulebook.grounds(i, left)
            found.absences = {(x, v) for x, v in found.absences if not self.state.masks[x] >> v & 1}
            lines.append(Line(LINE, LINE, None, {}, self.rulebook.conclusions(i, left), found))
            total.absences |= found.absences
            total.choices |= found.choices
            total.relations |= found.relations
            left = self.rulebook.use(i, left) or 0
        x, value = self.structure.pair(c)
        witness = {"p": Seen(Sort.CELL, x), "v": Seen(Sort.VALUE, value)}
        return Supposition(witness, (self.conclusion(x, value),), tuple(lines), total, smallest)

    def conclusion(self, x: int, value: int) -> Conclusion:
        """The opposite of what was supposed; where "no star" fails, that there is one."""
        others = [other for other in self.state.candidates(x) if other != value]
        if value not in self.structure.loud and len(others) == 1:
            return Conclusion(x, others[0], True)
        return Conclusion(x, value, False)


TECHNIQUE = Unnamed()
