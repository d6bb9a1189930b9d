"""What a rule costs at the most on a board, before anything is run: how many ways there are to bind its variables.

    cost(technique, 2, structure)          1944 for an x-wing on nine rows: values, kinds, pairs of lines
    refuse_absurd(technique, 2, structure) CannotCompile where that is beyond reason

The estimate multiplies the sizes of the ranges: of all that the board has of a sort, or of the largest set that the
range can be on this board (a group's cells, a kind's groups, a cell's peers), as far as that is plain to see. A pick of
n from m counts as C(m, n). Inside, the heaviest quantifier counts. A plan cuts most of it short.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import comb, perm

from ..model import Sort, Structure
from . import tree
from .plan import CannotCompile
from .tree import Binder, Call, Compare, Each, Expr, ForEvery, Item, Let, Name, Pick, Quantified, Technique
from .vocabulary import SORT_WORDS
from .words import WORDS

WARN, REFUSE = 10_000_000, 1_000_000_000
"""Bindings: above the first a rule is slow, above the second it is not run."""


def cost(technique: Technique, parameter: int | None, structure: Structure) -> int:
    """Ways to bind the variables, times what the heaviest quantifier looks at each time.

    >>> from gridwright.genres import parse
    >>> from gridwright.techniques import Catalogue
    >>> pair = Catalogue.standard()["naked-subset"].statement
    >>> cost(pair, 2, parse("." * 81, genre="sudoku").structure)    # 27 groups, 36 pairs each
    972
    """
    numbers = {technique.parameters[0].name: parameter or 1} if technique.parameters else {}
    estimate = _Estimate(technique, numbers, structure)
    total = 1
    for item in technique.seen:
        if isinstance(item, Binder):
            total *= estimate.ways(item)
    inside = [estimate.inside(item) for item in (*technique.seen, *technique.then) if not isinstance(item, Binder)]
    return total * max(inside, default=1)


def told(estimate: int) -> str:
    """An estimate as people read it.

    >>> told(972), told(35_000_000)
    ('972', '3.5e+07')
    """
    return f"{estimate:,}" if estimate < 1_000_000 else f"{estimate:.2g}"


def refuse_absurd(technique: Technique, parameter: int | None, structure: Structure) -> None:
    """Refuse a rule that nobody could wait for on this board."""
    estimate = cost(technique, parameter, structure)
    if estimate > REFUSE:
        size = "" if parameter is None else f"({parameter})"
        raise CannotCompile(
            f"{technique.key}{size} would look at up to {told(estimate)} combinations on this board; "
            f"{told(REFUSE)} are the most: bind fewer variables, or give them smaller ranges"
        )


class _Estimate:
    def __init__(self, technique: Technique, numbers: Mapping[str, int], structure: Structure) -> None:
        self.structure, self.numbers = structure, numbers
        self.items: tuple[Item, ...] = technique.seen
        self.lets = {item.name: item.term for item in technique.seen if isinstance(item, Let)}
        self.picks = {item.name: item for item in technique.seen if isinstance(item, Pick)}

    @cached_property
    def bounds(self) -> dict[str, int]:
        """How large conditions of their own let a named set be: these are tested before anything inside looks at it."""
        return {
            item.left.of.name: item.right.value
            for item in self.items
            if isinstance(item, Compare) and item.operator in ("<=", "=") and isinstance(item.right, tree.Number)
            and isinstance(item.left, tree.Size) and isinstance(item.left.of, Name)
        }  # fmt: skip

    def size(self, pick: Pick) -> int:
        """How many elements a pick takes."""
        if isinstance(pick.count, tree.Number):
            return pick.count.value
        return self.numbers.get(pick.count.name, 1) if isinstance(pick.count, Name) else 1

    def ways(self, binder: Binder) -> int:
        """How many ways there are to bind the variables of a binder."""
        m = self.all_of(SORT_WORDS.get(binder.kind, Sort.GROUP))
        if binder.kind not in SORT_WORDS:
            m = max(map(len, self.structure.of_kind), default=0)
        if binder.range is not None:
            m = min(m, self.most(binder.range))
        if isinstance(binder, Pick):
            return comb(m, self.size(binder))
        assert isinstance(binder, Each)
        if len(binder.names) == 1:
            return min([m, *(self.most(within) for within in self.tested(binder.names[0]))])
        return (comb if binder.ordered else perm)(m, len(binder.names))

    def tested(self, name: str) -> list[Expr]:
        """The sets that conditions of their own keep a variable in: the plan loops over these."""
        return [
            item.right
            for item in self.items
            if isinstance(item, Compare) and item.operator == "in" and item.left == Name(name)
        ]

    def inside(self, node: object) -> int:
        """What the heaviest quantifier below looks at; one inside another multiplies."""
        if isinstance(node, Quantified):
            return self.ways(node.binder) * max(1, self.inside(node.formula))
        if isinstance(node, ForEvery):
            return self.ways(node.binder) * max(self.inside(node.effect), self.inside(node.condition))
        if not isinstance(node, Expr):
            return 1
        return max((self.inside(each) for each in tree.walk(node) if isinstance(each, Quantified)), default=1)

    def all_of(self, sort: Sort | None) -> int:
        """How many things of a sort there are."""
        return len(self.structure.everything(sort.one or sort if sort is not None else Sort.CELL))

    def most(self, term: Expr) -> int:
        """The largest that a term's set can be, as far as is plain to see."""
        match term:
            case Name() if term.name in self.lets:
                return min(self.most(self.lets[term.name]), self.bounds.get(term.name, REFUSE))
            case tree.Binary(operator="&"):
                return min(self.most(term.left), self.most(term.right))
            case tree.Binary(operator="+"):
                return min(self.all_of(term.sort), self.most(term.left) + self.most(term.right))
            case tree.Binary():
                return self.most(term.left)
            case tree.SetOf():
                return len(term.elements)
            case Name() if term.name in self.picks:
                return self.size(self.picks[term.name])
            case Call() if term.word in WORDS:
                known = WORDS[term.word].largest(self.structure, term.arguments, self.most)
                if known is not None:
                    return known
        if term.sort is Sort.GROUP:
            return max(map(len, self.structure.members), default=0)
        return self.all_of(term.sort) if term.sort is None or term.sort.is_set else 1
