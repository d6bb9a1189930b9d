"""Finders are techniques like any other: in ladders, scales, audits, replays and on the command line."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from entailment import entails, restored
from gridwright.evidence.cell_path import CellPath
from gridwright.genres import genre, parse
from gridwright.grading import Scale
from gridwright.model import GridwrightError, State
from gridwright.model.step import Step
from gridwright.narration import sentences, voices
from gridwright.reasons import explain
from gridwright.rules.evaluate import OutOfFuel
from gridwright.rules.technique import ALONE, Context
from gridwright.solving.audit import audit
from gridwright.solving.deduce import deduce
from gridwright.solving.replay import replay
from gridwright.techniques import Catalogue, chains
from known import finders, rules, rungs_of
from random_states import holds_in_every_solution, states
from technique_positions import FOLDER, positions

CHAIN = finders()["remote-chain"]
KINDS = {
    "remote-chain": ("latin 5", "sudoku 6", "sudoku 9"),
    "line-census": ("arrows 4", "eight 4", "arrow-row 5"),
    "sum-single": ("killer 4", "loose 4", "killer 6"),
    "sum-bounds": ("killer 4", "loose 4", "loose 6"),
    "sum-sets": ("killer 4", "loose 4", "loose 6"),
    "cage-repeat": ("loose 6",),
    "cages-together": ("keen 4", "killer 4"),
    "group-placements": ("two-star 8",),
    "placements-with-room": ("two-star 8",),
    "rest-placements": ("two-star 8",),
    "rest-placements-with-room": ("two-star 8",),
    "corner-bounds": ("slitherlink 4", "masyu 4"),
    "lines-alike": ("slitherlink 4", "masyu 4"),
    "loop-closing": ("slitherlink 4", "masyu 4"),
    "inside-outside": ("slitherlink 4", "masyu 4"),
    "simple-colouring": ("latin 5", "sudoku 6", "jigsaw 6"),
    "multi-colouring": ("latin 5", "sudoku 6", "jigsaw 6"),
    "colour-wrap": ("sudoku 6", "jigsaw 6"),  # where links go along rows and columns in turn no colour sees itself
    "death-blossom": ("latin 5", "sudoku 6"),
    **{technique.key: ("latin 5", "sudoku 6", "keen 4") for technique in chains.TECHNIQUES},
}


def eight_cells() -> State:
    return next(positions(FOLDER / "remote-chain.txt")).state()


def test_no_finder_has_the_key_of_a_rule() -> None:
    assert set() == set(finders()) & set(rules())


@pytest.mark.parametrize("key", finders())
def test_a_finder_has_the_record_of_a_rule(key: str) -> None:
    finder = finders()[key]

    assert all((finder.because, finder.holds, finder.sentence, finder.words))
    assert (FOLDER / f"{key}.txt").exists()


@pytest.mark.parametrize(("key", "kind"), [(key, kind) for key, kinds in KINDS.items() for kind in kinds])
def test_what_a_finder_says_it_read_is_enough(key: str, kind: str) -> None:
    """Everything else may come back: the same witness leads to the same, and its choices entail it."""
    finder, fired = finders()[key], 0
    few = 30 if kind.startswith("two-star") else 100  # such boards are large, and much fires on them
    for state in islice(states(kind, Random(f"finders {kind}")), few):
        for size in finder.sizes:
            for match in finder.matches(size, state):
                used = finder.grounds(size, state, match)
                back = restored(state, used)
                fired += 1
                assert set(match.conclusions) <= set(finder.recheck(size, back, match.witness))
                assert entails(back, used, match.conclusions)
                assert set(finder.shows) == set(match.witness)
    assert fired >= (1 if key == "loop-closing" else 5)  # few paths are about to be closed


def test_what_threes_side_by_side_say_they_read_is_enough() -> None:
    """That there is one loop cannot be listed for the SAT solver on a board without lines: the solutions decide."""
    finder, state = finders()["adjacent-threes"], next(positions(FOLDER / "adjacent-threes.txt")).state()
    [match] = finder.matches(None, state)
    back = restored(state, finder.grounds(None, state, match))

    assert match.conclusions == finder.recheck(None, back, match.witness)
    assert all(holds_in_every_solution(back, each) for each in match.conclusions)


def test_short_chains_come_first() -> None:
    state = eight_cells()

    found = list(CHAIN.matches(None, state))

    assert [4, 4, 4, 4, 4, 6, 6, 6, 8] == [CellPath.of(match.witness, "C").length for match in found]


def test_a_chain_with_a_gap_or_another_value_does_not_hold() -> None:
    state = eight_cells()
    match = list(CHAIN.matches(None, state))[-1]
    chain = CellPath.of(match.witness, "C").path

    assert match.conclusions == CHAIN.recheck(None, state, match.witness)
    for x in chain:
        masks = list(state.masks)
        masks[x] |= 1
        assert () == CHAIN.recheck(None, State(state.puzzle, tuple(masks), state.placed), match.witness)


def test_a_finder_may_run_out_of_fuel() -> None:
    state = eight_cells()
    with pytest.raises(OutOfFuel):
        list(CHAIN.matches(None, state, Context(fuel=3)))


def test_a_board_without_its_words_does_not_offer_it() -> None:
    assert [(CHAIN, None)] == rungs_of([("remote-chain", None)], parse("." * 16, genre="latin"))
    wordy = type("Wordy", (type(CHAIN),), {"words": frozenset({"no-such-word"})})
    known = Catalogue.standard().with_techniques(wordy.named("wordy", "{p}", "so it is"))
    assert [] == known.rungs([("wordy", None)], parse("." * 16, genre="latin"))


# Ladders, replay, audit, voices


def steps() -> list[Step]:
    trace = deduce(eight_cells(), [("remote-chain", None)])
    assert [] == replay(trace)
    return list(trace.steps)


def test_a_ladder_asks_it_and_the_checker_of_traces_agrees() -> None:
    found = steps()

    assert {"remote-chain"} == {step.technique for step in found}
    assert 8 == max(len(step.choices) for step in found)


def test_a_scale_lists_it_with_one_line() -> None:
    text = """
name = "own"
version = 1
kind = "trace"
beyond = "Beyond"
[[boards]]
[[boards.tiers]]
name = "One"
[boards.tiers.techniques]
remote-chain = 7
"""
    trace = explain(eight_cells(), Scale.read(text))

    assert [step.technique for step in trace.steps] == ["remote-chain"] * len(trace.steps) != []


def test_the_audit_meets_it_firing_in_random_states() -> None:
    found = list(audit(CHAIN, genre("sudoku"), firings=20, states=4000))

    assert {"unfinished", "sampled"} == {each.method for each in found}
    assert all(each.counterexample is None for each in found)
    assert sum(each.fired for each in found) >= 20


def test_the_audit_finds_out_a_finder_that_is_wrong() -> None:
    """One that takes chains with an even number of links for granted."""

    def matches(self, size, state, context=ALONE):  # type: ignore[no-untyped-def]
        structure = state.structure
        for match in CHAIN.matches(size, state, context):
            start, *_ = chain = CellPath.of(match.witness, "C").path
            both = structure.peers[start] & structure.peers[chain[2]]
            wrong = [c for c in match.conclusions if c.variable in both]
            more = [
                type(match.conclusions[0])(x, v, False)
                for x in sorted(both) for v in state.candidates(x) if x not in chain and state.masks[start] >> v & 1
            ]  # fmt: skip
            yield type(match)(match.witness, tuple(dict.fromkeys((*match.conclusions, *wrong, *more))))

    bad = type("Bad", (type(CHAIN),), {"matches": matches}).named("bad-chain", "{p}", "it does not")
    assert any(each.counterexample is not None for each in audit(bad, genre("sudoku"), firings=200, states=4000))


@pytest.mark.parametrize("voice", sorted(voices()))
def test_a_chain_is_told_in_its_order(voice: str) -> None:
    trace = deduce(eight_cells(), [("remote-chain", None)])
    told = dict(zip((len(step.choices) for step in trace.steps), sentences(trace, voice), strict=True))[8]
    row, column = ("Z", "S") if voice == "de" else ("r", "c")
    between = "-" if voice == "terse" else ", "

    names = ("23", "11", "31", "32", "62", "66", "46", "45")
    assert between.join(f"{row}{name[0]}{column}{name[1]}" for name in names) in told


def test_nobody_may_bring_a_technique_of_that_name_along(tmp_path: Path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text(
        """technique remote-chain
  seen    cell p in open; |cand(p)| = 1
  then    place(p, the(cand(p)))
  because "{p}"
  holds   "so it is"
"""
    )
    with pytest.raises(GridwrightError, match="the catalogue already has remote-chain"):
        Catalogue.standard().with_rules(file)
