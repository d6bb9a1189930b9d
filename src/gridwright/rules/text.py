"""Syntax tree → rule text: what `parse` reads back as the same tree.

    text_of(technique)     the technique as it would stand in a rule file
    term_text(term)        one term or condition

Parentheses stand only where the grammar needs them. The checked tree prints as well, with all that was written out.
"""

from __future__ import annotations

from . import tree
from .tree import And, Binary, Binder, Compare, Each, Effect, Expr, Item, Not, Or, Pick, Quantified, Technique

OR, AND, TEST, COMPARISON, SUM, PRODUCT, ATOM = range(7)
"""How tightly things bind, from `or` to what stands alone."""


def text_of(technique: Technique) -> str:
    """A technique as text.

    >>> from gridwright.rules.parse import parse_rules
    >>> text = 'technique lone seen cell p in open; |cand(p)|=1 then only(p, cand(p)) because "{p}" holds "it must"'
    >>> print(*map(text_of, parse_rules(text)), end="")
    technique lone
      seen    cell p in open; |cand(p)| = 1
      then    only(p, cand(p))
      because "{p}"
      holds   "it must"
    """
    sizes = ", ".join(f"{p.name}: {p.low}..{p.high}" for p in technique.parameters)
    lines = [f"technique {technique.key}" + (f"({sizes})" if sizes else "")]
    if technique.called:
        lines.append("  called  " + ", ".join(f"{size} {name}" for size, name in technique.called))
    if technique.assumes:
        lines.append(f"  assumes {technique.assumes}")
    lines.append("  seen    " + "; ".join(map(_item, technique.seen)))
    lines.append("  then    " + "; ".join(map(_effect, technique.then)))
    lines += [f'  because "{technique.because}"', f'  holds   "{technique.holds}"']
    return "\n".join(lines) + "\n"


def term_text(expr: Expr, level: int = OR) -> str:
    """A term or a condition as text, in parentheses where it binds less tightly than its place asks.

    >>> from gridwright.rules.parse import parse_term
    >>> term_text(parse_term("(A + B) & (C)"))
    '(A + B) & C'
    """
    own, text = _said(expr)
    return text if own >= level else f"({text})"


def _said(expr: Expr) -> tuple[int, str]:
    match expr:
        case Or():
            return OR, " or ".join(term_text(part, AND) for part in expr.formulas)
        case And():
            return AND, " and ".join(term_text(part, TEST) for part in expr.formulas)
        case Not():
            return TEST, f"not {term_text(expr.formula, TEST)}"
        case Quantified():
            head = f"{expr.quantifier} {_binder(expr.binder)}{_with(expr.condition)}"
            return TEST, f"{head}: {term_text(expr.formula, TEST)}"
        case Compare():
            return COMPARISON, f"{term_text(expr.left, SUM)} {expr.operator} {term_text(expr.right, SUM)}"
        case Binary():
            own = SUM if expr.operator in "+-" else PRODUCT
            return own, f"{term_text(expr.left, own)} {expr.operator} {term_text(expr.right, own + 1)}"
        case tree.Number():
            return ATOM, str(expr.value)
        case tree.Name():
            return ATOM, expr.name
        case tree.Call():
            return ATOM, f"{expr.word}({_list(expr.arguments)})"
        case tree.Size():
            return ATOM, f"|{term_text(expr.of, SUM)}|"
        case tree.SetOf():
            return ATOM, f"{{{_list(expr.elements)}}}"
        case tree.Range():
            return ATOM, f"{{{term_text(expr.low, SUM)} .. {term_text(expr.high, SUM)}}}"
    raise TypeError(f"{type(expr).__name__} has no text")


def _list(terms: tuple[Expr, ...]) -> str:
    return ", ".join(term_text(term, SUM) for term in terms)


def _with(condition: Expr | None) -> str:
    return "" if condition is None else f" with {term_text(condition)}"


def _binder(binder: Binder) -> str:
    within = "" if binder.range is None else f" in {term_text(binder.range, SUM)}"
    if isinstance(binder, Pick):
        return f"{term_text(binder.count)} {binder.kind} {binder.name}{within}"
    assert isinstance(binder, Each)
    return f"{binder.kind} {(' < ' if binder.ordered else ', ').join(binder.names)}{within}"


def _item(item: Item) -> str:
    if isinstance(item, Binder):
        return _binder(item)
    return f"let {item.name} = {term_text(item.term, SUM)}" if isinstance(item, tree.Let) else term_text(item)


def _effect(effect: Effect) -> str:
    if isinstance(effect, tree.ForEvery):
        return f"every {_binder(effect.binder)}{_with(effect.condition)}: {_effect(effect.effect)}"
    return f"{effect.verb}({term_text(effect.where, SUM)}, {term_text(effect.what, SUM)})"
