"""Solving as people do: one step at a time, the simplest technique that applies, no guess.

    trace = deduce(puzzle, [("naked-single", None), ("naked-subset", 2)])
    trace.outcome, trace.steps[0].technique

A ladder is a list of rungs, simplest first: the key of a technique and its size. The first match of the first rung that
changes something is the next step, and after it everything starts from the first rung again. So the same puzzle and the
same ladder always give the same trace.

Each step knows which earlier ones it rests on: a Ledger keeps who removed each candidate and who wrote each value down,
and what the step found missing leads to their numbers. The kernel climbs the rules of a ladder by itself and says all
that of its steps (`rules.machine.climb`); with another `matcher`, such as the reference evaluator's, and for what is no
rule, the same is done here with `rules.reads`.

The rung ("contradiction", k) is no rule but a finder (`solve.contradiction`). What it may use inside is a ladder too.
So is ("unnamed", None), the smallest proof from the rulebook alone (`solve.unnamed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from ..model import Blueprint, Puzzle, Sort, State, UnknownName, bits
from ..model.step import Conclusion, Outcome, Seen, Step, Trace
from ..rules.board import Board
from ..rules.cost import refuse_absurd
from ..rules.evaluate import FUEL, Match, OutOfFuel
from ..rules.finder import Finder
from ..rules.machine import Climbed, climb, witnesses
from ..rules.position import Position, apply, start
from ..rules.relied import relied_on
from ..rules.sorts import missing_words
from ..rules.tree import Call, Each, Name, Technique
from ..rules.words import Vocabulary
from ..techniques import catalogue, finders
from .contradiction import CONTRADICTION, Refutation, Search, ShortestFirst, Thought
from .ledger import Ledger
from .unnamed import LINE, UNNAMED, Line, Proof, proofs

Rung = tuple[str, int | None]
"""The key of a technique and its size. Without one, a technique that has sizes is tried with each, smallest first."""

Ladder = Sequence[Rung]
"""Techniques, simplest first."""

Matcher = Callable[[Technique, int | None, Board, State], Iterator[Match]]
"""Finds the matches of a technique that change something, always in the same order."""

Sized = tuple[Technique, int | None]

OUTSIDE = (CONTRADICTION, UNNAMED)
"""What is neither a rule nor a finder: it follows assumptions."""

INSIDE: Ladder = (("last-cell", None), ("naked-single", None), ("hidden-single", None), ("locked-candidates", None))
"""What a contradiction may use inside, unless told otherwise;"""
INSIDE_STARS: Ladder = (
    ("hidden-single", None), ("count-full", None), ("count-forced", None), ("touch-all", None), ("squeeze", 2),
)  # fmt: skip
"""and where some value is silent, so that most cells hold nothing."""


def deduce(
    position: Puzzle | State,
    ladder: Ladder,
    *,
    limit: int | None = None,
    techniques: Mapping[str, Technique] | None = None,
    matcher: Matcher = witnesses,
    inside: Ladder | None = None,
) -> Trace:
    """Apply techniques until all is decided, nothing applies or nothing is possible; at most `limit` steps.

    A state is taken as it is: pencil marks that its own values rule out are still there. `techniques` stands in for the
    catalogue. `inside` is what contradictions may use.

    >>> from gridwright.genres import parse
    >>> trace = deduce(parse("1...3..4..2....1", genre="sudoku"), [("hidden-single", None), ("naked-single", None)])
    >>> trace.outcome.value, len(trace.steps)
    ('solved', 11)
    """
    state = start(position) if isinstance(position, Puzzle) else position
    puzzle, board = state.puzzle, Board.of(state.puzzle)
    rungs = rungs_of(ladder, puzzle, techniques)
    steps: list[Step] = []
    finder = _with_contradiction(matcher, board, puzzle, techniques, inside, steps)
    begin, ledger = state, Ledger(board)
    undecided: dict[str, None] = {}
    rules = rules_first(rungs) if matcher is witnesses else []
    while True:
        if rules and outcome_of(board, state) is Outcome.STUCK:
            found_here = climb(rules, board, state, ledger.past, most=None if limit is None else limit - len(steps))
            steps += _climbed(rules, found_here.steps, board, state)
            undecided |= dict.fromkeys(called(*rules[each]) for each in found_here.undecided)
            state, ledger.past = found_here.state, found_here.past
        outcome = outcome_of(board, state)
        if outcome is Outcome.STUCK and limit is not None and len(steps) >= limit:
            outcome = Outcome.STOPPED
        found = _first(rungs[len(rules) :], board, state, finder, undecided) if outcome is Outcome.STUCK else None
        if found is None:
            return Trace(puzzle, begin, tuple(steps), outcome, state, tuple(undecided))
        step = _step(*found, board, state, ledger)
        after = apply(board, state, step.conclusions)
        ledger.note(step.conclusions, state, after)
        steps.append(step)
        state = after


def steps_open(
    position: Puzzle | State,
    ladder: Ladder,
    *,
    techniques: Mapping[str, Technique] | None = None,
    matcher: Matcher = witnesses,
    inside: Ladder | None = None,
) -> int:
    """How many different steps the ladder offers here; two that conclude the same are one.

    >>> from gridwright.genres import parse
    >>> steps_open(parse("12343412214.....", genre="sudoku"), [("naked-single", None), ("hidden-single", None)])
    5
    """
    state = start(position) if isinstance(position, Puzzle) else position
    board = Board.of(state.puzzle)
    finder = _with_contradiction(matcher, board, state.puzzle, techniques, inside, past=())
    different: set[frozenset[Conclusion]] = set()
    for technique, size in rungs_of(ladder, state.puzzle, techniques):
        try:
            different.update(frozenset(match.conclusions) for match in finder(technique, size, board, state))
        except OutOfFuel:
            continue  # what it had found so far counts
    return len(different)


def called(technique: Technique, size: int | None) -> str:
    """What people say: `x-wing` for a fish of 2."""
    return next((name for n, name in technique.called if n == size), technique.key)


def rung(name: str, techniques: Mapping[str, Technique] | None = None) -> Rung:
    """The rung that a name means: a key (`fish`), a key with a size (`fish(2)`) or what a size is called (`x-wing`).

    >>> rung("x-wing"), rung("fish(2)"), rung("naked-single")
    (('fish', 2), ('fish', 2), ('naked-single', None))
    """
    known = known_techniques(techniques)
    key, _, size = name.removesuffix(")").partition("(")
    if key in known and (not size or size.isdecimal()):
        return key, int(size) if size else None
    names = {said: (each.key, n) for each in known.values() for n, said in each.called}
    if name not in names:
        raise UnknownName("technique", name, {*known, *names})
    return names[name]


def known_techniques(techniques: Mapping[str, Technique] | None = None) -> Mapping[str, Technique]:
    """What a rung may name: the catalogue, or what stands in for it, the finders, and what follows assumptions."""
    known = catalogue() if techniques is None else techniques
    return {CONTRADICTION.key: CONTRADICTION, UNNAMED.key: UNNAMED, **finders(), **known}


def rungs_of(ladder: Ladder, puzzle: Puzzle, techniques: Mapping[str, Technique] | None = None) -> list[Sized]:
    """The techniques of a ladder for which the board has all words, with their sizes.

    One of somebody's own that nobody could wait for on this board is refused with its estimate.
    """
    known = known_techniques(techniques)
    ours = known_techniques()
    offered, board = Vocabulary.of(puzzle), Board.of(puzzle)
    rungs: list[Sized] = []
    for key, size in ladder:
        if key not in known:
            raise UnknownName("technique", key, known)
        technique = known[key]
        if missing_words(technique, offered):
            continue
        if technique.parameters and size is None:
            sizes: Iterable[int | None] = range(technique.parameters[0].low, technique.parameters[0].high + 1)
        else:
            sizes = (size,)
        for each in sizes:
            if technique is not ours.get(key):
                refuse_absurd(technique, each, board)
            rungs.append((technique, each))
    return rungs


def outcome_of(board: Board, state: State) -> Outcome:
    """How things stand; `stuck` where a step is needed."""
    if impossible(board, state) is not None:
        return Outcome.CONTRADICTION
    return Outcome.STUCK if Position(board, state).open else Outcome.SOLVED


def impossible(board: Board, state: State) -> str | None:
    """Why the state has no solution, where that is plain to see: a cell or a rule that nothing is left for."""
    blue, masks = board.blueprint, state.masks
    for variable, mask in zip(state.puzzle.variables, masks, strict=True):
        if not mask:
            return f"{variable.name} has no candidate left"
    for choice in blue.choices[board.size :]:
        pairs = [board.pair(candidate) for candidate in choice.candidates]
        if not any(masks[x] >> value & 1 for x, value in pairs):
            assert choice.group is not None
            values = "".join(sorted({state.puzzle.variables[x].domain.symbol(value) for x, value in pairs}))
            return f"{choice.group.label} has no place left for {values}"
    position = Position(board, state)
    for looker in position.miscounting():
        return f"the arrow at {state.puzzle.variables[looker].name} cannot count right"
    return _broken_count(blue, masks) or next(
        (f"nothing fits {board.groups[group].label}" for group in position.unfilled()), None
    )


def _broken_count(blue: Blueprint, masks: Sequence[int]) -> str | None:
    for count in blue.counts:
        own = list(zip((masks[x] for x in count.group.members), count.masks, strict=True))
        if sum(1 for mask, wanted in own if mask & wanted) < count.least:
            return f"{count.group.label} has too few places left"
        if sum(1 for mask, wanted in own if not mask & ~wanted) > count.most:
            return f"{count.group.label} has too many"
    for each in blue.sums:
        own_masks = [masks[x] for x in each.scope]
        least = sum(min(bits(mask)) + each.first for mask in own_masks)
        most = sum(max(bits(mask)) + each.first for mask in own_masks)
        if not least <= each.total <= most:
            return f"{each.group.label} cannot add up to {each.total}"
    return None


def _first(
    rungs: Iterable[Sized], board: Board, state: State, matcher: Matcher, undecided: dict[str, None]
) -> tuple[Technique, int | None, Match] | None:
    """The first match of the simplest technique that has one; whoever runs out of fuel is noted as undecided."""
    for technique, size in rungs:
        try:
            match = next(matcher(technique, size, board, state), None)
        except OutOfFuel:
            undecided[called(technique, size)] = None
            continue
        if match is not None:
            return technique, size, match
    return None


def rules_first(rungs: Sequence[Sized]) -> list[Sized]:
    """The rungs before the first that is no rule: the kernel climbs them by itself."""
    return list(takewhile(lambda each: not isinstance(each[0], Finder) and each[0] not in OUTSIDE, rungs))


def refuting(rungs: Sequence[Sized], board: Board) -> int:
    """The largest contradiction, where those of 1, 2, … lines are all that follows the rules and the kernel can."""
    behind = rungs[len(rules_first(rungs)) :]
    sizes = [size for technique, size in behind if technique is CONTRADICTION]
    return len(sizes) if board.sights and behind and sizes == list(range(1, len(behind) + 1)) else 0


def inner_rungs(inside: Ladder | None, puzzle: Puzzle, techniques: Mapping[str, Technique] | None) -> list[Sized]:
    """What a contradiction may use inside on this board."""
    board = Board.of(puzzle)
    usual = INSIDE_STARS if len(board.loud) < board.values else INSIDE
    return rungs_of(usual if inside is None else inside, puzzle, techniques)


def _climbed(rules: Sequence[Sized], climbed: Sequence[Climbed], board: Board, state: State) -> Iterator[Step]:
    """The kernel's steps from a state on; what only the state before a step can tell is added to its evidence."""
    ways = [any(chained(rules[each.rung][0])) for each in climbed]
    last = max((i for i, is_ in enumerate(ways) if is_), default=-1)
    for i, each in enumerate(climbed):
        technique, size = rules[each.rung]
        yield Step(
            technique=called(technique, size),
            key=technique.key,
            parameter=size,
            witness=with_ways(technique, each.match.witness, board, state) if ways[i] else each.match.witness,
            conclusions=each.match.conclusions,
            choices=each.choices,
            others=each.others,
            premises=each.premises,
        )
        if i < last:
            state = apply(board, state, each.match.conclusions)


WAY = "Way"
"""What a witness calls the chain of cells that leads to a cell that is `implied`."""


def chained(technique: Technique) -> Iterator[tuple[str, Name, Name]]:
    """The variables that a rule takes from `implied(p, v)`, with its p and v."""
    for item in technique.seen:
        if isinstance(item, Each) and isinstance(item.range, Call) and item.range.word == "implied":
            cell, value = item.range.arguments
            if isinstance(cell, Name) and isinstance(value, Name):
                yield item.names[0], cell, value


def with_ways(technique: Technique, witness: dict[str, Seen], board: Board, state: State) -> dict[str, Seen]:
    """The witness, and the cells on the way where a chain of cells led to one of its variables."""
    for end, cell, value in chained(technique):
        if WAY not in witness and {end, cell.name, value.name} <= witness.keys():
            p, v, s = (witness[name].value for name in (cell.name, value.name, end))
            assert isinstance(p, int)
            assert isinstance(v, int)
            assert isinstance(s, int)
            witness = {**witness, WAY: Seen(Sort.CHAIN, Position(board, state).implied(p, v)[s])}
    return witness


def _with_contradiction(
    matcher: Matcher, board: Board, puzzle: Puzzle, techniques: Mapping[str, Technique] | None, inside: Ladder | None,
    past: Sequence[Step],
) -> Matcher:  # fmt: skip
    """The matcher, and what is no rule where a rung asks for it; finders are told the past, which grows meanwhile."""
    inner = inner_rungs(inside, puzzle, techniques)
    search: Search | ShortestFirst | None = None

    def matches(technique: Technique, size: int | None, board: Board, state: State) -> Iterator[Match]:
        nonlocal search
        if technique is UNNAMED:
            return proofs(board, state)
        if isinstance(technique, Finder):
            return technique.matches(size, board, state, FUEL, past)
        if technique is not CONTRADICTION:
            return matcher(technique, size, board, state)
        if search is None or search.state is not state:  # a larger size goes on where a smaller one ended
            search = ShortestFirst(board, state, inner) if board.sights else Search(board, state, inner, matcher)
        return search.refutations(size or 1)

    return matches


def _step(technique: Technique, size: int | None, match: Match, board: Board, state: State, ledger: Ledger) -> Step:
    inside: tuple[Step, ...] = ()
    if isinstance(match, Refutation):
        used, inside = match.found, tuple(_inner_step(thought, state, ledger) for thought in match.inside)
    elif isinstance(match, Proof):
        return unnamed_step(match, state, ledger)
    else:
        used = relied_on(technique, size, match, board, state)
    return Step(
        technique=called(technique, size),
        key=technique.key,
        parameter=size,
        witness=with_ways(technique, match.witness, board, state),
        conclusions=match.conclusions,
        choices=tuple(sorted(used.choices)),
        others=tuple(sorted(used.others)),
        premises=ledger.premises(used.absences, state),
        inside=inside,
    )


def _inner_step(thought: Thought, state: State, ledger: Ledger) -> Step:
    """A step of a sub-proof; its premises are steps outside."""
    return Step(
        technique=called(thought.technique, thought.size),
        key=thought.technique.key,
        parameter=thought.size,
        witness=with_ways(thought.technique, thought.match.witness, Board.of(state.puzzle), thought.before),
        conclusions=thought.match.conclusions,
        choices=tuple(sorted(thought.found.choices)),
        others=tuple(sorted(thought.found.others)),
        premises=ledger.premises(thought.found.absences, state),
    )


def unnamed_step(proof: Proof, state: State, ledger: Ledger) -> Step:
    """A proof without a name as a step; its lines are the steps inside, and the last of them is the one that breaks."""

    def step(name: str, part: Proof | Line, inside: tuple[Step, ...] = ()) -> Step:
        used = part.found
        return Step(
            technique=name, key=name, parameter=None, witness=part.witness if isinstance(part, Proof) else {},
            conclusions=part.conclusions, choices=tuple(sorted(used.choices)), others=tuple(sorted(used.others)),
            premises=ledger.premises(used.absences, state), inside=inside,
        )  # fmt: skip

    return step(UNNAMED.key, proof, tuple(step(LINE, line) for line in proof.lines))
