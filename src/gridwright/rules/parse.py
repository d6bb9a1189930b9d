"""Rule text → syntax tree. The grammar is `grammar.lark`, on one page; sorts are the next stage's business.

Text comes from anywhere, so it is bounded before it is read (length, lines, signs), and what was read is bounded in
depth, size, names and numbers before any other stage walks over it. Whatever is wrong ends in a `RuleError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from lark import Lark, Token, UnexpectedInput, UnexpectedToken
from lark.exceptions import VisitError

from ..model import shorten
from . import tree
from .build import Builder
from .errors import RuleError, guess
from .tree import Expr, Source, Span, Technique, TreeNode
from .vocabulary import VERBS

LONGEST_TEXT = 100_000
LONGEST_LINE = 10_000
LONGEST_SENTENCE = 1_000
LONGEST_NAME = 40
MOST_SIGNS = 25_000
MOST_TECHNIQUES = 200
MOST_NODES = 1_000
MOST_ITEMS = 24
MOST_NAMES = 24
MOST_TERMS = 24
DEEPEST = 60
LARGEST_PARAMETER = 64
MOST_SIZES = 16


def parse_rules(text: str, source: str = "rules") -> tuple[Technique, ...]:
    """The techniques of a rule file.

    >>> [one] = parse_rules('''
    ...     technique naked-single
    ...       seen    cell p in open; |cand(p)| = 1
    ...       then    place(p, the(cand(p)))
    ...       because "{p} can only be {cand(p)}"
    ...       holds   "every cell has a value"
    ... ''')
    >>> one.key, len(one.seen)
    ('naked-single', 2)
    """
    whole = Source(source, plain(text))
    check_text(whole)
    records = read(whole, "file")
    if len(records) > MOST_TECHNIQUES:
        raise RuleError(f"a file has at most {MOST_TECHNIQUES} techniques; this one has {len(records)}", whole)
    names: set[str] = set()
    return tuple(technique_of(record, whole, names) for record in records)


def read_rules(path: Path | str) -> tuple[Technique, ...]:
    """The techniques of a file on disk."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(4 * LONGEST_TEXT + 1)
        return parse_rules(data.decode("utf-8"), path.name)
    except OSError as error:
        raise RuleError(f"cannot be read: {error.strerror or error}", Source(path.name, "")) from None
    except UnicodeDecodeError as error:
        raise RuleError(f"expected text in UTF-8; byte {error.start + 1} is none", Source(path.name, "")) from None


def parse_term(text: str, source: str = "term") -> Expr:
    """One term.

    >>> type(parse_term("cand(P) - {v}")).__name__
    'Binary'
    """
    whole = Source(source, plain(text))
    check_text(whole)
    term: Expr = read(whole, "sum")
    check_size(term, whole)
    return term


def template(text: str) -> tuple[str | Expr, ...]:
    """A sentence cut into its words and the terms in its braces.

    >>> [piece if isinstance(piece, str) else type(piece).__name__ for piece in template("{p} of {g} hold {cand(p)}")]
    ['Name', ' of ', 'Name', ' hold ', 'Call']
    """
    whole = Source("sentence", plain(text))
    check_text(whole)
    return tuple(pieces(whole.text, whole, (1, 1)))


# Text


def plain(text: str) -> str:
    """The text with one kind of line end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def check_text(source: Source) -> None:
    """Refuse text that is too long for a rule file, or none at all."""
    text = source.text
    if len(text) > LONGEST_TEXT:
        raise RuleError(
            f"a rule file has at most {LONGEST_TEXT:,} characters; this one has more", Source(source.name, "")
        )
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise RuleError(f"a line has at most {LONGEST_LINE:,} characters; line {number} has {len(line):,}", source)
        if not line.replace("\t", " ").isprintable():
            column, odd = next((i, c) for i, c in enumerate(line, start=1) if c != "\t" and not c.isprintable())
            message = f"expected plain text, found the character {odd!r}"
            raise RuleError(message, source, Span(number, column, column + 1))
    if sum(1 for _ in re.finditer(r"\w+|[^\w\s]", text)) > MOST_SIGNS:
        raise RuleError(f"a rule file has at most {MOST_SIGNS:,} words and signs; this one has more", source)


@cache
def parser() -> Lark:
    """The parser of the grammar; made once."""
    grammar = (files(__package__) / "grammar.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", start=["file", "sum"], propagate_positions=True)


def read(source: Source, start: str, text: str | None = None, origin: tuple[int, int] = (1, 1)) -> Any:
    """Parse a source, or the text that begins at `origin` in it, as one of the grammar's starts."""
    text = source.text if text is None else text
    try:
        return Builder(source, origin).transform(parser().parse(text, start=start))
    except UnexpectedInput as error:
        raise syntax_error(error, text, source, origin) from None
    except VisitError as error:
        if isinstance(error.orig_exc, RuleError):
            raise error.orig_exc from None
        raise


# Techniques


def technique_of(record: dict[str, Any], source: Source, names: set[str]) -> Technique:
    """The technique of a record as the grammar found it. `names` are those taken by the techniques before it."""
    for name in (record["key"], *(name for _, name in record["called"])):
        check_name(name, source, place(name))
        if name in names:
            raise RuleError(f"there already is a technique {str(name)!r}", source, place(name))
        names.add(str(name))
    assumes = record["assumes"]
    if assumes is not None and assumes != "unique":
        raise RuleError(f"expected 'unique', found {shorten(str(assumes))}", source, place(assumes))
    technique = Technique(
        key=str(record["key"]),
        parameters=record["parameters"],
        called=tuple((size, str(name)) for size, name in record["called"]),
        assumes=None if assumes is None else str(assumes),
        seen=record["seen"],
        then=record["then"],
        because=joined(record["because"], source),
        holds=joined(record["holds"], source),
        sentence=sentence_of(record["because"], source),
        source=source,
        span=place(record["key"]),
    )
    check_parameters(technique)
    check_size(technique, source)
    check_names(technique)
    for act in (node for node in tree.walk(technique) if isinstance(node, tree.Act)):
        if act.verb not in VERBS:
            message = f"expected 'place', 'exclude' or 'only', found {shorten(act.verb)}{guess(act.verb, VERBS)}"
            raise RuleError(message, source, act.span)
    return technique


def place(token: Token) -> Span:
    """Where a token of the file stands."""
    return Span(token.line or 0, token.column or 0, token.end_column or 0)


def check_parameters(technique: Technique) -> None:
    """Parameters run over few small sizes; `called` names some of them, once each."""
    source = technique.source
    for parameter in technique.parameters:
        low, high = parameter.low, parameter.high
        if not low <= high <= LARGEST_PARAMETER:
            message = f"expected sizes from low to high, up to {LARGEST_PARAMETER}, found {low}..{high}"
            raise RuleError(message, source, parameter.span)
        if high - low >= MOST_SIZES:
            message = f"a parameter has at most {MOST_SIZES} sizes; {low}..{high} has {high - low + 1}"
            raise RuleError(message, source, parameter.span)
    sizes = [size for size, _ in technique.called]
    if sizes and len(technique.parameters) != 1:
        raise RuleError("'called' names the sizes of one parameter", source, technique.span)
    for size in sizes:
        parameter = technique.parameters[0]
        if not parameter.low <= size <= parameter.high:
            message = f"{size} has a name, but {parameter.name} goes from {parameter.low} to {parameter.high}"
            raise RuleError(message, source, technique.span)
        if sizes.count(size) > 1:
            raise RuleError(f"{size} has two names", source, technique.span)


def check_size(root: TreeNode, source: Source) -> None:
    """Bound depth and number of the nodes, so that other stages may recurse."""
    rest, count = [(root, 1)], 0
    while rest:
        (node, depth), count = rest.pop(), count + 1
        if depth > DEEPEST:
            raise RuleError(f"terms and conditions nest at most {DEEPEST} deep", source, node.span)
        if count > MOST_NODES:
            raise RuleError(f"a technique has at most {MOST_NODES:,} terms and conditions", source, root.span)
        rest.extend((child, depth + 1) for child in tree.children(node))


def check_names(technique: Technique) -> None:
    """Bound items, effects and names."""
    for what, found in (("items", technique.seen), ("effects", technique.then)):
        if len(found) > MOST_ITEMS:
            message = f"a technique has at most {MOST_ITEMS} {what}, this one {len(found)}"
            raise RuleError(message, technique.source, found[MOST_ITEMS].span)
    bound = 0
    for node in tree.walk(technique):
        bound += len(tree.bound_names(node))
        match node:
            case tree.Binder():
                used = (node.kind, *tree.bound_names(node))
            case tree.Let() | tree.Parameter():
                used = (node.name,)
            case tree.Name(name=word) | tree.Call(word=word) | tree.Act(verb=word):
                used = (word,)
            case _:
                continue
        for name in used:
            check_name(name, technique.source, node.span)
        if bound > MOST_NAMES:
            raise RuleError(f"a technique names at most {MOST_NAMES} things", technique.source, node.span)


def check_name(name: str, source: Source, span: Span) -> None:
    """Names are short."""
    if len(name) > LONGEST_NAME:
        raise RuleError(f"a name has at most {LONGEST_NAME} characters, this one {len(name)}", source, span)


# Sentences


def joined(strings: tuple[Token, ...], source: Source) -> str:
    """Strings one below the other, as one sentence."""
    text = " ".join(string[1:-1] for string in strings)
    if not text.strip() or len(text) > LONGEST_SENTENCE:
        message = f"expected a sentence of 1 to {LONGEST_SENTENCE:,} characters, found {len(text):,}"
        raise RuleError(message, source, place(strings[0]))
    return text


def sentence_of(strings: tuple[Token, ...], source: Source) -> tuple[str | Expr, ...]:
    """The words and terms of the strings of a `because`."""
    found: list[str | Expr] = []
    for string in strings:
        found += [" "] if found else []
        found += pieces(string[1:-1], source, (string.line or 1, (string.column or 1) + 1))
        if sum(isinstance(piece, Expr) for piece in found) > MOST_TERMS:
            raise RuleError(f"a sentence has at most {MOST_TERMS} terms in braces", source, place(string))
    return tuple(found)


def pieces(text: str, source: Source, origin: tuple[int, int]) -> Iterator[str | Expr]:
    """The words and terms of a text that begins at `origin` in its source."""
    line, column = origin
    depth = start = 0
    for i, sign in enumerate(text):
        here = Span(line, column + i, column + i + 1)
        if sign == "{":
            if depth == 0 and i > start:
                yield text[start:i]
            if depth == 0:
                start = i + 1
            depth += 1
        elif sign == "}":
            if depth == 0:
                raise RuleError("found '}' without a '{' before it", source, here)
            depth -= 1
            if depth == 0:
                yield read(source, "sum", text[start:i], (line, column + start))
                start = i + 1
    if depth:
        raise RuleError("expected '}' behind the term", source, Span(line, column + start - 1, column + start))
    if start < len(text):
        yield text[start:]


# Syntax errors in words

STARTS = (
    ({"NAME", "INT", "LPAR", "VBAR", "LBRACE", "_NOT", "QUANTIFIER", "_LET"}, "a binder, 'let' or a condition"),
    ({"NAME", "INT", "LPAR", "VBAR", "LBRACE", "_NOT", "QUANTIFIER"}, "a condition"),
    ({"NAME", "INT", "LPAR", "VBAR", "LBRACE"}, "a term"),
    ({"NAME", "QUANTIFIER"}, "an effect"),
)
"""What begins with any of these signs; the larger set first."""

COMPARERS = {"EQUAL", "LESSTHAN", "MORETHAN", "__ANON_1", "__ANON_2", "__ANON_3"}
OPERATORS = COMPARERS | {"ADD", "MULTIPLY", "_IN", "_NOT", "_SUBSET"}

PHRASES = {
    "NAME": "a name",
    "KEY": "a name in lower case (naked-pair)",
    "INT": "a number",
    "STRING": "a sentence in quotes",
    "QUANTIFIER": "'every'",
    "$END": "the end",
}


def syntax_error(error: Any, text: str, source: Source, origin: tuple[int, int]) -> RuleError:
    """What the parser stumbled over in the text, told with what it would have taken."""
    offset = error.pos_in_stream
    if isinstance(error, UnexpectedToken):
        found = str(error.token)
        if error.token.type == "$END":
            offset = len(text.rstrip())
    else:
        found = text[offset]
    before = text[:offset]
    row, column = before.count("\n"), offset - before.rfind("\n")
    line, shift = origin[0] + row, 0 if row else origin[1] - 1
    span = Span(line, column + shift, column + shift + max(1, len(found)))
    if found == '"':
        return RuleError("this sentence has no closing quote on its line", source, span)
    told = "a sentence" if found.startswith('"') else shorten(found, 30) if found else "the end"
    return RuleError(f"expected {expected(set(error.interactive_parser.accepts()))}, found {told}", source, span)


def expected(accepted: set[str]) -> str:
    """What could have stood there: terms and conditions as such, signs one by one."""
    phrases = []
    for start, phrase in STARTS:
        if start <= accepted:
            accepted -= start
            phrases.append(phrase)
    if accepted & {"ADD", "MULTIPLY"}:
        accepted -= OPERATORS | {"LPAR"}
        phrases.append("an operator")
    phrases += sorted(PHRASES.get(name) or sign(name) for name in accepted)
    return " or ".join(filter(None, [", ".join(phrases[:-1]), *phrases[-1:]]))


def sign(terminal: str) -> str:
    """A terminal of the grammar as one would type it: `;`, `then`."""
    if re.match("_[A-Z]", terminal):
        return f"'{terminal[1:].lower()}'"
    return f"'{parser().get_terminal(terminal).pattern.value}'"
