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
from ..rules.evaluate import recheck
from ..rules.position import apply, start
from ..rules.rule import Rule
from ..solving.audit import restored
from .draft_check import CheckedExample


def positions_text(rule: Rule, examples: Sequence[CheckedExample]) -> str:
    """The file of a rule from the examples in which it fires."""
    blocks = []
    for size in dict.fromkeys(each.size for each in examples):
        boards = [_smallest(rule, each) for each in examples if each.size == size]
        blocks += [_block("fires", size, puzzle, facts, then) for puzzle, facts, then in boards]
        less = ((puzzle, rest) for puzzle, facts, _ in boards for rest in _less(facts))
        silent = ((puzzle, rest) for puzzle, rest in less if _is_silent(rule, size, puzzle, rest))
        puzzle, facts = next(silent, None) or _exhausted(rule, size, *boards[0][:2])
        blocks.append(_block("silent", size, puzzle, facts))
    return "\n".join(dict.fromkeys(blocks))


StuckBoard = tuple[Puzzle, tuple[Conclusion, ...], tuple[Conclusion, ...]]
"""A puzzle, what is known of it, and what follows."""


def _smallest(rule: Rule, example: CheckedExample) -> StuckBoard:
    """The board without givens and with no more than the match relies on; with more where that is not enough."""
    state, match, size = example.state, example.match, example.size
    bare = state.puzzle.with_givens({})
    used = rule.grounds(size, state, match)
    larger = restored(state, used)
    masks = [mask & ~sum(1 << v for v in bits(mask) if (x, v) in used.absences) for x, mask in enumerate(bare.start())]
    for position in (State(bare, tuple(masks), frozenset()), larger, state):
        puzzle = position.puzzle
        facts = tuple(_facts(puzzle, position))
        if match.conclusions == recheck(rule.statement, size, apply(start(puzzle), facts), match.witness):
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


def _exhausted(
    rule: Rule, size: int | None, puzzle: Puzzle, facts: tuple[Conclusion, ...]
) -> tuple[Puzzle, tuple[Conclusion, ...]]:
    """The facts with all that follows from them by the rule."""
    state = apply(start(puzzle), facts)
    while found := {conclusion for match in rule.matches(size, state) for conclusion in match.conclusions}:
        facts += tuple(sorted(found, key=lambda each: (each.variable, each.value)))
        state = apply(start(puzzle), facts)
    return puzzle, facts


def _is_silent(rule: Rule, size: int | None, puzzle: Puzzle, facts: Iterable[Conclusion]) -> bool:
    return next(iter(rule.matches(size, apply(start(puzzle), facts))), None) is None


def _block(
    verdict: str, size: int | None, puzzle: Puzzle, given: Iterable[Conclusion], then: Iterable[Conclusion] = ()
) -> str:
    sized = verdict if size is None else f"{verdict} {size}"
    lines = [f"{sized} {puzzle.genre.key} {puzzle_text(puzzle)}"]
    for word, facts in (("given", given), ("then", then)):
        if told := " ".join(fact.text(puzzle) for fact in facts):
            lines.append(f"{word} {told}")
    return "\n".join(lines) + "\n"
