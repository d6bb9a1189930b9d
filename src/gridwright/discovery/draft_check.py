"""Whether rules that somebody wrote or changed are to be had: read, compiled, firing on the examples, sound.

    checked = check_draft(text, candidate.examples)
    checked.reason          why not; None where nothing speaks against it
    checked.audits          what the audit of each rule found, and whether it came to an end

Unlike a draft that a program wrote (`drafts.refusal`), such rules may call their variables as they like and leave
examples out: it is asked that each of them concludes what was mined in one, with whatever else is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..genres import genres as all_genres
from ..model import Genre, GridwrightError, Limits, State, Stop, begin
from ..model.step import Trace
from ..rules.cost import refuse_absurd
from ..rules.evaluate import Match, OutOfFuel
from ..rules.parse import parse_rules
from ..rules.rule import Rule
from ..rules.sorts import check
from .drafts import RuleAudit, audit_of, uncertified

FEW = 2
"""Rules that are told by name."""
NODES = 200_000
"""What the audit of a rule may take, where nobody says otherwise: more than any draft has needed."""


@dataclass(frozen=True)
class CheckedExample:
    """A rule that concludes what was mined in an example."""

    rule: Rule
    state: State
    match: Match
    size: int | None


@dataclass(frozen=True)
class DraftCheck:
    """What a check found."""

    rules: tuple[Rule, ...] = ()
    examples: tuple[CheckedExample, ...] = ()
    """Those in which a rule fires,"""
    of: int = 0
    """of so many positions."""
    reason: str | None = None
    audits: tuple[RuleAudit, ...] = ()
    """Of each rule, in their order."""

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
        return f"fires on {count}, certified, and the audit found nothing wrong: {told_audits(self.audits)}"

    def _is_spare(self, rule: Rule) -> bool:
        """Would the other rules do as well in the examples?"""
        own = {each.state for each in self.examples if each.rule is rule}
        return own <= {each.state for each in self.examples if each.rule is not rule}


def told_audits(audits: Sequence[RuleAudit]) -> str:
    """How sure an audit is: `proved`, `2 rules proved, 1 sampled`; what ended it before its time, proved till then."""
    counted = Counter(each.word for each in audits)
    words = [word for word in ("proved", "sampled", "unfinished", "refused") if counted[word]]
    stopped = [each for each in audits if each.stop is not None]
    why = {Stop.NODES: "its budget ended", Stop.SECONDS: "its time was up", Stop.CANCELLED: "it was stopped"}
    proved = sorted({genre for each in stopped for genre in each.proved})
    reasons = [*dict.fromkeys(why[each.stop] for each in stopped if each.stop)]
    reasons += [f"proved in {', '.join(proved)}"] if proved else []
    ended = f" ({'; '.join(reasons)})" if reasons else ""
    if len(audits) == 1:
        return words[0] + ended
    first, *rest = (f"{counted[word]} {word}" for word in words)
    return ", ".join((first.replace(" ", f" rule{'s' * (counted[words[0]] != 1)} ", 1), *rest)) + ended


def read_draft(text: str) -> tuple[Rule, ...]:
    """The rules of a draft; RuleError with the place where the text is wrong."""
    return tuple(Rule(check(statement)) for statement in parse_rules(text))


def check_draft(
    text: str, traces: Sequence[Trace], genres: Iterable[Genre] | None = None, *, nodes: int = NODES,
    limits: Limits | None = None,
) -> DraftCheck:  # fmt: skip
    """Read the rules, look for what was mined in the examples, certify it there, and audit every rule by itself.

    The nodes are for the audit of one rule, the limits for all of them; what comes before it is soon done.
    """
    limits = begin(limits)
    try:
        rules = read_draft(text)
    except GridwrightError as error:
        return DraftCheck(reason=str(error))
    if not rules:
        return DraftCheck(reason="there is no rule in it")
    try:
        examples = tuple(each for trace in traces for rule in rules if (each := _firing(rule, trace)) is not None)
    except GridwrightError as error:
        return DraftCheck(rules, reason=str(error))
    positions = len({trace.start for trace in traces})
    if idle := next((rule for rule in rules if all(rule is not each.rule for each in examples)), None):
        return DraftCheck(rules, examples, positions, f"{idle.key} concludes in no example what was mined there")
    checked = DraftCheck(rules, examples, positions)
    for each in examples:
        try:
            wrong = uncertified(each.rule, each.size, each.state)
        except OutOfFuel as error:
            return replace(checked, reason=f"{error} in an example")
        if wrong is not None:
            told = wrong.text(each.state.puzzle)
            return replace(checked, reason=f"{told} does not follow from what {each.rule.key} relied on")
    for rule in rules:
        found = audit_of(rule, _first(traces, genres), limits=limits.within(nodes=nodes))
        checked = replace(checked, audits=(*checked.audits, found))
        if found.reason is not None:
            return replace(checked, reason=f"{rule.key}: {found.reason}")
    return checked


def _firing(rule: Rule, trace: Trace) -> CheckedExample | None:
    """The first match by which a rule concludes what was mined, of its sizes the smallest."""
    state, wanted = trace.start, trace.steps[0].conclusions[0]
    for size in rule.sizes:
        refuse_absurd(rule.statement, size, state.structure)
        matches = (match for match in rule.matches(size, state) if wanted in match.conclusions)
        if (match := next(matches, None)) is not None:
            return CheckedExample(rule, state, match, size)
    return None


def _first(traces: Sequence[Trace], genres: Iterable[Genre] | None) -> list[Genre]:
    """All genres, those of the examples before the others."""
    own = {trace.puzzle.genre.key for trace in traces}
    return sorted(all_genres().values() if genres is None else genres, key=lambda genre: genre.key not in own)
