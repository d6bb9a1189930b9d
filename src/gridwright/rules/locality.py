"""What a rule reads of the state, and whether all of it lies with its first variable.

A rule that looked at a group and found nothing need not look there again until something changes in that group, if all
that it reads is the group's: the places of values in it, the candidates of its cells. Then the group is the rule's
*anchor*. The same goes for a value (`places(v, …)`, `lacking(v)`) and for a cell (`cand(p)`).

Where the second variable is a value and all that is read is of that value in that group (`places(v, g)`), the rule need
not look at the pair again until a place of the value in the group is gone.

A rule about arrows has a cell for its anchor and reads the candidates of that cell and of those ahead of it; what one
of these sees that looks on the same way is ahead of the first, too. Such a rule looks only at cells *in whose sight*
something changed (`in_sight`).

It has to hold for the conclusions as well. What they exclude can only lose its effect as candidates vanish, but their
terms may grow: `common(places(v, g))` does when a place goes.
"""

from __future__ import annotations

from ..model import Sort
from .tree import Binary, Binder, Call, Each, Expr, Let, Name, Pick, SetOf, Technique, TreeNode, bound_names, walk
from .words import WORDS
from .words.word import Word


def anchor(technique: Technique) -> Sort | None:
    """The sort of the first variable where everything that the rule reads of the state is local to it, else None."""
    first = next((item for item in technique.seen if isinstance(item, Each | Pick)), None)
    if not isinstance(first, Each) or first is not technique.seen[0]:
        return None
    sort = {"cell": Sort.CELL, "value": Sort.VALUE, "kind": None}.get(first.kind, Sort.GROUP)
    if sort is None:
        return None
    return sort if _Local(technique, first, sort).everything() else None


def in_sight(technique: Technique) -> bool:
    """Is all that the rule reads of the state of its first variable, a cell, and of cells ahead of it?"""
    first = technique.seen[0] if technique.seen else None
    if not isinstance(first, Each) or first.kind != "cell" or len(first.names) > 1:
        return False
    return _InSight(technique, first, Sort.CELL).everything()


def anchored_pair(technique: Technique) -> str | None:
    """The name of the group that is the anchor, if everything read is of it and of the value bound next, else None."""
    if anchor(technique) is not Sort.GROUP or len(technique.seen) < 2:
        return None
    first, second = technique.seen[:2]
    if not isinstance(first, Each) or len(first.names) > 1:
        return None
    if not isinstance(second, Each) or len(second.names) > 1 or second.kind != "value":
        return None
    local, pair = _Local(technique, first, Sort.GROUP), (Name(second.names[0]), Name(first.names[0]))
    rest: list[TreeNode] = [*technique.seen[2:], *technique.then]
    if second.range is not None and second.range != Call("missing", (pair[1],)):
        rest.append(second.range)
    reads = [node for part in rest for node in walk(part) if local.reads(node)]
    words = [WORDS[node.word] for node in reads if isinstance(node, Call) and node.arguments == pair]
    of_pair = all((word.of_value, word.of_group) == (0, 1) for word in words)
    return first.names[0] if of_pair and len(words) == len(reads) else None


class _Local:
    def __init__(self, technique: Technique, first: Each, sort: Sort) -> None:
        self.technique, self.first, self.sort, self.name = technique, first, sort, first.names[0]
        self.ranges: dict[str, Expr | None] = {}
        for node in walk(technique):
            if isinstance(node, Binder | Let) and node is not first:
                self.ranges |= dict.fromkeys(bound_names(node), node.term if isinstance(node, Let) else node.range)

    def everything(self) -> bool:
        own = self.first.range
        if own is not None and not self.own_range(own):
            return False
        rest = [*self.technique.seen[1:], *self.technique.then]
        return all(self.local(node) for part in rest for node in walk(part))

    def own_range(self, range_: Expr) -> bool:
        """May the anchor run over this? Whether it belongs must be its own affair."""
        if self.sort is Sort.CELL and isinstance(range_, Name) and range_.name == "open":
            return True
        return not any(self.reads(node) for node in walk(range_))

    def reads(self, node: object) -> bool:
        name = node.word if isinstance(node, Call) else node.name if isinstance(node, Name) else ""
        return name in WORDS and WORDS[name].has_grounds and WORDS[name].reads_state

    def local(self, node: object) -> bool:
        """Is what this node reads of the state, if anything, the anchor's?"""
        return not self.reads(node) or (isinstance(node, Call) and self.reads_own(node, WORDS[node.word]))

    def reads_own(self, node: Call, word: Word) -> bool:
        if self.sort is Sort.VALUE:
            return self.is_anchor(argument(node, word.of_value))
        if self.sort is Sort.CELL:
            return self.is_anchor(argument(node, word.of_cells))
        if word.of_group is not None:
            return self.is_anchor(argument(node, word.of_group))
        return self.within(argument(node, word.of_cells))

    def is_anchor(self, expr: Expr | None) -> bool:
        return isinstance(expr, Name) and expr.name == self.name

    def within(self, expr: Expr | None) -> bool:
        """Are these cells, whatever the state, cells of the group that is the anchor?"""
        match expr:
            case Call() if expr.word in WORDS:
                word = WORDS[expr.word]
                return self.is_anchor(argument(expr, word.in_group)) or self.within(argument(expr, word.in_cells))
            case Binary(operator="&"):
                return self.within(expr.left) or self.within(expr.right)
            case Binary(operator="-"):
                return self.within(expr.left)
            case Binary(operator="+"):
                return self.within(expr.left) and self.within(expr.right)
            case SetOf():
                return bool(expr.elements) and all(self.within(element) for element in expr.elements)
            case Name():
                range_ = self.ranges.get(expr.name)
                return range_ is not None and self.within(range_)
        return False


class _InSight(_Local):
    """The anchor is a cell; cells are within if they are it or ahead of it."""

    def reads_own(self, node: Call, word: Word) -> bool:
        cells = argument(node, word.of_cells)
        if word.of_sight is not None or word.reads_placed:
            return self.is_anchor(cells or argument(node, word.of_sight))
        return self.within(cells)

    def within(self, expr: Expr | None) -> bool:
        """Are these the anchor, or cells ahead of it?"""
        match expr:
            case Call() if expr.word in WORDS and WORDS[expr.word].in_sight is not None:
                return self.looks_on(expr.arguments[WORDS[expr.word].in_sight or 0])
            case Name() if self.is_anchor(expr):
                return True
        return super().within(expr)

    def looks_on(self, expr: Expr) -> bool:
        """Is what this cell sees ahead of the anchor? It is the anchor, or a cell that must look on the same way."""
        if self.is_anchor(expr):
            return True
        along = Call("along", (Name(self.name), expr))
        return any(item == along for item in self.technique.seen)


def argument(call: Call, position: int | None) -> Expr | None:
    """The argument at a position, if there is one."""
    return call.arguments[position] if position is not None and position < len(call.arguments) else None
