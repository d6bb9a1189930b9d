"""One closed loop of lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from ..automaton import Automaton
from ..constraint import Sample
from ..domain import Domain
from ..engines import CpSatModel
from ..sampling import sample_group, small_sizes
from ..whole_board import WholeBoard

Ends = tuple[tuple[int, int], ...]
"""Of each member the two points that it joins, numbered from 0."""


POINT, LOOP = "dot", "loop"
"""The kinds of group of a loop: the lines that meet at one of its points, and all of its lines."""


@dataclass(frozen=True)
class OneLoop(WholeBoard):
    """{x in scope : x = value} are the lines of one closed loop, which never meets itself.

    Each member joins two points. Where the rulebook fixes how much the lines of the loop count together, each member
    its own number (how many clues it lies at), `total` says so: a loop that closes with less or more is wrong.
    """

    ends: Ends
    counts: tuple[int, ...] = ()
    total: int | None = None

    kind = "one-loop"

    @cached_property
    def lines_at(self) -> dict[int, tuple[int, ...]]:
        """The members at each point."""
        found: dict[int, tuple[int, ...]] = {}
        for i, ends in enumerate(self.ends):
            for point in ends:
                found[point] = (*found.get(point, ()), i)
        return found

    def holds(self, values: Sequence[int]) -> bool:
        lines = [i for i, v in enumerate(values) if v == self.value]
        meeting = Counter(point for i in lines for point in self.ends[i])
        return self.own_rule_holds(values) and set(meeting.values()) == {2} and self._counts_right(lines)

    def own_rule_holds(self, values: Sequence[int]) -> bool:
        """Do all lines hang together? Rulebooks say by themselves how lines meet, and what they count together."""
        lines = [i for i, v in enumerate(values) if v == self.value]
        return bool(lines) and len(self._path(lines[0], lines)) == len(lines)

    def _counts_right(self, lines: Iterable[int]) -> bool:
        return self.total is None or sum(self.counts[i] for i in lines) == self.total

    def _path(self, line: int, lines: Iterable[int]) -> set[int]:
        """The lines that hang together with one of them."""
        left, found, waiting = set(lines) - {line}, {line}, [line]
        while waiting:
            for point in self.ends[waiting.pop()]:
                for near in self.lines_at[point]:
                    if near in left:
                        left.discard(near)
                        found.add(near)
                        waiting.append(near)
        return found

    def _closed(self, path: set[int]) -> bool:
        """Does it come back to every point that it comes to, and meet itself nowhere?"""
        return set(Counter(point for i in path for point in self.ends[i]).values()) == {2}

    def clash(self, certain: set[int], possible: set[int]) -> tuple[int, ...] | None:
        """Three lines at a point, a dead end, a loop that is closed too early, or lines that no loop can join."""
        for at in self.lines_at.values():
            here = [i for i in at if i in certain]
            if len(here) > 2:
                return tuple(here[:3])
            if len(here) == 1 and not any(i in possible and i != here[0] for i in at):
                return at
        left = set(certain)
        while left:
            path = self._path(min(left), left)
            left -= path
            if self._closed(path):
                if not self._counts_right(path):
                    return tuple(sorted(path))
                if elsewhere := certain - path:
                    return tuple(sorted((*path, min(elsewhere))))
        return self._cut(certain, possible)

    def conflicts(self, values: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Of several loops each one with a line elsewhere, and a line inside and outside with the ways between that
        are no lines: a loop that has both goes along one of these."""
        found = self.conflict(values)
        if found is None:
            return
        yield found
        loops, left = [], {i for i, v in enumerate(values) if v == self.value}
        while left:
            loops.append(self._path(min(left), left))
            left -= loops[-1]
        for n, loop in enumerate(loops if len(loops) > 1 else ()):
            inside = {point for i in loop for point in self.ends[i]}
            ways = [i for i, (one, other) in enumerate(self.ends) if (one in inside) != (other in inside)]
            for other in (loops[n - 1], max(loops, key=len)):
                if other is not loop:
                    yield (min(loop), min(other), *ways)
            yield tuple(loop) if not self._counts_right(loop) else (*loop, min(loops[n - 1]))

    def _cut(self, certain: set[int], possible: set[int]) -> tuple[int, ...] | None:
        """A line that is the only way between two parts of the board, or two lines with at most one way between them,
        and the wall of all that can be no line: a loop comes into a part as often as it leaves it."""
        parts = self._parts(possible)
        bridges = [i for i in possible if i not in parts]
        for line in sorted(certain):
            if line not in parts:
                return tuple(sorted((*self._wall(self.ends[line][0], line, possible)[1], line)))
        first = min(certain, default=-1)
        for line in sorted(certain):
            if parts[line] != parts[first]:
                far = {self.ends[line][0]}
                walls = (self._wall(self.ends[first][0], bridge, possible) for bridge in (-1, *bridges))
                wall = min((wall for side, wall in walls if side.isdisjoint(far)), key=len)
                return tuple(sorted((*wall, first, line)))
        if parts:
            return None
        return tuple(i for i in range(len(self.scope)) if i not in possible) or tuple(range(len(self.scope)))

    def _wall(self, point: int, bridge: int, possible: set[int]) -> tuple[set[int], list[int]]:
        """The points to which there is a way from a point that is not this bridge, and the members that are no way
        out of there."""
        side, waiting = {point}, [point]
        while waiting:
            for i in self.lines_at[waiting.pop()]:
                for end in self.ends[i]:
                    if i in possible and i != bridge and end not in side:
                        side.add(end)
                        waiting.append(end)
        out = [i for i, (one, other) in enumerate(self.ends) if (one in side) != (other in side)]
        return side, [i for i in out if i not in possible]

    def _parts(self, possible: set[int]) -> dict[int, int]:
        """The part of each member that can be a line, without those that are the only way between two parts.

        By one search in depth: what is met on the way back to a point already met hangs together.
        """
        met: dict[int, int] = {}
        back: dict[int, int] = {}
        part_of: dict[int, int] = {}
        for root in self.lines_at:
            if root in met:
                continue
            met[root] = back[root] = len(met)
            path, unknown = [(root, -1, iter(self.lines_at[root]))], [root]
            while path:
                point, above, lines = path[-1]
                line = next((i for i in lines if i in possible and i != above), None)
                if line is not None:
                    far = self.ends[line][self.ends[line][0] == point]
                    if far in met:
                        back[point] = min(back[point], met[far])
                    else:
                        met[far] = back[far] = len(met)
                        unknown.append(far)
                        path.append((far, line, iter(self.lines_at[far])))
                    continue
                path.pop()
                if path:
                    back[path[-1][0]] = min(back[path[-1][0]], back[point])
                if back[point] == met[point]:
                    first = unknown.index(point)
                    part_of.update(dict.fromkeys(unknown[first:], point))
                    del unknown[first:]
        found = {i: tuple(part_of[point] for point in self.ends[i]) for i in possible}
        return {i: one for i, (one, other) in found.items() if one == other}

    @property
    def fault(self) -> str:
        return f"{self.label} cannot be one closed loop"

    def sentence(self, domain: Domain) -> str:
        return f"the {domain.symbol(self.value)} of {self.label} form one closed loop"

    def parameters(self) -> tuple[int, ...]:
        counts = self.counts or (0,) * len(self.ends)
        each = (number for ends, count in zip(self.ends, counts, strict=True) for number in (*ends, count))
        return self.value, -1 if self.total is None else self.total, *each

    @cached_property
    def automaton(self) -> OneLoopAutomaton:
        return OneLoopAutomaton(self.value, self.ends, self.counts, self.total)

    def cpsat(self, words: CpSatModel) -> None:
        """A circuit that goes along each line one way or the other, and passes by the points without a line."""
        model, arcs = words.model, []
        lines = [words.literal(x, self.value) for x in self.scope]
        number = {point: n for n, point in enumerate(self.lines_at)}
        for line, (one, other) in zip(lines, self.ends, strict=True):
            there, back = words.helper(), words.helper()
            model.add_at_most_one([there, back])
            model.add_bool_or([there, back, line.negated()])
            model.add_implication(there, line)
            model.add_implication(back, line)
            arcs += [(number[one], number[other], there), (number[other], number[one], back)]
        arcs += [(n, n, words.helper()) for n in number.values()]
        model.add_circuit(arcs)
        model.add_bool_or(lines)
        if self.total is not None:
            model.add(sum(count * line for count, line in zip(self.counts, lines, strict=True)) == self.total)

    @classmethod
    def sample(cls, rng: Random) -> Sample:
        rows, columns = rng.choice(((2, 2), (2, 3), (2, 4), (3, 3)))
        points = [(row, column) for row in range(rows) for column in range(columns)]
        pairs = [(p, q) for p in points for q in ((p[0], p[1] + 1), (p[0] + 1, p[1])) if q in points]
        rng.shuffle(pairs)
        ends = tuple((points.index(p), points.index(q)) for p, q in pairs)
        sizes = small_sizes(rng, len(ends), most=2 if len(ends) > 7 else 3)
        value, group = rng.randint(0, max(sizes) - 1), sample_group(rng, len(ends))
        if rng.random() < 0.5:
            return cls(group, value, ends), sizes
        return cls(group, value, ends, tuple(rng.randint(0, 2) for _ in ends), rng.randint(0, 8)), sizes


Known = tuple[tuple[tuple[int, int], ...], bool, int]
"""The other end of the path at each point where one ends; is the loop closed, and what do its lines count?"""


@dataclass(frozen=True)
class OneLoopAutomaton(Automaton):
    """Where the paths that were read so far begin and end."""

    value: int
    ends: Ends
    counts: tuple[int, ...]
    total: int | None

    @cached_property
    def last(self) -> dict[int, int]:
        """The last member at each point."""
        return {point: i for i, ends in enumerate(self.ends) for point in ends}

    @property
    def start(self) -> Known:
        return (), False, 0

    def after(self, known: Known, value: int, at: int) -> Known | None:
        paths, closed, count = known
        other_end = dict(paths)
        one, other = self.ends[at]
        if value == self.value:
            if closed:
                return None
            first, second = other_end.get(one, one), other_end.get(other, other)
            if -1 in (first, second):
                return None
            count += self.counts[at] if self.total is not None else 0
            if first == other:
                closed = True
            for point in (one, other):
                other_end[point] = -1 if point in other_end or closed else other_end.get(point, point)
            if not closed:
                other_end[first], other_end[second] = second, first
        for point in (one, other):
            if self.last[point] == at and other_end.pop(point, -1) != -1:
                return None
        if closed and any(end != -1 for end in other_end.values()):
            return None
        return tuple(sorted(other_end.items())), closed, count

    def holds(self, known: Known) -> bool:
        return known[1] and (self.total is None or known[2] == self.total)
