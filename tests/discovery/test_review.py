"""Curation: what is decided is kept, what is accepted works everywhere, what is discarded does not come back."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from gridwright.discovery import candidates
from gridwright.discovery.acceptance import Checkout, OwnFolder, with_entry, with_setting
from gridwright.discovery.candidates import CandidateTechnique
from gridwright.discovery.decisions import Decisions
from gridwright.discovery.draft_check import told_audits
from gridwright.discovery.drafts import RuleAudit
from gridwright.discovery.review import Review
from gridwright.discovery.run import discover
from gridwright.generation import generate
from gridwright.genres import parse
from gridwright.grading import grade, scale
from gridwright.grading.scale import Scale
from gridwright.model import GridwrightError, Stop, UnknownName
from gridwright.narration import sentences
from gridwright.reasons import explain
from gridwright.techniques import Catalogue
from known import WITHOUT_CHAINS
from technique_positions import positions

ROOT = Path(__file__).resolve().parents[2]
HARD = [
    "...481...4......81.....927...8...5..9....7.4..7...3....37..8.2..6..1...3...7.....",
    "7....8..1..1.......2...65.........5.1..2.3..98..5.7...5.9....7...283........6.3.2",
    ".2.9...4...7.4.3..4..5..6..5..3...8.......96.8.1.7.....147.....2...3...9.5...6.1.",
    ".9.....6.8..7.....4...6.7.3...47.....1.9..4.......82...51....9..62.........1..3..",
]
"""Sudokus that the techniques of the catalogue do not solve."""
NODES = 200
"""For an audit: what it may find is tested elsewhere."""


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mined")
    with pytest.MonkeyPatch().context() as patch:
        patch.setattr(candidates, "MOST_RULES", 1)  # but those of the three examples
        discover([parse(text, genre="sudoku") for text in HARD], folder, WITHOUT_CHAINS, nodes=0)
    return folder


@pytest.fixture
def review(mined: Path, tmp_path: Path) -> Review:
    return Review(shutil.copytree(mined, tmp_path / "found"), nodes=NODES)


def kite(review: Review) -> CandidateTechnique:
    """A candidate whose draft is one rule."""
    return review.find("chain-1-cell-2-places")


def others(review: Review) -> list[CandidateTechnique]:
    return [each for each in review.candidates if each != kite(review)]


# What is accepted


def without_chains(path: Path) -> str:
    """The scale beside it without what takes what was mined without it: chains, their short forms, rectangles."""
    known = Catalogue.standard()
    left_out = {key for key in known if known[key].follows_links} | set(WITHOUT_CHAINS.without) | {"hidden-rectangle"}

    def stays(line: str) -> bool:
        name = line.partition(" =")[0].strip('"').partition("(")[0]
        return not any(name in (key, *(of for _, of in known[key].called)) for key in left_out)

    short = path.with_name("short.toml")
    short.write_text("".join(filter(stays, path.read_text("utf-8").splitlines(keepends=True))), "utf-8")
    return str(short)


def test_an_accepted_technique_is_one_that_every_verb_takes(review: Review) -> None:
    [key] = review.accept(kite(review), "lame-kite")
    by = without_chains(review.place.folder / "scale.toml")
    trace = kite(review).examples[0]

    steps = explain(trace.start, by).steps
    [step] = [step for step in steps if step.key == key][:1]
    told = sentences(explain(trace.start, by), f"{review.place.folder}/voice.toml", catalogue=scale(by).catalogue)

    assert "lame-kite" == key == step.technique
    assert any("lame kite" in sentence for sentence in told)
    assert grade(trace.puzzle, by).techniques[key] >= 1
    assert grade(generate("sudoku", uses=(key,), scale=by, seed=3).puzzle, by).techniques[key] >= 1


def test_its_positions_are_what_tests_of_techniques_read(review: Review) -> None:
    for number, candidate in enumerate(review.candidates):
        review.accept(candidate, f"draft-number-{number}")
    rules = review.place.techniques
    files = sorted((review.place.folder / "positions").iterdir())

    assert set(rules) == {path.stem for path in files}
    for path in files:
        found = list(positions(path))
        assert {True, False} == {each.then is None for each in found}
        for each in found:
            state = each.state()
            conclusions = [
                tuple(conclusion.text(state.puzzle) for conclusion in match.conclusions)
                for match in rules[path.stem].matches(None, state)
            ]
            assert each.then in conclusions if each.then is not None else not conclusions


def test_the_line_in_the_scale_stands_where_the_catalogue_ended(review: Review) -> None:
    puzzle = kite(review).examples[0].puzzle
    review.accept(kite(review), "lame-kite")
    before, after = scale("standard"), scale(review.place.folder / "scale.toml")

    assert [*before.ladder(puzzle), ("lame-kite", None)] == after.ladder(puzzle)
    assert (1, "accepted") == (after.version, after.name)
    keen = parse("4:a_6baa_aaba,s1s2s1d4s1_s1", genre="keen")
    assert before.ladder(keen) == after.ladder(keen)


def test_a_candidate_joins_a_technique_and_a_rule_is_there_only_once(review: Review) -> None:
    other, third = others(review)[:2]
    review.accept(kite(review), "lame-kite")
    assert "in no example" in str(review.edit(other, Catalogue.standard()["naked-single"].text).reason)
    review.edit(other, kite(review).draft or "")
    with pytest.raises(GridwrightError, match="rules are those of lame-kite"):
        review.accept(other, "other")
    review.edit(other, f"{other.draft}\n{kite(review).draft}")

    *new, old = review.merge(other, "lame-kite")

    assert "lame-kite" == old
    assert [f"lame-kite-{n}" for n in range(2, 2 + len(new))] == new
    assert ["lame-kite", *new] == list(review.place.techniques)
    assert 1 + len(new) == scale(review.place.folder / "scale.toml").version
    with pytest.raises(UnknownName, match="accepted technique 'nothing'"):
        review.merge(third, "nothing")


@pytest.mark.parametrize("name", ["x-wing", "fish", "Lame Kite", "", "kite-"])
def test_a_name_that_is_taken_or_none_is_refused(review: Review, name: str) -> None:
    with pytest.raises(GridwrightError, match=r"already has|has no name|expected a name"):
        review.accept(kite(review), name)

    assert not review.standing(kite(review)).final


def test_what_was_cut_short_is_done_again(review: Review) -> None:
    keys = review.accept(kite(review), "lame-kite")
    folder = review.place.folder
    whole = {path.name: path.read_text() for path in folder.rglob("*") if path.is_file()}
    review.decisions.path.unlink()
    (folder / "voice.toml").unlink()
    (folder / "positions" / "lame-kite.txt").unlink()

    assert keys == Review(review.folder, nodes=NODES).accept(kite(review), "lame-kite")
    assert whole == {path.name: path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_a_checkout_gets_what_contributing_asks(review: Review, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    for name in ("src/gridwright/techniques", "src/gridwright/grading/scales", "tests/techniques/positions"):
        shutil.copytree(ROOT / name, tree / name)
    shutil.copy(ROOT / "CHANGELOG.md", tree)

    Review(review.folder, Checkout(tree), nodes=NODES).accept(kite(review), "lame-kite")

    rules = (tree / "src/gridwright/techniques/lame-kite.rules").read_text()
    assert rules.startswith("technique lame-kite\n")
    known = Catalogue.standard().with_rules(tree / "src/gridwright/techniques/lame-kite.rules")
    by = Scale.read((tree / "src/gridwright/grading/scales/standard.toml").read_text(), known)
    assert "lame-kite" in {key for key, _ in by.ladder(kite(review).examples[0].puzzle)}
    assert 2 <= len(list(positions(tree / "tests/techniques/positions/lame-kite.txt")))
    changes = (tree / "CHANGELOG.md").read_text().splitlines()
    assert "- Technique `lame-kite`, discovered in sudoku." == changes[3]
    with pytest.raises(GridwrightError, match="expected a checkout of Gridwright"):
        Checkout(tmp_path)


# What is not


def test_an_edited_draft_is_checked_and_an_unsound_one_is_never_accepted(review: Review) -> None:
    candidate = kite(review)
    draft = review.draft(candidate)
    unsound = draft.replace("every value a in P", "some value a in P")
    assert draft != unsound

    assert "does not follow" in str(review.edit(candidate, unsound).reason)
    with pytest.raises(GridwrightError, match="refused"):
        review.accept(candidate, "lame-kite")
    assert "expected" in str(review.edit(candidate, "technique").reason)
    assert review.edit(candidate, draft.replace(" p ", " lonely ").replace("|P| <= 5", "|P| <= 4")).reason is not None
    assert review.edit(candidate, draft.replace("|P| <= 5", "|P| <= 4")).reason is None
    review.accept(candidate, "lame-kite")

    assert "|P| <= 4" in (review.place.folder / "techniques.rules").read_text()


def test_a_check_says_what_ended_it_and_how_sure_it_is(review: Review) -> None:
    soon = Review(review.folder, seconds=1e-9)

    assert review.check(kite(review)).sentence.endswith("nothing wrong: unfinished (its budget ended)")
    assert soon.check(kite(review)).sentence.endswith("nothing wrong: unfinished (its time was up)")
    proved, sampled, ended = RuleAudit(None, ("keen",)), RuleAudit(), RuleAudit(None, ("keen",), Stop.NODES)
    assert "proved" == told_audits([proved])
    assert "2 rules proved, 1 sampled" == told_audits([proved, proved, sampled])
    assert "1 rule sampled, 1 unfinished (its budget ended; proved in keen)" == told_audits([ended, sampled])


def test_decisions_are_kept_line_by_line_and_half_a_line_is_nothing(review: Review) -> None:
    one, two, three = review.candidates[:3]
    review.name(one, "lame-kite")
    review.discard(two, "it is old")
    path = review.decisions.path
    path.write_bytes(path.read_bytes() + b'{"schema": "gridw')

    again = Review(review.folder, nodes=NODES)
    assert "lame-kite" == again.standing(one).name
    assert [one, *review.candidates[2:]] == again.undecided
    again.discard(three)

    decided = [json.loads(line) for line in path.read_text().splitlines()]
    assert ["name", "discard", "discard"] == [each["decision"] for each in decided]
    assert {"gridwright.decision/1"} == {each["schema"] for each in decided}
    path.write_text('{"schema": "gridwright.decision/1", "decision": "maybe"}\n')
    with pytest.raises(GridwrightError, match=r"line 1: decision: expected a decision"):
        Decisions(review.folder)


def test_what_was_accepted_is_not_decided_again(review: Review) -> None:
    review.discard(kite(review))
    review.accept(kite(review), "lame-kite")

    with pytest.raises(GridwrightError, match="accepted as lame-kite"):
        review.discard(kite(review))


def test_a_later_run_does_not_propose_what_was_discarded(review: Review, tmp_path: Path) -> None:
    puzzles = [parse(text, genre="sudoku") for text in HARD]
    review.discard(kite(review))

    again = discover(puzzles, review.folder, WITHOUT_CHAINS, nodes=0).candidates
    elsewhere = discover(
        puzzles, tmp_path / "elsewhere", WITHOUT_CHAINS, memory=[review.decisions.path], nodes=0
    ).candidates

    assert again == elsewhere
    assert kite(review).family not in {each.family for each in again}
    assert {each.family for each in others(review)} <= {each.family for each in again}
    assert list(range(1, 1 + len(again))) == [each.number for each in again]


# Files that people edit, too


def test_lines_go_where_they_belong() -> None:
    text = '# mine\nname = "mine"\nversion = 3\n\n[[boards]]\n'

    assert text.replace("3", "4") == with_setting(text, "version", "4")
    assert text.replace("3", '3\nrules = "a.rules"') == with_setting(text, "rules", '"a.rules"')
    words = '[names]\na = "b"\n\n[techniques]\nc = "d"\n'
    assert '[names]\na = "b"\ne = 1\n\n[techniques]\nc = "d"\n' == with_entry(words, "names", "e", "1")
    assert words + "e = 1\n" == with_entry(words, "techniques", "e", "1")
    assert words == with_entry(words, "names", "a", "1")


def test_a_scale_of_ones_own_hands_on_its_rules(review: Review, tmp_path: Path) -> None:
    review.accept(kite(review), "lame-kite")
    place = OwnFolder(tmp_path / "more", str(review.place.folder / "scale.toml"))

    [key, *_] = Review(review.folder, place, nodes=NODES).accept(others(review)[0], "lame-wing")

    assert {"lame-kite", key} <= set(scale(tmp_path / "more" / "scale.toml").catalogue)
