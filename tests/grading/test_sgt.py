"""Scale `sgt` gives every puzzle the tier that the collection itself gives it.

PYTHONPATH=tests .venv/bin/python tests/grading/test_sgt.py FOLDER     the table over all files of a folder
"""

from __future__ import annotations

import gzip
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridwright.genres import parse
from gridwright.grading import Scale, Verdict, grade, scale
from gridwright.grading.many import grade_many
from gridwright.model import GridwrightError, Puzzle, State
from gridwright.model.step import Outcome, Trace
from gridwright.rules.evaluate import Match
from gridwright.rules.finder import KernelFinder
from gridwright.rules.technique import Context, Technique
from gridwright.solving.deduce import deduce
from gridwright.solving.replay import replay
from known import watched
from reference.finders import reference_of

HERE = Path(__file__).parent
GAMES = {
    "keen": "keen",
    "unequal": "unequal",
    "towers": "towers",
    "solo": "sudoku",
    "unruly": "takuzu",
    "singles": "hitori",
    "range": "kurodoko",
    "lightup": "akari",
    "tents": "tents",
    "loopy": "slitherlink",
}
FINISHED = ("takuzu", "tents", "hitori", "kurodoko", "slitherlink")
"""Genres of which the collection makes no puzzle that its tiers do not finish."""
SAMPLE = [
    tuple(line.split("\t"))
    for line in (HERE / "sgt_tiers.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
KILLERS = [text for key, text, _ in SAMPLE if key == "sudoku" and "k" in text.split(":")[0]]


@pytest.mark.parametrize(("key", "text", "tier"), SAMPLE)
def test_a_puzzle_has_the_tier_that_its_maker_gave_it(key: str, text: str, tier: str) -> None:
    found = grade(parse(text, genre=key), "sgt")

    assert tier == found.tier
    assert (found.status is Verdict.STUCK) == (
        tier in ("Unreasonable", "Recursive") or (key, tier) == ("akari", "Hard")
    )


def test_the_sample_has_every_tier_of_every_genre() -> None:
    wanted = {
        (genre, name)
        for boards in scale("sgt").boards
        for genre in boards.genres
        for name in (*(tier.name for tier in boards.tiers), boards.beyond or scale("sgt").beyond)
        if not (genre in FINISHED and name == (boards.beyond or scale("sgt").beyond))
    }

    assert wanted == {(genre, tier) for genre, _, tier in SAMPLE}


def test_what_needs_recursion_has_a_trace_that_ends_stuck_below() -> None:
    text = next(text for genre, text, tier in SAMPLE if (genre, tier) == ("keen", "Unreasonable"))
    found = grade(parse(text, genre="keen"), "sgt")

    assert found.trace is not None
    assert Outcome.STUCK is found.trace.outcome
    assert {step.key for step in found.trace.steps} <= {key for key, _ in scale("sgt").ladder(found.trace.puzzle)}


@pytest.mark.parametrize("key", sorted(set(GAMES.values())))
def test_traces_up_to_the_hardest_tier_hold(key: str) -> None:
    """Every step follows from what it says it used, and holds if everything else comes back."""
    hard = [text for own, text, tier in SAMPLE if own == key and tier in ("Hard", "Tricky", "Advanced", "Extreme")]
    for text in sorted(hard, key=len)[:3]:
        found = grade(parse(text, genre=key), "sgt")
        assert found.trace is not None
        assert [] == replay(found.trace, found.trace.puzzle.solve().solutions[0])


@pytest.mark.parametrize(
    ("text", "status"), [("4:a_6baa_aaba,s1s2s1d4s1_s1", "multiple"), ("4:a_6baa_aaba,s1s2s1d4s1m15s1", "none")]
)
def test_what_has_not_one_solution_has_no_tier(text: str, status: str) -> None:
    found = grade(parse(text, genre="keen"), "sgt")

    assert (status, None) == (str(found.status), found.tier)


def test_the_union_of_a_cage_is_for_easy_alone() -> None:
    easy, *harder = scale("sgt").tiers(parse("4:a_6baa_aaba,s1s2s1d4s1_s1", genre="keen"))

    assert ("cage-union", None) in easy.ladder
    assert all(("cage-union", None) not in tier.ladder for tier in harder)


def killer() -> Puzzle:
    return parse("2x2k:p,b_a_aaa_a_____aa,9b4_1_6b6_5a9d", genre="sudoku")


def test_a_killer_is_seen_with_cages_as_mere_sums() -> None:
    by = scale("sgt")

    assert {"cage"} == by.view(killer()).loose
    assert killer() == scale("standard").view(killer())
    assert ("cage-repeat", None) in by.tiers(killer())[0].ladder
    assert ("cage-repeat", None) not in by.tiers(parse("1...3..4..2....1", genre="sudoku"))[0].ladder


def test_a_killer_among_others_does_not_disturb_them() -> None:
    plain = parse("1...3..4..2....1", genre="sudoku")
    found = list(grade_many([plain, killer(), plain], scale("sgt")))

    assert [grade(each, "sgt") for each in (plain, killer(), plain)] == found


def test_a_scale_refuses_boards_with_a_clue_that_no_section_knows() -> None:
    text = """
name = "own"
version = 1
kind = "trace"
beyond = "Beyond"
[[boards]]
genres = ["sudoku"]
without = ["cages"]
tiers = []
"""
    with pytest.raises(GridwrightError, match="says nothing of sudoku with cages"):
        Scale.read(text).tiers(killer())


@pytest.mark.parametrize("text", KILLERS)
def test_the_trace_of_a_killer_holds(text: str) -> None:
    """Every step follows from what it says it used, and holds if everything else comes back."""
    found = grade(parse(text, genre="sudoku"), "sgt")
    assert found.trace is not None

    assert [] == replay(found.trace, parse(text, genre="sudoku").solve().solutions[0])


@pytest.mark.parametrize("text", KILLERS)
def test_a_killer_has_the_trace_that_the_finders_own_code_leads_to(text: str) -> None:
    """Step by step: when a cage was cut depends on all steps before."""

    def looks(technique: Technique, size: int | None, state: State, context: Context) -> Iterator[Match]:
        look = reference_of(technique).matches if isinstance(technique, KernelFinder) else technique.matches
        return look(size, state, context)

    by = scale("sgt")
    puzzle = by.view(parse(text, genre="sudoku"))
    ladder = by.tiers(puzzle)[-1].ladder

    assert deduce(puzzle, ladder, catalogue=watched(looks)).steps == deduce(puzzle, ladder).steps


def from_scratch(puzzle: Puzzle) -> tuple[str, Trace]:
    """What a ladder means: the list of each tier by itself, until one finishes."""
    by = scale("sgt")
    puzzle = by.view(puzzle)
    for tier in by.tiers(puzzle):
        trace = deduce(puzzle, tier.ladder, inside=by.inside(puzzle))
        if trace.outcome is Outcome.SOLVED:
            return tier.name, trace
    return by.top(puzzle), trace


@pytest.mark.parametrize(("key", "text"), [(key, text) for key, text, _ in SAMPLE])
def test_one_climb_tells_what_every_tier_from_scratch_would(key: str, text: str) -> None:
    puzzle = parse(text, genre=key)
    found = grade(puzzle, "sgt")
    (many,) = grade_many([puzzle], scale("sgt"))

    assert from_scratch(puzzle) == (found.tier, found.trace)
    assert found == many


def test_only_lists_that_go_on_are_climbed_together() -> None:
    text = """
    name = "own"
    version = 1
    kind = "ladder"
    beyond = "Beyond"
    [[boards]]
    genres = ["sudoku"]
    [[boards.tiers]]
    name = "A"
    techniques = {naked-single = 1, locked-candidates = 1}
    [[boards.tiers]]
    name = "B"
    techniques = {naked-single = 1, hidden-single = 1, locked-candidates = 1}
    [[boards.tiers]]
    name = "C"
    techniques = {naked-single = 1, hidden-single = 1, locked-candidates = 1, fish = 1}
    """
    climbs = Scale.read(text).climbs(parse("1...3..4..2....1", genre="sudoku"))

    assert [["A"], ["B", "C"]] == [[tier.name for tier in tiers] for tiers in climbs]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_one_climb_tells_the_same_on_all_puzzles(game: str, oracles: Path) -> None:
    for (text, _), (_, tier) in graded(game, oracles / "sgt"):
        assert tier == from_scratch(parse(text, genre=GAMES[game]))[0], text


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_all_puzzles_have_the_tier_that_their_maker_gave_them(game: str, oracles: Path) -> None:
    assert {} == {line: tiers for line, tiers in graded(game, oracles / "sgt") if tiers[0] != tiers[1]}


def graded(game: str, folder: Path) -> Iterator[tuple[tuple[str, str], tuple[str, str | None]]]:
    """((game ID, requested parameters), (their tier, ours)) of each line; of a killer's two tiers the sudoku's."""
    with gzip.open(folder / f"{game}.tsv.gz", "rt", encoding="utf-8") as file:
        for line in file:
            if line.startswith("#"):
                continue
            text, tier, _, requested = line.rstrip("\n").split("\t")
            yield (text, requested), (tier.split("/")[0], grade(parse(text, genre=GAMES[game]), "sgt").tier)


def main(folder: Path) -> None:
    """Print a line for each requested kind: their tier, ours, how many."""
    for game in GAMES:
        table = Counter((requested, *tiers) for (_, requested), tiers in graded(game, folder))
        for row, count in sorted(table.items(), key=str):
            print(game, *row, count, "" if row[1] == row[2] else "DIFFERENT", sep="\t")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
