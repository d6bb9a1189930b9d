"""Is a technique sound? Looks for a state in which it fires and one of its conclusions is false in a kept solution.

    prove(technique, 2, puzzle)       all states of the puzzle's board at once: a SAT query a witness
    sample(technique, 2, puzzle, 100) so many random states in which it fires, each with all states like it
    audit(technique, genre)           both, on the genre's boards: proofs where they end, samples on the others

**Proved** means: whatever the candidates, as long as a solution is among them, and whatever is placed, no witness on
this board leads to what that solution contradicts. It says nothing of other boards.

**Sampled** means: random states around random solutions, every match that the kernel finds there. Each is generalised
first: every candidate that the match does not rest on (`Technique.supported`) comes back, and if the same witness still
leads to the same conclusions, all solutions of that larger state are asked. Where that takes too long, those of the
sampled state are.

What `assumes unique` is asked of states whose placed cells, taken as givens, leave one solution.

A genre's boards are those of its examples, without givens: a genre from elsewhere is audited like our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from ..genres import parse
from ..model import Genre, Limits, Puzzle, Solution, State, Stop, Stopped, begin, bits
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.puzzle import single
from ..model.step import Conclusion, Step
from ..native import compile_puzzle, masks_of
from ..rules.evaluate import FUEL, Match, OutOfFuel, recheck
from ..rules.gates import Gates
from ..rules.grounds.run import grounds
from ..rules.symbolic import Symbolic, SymbolicMatch, Unknown, is_true, masks_in
from ..rules.technique import Context, Technique
from ..rules.words.word import CannotSayInLogic
from .random_states import random_states

SMALL = 72
"""Candidates of a board at most, for a proof over all its states to be tried: sudoku 4×4, queens 6×6."""

WITNESSES = 20_000
"""Witnesses that a proof asks about at most."""

FIRINGS = 100
"""States to sample on a board in which the technique fires."""
MATCHES = 2
"""Matches of one state that are asked about, at most."""

STATES = 10_000
"""Random states to look for them in, at most."""

NODES = 20_000
"""Nodes of a search for a solution that contradicts."""

SOLUTIONS = 400
"""Solutions of a small board, up to which "just one" is said of all of them beforehand."""


@dataclass(frozen=True)
class Counterexample:
    """A state in which a technique fires, and a solution inside it that the conclusion contradicts."""

    technique: str
    key: str
    size: int | None
    state: State
    witness: Witness
    conclusion: Conclusion
    solution: Solution


@dataclass(frozen=True)
class Audited:
    """What was found of one technique, of one size, on one board."""

    technique: str
    key: str
    size: int | None
    puzzle: Puzzle
    method: str
    """`proved`, `sampled`, or `unfinished`: a proof that was given up."""
    looked: int
    """Witnesses asked about, or states looked at."""
    fired: int
    """Witnesses that fire in some state, or sampled states in which the technique fires."""
    kept: int = 0
    """Matches that were asked about in the sampled state alone: the larger one took too long."""
    undecided: int = 0
    """Sampled states in which the technique ran out of fuel, so that nothing is known of it there."""
    counterexample: Counterexample | None = None
    stop: Stop | None = None
    """The limit that struck before the end."""


def is_small(puzzle: Puzzle) -> bool:
    """Is a proof over all states of the board to be tried?"""
    return sum(puzzle.structure.sizes) <= SMALL


def boards_of(genre: Genre) -> list[Puzzle]:
    """The boards of a genre's examples without givens, each once, small ones first; only those with a solution."""
    bare = {parse(example.text, genre=genre).with_givens({}): None for example in genre.examples}
    return sorted((each for each in bare if each.count(1)), key=lambda puzzle: len(puzzle.variables))


def audit(
    technique: Technique,
    genre: Genre,
    *,
    size: int | None = None,
    states: int = STATES,
    firings: int = FIRINGS,
    most: int = WITNESSES,
    seed: int = 0,
    limits: Limits | None = None,
) -> Iterator[Audited]:
    """Every size (or one) on every board of the genre that speaks the technique; ends at a counterexample or a limit.

    Small boards are proved; the others are sampled, and so are small ones whose proof was given up.
    """
    limits = begin(limits)
    boards = [board for board in boards_of(genre) if technique.speaks(board)]
    for each in technique.sizes if size is None else (size,):
        for board in boards:
            for found in _on_board(technique, each, board, states, firings, most, seed, limits):
                yield found
                if found.counterexample is not None or found.stop is not None:
                    return


def _on_board(
    technique: Technique, size: int | None, board: Puzzle, states: int, firings: int, most: int, seed: int,
    limits: Limits,
) -> Iterator[Audited]:  # fmt: skip
    if is_small(board):
        found = prove(technique, size, board, most, limits=limits)
        yield found
        if found.method == "proved" or found.stop is not None:
            return
    yield sample(technique, size, board, firings, states, seed, limits=limits)


# All states of a board


def prove(
    technique: Technique, size: int | None, puzzle: Puzzle, most: int = WITNESSES, *, limits: Limits | None = None
) -> Audited:
    """Ask of every witness on the board whether some state and some solution inside it contradict what follows.

    Every value that is bound to a variable is a node, and so is every conflict of the SAT solver.
    """
    limits = begin(limits)
    gates = Gates(limits)
    unknown = Unknown(gates, puzzle.structure)
    rule = Symbolic(technique.statement, size, unknown, limits)
    fired = 0
    result = Audited(technique.name(size), technique.key, size, puzzle, "proved", 0, 0)
    try:
        only = _Only(unknown, puzzle) if technique.assumes == "unique" else None
        for asked in rule.witnesses():
            limits.check()
            if rule.looked > most:
                return replace(result, method="unfinished", looked=most, fired=fired)
            if not gates.satisfiable((*asked.seen, asked.fires)):
                continue
            fired += 1
            model = gates.solve((*asked.seen, asked.wrong))
            while model is not None and only is not None and only.another(model):
                model = gates.solve((*asked.seen, asked.wrong))
            if model is not None:
                return replace(
                    result, looked=rule.looked, fired=fired, counterexample=_told(result, rule, asked, model)
                )
    except CannotSayInLogic:
        return replace(result, method="unfinished", looked=rule.looked, fired=fired)
    except Stopped as stopped:
        return replace(result, method="unfinished", looked=rule.looked, fired=fired, stop=stopped.stop)
    finally:
        gates.close()
    return replace(result, looked=rule.looked, fired=fired)


def _told(result: Audited, rule: Symbolic, asked: SymbolicMatch, model: frozenset[int]) -> Counterexample:
    """The model as a state; what the match does not need to be missing comes back, to leave what matters."""
    masks, placed, solution = masks_in(rule.unknown, model)
    x, value, true = next((x, v, true) for x, v, true, wrong in asked.conclusions if is_true(wrong, model))
    state, conclusion = State(result.puzzle, masks, placed), Conclusion(x, value, true)
    witness = rule.witness_of(asked.bound, model)
    if rule.technique.assumes is None:
        used = grounds(rule.technique, result.size, Match(witness, (conclusion,)), state)
        larger = restored(state, used)
        if conclusion in recheck(rule.technique, result.size, larger, witness):
            state = larger
    return Counterexample(result.technique, result.key, result.size, state, witness, conclusion, solution)


class _Only:
    """Says of an unknown state that its placed cells leave one solution: no other agrees with it on all of them."""

    def __init__(self, unknown: Unknown, puzzle: Puzzle) -> None:
        self.unknown, self.problem = unknown, compile_puzzle(puzzle)
        found = self.problem.solve(None, limit=SOLUTIONS, show=SOLUTIONS)
        for solution in found.solutions:
            self.rule_out(solution)

    def another(self, model: frozenset[int]) -> bool:
        """Does another solution agree on what is placed? Then none that agrees so will be offered again."""
        _, placed, own = masks_in(self.unknown, model)
        start = [1 << own[x] if x in placed else (1 << n) - 1 for x, n in enumerate(self.unknown.structure.sizes)]
        for solution in self.problem.solve(masks_of(start), limit=2, show=2).solutions:
            if tuple(solution) != own:
                self.rule_out(solution)
                return True
        return False

    def rule_out(self, other: Sequence[int]) -> None:
        """The solution is this one, or a placed cell tells them apart."""
        gates, known = self.unknown.gates, self.unknown.solution
        same = gates.all(known[x][value] for x, value in enumerate(other))
        apart = [gates.all((self.unknown.placed[x], -known[x][value])) for x, value in enumerate(other)]
        gates.require(same, *apart)


# Random states


def sample(
    technique: Technique, size: int | None, puzzle: Puzzle, firings: int = FIRINGS, states: int = STATES, seed: int = 0,
    *, limits: Limits | None = None,
) -> Audited:  # fmt: skip
    """Look at matches in random states, until so many states fired or were looked at."""
    limits = begin(limits)
    context = Context(limits.fuel or FUEL, limits=limits)
    rng = Random(f"{seed} {technique.key} {size} {puzzle.structure_key}")
    unique = technique.assumes == "unique"
    result = Audited(technique.name(size), technique.key, size, puzzle, "sampled", 0, 0)
    looked = fired = kept = undecided = 0
    stop: Stop | None = None
    for state, solution in random_states(puzzle, rng, unique):
        stop = context.limits.stop
        if looked >= states or fired >= firings or stop is not None:
            break
        try:
            matches = list(technique.supported(size, state, context))
        except OutOfFuel:
            looked += 1
            undecided += 1
            continue
        except Stopped:
            continue
        looked += 1
        fired += bool(matches)
        for match, used in rng.sample(matches, min(len(matches), MATCHES)):
            wrong, against = _contradicted(technique, size, match, used, state, solution)
            kept += not wrong
            if against is not None:
                found = Counterexample(result.technique, result.key, size, *against)
                return replace(result, looked=looked, fired=fired, kept=kept, undecided=undecided, counterexample=found)
    return replace(result, looked=looked, fired=fired, kept=kept, undecided=undecided, stop=stop)


Against = tuple[State, Witness, Conclusion, Solution]


def _contradicted(
    technique: Technique, size: int | None, match: Match, used: Grounds, state: State, solution: Solution
) -> tuple[bool, Against | None]:
    """(Was the match asked about in all states like this one?, a solution against it)."""
    for conclusion in match.conclusions:
        if (solution[conclusion.variable] == conclusion.value) != conclusion.true:
            return True, (state, match.witness, conclusion, solution)
    if technique.assumes == "unique":
        return True, None  # the solution is the only one there is
    larger = restored(state, used)
    step = Step(technique.name(size), technique.key, size, match.witness, match.conclusions, (), (), ())
    if set(match.conclusions) <= set(technique.concludes(step, larger, _nothing_inside)):
        decided, against = _solution_against(larger, match)
        if decided:
            return True, against
    return False, _solution_against(state, match)[1]


def _nothing_inside(step: Step, state: State) -> tuple[Conclusion, ...]:
    """Steps inside are not audited: each of their techniques is, by itself."""
    return ()


def _solution_against(state: State, match: Match) -> tuple[bool, Against | None]:
    """(Was it decided?, a solution inside the state that one of the conclusions contradicts)."""
    decided = True
    for conclusion in match.conclusions:
        masks, bit = list(state.masks), 1 << conclusion.value
        masks[conclusion.variable] &= ~bit if conclusion.true else bit
        if masks[conclusion.variable]:
            found = compile_puzzle(state.puzzle).solve(masks_of(masks), limit=1, show=1, nodes=NODES)
            if found.solutions:
                return True, (state, match.witness, conclusion, tuple(found.solutions[0]))
            decided &= found.exhausted
    return decided, None


def restored(state: State, used: Grounds) -> State:
    """The state with every absence undone that was not read; a cell with several candidates is no longer placed."""
    start = state.puzzle.start()
    masks = [
        mask | sum(1 << v for v in bits(start[x]) if (x, v) not in used.absences) for x, mask in enumerate(state.masks)
    ]
    placed = frozenset(x for x in state.placed if single(masks[x]) is not None)
    return replace(state, masks=tuple(masks), placed=placed)
