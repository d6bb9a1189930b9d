"""What somebody meets who writes `import gridwright as gw`: names, keywords, errors, lines and pictures."""

from __future__ import annotations

import ast
import json
import pydoc
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.notebook.display import html

ROOT = Path(__file__).parents[1]
NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FOUR = "1...3..4..2....1"
ROWS = [[1, 0, 0, 0], [3, 0, 0, 4], [0, 0, 2, 0], [0, 0, 0, 1]]


@pytest.fixture
def four() -> gw.Puzzle:
    return gw.parse(FOUR, genre="sudoku")


def verbs() -> list[str]:
    return [name for name in dir(gw) if name[0].islower()]


# Names


def test_dir_lists_verbs_types_and_errors_and_nothing_else() -> None:
    types = [getattr(gw, name) for name in dir(gw) if not name[0].islower()]

    assert {"parse", "solve", "count", "grade", "explain", "hint", "why", "check", "convert", "generate", "draw"} <= {
        *verbs()
    }
    assert {"solve_many", "grade_many", "explain_many", "generate_many"} <= {*verbs()}
    assert all(callable(getattr(gw, name)) for name in verbs())
    assert all(isinstance(each, type) for each in types)
    raised = [each for each in types if issubclass(each, Exception)]
    assert all(issubclass(each, gw.GridwrightError) for each in raised)
    assert len(raised) > 7


def test_type_checkers_know_the_same_names() -> None:
    tree = ast.parse(Path(gw.__file__).read_text(encoding="utf-8"))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level]

    assert dir(gw) == sorted(alias.asname or "" for node in imported for alias in node.names)


def test_help_is_a_page() -> None:
    page = pydoc.render_doc(gw, renderer=pydoc.plaintext).splitlines()

    assert len(page) <= 100
    assert [] == [verb for verb in verbs() if not re.search(rf"\b{verb}\b", "\n".join(page))]


def test_import_brings_no_reasons_along() -> None:
    code = "import gridwright, sys; print(*(name for name in sys.modules if name.startswith('gridwright.')))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    parts = {name.split(".")[1] for name in loaded}

    assert {"genres", "model"} <= parts
    assert set() == parts & {"grading", "rules", "techniques", "narration", "generation", "documents", "drawing", "cli"}


def test_the_example_uses_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "examples/verbs.py").read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "verbs"}

    exec(compile(text, "verbs.py", "exec"), names)
    names["main"]()

    assert [] == [verb for verb in verbs() if f"gw.{verb}(" not in text]
    assert "gridwright.trace/2" in capsys.readouterr().out


# What verbs take


def test_a_verb_takes_a_puzzle_in_any_form(four: gw.Puzzle) -> None:
    made = gw.generate("sudoku", size=4, seed=3)

    assert gw.solve(four) == gw.solve(gw.to_dict(four)) == gw.solve(gw.explain(four)) == gw.solve(gw.solve(four))
    assert gw.solve(NINE) == gw.solve(gw.parse(NINE))
    assert gw.solve(made) == gw.solve(str(made.puzzle and gw.convert(made, "sgt")))
    assert gw.hint(four).where == gw.hint(gw.position(four)).where == gw.hint(gw.to_dict(four)).where
    assert gw.explain(gw.to_dict(gw.position(four, "r1c2=4"))).start == gw.position(four, "r1c2=4")
    assert [1, 1] == [answer.count for answer in gw.solve_many([NINE, gw.to_dict(four)])]
    assert ["Gentle"] == [grade.tier for grade in gw.grade_many([NINE]) if grade is not None]


def test_rows_are_a_puzzle(four: gw.Puzzle) -> None:
    assert four == gw.parse(ROWS, genre="sudoku")
    digits = [int(symbol) for symbol in NINE.replace(".", "0")]
    assert gw.parse(NINE) == gw.parse([digits[i : i + 9] for i in range(0, 81, 9)])


def test_what_is_no_puzzle_is_told() -> None:
    forms = "a Puzzle, its text, the rows of its grid or a document"
    with pytest.raises(TypeError, match=re.escape(f"expected a puzzle ({forms}), found int")):
        gw.solve(5)  # type: ignore[arg-type]


def test_keywords_make_a_puzzle() -> None:
    made = gw.generate("sudoku", tier="Hard", seed=1, needs="xy-wing")

    assert made.grade is not None
    assert ("Hard", ("xy-wing",)) == (made.grade.tier, made.recipe.needs)
    assert made == gw.generate(made.recipe) == next(gw.generate_many(str(made.recipe), 1))
    assert gw.generate("latin", size=4).recipe.seed != gw.generate("latin", size=4).recipe.seed
    with pytest.raises(TypeError, match="a whole recipe leaves nothing to add"):
        gw.generate(made.recipe, tier="Hard")


@pytest.mark.parametrize(
    ("verb", "keyword", "told"),
    [
        ("solve", "limt", "solve has no keyword 'limt'; did you mean 'limit'? (there are: puzzle, engine, limit,"),
        ("grade", "tier", "grade has no keyword 'tier' (there are: puzzle, scale, uniqueness, show_open, limits)"),
        ("hint", "genre", "hint has no keyword 'genre'; gw.parse(text, genre=…) names the genre of a text (there are:"),
        ("generate", "level", "generate has no keyword 'level' (there are: size, seed, scale, tier, needs,"),
        ("tell", "voise", "tell has no keyword 'voise'; did you mean 'voice'? (there are: trace, voice, cells,"),
    ],
)  # fmt: skip
def test_a_keyword_that_is_not_there_is_told_with_those_that_are(verb: str, keyword: str, told: str) -> None:
    with pytest.raises(TypeError, match=re.escape(told)):
        getattr(gw, verb)(NINE, **{keyword: 1})


def test_a_solution_is_read_in_symbols(four: gw.Puzzle) -> None:
    queens = gw.solve("AAAAB\nAAAAA\nCDDAA\nCDEEE\nCDDEE")

    assert "....*..*..*.......*..*..." == queens.text
    assert "1432321441232341" == gw.solve(four).text == gw.from_dict(gw.to_dict(gw.solve(four))).text
    assert (None, ()) == (gw.solve(four, show=0).text, gw.solve(four, show=0).texts)


# How things show themselves


def shown(puzzle: gw.Puzzle) -> dict[str, Any]:
    trace = gw.explain(puzzle)
    return {
        "puzzle": puzzle, "position": gw.position(puzzle), "answer": gw.solve(puzzle), "trace": trace,
        "step": trace.steps[0], "grade": gw.grade(puzzle), "hint": gw.hint(puzzle), "drawing": gw.draw(puzzle),
        "generated": gw.generate("latin", size=4, seed=1),
    }  # fmt: skip


@pytest.mark.parametrize("text", [NINE, "AAAAB\nAAAAA\nCDDAA\nCDEEE\nCDDEE"])
def test_everything_is_a_line_on_a_terminal_and_a_picture_in_a_notebook(text: str) -> None:
    for name, value in shown(gw.parse(text)).items():
        line = repr(value)
        page = value._repr_html_()
        assert len(line) <= 120, name
        assert "\n" not in line, name
        assert re.search("<table>" if name == "grade" else "<svg ", page), name


def test_lines_say_what_matters(four: gw.Puzzle) -> None:
    lines = {name: repr(value) for name, value in shown(four).items()}

    assert f"parse('{FOUR}', genre='sudoku')" == lines["puzzle"]
    assert "<position: sudoku of 4 × 4, 5 of 16 written, 24 candidates>" == lines["position"]
    assert "<answer: unique, 1432321441232341>" == lines["answer"]
    assert "<trace: solved, 11 steps (last-cell 8, hidden-single 3)>" == lines["trace"]
    assert "<step 1: hidden-single, r1c2=4>" == lines["step"]
    assert "<grade on standard@3: Gentle, rating 12.5, hardest hidden-single, solved after 11 steps>" == lines["grade"]
    assert "<hint: Look at box 1.>" == lines["hint"]
    assert "<drawing: Sudoku, 4 rows, 4 columns, 5 givens, 4 regions>" == lines["drawing"]


def test_a_drawing_is_text_and_svg(four: gw.Puzzle) -> None:
    assert str(gw.draw(four)).startswith("┏")
    assert gw.draw(four).svg().startswith("<svg ")
    assert " 24 " in str(gw.draw(gw.position(four)))


def test_a_hint_opens_stage_by_stage(four: gw.Puzzle) -> None:
    page = html(gw.hint(four))
    where, why, do = page.split("<details>")

    assert "Look at box 1." in where
    assert gw.hint(four).why not in where
    assert gw.hint(four).why in why
    assert gw.hint(four).do in do


def test_what_people_wrote_is_escaped_in_a_page() -> None:
    made = gw.generate("latin", size=4, seed="<b>")

    assert "<b>" not in html(made)
    assert "&lt;b&gt;" in html(made)


def test_a_step_of_no_trace_is_a_line(four: gw.Puzzle) -> None:
    step = gw.from_dict(gw.to_dict(gw.explain(four).steps[0], four))

    assert "<step: hidden-single, 1 conclusion>" == repr(step)
    assert "<code>" in html(step)


# The tutorial


def test_the_tutorial_runs(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads((ROOT / "docs/tutorial.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    pictures = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert ([], None) == (cell["outputs"], cell["execution_count"]), "outputs are not kept"
        *first, last = ast.parse("".join(cell["source"])).body
        exec(compile(ast.Module(first, []), "tutorial", "exec"), names)
        if not isinstance(last, ast.Expr):
            exec(compile(ast.Module([last], []), "tutorial", "exec"), names)
            continue
        value = eval(compile(ast.Expression(last.value), "tutorial", "eval"), names)
        pictures += hasattr(value, "_repr_html_") and "<svg" in value._repr_html_()

    said = capsys.readouterr().out
    assert pictures > 5
    assert "has no keyword 'time'" in said
    assert "r1c1=5 does not follow" in said
