"""A run over a corpus: the same bytes however it is done, and what it says of what it finds."""

from __future__ import annotations

import json
import shutil
from array import array
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from discovery_halves import common, halves
from number_sources import NUMBER_SOURCES

import gridwright.discovery.survey
from disguises import disguised, made
from gridwright.discovery import run
from gridwright.discovery.candidates import CANDIDATE, MOST_RULES, CandidateTechnique, candidates, name_of, read
from gridwright.discovery.certificate import Certificate
from gridwright.discovery.draft_check import read_draft
from gridwright.discovery.drafts import DraftExample, RuleAudit, drafted, examples_in
from gridwright.discovery.exclusions import Exclusion
from gridwright.discovery.families import Family, family
from gridwright.discovery.forms import NoForm
from gridwright.discovery.pages import reason
from gridwright.discovery.ranking import SHIFT, Findings, rank, rank_shapes
from gridwright.discovery.review import Review
from gridwright.discovery.run import discover
from gridwright.discovery.stuck import Origin
from gridwright.discovery.survey import SURVEY, Survey, SurveySettings, survey
from gridwright.execution import InProcess, ProcessPool
from gridwright.genres import parse
from gridwright.grading import scale
from gridwright.model import GridwrightError, Puzzle, State
from gridwright.model.step import Conclusion, Step
from gridwright.rules.position import start
from technique_positions import positions

SINGLES = SurveySettings(origin=Origin.SINGLES, size=2)


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return [*made("sudoku", 9, (), 4), *made("queens", 8, (), 5), *made("keen", 5, (), 3)]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PART", 3)


@pytest.fixture(scope="module")
def whole(puzzles: list[Puzzle], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[CandidateTechnique]]:
    """The folder of a run in one process that nothing stopped, and its candidates."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "PART", 3)
        return folder, discover(puzzles, folder, SINGLES, nodes=0).candidates


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class Stopped(InProcess):
    """Ctrl-C after two parts."""

    def run(self, function: Callable[[Any], Any], arguments: Iterable[Any]) -> Iterator[tuple[int, Any]]:
        for number, result in super().run(function, arguments):
            if number == 2:
                raise KeyboardInterrupt
            yield number, result


class Counted(InProcess):
    """Counts the parts that are done."""

    done = 0

    def run(self, function: Callable[[Any], Any], arguments: Iterable[Any]) -> Iterator[tuple[int, Any]]:
        for each in super().run(function, arguments):
            self.done += 1
            yield each


def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(
    puzzles: list[Puzzle], whole: tuple[Path, list[CandidateTechnique]], tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        discover(puzzles, tmp_path, SINGLES, executor=Stopped(), nodes=0)
    executor = Counted()

    discover(puzzles, tmp_path, SINGLES, executor=executor, nodes=0)

    assert 2 == executor.done
    assert files(whole[0]) == files(tmp_path)


def test_workers_come_to_the_same_bytes(
    puzzles: list[Puzzle], whole: tuple[Path, list[CandidateTechnique]], tmp_path: Path
) -> None:
    executor = ProcessPool(2)
    try:
        discover(puzzles, tmp_path, SINGLES, executor=executor, nodes=0)
    finally:
        executor.close()

    assert files(whole[0]) == files(tmp_path)


def test_candidates_are_read_back(whole: tuple[Path, list[CandidateTechnique]]) -> None:
    folder, found = whole

    assert found == read(folder)
    assert found[0] == CANDIDATE.read(CANDIDATE.write(found[0]))
    assert {"sudoku", "star-battle", "keen"} >= {genre for each in found for genre in each.genres}
    for each in found:
        assert each.examples
        assert len(each.examples) == len({str(example.puzzle) for example in each.examples})
        assert (folder / "pages" / f"{each.name}.md").exists()
    with pytest.raises(GridwrightError, match=r"expected gridwright\.candidate/1"):
        CANDIDATE.read({"schema": "gridwright.grade/1"})


def test_a_draft_has_a_rule_for_every_form_and_an_example_of_each(puzzles: list[Puzzle], tmp_path: Path) -> None:
    found = discover(puzzles, tmp_path, SINGLES, nodes=0)

    for each in found.candidates:
        rules = {rule.key for rule in read_draft(each.draft or "")}
        shown = examples_in((*each.examples, *each.draft_examples))
        mined = {findings.drafts[shape].key for findings in [found.findings] for shape in findings.items
                 if family(shape) == each.family}  # fmt: skip
        assert rules == {example.draft.key for example in shown}
        assert rules == mined or len(rules) == MOST_RULES
        assert (each.draft_share == 1) == (each.undrafted is None)
    about = json.loads((tmp_path / "run.json").read_text())
    assert {"choices": 1, "layouts": 1} == about["drafted"]
    assert [] == about["undrafted"]


def test_two_halves_of_a_run_are_compared(whole: tuple[Path, list[CandidateTechnique]]) -> None:
    first, second = halves([whole[0]])
    ranked = rank_shapes(first)
    useful = sum(each.gain > 0 for each in ranked)

    assert first.positions > 0 < second.positions
    assert (useful, useful) == common(ranked, ranked, 10)
    assert 1 <= common(ranked, rank_shapes(second), 10)[0] <= useful


def test_the_rules_of_drafts_are_audited_to_the_same_words(puzzles: list[Puzzle], tmp_path: Path) -> None:
    found = discover(puzzles[:2], tmp_path / "a", SINGLES, top=2, nodes=600)
    again = discover(puzzles[:2], tmp_path / "b", SINGLES, top=2, nodes=600)

    assert found.audits == again.audits
    assert (tmp_path / "a" / "candidates.jsonl").read_bytes() == (tmp_path / "b" / "candidates.jsonl").read_bytes()
    for each in found.candidates:
        assert {rule.key for rule in read_draft(each.draft or "")} == set(each.audits)
        assert set(each.audits.values()) <= {"proved", "sampled", "unfinished"}
        told = (tmp_path / "a" / "pages" / f"{each.name}.md").read_text()
        assert all(f"| `{key}` | " in told for key in each.audits)
    assert set(found.audits) == set(json.loads((tmp_path / "a" / "run.json").read_text())["audits"])


def test_a_draft_that_is_refused_is_none(
    puzzles: list[Puzzle], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gridwright.discovery.drafts, "audit_of", lambda *_, **__: RuleAudit("it is wrong"))

    found = discover(puzzles[:2], tmp_path, SINGLES, top=2)

    for each in found.candidates:
        assert (None, 0, {}) == (each.draft, each.draft_share, each.audits)
        assert str(each.undrafted).endswith("is refused: it is wrong")
    assert {"refused"} == {each.word for each in found.audits.values()}


def test_a_draft_that_grows_is_accepted_with_its_sizes(
    whole: tuple[Path, list[CandidateTechnique]], tmp_path: Path
) -> None:
    review = Review(shutil.copytree(whole[0], tmp_path / "found"), nodes=50)
    candidate = next(each for each in review.candidates if "draft-n-places(n: 2..4)" in (each.draft or ""))
    [rule] = [rule for rule in read_draft(candidate.draft or "") if rule.key == "draft-n-places"]

    review.edit(candidate, rule.text + "\n")
    [key] = review.accept(candidate, "too-many")

    by = scale(review.place.folder / "scale.toml")
    found = list(positions(review.place.folder / "positions" / "too-many.txt"))
    assert "too-many" == key
    assert (2, 3, 4) == by.catalogue[key].sizes
    assert {True, False} == {each.then is None for each in found}
    for each in found:
        state = each.state()
        told = [tuple(fact.text(state.puzzle) for fact in match.conclusions)
                for match in by.catalogue[key].matches(each.parameter, state)]  # fmt: skip
        assert each.parameter in (2, 3, 4)
        assert each.then in told if each.then is not None else not told


def test_what_has_no_draft_is_told_with_the_reason(
    puzzles: list[Puzzle], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(state: State, exclusion: Exclusion) -> DraftExample:
        if len(exclusion.statements) > 1:
            raise NoForm("nobody knows how")
        return drafted(state, exclusion)

    monkeypatch.setattr(gridwright.discovery.survey, "drafted", refused)
    found = discover(puzzles, tmp_path, SINGLES, nodes=0).candidates

    for each in found:
        reason = None if each.family.size == 1 else "nobody knows how"
        assert (reason is None, reason) == (each.draft_share == 1, each.undrafted)
        assert (reason or "rule") in (tmp_path / "pages" / f"{each.name}.md").read_text().partition("## Draft")[2]
    about = json.loads((tmp_path / "run.json").read_text())
    assert 0 < about["drafted"]["choices"] < 1
    assert {"nobody knows how"} == {reason for _, _, reason in about["undrafted"]}


def test_a_technique_that_is_left_out_comes_back_as_the_nearest(tmp_path: Path) -> None:
    settings = SurveySettings(origin=Origin.SINGLES, size=1)

    found = discover(made("sudoku", 9, (), 8), tmp_path, settings, nodes=0).candidates

    assert ["one-place"] == [each.name for each in found]
    assert found[0].nearest is not None
    assert "locked-candidates" == found[0].nearest.technique
    assert 1.0 == found[0].reached_by["locked-candidates"]
    assert not found[0].new
    assert "Whatever the" in (tmp_path / "pages" / "one-place.md").read_text()


def test_statements_with_many_options_take_part_where_somebody_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = made("arrows", 8, (), 8)
    few, large = (survey(puzzles, SurveySettings(size=2, check=True, large=large)) for large in (False, True))

    def taken(found: Survey) -> set[tuple[str, int]]:
        return {
            (found.puzzles[each.puzzle][0], candidate)
            for each in found.positions
            for candidates in each.exclusions.values()
            for candidate in candidates
            if each.first
        }

    assert taken(few) < taken(large)
    assert large.checked > few.checked > 0

    monkeypatch.setattr("gridwright.discovery.shapes.MOST_OPTIONS", 0)
    left = survey(puzzles, SurveySettings(size=2, large=True))
    assert any("more than 0 ways to fill" in reason for reason in left.refused)
    assert taken(left) < taken(large)


def test_copies_of_a_puzzle_are_counted_once() -> None:
    [puzzle] = [each for each in made("sudoku", 9, (), 6) if survey([each], SINGLES).positions][:1]
    once, again = Findings(), Findings()
    once.add(survey([puzzle], SINGLES))
    again.add(survey([puzzle], SINGLES))
    again.add(survey([disguised(puzzle, Random(1))], SINGLES))

    assert once.positions == again.positions
    assert once.stuck == again.stuck
    assert {each.family: each.positions for each in candidates(once, SINGLES)} == {
        each.family: each.positions for each in candidates(again, SINGLES)
    }


def test_a_survey_goes_to_json_and_back(puzzles: list[Puzzle]) -> None:
    found = survey(puzzles, SINGLES)

    assert found == SURVEY.read(json.loads(json.dumps(SURVEY.write(found, None))), None)


def test_every_exclusion_can_be_proved_once_more(puzzles: list[Puzzle], monkeypatch: pytest.MonkeyPatch) -> None:
    checked = SurveySettings(origin=Origin.SINGLES, size=2, check=True)
    found = survey(puzzles, checked)
    assert found.checked == sum(len(taken) for each in found.positions for taken in each.exclusions.values()) > 0

    monkeypatch.setattr(Certificate, "refuted", lambda self, exclusion: False)
    with pytest.raises(GridwrightError, match="not proved: r"):
        survey(puzzles, checked)


def test_what_cannot_be_mined_is_counted_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    [puzzle] = made("sudoku", 6, (), 1)
    wrong = puzzle.with_givens({0: 0, 1: 0})

    def refuse(puzzle: Puzzle) -> None:
        raise GridwrightError("sudoku cannot be mined")

    assert {"sudoku: no solution": 1} == survey([wrong], SINGLES).refused
    monkeypatch.setattr(gridwright.discovery.survey, "exchanges", refuse)
    assert {"sudoku: sudoku cannot be mined": 1} == survey([puzzle], SINGLES).refused


def items(*pairs: tuple[int, int]) -> array[int]:
    return array("q", sorted(position << SHIFT | candidate for position, candidate in pairs))


def test_what_takes_the_same_as_another_is_subsumed_by_it() -> None:
    found = {
        "wide": items((1, 7), (2, 7), (3, 1), (3, 2)),
        "tie": items((1, 7), (3, 2)),
        "dear": items((4, 1), (5, 1)),
        "cheap": items((6, 1)),
    }

    ranked = rank(found, lambda key: 9 if key == "dear" else 1)

    assert ["wide", "cheap", "dear", "tie"] == [each.key for each in ranked]
    assert [3, 1, 2, 0] == [each.gain for each in ranked]
    assert [None, None, None, "wide"] == [each.subsumed_by for each in ranked]


def test_names_come_from_forms() -> None:
    assert "set-3-cells" == name_of(Family("set", 3, "cell cell cell"))
    assert "pair-1-cell-1-layouts" == name_of(Family("pair", 2, "cell layouts"))
    assert "net-2-cells-1-place-f84a" == name_of(Family("A1 B2 C2 | A1-B1", 3, "cell cell place"))


def test_a_reason_follows_the_candidate_until_nothing_is_left() -> None:
    state = start(parse("." * 16, genre="latin")).after("r1c1-3", "r1c1-4", "r1c2-1", "r1c2-4", "r2c1-2", "r2c1-4")
    step = Step("draft", "draft", None, {}, (Conclusion(5, 2, False),), (0, 1, 4), (), ())

    assert (
        "Suppose r2c2=3: r1c2 must be 2; r2c1 must be 1; nothing is left for r1c1. So r2c2=3 is impossible."
    ) == reason(state, step)


def test_a_reason_where_nothing_is_forced_lists_what_is_left() -> None:
    facts = [f"r1c{c}-4" for c in (1, 2, 3)]
    state = start(parse("." * 16, genre="latin")).after(*facts)
    step = Step("draft", "draft", None, {}, (Conclusion(3, 0, False),), (0, 1, 2), (), ())

    assert reason(state, step).startswith("Suppose r1c4=1: r1c1 must be 2 or 3; r1c2 must be")
    assert reason(state, step).endswith("No selection of these goes together, so r1c4=1 is impossible.")


@pytest.mark.parametrize("genre", ["tents", "slitherlink"])
def test_rules_of_the_whole_board_have_no_shape(genre: str) -> None:
    rng = Random(f"whole board {genre}")
    sources = (NUMBER_SOURCES[genre](rng, large=True) for _ in range(12))
    found = survey([puzzle for puzzle in sources if puzzle is not None], SurveySettings(origin=Origin.SINGLES, size=6))

    assert found.positions
    assert not found.refused
