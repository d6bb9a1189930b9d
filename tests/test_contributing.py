"""What CONTRIBUTING shows is true: its diff applies, and the technique that it adds fires, is sound and is graded."""

from __future__ import annotations

import re
import shutil
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import gridwright
from gridwright.grading import Scale
from gridwright.rules import machine
from gridwright.rules.board import Board
from gridwright.rules.evaluate import witnesses
from gridwright.rules.parse import read_rules
from gridwright.rules.rule import Rule
from gridwright.rules.sorts import check
from gridwright.rules.tree import Technique
from gridwright.solving.deduce import deduce
from gridwright.techniques import Catalogue
from random_states import holds_in_every_solution, states
from technique_positions import positions

ROOT = Path(__file__).parents[1]
SOURCE = Path(gridwright.__file__).parent


def diff() -> str:
    (found,) = re.findall(r"```diff\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL)
    return str(found)


def apply(text: str, folder: Path) -> list[str]:
    """Apply a unified diff below a folder; the names of the files that it touches. What it expects must be there."""
    touched = []
    for part in re.split(r"^--- ", text, flags=re.MULTILINE)[1:]:
        old, new, hunk = re.match(r"(\S+)\n\+\+\+ b/(\S+)\n@@ -\d+,\d+ \+\d+,\d+ @@\n(.*)", part, re.DOTALL).groups()  # type: ignore[union-attr]
        lines = hunk.splitlines()
        before = "".join(f"{line[1:]}\n" for line in lines if line[:1] in " -" and line)
        after = "".join(f"{line[1:]}\n" for line in lines if line[:1] in " +" and line)
        path = folder / new
        if old == "/dev/null":
            assert not path.exists()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(after, encoding="utf-8")
        else:
            whole = path.read_text(encoding="utf-8")
            assert 1 == whole.count(before), f"{new} does not have the lines that the diff expects"
            path.write_text(whole.replace(before, after), encoding="utf-8")
        touched.append(new)
    return touched


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A copy of the techniques and scales, changed as CONTRIBUTING says."""
    for part in ("techniques", "grading/scales"):
        shutil.copytree(SOURCE / part, tmp_path / "src/gridwright" / part, ignore=shutil.ignore_patterns("__pycache__"))
    assert 3 == len(apply(diff(), tmp_path))
    return tmp_path


def added(folder: Path) -> Technique:
    """The technique of the one rule file that is new."""
    (file,) = {
        path for path in (folder / "src/gridwright/techniques").glob("*.rules")
        if not (SOURCE / "techniques" / path.name).exists()
    }  # fmt: skip
    (technique,) = map(check, read_rules(file))
    assert technique.key == file.stem
    return technique


def test_the_technique_fires_on_its_positions_and_is_silent_on_the_others(changed: Path) -> None:
    technique = added(changed)
    known = list(positions(changed / f"tests/techniques/positions/{technique.key}.txt"))
    assert {True, False} == {position.then is None for position in known}

    for position in known:
        state = position.state()
        board = Board.of(state.puzzle)
        found = list(machine.witnesses(technique, position.parameter, board, state))
        said = [tuple(each.text(state.puzzle) for each in match.conclusions) for match in found]
        assert found == list(witnesses(technique, position.parameter, board, state))
        assert (position.then in said) if position.then is not None else said == []


def test_its_line_in_the_scale_puts_it_on_the_ladder(changed: Path) -> None:
    technique = added(changed)
    known = Catalogue.standard().with_techniques(Rule(technique))
    text = (changed / "src/gridwright/grading/scales/standard.toml").read_text(encoding="utf-8")
    by = Scale.read(text, known)

    fires = next(positions(changed / f"tests/techniques/positions/{technique.key}.txt")).state()
    own = [rung for rung in by.ladder(fires.puzzle) if rung[0] == technique.key]
    assert technique.key == deduce(fires, own, catalogue=known).steps[0].technique


def test_it_is_sound_on_random_states(changed: Path) -> None:
    technique, fired = added(changed), 0
    for state in islice(states("sudoku 4", Random("contributing")), 60):
        for match in machine.witnesses(technique, None, Board.of(state.puzzle), state):
            fired += 1
            assert all(holds_in_every_solution(state, each) for each in match.conclusions)
    assert fired >= 100


def test_a_diff_that_no_longer_fits_is_found_out(tmp_path: Path) -> None:
    scale = tmp_path / "src/gridwright/grading/scales/standard.toml"
    scale.parent.mkdir(parents=True)
    scale.write_text("skyscraper = 6\n")

    with pytest.raises(AssertionError, match="does not have the lines that the diff expects"):
        apply(diff(), tmp_path)
