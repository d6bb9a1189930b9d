"""Texts that say a position: HoDoKu's library lines and SudokuWiki's strings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import gridwright as gw
from gridwright.genres import parse
from gridwright.genres.texts.hodoku import Hodoku, LibraryLine
from gridwright.genres.texts.sudokuwiki import SudokuWiki
from gridwright.model import CannotSay, Puzzle, State, TextError
from gridwright.narration.hodoku import CODES, library_line
from gridwright.playing.marks import entered, position
from hodoku import library, state_of
from random_states import state_around

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
X_WING = (
    "S9B015y2e685w68050609040i022e0e0f0a2e085y050f0a5u090b042e2u2e0i06042c0810012q0f0dd0015w9i102e020a089e03050f9e0d5y04"
    "2e05d0609i010f095y0e5y0f0a045y0206020166cy669id205"
)
START = "100000569402000008050009040000640801000010000208035000040500010900000402621000005"
"""The first example of an X-wing that SudokuWiki's page on it loads, and the puzzle that it begins with."""


def known_position(text: str) -> State:
    state = entered(text, parse(text))
    assert state is not None
    return state


def test_a_string_of_the_wiki_has_clues_placed_digits_and_candidates() -> None:
    state = known_position(X_WING)

    assert parse(START) == state.puzzle
    assert {9: 3, 10: 8} == {x: value for x, value in enumerate(state.written[9:11], 9) if value is not None}
    assert (2, 6, 7) == state.candidates(1)
    assert X_WING == gw.convert(state, "sudokuwiki")


def test_the_wiki_sees_the_same_x_wing() -> None:
    found = gw.hint(X_WING, first="x-wing")

    assert found.step is not None
    gone = {each.text(found.state.puzzle) for each in found.step.conclusions}
    assert {"r1c4-7", "r5c4-7", "r8c4-7", "r8c8-7", "r9c4-7", "r9c8-7"} == gone


@pytest.mark.parametrize("body", [X_WING, START])
def test_an_address_of_the_wiki_is_the_same_puzzle(body: str) -> None:
    assert parse(START) == parse(f"https://www.sudokuwiki.org/sudoku.htm?bd={body}")


def test_a_string_without_clues_is_pencil_marks() -> None:
    marks = parse("S9B" + "0j" + "ep" * 80)

    assert not marks.givens
    assert (1, *[511] * 80) == marks.marks
    assert marks == parse(gw.convert(marks, "sudokuwiki"))
    assert parse("." * 81) == parse("S9B" + "ep" * 81)


def test_an_open_cell_is_written_with_the_candidates_that_clues_leave() -> None:
    text = gw.convert(WIKIPEDIA, "sudokuwiki")

    assert "S9B0503" == text[:7]
    assert (0, 1, 3) == known_position(text).candidates(2)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("S9B" + "ep" * 80, "162 characters"),
        ("S9B" + "00" + "ep" * 80, "expected 01 to ep for r1c1"),
        ("S9B" + "ep" * 80 + "eq", "for r9c9"),
        ("S9B" + "e-" * 81, "for r1c1"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=" + "0" * 80, "81 digits"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=" + "vu" * 81, "the older string"),
    ],
)
def test_what_is_no_string_of_the_wiki_is_refused_with_its_place(text: str, told: str, sudoku) -> None:
    with pytest.raises(TextError, match=told) as error:
        SudokuWiki().read(text, sudoku)
    assert error.value.column is not None


def test_a_line_has_givens_placed_digits_and_deleted_candidates() -> None:
    text = ":0300-2:7:1+2" + "." * 79 + ":319:721::"
    line, state = LibraryLine.read(text), known_position(text)

    assert ("0300", "2", "7", False) == (line.code, line.variant, line.digits, line.must_not_fire)
    assert {0: 0} == dict(state.puzzle.givens)
    assert {0, 1} == set(state.placed)
    assert (3, 4, 5, 6, 7, 8) == state.candidates(8)
    assert ((9, 6),) == line.eliminations
    assert text + ":" == line.text + ":" == LibraryLine.read(line.text).text + ":"


def test_a_line_may_say_that_the_technique_must_not_fire() -> None:
    assert LibraryLine.read(":0610-x::" + "." * 81 + ":111:222:").must_not_fire


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "':' before the code"),
        ("0300:7:" + "." * 81 + "::721::", "':' before the code"),
        (":0300:7:" + "." * 80 + "::721::", "81 cells, found 80"),
        (":0300:7:" + "." * 81 + "::721", "found 5 fields"),
        (":0300:7:" + "." * 80 + "+::721::", "grid"),
        (":0300:7:" + "." * 81 + "::720::", "digit, row and column"),
        (":300:7:" + "." * 81 + "::721::", "a code such as"),
        (":0300:a:" + "." * 81 + "::721::", "digits"),
        (":0300:7:" + "." * 81 + "::721::x", "a length"),
    ],
)
def test_what_is_no_line_is_refused(text: str, told: str) -> None:
    with pytest.raises(TextError, match=told):
        LibraryLine.read(text)


def test_the_lines_of_the_library_come_back_as_they_were(oracles: Path) -> None:
    for line in library(oracles):
        assert line == LibraryLine.read(line.text)
        again = LibraryLine.of(state_of(line))
        assert (line.givens, line.placed) == (again.givens, again.placed)
        assert state_of(line) == state_of(again)


@pytest.mark.parametrize("form", [Hodoku(), SudokuWiki()])
def test_positions_come_back(form: Hodoku | SudokuWiki) -> None:
    rng = Random("positions")
    puzzle = parse(WIKIPEDIA)
    [solution] = puzzle.solve().solutions
    for _ in range(30):
        state = state_around(puzzle, solution, rng)
        state = position(puzzle, gw.playing.marks.facts(state))
        text = form.write_position(state)
        assert form.recognises(text)
        assert puzzle == form.read(text, puzzle.genre)
        assert state == (entered(text, puzzle) or position(puzzle))


def test_forms_without_words_for_a_position_write_its_puzzle() -> None:
    assert START.replace("0", ".") == gw.convert(X_WING, "digits")
    with pytest.raises(CannotSay, match="9 by 9"):
        gw.convert(parse("1...3..4..2....1", genre="sudoku"), "hodoku")
    with pytest.raises(CannotSay, match="9 by 9"):
        gw.convert(parse("1...3..4..2....1", genre="sudoku"), "sudokuwiki")


def test_a_step_is_a_line_that_says_what_follows() -> None:
    found = gw.hint(X_WING, first="x-wing")
    assert found.step is not None
    line = library_line(found.state, found.step)

    assert ("0300", "7") == (line.code, line.digits)
    assert "714 754 784 788 794 798" == " ".join(f"{v + 1}{x // 9 + 1}{x % 9 + 1}" for x, v in line.eliminations)
    assert found.state == known_position(line.text)


def test_every_line_that_a_trace_gives_is_one_that_the_library_would_count_as_right() -> None:
    """Code, position and conclusions: the technique of the code finds just that there."""
    from hodoku import expected, found_in

    state, said = position(parse(START)), set()
    for step in gw.explain(parse(START)).steps:
        try:
            line = library_line(state, step)
        except CannotSay:
            line = None
        if line is not None and line.code not in said:
            said.add(line.code)
            assert expected(line) in found_in(line.code, state_of(line))
        state = gw.solving.positions.after(state, [step])
    assert len(said) >= 5
    assert said <= set(CODES)


def test_a_technique_without_a_code_is_named() -> None:
    puzzle: Puzzle = parse(WIKIPEDIA)
    step = gw.explain(puzzle).steps[0]
    with pytest.raises(CannotSay, match="no code for a-guess"):
        library_line(State.of(puzzle), replace(step, technique="a-guess"))
