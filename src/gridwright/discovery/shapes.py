"""What exclusions have in common: the pattern of one in its state, and its shape, which has no places and no values.

    a naked pair 1 3 in r1c1 and r1c2 that takes the 1 of r1c5

    statement A  the cell r1c1   options 1 (killed by 1 in r1c5: a fin)   3 (a survivor)  ┐
    statement B  the cell r1c2   options 1 (a fin)                       3 (a survivor)  ┘ conflict

    A*1 B*1 | A1-B1

A pattern has the statements of an exclusion, the options of each that the candidate does not kill (its *survivors*)
and the conflicts between them; those that it kills are *fins*. Survivors of a statement with the same conflicts are
one. No joint selection of survivors is left, so the graph alone proves the exclusion, in every genre.

Keys are texts, the same on every machine. In one `A*2` is a statement with fins and two survivors, `A1-B2` a conflict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from string import ascii_uppercase
from typing import NamedTuple

from ..model import GridwrightError, Puzzle, State
from ..model.constraint import Relation
from ..model.domain import bits
from ..model.structure import Structure
from ..model.symmetry import moves
from .options import StatementOption, candidates_left, link_bits, options_of

MOST_LISTED, MOST_OPTIONS = 256, 4096
"""Options of a statement that are listed one by one, and those that an exclusion may tell apart of one with more."""


class TooManyWays(GridwrightError):
    """An exclusion tells more ways to fill a statement apart than anybody would list."""


class PatternShape(NamedTuple):
    """What is left of a pattern without places and values, coarse to fine."""

    universal: str
    """How many statements of which kind, with or without fins: `2 place*`."""
    abstract: str
    """The graph without kinds: `A*1 B*1 | A1-B1`."""
    typed: str
    """The graph with the kinds of statements and links: `A row* column 1, B row* column 1 | A1-B1 column`."""


class PatternGraph(NamedTuple):
    """A pattern to be told from others: labels of the statements, of the survivors of each, and of the conflicts."""

    statements: tuple[str, ...]
    survivors: tuple[tuple[str, ...], ...]
    conflicts: tuple[tuple[int, int, int, int, str], ...]
    """Statement and survivor, statement and survivor, label; the first statement is the smaller one."""


@dataclass(frozen=True)
class Pattern:
    """An exclusion in its state; whatever is numbered is numbered as in `statements`."""

    candidate: int
    statements: tuple[int, ...]
    survivors: tuple[tuple[tuple[StatementOption, ...], ...], ...]
    """Of each statement its classes of survivors; those of a class have the same conflicts."""
    fins: tuple[tuple[StatementOption, ...], ...]
    """Of each statement the options that the candidate kills."""
    conflicts: tuple[tuple[int, int, int, int], ...]
    """(i, a, j, b): class a of statement i and class b of statement j, i < j."""


class Patterns:
    """The patterns of a state and their shapes; what several exclusions ask is looked up once."""

    def __init__(self, state: State) -> None:
        self.state, self.structure = state, state.structure
        self._kinds = self.structure.derived(_Kinds)
        self._exchanges = exchanges(state.puzzle)
        self._ordered = any(n is not None for n in self.structure.numbers) and not state.puzzle.genre.symmetry.renames(
            state.puzzle
        )
        self._links = self.structure.derived(link_bits)
        self._met: dict[tuple[int, int], tuple[str, int, int]] = {}
        self._left = candidates_left(state)
        self._options: dict[int, tuple[StatementOption, ...]] = {}
        self._longer: dict[int, int] = {}
        """Statements that are known to have more options than this."""
        self._rows: dict[tuple[int, int], tuple[int, ...]] = {}
        self._seen: dict[tuple[int, tuple[int, ...]], tuple[StatementOption, ...]] = {}
        """Of a statement with many options, and some members of its scope, what those can be."""

    def options(self, number: int) -> tuple[StatementOption, ...]:
        """The options of a statement."""
        found = self._options.get(number)
        if found is None:
            listed = options_of(self.state, number, self._left, MOST_LISTED)
            if listed is None:
                raise GridwrightError(f"statement {number} has more than {MOST_LISTED} options")
            found = self._options[number] = listed
        return found

    def lists(self, number: int, most: int) -> bool:
        """Has the statement at most so many options?"""
        if number not in self._options and self._longer.get(number, -1) < most:
            listed = options_of(self.state, number, self._left, most)
            if listed is None:
                self._longer[number] = most
            else:
                self._options[number] = listed
        return number in self._options and len(self._options[number]) <= most

    def rows(self, first: int, second: int) -> tuple[int, ...]:
        """For each option of the first statement the options of the second that it conflicts with, as bits."""
        found = self._rows.get((first, second))
        if found is None:
            found = self._rows[first, second] = _conflicts(self.options(first), self.options(second))
        return found

    def _told_apart(self, candidate: int, statements: Sequence[int]) -> list[tuple[StatementOption, ...]]:
        """The options of each statement; where there are many, those that differ in what is linked to the others.

        Options that are the same there have the same conflicts, so that nothing is lost.
        """
        found = []
        for number in statements:
            if self.lists(number, MOST_LISTED):
                found.append(self._options[number])
                continue
            others = _union(self._candidates(each) for each in statements if each != number) | 1 << candidate
            relation = self.structure.relations[number - len(self.structure.choices)]
            linked = tuple(i for i, x in enumerate(relation.scope)
                           if any(self._links[self.structure.candidate(x, v)] & others
                                  for v in self.state.candidates(x)))  # fmt: skip
            if (number, linked) not in self._seen:
                self._seen[number, linked] = tuple(self._part_of_layouts(relation, linked))
            found.append(self._seen[number, linked])
        return found

    def _candidates(self, number: int) -> int:
        """The candidates that a statement speaks of."""
        if number < len(self.structure.choices):
            return sum(1 << c for c in self.structure.choices[number].candidates) & self._left
        scope = self.structure.relations[number - len(self.structure.choices)].scope
        return sum(1 << self.structure.candidate(x, v) for x in scope for v in self.state.candidates(x))

    def _part_of_layouts(self, relation: Relation, members: Sequence[int]) -> Iterator[StatementOption]:
        """What some members of the scope can be together in a layout, in order."""
        structure, apart = self.structure, self.structure.apart_in(relation.scope)

        def option(pairs: Iterable[tuple[int, int]]) -> StatementOption:
            true = [structure.candidate(relation.scope[i], value) for i, value in pairs]
            return StatementOption(sum(1 << c for c in true), _union(self._links[c] for c in true) & self._left)

        def fits(masks: Sequence[int]) -> bool:
            layouts = (option(enumerate(layout)) for layout in relation.layouts(masks, apart))
            return any(not each.conflicts(each) for each in layouts)

        found, masks = 0, [self.state.masks[x] for x in relation.scope]
        parts: list[tuple[tuple[int, int], ...]] = [()]
        while parts:
            pairs = parts.pop()
            if len(pairs) == len(members):
                found += 1
                if found > MOST_OPTIONS:
                    raise TooManyWays(f"more than {MOST_OPTIONS:,} ways to fill {len(members)} cells of "
                                      f"{relation.label} matter")  # fmt: skip
                yield option(pairs)
                continue
            at, narrowed = members[len(pairs)], list(masks)
            for i, value in pairs:
                narrowed[i] = 1 << value
            for value in reversed(list(bits(masks[at]))):
                narrowed[at] = 1 << value
                if fits(narrowed):
                    parts.append((*pairs, (at, value)))

    def pattern(self, candidate: int, statements: Sequence[int]) -> Pattern:
        """The pattern of an exclusion."""
        listed = self._told_apart(candidate, statements)
        plain = [self._options.get(number) is options for number, options in zip(statements, listed, strict=True)]
        rows = {
            (i, j): self.rows(statements[i], statements[j])
            if plain[i] and plain[j]
            else _conflicts(listed[i], listed[j])
            for i, j in permutations(range(len(statements)), 2)
        }
        classes = _classes(candidate, listed, rows)
        at = [{a: i for i, members in enumerate(each) for a in members} for each in classes]
        conflicts = (
            (i, a, j, at[j][b])
            for i, j in combinations(range(len(statements)), 2)
            for a, members in enumerate(classes[i])
            for b in bits(rows[i, j][members[0]])
            if b in at[j]
        )
        return Pattern(
            candidate,
            tuple(statements),
            tuple(tuple(tuple(options[a] for a in members) for members in each)
                  for options, each in zip(listed, classes, strict=True)),
            tuple(tuple(option for a, option in enumerate(options) if a not in known)
                  for options, known in zip(listed, at, strict=True)),
            tuple(sorted(set(conflicts))),
        )  # fmt: skip

    def shape(self, pattern: Pattern) -> PatternShape:
        """The shape of a pattern."""
        plain = abstract_graph(pattern)
        kinds = [self._kinds.universal[n] + "*" * bool(fins)
                 for n, fins in zip(pattern.statements, pattern.fins, strict=True)]  # fmt: skip
        counted = sorted(Counter(kinds).items())
        labelled = self._labelled(pattern)
        typed = _smallest_image(labelled, self._exchanges)
        return PatternShape(", ".join(f"{n} {kind}" for kind, n in counted), canonical(plain), typed)

    def _labelled(self, pattern: Pattern) -> PatternGraph:
        """The graph with kinds; options of a class conflict with the same, so what they make true is taken together."""
        target = 1 << pattern.candidate
        touched = [0] * len(pattern.statements)  # the candidates that links touch, where the statement has layouts
        true = [[_union(option.true for option in options) for options in classes] for classes in pattern.survivors]
        by = []
        for i, fins in enumerate(pattern.fins):
            kinds, own, _ = self._between(_union(option.true for option in fins), target)
            touched[i] |= own
            by.append(kinds)
        conflicts = []
        for i, a, j, b in pattern.conflicts:
            kinds, own, other = self._between(true[i][a], true[j][b])
            touched[i] |= own
            touched[j] |= other
            conflicts.append((i, a, j, b, kinds))
        statements, survivors = [], []
        for number, classes, fins, kinds, cells in zip(
            pattern.statements, true, pattern.fins, by, touched, strict=True
        ):
            label = self._kinds.typed[number]
            layouts = number >= len(self.structure.choices)
            if layouts:
                variables = {self.structure.pair(c)[0] for c in bits(cells)}
                scope = self.structure.relations[number - len(self.structure.choices)].scope
                label += f" {len(variables)}/{len(scope)}"
            statements.append(label + (f"* {kinds}" if fins else ""))
            ordered = layouts and self._ordered
            survivors.append(
                tuple(self._compared(each, cells, pattern.candidate) if ordered else "" for each in classes)
            )
        return PatternGraph(tuple(statements), tuple(survivors), tuple(conflicts))

    def _between(self, first: int, second: int) -> tuple[str, int, int]:
        """The kinds of links between some candidates and others, and those of both that are linked."""
        found = self._met.get((first, second))
        if found is None:
            kinds: set[str] = set()
            own = other = 0
            for a in bits(first):
                if near := self._links[a] & second:
                    own, other = own | 1 << a, other | near
                    kinds.update(*(self._kinds.link(a, b) for b in bits(near)))
            found = self._met[first, second] = "+".join(sorted(kinds)), own, other
        return found

    def _compared(self, true: int, touched: int, candidate: int) -> str:
        """How the values of candidates, where links touch their cells, compare with that of another."""
        value = self.structure.pair(candidate)[1]
        cells = {self.structure.pair(c)[0] for c in bits(touched)}
        pairs = map(self.structure.pair, bits(true))
        return "".join(sorted({"<=>"[(v > value) - (v < value) + 1] for x, v in pairs if x in cells}))


Rows = tuple[int, ...]
"""For each option of a statement the options of another that it conflicts with, as bits."""


def _conflicts(first: Sequence[StatementOption], second: Sequence[StatementOption]) -> Rows:
    others = [(1 << b, option.true) for b, option in enumerate(second)]
    return tuple(sum(bit for bit, true in others if mine.kills & true) for mine in first)


def _classes(
    candidate: int, listed: Sequence[Sequence[StatementOption]], rows: Mapping[tuple[int, int], Rows]
) -> list[list[list[int]]]:
    """The survivors of each statement, by position, those with the same conflicts together."""
    target = 1 << candidate
    survivors = [[a for a, option in enumerate(options) if not option.kills & target] for options in listed]
    alive = [sum(1 << a for a in each) for each in survivors]
    found = []
    for i, own in enumerate(survivors):
        others = [(rows[i, j], mask) for j, mask in enumerate(alive) if j != i]
        classes: dict[Rows, list[int]] = {}
        for a in own:
            classes.setdefault(tuple([row[a] & mask for row, mask in others]), []).append(a)
        found.append(list(classes.values()))
    return found


def _union(sets: Iterable[int]) -> int:
    found = 0
    for each in sets:
        found |= each
    return found


def shape_of(state: State, candidate: int, statements: Sequence[int]) -> PatternShape:
    """The shape of one exclusion."""
    patterns = Patterns(state)
    return patterns.shape(patterns.pattern(candidate, statements))


def abstract_graph(pattern: Pattern) -> PatternGraph:
    """The graph of a pattern without kinds."""
    return PatternGraph(
        tuple("*" if fins else "" for fins in pattern.fins),
        tuple(("",) * len(classes) for classes in pattern.survivors),
        tuple((i, a, j, b, "") for i, a, j, b in pattern.conflicts),
    )


class _Kinds:
    """What the statements and links of a structure are called."""

    def __init__(self, structure: Structure) -> None:
        self.typed: list[str] = ["cell" if each.group is None else each.group.kind for each in structure.choices]
        self.universal = ["cell" if each.group is None else "place" for each in structure.choices]
        for relation in structure.relations:
            self.typed.append(f"{relation.group.kind}({relation.kind})")
            self.universal.append("layouts" if relation.often is None else "count")
        self._sets: list[set[int]] = [set() for _ in range(sum(structure.sizes))]
        named = [*self.typed[: len(structure.choices)], *(each.group.kind for each in structure.at_most_ones)]
        for n, together in enumerate(structure.links):
            for c in together:
                self._sets[c].add(n)
        self._named = named
        self._links: dict[tuple[int, int], frozenset[str]] = {}

    def link(self, first: int, second: int) -> frozenset[str]:
        """The kinds of statement that say that not both are true."""
        found = self._links.get((first, second))
        if found is None:
            both = self._sets[first] & self._sets[second] if first != second else ()
            found = self._links[first, second] = frozenset(self._named[n] for n in both)
        return found


# What symmetries exchange

Exchange = tuple[tuple[str, str], ...]
"""Kinds of group and what each becomes, those that stay left out."""


def exchanges(puzzle: Puzzle) -> tuple[Exchange, ...]:
    """What turns and mirrors of the genre make of kinds of group: nothing, or columns of rows and rows of columns.

    A genre whose symmetries turn one group of a kind into this and another into that is refused: its typed shapes would
    depend on how the board lies.
    """
    key = (puzzle.genre.key, puzzle.grid, tuple(sorted(puzzle.clues)), puzzle.structure.kinds)
    if key not in _known_exchanges:
        _known_exchanges[key] = _exchanges(puzzle)
    return _known_exchanges[key]


_known_exchanges: dict[object, tuple[Exchange, ...]] = {}


def _exchanges(puzzle: Puzzle) -> tuple[Exchange, ...]:
    found: dict[Exchange, None] = {}
    bare = Puzzle(puzzle.genre, puzzle.grid, clues=puzzle.clues)
    for name in moves(puzzle.grid, puzzle.genre.symmetry.board):
        motion, moved = puzzle.grid.motion(name), bare.moved(name)
        to = [moved.variable_at[motion(each.place).name] for each in puzzle.variables]
        kinds: dict[frozenset[int], set[str]] = {}
        for group in moved.structure.groups:
            kinds.setdefault(frozenset(group.members), set()).add(group.kind)
        becomes: dict[str, set[str]] = {}
        for group in puzzle.structure.groups:
            image = kinds.get(frozenset(to[x] for x in group.members), set())
            kept = becomes.get(group.kind)
            becomes[group.kind] = image if kept is None else kept & image
        stay = {kind for kind, images in becomes.items() if kind in images}
        one = {kind: kind for kind in stay}
        for kind in becomes.keys() - stay:
            images = sorted(becomes[kind] - stay)
            if len(images) != 1:
                raise GridwrightError(
                    f"{puzzle.genre.key} cannot be mined: {name} does not map groups of kind {kind!r} onto those of "
                    "one kind, so that shapes would depend on how the board lies"
                )
            one[kind] = images[0]
        found[tuple(sorted((kind, image) for kind, image in one.items() if kind != image))] = None
    return tuple(sorted(found))


@lru_cache(maxsize=1 << 16)
def _smallest_image(graph: PatternGraph, exchanges: tuple[Exchange, ...]) -> str:
    """The smallest of the canonical texts that exchanges of kinds lead to."""
    return min(canonical(_exchanged(graph, exchange)) for exchange in exchanges)


def _exchanged(graph: PatternGraph, exchange: Exchange) -> PatternGraph:
    """The graph with other kinds in its labels."""
    if not exchange:
        return graph
    names = dict(exchange)
    return PatternGraph(
        tuple(_renamed(label, names) for label in graph.statements),
        graph.survivors,
        tuple((i, a, j, b, _renamed(label, names)) for i, a, j, b, label in graph.conflicts),
    )


def _renamed(label: str, names: Mapping[str, str]) -> str:
    """A label with other kinds; a list of kinds stays sorted."""
    words = []
    for word in label.split(" "):
        mark = "*" * word.endswith("*")
        parts = [part.partition("(") for part in word.removesuffix("*").split("+")]
        words.append("+".join(sorted(names.get(name, name) + rest + more for name, rest, more in parts)) + mark)
    return " ".join(words)


# Canonical form

Order = list[int]


@lru_cache(maxsize=1 << 16)
def canonical(graph: PatternGraph) -> str:
    """The same text for all graphs that differ only in the order of statements and survivors, and for no others.

    Nodes are coloured by their labels and neighbours until that says no more; where several look alike, each of them
    is taken for the first in turn, and the smallest text counts.
    """
    count = len(graph.statements)
    first = [count]
    for each in graph.survivors:
        first.append(first[-1] + len(each))
    labels: list[tuple[int, str]] = [(0, label) for label in graph.statements]
    labels += ((1, label) for each in graph.survivors for label in each)
    near: list[list[tuple[str, int]]] = [[] for _ in labels]
    for i, each in enumerate(graph.survivors):
        for a in range(len(each)):
            near[i].append(("", first[i] + a))
            near[first[i] + a].append(("", i))
    for i, a, j, b, label in graph.conflicts:
        near[first[i] + a].append((f"-{label}", first[j] + b))
        near[first[j] + b].append((f"-{label}", first[i] + a))
    names = sorted(set(labels))
    return _Search(near, lambda colours: _text(graph, first, colours)).smallest([names.index(each) for each in labels])


class _Search:
    """The smallest text that taking one node after the other for the first of those that look alike leads to.

    Two ways that end in the same text are a symmetry of the graph: nodes that one turns into each other, with all that
    was taken before left where it is, lead to the same texts, so that one of them is enough.
    """

    def __init__(self, near: list[list[tuple[str, int]]], text: Callable[[Order], tuple[str, Order]]) -> None:
        self._near, self._text = near, text
        self._ends: dict[str, Order] = {}
        """The nodes as each text has them."""
        self._symmetries: list[dict[int, int]] = []

    def smallest(self, colours: Order, taken: tuple[int, ...] = (), before: Sequence[int] = ()) -> str:
        """The smallest text after some nodes were taken; `before` stood where the last of them stands."""
        colours = _refined(colours, self._near)
        counted = Counter(colours)
        alike = min((colour for colour, n in counted.items() if n > 1), default=None)
        if alike is None:
            text, order = self._text(colours)
            known = self._ends.setdefault(text, order)
            if known is not order:
                self._symmetries.append(dict(zip(known, order, strict=True)))
            return text
        found, tried = [], list[int]()
        for node, colour in enumerate(colours):
            if colour == alike and not (tried and self._is_like(node, tried, taken)):
                tried.append(node)
                split = [2 * each + (each == alike) for each in colours]
                split[node] = 2 * alike
                found.append(self.smallest(split, (*taken, node), tried[:-1]))
                if before and self._is_like(taken[-1], before, taken[:-1]):
                    break  # as is known now
        return min(found)

    def _is_like(self, node: int, others: Sequence[int], fixed: Sequence[int]) -> bool:
        """Do symmetries that leave some nodes where they are turn a node into one of the others?"""
        symmetries = [each for each in self._symmetries if all(each[x] == x for x in fixed)]
        reached = [node]
        for each in reached:  # which grows
            for symmetry in symmetries:
                if symmetry[each] not in reached:
                    reached.append(symmetry[each])
        return not set(others).isdisjoint(reached)


def _refined(colours: Order, near: list[list[tuple[str, int]]]) -> Order:
    """Colours that say what the colours around say, as ranks."""
    while True:
        told = [(mine, sorted([(label, colours[n]) for label, n in near[node]])) for node, mine in enumerate(colours)]
        order = sorted(range(len(told)), key=told.__getitem__)
        rank, new = -1, [0] * len(told)
        for at, node in enumerate(order):
            if at == 0 or told[node] != told[order[at - 1]]:
                rank += 1
            new[node] = rank
        if new == colours:
            return colours
        colours = new


def _text(graph: PatternGraph, first: list[int], colours: Order) -> tuple[str, Order]:
    """The graph in words, statements and survivors in the order of their colours; and the nodes in that order."""
    order = sorted(range(len(graph.statements)), key=colours.__getitem__)
    letters = {i: _letter(n) for n, i in enumerate(order)}
    names: dict[tuple[int, int], str] = {}
    statements, nodes = [], list(order)
    for i in order:
        ranked = sorted(range(len(graph.survivors[i])), key=lambda a: colours[first[i] + a])
        nodes += (first[i] + a for a in ranked)
        names |= {(i, a): f"{letters[i]}{n}" for n, a in enumerate(ranked, 1)}
        label = graph.statements[i]
        mine = [graph.survivors[i][a] for a in ranked]
        told = f" ({' '.join(mine)})" if any(mine) else ""
        plain = label in ("", "*")
        statements.append(f"{letters[i]}{'' if plain else ' '}{label}{'' if plain else ' '}{len(ranked)}{told}")
    links = sorted((*sorted((names[i, a], names[j, b])), label) for i, a, j, b, label in graph.conflicts)
    between = ", " if any(" " in each for each in statements) else " "
    told = between.join(f"{a}-{b}" + (f" {label}" if label else "") for a, b, label in links)
    return between.join(statements) + (f" | {told}" if told else ""), nodes


def _letter(number: int) -> str:
    return ascii_uppercase[number] if number < len(ascii_uppercase) else f"Z{number}"
