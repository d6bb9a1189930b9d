"""A rule as a technique: its text says what is seen, and the kernel or the reference evaluator looks for it."""

from __future__ import annotations

from functools import cached_property, lru_cache

from ..evidence.cell_path import CellPath
from ..evidence.things import OneCell, OneValue
from ..model import State, Structure
from ..model.evidence import Witness
from ..model.grounds import Grounds
from ..model.step import Conclusion, Step
from ..model.structure import Shape
from . import machine, tree
from .evaluate import Match, recheck
from .parsed import CheckedRule
from .planned import Planned
from .position import Position
from .sorts import missing_words
from .technique import Concludes
from .tree import Call, Each, Name
from .vocabulary import Vocabulary
from .words.links import chains

WAY = "Way"
"""What a witness calls the chain of cells that leads to a cell that is `implied`."""


class Rule(Planned):
    """A technique that the rule language states."""

    stated = asked_by_makers = True

    def __init__(self, statement: tree.Technique | CheckedRule) -> None:
        self.key, self.parameters, self.called = statement.key, statement.parameters, statement.called
        self.assumes, self.because, self.holds = statement.assumes, statement.because, statement.holds
        self._statement = statement

    @cached_property
    def statement(self) -> tree.Technique:
        """The rule itself; of one that was kept it is built now."""
        return self._statement.build() if isinstance(self._statement, CheckedRule) else self._statement

    @property
    def text(self) -> str:
        """The rule as it stands in its file."""
        lines = self.statement.source.text.split("\n")[self.statement.span.line - 1 :]
        end = next((i for i, line in enumerate(lines) if i and line.startswith(("technique ", "#"))), len(lines))
        return "\n".join(lines[:end]).rstrip()

    def missing(self, vocabulary: Vocabulary) -> frozenset[str]:
        return missing_words(self.statement, vocabulary)

    def grounds(self, size: int | None, state: State, match: Match) -> Grounds:
        from .grounds.run import grounds  # most steps come from the kernel with theirs

        return grounds(self.statement, size, match, state)

    def concludes(self, step: Step, state: State, inside: Concludes) -> tuple[Conclusion, ...]:
        return recheck(self.statement, step.parameter, state, step.witness)

    def evidence(self, match: Match, state: State) -> Witness:
        """The witness, and the cells on the way where a chain of cells led to one of its variables."""
        witness = match.witness
        for end, cell, value in self.chained:
            if WAY not in witness and {end, cell, value} <= witness.keys():
                start, last = OneCell.of(witness, cell).number, OneCell.of(witness, end).number
                paths = chains(Position(state), start, OneValue.of(witness, value).number)
                witness = {**witness, WAY: CellPath(paths[last])}
        return witness

    @property
    def adds_evidence(self) -> bool:
        return bool(self.chained)

    @property
    def follows_links(self) -> bool:
        """It does where it takes what is `implied`, cell after cell."""
        return bool(self.chained)

    @cached_property
    def chained(self) -> tuple[tuple[str, str, str], ...]:
        """The variables that the rule takes from `implied(p, v)`, with its p and v."""
        return tuple(
            (item.names[0], item.range.arguments[0].name, item.range.arguments[1].name)
            for item in self.statement.seen
            if isinstance(item, Each) and isinstance(item.range, Call) and item.range.word == "implied"
            and isinstance(item.range.arguments[0], Name) and isinstance(item.range.arguments[1], Name)
        )  # fmt: skip

    def plan(self, size: int | None, structure: Structure) -> machine.CompiledPlan:
        return _plan(self, size, structure.shape)


@lru_cache(maxsize=machine.KEPT * 32)
def _plan(rule: Rule, size: int | None, shape: Shape) -> machine.CompiledPlan:
    statement = rule._statement
    if isinstance(statement, CheckedRule):
        return machine.kept_plan(statement.digest, size, shape, lambda: rule.statement)
    return machine.plan_of(statement, size, shape)
