"""What CONTRIBUTING shows is true: each diff applies to a copy, touches what it says, and what it adds works."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

import gridwright
from gridwright.grading import Scale
from gridwright.native import kernel
from gridwright.rules import machine
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
FOUR = "1...3..4..2....1"


def diff(title: str) -> str:
    """The diff of a section of CONTRIBUTING."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    _, _, section = text.partition(f"\n## {title}\n")
    (found,) = re.findall(r"```diff\n(.*?)```", re.split(r"^## ", section, flags=re.MULTILINE)[0], re.DOTALL)
    return str(found)


def apply(text: str, folder: Path) -> list[str]:
    """Apply a unified diff below a folder; the names of the files that it touches. What it expects must be there."""
    touched = []
    for part in re.split(r"^--- ", text, flags=re.MULTILINE)[1:]:
        header, *hunks = re.split(r"^@@ .* @@\n", part, flags=re.MULTILINE)
        old, new = re.fullmatch(r"(\S+)\n\+\+\+ b/(\S+)\n", header).groups()  # type: ignore[union-attr]
        path = folder / new
        assert path.exists() == (old != "/dev/null")
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = path.read_text(encoding="utf-8") if path.exists() else ""
        for hunk in hunks:
            lines = [line or " " for line in hunk.splitlines()]
            before, after = ("".join(f"{line[1:]}\n" for line in lines if line[0] in signs) for signs in (" -", " +"))
            assert not whole or 1 == whole.count(before), f"{new} does not have the lines that the diff expects"
            whole = whole.replace(before, after) if whole else after
        path.write_text(whole, encoding="utf-8")
        touched.append(new)
    return touched


def copied(folder: Path, title: str) -> list[str]:
    """A copy of the package in a folder, changed as a section of CONTRIBUTING says; the files that it touches."""
    shutil.copytree(SOURCE, folder / "src/gridwright", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    return apply(diff(title), folder)


def python(folder: Path, code: str, built: Path | None = None) -> str:
    """What a piece of Python prints that imports the copy and runs on the kernel that is installed, or on this one."""
    finders = "[each for each in sys.meta_path if 'editable' not in type(each).__module__]"
    here = f"import sys; sys.meta_path[:] = {finders}; sys.path.insert(0, {str(folder / 'src')!r})\n"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", here + dedent(code)], capture_output=True, text=True, cwd=folder,
        env={**os.environ, "GRIDWRIGHT_KERNEL_DIR": str(built or Path(str(kernel.__file__)).parent)},
    )  # fmt: skip
    assert 0 == done.returncode, done.stderr
    return done.stdout


def kernel_built_in(folder: Path) -> Path:
    """Where the kernel of a copy is, built from its sources."""
    for name in ("bindings", "kernel"):
        shutil.copytree(ROOT / name, folder / name, dirs_exist_ok=True)
    for name in ("CMakeLists.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    cmake = shutil.which("cmake") or str(Path(sys.executable).with_name("cmake"))
    nanobind = subprocess.check_output([sys.executable, "-m", "nanobind", "--cmake_dir"], text=True).strip()
    built = folder / "build"
    for arguments in (
        ["-S", str(folder), "-B", str(built), "-DGRIDWRIGHT_OPTIMISE=-O0", "-DCMAKE_BUILD_TYPE=None",
         f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={nanobind}"],
        ["--build", str(built), "--target", "_kernel", "--parallel", str(os.cpu_count() or 1)],
    ):  # fmt: skip
        done = subprocess.run([cmake, *arguments], capture_output=True, text=True)
        assert 0 == done.returncode, done.stdout[-4000:] + done.stderr[-4000:]
    return built


def test_a_genre_is_one_file_and_its_puzzles(tmp_path: Path) -> None:
    assert ["data/puzzles/no-touch.txt", "src/gridwright/genres/no_touch.py"] == copied(tmp_path, "Add a genre")

    said = python(
        tmp_path,
        """
        from gridwright.cli import main
        from gridwright.genres import genre, parse
        from gridwright.solving import cpsat, fast
        from gridwright.testing import check_genre
        check_genre(genre("no-touch"), (fast.solve, cpsat.solve))
        lines = [line.rstrip("\\n").split("\\t") for line in open("data/puzzles/no-touch.txt") if line[0] != "#"]
        print([parse(text, "no-touch").count(limit=20) - int(number) for text, number, *_ in lines])
        main(["explain", "--genre", "no-touch", "--voice", "de", lines[0][0]])
        """,
    )

    assert "[0, 0, 0, 0, 0]" == said.splitlines()[0]
    assert "gelöst" in said.splitlines()[-1]


KIND = ["src/gridwright/model/constraints/tally.py", "kernel/relations/tally.cpp"]
SAMPLES = """
        from gridwright.testing import check_constraint, constraint_checks
        from gridwright.model import KINDS
        from random import Random
        (kind,) = (kind for kind in KINDS if kind.kind == "tally")
        rng = Random("tally")
        for _ in range(40):
            constraint, sizes = kind.sample(rng)
            {check}
        print("right")
        """


def test_a_constraint_kind_is_found_and_its_python_file_agrees_with_itself(tmp_path: Path) -> None:
    """Its meaning by `holds` and `conflict`, by its automaton and in the words of CP-SAT; and rules see its layouts."""
    assert KIND == copied(tmp_path, "Add a constraint kind")

    check = """
            constraint_checks._Case(constraint, sizes).check_conflicts(rng, 20)
            masks = [(1 << sizes[x]) - 1 for x in constraint.scope]
            right = [v for v in product(*(range(sizes[x]) for x in constraint.scope)) if constraint.holds(v)]
            assert right == list(constraint.layouts(masks))
            words = Words(sizes)
            constraint.cpsat(words)
            assert right == words.tuples
            structure = Structure(sizes)
            structure.add(constraint)
            position = Position(SimpleNamespace(structure=structure, masks=[(1 << n) - 1 for n in sizes]))
            assert WORDS["fitting"].value(position, 0) == {v for row in right for v in row}
            assert bool(right) == (position.broken(constraint) is None)"""
    words = """
        from itertools import product
        from types import SimpleNamespace
        from gridwright.model import Structure
        from gridwright.rules.position import Position
        from gridwright.rules.words import WORDS
        class Words:
            def __init__(self, sizes): self.sizes = sizes
            def allow(self, scope, tuples): self.tuples = tuples
        """
    assert "right\n" == python(tmp_path, dedent(words) + dedent(SAMPLES.format(check=check)))


@pytest.mark.slow
def test_a_constraint_kind_is_one_python_file_and_one_of_the_kernel(tmp_path: Path) -> None:
    assert KIND == copied(tmp_path, "Add a constraint kind")
    code = SAMPLES.format(check="check_constraint(constraint, sizes, rng=rng)")

    assert "right\n" == python(tmp_path, code, kernel_built_in(tmp_path))


def test_a_format_is_its_file_and_a_name_in_its_genre(tmp_path: Path) -> None:
    touched = copied(tmp_path, "Add a format")

    assert ["src/gridwright/formats/comma_rows.py", "src/gridwright/genres/latin.py"] == touched
    code = """
        from gridwright.cli import main
        from gridwright.genres import parse
        print(parse("1,,\\n,,2\\n,,", "latin").text())
        main(["convert", "--genre", "latin", "--to", "comma-rows", "1....2..."])
        main(["convert", "--genre", "latin", "--format", "comma-rows", "--to", "digits", "1,,\\n,9,2\\n,,"])
        """
    assert "1....2...\n1,,\n,,2\n,,\n" == python(tmp_path, code)


def test_a_voice_is_one_file(tmp_path: Path) -> None:
    assert ["src/gridwright/narration/voices/coach.toml"] == copied(tmp_path, "Add a voice")

    said = python(
        tmp_path,
        f"""
        import gridwright as gw
        print(gw.tell(gw.parse({FOUR!r}, genre="sudoku").explain(), "coach"))
        """,
    )

    assert "Where can the 4 of box 1 go?" in said
    assert "every one of them yours" in said


def test_a_scale_is_one_file(tmp_path: Path) -> None:
    assert ["src/gridwright/grading/scales/newspaper.toml"] == copied(tmp_path, "Add a scale")

    code = f"""
        import gridwright as gw
        found = gw.parse({FOUR!r}, genre="sudoku").grade(scale="newspaper")
        print(found.scale, found.tier, found.rating)
        """
    assert "newspaper@1 Easy 2\n" == python(tmp_path, code).replace(".0", "")


def test_a_command_is_one_file(tmp_path: Path) -> None:
    assert ["src/gridwright/cli/count.py"] == copied(tmp_path, "Add a command")

    said = python(
        tmp_path,
        """
        from gridwright.cli import main
        main(["--help"])
        main(["count", "--genre", "sudoku", "." * 16])
        main(["count", "--genre", "sudoku", "--limit", "5", "--json", "." * 16, "1..."])
        """,
    )

    assert re.search("^ *count +count the solutions of puzzles$", said, re.MULTILINE)
    assert "288" in said.splitlines()
    assert [5, None] == [json.loads(line).get("count") for line in said.splitlines()[-2:]]


WORD = ["src/gridwright/rules/words/bivalue.py", "kernel/rules/words/bivalue.inl"]
USES = """
    from itertools import islice
    from random import Random
    from gridwright.genres import genre
    from gridwright.model import Grid, Puzzle
    from gridwright.rules import machine
    from gridwright.rules.compiler import compile_rule
    from gridwright.rules.evaluate import witnesses
    from gridwright.rules.grounds.run import grounds
    from gridwright.rules.parse import parse_rules
    from gridwright.rules.plan import Passes
    from gridwright.rules.sorts import check
    from gridwright.solving.random_states import random_states
    [rule] = map(check, parse_rules('''
        technique pair-of-two
          seen    group g; 2 cells P in bivalue(open(g)); |cand(P)| = 2
          then    exclude(g - P, cand(P))
          because "two cells of {g} share two candidates"
          holds   "each takes one of the two"
    '''))
    puzzle = Puzzle(genre("latin"), Grid(4, 4))
    found = 0
    states = [state for state, _ in islice(random_states(puzzle, Random("bivalue")), 300)]
"""


def test_a_word_is_a_python_file_and_a_kernel_file(tmp_path: Path) -> None:
    """Its half in Python, on the kernel that is installed: rules use it, and say what they rest on."""
    assert WORD == copied(tmp_path, "Add a word")

    code = """
    for state in states:
        for match in witnesses(rule, None, state):
            used = grounds(rule, None, match, state)
            lost = {(x, v) for x in match.witness["P"].numbers for v in range(4) if not state.masks[x] >> v & 1}
            assert lost <= used.absences, (match, used)
            found += 1
    plan = compile_rule(rule, None, puzzle.structure.shape, Passes(fuse=False))
    print(found > 10, "bivalue" in {line[0] for line in plan.code})
    """
    assert "True True\n" == python(tmp_path, dedent(USES) + dedent(code))


@pytest.mark.slow
def test_the_word_runs_in_a_kernel_built_with_its_file(tmp_path: Path) -> None:
    copied(tmp_path, "Add a word")
    code = """
    for state in states:
        native = list(machine.witnesses_with_grounds(rule, None, state))
        assert [match for match, _ in native] == list(witnesses(rule, None, state))
        assert [used for _, used in native] == [grounds(rule, None, match, state) for match, _ in native]
        found += len(native)
    print(found > 10)
    """
    assert "True\n" == python(tmp_path, dedent(USES) + dedent(code), kernel_built_in(tmp_path))


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A copy of the techniques and scales, changed as CONTRIBUTING says."""
    for part in ("techniques", "grading/scales"):
        shutil.copytree(SOURCE / part, tmp_path / "src/gridwright" / part, ignore=shutil.ignore_patterns("__pycache__"))
    assert 3 == len(apply(diff("Add a technique"), tmp_path))
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
        found = list(machine.witnesses(technique, position.parameter, state))
        said = [tuple(each.text(state.puzzle) for each in match.conclusions) for match in found]
        assert found == list(witnesses(technique, position.parameter, state))
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
        for match in machine.witnesses(technique, None, state):
            fired += 1
            assert all(holds_in_every_solution(state, each) for each in match.conclusions)
    assert fired >= 100


def test_a_diff_that_no_longer_fits_is_found_out(tmp_path: Path) -> None:
    scale = tmp_path / "src/gridwright/grading/scales/standard.toml"
    scale.parent.mkdir(parents=True)
    scale.write_text("skyscraper = 6\n")

    with pytest.raises(AssertionError, match="does not have the lines that the diff expects"):
        apply(diff("Add a technique"), tmp_path)
