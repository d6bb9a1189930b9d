"""One phrase told on a position: the names that it may use, and the clauses for what follows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from itertools import pairwise

from ..model import Sort, State
from ..model.links import Chain
from ..model.step import Conclusion, Step
from ..model.tie import NO_GROUP, TIES, in_fours
from ..rules.evaluate import FUEL, Environment, Evaluator, Thing, thing
from ..rules.position import position_of
from ..rules.tree import Name, Technique
from .phrase import Phrase, Piece, Plural, Slot, Term
from .words import Words

UNKNOWN = Technique("unknown", (), (), None, (), (), "", "")

HIDDEN = "…"
"""What stands for the part of a step that is not to be said yet."""

FEWEST_LOST = 2
"""Of a cell that loses so many values and keeps no more, it is told what it keeps."""
MOST_LOST = 2
"""Of a cell that keeps one value, it is also told what it loses, if that is no more than this."""


MOST_WHOLE = 4
"""Cells of a chain that are all named where its ends would do."""


class Telling:
    """The names that a phrase may use: a step's witness on the state before it."""

    def __init__(self, words: Words, technique: Technique, step: Step | None, state: State) -> None:
        self.words = words
        self.structure = state.structure
        self.silent = False
        self.hidden: Thing | None = None
        self.evaluator = Evaluator(technique, step.parameter if step else None, position_of(state), FUEL)
        self.names: Environment = self.evaluator.parameters
        self.chains: dict[str, int | tuple[int, ...]] = {}
        self.ties: dict[str, tuple[int, ...]] = {}
        self.linked: dict[str, Chain] = {}
        if step is not None:
            changed = Thing(Sort.CELLS, frozenset(conclusion.variable for conclusion in step.conclusions))
            self.chains = {name: seen.value for name, seen in step.witness.items() if seen.sort is Sort.CHAIN}
            self.linked = {n: Chain.read(seen.value) for n, seen in step.witness.items() if seen.sort is Sort.LINKS}
            ties = {name: seen.value for name, seen in step.witness.items() if seen.sort is Sort.TIES}
            self.ties = {name: value for name, value in ties.items() if isinstance(value, tuple)}
            known = self.chains.keys() | self.linked.keys() | ties.keys()
            witness = {name: thing(seen) for name, seen in step.witness.items() if name not in known}
            self.names = {"Then": changed, **self.names, **witness}

    def with_names(self, names: Environment) -> Telling:
        """The same with more names."""
        other = copy(self)
        other.names = {**self.names, **names}
        return other

    def say(self, pieces: Phrase, texts: Mapping[str, str], first: bool = False) -> str:
        """A phrase in words. A sentence (`first`) that would begin with a cell's name says that it is a cell."""
        said = ""
        for piece in pieces:
            begins = first if not said else said.endswith((". ", "? ", "! "))
            text = self.piece(piece, texts, begins)
            said += capital(text) if said and begins else text
        return said

    def piece(self, piece: Piece, texts: Mapping[str, str], begins: bool) -> str:
        """A piece of a phrase in words."""
        match piece:
            case str():
                return piece
            case Slot():
                return texts[piece.name]
            case Plural():
                return self.say(piece.chosen(self.count(self.value(piece))), texts, begins)
            case Term(expr=Name(name="Then")) if self.silent:
                return HIDDEN
            case Term(expr=Name(name=name), form=form) if name in self.linked:
                return self.eureka(self.linked[name]) if form == "eureka" else self.inference(self.linked[name])
            case Term(expr=Name(name=name), form="links") if name in self.chains:
                return self.links(self.chains[name])
            case Term(expr=Name(name=name), form="ends") if name in self.chains:
                return self.ends(self.chains[name])
            case Term(expr=Name(name=name)) if name in self.chains:
                return self.words.chain(self.chains[name])
            case Term(expr=Name(name=name)) if name in self.ties:
                return self.tied(self.ties[name])
        value = self.value(piece)
        if self.hides(value):
            return HIDDEN
        text = self.words.say(value, piece.form)
        if begins and value.sort in (Sort.CELL, Sort.CELLS) and text[0].islower():
            noun = "cell_noun" if self.count(value) == 1 else "cells_noun"
            return f"{self.words.voice.words[noun]} {text}"
        return text

    def hiding(self, conclusions: Sequence[Conclusion]) -> Telling:
        """The same without what follows: of a placement, the cell is not said, or where it is seen first, the value."""
        other = copy(self)
        other.silent = True
        if len(conclusions) == 1 and conclusions[0].true:
            cell, value = conclusions[0].variable, conclusions[0].value
            named = any(seen == Thing(Sort.CELL, cell) for seen in other.names.values())
            other.hidden = Thing(Sort.VALUES, frozenset({value})) if named else Thing(Sort.CELLS, frozenset({cell}))
        return other

    def hides(self, value: Thing) -> bool:
        """Is it the part that is not to be said yet?"""
        if self.hidden is None or value.sort not in (Sort.CELL, Sort.CELLS, Sort.VALUE, Sort.VALUES):
            return False
        about = Sort.CELLS if value.sort in (Sort.CELL, Sort.CELLS) else Sort.VALUES
        several = value.value if isinstance(value.value, frozenset) else frozenset({value.value})
        return self.hidden == Thing(about, several)

    def links(self, chain: int | tuple[int, ...]) -> str:
        """A chain of cells with two candidates each, and what each is: it loses what the one before it takes.

        Inside a refutation the board that is told may not show that they have two: then the cells alone.
        """
        cells = (chain,) if isinstance(chain, int) else chain
        position, words = self.evaluator.position, self.words.voice.words
        # From the end, which takes what the chain is about and leaves its other candidate to the one before.
        about = self.names["v"].value
        assert isinstance(about, int)
        taken = {cells[-1]: about}
        for before, after in reversed(list(pairwise(cells))):
            left = position.cand(after) - {taken[after]}
            if len(left) != 1:
                return self.words.chain(cells)
            [taken[before]] = left
        said = [words["link"].format(cell=self.words.cell(x), value=self.words.value(taken[x])) for x in cells]
        return words["links"].join(said)

    def ends(self, chain: int | tuple[int, ...]) -> str:
        """A chain by its ends, or whole where it is short."""
        cells = (chain,) if isinstance(chain, int) else chain
        if len(cells) <= MOST_WHOLE:
            return self.words.chain(cells)
        first, last = self.words.cell(cells[0]), self.words.cell(cells[-1])
        return self.words.voice.words["chain_ends"].format(first=first, last=last)

    def tied(self, ties: tuple[int, ...]) -> str:
        """What two cells each are together, one after the other; "so" where it follows from one before."""
        words, said = self.words.voice.words, ""
        pairs: list[set[int]] = []
        for group, first, second, what in in_fours(ties):
            follows = group == NO_GROUP or any(pair <= self.structure.members[group] for pair in pairs)
            pairs.append({first, second})
            names = {"P": Thing(Sort.CELLS, frozenset((first, second)))}
            if group != NO_GROUP:
                names["g"] = Thing(Sort.GROUP, group)
            key = f"tie_{'along_' if group == NO_GROUP else ''}{TIES[what].replace(' ', '_')}"
            text = self.with_names(names).say(self.words.voice.word(key), {})
            said += (words["ties_so"] if follows else words["ties_and"]) + text if said else text
        return said

    def inference(self, chain: Chain) -> str:
        """A chain of strong and weak links, told link by link: what follows where its first node is false.

        A strong link that the board that is told does not show is told of its cell. Of those around a stem each is told
        by what the stem would be.
        """
        told: list[str] = []
        nodes, joined = chain.nodes, chain.joined(self.structure)
        for i, link in enumerate(chain.strong(self.evaluator.position.state)):
            one, other = nodes[2 * i], nodes[2 * i + 1]
            names = {
                "v": Thing(Sort.VALUE, other.value), "P": Thing(Sort.CELLS, frozenset(other.cells)),
                "w": Thing(Sort.VALUE, one.value), "Q": Thing(Sort.CELLS, frozenset(one.cells)),
            }  # fmt: skip
            key = "chain_cell"
            if link is not None and link.group is not None:
                key, names["g"] = "chain_group", Thing(Sort.GROUP, link.group)
            elif link is not None and len(link.cells) > 1:
                key, names["S"] = "chain_set", Thing(Sort.CELLS, frozenset(link.cells))
            saying = self.with_names(names)
            text = saying.say(self.words.voice.word(key), {})
            if joined:
                told += [saying.say(self.words.voice.word("chain_start"), {})] * (not told)
            else:
                text = saying.say(self.words.voice.word("chain_petal"), {}) + text
            told.append(text)
        words = self.words.voice.words
        if not joined:
            return words["chain_petals"].join(told)
        return words["chain_then"].join([told[0], words["chain_so"].join(told[1:])])

    def eureka(self, chain: Chain) -> str:
        """A chain as forums write it: `(5)r1c2=r1c8-(5=3)r4c8`, a part for each strong link."""
        parts = []
        for i, link in enumerate(chain.strong(self.evaluator.position.state)):
            one, other = chain.nodes[2 * i], chain.nodes[2 * i + 1]
            v, w = self.words.value(one.value), self.words.value(other.value)
            if link is not None and link.group is not None:
                parts.append(f"({v}){self.words.short(one.cells)}={self.words.short(other.cells)}")
            else:
                cells = link.cells if link is not None and link.cells else other.cells
                parts.append(f"({v}={w}){self.words.short(cells)}")
        return ("-" if chain.joined(self.structure) else ", ").join(parts)

    def value(self, piece: Term | Plural) -> Thing:
        """The value of a piece's term."""
        return self.evaluator.term(piece.expr, self.names)

    def count(self, value: Thing) -> int:
        """How many: the size of a set, a number itself."""
        if isinstance(value.value, frozenset):
            return len(value.value)
        return value.value if value.sort is Sort.NUMBER else 1

    # What follows

    def follows(self, conclusions: Iterable[Conclusion]) -> dict[str, str]:
        """What follows, for the slots of a phrase."""
        conclusions = list(conclusions)
        then = self.conclusions(conclusions)
        lost = then if len(conclusions) < FEWEST_LOST else self.conclusions(conclusions, keeps=False)
        return {**result(then), "lost": lost, "Lost": capital(lost)}

    def conclusions(self, conclusions: Iterable[Conclusion], keeps: bool = True, brief: bool = False) -> str:
        """What follows, as clauses: what is placed by value, what cells keep, what is excluded by cells or by values.

        What a cell loses is not told where it is placed as well, or keeps no more than it loses (if that `keeps`);
        in `brief` not even where it keeps one value.
        """
        placed: dict[int, int] = {}
        dropped: dict[int, set[int]] = {}
        for each in conclusions:
            if each.true:
                placed[each.variable] = each.value
            else:
                dropped.setdefault(each.variable, set()).add(each.value)
        clauses: dict[tuple[str, tuple[int, ...], tuple[int, ...]], list[int]] = {}
        for cell, values in sorted(dropped.items()):
            left = self.left(cell, values, keeps)
            if left is not None:
                few = len(left) == 1 and len(values) <= MOST_LOST and not brief
                if cell in placed and not few:
                    continue
                placed.pop(cell, None)
                about = ("leaves" if few else "kept", tuple(sorted(values)) if few else (), tuple(sorted(left)))
                clauses.setdefault(about, []).append(cell)
        told = [self.clause("placed", cells, {value}) for value, cells in sorted(by_value(placed).items())]
        kept = {cell for cells in clauses.values() for cell in cells} | placed.keys()
        told += (self.clause(key, cells, values, left) for (key, values, left), cells in clauses.items())
        gone = {cell: values for cell, values in dropped.items() if cell not in kept}
        for number, (cells, several) in enumerate(blocks(gone)):
            key = "dropped" if len(several) == 1 else "dropped_many"
            if number and "dropped_more" in self.words.voice.words:
                key = "dropped_more"
            told.append(self.clause(key, cells, several))
        return self.words.clauses(told)

    def left(self, cell: int, lost: set[int], keeps: bool) -> frozenset[int] | None:
        """What a cell keeps, where that is to be told: its value, or less than it loses."""
        either = self.structure.values == 2 or self.structure.loud != frozenset(range(self.structure.values))
        if either or not {"kept", "leaves"} <= self.words.voice.words.keys():
            return None
        left = self.evaluator.position.cand(cell) - lost
        few = keeps and len(lost) >= FEWEST_LOST and 0 < len(left) <= len(lost)
        return left if few or len(left) == 1 else None

    def clause(self, key: str, cells: Iterable[int], values: Iterable[int], left: Iterable[int] = ()) -> str:
        """One clause: the value's own phrase where the voice has one ("r1c1 stays empty")."""
        names = {
            "P": Thing(Sort.CELLS, frozenset(cells)),
            "V": Thing(Sort.VALUES, frozenset(values)),
            "W": Thing(Sort.VALUES, frozenset(left)),
        }
        own_phrase = self.words.value_phrase(values, key)
        return self.with_names(names).say(own_phrase or self.words.voice.word(key), {})


def by_value(placed: Mapping[int, int]) -> dict[int, list[int]]:
    """Value → the cells that take it."""
    cells: dict[int, list[int]] = {}
    for cell, value in sorted(placed.items()):
        cells.setdefault(value, []).append(cell)
    return cells


def blocks(dropped: Mapping[int, set[int]]) -> list[tuple[list[int], list[int]]]:
    """(cells, values) that are lost together: grouped by what cells lose or by where values go, whichever is shorter.

    >>> blocks({1: {7}, 4: {7}, 5: {2, 3}})
    [([1, 4], [7]), ([5], [2, 3])]
    """
    by_cell: dict[tuple[int, ...], list[int]] = {}
    places: dict[int, list[int]] = {}
    for cell, values in sorted(dropped.items()):
        by_cell.setdefault(tuple(sorted(values)), []).append(cell)
        for value in values:
            places.setdefault(value, []).append(cell)
    by_value: dict[tuple[int, ...], list[int]] = {}
    for value, cells in sorted(places.items()):
        by_value.setdefault(tuple(cells), []).append(value)
    if len(by_cell) <= len(by_value):
        return [(cells, list(values)) for values, cells in by_cell.items()]
    return [(list(cells), values) for cells, values in by_value.items()]


def result(text: str) -> dict[str, str]:
    """What follows, for the slots of a phrase: inside a sentence and behind a colon that wants a capital."""
    return {"then": text, "result": capital(text)}


def capital(text: str) -> str:
    """A capital letter in front, unless a cell's name stands there.

    >>> capital("row 3 is full"), capital("c3 stays empty")
    ('Row 3 is full', 'c3 stays empty')
    """
    return text if re.match(r"[a-z]+\d", text) else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A capital letter in front, one full stop behind.

    >>> sentence("row 3 is full")
    'Row 3 is full.'
    """
    text = capital(text.strip())
    return text if text.endswith((".", "!", "?", HIDDEN)) else text + "."
