"""Whether rules that somebody wrote or changed are to be had: read, compiled, firing on the examples, sound.

    checked = check_draft(text, candidate.examples, limits=Limits(seconds=30))
    checked.reason          why not; None where nothing speaks against it
    checked.finished        whether there was time for all of it

Unlike a draft that a program wrote (`drafts.refusal`), such rules may call their variables as they like and leave
examples out: it is asked that each of them concludes what was mined in one, with whatever else is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..genres import genres as all_genres
from ..model import Genre, GridwrightError, Limits, State, Stopped, begin
from ..model.step import Trace
from ..rules.cost import refuse_absurd
from ..rules.evaluate import Match, OutOfFuel
from ..rules.parse import parse_rules
from ..rules.rule import Rule
from ..rules.sorts import check
from .drafts import audited_against, uncertified

FEW = 2
"""Rules that are told by name."""
SECONDS = 30.0
"""What a check may take, where nobody says otherwise."""


@dataclass(frozen=True)
class Example:
    """A rule that concludes what was mined in an example."""

    rule: Rule
    state: State
    match: Match


@dataclass(frozen=True)
class Checked:
    """What a check found."""

    rules: tuple[Rule, ...] = ()
    examples: tuple[Example, ...] = ()
    """Those in which a rule fires,"""
    of: int = 0
    """of so many positions."""
    reason: str | None = None
    finished: bool = True

    @property
    def sentence(self) -> str:
        """The result in a line."""
        if self.reason is not None:
            return f"refused: {self.reason}"
        fired = len({each.state for each in self.examples})
        count = f"{fired} of {self.of} example{'s' * (self.of != 1)}"
        if spare := [rule.key for rule in self.rules if self._is_spare(rule)]:
            told = " and ".join(spare) if len(spare) <= FEW else f"{len(spare)} of {len(self.rules)} rules"
            count += f" ({told} only where another rule does, too)"
        if not self.finished:
            return f"fires on {count}, certified; the audit had no time to end, and found nothing wrong so far"
        return f"fires on {count}, certified, and the audit found nothing wrong"

    def _is_spare(self, rule: Rule) -> bool:
        """Would the other rules do as well in the examples?"""
        own = {each.state for each in self.examples if each.rule is rule}
        return own <= {each.state for each in self.examples if each.rule is not rule}


def read_draft(text: str) -> tuple[Rule, ...]:
    """The rules of a draft; RuleError with the place where the text is wrong."""
    return tuple(Rule(check(statement)) for statement in parse_rules(text))


def check_draft(
    text: str, traces: Sequence[Trace], genres: Iterable[Genre] | None = None, *, limits: Limits | None = None
) -> Checked:
    """Read the rules, look for what was mined in the examples, certify it there, and audit every rule by itself.

    The limits are for the audit; what comes before it is soon done.
    """
    limits = begin(limits)
    try:
        rules = read_draft(text)
    except GridwrightError as error:
        return Checked(reason=str(error))
    if not rules:
        return Checked(reason="there is no rule in it")
    if sized := next((rule for rule in rules if rule.parameters), None):
        return Checked(rules, reason=f"{sized.key} has sizes; write one rule for each")
    try:
        examples = tuple(each for trace in traces for rule in rules if (each := _firing(rule, trace)) is not None)
    except GridwrightError as error:
        return Checked(rules, reason=str(error))
    positions = len({trace.start for trace in traces})
    if idle := next((rule for rule in rules if all(rule is not each.rule for each in examples)), None):
        return Checked(rules, examples, positions, f"{idle.key} concludes in no example what was mined there")
    checked = Checked(rules, examples, positions)
    for each in examples:
        try:
            wrong = uncertified(each.rule, each.state)
        except OutOfFuel as error:
            return replace(checked, reason=f"{error} in an example")
        if wrong is not None:
            told = wrong.text(each.state.puzzle)
            return replace(checked, reason=f"{told} does not follow from what {each.rule.key} relied on")
    try:
        for rule in rules:
            limits.check()
            reason = audited_against(rule, _first(traces, genres), 0, limits)
            if reason is not None:
                return replace(checked, reason=f"{rule.key}: {reason}")
    except Stopped:
        return replace(checked, finished=False)
    return checked


def _firing(rule: Rule, trace: Trace) -> Example | None:
    """The first match by which a rule concludes what was mined."""
    state, wanted = trace.start, trace.steps[0].conclusions[0]
    refuse_absurd(rule.statement, None, state.structure)
    matches = (match for match in rule.matches(None, state) if wanted in match.conclusions)
    return next((Example(rule, state, match) for match in matches), None)


def _first(traces: Sequence[Trace], genres: Iterable[Genre] | None) -> list[Genre]:
    """All genres, those of the examples before the others."""
    own = {trace.puzzle.genre.key for trace in traces}
    return sorted(all_genres().values() if genres is None else genres, key=lambda genre: genre.key not in own)
