"""Small questions about terms, and terms changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..model import Sort
from .plan import Register
from .tree import And, Binary, Call, Compare, Expr, Name, SetOf, Size, walk
from .words import WORDS

Change = Callable[[Expr], Expr]


def conjuncts(formula: Expr) -> list[Expr]:
    """The conditions that must all hold; of `{p, q} subset S`, that each is in S."""
    match formula:
        case And():
            return [part for f in formula.formulas for part in conjuncts(f)]
        case Compare(operator="subset", left=SetOf(elements=(_, *_) as elements), right=right):
            return [Compare("in", element, right, sort=Sort.BOOL) for element in elements]
    return [formula]


def over_union(expr: Expr, name: str) -> bool:
    """Is the term, for a set of that name, the union of what it is for each element?"""
    match expr:
        case Name():
            return expr.name == name
        case Call(word=word, arguments=arguments) if word in WORDS and WORDS[word].gives.is_set:
            inside = [i for i, argument in enumerate(arguments) if mentions(argument, name)]
            lifted = WORDS[word].form(len(arguments)).lifts_at
            return (
                len(inside) == 1
                and (inside[0] in WORDS[word].over_unions or lifted(inside[0]))
                and over_union(arguments[inside[0]], name)
            )
        case Binary(operator=operator, left=left, right=right):
            here, there = mentions(left, name), mentions(right, name)
            if operator == "+":
                return here and there and over_union(left, name) and over_union(right, name)
            if operator == "&":
                return here != there and over_union(left if here else right, name)
            return operator == "-" and here and not there and over_union(left, name)
    return False


def mentions(expr: Expr, name: str) -> bool:
    """Does the name stand in the expression?"""
    return any(isinstance(node, Name) and node.name == name for node in walk(expr))


def kept_in(name: str, test: Expr) -> Expr | None:
    """The set that a condition keeps a variable in, if it says so directly."""
    match test:
        case Compare(operator="in", left=Name(name=own), right=right) if own == name:
            return right
        case Compare(operator="in", left=left, right=Call(word="members", arguments=(Name(name=own),))) if own == name:
            return Call("holders", (SetOf((left,), sort=Sort.CELLS),), sort=Sort.GROUPS)
        case Compare(operator="subset", left=left, right=Call(word="members", arguments=(Name(name=own),))) if (
            own == name
        ):
            return Call("holders", (left,), sort=Sort.GROUPS)
        case Call(word="sees", arguments=(Name(name=own), other)) if own == name:
            return Call("peers", (other,), sort=Sort.CELLS)
        case Call(word="sees", arguments=(other, Name(name=own))) if own == name:
            return Call("peers", (other,), sort=Sort.CELLS)
    return None


def stand_in(expr: Expr, name: str, element: Register) -> Expr:
    """The term for one element of the set of that name."""
    if isinstance(expr, Name) and expr.name == name:
        return Name("one of " + name, sort=element.sort)
    return rebuilt(expr, lambda part: stand_in(part, name, element))


def rebuilt(expr: Expr, change: Change) -> Expr:
    """A term with its parts changed."""
    match expr:
        case Call():
            return replace(expr, arguments=tuple(change(argument) for argument in expr.arguments))
        case Size():
            return replace(expr, of=change(expr.of))
        case SetOf():
            return replace(expr, elements=tuple(change(element) for element in expr.elements))
        case Binary():
            return replace(expr, left=change(expr.left), right=change(expr.right))
    return expr
