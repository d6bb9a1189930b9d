"""Settings are defaults for people: programs and recipes do not see them."""

from __future__ import annotations

import pytest

FOUR = ("--genre", "sudoku", "1...3..4..2....1")


@pytest.fixture
def settings(tmp_path, monkeypatch):
    def write(text: str) -> str:
        path = tmp_path / "gridwright" / "config.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        monkeypatch.delenv("GRIDWRIGHT_CONFIG", raising=False)
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        return str(path)

    return write


def test_voice_and_scale_are_taken_from_the_settings(run, settings) -> None:
    before = run("explain", *FOUR).out
    settings('voice = "terse"\nscale = "sgt"\n')

    assert "Trivial: " == run("grade", *FOUR).out[:9]
    assert "Hidden single, box 1" not in before
    assert "Hidden single, box 1" in run("explain", *FOUR).out
    assert "Gentle: " == run("grade", "--scale", "standard", *FOUR).out[:8]


def test_programs_see_no_settings(run, settings) -> None:
    before = run("explain", "--json", *FOUR).objects[0]
    settings('voice = "terse"\nscale = "sgt"\n')

    assert before | {"seconds": 0} == run("explain", "--json", *FOUR).objects[0] | {"seconds": 0}
    settings("this is no TOML")
    assert 0 == run("grade", "--json", *FOUR).code
    assert 0 == run("grade", "--help").code


def test_a_format_is_for_genres_that_have_it_and_never_changes_a_puzzle(run, settings) -> None:
    wanted = ("--size", "4", "--seed", "a")
    line, keen = run("generate", "sudoku", *wanted).out, run("generate", "keen", *wanted).out
    settings('format = "sdk"\nscale = "sgt"\n')

    assert line.strip() == run("generate", "sudoku", *wanted).out.replace("\n", "")
    assert keen == run("generate", "keen", *wanted).out
    assert 2 == run("generate", "keen", *wanted, "--format", "sdk").code


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('colour = "red"', "no setting of {} 'colour' (there are: voice, scale, format)"),
        ("voice = 3", "setting voice of {}: expected a name in quotes, found 3"),
        ('voice = "nobody"', "no voice 'nobody' (there are: "),
        ("voice", "{}: "),
    ],
)
def test_what_is_wrong_with_settings_is_told(run, settings, text: str, says: str) -> None:
    path = settings(text)
    done = run("hint", *FOUR)

    assert (2, "") == (done.code, done.out)
    assert done.err.startswith(says.format(path))


def test_a_file_that_is_named_has_to_be_there(run, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("GRIDWRIGHT_CONFIG", str(tmp_path / "none.toml"))

    assert f"cannot read {tmp_path}/none.toml: No such file or directory" == run("hint", *FOUR).err.split("\n")[0]
