"""What a rule reads of the state, and whether all of it lies with its first variable.

A rule that looked at a group and found nothing need not look there again until something changes in that group, if all
that it reads is the group's: the places of values in it, the candidates of its cells. Then the group is the rule's
*anchor*. The same goes for a value (`places(v, …)`, `lacking(v)`) and for a cell (`cand(p)`).

Where the second variable is a value and all that is read is of that value in that group (`places(v, g)`), the rule need
not look at the pair again until a place of the value in the group is gone.

It has to hold for the conclusions as well. What they exclude can only lose its effect as candidates vanish, but their
terms may grow: `common(places(v, g))` does when a place goes.
"""

from __future__ import annotations

from ..model import Sort
from .tree import Binary, Call, Each, Expr, Let, Name, Node, Pick, SetOf, Technique, walk

BY_VALUE = {"places", "need", "held", "at", "lacking", "needy"}
"""Words of the state that take a value first and read nothing but that value's candidates."""
BY_GROUP = {"places", "need", "held"}
"""Words of the state that take a value and a group and read nothing outside the group."""
OF_GROUP = {"missing", "fitting", "forced", "early", "outdone"}
"""Words of the state that take a group first and read nothing outside it."""
SUMS = {"total", "total_parity", "parity", "summed", "tied", "summing"}
READING = BY_VALUE | OF_GROUP | SUMS | {"open", "cand", "val", "implied"}


def anchor(technique: Technique) -> Sort | None:
    """The sort of the first variable where everything that the rule reads of the state is local to it, else None."""
    first = next((item for item in technique.seen if isinstance(item, Each | Pick)), None)
    if not isinstance(first, Each) or first is not technique.seen[0]:
        return None
    sort = {"cell": Sort.CELL, "value": Sort.VALUE, "kind": None}.get(first.kind, Sort.GROUP)
    if sort is None:
        return None
    return sort if _Local(technique, first, sort).everything() else None


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
    rest: list[Node] = [*technique.seen[2:], *technique.then]
    if second.range is not None and second.range != Call("missing", (pair[1],)):
        rest.append(second.range)
    reads = [node for part in rest for node in walk(part) if local.reads(node)]
    of_pair = all(isinstance(node, Call) and node.word in BY_GROUP and node.arguments == pair for node in reads)
    return first.names[0] if of_pair else None


class _Local:
    def __init__(self, technique: Technique, first: Each, sort: Sort) -> None:
        self.technique, self.first, self.sort, self.name = technique, first, sort, first.names[0]
        self.ranges: dict[str, Expr | None] = {}
        for node in walk(technique):
            if isinstance(node, Each) and node is not first:
                self.ranges |= dict.fromkeys(node.names, node.range)
            elif isinstance(node, Pick):
                self.ranges[node.name] = node.range
            elif isinstance(node, Let):
                self.ranges[node.name] = node.term

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
        return (isinstance(node, Call) and node.word in READING) or (isinstance(node, Name) and node.name == "open")

    def local(self, node: object) -> bool:
        """Is what this node reads of the state, if anything, the anchor's?"""
        if not self.reads(node):
            return True
        if isinstance(node, Name) or not isinstance(node, Call):
            return False
        if self.sort is Sort.VALUE:
            return node.word in BY_VALUE and self.is_anchor(node.arguments[0])
        if self.sort is Sort.CELL:
            return node.word in ("cand", "val") and self.is_anchor(node.arguments[0])
        if node.word in OF_GROUP:
            return self.is_anchor(node.arguments[0])
        if node.word in BY_GROUP:
            return self.is_anchor(node.arguments[1])
        return node.word in ("open", "cand", "val") and bool(node.arguments) and self.within(node.arguments[0])

    def is_anchor(self, expr: Expr) -> bool:
        return isinstance(expr, Name) and expr.name == self.name

    def within(self, expr: Expr) -> bool:
        """Are these cells, whatever the state, cells of the group that is the anchor?"""
        match expr:
            case Call(word="members", arguments=(group,)):
                return self.is_anchor(group)
            case Call(word="open" | "the", arguments=(cells,)):
                return self.within(cells)
            case Call(word=word, arguments=(_, group)) if word in BY_GROUP:
                return self.is_anchor(group)
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
