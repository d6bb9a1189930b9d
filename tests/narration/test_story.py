"""How steps become a story: told together where they are alike, placed where they are known, never said twice."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from narration.told import NAMELESS, PUZZLES, chess_name, trace

from gridwright.generation import Recipe, generate_many
from gridwright.genres import genre, genres, parse
from gridwright.model import Count, Permutation, Puzzle
from gridwright.model.step import Conclusion, Outcome, Step, Trace
from gridwright.narration import Paragraph, sentences, step_text, story, tell, voice, voices
from gridwright.reasons import explain
from gridwright.rules.position import apply, start
from gridwright.solving.deduce import deduce

VOICES = sorted(voices())
MADE = {
    "latin": Recipe("latin", size=5, seed="told"),
    "sudoku": Recipe("sudoku", seed="told"),
    "jigsaw": Recipe("sudoku", size=6, seed="told", variants=("jigsaw",)),
    "killer": Recipe("sudoku", size=6, seed="told", variants=("killer",)),
    "star-battle": Recipe("star-battle", seed="told"),
    "keen": Recipe("keen", size=5, seed="told"),
    "unequal": Recipe("unequal", size=5, seed="told"),
    "towers": Recipe("towers", size=5, seed="told"),
    "arrows": Recipe("arrows", size=5, seed="told"),
}
COUNT = 5
"""Puzzles of each recipe."""


@cache
def made(name: str) -> tuple[Trace, ...]:
    """Traces of generated puzzles, as they are explained on the standard scale."""
    return tuple(
        explain(each.puzzle) for each in generate_many(MADE[name], COUNT, check="none") if each.puzzle is not None
    )


def traces() -> Iterator[Trace]:
    yield from (trace(name) for name in PUZZLES)
    yield from (each for name in MADE for each in made(name))


@cache
def stories(key: str) -> tuple[tuple[Trace, tuple[Paragraph, ...]], ...]:
    """Every trace and the paragraphs of its story in a voice."""
    return tuple((each, tuple(story(each, key).paragraphs)) for each in traces())


# Every story

CELL = r"(?:[rZ]\d+[cS]\d+)"
LIST = rf"{CELL}(?:(?:, | and | or | to | und | oder | bis |,|-){CELL})*"
LIKEWISE = ("likewise", "in the same way", "and in the same way", "ebenso")


def without_cells(text: str) -> str:
    return re.sub(LIST, "□", text).lower()


def sentences_of(text: str) -> list[str]:
    return re.split(r"(?<=[.?!]) (?=[A-ZÄÖÜ])", text)


@pytest.mark.parametrize("key", VOICES)
def test_no_two_neighbouring_sentences_differ_only_in_their_cells(key: str) -> None:
    for _, paragraphs in stories(key):
        told = [s for paragraph in paragraphs for s in sentences_of(paragraph.text)]
        for before, after in itertools.pairwise(told):
            assert without_cells(before) != without_cells(after) or after.lower().startswith(LIKEWISE), (before, after)


@pytest.mark.parametrize("key", VOICES)
def test_every_step_is_told_in_one_paragraph(key: str) -> None:
    for each, paragraphs in stories(key):
        numbers = [number for paragraph in paragraphs for number in paragraph.steps]
        assert list(range(len(each.steps))) == sorted(numbers)


@pytest.mark.parametrize("key", VOICES)
def test_a_paragraph_names_every_cell_that_it_places_and_its_value(key: str) -> None:
    for each in traces():
        for paragraph in story(each, key, "chess").paragraphs:
            steps = [step for number in paragraph.steps if (step := each.steps[number]).key not in NAMELESS]
            for fact in (fact for step in steps for fact in step.conclusions if fact.true):
                symbol = each.puzzle.variables[fact.variable].domain.symbol(fact.value)
                assert chess_name(each.puzzle, fact.variable, key) in unrolled(paragraph.text), paragraph
                assert symbol in "*LT#.-x" or symbol in paragraph.text, paragraph


def unrolled(text: str) -> str:
    """A text with the cells of "a1 to a4" all named."""
    for first, last in re.findall(r"\b([a-i]\d) (?:to|bis) ([a-i]\d)\b", text) + re.findall(
        r"([a-i]\d)-([a-i]\d)", text
    ):
        columns = range(ord(first[0]), ord(last[0]) + 1)
        rows = range(min(int(first[1]), int(last[1])), max(int(first[1]), int(last[1])) + 1)
        text += " " + " ".join(f"{chr(column)}{row}" for column in columns for row in rows)
    return text


@pytest.mark.parametrize("key", VOICES)
def test_no_two_cells_are_called_all_and_no_five_cages_are_listed(key: str) -> None:
    two = rf"(?<!, ){CELL}(?: and | und |,){CELL}(?! and| und|,) (?:must all|alle)\b|all of {CELL} and {CELL}\b"
    for each in traces():
        text = tell(each, key)
        assert not re.search(two, text)
        for sentence in sentences_of(text):
            for listed in re.split(r"[;:]", sentence):
                assert 5 > len(re.findall(r"(?:cage|Käfig) (?:at|bei) ", listed)) or "signs" in listed, sentence


def test_there_are_two_stories_or_more_of_every_genre() -> None:
    told = [key for key, _ in PUZZLES.values()]

    assert all(told.count(key) >= 2 for key in genres())


# Together


def test_steps_that_are_alike_are_told_as_one() -> None:
    told = story(deduce(parse("1...3..4..2....1", genre="sudoku"), [("hidden-single", None)])).paragraphs

    assert "Likewise " in told[0].text
    assert len(told[0].steps) > 1


def test_a_paragraph_says_which_steps_it_tells() -> None:
    assert "3-5, 9. So it is." == str(Paragraph((2, 3, 4, 8), "So it is."))


def test_signs_are_told_as_chains() -> None:
    first = story(trace("unequal_signs")).paragraphs[0].text

    assert "Follow the signs r2c5 > r2c4 > r1c4 > r1c5," in first
    assert "r1c5 can only be 1 or 2" in first


def test_a_value_that_is_left_is_placed_at_once() -> None:
    told = story(trace("towers")).paragraphs[1]

    assert told.text.startswith(
        "Column 1 from above shows just one tower, so the first hides all the others: r1c1 is 5."
    )
    assert {1, 2} < set(told.steps)


def test_a_value_that_is_left_is_not_told_again_where_it_is_placed() -> None:
    told = {paragraph.steps: paragraph.text for paragraph in story(trace("unequal_bars")).paragraphs}

    assert told[3, 5].endswith("r1c3 cannot be 3, which leaves 4.")


def test_documents_keep_a_text_for_each_step() -> None:
    each = trace("unequal_signs")

    assert len(each.steps) == len(sentences(each))
    assert sentences(each)[0].startswith("The sign says that r1c3 is greater than r1c2")


def test_a_box_is_seen_before_a_row() -> None:
    puzzle = parse("1...3..4..2....1", genre="sudoku")
    found = deduce(puzzle, [("hidden-single", None)], limit=1)

    assert "Row 1 still needs a 4" in sentences(found)[0]
    assert "Box 1 still needs a 4" in story(found).paragraphs[0].text


# Openings


def test_cages_are_part_of_the_opening() -> None:
    assert "This sudoku has four rows, seven cages and no givens." == story(trace("sudoku_killer")).opening
    assert (
        "Dieses Sudoku hat vier Zeilen, sieben Käfige und keine Vorgaben."
        == story(trace("sudoku_killer"), "de").opening
    )


@pytest.mark.parametrize("key", ["arrows", "keen", "towers", "unequal"])
def test_a_genre_that_is_no_noun_is_a_puzzle(key: str) -> None:
    puzzle = parse(genre(key).examples[0].text, genre=key)
    nothing = Trace(puzzle, start(puzzle), (), Outcome.STOPPED, start(puzzle))

    assert tell(nothing).startswith(f"This {genre(key).title} puzzle has ")


# What breaks


def refuted(puzzle_text: str, key: str, wrong: Conclusion, *lines: Conclusion) -> str:
    """A contradiction whose lines are placements."""
    puzzle = parse(puzzle_text, genre=key)
    inside = tuple(Step("naked-single", "naked-single", None, {}, (line,), (), (), ()) for line in lines)
    step = Step("contradiction", "contradiction", None, {}, (wrong,), (), (), (), inside)
    return step_text(start(puzzle), step)


def test_stars_that_touch_are_said_to_touch() -> None:
    text = refuted("1:AAAA/BBBB/CCCC/DDDD", "star-battle", Conclusion(0, 1, False), Conclusion(5, 1, True))

    assert "But then r1c1 and r2c2 touch, so r1c1 stays empty" in text


def test_a_value_twice_in_a_row_is_said_to_be_twice_in_it() -> None:
    text = refuted("." * 16, "latin", Conclusion(0, 2, False), Conclusion(3, 2, True))

    assert "But then row 1 has two 3s, so r1c1 cannot be 3." in text


def test_a_cell_without_candidates_has_nothing_left() -> None:
    puzzle = parse("123.............", genre="latin")
    state = apply(start(puzzle), [])
    step = Step("contradiction", "contradiction", None, {}, (Conclusion(7, 3, False),), (), (), ())

    assert "But then nothing is left for r1c4" in step_text(state, step)


@pytest.mark.parametrize("key", VOICES)
@pytest.mark.parametrize("role", ["line", "broken"])
def test_every_voice_has_words_for_every_kind_of_statement(key: str, role: str) -> None:
    words = voice(key).words
    for each in (genre(name) for name in ("arrows", "keen", "latin", "star-battle", "sudoku", "towers", "unequal")):
        for example in each.examples:
            for constraint in parse(example.text, genre=each.key).constraints:
                told = {f"{role}_{constraint.kind}", f"{role}_{constraint.group.kind}"} & words.keys()
                assert told or isinstance(constraint, Permutation | Count), constraint


def test_what_cannot_hold_is_said_of_the_cage_and_not_of_the_rule() -> None:
    puzzle = parse(genre("keen").examples[0].text, genre="keen")
    line = Step("line", "line", None, {}, (), (), (first_relation(puzzle, "cage"),), ())
    step = Step("unnamed", "unnamed", None, {}, (Conclusion(0, 0, False),), (), (), (), (line,))
    text = step_text(start(puzzle), step)

    assert text.startswith("Suppose r1c1 were 1: then the 1- cage at r1c1 can no longer come out.")


def first_relation(puzzle: Puzzle, kind: str) -> int:
    return next(i for i, relation in enumerate(puzzle.structure.relations) if relation.group.kind == kind)


# Voices of one's own


def test_a_voice_that_tells_a_technique_in_its_own_words_tells_each_step_in_them() -> None:
    own = voice("teacher").with_tables({"techniques": {"hidden-single": "it is {v} at {places(v, g)}"}})

    assert "hidden-single" not in own.likewise
    assert "hidden-single" in own.with_tables({"likewise": {"hidden-single": "{then}"}}).likewise


def test_a_voice_without_the_words_for_likewise_tells_step_by_step(tmp_path: Path) -> None:
    words = {key: text for key, text in voice("teacher").words.items() if key not in ("likewise", "repeated")}
    own = replace(voice("teacher"), words=words)
    each = trace("latin_four_rows")

    assert [(number,) for number in range(len(each.steps))] == [p.steps for p in story(each, own).paragraphs]


@pytest.mark.parametrize(
    ("voice", "why"),
    [
        ("de", "Doch dann können die weißen Felder nicht mehr zusammenhängen, also gilt"),
        ("teacher", "But then the white cells can no longer all hang together, so"),
    ],
)
def test_what_breaks_a_rule_of_the_whole_board_is_told_in_the_voice_s_own_words(voice: str, why: str) -> None:
    story = tell(parse("11443\n14345\n24534\n45514\n43154", genre="hitori").explain(), voice)

    assert why in story
    assert "of the area" not in story


@pytest.mark.parametrize(
    ("voice", "opening"), [("teacher", "This Nurikabe puzzle has one row."), ("de", "eine Zeile.")]
)
def test_a_board_of_one_row_has_one_row(voice: str, opening: str) -> None:
    assert tell(parse("2..", genre="nurikabe").explain(), voice).splitlines()[0].endswith(opening)
