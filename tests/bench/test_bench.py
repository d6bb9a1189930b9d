"""The benchmarks run, print figures and name what is missing; nothing is said about how fast they are."""

from __future__ import annotations

import json
import re
import sys
from itertools import islice
from pathlib import Path

import pytest

import bench
from bench import (
    ablation,
    discovered_share,
    discoveries,
    discovery,
    from_text,
    grade_keen,
    learning,
    rivals,
    step_rivals,
)
from bench.lists import PuzzleList, arrows_lists, oracles, shipped
from bench.make_arrows import boards
from bench.measure import Figure, Goal, Heading, Printer, Remark, TimedWork, Timing, interleaved
from gridwright.cli import main
from gridwright.genres import genres, parse
from gridwright.model import UnknownName
from gridwright.model.direction import ARROWS, STRAIGHT
from gridwright.rules.plan import Passes


@pytest.fixture
def shipped_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As on a machine that has only the repository."""
    monkeypatch.setenv("GRIDWRIGHT_ORACLES", str(tmp_path / "nothing"))


@pytest.fixture
def no_rivals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals, "RIVALS", ())


def test_arrows_are_raced_on_lists_that_are_made_again_as_they_are() -> None:
    lines = list(bench.run(["solve-arrows"], quick=True))
    lists = arrows_lists()

    assert [f"{side}×{side}, {n} directions" for n in (4, 8) for side in (7, 8, 9, 10)] * 2 == [
        line.split("  ")[1] for line in lines if "directions" in line
    ]
    assert {200} == {len(each.texts) for each in lists.values()}
    assert lists["drawn", 7, 4].texts[:5] == tuple(board.text() for board in boards(7, STRAIGHT, "drawn", 5))
    assert lists["kept", 8, 8].texts[:3] == tuple(board.text() for board in boards(8, ARROWS, "kept", 3))


@pytest.mark.parametrize("key", ["keen", "latin"])
def test_a_list_of_lines_has_no_puzzle_and_no_structure_twice(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    few = PuzzleList("a few", key, shipped(key).texts[:3] * 2, known=True)
    monkeypatch.setattr(from_text, "known", lambda genre, size: [few])

    lines = from_text.different(key, 4, 12)
    puzzles = [parse(text, genre=key) for text in lines.texts]

    assert (12, 3, few.texts[:3]) == (len(puzzles), lines.known, lines.texts[:3])
    assert 12 == len(set(puzzles)) == len({from_text.identity(puzzle) for puzzle in puzzles})


@pytest.mark.parametrize("name", ["solve-sudoku", "solve-queens", "solve-latin"])
def test_without_the_lists_the_shipped_puzzles_are_raced(name: str, shipped_only: None, no_rivals: None) -> None:
    lines = list(bench.run([name], quick=True))

    assert any("a few shipped puzzles instead" in line for line in lines)
    for work in ("kernel only", "one at a time from Python", "text to answer"):
        (line,) = (line for line in lines if work in line)
        assert re.search(r"\d", line.replace(work, ""))
    assert not any("target" in line for line in lines)


def test_the_ablation_has_a_row_for_each_set_of_passes(shipped_only: None) -> None:
    lines = list(bench.run(["ablation"], quick=True))

    for work in ("all passes", "both", "minscoping", "quantifier elimination", "none"):
        assert 2 <= sum(re.match(rf"  {work} +[\d.,]+", line) is not None for line in lines)
    assert any("target 50" in line for line in lines)


def test_passes_that_lead_to_different_traces_stop_the_ablation() -> None:
    climb = ablation.LadderRun([], shipped("sudoku").puzzles()[0].structure, [])
    climb.traces = {Passes(): [1, 2], Passes(share=False): [1, 3]}

    with pytest.raises(AssertionError, match="different traces"):
        climb.must_agree()


def test_a_step_by_step_rival_that_is_not_there_is_told_with_its_reason(
    shipped_only: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(step_rivals, "PYTHON", tmp_path / "nobody")

    lines = list(bench.run(["step-by-step"], quick=True))

    assert any(re.search(r"gridwright, grade +[\d,]+", line) for line in lines)
    assert 2 == sum("not installed: `make bench` installs it" in line for line in lines)


def test_a_step_by_step_rival_answers_from_a_process_of_its_own() -> None:
    echo = step_rivals.StepRival("echo", "def solved(puzzle): return puzzle if puzzle.isdigit() else None")
    broken = step_rivals.StepRival("broken", "import no_such_module")
    here = Path(sys.executable)

    assert ["12", None] == step_rivals.run(echo, ("12", "1."), here).solutions
    with pytest.raises(step_rivals.NotRun, match="No module named 'no_such_module'"):
        step_rivals.run(broken, ("12",), here)


def test_a_step_by_step_rival_must_reach_the_solution() -> None:
    [puzzle] = [puzzle for puzzle in shipped("sudoku").puzzles() if str(puzzle).startswith("..1.4....2.....2")]
    rival = step_rivals.RIVALS[0]

    step_rivals.must_be_right(rival, [puzzle], ["2314412332411432"])
    step_rivals.must_be_right(rival, [puzzle], [None])
    with pytest.raises(AssertionError, match="hodoku-py says"):
        step_rivals.must_be_right(rival, [puzzle], ["2314412332411423"])


def test_the_yardstick_is_told_with_its_reason_where_it_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grade_keen, "program", lambda: None)

    told = [item.text for item in islice(grade_keen.measure(quick=True), 2) if isinstance(item, Remark)]

    assert ["sgt-keen is not installed"] == [text.partition(" (")[0] for text in told]


def test_the_collections_figures_are_scaled_by_the_yardstick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grade_keen, "program", lambda: "sgt-keen")
    monkeypatch.setattr(grade_keen, "yardstick", lambda path, rounds: Timing(2.0 * grade_keen.THERE, 1.0))

    figures = [item for item in islice(grade_keen.measure(quick=True), 3) if isinstance(item, Figure)]

    assert figures[0].work == " ".join(grade_keen.YARDSTICK)
    assert figures[0].best == 2 * grade_keen.THERE
    if len(figures) > 1:  # else the graded puzzles are not here
        assert figures[1].goal is not None
        assert figures[1].goal.reach == 2 * grade_keen.TIMES * grade_keen.SGT["6"]["Easy"]


def test_the_yardstick_counts_what_the_program_makes(tmp_path: Path) -> None:
    made = tmp_path / "sgt-keen"
    made.write_text(f"#!/bin/sh\nseq {grade_keen.GENERATED}\n")
    made.chmod(0o755)
    assert grade_keen.yardstick(str(made), 1).best > 0

    made.write_text("#!/bin/sh\nseq 3\n")
    with pytest.raises(ValueError, match="made 3 puzzles"):
        grade_keen.yardstick(str(made), 1)


def test_memory_and_threads_have_figures(shipped_only: None) -> None:
    lines = list(bench.run(["memory", "threads"], quick=True))

    assert any(re.search(r"solved, one batch +\d", line) for line in lines)
    assert any(re.search(r"two threads +[\d,]+", line) for line in lines)


def test_figures_are_json_objects_too(shipped_only: None, no_rivals: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == bench.main(["solve-queens", "--quick", "--json"])

    first, *rows = map(json.loads, capsys.readouterr().out.splitlines())
    assert {"cores", "path"} <= first["machine"].keys()
    assert ["kernel only", "one at a time from Python", "text to answer"] == [row["work"] for row in rows]
    assert all(row["best"] >= row["median"] > 0 for row in rows)


def test_an_unknown_benchmark_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownName, match="did you mean 'count'"):
        list(bench.run(["cuont"]))
    assert 2 == bench.main(["cuont"])
    assert "no benchmark" in capsys.readouterr().err


def test_a_missing_rival_is_named_with_the_command_that_installs_it(
    shipped_only: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = rivals.Rival("Nobody's solver", "no_such_module", rivals.glucose, 10, 10)
    monkeypatch.setattr(rivals, "RIVALS", (absent,))

    lines = list(bench.run(["solve-queens"], quick=True))

    assert any("Nobody's solver: not installed" in line and "pip install" in line for line in lines)


@pytest.mark.parametrize("rival", rivals.RIVALS, ids=lambda rival: rival.name)
def test_rivals_count_as_the_kernel_does(rival: rivals.Rival) -> None:
    if not rival.installed:
        pytest.skip(f"{rival.module} is not installed: pip install 'gridwright[bench]'")
    puzzles = [p for key in ("sudoku", "star-battle", "latin") for p in shipped(key).puzzles() if rivals.speaks(p)]

    assert [puzzle.solve().count for puzzle in puzzles] == rival.prepare(puzzles)()


@pytest.mark.parametrize("key", genres())
def test_every_genre_has_shipped_puzzles(key: str) -> None:
    assert len(shipped(key).puzzles()) >= 5


def test_a_sample_is_spread_over_the_list() -> None:
    everything = PuzzleList("numbers", "latin", tuple(map(str, range(100))), known=False)

    assert everything.sample(1000) is everything
    assert ("0", "33", "66") == everything.sample(3).texts
    assert 30 == len(set(everything.sample(30).texts))


def test_the_lists_are_where_the_variable_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GRIDWRIGHT_ORACLES", str(tmp_path))
    assert tmp_path == oracles()
    monkeypatch.setenv("GRIDWRIGHT_ORACLES", str(tmp_path / "absent"))
    assert oracles() is None


def test_short_work_is_repeated_until_it_can_be_timed() -> None:
    calls = []

    timing = interleaved([TimedWork.of("nothing", 3, lambda: calls.append(1))], rounds=2, least=0.002)["nothing"]

    assert len(calls) > 10
    assert timing.best >= timing.median > 0


def test_where_plain_search_stalls_the_kernel_is_compared_with_the_faster_rival(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(learning, "LINES", (learning.star_battles(9, 2),))
    monkeypatch.setattr(learning, "QUICK", 1)
    _heading, figure = learning.measure(quick=True)

    assert isinstance(figure, Figure)
    assert "star battle 9×9, 2 stars" == figure.work
    assert figure.ratio
    assert figure.best > 0
    assert 30 == len(learning.star_battles(25, 2).puzzles())


def test_a_table_says_whether_a_target_is_reached() -> None:
    printer = Printer()
    lines = [
        *printer.lines(Heading("a list", unit="puzzles/s", ratio="kernel is")),
        *printer.lines(Figure("kernel only", 123_456.7, 120_000, goal=Goal(123_456.7, 110_000))),
        *printer.lines(Figure("one by one", 98_000, 97_000, 1.26, Goal(0.794, 0.9, "of the batch"))),
        *printer.lines(Remark("a remark")),
    ]

    assert "target 110,000: reached" in lines[3]
    assert "123,457" in lines[3]
    assert "0.79 of the batch, target 0.9: short" in lines[4]
    assert "1.26 ×" in lines[4]


def test_a_technique_that_is_left_out_is_found_again_or_others_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "TECHNIQUES", {("sudoku", 9): ("xy-wing",), ("towers", 4): ("view-low",)})

    items = list(discovery.measure(quick=True))

    ranks = {item.work: item.best for item in items if isinstance(item, Figure)}
    assert {"xy-wing", "xy-wing, nothing harder known", "view-low, nothing harder known"} == set(ranks)
    assert all(1 <= place <= 10 for place in ranks.values())
    assert ["view-low: subsumed by view-cell 100%"] == [item.text for item in items if isinstance(item, Remark)]


def test_more_families_never_solve_fewer_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = (
        "...481...4......81.....927...8...5..9....7.4..7...3....37..8.2..6..1...3...7.....",
        "7....8..1..1.......2...65.........5.1..2.3..98..5.7...5.9....7...283........6.3.2",
        ".2.9...4...7.4.3..4..5..6..5..3...8.......96.8.1.7.....147.....2...3...9.5...6.1.",
        ".9.....6.8..7.....4...6.7.3...47.....1.9..4.......82...51....9..62.........1..3..",
    )
    puzzles = PuzzleList("top1465", "sudoku", texts, known=True)
    monkeypatch.setattr(discovered_share, "sudoku_list", lambda *_: puzzles)
    monkeypatch.setattr(discovered_share, "SIZE", 3)

    found = list(discovered_share.shares(puzzles.puzzles(), (0, 1, 20), nodes=2000, by_exclusions=True))
    figures = [item for item in discovered_share.measure(quick=True) if isinstance(item, Figure)]

    assert [0, 1] == [each.families for each in found[:2]]
    assert [each.unseen for each in found] == sorted(each.unseen for each in found)
    assert found[0].unseen == found[0].by_exclusions
    assert all(each.by_exclusions is not None and each.by_exclusions <= each.unseen for each in found)
    assert found[-1].rules > 0
    assert "0 families" == figures[0].work
    assert discovered_share.drawn(found).count("<text") == 2 + 6 + len(found) + 1


@pytest.mark.slow
def test_players_wait_and_memory_is_counted() -> None:
    lines = list(bench.run(["play"], quick=True))

    assert 2 == sum("at most" in line for line in lines)
    assert 3 == sum("hints for" in line or "more hints" in line for line in lines)


def test_techniques_that_were_mined_unlock_puzzles() -> None:
    """An unequal that two signs together finish, and a sudoku that a wing does."""
    texts = {
        "unequal": "6:0R,0,0R,0D,0L,0,0U,0,0L,0,0,0U,0U,0,0,0,0R,0,0U,0,0,0U,0R,0,0U,0,0,0L,0L,0D,0,0,0,0,0,0,",
        "sudoku": ".2.....89.4....7.29........2...6...75.67...2.....413.....458....5...26......9.8..",
    }
    found = {genre: discoveries.unlocked([parse(text, genre=genre)]) for genre, text in texts.items()}

    assert {"unequal": 1, "sudoku": 1} == {genre: each.stuck for genre, each in found.items()}
    assert {"unequal": 1, "sudoku": 1} == {genre: each.together for genre, each in found.items()}
    assert found["sudoku"].alone["s-wing"] == 1
    assert found["unequal"].alone["s-wing"] == 0


def test_an_installed_wheel_says_where_the_benchmarks_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("gridwright.cli.clone.ROOT", tmp_path)

    assert 2 == main(["bench"])
    assert capsys.readouterr().err == (
        "the benchmarks are in no wheel: clone the repository, and run `make setup` and `make bench` there\n"
    )
