"""Contradiction: suppose a candidate were true, follow it for a few steps until something breaks, and exclude it.

This is a finder, not a rule: what it does inside, other techniques say. "Suppose there were no star" is not tried.

On every board k is the same: the sub-proof has at most k lines, a line being one match of an inner technique, and small
k come first. How it is looked for depends on how long the sub-proofs of a ladder may be, and on nothing else.

    up to `FEWEST` lines     the kernel tries every way to apply so many matches one after the other
                             (`kernel/ladders/refute.hpp`), cells with the fewest candidates first: no shorter one
                             is missed
    more than that           every way is too many, so an assumption is followed breadth first, by the kernel too where
                             it has plans for all that is inside (`kernel/ladders/follow.hpp`): a layer applies
                             everything that the inner techniques see in the state before it, and the layer in which
                             something first breaks is the last. Of the matches so far only those stay that the break
                             rests on, of each only the conclusions that are used, and where several removed the same
                             candidate, those that serve most. Candidates are tried in the order of cells and values

Either way a person reads the sub-proof line by line, and it holds without the matches that were dropped. To the kernel,
an arrow breaks when none of its candidates lies between what it sees for certain and what it could see at the most.

Batches climb through either kind in the kernel (`kernel/ladders/deduce.hpp`); here a trace is made, line by line.

Like a rule, a refutation has a witness (the candidate) and grounds: what it found missing in the state outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice

from ..evidence.things import OneCell, OneValue
from ..model import Limits, State, bits
from ..model.grounds import Grounds
from ..model.step import Conclusion, Step
from ..rules.breaks import breaks
from ..rules.evaluate import Match, OutOfFuel
from ..rules.machine import Proofs, Refuted, followed, refuted
from ..rules.position import Position, apply
from ..rules.technique import ALONE, Concludes, Context, ProofLine, Sized, Supposing, Supposition, Technique
from ..rules.tree import Parameter

FEWEST = 3
"""The fewest lines are looked for where a ladder has no contradiction with more than these."""

LONGEST = 12
"""The largest number of steps that a sub-proof may have."""

MOST_BREAKS = 4
"""Of so many things that break together the shortest sub-proof is taken."""

Inner = tuple[Sized, ...]
"""The techniques that may be used inside, with their sizes, simplest first: the inner cap."""

Candidate = tuple[int, int]

UNKNOWN: tuple[int, Proofs] = (-1, [])
"""Of a candidate that nobody has followed."""

Thoughts = tuple[tuple["Thought", ...], Grounds]
"""Thoughts in their order, and all that they and the break read outside."""


class Contradiction(Supposing):
    """Candidates that at most k steps refute."""

    key = "contradiction"
    parameters = (Parameter("k", 1, LONGEST),)
    called = tuple((k, f"contradiction-{k}") for k in range(1, LONGEST + 1))
    because = "suppose {p} were {v}: a few steps later something breaks"
    holds = "what leads to something impossible is wrong"
    follows_others = True

    def matches(self, size: int | None, state: State, context: Context = ALONE) -> Iterator[Match]:
        """The candidates that at most so many steps of the techniques inside refute.

        >>> from gridwright.genres import parse
        >>> from gridwright.rules.position import start
        >>> from gridwright.techniques import Catalogue
        >>> state = start(parse("." * 16, genre="latin")).after("r2c1-3", "r2c1-4", "r3c1-3", "r3c1-4")
        >>> context = Context(inside=((Catalogue.standard()["naked-single"], None),))
        >>> found = next(TECHNIQUE.matches(1, state, context))
        >>> found.conclusions[0].text(state.puzzle), len(TECHNIQUE.lines(found))
        ('r1c1-1', 1)
        """
        k = size or 1
        fewest = max(k, context.longest) <= FEWEST
        return _search(state, context.inside, fewest).refutations(k, context.limits)

    def concludes(self, step: Step, state: State, inside: Concludes) -> tuple[Conclusion, ...]:
        """The steps inside are followed line by line until something breaks."""
        state = apply(state, [replace(each, true=not each.true) for each in step.conclusions])
        for line in step.inside:
            if not set(line.conclusions) <= set(inside(line, state)):
                return ()
            state = apply(state, line.conclusions)
        return step.conclusions if next(breaks(state), None) is not None else ()

    def rests_on(self, step: Step) -> frozenset[str]:
        """The techniques inside."""
        return frozenset(each.key for each in step.inside)


@dataclass(frozen=True)
class Thought:
    """A step inside: a match in the state `before` its layer, and `found`, what it read outside the assumption."""

    technique: Technique
    size: int | None
    match: Match
    before: State = field(repr=False)
    layer: int
    found: Grounds = field(default_factory=Grounds, hash=False)

    def line(self) -> ProofLine:
        """As a line of the proof."""
        technique, size, match = self.technique, self.size, self.match
        witness = technique.evidence(match, self.before)
        return ProofLine(technique.name(size), technique.key, size, witness, match.conclusions, self.found)


@lru_cache(maxsize=1)
def _search(state: State, inner: Inner, fewest: bool) -> ShortestFirst | BreadthFirst | ContradictionSearch:
    """Kept, for a larger size goes on where a smaller one ended."""
    if not all(technique.in_kernel for technique, _ in inner):
        return ContradictionSearch(state, inner)
    return ShortestFirst(state, inner) if fewest else BreadthFirst(state, inner)


def supposable(state: State) -> Iterator[Candidate]:
    """The candidates that are supposed, in the order of cells and values."""
    loud = state.structure.loud
    return ((x, value) for x in sorted(Position(state).open) for value in state.candidates(x) if value in loud)


def _supposition(cell: int, value: int, thoughts: Iterable[Thought], grounds: Grounds) -> Supposition:
    witness = {"p": OneCell(cell), "v": OneValue(value)}
    lines = tuple(thought.line() for thought in thoughts)
    return Supposition(witness, (Conclusion(cell, value, False),), lines, grounds)


def _nothing(line: Step, state: State) -> tuple[Conclusion, ...]:
    """Steps inside steps inside are not followed."""
    return ()


def _length(proof: Thoughts) -> int:
    return len(proof[0])


class ShortestFirst:
    """The candidates of a state; the kernel looks for the fewest single matches that refute."""

    def __init__(self, state: State, inner: Inner) -> None:
        self.state, self.inner, structure = state, inner, state.structure
        self.plans = [plan for technique, size in inner if (plan := technique.plan(size, structure)) is not None]

    def refutations(self, k: int, limits: Limits) -> Iterator[Supposition]:
        """Those with at most k steps inside; the first alone, for most callers want no more, then all."""
        seen = 0
        for limit in (1, sum(self.state.structure.sizes)):
            found, decided = refuted(self.plans, self.state, k, limit, limits=limits)
            yield from map(self.supposition, found[seen:])
            seen = len(found)
            if seen < limit and not decided:
                raise OutOfFuel("a contradiction was given up")
            if seen < limit:
                return

    def supposition(self, found: Refuted) -> Supposition:
        """A refutation with the states on its way."""

        def outside(used: Grounds) -> Grounds:
            missing = {(x, v) for x, v in used.absences if not self.state.masks[x] >> v & 1}
            return Grounds(missing, used.choices, used.relations)

        before = apply(self.state, [Conclusion(found.cell, found.value, True)])
        inside, total = [], outside(found.last)
        for layer, (rule, match, used) in enumerate(found.lines):
            own = outside(used)
            inside.append(Thought(*self.inner[rule], match, before, layer, own))
            total = Grounds(total.absences | own.absences, total.choices | own.choices, total.relations | own.relations)
            before = apply(before, match.conclusions)
        return _supposition(found.cell, found.value, inside, total)


class BreadthFirst(ShortestFirst):
    """All candidates of a state, each followed by the kernel, layer by layer; what was followed far enough is kept."""

    def __init__(self, state: State, inner: Inner) -> None:
        super().__init__(state, inner)
        self.known: dict[Candidate, tuple[int, Proofs]] = {}
        """Of each candidate for how many layers it was followed, and the sub-proofs of the first break."""
        self.decided = True

    def refutations(self, k: int, limits: Limits) -> Iterator[Supposition]:
        """Those with at most k steps inside. Few layers are followed where few steps may do, else as many as ever."""
        layers = k if k <= FEWEST else LONGEST
        left = list(supposable(self.state))
        while left:
            if self.known.get(left[0], UNKNOWN)[0] < layers:
                self.ask(left, k, layers, limits)
            proofs = self.known[left.pop(0)][1]
            short = (proof for lines, told in proofs if lines <= k and (proof := self.readable(told())) is not None)
            yield from islice(short, 1)
        if not self.decided:
            raise OutOfFuel("a contradiction was given up")

    def ask(self, candidates: Sequence[Candidate], k: int, layers: int, limits: Limits) -> None:
        """Let the kernel follow these, up to the first with at most k steps."""
        asked = [each for each in candidates if self.known.get(each, UNKNOWN)[0] < layers]
        found, decided = followed(self.plans, self.state, asked, layers, k, limits=limits)
        self.decided &= decided
        for candidate, (ended, proofs) in zip(asked, found, strict=False):
            self.known[candidate] = LONGEST if ended else layers, sorted(proofs, key=lambda proof: proof[0])
        if not found:
            raise OutOfFuel("a contradiction was given up")

    def readable(self, found: Refuted) -> Supposition | None:
        """The refutation if each line applies where it is read; the kernel found those of a layer side by side."""
        state = apply(self.state, [Conclusion(found.cell, found.value, True)])
        for rule, match, _ in found.lines:
            technique, size = self.inner[rule]
            step = Step(technique.name(size), technique.key, size, match.witness, match.conclusions, (), (), ())
            if not set(match.conclusions) <= set(technique.concludes(step, state, _nothing)):
                return None
            state = apply(state, match.conclusions)
        return self.supposition(found)


class ContradictionSearch:
    """The same, spelt out, and for techniques inside that the kernel has no plan for.

    What was followed for a smaller k is not followed again for a larger one.
    """

    def __init__(self, state: State, inner: Inner) -> None:
        self.structure, self.state = state.structure, state
        self.out_of_fuel: dict[str, None] = {}
        self.assumptions = [
            _Assumption(state, cell, value, inner, self.out_of_fuel) for cell, value in supposable(state)
        ]

    def refutations(self, k: int, limits: Limits) -> Iterator[Supposition]:
        """Those with at most k steps inside.

        Where an inner technique ran out of fuel, that is told at the end, if no one has stopped asking before.
        """
        for assumption in self.assumptions:
            found = assumption.refuted(k, Context(limits=limits))
            if found is not None:
                yield found
        if self.out_of_fuel:
            raise OutOfFuel(f"{', '.join(self.out_of_fuel)} ran out of fuel inside a contradiction")


class _Assumption:
    """One candidate, and what follows from it layer by layer."""

    def __init__(self, state: State, cell: int, value: int, inner: Inner, out_of_fuel: dict[str, None]) -> None:
        self.structure, self.outside, self.cell, self.value = state.structure, state, cell, value
        self.inner, self.out_of_fuel = inner, out_of_fuel
        self.supposed: State | None = None
        self.thoughts: list[Thought] = []
        self.sources: dict[Candidate, list[int]] = {}
        """Who removed a candidate: the numbers of the thoughts, all of one layer."""
        self.placed: dict[int, int] = {}
        """Who first wrote a value into a cell."""
        self.read: dict[tuple[int, tuple[Conclusion, ...]], Grounds] = {}
        self.layers = 0
        self.ended = False
        self.result: Supposition | None = None

    def refuted(self, k: int, context: Context) -> Supposition | None:
        """The smallest sub-proof that the first layer with a break has, if it has at most k steps."""
        while not self.ended and self.layers <= k:
            context.limits.check()
            self.follow(context)
        return self.result if self.result is not None and len(self.result.lines) <= k else None

    def follow(self, context: Context) -> None:
        """One layer more, and a look at whether something broke."""
        if self.layers == 0:
            self.state = self.supposed = apply(self.outside, [Conclusion(self.cell, self.value, True)])
        elif thoughts := list(self.layer(self.state, self.layers - 1, context)):
            self.state = self.followed(thoughts, self.state)
        else:
            self.ended = True
        broken = () if self.ended else tuple(each.grounds for each in breaks(self.state))
        if broken:
            self.ended = True
            proofs = sorted((self.proof(each, self.state, self.layers) for each in broken[:MOST_BREAKS]), key=_length)
            sound = (good for proof in proofs if (good := self.checked(proof, self.layers)) is not None)
            best = min(sound, key=_length, default=None)
            self.result = None if best is None else _supposition(self.cell, self.value, *best)
            self.thoughts, self.sources, self.read = [], {}, {}  # no longer needed
        self.layers += 1

    def checked(self, proof: Thoughts, layers: int) -> Thoughts | None:
        """The proof if it can be read line by line; None if it cannot.

        The thoughts of a layer were found side by side, and two of them may contradict each other: what comes before
        is then enough. A thought that no longer applies after another of its layer makes no proof.
        """
        assert self.supposed is not None
        state = self.supposed
        for thought in proof[0]:
            early = next(breaks(state), None)
            if early is not None:
                return self.checked(self.proof(early.grounds, state, layers), layers)
            line = thought.line()
            step = Step(line.technique, line.key, line.parameter, thought.match.witness, line.conclusions, (), (), ())
            if not set(line.conclusions) <= set(thought.technique.concludes(step, state, _nothing)):
                return None
            state = apply(state, thought.match.conclusions)
        return proof

    # Forward

    def layer(self, state: State, layer: int, context: Context) -> Iterator[Thought]:
        """Everything that the inner techniques see in a state."""
        for technique, size in self.inner:
            try:
                for match in technique.matches(size, state, context):
                    yield Thought(technique, size, match, state, layer)
            except OutOfFuel:
                self.out_of_fuel[technique.key] = None

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
            after = apply(after, thought.match.conclusions)
        return after

    def removed(self, conclusion: Conclusion, state: State) -> list[Candidate]:
        """The candidates of a state that a conclusion rules out."""
        x, value = conclusion.variable, conclusion.value
        if not conclusion.true:
            return [(x, value)]
        linked = map(self.structure.pair, self.structure.linked[self.structure.candidate(x, value)])
        own = ((x, other) for other in state.candidates(x) if other != value)
        return list(dict.fromkeys([*own, *((y, other) for y, other in linked if state.masks[y] >> other & 1)]))

    # Backward

    def proof(self, broken: Grounds, state: State, layers: int) -> Thoughts:
        """The thoughts that a break rests on."""
        total = Grounds(set(), set(broken.choices), set(broken.relations))
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
                    found = thought.technique.grounds(thought.size, thought.before, match)
                    self.read[number, chosen[number]] = found
                found = self.read[number, chosen[number]]
                outside = self.sorted_out(found.absences, thought.before, wanted, written)
                total.absences |= outside
                total.choices |= found.choices
                total.relations |= found.relations
                found = Grounds(outside, found.choices, found.relations)
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


TECHNIQUE = Contradiction()
