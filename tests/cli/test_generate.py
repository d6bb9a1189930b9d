"""gridwright generate: what it prints, and how it ends."""

from __future__ import annotations

import json

import pytest

from gridwright.cli import main
from gridwright.generation import Recipe, generate_many
from gridwright.solving.clauses import ClauseSolvers


def test_the_same_seed_prints_the_same_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for _ in range(2):
        assert 0 == main(["generate", "sudoku", "--size", "4", "--seed", "tuesday", "--count", "3"])
        printed.append(capsys.readouterr().out)

    assert printed[0] == printed[1]
    assert [str(each) for each in generate_many(Recipe("sudoku", size=4, seed="tuesday"), 3)] == printed[0].split()


def test_a_line_of_json_can_be_made_again_from_its_recipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["generate", "keen", "--size", "4", "--seed", "a b", "--tier", "Steady", "--json"])
    first = json.loads(capsys.readouterr().out)
    assert 0 == main(["generate", "--recipe", first["provenance"]["recipe"], "--json"])

    assert first == json.loads(capsys.readouterr().out)
    assert {"schema", "genre", "puzzle", "solution", "grade", "provenance"} == set(first)
    assert "Steady" == first["grade"]["tier"]
    assert "sat" == first["provenance"]["verified"]


def test_a_seed_is_drawn_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["generate", "latin", "--size", "4", "--check", "none"])
    drawn = capsys.readouterr()
    seed = drawn.err.split()[-1]
    assert 0 == main(["generate", "latin", "--size", "4", "--seed", seed])

    assert drawn.out == capsys.readouterr().out


@pytest.mark.parametrize(
    ("check", "told"), [("all", "25 by sat"), ("sample", "2 by sat"), ("none", "none")]
)  # fmt: skip
def test_how_many_were_checked_is_said(check: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "generate",
        "queens",
        "--size",
        "5",
        "--seed",
        "x",
        "--count",
        "25",
        "--check",
        check,
        "--distinct",
        "--json",
    ]
    assert 0 == main(arguments)
    printed = capsys.readouterr()

    assert f"25 puzzles, checked: {told}\n" in printed.err
    proofs = [json.loads(line)["provenance"]["verified"] for line in printed.out.splitlines()]
    assert {"all": 25, "sample": 2, "none": 0}[check] == proofs.count("sat")
    assert 25 == len(set(printed.out.splitlines()))


def test_a_puzzle_that_fails_its_check_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ClauseSolvers, "only", lambda *args, **options: False)

    assert 0 != main(["generate", "sudoku", "--size", "4", "--seed", "tuesday"])
    told = capsys.readouterr()
    assert "" == told.out
    assert "a puzzle was made whose solution is not the only one, says sat: .43...1..1..4..." in told.err


def test_what_cannot_be_found_is_said_with_the_closest_miss(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["generate", "sudoku", "--size", "4", "--seed", "x", "--tier", "Fiendish", "--budget", "20"]

    assert 1 == main(arguments)
    told = capsys.readouterr()
    assert "" == told.out
    assert "infeasible within budget: 20 attempts" in told.err
    assert "hint: " in told.err
    assert 1 == main([*arguments, "--json"])
    assert "no puzzle: budget" == json.loads(capsys.readouterr().out)["error"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sudoko"], "did you mean 'sudoku'"),
        (["sudoku", "--tier", "Nightmare"], "no tier"),
        (["sudoku", "--needs", "x-wang"], "did you mean 'x-wing'"),
        (["sudoku", "--size", "7"], "not 7"),
        (["sudoku", "--quality", "steps"], "steps=40..60"),
        (["sudoku", "--clues", "30", "--density", "0.4"], "say the same"),
        (["sudoku", "--recipe", "sudoku"], "leaves nothing to add"),
        ([], "expected a genre"),
    ],
)
def test_misuse_is_told_in_a_sentence(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(["generate", *arguments])
    assert said in capsys.readouterr().err


def test_density_is_a_share_of_the_cells(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["generate", "sudoku", "--seed", "d", "--density", "0.4"])

    assert 33 == sum(symbol != "." for symbol in capsys.readouterr().out.strip())
