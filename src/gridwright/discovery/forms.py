"""The form of an exclusion: kinds of its statements, whose values they speak of, which of them the candidate touches.

    naked pair         two cells, both touched                      draft-cell-cell
    X-wing, kite       two groups that need the candidate's value   draft-place-place
    W-wing             two cells, and a group that needs another    draft-cell-cell-far-place-v

A statement is *touched* where the candidate kills one of its options; the others are *far*. An irreducible exclusion of
several choices touches two at least: if it touched one alone, the others would exclude what that one has left, one
option after the other. What is far clashes with both others, or it would say something of one alone. Of layouts that is
not so, for none of them is a candidate that others could exclude.

Exclusions of one form are found by one rule (`drafts`): fins and twins need no rule of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from ..evidence.things import OneCell, OneGroup, OneValue
from ..model import GridwrightError, State
from ..model.evidence import Evidence, Witness
from ..model.structure import Structure

CELL, PLACE, GROUP = "cell", "place", "group"
"""A cell takes one of its candidates; a group puts a value into one of its places; a group is filled somehow."""
KINDS = (CELL, PLACE, GROUP)
OTHERS = "vwx"
"""What values other than the candidate's are called."""
MOST = 3
"""Statements of a form at most."""


class NoForm(GridwrightError):
    """An exclusion that no rule can state yet; the sentence says why."""


class FormPart(NamedTuple):
    """One statement: its kind; of a place, the value's name (`u` is the candidate's own)."""

    far: bool
    rank: int
    value: str

    @property
    def kind(self) -> str:
        return KINDS[self.rank]

    @property
    def name(self) -> str:
        """`cell`, `far-place-v`"""
        other = f"-{self.value}" if self.value not in ("", "u") else ""
        return "far-" * self.far + self.kind + other


Form = tuple[FormPart, ...]


def form_key(form: Form) -> str:
    """The key of the draft of a form.

    >>> form_key((FormPart(False, 0, ""), FormPart(False, 0, ""), FormPart(True, 1, "v")))
    'draft-cell-cell-far-place-v'
    """
    return "-".join(("draft", *(part.name for part in form)))


class FormStatement(NamedTuple):
    """A statement of a structure as forms know it; `subject` is its cell, or its group."""

    kind: str
    subject: int
    value: int | None = None


def statement(structure: Structure, number: int) -> FormStatement:
    """What a statement says; NoForm where the rule language has no words for it."""
    if number < structure.size:
        return FormStatement(CELL, number)
    known = structure.derived(_known)
    if number not in known:
        raise NoForm(f"{_told(structure, number)} is neither a value's places in a group nor how one is filled")
    return known[number]


def _known(structure: Structure) -> dict[int, FormStatement]:
    found = {number: FormStatement(PLACE, group, value) for (value, group), number in structure.choice_of.items()}
    for group in range(len(structure.groups)):
        for i in structure.stated_of(group):
            found[len(structure.choices) + i] = FormStatement(GROUP, group)
    return found


def _told(structure: Structure, number: int) -> str:
    choices = structure.choices
    group = choices[number].group if number < len(choices) else structure.relations[number - len(choices)].group
    return f"what is said of {group.label}" if group is not None else "what is said of a cell"


class Bound(NamedTuple):
    """A form with what its parts are in one exclusion, in the order of the form."""

    form: Form
    statements: tuple[FormStatement, ...]
    candidate: tuple[int, int]

    @property
    def witness(self) -> Witness:
        """The variables of the rule of this form."""
        r, u = self.candidate
        found: dict[str, Evidence] = {"r": OneCell(r), "u": OneValue(u)}
        for name, part, said in zip(names_of(self.form), self.form, self.statements, strict=True):
            found[name] = (OneCell if part.kind == CELL else OneGroup)(said.subject)
            if part.value in OTHERS and part.value:
                assert said.value is not None
                found[part.value] = OneValue(said.value)
        return found


def names_of(form: Form) -> list[str]:
    """The variable of each part: cells p, q, s; groups that place a value g, h, k; groups that are filled c, d, e."""
    names = {CELL: iter("pqs"), PLACE: iter("ghk"), GROUP: iter("cde")}
    return [next(names[part.kind]) for part in form]


def named_form(parts: Iterable[FormPart]) -> Form:
    """The one form of parts that differ in their order, and in what other values are called."""
    return min(_renamed(order) for order in permutations(parts))


def _renamed(parts: Sequence[FormPart]) -> Form:
    """Other values are called v, w and x as they come."""
    names = {"": "", "u": "u"}
    for part in parts:
        if part.value not in names:
            names[part.value] = OTHERS[len(names) - 2]
    return tuple(part._replace(value=names[part.value]) for part in parts)


def forms_of(state: State, candidate: int, statements: Sequence[int]) -> Iterator[Bound]:
    """The form of an exclusion, once for each order of alike parts: a rule binds these in one of them."""
    structure = state.structure
    if not 1 <= len(statements) <= MOST:
        raise NoForm(f"{len(statements)} statements are more than {MOST}")
    own = structure.pair(candidate)[1]
    said = [(statement(structure, number), number) for number in statements]
    parts = [
        (FormPart(not touches(state, candidate, number), KINDS.index(each.kind), _value(each, own)), each)
        for each, number in said
    ]
    orders = [(_renamed([part for part, _ in order]), order) for order in permutations(parts)]
    first = min(form for form, _ in orders)
    near = [part for part in first if not part.far]
    if not near or (len(first) > 1 and len(near) < 2 and near[0].kind != GROUP):
        raise NoForm("the candidate touches one of the statements alone, which is a choice")
    for form, order in orders:
        if form == first:
            yield Bound(form, tuple(each for _, each in order), structure.pair(candidate))


def _value(said: FormStatement, own: int) -> str:
    """What the value of a statement is called for now."""
    return "" if said.value is None else "u" if said.value == own else f"{said.value}"


def touches(state: State, candidate: int, number: int) -> bool:
    """Does a candidate kill an option of a statement?"""
    structure = state.structure
    near = {candidate, *structure.linked[candidate]}
    choices = structure.choices
    if number < len(choices):
        own = {c for c in choices[number].candidates if state.masks[structure.pair(c)[0]] >> structure.pair(c)[1] & 1}
        return bool(own & near - {candidate})
    r = structure.pair(candidate)[0]
    scope = structure.relations[number - len(choices)].scope
    return any(x == r or any(c in near for c in structure.candidates(x, state.masks[x])) for x in scope)
