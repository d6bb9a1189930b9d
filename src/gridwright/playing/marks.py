"""Pencil marks: what somebody has written and crossed out, read, filled in and cleaned without any solving.

position(puzzle, "r1c2=4 r3c3-7")      the state after what somebody has written, or from a grid of pencil marks
filled(puzzle, "r1c2=4")               every mark that the written values leave
text_of(state)                         the marks as a grid that `position` reads back
"""

from __future__ import annotations

import re
from dataclasses import replace
from math import prod

from ..arguments import takes_puzzle
from ..formats.reading import may_hold_entries
from ..model import Puzzle, PuzzleError, State, bits, shorten
from ..model.puzzle import single
from ..model.state import read_fact
from ..model.step import Conclusion
from ..rules.position import Position, apply, start

NONE_LEFT = "-"
"""A cell without a candidate."""


@takes_puzzle
def position(puzzle: Puzzle, marks: str = "") -> State:
    """The state that somebody has reached, from facts (`r1c2=4 r3c3-7`), a half-filled board or a grid of pencil marks.

    A cell with one mark counts as written down. What a written value rules out is gone, whether it was crossed out or
    not.
    """
    state, structure = start(puzzle), puzzle.structure
    words = re.split(r"[\s,;]+", marks.strip())
    if not marks.strip():
        return state
    form = puzzle.genre.board
    if all(re.fullmatch(r"\w[\w:]*[=\-≠].", word) for word in words):
        facts = [Conclusion(*read_fact(puzzle, word)) for word in words]
        written = {fact.variable: fact.value for fact in facts if fact.true}
        state = apply(state, (fact for fact in facts if not fact.true))
    elif len(form.strip(puzzle, marks)) == prod(form.shape(puzzle)):
        written = {x: value for x, value in enumerate(puzzle.read_board(marks)) if value is not None}
    else:
        drawn = _drawn(puzzle, marks)
        written = {x: value for x, mark in enumerate(drawn) if (value := single(mark)) is not None}
        state = replace(state, masks=tuple(mask & mark for mask, mark in zip(state.masks, drawn, strict=True)))
    for x, value in written.items():
        others = (Conclusion(x, other, False) for other in state.candidates(x) if other != value)
        state = apply(state, [Conclusion(x, value, True)] if value in structure.loud else others)
    return state


def entered(text: str, puzzle: Puzzle) -> State | None:
    """Where a player stands whose text of the puzzle says so: a link with entries, a line of HoDoKu's library …"""
    if not may_hold_entries(text):
        return None
    forms = (form for form in puzzle.genre.formats if form.recognises(text))
    facts = next((facts for form in forms if (facts := form.entries(text, puzzle))), ())
    return position(puzzle, " ".join(facts)) if facts else None


def _drawn(puzzle: Puzzle, marks: str) -> tuple[int, ...]:
    """The candidates of a pencil-mark grid, in as many rows as the board has or on one line."""
    form = next((each for each in puzzle.genre.formats if each.key == "marks"), None)
    try:
        masks = form.read(marks, puzzle.genre).start() if form is not None else ()
    except PuzzleError:
        masks = ()
    if len(masks) != len(puzzle.variables):
        raise PuzzleError(
            f"expected facts such as r1c2=4, a half-filled board of {prod(puzzle.genre.board.shape(puzzle))} "
            f"characters or its pencil marks, "
            f"found {shorten(marks.strip())}"
        )
    return masks


def filled(puzzle: Puzzle, marks: str = "") -> State:
    """Every candidate that the written values leave; what was crossed out comes back.

    >>> from gridwright.genres import parse
    >>> print(text_of(filled(parse("1...3..4..2....1", genre="sudoku"), "r1c2=4 r1c3-3")))
    1 4 3 23
    3 2 1 4
    4 13 2 3
    24 23 34 1
    """
    now = position(puzzle, marks)
    written = [Conclusion(x, value, True) for x in sorted(now.placed) if (value := single(now.masks[x])) is not None]
    return apply(start(puzzle), written)


def cleaned(puzzle: Puzzle, marks: str = "") -> State:
    """The marks without those that a written value rules out; where none are given, the puzzle's own."""
    if marks.strip() or puzzle.marks is None:
        return position(puzzle, marks)
    state, structure = start(puzzle), puzzle.structure
    for x, mask in enumerate(puzzle.marks):
        value = single(mask)
        if value is not None and value in structure.loud:
            state = apply(state, [Conclusion(x, value, True)])
    return state


def facts(state: State) -> str:
    """What was written and crossed out since the start, as facts that `position` reads back."""
    puzzle = state.puzzle
    begin = start(puzzle)
    found = []
    for x, (old, new) in enumerate(zip(begin.masks, state.masks, strict=True)):
        if x in state.placed - begin.placed:
            found.append(puzzle.fact(x, next(iter(state.candidates(x)))))
        elif x not in state.placed:
            found += (puzzle.fact(x, value, "-") for value in begin.candidates(x) if (old & ~new) >> value & 1)
    return " ".join(found)


def text_of(state: State) -> str:
    """The marks of a state, a line for each row; where most cells hold nothing, the value, a cross or a blank each.

    Of variables that are no cells, a half-filled board says all if they have two values; else there are facts.
    """
    puzzle, structure = state.puzzle, state.structure
    if any(variable.place.kind != "cell" for variable in puzzle.variables):
        return _text_of_places(state)
    silent = len(structure.loud) < structure.values
    crosses = {meant: spelling for spelling, meant in puzzle.genre.spellings.items()}
    values = Position(state).values
    cells = ["#"] * len(puzzle.grid)
    for x, variable in enumerate(puzzle.variables):
        symbols = variable.domain.spell(state.masks[x])
        if silent:
            value = values[x]
            symbols = puzzle.genre.blanks[0] if value is None else variable.domain.symbol(value)
            symbols = crosses.get(symbols, symbols)
        cells[variable.place.number] = symbols if state.masks[x] else NONE_LEFT
    columns = puzzle.grid.columns
    rows = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    return "\n".join(("" if silent else " ").join(row) for row in rows)


def _text_of_places(state: State) -> str:
    puzzle = state.puzzle
    if all(state.masks) and all(len(variable.domain) <= 2 for variable in puzzle.variables):
        _, width = puzzle.genre.board.shape(puzzle)
        text = puzzle.board_text([single(mask) for mask in state.masks])
        return "\n".join(text[i : i + width] for i in range(0, len(text), width))
    gone = (mask ^ variable.domain.all for variable, mask in zip(puzzle.variables, state.masks, strict=True))
    return " ".join(puzzle.fact(x, value, "-") for x, mask in enumerate(gone) for value in bits(mask))


def broken(state: State) -> tuple[int, ...]:
    """The cells for which nothing is left."""
    return tuple(x for x, mask in enumerate(state.masks) if not mask)
