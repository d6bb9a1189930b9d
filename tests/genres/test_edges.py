"""Genres whose variables are no cells: everything that is done with a puzzle is done with theirs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from edge_genres import GENRES

from gridwright.documents import from_dict, to_dict
from gridwright.drawing import draw_step, svg, svg_of, text
from gridwright.drawing.svg_board import at
from gridwright.generation import Recipe, generate_many
from gridwright.generation.attempts import orbits
from gridwright.genres import parse
from gridwright.model import Genre, Place, Puzzle, PuzzleError, State
from gridwright.model.drawing import Highlight
from gridwright.model.grid import SYMMETRIES
from gridwright.narration import tell, voices
from gridwright.playing.marks import position, text_of
from gridwright.reasons import hint
from gridwright.solving import check, cpsat, fast, simple, solve
from gridwright.solving.replay import replay
from gridwright.testing import check_genre

SCALE = str(Path(__file__).with_name("loops.toml"))
LOOP = ".2.11/.0.33/..1../..2.1/22.10"
STORY = "23./.03/.32"


pytestmark = pytest.mark.usefixtures("edge_genres")


def puzzles(genre: Genre) -> list[Puzzle]:
    return [parse(example.text, genre=genre) for example in genre.examples]


EACH = pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.key)


@EACH
def test_it_is_a_genre_like_any_other(genre: Genre) -> None:
    check_genre(genre, [fast.solve, cpsat.solve])


@EACH
def test_every_symmetry_keeps_the_solutions_and_takes_each_to_its_image(genre: Genre) -> None:
    for puzzle in puzzles(genre):
        solutions = simple.solve(puzzle, limit=20, show=20).solutions
        for symmetry in SYMMETRIES:
            moved, motion = puzzle.moved(symmetry), puzzle.grid.motion(symmetry)
            to = [moved.variable_at[motion(variable.place).name] for variable in puzzle.variables]
            images = {tuple(values[to.index(x)] for x in range(len(to))) for values in solutions}

            assert images == set(simple.solve(moved, limit=20, show=20).solutions)


@EACH
def test_boards_and_documents_read_back(genre: Genre) -> None:
    for puzzle in puzzles(genre):
        assert puzzle == from_dict(json.loads(json.dumps(to_dict(puzzle))))
        answer = solve(puzzle, limit=20, show=20)
        assert answer.solutions == from_dict(json.loads(json.dumps(to_dict(answer, puzzle=puzzle)))).solutions
        for solution in answer.solutions:
            assert solution == puzzle.read_board(puzzle.board_text(solution), filled=True)
            half = tuple(None if x % 3 else value for x, value in enumerate(solution))
            assert half == puzzle.read_board(puzzle.board_text(half))


@EACH
def test_marks_read_back(genre: Genre) -> None:
    for puzzle in puzzles(genre):
        for solution in solve(puzzle, limit=2, show=2).solutions:
            facts = " ".join(puzzle.fact(x, value) for x, value in list(enumerate(solution))[::2])
            state = position(puzzle, facts)

            assert state.masks == position(puzzle, text_of(state)).masks


def test_a_loop_is_written_as_it_is_drawn() -> None:
    puzzle = parse("3./../22", genre="fences")
    drawn = ["+-+ +", "| |  ", "+ +-+", "|   |", "+ + +", "|   |", "+-+-+"]

    (solution,) = solve(puzzle).solutions

    assert "".join(drawn) == puzzle.board_text(solution)
    for board in ("\n".join(row.rstrip() for row in drawn), "/".join(drawn), "".join(drawn).replace(" ", "x", 1)):
        assert solution == puzzle.read_board(board, filled=True)


@pytest.mark.parametrize(
    ("board", "error"),
    [
        ("+-+", "expected a board of 15 characters, found 3"),
        ("+-+-+|   |+-+-*", r"line 3, character 5: expected '\+', found '\*'"),
        ("+-+-+|3  |+-+-+", "line 2, character 2: expected ' ', found '3'"),
        ("+o+-+|   |+-+-+", "r1c1n: expected one of x- or '.', found 'o'"),
    ],
)
def test_what_is_wrong_on_a_board_of_lines_is_named(board: str, error: str) -> None:
    with pytest.raises(PuzzleError, match=error):
        parse("..", genre="fences").read_board(board)


def test_facts_name_a_border_from_either_side() -> None:
    puzzle = parse("../..", genre="fences")

    assert State.of(puzzle).after("r1c1s=-") == State.of(puzzle).after("R2C1N=|")
    assert position(puzzle, "r1c1s=- r1c1e-x").masks == position(puzzle, "r2c1n=-, r1c2w-x").masks
    for fact, error in (("r3c1s=-", "the board has no 'r3c1s'"), ("r1c1=-", "the board has no 'r1c1'")):
        with pytest.raises(PuzzleError, match=error):
            State.of(puzzle).after(fact)


def test_a_broken_clue_names_its_borders() -> None:
    puzzle = parse("1.", genre="fences")

    broken = check(puzzle, puzzle.read_board("+-+.+| . .+.+.+"))

    assert {"the 1 clue at r1c1"} == {each.constraint.label for each in broken}
    assert {"r1c1n", "r1c1w"} == {puzzle.variables[x].name for each in broken for x in each.variables}


def test_givens_go_by_the_orbits_of_their_places() -> None:
    puzzle = parse("..", genre="fences")
    names = [[puzzle.variables[x].name for x in orbit] for orbit in orbits(puzzle, "turn-180")]

    assert [["r1c1n", "r1c2s"], ["r1c2n", "r1c1s"], ["r1c1w", "r1c2e"], ["r1c1e"]] == names


def test_puzzles_with_givens_on_steps_are_made_and_lie_as_asked() -> None:
    for outcome in generate_many(Recipe("tour", size=4, seed="round", symmetry="turn-180", any=True), count=3):
        puzzle = outcome.puzzle
        turn = puzzle.grid.motion("turn-180")
        given = {puzzle.variables[x].place for x in puzzle.givens}

        assert "unique" == solve(puzzle).status
        assert given
        assert given == {turn(place) for place in given}


def test_all_images_of_a_loop_have_one_canonical_form() -> None:
    puzzle = parse("3./.2 r1c1n=-", genre="fences")

    assert 1 == len({puzzle.moved(symmetry).canonical() for symmetry in SYMMETRIES})


# Pictures


def lines(puzzle: Puzzle, picture: str) -> dict[str, str]:
    """The path data of each line, by the place that it shows."""
    found = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}path")
    return {each.get("data-place", ""): each.get("d", "") for each in found if each.get("class") == "line"}


def ends(place: Place) -> str:
    (row, column), (down, right) = place.points[0], (1, 0) if place.upright else (0, 1)
    (x, y), (z, w) = at((row - down, column - right)), at((row + down, column + right))
    return f"M{x:g} {y:g}" + (f"V{w:g}" if place.upright else f"H{z:g}")


@pytest.mark.parametrize(("key", "shown"), [("fences", LOOP), ("tour", "..../..../.... r1c2:r2c2=x")])
def test_the_picture_has_its_lines_on_edges(key: str, shown: str) -> None:
    puzzle = parse(shown, genre=key)
    (solution,) = solve(puzzle).solutions
    drawn = {
        variable.name: ends(variable.place) for variable, value in zip(puzzle.variables, solution, strict=True) if value
    }

    assert drawn == lines(puzzle, svg(puzzle, solution))


@EACH
def test_every_value_in_the_picture_carries_its_place(genre: Genre) -> None:
    for puzzle in puzzles(genre):
        for solution in solve(puzzle).solutions[:1]:
            shown = set(re.findall(r'data-place="([^"]+)"', svg(puzzle, solution)))
            hidden = {
                v.name for v, value in zip(puzzle.variables, solution, strict=True) if v.domain.symbol(value) == "0"
            }
            assert {variable.name for variable in puzzle.variables} - hidden == shown
            assert "<path" in svg(puzzle, highlights=[Highlight((0,), "reason")])


def test_loops_tours_and_bridges_are_drawn_in_text() -> None:
    loop, tour, bridges = (
        parse("3./../22", genre="fences"),
        parse("../..", genre="tour"),
        parse("1.2/.../..1", genre="bridges"),
    )

    assert ["┏━━━┓ × ·", "┃ 3 ┃   ×", "┃ × ┗━━━┓", "┃   ×   ┃", "┃ × · × ┃", "┃ 2 × 2 ┃", "┗━━━━━━━┛"] == _text(loop)
    assert ["┃ .───. ┃", "┃ │   │ ┃", "┃ .───. ┃"] == _text(tour)[1:-1]
    assert ["┃ 1───────2 ┃", "┃         │ ┃", "┃ .   .   │ ┃"] == _text(bridges)[1:4]
    assert ["+---+ x +", "| 3 |   x", "| x +---+"] == text(loop, solve(loop).solutions[0], ascii=True).splitlines()[:3]


def _text(puzzle: Puzzle) -> list[str]:
    return text(puzzle, solve(puzzle).solutions[0]).splitlines()


def test_borders_to_look_at_stand_in_brackets_or_in_colour() -> None:
    puzzle = parse("3.", genre="fences")
    lit = [Highlight((0,)), Highlight((3,), "wrong")]

    assert ["· [ ] ·     ·", "   3 < >     "] == text(puzzle, highlights=lit).splitlines()[:2]
    assert "\x1b[" in text(puzzle, highlights=lit, colour=True)


def test_the_picture_of_a_step_shows_its_borders() -> None:
    trace = parse(STORY, genre="fences").explain(scale=SCALE)
    for state, step in zip(trace.positions(), trace.steps, strict=True):
        drawn = ElementTree.fromstring(svg_of(draw_step(state, step)))
        outlined = {
            name for each in drawn.iter() if each.get("class") == "focus" for name in each.get("data-place", "").split()
        }
        noted = {each.get("data-place") for each in drawn.iter() if each.get("class") in ("struck", "placed")}

        assert {state.puzzle.variables[each.variable].name for each in step.conclusions} == outlined == noted


# Stories


def test_its_story_has_no_word_of_stars_or_digits_in_any_voice() -> None:
    puzzle = parse(STORY, genre="fences")
    trace = puzzle.explain(scale=SCALE)
    assert {"count-full", "count-forced"} <= {step.technique for step in trace.steps}
    assert not replay(trace)

    for voice in voices():
        story = tell(trace, voice)
        assert not re.search(r"star|stern|★|digit|ziffer|number|zahl|\bcells?\b|feld", story, re.IGNORECASE), story
        assert not re.search(r"\b(no line|line)\b[A-Za-z]", story)
    assert "The 0 at r2c2 already has all its lines, so" in tell(trace, "teacher")
    assert "Die 0 bei Z2S2 hat schon alle Linien" in tell(trace, "de")


def test_a_step_on_borders_is_drawn_along_them() -> None:
    trace = parse(STORY, genre="fences").explain(scale=SCALE)
    pictures = [svg_of(draw_step(state, step)) for state, step in zip(trace.positions(), trace.steps, strict=False)]
    forced = next(i for i, step in enumerate(trace.steps) if step.technique == "count-forced")

    for each in trace.steps[forced].conclusions:
        name = trace.puzzle.variables[each.variable].name
        assert f'<g class="placed" data-place="{name}" data-value="-"' in pictures[forced]
    assert 'data-group="the 3 clue at r1c2"' in pictures[forced]


def test_a_trace_of_borders_is_a_document_and_reads_back() -> None:
    trace = parse(STORY, genre="fences").explain(scale=SCALE)

    again = from_dict(json.loads(json.dumps(to_dict(trace))))

    assert trace.steps == again.steps
    assert "r2c2s" in json.dumps(to_dict(trace))


def test_a_hint_on_borders() -> None:
    found = hint(position(parse(STORY, genre="fences")), scale=SCALE)

    assert found.step is not None
    assert "count-full" == found.step.technique
    names = {found.state.puzzle.variables[each.variable].name for each in found.step.conclusions}
    assert {"r1c2s", "r2c1e", "r2c2e", "r2c2s"} == names
    assert "r2c2" in found.where + found.why
