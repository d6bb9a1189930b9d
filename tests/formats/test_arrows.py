"""Arrows as text: grids, lines and JSON; what is read from elsewhere, and what is refused with its place."""

from __future__ import annotations

import json

import pytest

from gridwright.formats.arrow_grid import ArrowGrid, CompassGrid
from gridwright.formats.arrow_json import ArrowJson
from gridwright.formats.arrow_line import ArrowLine, CompassLine
from gridwright.genres import genre, guess, parse
from gridwright.model import CannotSay, Format, Grid, Puzzle, TextError
from gridwright.model.direction import ARROWS

FORMS: list[Format] = [ArrowLine(), CompassLine(), ArrowGrid(), CompassGrid(), ArrowJson()]
THREE = "→↓←/→2↑↑/↑↑←2"
LARGE = "/".join("→" * 15 + "←F" for _ in range(2)) + "/" + "/".join("↑" * 15 + "↖A" for _ in range(14))


@pytest.mark.parametrize("text", [THREE, LARGE, "↘", "→←", "↑/↓2/↑", "→→→→/↖↗↘↙1"])
def test_a_board_says_the_same_in_every_form(text: str) -> None:
    puzzle = parse(text, genre="arrows")

    assert text == puzzle.text()
    for form in FORMS:
        written = form.write(puzzle)
        assert puzzle == form.read(written, puzzle.genre)
        if len(puzzle.grid) > 3:
            assert {"arrows"} == {found.key for found, _ in guess(written)}
            assert puzzle == parse(written)


def test_a_framed_grid_of_compass_letters_is_read() -> None:
    framed = "+----+----+\n| e. | s2 |\n+----+----+\n| ne.| w. |\n+----+----+\n| n1 | w. |\n+----+----+\n"

    assert "→↓2/↗←/↑1←" == parse(framed).text()


def test_a_published_record_is_read_and_its_solution_is_not_looked_at() -> None:
    grid = "+----+----+\n| →. | ↓. |\n+----+----+\n| ↑. | ←1 |\n+----+----+\n"
    record = {"id": "one", "puzzle": grid, "solution": "whatever", "meta": {"difficulty": "Easy", "size": "2x2"}}
    puzzle = parse(json.dumps(record))

    assert "→↓/↑←1" == puzzle.text()
    assert {"id": "one", "difficulty": "Easy", "size": "2x2"} == puzzle.provenance
    assert puzzle == parse(json.dumps(record, ensure_ascii=False))


def test_json_alone_has_words_for_marks() -> None:
    marked = Puzzle(genre("arrows"), Grid(1, 2), clues={"arrows": "→←"}, marks=[2, 3])

    assert marked == parse(ArrowJson().write(marked))
    for form in FORMS[:-1]:
        with pytest.raises(CannotSay, match="pencil marks"):
            form.write(marked)


@pytest.mark.parametrize(
    ("form", "text", "error"),
    [
        (ArrowLine(), "", "expected a line of arrows, found nothing"),
        (ArrowLine(), "→↓/↑", "column 4: row 2 has 1 cells, expected 2"),
        (ArrowLine(), "→↓/↑←9", "column 6: expected a number, one of 01, or '.', found '9'"),
        (ArrowLine(), "→↓/x↑←", "column 4: expected an arrow, found 'x'"),
        (ArrowLine(), "→↓/↑11←", "column 6: expected an arrow, found '1'"),
        (ArrowLine(), "e,s/n,q", "column 7: expected an arrow"),
        (ArrowLine(), "e,s/n,w2", "column 8: expected a number, one of 01"),
        (ArrowLine(), "→" * 17, "expected at most 16 rows and columns, found 1 by 17"),
        (ArrowLine(), "→" * 70, "a board has 1 to 64 rows and columns, not 1 by 70"),
        (ArrowGrid(), "\n", "expected a grid of arrows, found no rows"),
        (ArrowGrid(), "→. ↓.\n→.\n", "line 2, column 1: row 2 has 1 cells, expected 2"),
        (ArrowGrid(), "→. ↓.\n→. ?.\n", "line 2, column 4: expected an arrow"),
        (ArrowGrid(), "| →. | ↓7 |\n| →. | ↑. |\n", "line 1, column 9: expected a number, one of 01"),
        (ArrowJson(), "{}", "arrows: expected a list, found null"),
        (ArrowJson(), '{"arrows": []}', "arrows: expected 1 to 64 rows, found 0"),
        (ArrowJson(), '{"arrows": ["→↓", "→"]}', "arrows, row 2 has 1 cells, expected 2"),
        (ArrowJson(), '{"arrows": ["→x"]}', "arrows, r1c2: expected one of"),
        (ArrowJson(), '{"arrows": ["→↓"], "numbers": ["."]}', "numbers: expected 1 rows of 2 characters"),
        (ArrowJson(), '{"arrows": ["→↓"], "numbers": [".9"]}', "numbers, r1c2: expected one of 01"),
        (ArrowJson(), '{"arrows": ["→↓"], "marks": [[1], [2]]}', "marks of cell 2: expected 0 to 1, found 2"),
        (ArrowJson(), '{"arrows": ["→↓"], "sizes": 2}', "unknown key 'sizes'"),
        (ArrowJson(), '{"puzzle": "→. ?."}', "puzzle: .*expected an arrow"),
        (ArrowJson(), '{"puzzle": 3}', "puzzle: expected text, found a number"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(form: Format, text: str, error: str) -> None:
    with pytest.raises(TextError, match=error):
        form.read(text, genre("arrows"))


@pytest.mark.parametrize("turn", ["turn-90", "turn-180", "turn-270", "mirror-left-right", "mirror-up-down"])
def test_arrows_turn_with_the_board(turn: str) -> None:
    puzzle = parse(ARROWS[:3] + "/" + ARROWS[3:6] + "/" + ARROWS[6:] + "→2", genre="arrows")
    moved = puzzle.moved(turn)
    to = puzzle.grid.symmetries[turn]
    seen = {c.looker: c.group.members for c in puzzle.constraints}

    assert {to[x]: tuple(to[y] for y in view) for x, view in seen.items()} == {
        c.looker: c.group.members for c in moved.constraints
    }
    assert {to[8]: 2} == moved.givens
