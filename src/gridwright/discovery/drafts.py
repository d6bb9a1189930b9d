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
from math import prod
from typing import NamedTuple

from ..genres import genres as all_genres
from ..model import Genre, GridwrightError, Limits, Puzzle, State, Stop, begin
from ..model.evidence import Witness
from ..model.step import Conclusion, Trace
from ..rules import tree
from ..rules.cost import REFUSE, cost, refuse_absurd
from ..rules.evaluate import Match, OutOfFuel, recheck
from ..rules.parse import parse_rules
from ..rules.rule import Rule
from ..rules.sorts import check
from ..rules.technique import Technique
from ..rules.words.fits import MOST_LAYOUTS
from ..solving.audit import Audited, boards_of, is_small, prove, restored, sample
from .certificate import Certificate
from .draft_text import rule_text
from .exclusions import Exclusion
from .forcing import MOST_LINKS, Forcing, ForcingLink, forcing_key, forcing_of, forcing_text
from .forms import GROUP, MOST, Form, FormPart, NoForm, form_key, forms_of, statement
from .growing import SMALLEST, Growing, growing_of
from .shapes import Patterns

EXAMPLES = 3
"""Positions that a draft is checked in."""
MATCHES = 12
"""Matches of a state whose certificates are asked for."""
FIRINGS, STATES, WITNESSES = 10, 100, 3_000
"""What an audit looks at on a board: see `solving.audit`."""
PROOF_NODES, SAMPLE_FUEL = 12_000, 5_000_000
"""For a proof on a small board of a genre, and for one look at a sampled state: the same on every machine."""
STATE_NODES = 10
"""What a sampled state counts as, beside the nodes of a proof: about as long."""


@dataclass(frozen=True)
class Draft:
    """A rule that a program wrote, of one form.

    Up to three statements that clash, four that force each other, or any number that is too many, or does not fit.
    """

    form: Form | Forcing | Growing

    @cached_property
    def _parts(self) -> Form:
        """Those of a form; none of one that forces or grows."""
        return () if isinstance(self.form, Growing) else tuple(part for part in self.form if isinstance(part, FormPart))

    @cached_property
    def _links(self) -> Forcing:
        return (
            () if isinstance(self.form, Growing) else tuple(link for link in self.form if isinstance(link, ForcingLink))
        )

    @property
    def key(self) -> str:
        """`draft-cell-cell-far-cell`"""
        if isinstance(self.form, Growing):
            return self.form.key
        return form_key(self._parts) if self._parts else forcing_key(self._links)

    @cached_property
    def text(self) -> str:
        """The technique as it stands in a rule file."""
        if isinstance(self.form, Growing):
            return self.form.text
        return rule_text(self._parts) if self._parts else forcing_text(self._links)

    @cached_property
    def rule(self) -> Rule:
        """The technique itself; RuleError where the text is wrong."""
        return rule_of(self.text)

    @property
    def statements(self) -> int:
        """How many it is made of; of one that grows, how many at the least."""
        return SMALLEST if isinstance(self.form, Growing) else len(self.form)

    @property
    def layouts(self) -> bool:
        """Does it speak of how groups are filled?"""
        if isinstance(self.form, Growing):
            return self.form is Growing.GROUPS
        return any(part.kind == GROUP for part in self.form)


@lru_cache(maxsize=1024)
def draft(form: Form | Forcing | Growing) -> Draft:
    """The draft of a form."""
    return Draft(form)


@lru_cache(maxsize=1024)
def rule_of(text: str) -> Rule:
    """The one technique of a rule text."""
    [statement] = parse_rules(text)
    return Rule(check(statement))


class DraftExample(NamedTuple):
    """A draft in a state: what is bound to its variables, what it must conclude, and its size, where it has one."""

    draft: Draft
    state: State
    witness: Witness
    conclusion: Conclusion
    size: int | None = None


def drafted(state: State, exclusion: Exclusion) -> DraftExample:
    """The draft of an exclusion's form, with the witness by which it fires; NoForm with the reason where none does."""
    x, value = state.structure.pair(exclusion.candidate)
    conclusion = Conclusion(x, value, False)
    found = None
    for form, witness in _bound(state, exclusion):
        found = draft(form)
        size = len(exclusion.statements) if isinstance(form, Growing) else None
        if recheck(found.rule.statement, size, state, witness) == (conclusion,):
            return DraftExample(found, state, witness, conclusion, size)
    assert found is not None
    raise NoForm(f"{found.key} does not fire with these statements")


def _bound(state: State, exclusion: Exclusion) -> Iterator[tuple[Form | Forcing | Growing, Witness]]:
    """The forms of an exclusion with what its variables are, in each order that a rule may have them.

    One that grows comes first, so that the sizes of a family have one rule.
    """
    candidate, statements = exclusion
    yield from growing_of(state, candidate, statements)
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


@dataclass(frozen=True)
class RuleAudit:
    """What was found of a rule: why it is not to be had, where it is proved, and what ended it before its time."""

    reason: str | None = None
    proved: tuple[str, ...] = ()
    """Genres that have a board on which no state contradicts it, in all its sizes, and it can fire."""
    stop: Stop | None = None

    @property
    def word(self) -> str:
        """`refused`, `unfinished`, `proved` or `sampled`: what is said of it in a word."""
        if self.reason is not None:
            return "refused"
        return "unfinished" if self.stop is not None else "proved" if self.proved else "sampled"


def refusal(
    rule: Rule, examples: Sequence[DraftExample], genres: Iterable[Genre] | None = None, *, seed: int = 0,
    limits: Limits | None = None,
) -> str | None:  # fmt: skip
    """Why a rule is not to be had, by the examples that it was drafted from; None where nothing speaks against it.

    The limits are for the audit; what comes before it is soon done.
    """
    reason = refused_in(rule, examples)
    if reason is not None:
        return reason
    return audit_of(rule, all_genres().values() if genres is None else genres, seed, limits).reason


def refused_in(rule: Rule, examples: Iterable[DraftExample]) -> str | None:
    """What speaks against a rule in its examples: it says something else there, or what does not follow."""
    for _, state, witness, conclusion, size in examples:
        try:
            refuse_absurd(rule.statement, size, state.structure)
        except GridwrightError as error:
            return str(error)
        said = recheck(rule.statement, size, state, witness)
        if said != (conclusion,):
            told = " ".join(each.text(state.puzzle) for each in said) or "nothing"
            return f"concludes {told} in an example, not {conclusion.text(state.puzzle)}"
        try:
            against = uncertified(rule, size, state)
        except OutOfFuel as error:
            return f"{error} in an example"
        if against is not None:
            return f"{against.text(state.puzzle)} does not follow from what it relied on"
    return None


def uncertified(rule: Rule, size: int | None, state: State) -> Conclusion | None:
    """What one of the first matches in a state concludes though it does not follow from what the match relied on.

    OutOfFuel where the rule comes to no match at all.
    """
    looked = 0
    try:
        for match in islice(rule.matches(size, state), MATCHES):
            looked += 1
            for conclusion in match.conclusions:
                if not certified(rule, size, state, match, conclusion):
                    return conclusion
    except OutOfFuel:
        if not looked:
            raise
    return None


def certified(rule: Technique, size: int | None, state: State, match: Match, conclusion: Conclusion) -> bool:
    """Is what the match relied on, with all links, unsatisfiable once the candidate that it excludes is assumed?"""
    used, structure = rule.grounds(size, state, match), state.structure
    statements = (*used.choices, *(len(structure.choices) + i for i in used.relations))
    candidate = structure.candidate(conclusion.variable, conclusion.value)
    return Certificate(restored(state, used)).refutes(statements, candidate)


def is_affordable(rule: Technique, size: int | None, board: Puzzle) -> bool:
    """Does the rule look at no absurd number of combinations on this board?"""
    return cost(rule.statement, size, board.structure) <= REFUSE


def asks_fillings(rule: Technique) -> bool:
    """Does the rule ask which groups are filled?"""
    return any(isinstance(node, tree.Call) and node.word == "fillings" for node in tree.walk(rule.statement))


def is_vast(board: Puzzle) -> bool:
    """Has the board a rule of all of it, and more ways to keep it than anybody goes through?"""
    structure = board.structure
    ways = (prod(structure.sizes[x] for x in each.scope) for each in structure.relations if each.whole_board)
    return any(n > MOST_LAYOUTS for n in ways)


def audit_of(rule: Technique, genres: Iterable[Genre], seed: int = 0, limits: Limits | None = None) -> RuleAudit:
    """What an audit finds of a rule on boards of these genres.

    It is refused where it contradicts a solution of a state, or runs out of fuel in most states of a board, for then
    nobody knows. A proof that does not end is none, and says nothing against it. The nodes of the limits are those of
    proofs, and `STATE_NODES` for each sampled state: an audit that they end, ends at the same place everywhere. A rule
    that asks how groups are filled is audited where a rule of the whole board has few ways to be kept, and there alone.
    """
    limits, proved = begin(limits), list[str]()
    for genre in genres:
        asked = False  # one board is proved, the first on which it can fire
        for board in filter(rule.speaks, boards_of(genre)):
            if asks_fillings(rule) and is_vast(board):
                continue
            sizes = [size for size in rule.sizes if is_affordable(rule, size, board)]  # nobody runs the others there
            samples = [_sample(rule, size, board, seed, limits) for size in sizes]
            proofs = [_proof(rule, size, board, limits) for size in sizes if is_small(board) and not asked]
            for result in (*samples, *proofs):
                if (found := result.counterexample) is not None:
                    told = found.conclusion.text(found.state.puzzle)
                    return RuleAudit(f"{told} is wrong in a state of {genre.key} ({result.method})")
                if 2 * result.undecided > result.looked:
                    return RuleAudit(f"ran out of fuel in {result.undecided} of {result.looked} states of {genre.key}")
            if limits.stop is not None:
                return RuleAudit(None, tuple(proved), limits.stop)
            if proofs and (any(each.fired for each in proofs) or any(each.method != "proved" for each in proofs)):
                asked = True
                proved += [genre.key] * all(each.method == "proved" for each in proofs)
    return RuleAudit(None, tuple(proved))


def _sample(rule: Technique, size: int | None, board: Puzzle, seed: int, limits: Limits) -> Audited:
    found = sample(rule, size, board, FIRINGS, STATES, seed, limits=limits.within(fuel=SAMPLE_FUEL))
    limits.spend(STATE_NODES * found.looked)
    return found


def _proof(rule: Technique, size: int | None, board: Puzzle, limits: Limits) -> Audited:
    own = limits.within(nodes=PROOF_NODES)
    found = prove(rule, size, board, WITNESSES, limits=own)
    limits.spend((own.nodes or 0) - (own.nodes_left or 0))
    return found


class Audits(dict[str, RuleAudit]):
    """What the audits of the drafts of a run found, by key: each is audited once, for so many nodes.

    Certificates are asked for in the examples of every candidate. The genres that were mined come first.
    """

    def __init__(self, nodes: int, genres: Iterable[str] = ()) -> None:
        super().__init__()
        self.nodes, self._first = nodes, frozenset(genres)

    def of(self, examples: Sequence[DraftExample]) -> RuleAudit:
        """That of the draft that these are examples of."""
        found = examples[0].draft
        reason = refused_in(found.rule, examples)
        if reason is not None:
            self[found.key] = RuleAudit(reason)
        elif found.key not in self:
            genres = sorted(all_genres().values(), key=lambda genre: (genre.key not in self._first, genre.key))
            self[found.key] = audit_of(found.rule, genres, limits=Limits(nodes=self.nodes))
        return self[found.key]


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
