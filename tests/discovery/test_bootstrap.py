"""Bootstrap: from singles alone to a catalogue that commands take."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from gridwright.corpus import Corpus
from gridwright.discovery import bootstrap as module
from gridwright.discovery.bootstrap import Mined, bootstrap, halves, sized
from gridwright.discovery.drafts import draft
from gridwright.discovery.forms import FormPart
from gridwright.discovery.growing import Growing
from gridwright.discovery.plot import plot
from gridwright.grading import grade, scale
from gridwright.model import GridwrightError, Puzzle
from puzzle_sources import puzzles


@pytest.fixture(scope="module")
def mined() -> tuple[Mined, list[Puzzle]]:
    """Small queens; drafts are taken unchecked, for what is unsound is refused elsewhere."""
    entries = (entry for entry in Corpus.shipped("star-battle") if entry.puzzle.clue("stars") == 1)
    given = [entry.puzzle for entry in islice(entries, 24)]
    with pytest.MonkeyPatch().context() as patch:
        patch.setattr(module, "refusal", lambda rule, examples: None)
        return bootstrap(given, rounds=2, a_round=3), given


def test_each_round_solves_no_less_of_the_other_half(mined: tuple[Mined, list[Puzzle]]) -> None:
    found, given = mined
    solved = [each.solved for each in found.rounds]

    assert solved == sorted(solved)
    assert () == found.rounds[0].taken
    assert len(given) == sum(found.puzzles)
    assert all(len(each.taken) <= 3 for each in found.rounds)
    assert len(found.table.splitlines()) == 4 + len(found.rounds)
    assert found.plot.startswith("<svg")


def test_what_is_written_is_a_scale_that_grades(mined: tuple[Mined, list[Puzzle]], tmp_path: Path) -> None:
    found, given = mined
    found.write(tmp_path)

    by = scale(tmp_path / "mined.toml")
    others = halves(given)[1]
    solved = sum(grade(puzzle, by).status.value == "solved" for puzzle in others)

    assert {draft.key for draft in found.drafts} == by.catalogue.own
    assert found.rounds[-1].solved == solved / len(others)


def test_a_draft_that_grows_is_a_rung_for_each_size_among_others_of_so_many_statements() -> None:
    drafts = [draft(Growing.PLACES), draft((FormPart(False, 1, "u"), FormPart(False, 1, "u"), FormPart(True, 1, "v")))]

    assert [
        (2, ("draft-n-places", 2)), (3, ("draft-n-places", 3)), (3, ("draft-place-place-far-place-v", None)),
        (4, ("draft-n-places", 4)),
    ] == sized(drafts)  # fmt: skip


def test_a_scale_reads_its_rules_again_when_they_change(mined: tuple[Mined, list[Puzzle]], tmp_path: Path) -> None:
    found, _ = mined
    found.write(tmp_path)
    assert scale(tmp_path / "mined.toml").catalogue.own
    (tmp_path / "mined.rules").write_text("technique x seen cell p then")

    with pytest.raises(GridwrightError, match=r"mined\.rules"):
        scale(tmp_path / "mined.toml")


def test_halves_are_the_same_however_the_puzzles_come(mined: tuple[Mined, list[Puzzle]]) -> None:
    given = mined[1]

    assert [set(half) for half in halves(given)] == [set(half) for half in halves(reversed(given))]
    assert halves(given) != halves(given, "another")


def test_one_puzzle_has_no_other_half() -> None:
    with pytest.raises(GridwrightError, match="both halves, found"):
        bootstrap([next(puzzles("latin", Random(1)))])


def test_the_plot_has_a_point_for_each_round() -> None:
    assert 'points="50.0,260.0 255.0,150.0 460.0,62.0"' in plot([0, 0.5, 0.9], 0.8, "sudoku")
