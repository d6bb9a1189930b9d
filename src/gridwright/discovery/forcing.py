"""Exclusions in which each statement forces the next, and the rule of such a form.

    with u at r, p must be v; then g has u only at A; then nothing is left for h         draft-cell0v-placeu-…

The candidate is the first fact. Each statement in turn is left with one value of a cell, or a few places of a value:
one more fact, *a value is in one of these cells*. The last is left with nothing. Chains are of this kind, and most
nets; sets are not. A form is the order of its statements, what values they come to, and the facts that take values
from a cell. So nothing inside a rule of four statements has to be looked through, and its cost stays within reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..evidence.things import OneCell, OneGroup, OneValue
from ..model import State
from ..model.domain import bits
from ..model.evidence import Evidence, Witness
from ..model.structure import Structure
from .draft_text import technique_text
from .forms import CELL, KINDS, FormStatement, statement

CELLS, GROUPS, VALUES = "pqst", "ghkm", "vwxyz"
"""What variables are called, as they come."""
SETS = dict(zip(CELLS + GROUPS, "PQSTABCD", strict=True))
"""What is left of a statement, by its variable."""
MOST_LINKS = 4
"""Statements of a form at most."""
MOST_PLACES = 2
"""Places that a fact may leave open."""


class ForcingLink(NamedTuple):
    """A statement: its kind; the value that a cell comes to (none at the end) or that a group places.

    Facts are numbered, 0 is the candidate. `hits` are those that take values from a cell; of a group those whose one
    cell it loses to another value, where the rule has to say so: the first binds the value, if that is a new one.
    """

    rank: int
    value: str
    hits: tuple[int, ...]

    @property
    def kind(self) -> str:
        return KINDS[self.rank]

    @property
    def name(self) -> str:
        """`cell0v`, `place1w`, `cell03` at the end"""
        return f"{self.kind}{''.join(map(str, self.hits))}{self.value}"


Forcing = tuple[ForcingLink, ...]


def forcing_key(form: Forcing) -> str:
    """The key of the draft of a form.

    >>> forcing_key((ForcingLink(0, "v", (0,)), ForcingLink(1, "v", ()), ForcingLink(0, "", (0, 2))))
    'draft-cell0v-placev-cell02'
    """
    return "-".join(("draft", *(link.name for link in form)))


def names_of(form: Forcing) -> list[str]:
    """The variable of each link."""
    cells, groups = iter(CELLS), iter(GROUPS)
    return [next(cells if link.kind == CELL else groups) for link in form]


# What an exclusion looks like


class _Fact(NamedTuple):
    """A value is in one of these cells; of a cell that was forced in that one."""

    value: int
    cells: frozenset[int]
    is_cell: bool


def forcing_of(state: State, candidate: int, statements: Sequence[int]) -> tuple[Forcing, Witness] | None:
    """The form of an exclusion by choices and the variables of its rule; None where these do not force each other."""
    said = [statement(state.structure, number) for number in statements]
    r, u = state.structure.pair(candidate)
    search = _Orders(state, u)
    orders = search.orders(tuple(said), (_Fact(u, frozenset({r}), True),), {u: "u"}, ())
    best = min(orders, key=lambda order: (order[0], [(each.subject, each.value) for each in order[1]]), default=None)
    if best is None:
        return None
    form, order, names = best
    witness: dict[str, Evidence] = {"r": OneCell(r)}
    witness |= {name: OneValue(value) for value, name in names.items()}
    for name, each in zip(names_of(form), order, strict=True):
        witness[name] = (OneCell if each.kind == CELL else OneGroup)(each.subject)
    return form, witness


_Order = tuple[Forcing, tuple[FormStatement, ...], dict[int, str]]


class _Orders:
    def __init__(self, state: State, own: int) -> None:
        self.structure: Structure = state.structure
        self.masks, self.own = state.masks, own

    def orders(
        self, left: tuple[FormStatement, ...], facts: tuple[_Fact, ...], names: dict[int, str], before: Forcing
    ) -> Iterator[_Order]:
        """Every order in which the statements force each other, the last of them to nothing."""
        for i, each in enumerate(left):
            rest = left[:i] + left[i + 1 :]
            found = self._cell(each, facts, names) if each.kind == CELL else self._place(each, facts, names)
            if found is None:
                continue
            link, fact, names_then = found
            if not rest and fact is None:
                yield (*before, link), (each,), names_then
            elif rest and fact is not None:
                for form, order, all_names in self.orders(rest, (*facts, fact), names_then, (*before, link)):
                    yield form, (each, *order), all_names

    def _seeing(self, fact: _Fact) -> frozenset[int]:
        return frozenset.intersection(*(self.structure.peers[cell] for cell in fact.cells))

    def _cell(
        self, each: FormStatement, facts: tuple[_Fact, ...], names: dict[int, str]
    ) -> tuple[ForcingLink, _Fact | None, dict[int, str]] | None:
        own, hits = set(bits(self.masks[each.subject])), []
        for n, fact in enumerate(facts):
            if fact.value in own and each.subject in self._seeing(fact):
                own.discard(fact.value)
                hits.append(n)
        if len(own) > 1 or not hits or not own <= self.structure.loud:
            return None
        if not own:
            return ForcingLink(KINDS.index(CELL), "", tuple(hits)), None, names
        (value,) = own
        names = _named(names, value)
        return (
            ForcingLink(KINDS.index(CELL), names[value], tuple(hits)),
            _Fact(value, frozenset({each.subject}), True),
            names,
        )

    def _place(
        self, each: FormStatement, facts: tuple[_Fact, ...], names: dict[int, str]
    ) -> tuple[ForcingLink, _Fact | None, dict[int, str]] | None:
        value = each.value
        assert value is not None
        if value not in self.structure.loud:
            return None
        places = {x for x in self.structure.members[each.subject] if self.masks[x] >> value & 1}
        left, hits = set(places), []
        for fact in facts:
            if fact.value == value:
                left -= self._seeing(fact)
            elif fact.is_cell:
                left -= fact.cells
        for n, fact in enumerate(facts):
            if fact.value != value and not fact.is_cell and len(fact.cells) == 1 and fact.cells <= left:
                left -= fact.cells
                hits.append(n)
        if value not in names and not hits:
            lost = (n for n, fact in enumerate(facts) if fact.is_cell and fact.cells <= places)
            first = next(lost, None)
            if first is None:
                return None
            hits.append(first)
        if left == places or len(left) > MOST_PLACES:
            return None
        names = _named(names, value)
        link = ForcingLink(KINDS.index("place"), names[value], tuple(hits))
        return link, _Fact(value, frozenset(left), False) if left else None, names


def _named(names: dict[int, str], value: int) -> dict[int, str]:
    """With a name for a value: another one, as they come, where it has none."""
    return names if value in names else {**names, value: VALUES[len(names) - 1]}


# The rule of a form


def forcing_text(form: Forcing) -> str:
    """The rule of a form."""
    return technique_text(forcing_key(form), _items(form), *_sentences(form))


def _items(form: Forcing) -> list[str]:
    items = ["value u in loud", "cell r in at(u)"]
    facts = [_Named("u", "r", True)]
    single = {n for link in form if link.kind != CELL for n in link.hits}
    for n, (name, link) in enumerate(zip(names_of(form), form, strict=True), 1):
        most = "" if n == len(form) else "= 1" if n in single else f"<= {MOST_PLACES}"
        write = _cell_items if link.kind == CELL else _place_items
        items += write(name, link, facts, most)
        facts.append(_Named(link.value, name, link.kind == CELL))
    return items


class _Named(NamedTuple):
    """A fact as a rule calls it: the value, the cell or the group."""

    value: str
    name: str
    is_cell: bool

    @property
    def cells(self) -> str:
        """Its cells as a set,"""
        return f"{{{self.name}}}" if self.is_cell else SETS[self.name]

    @property
    def seeing(self) -> str:
        """and the cells that see all of them."""
        return f"peers({self.name})" if self.is_cell else f"common({SETS[self.name]})"


def _new_value(value: str, within: str, facts: Sequence[_Named]) -> str:
    known = dict.fromkeys(fact.value for fact in facts)
    return f"value {value} in ({within} & loud) - {{{', '.join(known)}}}"


def _cell_items(name: str, link: ForcingLink, facts: Sequence[_Named], most: str) -> list[str]:
    """The facts take all values from a cell but one; at the end all of them."""
    hitting = [facts[n] for n in link.hits]
    gone = f"{{{', '.join(fact.value for fact in hitting)}}}"
    items = [f"cell {name} in {' & '.join(f'at({fact.value}) & {fact.seeing}' for fact in hitting)}"]
    if 0 not in link.hits:
        items.append(f"{name} != r")
    if not most:
        return [*items, f"cand({name}) subset {gone}"]
    items.append(f"let {SETS[name]} = cand({name}) - {gone}")
    if any(link.value == fact.value for fact in facts):
        return [*items, f"{SETS[name]} = {{{link.value}}}"]
    return [*items, f"|{SETS[name]}| = 1", _new_value(link.value, SETS[name], facts)]


def _place_items(name: str, link: ForcingLink, facts: Sequence[_Named], most: str) -> list[str]:
    """They take most places from a value in a group; at the end all of them."""
    items, groups = [], f"lacking({link.value})"
    if all(link.value != fact.value for fact in facts):
        lost = facts[link.hits[0]]
        items.append(_new_value(link.value, f"cand({lost.name if lost.is_cell else lost.cells})", facts))
        groups += f" & holders({lost.cells})"
    elif link.value == "u":
        groups += " - holders({r})"
    places = f"places({link.value}, {name})"
    gone = [
        fact.seeing if fact.value == link.value else fact.cells
        for n, fact in enumerate(facts)
        if fact.value == link.value or fact.is_cell or n in link.hits
    ]
    items.append(f"group {name} in {groups}")
    if not most:
        return [*items, f"{places} subset {' + '.join(gone)}"]
    left = SETS[name]
    return [*items, f"let {left} = {' - '.join((places, *gone))}", f"{left} != {places}", f"|{left}| {most}"]


def _sentences(form: Forcing) -> tuple[str, str]:
    told = []
    *most, last = zip(names_of(form), form, strict=True)
    for name, link in most:
        if link.kind == CELL:
            told.append(f"{{{name}}} must be {{{link.value}}}")
        else:
            told.append(f"{{{name}}} can have {{{link.value}}} only at {{{SETS[name]}}}")
    name, link = last
    end = f"{{{name}}} has nothing left" if link.kind == CELL else f"{{{name}}} can have {{{link.value}}} nowhere"
    because = f"with {{u}} at {{r}}, {'; then '.join(told)}; then {end}"
    return because, "each of them is left with one thing after the other; what leaves nothing was wrong"
