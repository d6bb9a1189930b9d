"""gridwright techniques, technique and audit."""

from __future__ import annotations

import pytest

from gridwright.genres import genre
from gridwright.solving.audit import boards_of
from gridwright.techniques import Catalogue
from known import finders, rules

WRONG = """technique pair-anywhere
  seen    cells p < q in open; |cand({p, q})| = 2
  then    exclude(common({p, q}), cand({p, q}))
  because "{p} and {q} use up {cand({p, q})}"
  holds   "wrong"
"""
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ABSURD = """technique six-cells
  seen    cells a, b, c, d, e, f in open; cand(a) = cand(f)
  then    exclude(b, cand(c))
  because "{a}"
  holds   "wrong"
"""


def test_techniques_lists_the_catalogue(run) -> None:
    done = run("techniques")

    assert 0 == done.code
    assert len(rules()) + len(finders()) + 1 == len(done.out.splitlines())
    assert "fish: x-wing, swordfish, jellyfish" in done.out


def test_techniques_with_json_has_tiers_and_genres(run) -> None:
    objects = {each["key"]: each for each in run("techniques", "--json", "--genre", "sudoku").objects}

    boards = boards_of(genre("sudoku"))
    known = Catalogue.standard()
    spoken = {
        key for key, technique in known.items() if not technique.proves_itself and any(map(technique.speaks, boards))
    }
    assert spoken == set(objects)
    assert "sign" not in objects
    assert "Tricky" == objects["fish"]["tiers"]["x-wing"]
    assert ["sudoku"] == objects["fish"]["genres"]
    assert "unique" == objects["unique-rectangle-1"]["assumes"]


@pytest.mark.parametrize("key", rules())
def test_technique_shows_the_rule_as_it_stands(run, key: str) -> None:
    done = run("technique", key)

    assert 0 == done.code
    assert done.out.startswith(f"technique {key}")
    assert 1 == done.out.count("technique ")


def test_technique_shows_the_plan_and_its_cost(run) -> None:
    done = run("technique", "naked-pair", "--plan", "--genre", "sudoku")

    assert "naked-pair, size 2: up to 972 combinations" in done.out
    assert "pick_s_next" in done.out
    assert "naked-triple" not in done.out.partition("on sudoku")[2]


def test_an_unknown_technique_is_told_with_the_nearest(run) -> None:
    done = run("technique", "y-wing")

    assert 2 == done.code
    assert "did you mean" in done.err


def test_audit_proves_a_sound_technique(run) -> None:
    done = run("audit", "naked-single", "--genre", "latin", "--states", "5")

    assert 0 == done.code
    assert "naked-single, latin ................: proved, 16 of 16 witnesses can fire" in done.out


def test_audit_prints_the_counterexample(run, tmp_path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text(WRONG)
    done = run("audit", "--rules", str(file), "--genre", "sudoku")

    assert 1 == done.code
    assert "UNSOUND" in done.out
    assert {"state", "witness", "concludes", "but"} <= {line.split()[0] for line in done.out.splitlines()}
    (found, *rest) = run("audit", "--json", "--rules", str(file), "--genre", "sudoku").objects
    assert [] == rest
    assert {"state", "witness", "conclusion", "solution"} == set(found["counterexample"])


def test_audit_gives_up_the_proof_of_a_rule_of_ones_own(run, tmp_path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text(Catalogue.standard()["naked-single"].text.replace("naked-single", "mine"))

    done = run("audit", "--rules", str(file), "mine", "--genre", "latin", "--states", "5", "--witnesses", "1")

    assert 0 == done.code, done.err
    assert "no proof: more than 1 witnesses" in done.out


def test_rules_come_behind_those_that_a_scale_names(run, tmp_path) -> None:
    text = Catalogue.standard()["naked-single"].text
    for name in ("one", "two"):
        (tmp_path / f"{name}.rules").write_text(text.replace("naked-single", name))
    tiers = '[[boards.tiers]]\nname = "Easy"\n[boards.tiers.techniques]\none = 1\n'
    head = 'name = "mine"\nversion = 1\nkind = "trace"\nbeyond = "Beyond"\nrules = "one.rules"\n[[boards]]\n'
    (tmp_path / "mine.toml").write_text(head + tiers)

    done = run("grade", "--scale", str(tmp_path / "mine.toml"), "--rules", str(tmp_path / "two.rules"), NINE)

    assert 0 == done.code, done.err
    assert "hardest one" in done.out


def test_audit_refuses_an_absurd_rule(run, tmp_path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text(ABSURD)
    done = run("audit", "--rules", str(file), "--genre", "sudoku")

    assert 2 == done.code
    assert "six-cells would look at up to 1.4e+09 combinations" in done.err


@pytest.mark.parametrize("command", ["explain", "grade", "hint"])
def test_an_absurd_rule_is_refused_wherever_it_would_be_used(command: str, run, tmp_path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text(ABSURD)
    done = run(command, "--rules", str(file), NINE)

    assert (2, "") == (done.code, done.out)
    assert "six-cells would look at up to " in done.err
    assert "1e+09 are the most" in done.err
    assert "hint: gridwright technique NAME --plan" in done.err
