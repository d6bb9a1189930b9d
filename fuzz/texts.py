"""Texts from strangers: every format of every genre, the guessing reader, boards, and the search after a text is read.

A text is the input itself, or a valid text with a few wounds: characters lost, doubled, replaced by nastier ones.
"""

from __future__ import annotations

from functools import cache

import gridwright as gw
from gridwright.formats import decoded, split
from gridwright.genres import genres
from gridwright.model import CannotSay, Format, Genre, GridwrightError, Limits, Puzzle, PuzzleError
from gridwright.solving import backbone, check

from . import Finding, require
from .source import Source

NASTY = (
    *"0123456789abjkxdzAZ_.,:;/#*-+|&=%?!{}[]\"'\\ \n\r\t\0",
    "²",
    "٣",
    "１",
    "é",
    "\ud800",
    "\u2028",
    "\ufeff",
    "𝟙",
)
LONGEST = 5000
AS_IT_IS = 3


@cache
def genre_list() -> list[Genre]:
    return list(genres(template=True).values())


@cache
def seeds(genre: Genre, form: Format | None = None) -> list[str]:
    """Valid texts of a genre: its examples, in each of its formats or in one."""
    found: dict[str, None] = {}
    for example in genre.examples:
        puzzle = gw.parse(example.text, genre=genre)
        marked = (
            Puzzle(genre, puzzle.grid, clues=puzzle.clues, marks=puzzle.start()) if puzzle.marks is None else puzzle
        )
        for each in (puzzle, marked):
            for other in (form,) if form else genre.formats:
                try:
                    found[other.write(each)] = None
                except CannotSay:
                    continue
    return list(found)


def corpus(target: str) -> list[bytes]:
    """Inputs that make a target read a valid text as it is."""
    inputs = []
    for i, genre in enumerate(genre_list()):
        for j, form in enumerate(genre.formats):
            way = {"read": bytes((i, j, AS_IT_IS)), "parse": bytes((i, AS_IT_IS)), "solve": bytes((i, AS_IT_IS))}
            inputs += [way[target] + seed.encode("utf-8") for seed in seeds(genre, form)] if target in way else []
    return inputs


def text(source: Source, genre: Genre, form: Format | None = None) -> str:
    """The input as it is, or a wounded valid text."""
    if source.number(0, 3) == AS_IT_IS:
        return source.rest().decode("utf-8", "replace")[:LONGEST]
    found = source.pick(seeds(genre, None if source.chance(6) else form) or seeds(genre))
    for _ in range(source.number(0, 4)):
        found = wounded(source, found)
    return found[:LONGEST]


def wounded(source: Source, found: str) -> str:
    i, j = sorted((source.number(0, len(found)), source.number(0, len(found))))
    match source.number(0, 9):
        case 0:
            return found[:i] + found[i + 1 :]
        case 1 | 2:
            return found[:i] + source.pick(NASTY) + found[i:]
        case 3 | 4 | 5:
            return found[:i] + source.pick(NASTY) + found[i + 1 :]
        case 6:
            return found[:i] + found[j:]
        case 7:
            return found[:i] + found[i:j] * source.number(1, 3) + found[j:]
        case 8:
            return found[:i] + str(source.number(0, 2**40)) + found[i:]
        case _:
            return found[:i] + source.pick(seeds(source.pick(genre_list())))[: source.number(0, 80)] + found[j:]


def comes_back(puzzle: Puzzle, form: Format) -> None:
    """What a format has words for, it reads back."""
    try:
        written = form.write(puzzle)
    except CannotSay:
        return
    try:
        again = form.read(written, puzzle.genre)
    except GridwrightError as error:
        raise Finding(f"{form.key} does not read what it wrote: {written!r}: {error}") from error
    require(again == puzzle, f"{form.key} wrote {written!r} and reads another puzzle from it")
    require(form.write(again) == written, f"{form.key} wrote {written!r}, then {form.write(again)!r}")


def read(source: Source) -> None:
    """A format reads a text or raises a PuzzleError; what it reads, every format of the genre writes and reads back."""
    genre = source.pick(genre_list())
    form = source.pick(genre.formats)
    given = text(source, genre, form)
    form.recognises(given)
    try:
        puzzle = form.read(given, genre)
    except PuzzleError as error:
        require(str(error).strip() and len(str(error)) < 1000, f"{form.key} says {error!s:.200} about {given!r}")
        return
    hash(puzzle)
    for other in genre.formats:
        comes_back(puzzle, other)


def parse(source: Source) -> None:
    """`gridwright.parse`, with and without a genre, and the splitting of a file into puzzles."""
    genre = source.pick(genre_list())
    given = text(source, genre)
    pieces = list(split(decoded(given.encode("utf-8", "replace"))))
    for piece in [*(piece.text for piece in pieces[:3]), given]:
        for named in (None, genre):
            try:
                puzzle = gw.parse(piece, genre=named)
                require(puzzle.text(), f"a puzzle without a text: {piece!r}")
            except GridwrightError:
                continue


def board(source: Source) -> None:
    """A filled or half-filled board of a puzzle is read and checked, or refused with a PuzzleError."""
    genre = source.pick(genre_list())
    puzzle = gw.parse(source.pick([example.text for example in genre.examples]), genre=genre)
    symbols = (*puzzle.variables[0].domain.symbols, *genre.blanks, "#")
    given = "".join(source.pick(symbols) for _ in range(len(puzzle.grid)))
    for _ in range(source.number(0, 2)):
        given = wounded(source, given)
    for filled in (True, False):
        try:
            read_board = puzzle.read_board(given, filled=filled)
        except PuzzleError:
            continue
        for broken in check(puzzle, read_board):
            require(broken.sentence(puzzle), "a broken rule without a sentence")
        if filled and None not in read_board:
            ok = all(c.holds([read_board[x] or 0 for x in c.scope]) for c in puzzle.constraints)
            require(ok == (not check(puzzle, read_board)), f"check and holds differ on {puzzle}: {given!r}")


def solve(source: Source) -> None:
    """Whatever is read is solved within limits; what is found keeps all rules."""
    genre = source.pick(genre_list())
    try:
        puzzle = gw.parse(text(source, genre), genre=genre)
    except GridwrightError:
        return
    if len(puzzle.variables) > 700:
        return
    answer = puzzle.solve(limit=3, show=3, limits=Limits(nodes=source.number(0, 200), seconds=2))
    for solution in answer.solutions:
        wrong = [c.label for c in puzzle.constraints if not c.holds([solution[x] for x in c.scope])]
        wrong += [puzzle.fact(x, v) for x, v in puzzle.givens.items() if solution[x] != v]
        require(not wrong, f"{puzzle!r}: {puzzle.board_text(solution)} breaks {', '.join(wrong)}")
    require(len(set(answer.solutions)) == len(answer.solutions), f"{puzzle!r}: a solution twice")
    if len(puzzle.variables) <= 36 and answer.status.value in ("none", "unique"):
        simple = puzzle.solve(engine="simple", limit=3, limits=Limits(nodes=300))
        known = simple.status.value != "unknown"
        require(not known or simple.count == answer.count, f"{puzzle!r}: fast {answer.count}, simple {simple.count}")
        bone = backbone(puzzle, limits=Limits(nodes=2000))
        if bone.decided:
            require(bone.status == answer.status, f"{puzzle!r}: {answer.status.value}, backbone {bone.status.value}")


TARGETS = {"read": read, "parse": parse, "board": board, "solve": solve}
