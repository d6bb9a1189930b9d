"""Positions of a rule, as tests keep them: small boards on which it fires, and one on which it is silent.

fires sudoku .................................................................................
given r1c2-2 r1c4-2 r2c2-3            what is missing there, and no more than the rule relies on
then r2c3-1                           the conclusions of one match

silent sudoku …                       the same board with less of that, so that nothing follows; where something
                                      always does, with all that follows already taken
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..documents import puzzle_text
from ..model import GridwrightError, Puzzle, State
from ..model.domain import bits
from ..model.step import Conclusion
from ..rules.evaluate import Match, recheck
from ..rules.position import apply, start
from ..rules.rule import Rule
from ..solving.audit import restored
from .draft_check import Example


def positions_text(rule: Rule, examples: Sequence[Example]) -> str:
    """The file of a rule from the examples in which it fires."""
    boards = [_smallest(rule, each.state, each.match) for each in examples]
    blocks = [_block("fires", puzzle, facts, then) for puzzle, facts, then in boards]
    less = ((puzzle, rest) for puzzle, facts, _ in boards for rest in _less(facts) if _is_silent(rule, puzzle, rest))
    puzzle, facts = next(less, None) or _exhausted(rule, *boards[0][:2])
    return "\n".join(dict.fromkeys((*blocks, _block("silent", puzzle, facts))))


Board = tuple[Puzzle, tuple[Conclusion, ...], tuple[Conclusion, ...]]
"""A puzzle, what is known of it, and what follows."""


def _smallest(rule: Rule, state: State, match: Match) -> Board:
    """The board without givens and with no more than the match relies on; with more where that is not enough."""
    bare = state.puzzle.with_givens({})
    used = rule.grounds(None, state, match)
    larger = restored(state, used)
    masks = [mask & ~sum(1 << v for v in bits(mask) if (x, v) in used.absences) for x, mask in enumerate(bare.start())]
    for position in (State(bare, tuple(masks), frozenset()), larger, state):
        puzzle = position.puzzle
        facts = tuple(_facts(puzzle, position))
        if match.conclusions == recheck(rule.statement, None, apply(start(puzzle), facts), match.witness):
            return puzzle, facts, match.conclusions
    raise GridwrightError(f"{rule.key} does not fire on what it relies on: {puzzle_text(state.puzzle)}")


def _facts(puzzle: Puzzle, state: State) -> Iterator[Conclusion]:
    """What a state has written down and crossed out beyond the start of a puzzle."""
    before = start(puzzle)
    for x in sorted(state.placed - before.placed):
        yield Conclusion(x, state.masks[x].bit_length() - 1, True)
    for x, mask in enumerate(state.masks):
        if x not in state.placed:
            for value in bits(before.masks[x] & ~mask):
                yield Conclusion(x, value, False)


def _less(facts: tuple[Conclusion, ...]) -> Iterator[tuple[Conclusion, ...]]:
    """The facts without one of them; at last, none."""
    for at in range(len(facts)):
        yield facts[:at] + facts[at + 1 :]
    yield ()


def _exhausted(rule: Rule, puzzle: Puzzle, facts: tuple[Conclusion, ...]) -> tuple[Puzzle, tuple[Conclusion, ...]]:
    """The facts with all that follows from them by the rule."""
    state = apply(start(puzzle), facts)
    while found := {conclusion for match in rule.matches(None, state) for conclusion in match.conclusions}:
        facts += tuple(sorted(found, key=lambda each: (each.variable, each.value)))
        state = apply(start(puzzle), facts)
    return puzzle, facts


def _is_silent(rule: Rule, puzzle: Puzzle, facts: Iterable[Conclusion]) -> bool:
    return next(iter(rule.matches(None, apply(start(puzzle), facts))), None) is None


def _block(verdict: str, puzzle: Puzzle, given: Iterable[Conclusion], then: Iterable[Conclusion] = ()) -> str:
    lines = [f"{verdict} {puzzle.genre.key} {puzzle_text(puzzle)}"]
    for word, facts in (("given", given), ("then", then)):
        if told := " ".join(fact.text(puzzle) for fact in facts):
            lines.append(f"{word} {told}")
    return "\n".join(lines) + "\n"
