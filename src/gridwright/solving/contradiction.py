"""Contradiction: suppose a candidate were true, follow it for a few steps until something breaks, and exclude it.

    find(board, state, 2, inner)      the first candidate that at most two steps of the inner techniques refute

This is a finder, not a rule: what it does inside, other techniques say. Candidates are tried in the order of cells and
values, loud values only ("suppose there were no star" is not tried). Each is followed breadth first: a layer applies
everything that the inner techniques see in the state before it, and the layer in which something first breaks is the
last. Of the matches so far only those stay that the break rests on, of each only the conclusions that are used, and
where several removed the same candidate, those that serve most. What is left is the sub-proof: a person reads it line
by line, and it holds without the matches that were dropped.

On a board with arrows the kernel looks instead (`kernel/refute.hpp`): cells with the fewest candidates first, and every
way to apply at most k matches one after the other, so that k is the least number of lines. There an arrow breaks when
none of its candidates lies between what it sees for certain and what it could see at the most.

Like a rule, a refutation has a witness (the candidate) and reads: what it found missing in the state outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..model import Sort, State, bits
from ..model.step import Conclusion, Seen
from ..rules.board import Board
from ..rules.evaluate import Match, OutOfFuel, recheck
from ..rules.machine import Refuted, refuted, witnesses
from ..rules.position import Position, apply
from ..rules.reads import Reads
from ..rules.relied import relied_on
from ..rules.tree import Parameter, Technique

LONGEST = 12
"""The largest number of steps that a sub-proof may have."""

MOST_BREAKS = 4
"""Of so many things that break together the shortest sub-proof is taken."""

CONTRADICTION = Technique(
    key="contradiction",
    parameters=(Parameter("k", 1, LONGEST),),
    called=tuple((k, f"contradiction-{k}") for k in range(1, LONGEST + 1)),
    assumes=None,
    seen=(),
    then=(),
    because="suppose {p} were {v}: a few steps later something breaks",
    holds="what leads to something impossible is wrong",
)
"""The record of the finder, as a rule file would give it."""

Inner = Sequence[tuple[Technique, int | None]]
"""The techniques that may be used inside, with their sizes, simplest first: the inner cap."""

Matcher = Callable[[Technique, int | None, Board, State], Iterator[Match]]

Candidate = tuple[int, int]

Proof = tuple[tuple["Thought", ...], Reads]
"""Thoughts in their order, and all that they and the break read outside."""


@dataclass(frozen=True)
class Thought:
    """A step inside: a match in the state `before` its layer, and `found`, what it read outside the assumption."""

    technique: Technique
    size: int | None
    match: Match
    before: State = field(repr=False)
    layer: int
    found: Reads = field(default_factory=Reads, hash=False)


@dataclass(frozen=True)
class Refutation(Match):
    """A match of the finder: the steps that lead from the candidate to the break, and all that they read together."""

    inside: tuple[Thought, ...]
    found: Reads = field(hash=False)


def find(board: Board, state: State, k: int, inner: Inner, matcher: Matcher = witnesses) -> Refutation | None:
    """The first refutation with at most k steps inside, or None.

    >>> from gridwright.genres import parse
    >>> from gridwright.rules.position import start
    >>> from gridwright.techniques import catalogue
    >>> state = start(parse("." * 16, genre="latin")).after("r2c1-3", "r2c1-4", "r3c1-3", "r3c1-4")
    >>> found = find(Board.of(state.puzzle), state, 1, [(catalogue()["naked-single"], None)])
    >>> found.conclusions[0].text(state.puzzle), len(found.inside)
    ('r1c1-1', 1)
    """
    return next(refutations(board, state, k, inner, matcher), None)


def refutations(board: Board, state: State, k: int, inner: Inner, matcher: Matcher = witnesses) -> Iterator[Refutation]:
    """Every refutation with at most k steps inside, in the order of cells and values."""
    return Search(board, state, inner, matcher).refutations(k)


def _length(proof: Proof) -> int:
    return len(proof[0])


class ShortestFirst:
    """The candidates of a state on a board with arrows; the kernel looks for the fewest single matches that refute."""

    def __init__(self, board: Board, state: State, inner: Inner) -> None:
        self.board, self.state, self.inner = board, state, inner

    def refutations(self, k: int) -> Iterator[Refutation]:
        """Those with at most k steps inside; the first alone, for most callers want no more, then all."""
        seen = 0
        for limit in (1, self.board.size * self.board.values):
            found, decided = refuted(self.inner, self.board, self.state, k, limit)
            yield from map(self.told, found[seen:])
            seen = len(found)
            if seen < limit and not decided:
                raise OutOfFuel("a contradiction was given up")
            if seen < limit:
                return

    def told(self, found: Refuted) -> Refutation:
        """A refutation with the states on its way."""

        def outside(reads: Reads) -> Reads:
            missing = {(x, v) for x, v in reads.absences if not self.state.masks[x] >> v & 1}
            return Reads(missing, reads.choices, reads.others)

        before = apply(self.board, self.state, [Conclusion(found.cell, found.value, True)])
        inside, total = [], outside(found.last)
        for layer, (rule, match, reads) in enumerate(found.lines):
            own = outside(reads)
            inside.append(Thought(*self.inner[rule], match, before, layer, own))
            total = Reads(total.absences | own.absences, total.choices | own.choices, total.others | own.others)
            before = apply(self.board, before, match.conclusions)
        witness = {"p": Seen(Sort.CELL, found.cell), "v": Seen(Sort.VALUE, found.value)}
        return Refutation(witness, (Conclusion(found.cell, found.value, False),), tuple(inside), total)


class Search:
    """All candidates of a state. What was followed for a smaller k is not followed again for a larger one."""

    def __init__(self, board: Board, state: State, inner: Inner, matcher: Matcher = witnesses) -> None:
        self.board, self.state = board, state
        self.tired: dict[str, None] = {}
        self.assumptions = [
            _Assumption(board, state, cell, value, inner, matcher, self.tired)
            for cell in sorted(Position(board, state).open)
            for value in state.candidates(cell) if value in board.loud
        ]  # fmt: skip

    def refutations(self, k: int) -> Iterator[Refutation]:
        """Those with at most k steps inside.

        Where an inner technique ran out of fuel, that is told at the end, if no one has stopped asking before.
        """
        for assumption in self.assumptions:
            found = assumption.refuted(k)
            if found is not None:
                yield found
        if self.tired:
            raise OutOfFuel(f"{', '.join(self.tired)} ran out of fuel inside a contradiction")


class _Assumption:
    """One candidate, and what follows from it layer by layer."""

    def __init__(
        self, board: Board, state: State, cell: int, value: int, inner: Inner, matcher: Matcher, tired: dict[str, None]
    ) -> None:
        self.board, self.outside, self.cell, self.value = board, state, cell, value
        self.inner, self.matcher, self.tired = inner, matcher, tired
        self.supposed: State | None = None
        self.thoughts: list[Thought] = []
        self.sources: dict[Candidate, list[int]] = {}
        """Who removed a candidate: the numbers of the thoughts, all of one layer."""
        self.placed: dict[int, int] = {}
        """Who first wrote a value into a cell."""
        self.read: dict[tuple[int, tuple[Conclusion, ...]], Reads] = {}
        self.layers = 0
        self.ended = False
        self.result: Refutation | None = None

    def refuted(self, k: int) -> Refutation | None:
        """The smallest sub-proof that the first layer with a break has, if it has at most k steps."""
        while not self.ended and self.layers <= k:
            self.follow()
        return self.result if self.result is not None and len(self.result.inside) <= k else None

    def follow(self) -> None:
        """One layer more, and a look at whether something broke."""
        if self.layers == 0:
            self.state = self.supposed = apply(self.board, self.outside, [Conclusion(self.cell, self.value, True)])
        elif thoughts := list(self.layer(self.state, self.layers - 1)):
            self.state = self.followed(thoughts, self.state)
        else:
            self.ended = True
        broken = () if self.ended else tuple(breaks(self.board, self.state))
        if broken:
            self.ended = True
            proofs = sorted((self.proof(each, self.state, self.layers) for each in broken[:MOST_BREAKS]), key=_length)
            sound = (good for proof in proofs if (good := self.checked(proof, self.layers)) is not None)
            best = next(sound, None)
            self.result = self.refutation(*best) if best is not None else None
            self.thoughts, self.sources, self.read = [], {}, {}  # no longer needed
        self.layers += 1

    def checked(self, proof: Proof, layers: int) -> Proof | None:
        """The proof if it can be read line by line; None if it cannot.

        The thoughts of a layer were found side by side, and two of them may contradict each other: what comes before
        is then enough. A thought that no longer applies after another of its layer makes no proof.
        """
        assert self.supposed is not None
        state = self.supposed
        for thought in proof[0]:
            early = next(breaks(self.board, state), None)
            if early is not None:
                return self.checked(self.proof(early, state, layers), layers)
            again = recheck(thought.technique, thought.size, self.board, state, thought.match.witness)
            if not set(thought.match.conclusions) <= set(again):
                return None
            state = apply(self.board, state, thought.match.conclusions)
        return proof

    def refutation(self, inside: tuple[Thought, ...], found: Reads) -> Refutation:
        witness = {"p": Seen(Sort.CELL, self.cell), "v": Seen(Sort.VALUE, self.value)}
        return Refutation(witness, (Conclusion(self.cell, self.value, False),), inside, found)

    # Forward

    def layer(self, state: State, layer: int) -> Iterator[Thought]:
        """Everything that the inner techniques see in a state."""
        for technique, size in self.inner:
            try:
                for match in self.matcher(technique, size, self.board, state):
                    yield Thought(technique, size, match, state, layer)
            except OutOfFuel:
                self.tired[technique.key] = None

    def followed(self, thoughts: Iterable[Thought], state: State) -> State:
        """The state after all thoughts of a layer; who removed what is noted."""
        first = len(self.thoughts)
        after = state
        for number, thought in enumerate(thoughts, start=first):
            self.thoughts.append(thought)
            for conclusion in thought.match.conclusions:
                for candidate in self.removed(conclusion, state):
                    by = self.sources.setdefault(candidate, [])
                    if number not in by[-1:]:
                        by.append(number)
                if conclusion.true:
                    self.placed.setdefault(conclusion.variable, number)
        for thought in self.thoughts[first:]:
            after = apply(self.board, after, thought.match.conclusions)
        return after

    def removed(self, conclusion: Conclusion, state: State) -> list[Candidate]:
        """The candidates of a state that a conclusion rules out."""
        x, value = conclusion.variable, conclusion.value
        if not conclusion.true:
            return [(x, value)]
        linked = map(self.board.pair, self.board.linked[self.board.blueprint.candidate(x, value)])
        own = ((x, other) for other in state.candidates(x) if other != value)
        return list(dict.fromkeys([*own, *((y, other) for y, other in linked if state.masks[y] >> other & 1)]))

    # Backward

    def proof(self, broken: Reads, state: State, layers: int) -> Proof:
        """The thoughts that a break rests on."""
        total = Reads(set(), set(broken.choices), set(broken.others))
        wanted: list[set[Candidate]] = [set() for _ in range(layers)]
        written: list[set[int]] = [set() for _ in range(layers)]  # cells whose value a thought of the layer must write
        total.absences |= self.sorted_out(broken.absences, state, wanted, written)
        used: list[tuple[int, bool, int, Thought]] = []  # of a layer, what is placed comes last
        for layer in reversed(range(layers)):
            chosen = self.chosen(wanted[layer], written[layer])
            for number in sorted(chosen, reverse=True):
                thought = self.thoughts[number]
                match = Match(thought.match.witness, chosen[number])
                if (number, chosen[number]) not in self.read:
                    found = relied_on(thought.technique, thought.size, match, self.board, thought.before)
                    self.read[number, chosen[number]] = found
                found = self.read[number, chosen[number]]
                outside = self.sorted_out(found.absences, thought.before, wanted, written)
                total.absences |= outside
                total.choices |= found.choices
                total.others |= found.others
                found = Reads(outside, found.choices, found.others)
                places = any(each.true for each in match.conclusions)
                kept = Thought(thought.technique, thought.size, match, thought.before, layer, found)
                used.append((layer, places, number, kept))
        return tuple(thought for *_, thought in sorted(used, key=lambda each: each[:3])), total

    def sorted_out(
        self, absences: Iterable[Candidate], state: State, wanted: list[set[Candidate]], written: list[set[int]]
    ) -> set[Candidate]:
        """Absences as some thought found them in a state: those of layers go to `wanted` and `written`, the rest is
        returned: what was missing before anything was supposed."""
        gone: dict[int, int] = {}
        for x, value in absences:
            gone[x] = gone.get(x, 0) | 1 << value
        assert self.supposed is not None
        outside: set[Candidate] = set()
        for x, mask in gone.items():
            here = state.placed - self.outside.placed
            if x in here and mask.bit_count() + 1 >= state.puzzle.variables[x].domain.all.bit_count():
                mask &= self.own(x)
                if x in self.placed:
                    written[self.thoughts[self.placed[x]].layer].add(x)
            for value in bits(mask):
                if not self.outside.masks[x] >> value & 1:
                    outside.add((x, value))
                elif self.supposed.masks[x] >> value & 1:
                    wanted[self.thoughts[self.sources[x, value][0]].layer].add((x, value))
        return outside

    def own(self, x: int) -> int:
        """The value that was written into a cell inside, as a mask."""
        if x == self.cell:
            return 1 << self.value
        conclusions = self.thoughts[self.placed[x]].match.conclusions
        return 1 << next(each.value for each in conclusions if each.true and each.variable == x)

    def chosen(self, wanted: set[Candidate], written: set[int]) -> dict[int, tuple[Conclusion, ...]]:
        """Thoughts of a layer that do what is wanted, few of them, with the conclusions of each that matter."""
        kept: dict[int, list[Conclusion]] = {}
        rest = set(wanted)
        for x in sorted(written):
            number = self.placed[x]
            for each in self.thoughts[number].match.conclusions:
                if each.true and each.variable == x:
                    kept.setdefault(number, []).append(each)
                    rest.difference_update(self.removed(each, self.thoughts[number].before))
        while rest:
            serves: dict[int, int] = {}
            for candidate in rest:
                for number in self.sources[candidate]:
                    serves[number] = serves.get(number, 0) + 1 + len(wanted) * (number in kept)
            number = min(serves, key=lambda number: (-serves[number], number))
            for each in self.thoughts[number].match.conclusions:
                done = rest.intersection(self.removed(each, self.thoughts[number].before))
                if done:
                    kept.setdefault(number, []).append(each)
                    rest -= done
        return {number: tuple(conclusions) for number, conclusions in kept.items()}


def breaks(board: Board, state: State) -> Iterator[Reads]:
    """What is plainly impossible in a state: for each broken statement of the rulebook, what it finds missing."""
    blue, masks = board.blueprint, state.masks
    for x, mask in enumerate(masks):
        if not mask:
            yield Reads({(x, value) for value in range(blue.sizes[x])}, {x})
    for i, choice in enumerate(blue.choices[board.size :], start=board.size):
        pairs = {board.pair(candidate) for candidate in choice.candidates}
        if not any(masks[x] >> value & 1 for x, value in pairs):
            yield Reads(pairs, {i})
    for i, count in enumerate(blue.counts):
        own = list(zip(count.group.members, count.masks, strict=True))
        if sum(1 for x, wanted in own if masks[x] & wanted) < count.least:
            gone = {(x, value) for x, wanted in own if not masks[x] & wanted for value in bits(wanted)}
            yield Reads(gone, set(), {i})
        full = [(x, wanted) for x, wanted in own if not masks[x] & ~wanted]
        if len(full) > count.most:
            gone = {(x, v) for x, wanted in full[: count.most + 1] for v in range(blue.sizes[x]) if not wanted >> v & 1}
            yield Reads(gone, set(), {i})
    yield from _broken_sums(board, state)


def _broken_sums(board: Board, state: State) -> Iterator[Reads]:
    blue, masks = board.blueprint, state.masks

    def gone(members: Iterable[int]) -> set[Candidate]:
        return {(x, value) for x in members for value in range(blue.sizes[x]) if not masks[x] >> value & 1}

    for i, each in enumerate(blue.sums, start=len(blue.counts)):
        own = [masks[x] for x in each.scope]
        if all(own):
            least, most = (sum(end(bits(mask)) + each.first for mask in own) for end in (min, max))
            if not least <= each.total <= most:
                yield Reads(gone(each.scope), set(), {i})
    for group in Position(board, state).unfilled():
        yield Reads(gone(board.members[group]), set(), {board.fillings[group]})
    for looker in Position(board, state).miscounting():
        yield Reads(gone((looker, *(board.ahead[looker] or ()))), set(), {board.sights[looker]})


__all__ = ["CONTRADICTION", "LONGEST", "Refutation", "Search", "Thought", "breaks", "find", "refutations"]
