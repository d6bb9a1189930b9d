"""Drafts: rules written by program from exclusions that were mined, and what it takes to trust one.

    example = drafted(state, exclusion)      the draft of its form, and the witness that it has there
    example.draft.text                       a rule file of one technique
    refusal(draft.rule, examples)            why it is not to be had, None where nothing speaks against it

A draft is had only where all of this holds:
1. its text is read and compiled, and looks at no absurd number of combinations on the boards of its examples;
2. with the witness of each example it concludes there that the candidate is excluded, and nothing else;
3. **certificate**: what each of its matches in those states relied on (the absences that it read, the statements that
   it used) is with all links unsatisfiable once the candidate is assumed; a SAT solver says so, of that pattern alone;
4. **audit**: on boards of every genre whose words it speaks no state was found in which it excludes what is true.

`Coverage` says what share of what was mined becomes such rules, and why the rest does not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple

from ..genres import genres as all_genres
from ..model import Genre, GridwrightError, Limits, Puzzle, State, begin
from ..model.step import Conclusion, Seen, Trace
from ..rules.cost import REFUSE, cost, refuse_absurd
from ..rules.evaluate import Match, OutOfFuel, recheck
from ..rules.parse import parse_rules
from ..rules.rule import Rule
from ..rules.sorts import check
from ..rules.technique import Technique
from ..solving.audit import boards_of, is_small, prove, restored, sample
from .certificate import Certificate
from .draft_text import rule_text
from .exclusions import Exclusion
from .forcing import MOST_LINKS, Forcing, Link, forcing_key, forcing_of, forcing_text
from .forms import GROUP, MOST, Form, NoForm, Part, form_key, forms_of, statement
from .shapes import Patterns

EXAMPLES = 3
"""Positions that a draft is checked in."""
MATCHES = 12
"""Matches of a state whose certificates are asked for."""
FIRINGS, STATES, WITNESSES = 10, 100, 2_000
"""What an audit looks at on a board: see `solving.audit`."""
PROOF_NODES, SAMPLE_FUEL = 10_000, 5_000_000
"""For the proof on the smallest board of a genre, and for one look at a sampled state: the same on every machine."""


@dataclass(frozen=True)
class Draft:
    """A rule that a program wrote, of one form: up to three statements that clash, or four that force each other."""

    form: Form | Forcing

    @cached_property
    def _parts(self) -> Form:
        """Those of a form; none of one that forces."""
        return tuple(part for part in self.form if isinstance(part, Part))

    @cached_property
    def _links(self) -> Forcing:
        return tuple(link for link in self.form if isinstance(link, Link))

    @property
    def key(self) -> str:
        """`draft-cell-cell-far-cell`"""
        return form_key(self._parts) if self._parts else forcing_key(self._links)

    @cached_property
    def text(self) -> str:
        """The technique as it stands in a rule file."""
        return rule_text(self._parts) if self._parts else forcing_text(self._links)

    @cached_property
    def rule(self) -> Rule:
        """The technique itself; RuleError where the text is wrong."""
        return rule_of(self.text)

    @property
    def layouts(self) -> bool:
        """Does it speak of how groups are filled?"""
        return any(part.kind == GROUP for part in self.form)


@lru_cache(maxsize=1024)
def draft(form: Form | Forcing) -> Draft:
    """The draft of a form."""
    return Draft(form)


@lru_cache(maxsize=1024)
def rule_of(text: str) -> Rule:
    """The one technique of a rule text."""
    [statement] = parse_rules(text)
    return Rule(check(statement))


class DraftExample(NamedTuple):
    """A draft in a state: what is bound to its variables, and what it must conclude."""

    draft: Draft
    state: State
    witness: dict[str, Seen]
    conclusion: Conclusion


def drafted(state: State, exclusion: Exclusion) -> DraftExample:
    """The draft of an exclusion's form, with the witness by which it fires; NoForm with the reason where none does."""
    x, value = state.structure.pair(exclusion.candidate)
    conclusion = Conclusion(x, value, False)
    found = None
    for form, witness in _bound(state, exclusion):
        found = draft(form)
        if recheck(found.rule.statement, None, state, witness) == (conclusion,):
            return DraftExample(found, state, witness, conclusion)
    assert found is not None
    raise NoForm(f"{found.key} does not fire with these statements")


def _bound(state: State, exclusion: Exclusion) -> Iterator[tuple[Form | Forcing, dict[str, Seen]]]:
    """The form of an exclusion with what its variables are, in each order that a rule may have them."""
    candidate, statements = exclusion
    if len(statements) <= MOST:
        yield from ((bound.form, bound.witness) for bound in forms_of(state, candidate, statements))
        return
    if len(statements) > MOST_LINKS:
        raise NoForm(f"{len(statements)} statements are more than {MOST_LINKS}")
    if any(statement(state.structure, number).kind == GROUP for number in statements):
        raise NoForm(f"{len(statements)} statements are more than {MOST} where groups are filled")
    forcing = forcing_of(state, candidate, statements)
    if forcing is None:
        raise NoForm(f"{len(statements)} statements that do not force each other")
    yield forcing


def examples_in(traces: Iterable[Trace]) -> list[DraftExample]:
    """The drafts of mined steps, as candidates keep them, those that have a form: one of each state and form."""
    found: dict[tuple[str, State], DraftExample] = {}
    for trace in traces:
        for step in trace.steps[:1]:
            structure = trace.start.structure
            statements = (*step.choices, *(len(structure.choices) + i for i in step.relations))
            for each in step.conclusions:
                try:
                    candidate = structure.candidate(each.variable, each.value)
                    example = drafted(trace.start, Exclusion(candidate, tuple(sorted(statements))))
                except NoForm:
                    continue
                found.setdefault((example.draft.key, trace.start), example)
    return list(found.values())


# Is it sound?


def refusal(
    rule: Rule, examples: Sequence[DraftExample], genres: Iterable[Genre] | None = None, *, seed: int = 0,
    limits: Limits | None = None,
) -> str | None:  # fmt: skip
    """Why a rule is not to be had, by the examples that it was drafted from; None where nothing speaks against it."""
    limits = begin(limits)
    for state, witness, conclusion in ((each.state, each.witness, each.conclusion) for each in examples):
        try:
            refuse_absurd(rule.statement, None, state.structure)
        except GridwrightError as error:
            return str(error)
        said = recheck(rule.statement, None, state, witness)
        if said != (conclusion,):
            told = " ".join(each.text(state.puzzle) for each in said) or "nothing"
            return f"concludes {told} in an example, not {conclusion.text(state.puzzle)}"
        limits.check()
        try:
            against = uncertified(rule, state)
        except OutOfFuel as error:
            return f"{error} in an example"
        if against is not None:
            return f"{against.text(state.puzzle)} does not follow from what it relied on"
    return audited_against(rule, all_genres().values() if genres is None else genres, seed, limits)


def uncertified(rule: Rule, state: State) -> Conclusion | None:
    """What one of the first matches in a state concludes though it does not follow from what the match relied on.

    OutOfFuel where the rule comes to no match at all.
    """
    looked = 0
    try:
        for match in islice(rule.matches(None, state), MATCHES):
            looked += 1
            for conclusion in match.conclusions:
                if not certified(rule, state, match, conclusion):
                    return conclusion
    except OutOfFuel:
        if not looked:
            raise
    return None


def certified(rule: Technique, state: State, match: Match, conclusion: Conclusion) -> bool:
    """Is what the match relied on, with all links, unsatisfiable once the candidate that it excludes is assumed?"""
    used, structure = rule.grounds(None, state, match), state.structure
    statements = (*used.choices, *(len(structure.choices) + i for i in used.relations))
    candidate = structure.candidate(conclusion.variable, conclusion.value)
    return Certificate(restored(state, used)).refutes(statements, candidate)


def is_affordable(rule: Technique, board: Puzzle) -> bool:
    """Does the rule look at no absurd number of combinations on this board?"""
    return cost(rule.statement, None, board.structure) <= REFUSE


def audited_against(rule: Technique, genres: Iterable[Genre], seed: int, limits: Limits) -> str | None:
    """What speaks against a rule on boards of these genres, None where nothing does.

    That it contradicts a solution of a state; or that it runs out of fuel in most states of a board, for then nobody
    knows. A proof that does not end is none, and says nothing against it.
    """
    for genre in genres:
        proved = False
        for board in filter(rule.speaks, boards_of(genre)):
            if not is_affordable(rule, board):
                continue  # refused there, so that nobody runs it
            limits.check()
            results = [sample(rule, None, board, FIRINGS, STATES, seed, limits=limits.within(fuel=SAMPLE_FUEL))]
            if is_small(board) and not proved:
                results.append(prove(rule, None, board, WITNESSES, limits=limits.within(nodes=PROOF_NODES)))
                proved = True
            limits.check()
            for result in results:
                if (found := result.counterexample) is not None:
                    told = found.conclusion.text(found.state.puzzle)
                    return f"{told} is wrong in a state of {genre.key} ({result.method})"
                if 2 * result.undecided > result.looked:
                    return f"ran out of fuel in {result.undecided} of {result.looked} states of {genre.key}"
    return None


# How much becomes rules


@dataclass
class Coverage:
    """What share of the shapes that were mined becomes rules, by the states in which each was found.

    `add` takes what was mined; `share` counts pairs of a shape and a state, drafted ones against all.
    """

    pairs: dict[bool, Counter[str]] = field(default_factory=lambda: {False: Counter(), True: Counter()})
    """By whether layouts take part: of each abstract shape the states that have it."""
    drafted: dict[bool, Counter[str]] = field(default_factory=lambda: {False: Counter(), True: Counter()})
    """Those of them in which a draft that is had concludes it."""
    reasons: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Why a shape has none, and how often."""

    def add(self, found: Iterable[tuple[str, bool, str | None]]) -> None:
        """(abstract shape, whether layouts take part, why it has no draft) of the exclusions of one state."""
        every: dict[tuple[str, bool], bool] = {}
        for shape, layouts, reason in found:
            every[shape, layouts] = every.get((shape, layouts), False) or reason is None
            if reason is not None:
                self.reasons[shape][reason] += 1
        for (shape, layouts), had in every.items():
            self.pairs[layouts][shape] += 1
            self.drafted[layouts][shape] += had

    def share(self, layouts: bool) -> float:
        """Of the pairs with or without layouts, how many are drafted; 1 where there are none."""
        total = self.pairs[layouts].total()
        return self.drafted[layouts].total() / total if total else 1.0

    def rest(self) -> Iterator[tuple[str, int, str]]:
        """The shapes that are not drafted everywhere: shape, states without a draft, the commonest reason."""
        for layouts in (False, True):
            for shape, states in self.pairs[layouts].most_common():
                without = states - self.drafted[layouts][shape]
                if without:
                    [(reason, _)] = self.reasons[shape].most_common(1)
                    yield shape, without, reason


def coverage(
    positions: Iterable[tuple[State, Sequence[Exclusion]]], genres: Iterable[Genre] | None = None,
    progress: Callable[[str], None] = lambda told: None,
) -> Coverage:  # fmt: skip
    """What share of what was mined in these positions becomes rules that compile, fire, and pass certificate and audit.

    A form is checked once, by its first examples in three positions; what does not fire where it was mined is not had.
    """
    every = list(positions)
    told: list[list[tuple[str, bool, DraftExample | str]]] = []
    examples: dict[str, list[DraftExample]] = defaultdict(list)
    for state, mined in every:
        patterns = Patterns(state)
        rows: list[tuple[str, bool, DraftExample | str]] = []
        for each in mined:
            shape = patterns.shape(patterns.pattern(each.candidate, each.statements)).abstract
            layouts = max(each.statements) >= len(state.structure.choices)
            try:
                example = drafted(state, each)
            except NoForm as error:
                rows.append((shape, layouts, str(error)))
                continue
            rows.append((shape, layouts, example))
            known = examples[example.draft.key]
            if len(known) < EXAMPLES and all(other.state is not state for other in known):
                known.append(example)
        told.append(rows)
    refused: dict[str, str | None] = {}
    for key, known in examples.items():
        refused[key] = refusal(known[0].draft.rule, known, genres)
        progress(f"{key}: {refused[key] or 'had'}")
    found = Coverage()
    for rows in told:
        found.add(
            (shape, layouts, each if isinstance(each, str) else refused[each.draft.key])
            for shape, layouts, each in rows
        )
    return found
