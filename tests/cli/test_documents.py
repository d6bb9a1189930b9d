"""Every command reads what every other one prints."""

from __future__ import annotations

import gzip
import json

import pytest

from gridwright.documents import from_dict, to_dict
from gridwright.genres import genres, parse
from gridwright.playing.marks import position

FOUR = "1...3..4..2....1"
QUEENS = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"
KEEN = "4:a_6baa_aaba,s1s2s1d4s1m16s1"
READERS = ("solve", "grade", "explain", "hint", "marks", "check", "show", "convert", "cages")


def printed(run) -> dict[str, str]:
    """A line of each command that prints something about a puzzle."""
    own = ("--json", "--genre", "keen", KEEN)
    lines = {name: run(name, *own).out for name in READERS if name != "convert"}
    lines["convert"] = run("convert", "--to", "keen-json", *own).out
    lines["generate"] = run("generate", "keen", "--size", "4", "--seed", "documents", "--json").out
    lines["why"] = run("explain", "--why", json.loads(lines["explain"])["steps"][2]["conclusions"][0], *own).out
    return lines


def test_every_command_reads_what_every_other_prints(run) -> None:
    for source, line in printed(run).items():
        for command in READERS:
            options = ("--to", "keen-json") if command == "convert" else ()
            done = run(command, *options, "--json", "-", stdin=line)
            assert (source, command, 0) == (source, command, done.code), done.out + done.err
            assert json.loads(line)["puzzle"] == done.objects[0]["puzzle"]


@pytest.mark.parametrize("key", [key for key, genre in genres().items() if genre.maker is not None])
def test_what_is_generated_is_graded_without_a_word_of_its_genre(run, key) -> None:
    made = run("generate", key, "--count", "2", "--seed", "documents", "--json")
    graded = run("grade", "--json", "-", stdin=made.out)

    assert [each["grade"] for each in made.objects] == [
        {name: each[name] for name in made.objects[0]["grade"]} for each in graded.objects
    ]


def test_documents_come_as_argument_and_from_packed_files(run, tmp_path) -> None:
    line = run("generate", "sudoku", "--size", "4", "--seed", "x", "--count", "3", "--json").out
    file = tmp_path / "made.jsonl.gz"
    file.write_bytes(gzip.compress(line.encode()))

    assert 3 == len(run("grade", "--json", str(file)).objects)
    assert 3 == len(run("grade", "--json", "-", stdin=file.read_bytes()).objects)
    assert 0 == run("solve", line.splitlines()[0]).code
    assert 0 == run("solve", "-", stdin=json.dumps(json.loads(line.splitlines()[0]), indent=1)).code


def test_a_bad_document_is_told_in_its_place_and_the_run_goes_on(run) -> None:
    good = json.dumps(to_dict(parse(FOUR, genre="sudoku")))
    trace = run("explain", "--json", "--genre", "sudoku", FOUR).objects[0]
    trace["steps"][3]["conclusions"] = ["x"]
    version = good.replace("puzzle/1", "puzzle/7")
    done = run("solve", "--json", "-", stdin="\n".join([good, json.dumps(trace), version, good]))

    assert (2, ["unique", "unique"]) == (done.code, [each["status"] for each in done.objects if "status" in each])
    first, second = done.objects[1:3]
    assert {"schema", "error", "line"} == set(first)
    assert (2, 3) == (first["line"], second["line"])
    assert first["error"].startswith("steps[3].conclusions[0]: expected a fact")
    assert "schema: expected gridwright.puzzle/1, found 'gridwright.puzzle/7'" == second["error"]
    again = run("solve", "--json", "-", stdin=json.dumps(first)).objects[0]
    assert f"an earlier command says: {first['error']}" == again["error"]


def test_a_torn_document_is_told_as_one(run) -> None:
    line = json.dumps(to_dict(parse(FOUR, genre="sudoku")))
    done = run("solve", "--json", "-", stdin=f"{line[:-9]}\n{line}\n{line[:-9]}\n")

    assert [1, None, 3] == [each.get("line") for each in done.objects]
    assert done.objects[0]["error"].startswith("column 74: a document that is no JSON: ")


def test_a_puzzle_is_judged_as_printed_whatever_a_scale_saw_in_it(run) -> None:
    killer = "2x2k:p,b_a_aaa_a_____aa,9b4_1_6b6_5a9d"
    story = run("explain", "--json", "--scale", "sgt", "--genre", "sudoku", killer)

    assert ["cage"] == story.objects[0]["loose"]
    for command in ("grade", "explain", "hint"):
        assert run(command, "--genre", "sudoku", killer).out == run(command, "-", stdin=story.out).out


def test_what_was_generated_is_made_again_from_its_own_line(run) -> None:
    made = run("generate", "latin", "--size", "4", "--seed", "x", "--json")
    recipe = json.dumps(to_dict(from_dict(made.objects[0]).recipe))

    assert [made.out] * 2 == [run("generate", "--json", "--recipe", text).out for text in (made.out, recipe)]
    assert "found a Puzzle" in run("generate", "--recipe", json.dumps(to_dict(parse(FOUR, genre="sudoku")))).err
    assert "expected a recipe" in run("generate", "--recipe", "{").err


def test_a_document_without_a_puzzle_is_a_bad_line(run) -> None:
    wish = ("--size", "4", "--tier", "Hard", "--needs", "x-wing", "--budget", "3", "--seed", "x")
    missed = run("generate", "sudoku", *wish, "--json")
    assert (1, "no puzzle: budget") == (missed.code, missed.objects[0]["error"])
    assert not from_dict(missed.objects[0]).found
    done = run("grade", "--json", "-", stdin=missed.out)

    assert "expected a puzzle, found a document without one: no puzzle: budget" == done.objects[0]["error"]
    genres = run("genres", "--json", "sudoku").out
    assert "expected a puzzle" in run("solve", "--json", "-", stdin=genres).objects[0]["error"]


def test_a_genre_that_is_named_must_be_that_of_the_document(run) -> None:
    line = json.dumps(to_dict(parse(FOUR, genre="sudoku")))

    assert 0 == run("solve", "--genre", "sudoku", line).code
    assert "genre: expected latin, found sudoku" in run("solve", "--genre", "latin", line).err


def test_a_position_is_where_hints_marks_and_stories_begin(run) -> None:
    puzzle = parse(FOUR, genre="sudoku")
    line = json.dumps(to_dict(position(puzzle, "r1c2=4 r4c2-2")))
    facts = ("--genre", "sudoku", "--marks", "r1c2=4 r4c2-2", FOUR)

    for command in (("hint",), ("marks",), ("marks", "--clean")):
        assert run(*command, *facts).out == run(*command, line).out
    hints = [run("hint", "--json", "--apply", *start).objects[0] for start in (facts, (line,))]
    assert hints[0] | {"seconds": 0} == hints[1] | {"seconds": 0}
    assert "r1c2=4" not in str(run("explain", "--json", line).objects[0]["steps"][0]["conclusions"])
    assert 6 == sum(each.isdigit() for each in run("show", line).out)
    wrong = json.dumps(to_dict(position(puzzle, "r1c2=2")))
    assert (0, 1) == (run("check", wrong).code, run("check", "--solution", wrong).code)


def test_a_hint_can_be_followed_from_document_to_document(run) -> None:
    line = json.dumps(to_dict(parse(QUEENS, genre="queens")))
    for _ in range(20):
        (found,) = run("hint", "--json", "--apply", line).objects
        if found["status"] == "solved":
            break
        line = run("marks", "--clean", "--json", "--genre", "queens", "--marks", found["marks"], QUEENS).out

    assert "solved" == found["status"]


def test_positions_are_printed_with_the_steps_on_demand(run) -> None:
    (plain,) = run("explain", "--json", "--genre", "sudoku", FOUR).objects
    (found,) = run("explain", "--json", "--positions", "--genre", "sudoku", FOUR).objects

    assert "before" not in plain["steps"][0]
    assert ["r1c1", "r2c1", "r2c4", "r3c3", "r4c4"] == found["steps"][0]["before"]["placed"]
    assert "r1c2" in found["steps"][1]["before"]["placed"]
    assert from_dict(plain) == from_dict(found)
