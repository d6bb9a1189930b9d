"""Documents: everything is read back as it was, and whatever is wrong with one has its place named."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import jsonschema_rs
import pytest

import gridwright as gw
from gridwright.documents import (
    KINDS,
    REPORTS,
    DocumentError,
    from_dict,
    json_schema,
    read,
    record_of,
    schema,
    to_dict,
)
from gridwright.documents.generated import generated_line
from gridwright.documents.grades import grade_line
from gridwright.documents.puzzles import answer_line
from gridwright.generation import Recipe, generate_many
from gridwright.genres import genre, genres, parse
from gridwright.grading import grade
from gridwright.model import Grid, Puzzle, State
from gridwright.model.step import Trace
from gridwright.playing.marks import position
from gridwright.reasons import explain, hint
from gridwright.solving.replay import replay
from puzzle_sources import puzzles

FOUR = "1...3..4..2....1"
FISH = "6.9.....8...7.1...4............6...4.2.....3..3....5...1.5...7.8...9..........2.."
STUCK = "2x2k:p,_a____________a________,a9n"


def again(value: Any, puzzle: Puzzle | None = None, **options: Any) -> Any:
    """What is read from the text of its document, which is as its schema says."""
    document = json.loads(json.dumps(to_dict(value, puzzle, **options)))
    validator(document["schema"].removeprefix("gridwright.").partition("/")[0]).validate(document)
    return from_dict(document)


@cache
def validator(kind: str) -> Any:
    return jsonschema_rs.Draft202012Validator(json_schema(kind))


def said_of(puzzle: Puzzle) -> Iterator[tuple[Any, Puzzle | None]]:
    """All that there is to say of a puzzle, each with the puzzle that its document needs."""
    yield puzzle, None
    answer, graded = puzzle.solve(limit=3, show=3), grade(puzzle)
    yield answer, puzzle
    yield graded, puzzle
    yield gw.Entry(puzzle, answer.solutions[0] if answer.count == 1 else None, (graded,), "0" * 24), None
    trace = explain(puzzle)
    yield trace, None
    yield trace.end, None
    yield from ((step, trace.puzzle) for step in trace.steps[-2:])
    found = hint(trace.start)
    yield found, None
    yield found.told("where"), None


def check_all(puzzle: Puzzle) -> None:
    for value, about in said_of(puzzle):
        assert value == again(value, about), f"{type(value).__name__} of {puzzle!r}"


@pytest.mark.parametrize("key", genres())
def test_everything_said_of_a_puzzle_is_read_back_equal(key: str) -> None:
    for puzzle in islice(puzzles(key, Random(5)), 4):
        check_all(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("key", genres())
def test_every_document_of_two_thousand_puzzles_is_read_back_equal(key: str) -> None:
    for puzzle in islice(puzzles(key, Random(2000)), 286):
        check_all(puzzle)
        trace = again(explain(puzzle))
        assert [] == replay(trace, entailed=False)
    for made in generate_many(Recipe(key, seed="documents"), 20, check="none"):
        assert (made, made.grade) == ((read_back := again(made)), read_back.grade)


@pytest.mark.parametrize("key", genres())
def test_a_trace_that_was_read_back_can_be_replayed(key: str) -> None:
    example = next(each for each in genre(key).examples if each.solutions == 1)
    puzzle = parse(example.text, genre=key)
    trace = again(explain(puzzle))

    assert isinstance(trace, Trace)
    assert [] == replay(trace, puzzle.solve().solutions[0])


def test_what_is_inside_a_contradiction_and_several_solutions_are_read_back() -> None:
    """Nested assumptions: where their trace is looked at, in `solving/test_unnamed.py`."""
    arrows, several = parse(genre("arrows").examples[0].text, genre="arrows"), parse(STUCK, genre="sudoku")
    traces = [explain(arrows), explain(parse(FISH, genre="sudoku"), up_to="Gentle"), explain(several)]
    for trace in traces:
        assert trace == again(trace)
    assert any(step.inside for step in traces[1].steps)
    assert 2 == len(traces[2].solutions)


def test_a_scale_that_sees_cages_as_sums_is_read_back() -> None:
    puzzle = parse("2x2k:p,b_a_aaa_a_____aa,9b4_1_6b6_5a9d", genre="sudoku")
    trace = explain(puzzle, "sgt")

    assert ["cage"] == to_dict(trace)["loose"]
    assert trace == again(trace)
    found = hint(position(puzzle), "sgt")
    assert found == again(found)


def test_a_trace_carries_the_position_before_each_step_on_demand() -> None:
    trace = explain(parse(FOUR, genre="sudoku"))
    document = to_dict(trace, positions=True)
    before = [{**to_dict(trace.puzzle), **step["before"], "schema": schema("position")} for step in document["steps"]]

    assert list(trace.positions()) == [from_dict(each) for each in before]
    assert trace == from_dict(document)
    assert trace.start == next(trace.positions())


def test_a_trace_from_a_position_begins_there() -> None:
    state = position(parse(FOUR, genre="sudoku"), "r1c2=4 r4c2-2")
    trace = explain(state)

    assert trace == again(trace)
    assert [state] * 3 == [read(to_dict(value)).position for value in (trace, state, hint(state))]


def test_a_state_keeps_what_is_written_apart_from_what_is_left() -> None:
    puzzle = parse(FOUR, genre="sudoku")
    for facts in ((), ("r1c2-2", "r1c2-3", "r1c2-1"), ("r1c1-1",), ("r1c2=4",)):
        state = State.of(puzzle).after(*facts)
        assert state == again(state)


def test_a_puzzle_without_a_text_is_written_as_a_board() -> None:
    regions = (0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3)
    puzzle = Puzzle(genre("queens"), Grid(4, 4), givens={0: 0}, marks=[0b11] * 15 + [0b01], clues={"regions": regions})

    document = to_dict(puzzle)

    assert {"rows": 4, "columns": 4} == {name: document["puzzle"][name] for name in ("rows", "columns")}
    assert puzzle == again(puzzle)
    document["puzzle"]["givens"] = ["r1c9=1"]
    with pytest.raises(DocumentError, match=r"puzzle\.givens\[0\]: .*r1c9"):
        from_dict(document)


@pytest.mark.parametrize("key", [key for key, each in genres().items() if each.maker is not None])
def test_what_is_made_is_read_back(key: str) -> None:
    for made in generate_many(Recipe(key, seed="documents"), 2):
        assert made == again(made)
        assert made.grade == again(made).grade
        assert made.recipe == again(made.recipe)


def test_what_could_not_be_made_is_read_back() -> None:
    recipe = Recipe(
        "sudoku", size=4, seed="no", tier="Hard", needs=("x-wing",), quality=(("steps", (4, None)),), budget=3
    )
    (missed,) = generate_many(recipe)

    assert not missed.found
    assert missed == again(missed)
    assert missed.recipe == again(missed.recipe) == again(recipe)
    assert Recipe("sudoku", scale="sgt") == again(Recipe("sudoku", scale="sgt"))


NOT_WRITTEN = {
    "position": {"puzzle"},  # what all documents begin with
    "answer": {"puzzle"},
    "step": {"within"},  # whose step it is, where it is one
    "trace": {"puzzle", "end"},  # the end follows from the steps
    "grade": {"trace"},  # no part of equality
    "generated": {"puzzle"},
    "entry": {"puzzle"},
    "recipe": {"outdated"},  # follows from the version
}


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"puzzle"}))
def test_no_field_of_a_type_is_forgotten(kind: str) -> None:
    puzzle = parse(FOUR, genre="sudoku")
    values = [value for value, _ in said_of(puzzle)]
    values += [made := next(generate_many(Recipe("sudoku", size=4, seed="x"))), made.recipe]
    (type_,) = {type(value) for value in values if type(value).__name__ == KINDS[kind].type}
    record = record_of(kind)
    inner = [field for outer in record.fields if outer.codec.inner for field in outer.codec.inner.fields]
    written = {field.argument for field in (*record.fields, *inner)}
    written |= {"witness"} if "evidence" in written else set()
    written |= {"step"} if kind == "hint" else set()

    assert NOT_WRITTEN.get(kind, set()) == {field.name for field in fields(type_)} - written


def test_only_what_json_has_is_written() -> None:
    def plain(data: Any) -> bool:
        if isinstance(data, dict):
            return all(type(name) is str and plain(each) for name, each in data.items())
        if isinstance(data, list):
            return all(map(plain, data))
        return data is None or type(data) in (str, int, float, bool)

    puzzle = parse(FOUR, genre="sudoku")
    for value, about in said_of(puzzle):
        document = to_dict(value, about)
        assert plain(document)
        assert "schema" == next(iter(document))
        assert list(document) == list(to_dict(from_dict(document), about))


def test_every_kind_has_its_type_and_reports_are_not_read_back() -> None:
    assert {"puzzle", "position", "answer", "step", "trace", "grade", "hint", "recipe", "generated", "entry"} == set(
        KINDS
    )
    puzzle = parse(FOUR, genre="sudoku")
    with pytest.raises(DocumentError, match="schema: a report"):
        from_dict({"schema": schema("check"), "puzzle": FOUR, "genre": "sudoku", "ok": True})
    assert puzzle == read({"schema": schema("check"), "puzzle": FOUR, "genre": "sudoku", "ok": True}).puzzle
    assert not set(KINDS) & set(REPORTS)
    with pytest.raises(TypeError, match="names its puzzle"):
        to_dict(puzzle.grade())


# What is wrong has a place

Change = Callable[[dict[str, Any]], Any]
WRONG: dict[str, tuple[Change, str]] = {
    "a fact": (lambda d: d["steps"][3]["conclusions"].__setitem__(0, "x"),
               r"^steps\[3\]\.conclusions\[0\]: expected a fact such as r3c5=7 or r3c5-7, found 'x'$"),
    "a fact of another board": (lambda d: d["steps"][0]["conclusions"].__setitem__(0, "r9c9=1"),
                                r"^steps\[0\]\.conclusions\[0\]: .*no 'r9c9'"),
    "a symbol": (lambda d: d["steps"][0]["conclusions"].__setitem__(0, "r1c1=7"),
                 r"^steps\[0\]\.conclusions\[0\]: expected one of 1234, found '7'$"),
    "no list": (lambda d: d["steps"][2].update(conclusions="r1c1=1"),
                r"^steps\[2\]\.conclusions: expected a list of a fact"),
    "a group": (lambda d: d["steps"][0]["evidence"].update(g="row 9"),
                r"^steps\[0\]\.evidence\.g: expected a group, found 'row 9'$"),
    "a sort": (lambda d: d["steps"][0]["sorts"].update(g="grp"), r"^steps\[0\]\.sorts\.g: expected one of cell, "),
    "a sort too many": (lambda d: d["steps"][0]["sorts"].update(h="cell"), r"^steps\[0\]\.sorts: .*found one of 'h'$"),
    "a choice": (lambda d: d["steps"][0]["choices"].append("7 in row 1"), r"^steps\[0\]\.choices\[1\]: expected a cho"),
    "a premise": (lambda d: d["steps"][0]["premises"].append(5),
                  r"^steps\[0\]\.premises\[0\]: expected the number of an earlier step, from 1, found 5$"),
    "a number": (lambda d: d["steps"][1].update(number=7), r"^steps\[1\]\.number: expected the number 2, found 7$"),
    "a status": (lambda d: d.update(status="done"), r"^status: expected one of solved, stuck, .* found 'done'$"),
    "a missing field": (lambda d: d["steps"][4].pop("technique"), r"^steps\[4\]: expected a field 'technique'"),
    "a missing puzzle": (lambda d: d.pop("puzzle"), r"^expected a field 'puzzle'"),
    "an unknown field": (lambda d: d["steps"][4].update(techniqe="x"),
                         r"^steps\[4\]: unknown field 'techniqe'; did you mean 'technique'\?$"),
    "a field of another kind": (lambda d: d.update(tier="Hard"), r"^unknown field 'tier'"),
    "a puzzle": (lambda d: d.update(puzzle=FOUR[:-1]), r"^puzzle: "),
    "a puzzle that is none": (lambda d: d.update(puzzle=None), r"^puzzle: expected the text of a puzzle, found null$"),
    "a genre": (lambda d: d.update(genre="suduko"), r"^genre: .*did you mean 'sudoku'"),
    "another genre": (lambda d: d.update(genre="queens"), r"^puzzle: "),
    "a schema": (lambda d: d.update(schema="gridwright.tracy/1"), r"^schema: expected one of gridwright\.puzzle/1, .*"),
    "a version": (lambda d: d.update(schema="gridwright.trace/9"),
                  r"^schema: expected gridwright\.trace/2, found 'gridwright\.trace/9'$"),
    "no schema": (lambda d: d.pop("schema"), r"^schema: expected one of .* found null$"),
    "a start": (lambda d: d.update(start={"candidates": ["12"] * 15, "placed": []}),
                r"^start\.candidates: expected a list of 16 texts"),
    "a start's symbol": (lambda d: d.update(start={"candidates": ["12"] * 15 + ["19"], "placed": []}),
                         r"^start\.candidates\[15\]: expected one of 1234, found '9'$"),
    "a flag for a number": (lambda d: d["steps"][1].update(number=True), r"^steps\[1\]\.number: expected a whole numb"),
    "a text": (lambda d: d["steps"][1].update(text=3), r"^steps\[1\]\.text: expected text, found 3$"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_named_with_its_place(what: str) -> None:
    document = json.loads(json.dumps(to_dict(explain(parse(FOUR, genre="sudoku")))))
    change, said = WRONG[what]
    change(document)

    with pytest.raises(DocumentError, match=said):
        from_dict(document)


def test_every_field_of_every_document_is_looked_at() -> None:
    """Whatever is replaced by an object that nothing can be is found, and its place is said."""
    puzzle = parse(FOUR, genre="sudoku")
    values = [
        *said_of(puzzle),
        (next(generate_many(Recipe("sudoku", size=4, seed="x"))), None),
        (Recipe("sudoku"), None),
    ]
    for value, about in values:
        document = to_dict(value, about)
        for name in document:
            with pytest.raises(DocumentError) as error:
                from_dict({**document, name: {"no": {"such": "thing"}}})
            assert str(error.value).startswith(name), f"{document['schema']}: {error.value}"


@pytest.mark.parametrize("clues", [{"signs": 3}, {"signs": [[0]]}, {"signs": [[0, 99]]}, {"signs": "x"}, {"no": 1}, 3])
def test_clues_that_make_no_board_are_refused(clues: Any) -> None:
    board = {"rows": 4, "columns": 4, "clues": clues, "givens": []}
    with pytest.raises(DocumentError, match=r"^puzzle"):
        from_dict({"schema": schema("puzzle"), "puzzle": board, "genre": "unequal"})


def test_what_is_nested_too_deep_is_refused() -> None:
    document = to_dict(explain(parse(FOUR, genre="sudoku")).steps[0], parse(FOUR, genre="sudoku"))
    step = inner = {name: data for name, data in document.items() if name not in ("schema", "puzzle", "genre")}
    for _ in range(5000):
        inner["inside"] = [dict(step, inside=[])]
        inner = inner["inside"][0]
    with pytest.raises(DocumentError, match="fewer levels"):
        from_dict({**document, **step})


@pytest.mark.parametrize("data", [None, 3, "text", [], {}, {"schema": 3}, {"schema": "gridwright.puzzle/1"}])
def test_what_is_no_document_is_refused(data: Any) -> None:
    with pytest.raises(DocumentError):
        gw.from_dict(data)


def test_an_error_that_an_earlier_command_printed_is_passed_on() -> None:
    with pytest.raises(DocumentError, match="an earlier command says: row 2 has 3 cells"):
        read({"schema": schema("error"), "error": "row 2 has 3 cells", "line": 4})


def test_the_line_of_an_answer_is_its_document() -> None:
    quotes = {False: json.encoder.encode_basestring, True: json.encoder.encode_basestring_ascii}
    told = 0
    for key in genres():
        for puzzle in islice(puzzles(key, Random(f"line {key}")), 15):
            answer = puzzle.solve(show=1)
            for plain, quote in quotes.items():
                line = answer_line(answer, puzzle, quote)
                if line is not None:
                    told += 1
                    assert line == json.dumps(to_dict(answer, puzzle), ensure_ascii=plain)
    assert told > 50


def test_the_line_of_a_grade_is_its_document() -> None:
    told = 0
    for key in genres():
        boards = list(islice(puzzles(key, Random(f"line {key}")), 15))
        for puzzle, found in zip(boards, gw.grade_many(boards), strict=True):
            line = None if found is None else grade_line(found, puzzle, 0.25, json.encoder.encode_basestring)
            if line is not None:
                told += 1
                assert line == json.dumps(to_dict(found, puzzle, seconds=0.25), ensure_ascii=False)
    assert told > 30


def test_the_line_of_what_was_made_is_its_document() -> None:
    told = 0
    for key, size in (("sudoku", 4), ("keen", 4), ("queens", 5), ("arrows", 4)):
        for any_will_do in (False, True):
            recipe = Recipe(key, size=size, seed="line", any=any_will_do, budget=20)
            for check, graded in (("all", True), ("none", False)):
                for made in generate_many(recipe, 4, check=check, with_grade=graded):
                    line = generated_line(made, json.encoder.encode_basestring)
                    if line is not None:
                        told += 1
                        assert line == json.dumps(to_dict(made), ensure_ascii=False)
    assert told > 20
