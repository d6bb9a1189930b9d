"""The documents of a puzzle itself: the puzzle, a position, an engine's answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from ..genres import genre as genre_named
from ..genres import parse
from ..json_codec import (
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    Codec,
    Field,
    Record,
    by_name,
    listed,
    one_of,
    optional,
    spelled,
)
from ..model import Answer, CannotSay, Genre, Grid, Puzzle, PuzzleError, State, Status, Stop
from ..model.errors import DocumentError, quoted, unlike
from .names import CELL, FACT, SOLUTION, Names

# Candidates


def _write_candidates(masks: tuple[int, ...], names: Names) -> list[str]:
    variables = names.puzzle.variables
    return [variable.domain.spell(mask) for variable, mask in zip(variables, masks, strict=True)]


def _read_candidates(data: Any, names: Names) -> tuple[int, ...]:
    variables = names.puzzle.variables
    if type(data) is not list or len(data) != len(variables):
        raise unlike(f"a list of {len(variables)} texts", data)
    masks = []
    for number, (variable, symbols) in enumerate(zip(variables, data, strict=True)):
        mask = 0
        try:
            if type(symbols) is not str:
                raise unlike(f"the symbols of {variable.name}", symbols)
            for symbol in symbols:
                mask |= 1 << variable.domain.index(symbol)
        except PuzzleError as error:
            raise DocumentError(str(error)).inside(number) from None
        masks.append(mask)
    return tuple(masks)


TEXTS = listed(TEXT).schema
CANDIDATES = Codec("list: the symbols open to each variable", _write_candidates, _read_candidates, TEXTS)

# The puzzle that a document is about


def _tuples(data: Any) -> Hashable:
    """Lists as tuples, all the way down: what clues are made of."""
    if isinstance(data, list):
        return tuple(map(_tuples, data))
    if isinstance(data, dict):
        raise unlike("a number, text or a list", data)
    hashable: Hashable = data
    return hashable


def _lists(value: Any) -> Any:
    if isinstance(value, frozenset):
        return [_lists(each) for each in sorted(value)]
    return [_lists(each) for each in value] if isinstance(value, tuple) else value


CLUE = Codec("JSON", lambda value, _: _lists(value), lambda data, _: _tuples(data))


def _board(names: Names, rows: int, columns: int, clues: dict[str, Any], givens: tuple[str, ...], marks: Any) -> Puzzle:
    assert names.genre is not None
    for key in clues:
        if isinstance(names.genre.clue_kind(key).default, frozenset):
            clues[key] = frozenset(clues[key])
    try:
        bare = Puzzle(names.genre, Grid(rows, columns), clues=clues)
        bare.structure  # noqa: B018  whatever a genre makes of its clues, it makes now
    except (TypeError, ValueError, LookupError, AttributeError):
        raise DocumentError(f"expected what {names.genre.key} prints, found {quoted(_lists(clues))}", "clues") from None
    within = Names(names.genre, bare)
    try:
        facts = listed(FACT).read(list(givens), within)
    except DocumentError as error:
        raise error.inside("givens") from None
    try:
        masks = None if marks is None else CANDIDATES.read(marks, within)
    except DocumentError as error:
        raise error.inside("marks") from None
    return Puzzle(
        names.genre, bare.grid, clues=clues, givens={fact.variable: fact.value for fact in facts}, marks=masks
    )


BOARD = Record(
    _board,
    Field("rows", WHOLE, "rows of the board", lambda puzzle: puzzle.grid.rows),
    Field("columns", WHOLE, "columns of the board", lambda puzzle: puzzle.grid.columns),
    Field("clues", by_name(CLUE), "what is printed besides givens, by clue kind; cells are numbers from 0", default={}),
    Field("givens", listed(TEXT), "facts", lambda puzzle: [puzzle.fact(*given) for given in puzzle.givens.items()]),
    Field(
        "marks",
        Codec("list: the symbols printed for each variable", lambda value, _: value, lambda data, _: data, TEXTS),
        "printed pencil marks",
        lambda puzzle: puzzle.marks and _write_candidates(puzzle.marks, Names(puzzle.genre, puzzle)), default=None,
    ),
)  # fmt: skip


class DocumentSubject(NamedTuple):
    """What a document is about: a genre and, mostly, a puzzle of it."""

    genre: Genre
    puzzle: Puzzle | None


def puzzle_text(puzzle: Puzzle, form: str | None = None) -> str | None:
    """The text in that format, else the canonical one-line text; None where neither has words for the puzzle."""
    for key in dict.fromkeys((form, None)):
        try:
            return puzzle.text(key)
        except CannotSay:
            continue
    return None


def write_puzzle(puzzle: Puzzle, form: str | None = None) -> dict[str, Any]:
    """What every document says of its puzzle."""
    text = puzzle_text(puzzle, form)
    own: dict[str, Any] = {"puzzle": BOARD.write(puzzle, None) if text is None else text, "genre": puzzle.genre.key}
    return own | {"loose": sorted(puzzle.loose)} if puzzle.loose else own


def _about(_: None, puzzle: Any, genre: Genre, loose: tuple[str, ...]) -> DocumentSubject:
    try:
        read = puzzle if puzzle is None else _puzzle(genre, puzzle)
    except DocumentError as error:
        raise error.inside("puzzle") from None
    except PuzzleError as error:
        raise DocumentError(str(error), "puzzle") from None
    return DocumentSubject(genre, read.loosened(loose) if read is not None and loose else read)


def _puzzle(genre: Genre, data: Any) -> Puzzle:
    if type(data) is dict:
        puzzle: Puzzle = BOARD.read(data, Names(genre))
        return puzzle
    if type(data) is not str:
        raise unlike("the text of a puzzle, or a board", data)
    return parse(data, genre)


ABOUT = Record(
    _about,
    Field("puzzle", Codec("text, or a board where no text has words for it", lambda value, _: value,
                          lambda data, _: data, {"anyOf": [TEXT.schema, BOARD.schema, {"type": "null"}]}),
          "the puzzle's canonical one-line text, or that of --format"),
    Field("genre", spelled("the key of a genre", lambda genre, _: genre.key, lambda key, _: genre_named(key)),
          "the key of its genre"),
    Field("loose", listed(TEXT), "kinds of group that are seen as mere sums (a scale asks for it)", default=()),
)  # fmt: skip
"""The fields that all documents about a puzzle begin with."""

PUZZLE = Record(
    lambda names: names.puzzle,
    Field("format", TEXT, "with `convert`: the format that was asked for", note=True),
    Field("text", TEXT, "with `convert`: the puzzle in it", note=True),
)

# A position

POSITION = Record(
    lambda names, masks, placed: State(names.puzzle, masks, frozenset(placed)),
    Field("candidates", CANDIDATES, "what is still open to each variable, in their order", "masks"),
    Field("placed", listed(CELL), "the variables whose value is written down", lambda state: sorted(state.placed)),
    Field("marks", TEXT, "the same as a grid that --marks reads", note=True),
    Field("broken", listed(CELL), "the variables for which nothing is left", note=True),
)

# An answer


def answer_line(answer: Answer, puzzle: Puzzle, quote: Callable[[str], str]) -> str | None:
    """The JSON text of an ordinary answer's document, sooner: one solution. None of any other, or where text fails.

    Millions of lines come out here; `to_dict` says the same of every answer (tests compare them).
    """
    if answer.status is not Status.UNIQUE or answer.stop is not None or len(answer.solutions) != 1 or puzzle.loose:
        return None
    try:
        text = puzzle.text()
    except CannotSay:
        return None
    return (
        f'{{"schema": "gridwright.answer/1", "puzzle": {quote(text)}, "genre": "{puzzle.genre.key}", '
        f'"status": "unique", "count": {answer.count}, "solutions": [{quote(puzzle.board_text(answer.solutions[0]))}], '
        f'"nodes": {answer.nodes}, "seconds": {round(answer.seconds, 6)!r}, '
        f'"exhausted": {"true" if answer.exhausted else "false"}, "engine": "{answer.engine}"'
        + (f', "search": "{answer.search}"}}' if answer.search else "}")
    )


SECONDS = Codec(NUMBER.what, lambda value, _: round(value, 6), NUMBER.read, NUMBER.schema)

ANSWER = Record(
    lambda names, **values: Answer(**values, puzzle=names.puzzle),
    Field("status", one_of(Status), "how many solutions there are"),
    Field("count", WHOLE, "solutions found, up to the limit"),
    Field("solutions", listed(SOLUTION), "the first of them"),
    Field("nodes", WHOLE, "nodes of the search"),
    Field("seconds", SECONDS, "the time that it took; no part of equality"),
    Field("exhausted", FLAG, "whether there are no solutions beyond those counted"),
    Field("engine", TEXT, "which engine says so"),
    Field("search", optional(TEXT), "which search of it: plain, or learning where that took over", default=None),
    Field("stopped", optional(one_of(Stop)), "the limit that struck before the end", "stop", default=None),
    Field("differ", listed(CELL), "with several solutions: where the first two differ", note=True),
)
