"""Each fuzz target runs on a few fixed inputs and finds nothing; and what the fuzzers once found stays mended."""

from __future__ import annotations

from random import Random

import pytest

from fuzz import Finding, targets
from fuzz.__main__ import Row, once, replay
from fuzz.source import Source
from fuzz.texts import corpus
from gridwright.genres import parse
from gridwright.native import kernel


@pytest.mark.parametrize("name", targets())
def test_a_target_finds_nothing_in_fifty_inputs(name: str) -> None:
    rng = Random(f"fuzz {name}")
    for _ in range(50):
        targets()[name](Source(rng.randbytes(rng.choice((0, 10, 100, 600, 3000)))))


@pytest.mark.parametrize("name", ["read", "parse", "solve"])
def test_the_corpus_of_valid_texts_finds_nothing(name: str) -> None:
    inputs = corpus(name)
    assert len(inputs) >= 40
    for data in inputs:
        targets()[name](Source(data))


def test_decisions_come_from_the_bytes_and_end_small() -> None:
    source = Source(b"\x01\x02\xff")

    assert 1 == source.number(0, 9)
    assert "c" == source.pick("abc")
    assert b"\xff" == source.rest()
    assert (3, "a", False, []) == (source.number(3, 9), source.pick("abc"), source.chance(2), source.some("abc", 2))


def test_a_run_in_its_own_process_counts_its_inputs(capfd: pytest.CaptureFixture[str]) -> None:
    row = Row("board", "hypothesis")

    assert not once(row, 0.3, seed=1)
    assert row.runs > 0
    assert 0 == row.findings


def test_a_saved_input_is_run_again(tmp_path, capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    path = tmp_path / "counts-0.bin"
    path.write_bytes(b"\x01\x02")
    assert 0 == replay(path)
    assert 2 == replay(tmp_path / "nothing-0.bin")

    def wrong(source: Source) -> None:
        raise Finding("as it was")

    monkeypatch.setattr("fuzz.__main__.targets", lambda: {"counts": wrong})
    with pytest.raises(Finding, match="as it was"):
        replay(path)


# What was found


def problem(sizes=(2,), choices=(), relations=()):
    first = [sum(sizes[:x]) for x in range(len(sizes) + 1)]
    own = [list(range(first[x], first[x + 1])) for x in range(len(sizes))]
    return kernel.Structure(list(sizes), [2**64 - 1] * len(sizes), [*own, *choices], [], list(relations))


def test_a_count_or_sum_over_no_cells_holds_or_does_not() -> None:
    assert 2 == problem(relations=[("count", [], [0, 0, 5])]).solve(None, 9).count
    assert 0 == problem(relations=[("count", [], [0, 2, 2])]).solve(None, 9).count
    assert 2 == problem(relations=[("distinct-sum", [], [0, 1])]).solve(None, 9).count
    assert 0 == problem(relations=[("distinct-sum", [], [6, 0])]).solve(None, 9).count


def test_two_stars_in_a_row_of_holes_cannot_be() -> None:
    rows = ["#" * 9, *("ABCDEFGHI" for _ in range(8))]
    assert 0 == parse("2:" + "/".join(rows), genre="star-battle").count(limit=2)


def test_a_problem_without_variables_may_have_constraints() -> None:
    empty = problem(sizes=(), relations=[("count", [], [0, 0, 5]), ("distinct-sum", [], [0, 1])])
    assert 1 == empty.solve(None, 9).count
    assert b"" == empty.propagate(None)
    assert 0 == problem(sizes=(), relations=[("count", [], [0, 3, 4])]).solve(None, 9).count


def test_a_batch_takes_problems_only() -> None:
    with pytest.raises(TypeError):
        kernel.solve_batch([None], [None])


def test_a_deadline_that_is_not_a_number_has_passed() -> None:
    assert "seconds" == problem().solve(None, 9, seconds=float("nan")).stop


def test_choices_that_would_fill_the_memory_are_refused() -> None:
    variables = 2048
    with pytest.raises(ValueError, match="a search takes at most 33554432 slots"):
        problem(sizes=(64,) * variables, choices=[list(range(64 * variables))])
