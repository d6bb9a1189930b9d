"""What is wrong with a rule file, said to the person who wrote it.

GridwrightError
└── RuleError    has `source`, `line`, `column`; its text shows the line with a caret under the place
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from ..model import GridwrightError
from .tree import NOWHERE, Source, Span

WIDTH = 100


class RuleError(GridwrightError):
    """A rule file that cannot be read, or says what makes no sense.

    >>> print(RuleError("expected cells, found values", Source("my.rules", "seen |common(all)| = 1"), Span(1, 14, 17)))
    my.rules, line 1, column 14: expected cells, found values
        seen |common(all)| = 1
                     ^^^
    """

    def __init__(self, message: str, source: Source, span: Span = NOWHERE) -> None:
        self.message, self.source, self.line, self.column = message, source.name, span.line, span.column
        if span == NOWHERE:
            super().__init__(f"{source.name}: {message}")
        else:
            place = f"{source.name}, line {span.line}, column {span.column}"
            super().__init__("\n".join([f"{place}: {message}", *excerpt(source.text, span)]))


def excerpt(text: str, span: Span) -> list[str]:
    """The line of a span, or the part of a long line around it, and below it carets; nothing where there is no line."""
    lines = text.split("\n")
    if not 1 <= span.line <= len(lines) or not lines[span.line - 1].strip():
        return []
    line = "".join(c if c.isprintable() else " " for c in lines[span.line - 1].rstrip())
    start = max(0, span.column - 1 - WIDTH // 2) if len(line) > WIDTH else 0
    indent = 0 if start else len(line) - len(line.lstrip())
    shown = line[start + indent : start + WIDTH]
    at = max(span.column - 1 - start - indent, 0)
    length = max(1, min(span.end_column - span.column, len(shown) - at))
    return ["    " + shown, "    " + " " * at + "^" * length]


def guess(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'places'?`, or nothing where no known name is near."""
    near = difflib.get_close_matches(name[:40], sorted(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
