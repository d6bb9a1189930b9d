"""Shells complete what the parser knows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gridwright.cli import command_named, commands


@pytest.fixture
def path() -> str:
    """A $PATH on which the installed command comes first."""
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def completed(script: str, path: str, *words: str) -> list[str]:
    """What bash offers for the last of these words."""
    typed = " ".join(f"'{word}'" for word in words)
    function = "$(complete -p gridwright | sed 's/.*-F //; s/ .*//')"
    code = f"{script}\nCOMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; {function} gridwright; echo ${{COMPREPLY[@]}}"
    done = subprocess.run(
        ["bash", "-c", code], env=os.environ | {"PATH": path}, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
def test_bash_completes_commands_options_and_names(run, path: str) -> None:
    script = run("completion", "bash").out

    assert ["solve"] == completed(script, path, "gridwright", "so")
    assert ["--genre"] == completed(script, path, "gridwright", "solve", "--ge")
    assert ["sudoku"] == completed(script, path, "gridwright", "solve", "--genre", "su")
    assert ["keen", "kurodoko", "kenken", "kuromasu"] == completed(script, path, "gridwright", "genres", "k")
    assert ["teacher", "terse"] == completed(script, path, "gridwright", "explain", "--voice", "t")
    assert ["where", "what", "why", "do"] == completed(script, path, "gridwright", "hint", "--stage", "")
    assert ["x-wing"] == completed(script, path, "gridwright", "audit", "x-w")
    assert set(commands()) <= set(completed(script, path, "gridwright", ""))


def offered(run, monkeypatch: pytest.MonkeyPatch, shell: str, *words: str) -> str:
    """What the command answers a shell that asks for the last of these words."""
    monkeypatch.setenv("_GRIDWRIGHT_COMPLETE", f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(words) if shell != "fish" else " ".join(words[:-1]))
    monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words) - 1))
    answer = run().out
    monkeypatch.undo()
    return answer


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_of_every_command_is_there(run, monkeypatch: pytest.MonkeyPatch, shell: str, tmp_path) -> None:
    named = offered(run, monkeypatch, shell, "gridwright", "")
    for name in commands():
        assert name in named
        answer = offered(run, monkeypatch, shell, "gridwright", name, "--")
        for param in command_named(name).params:
            for spelling in param.opts if param.param_type_name == "option" else ():
                assert spelling in answer or not spelling.startswith("--")
    if (path := shutil.which(shell)) is not None:
        file = tmp_path / "script"
        file.write_text(run("completion", shell).out)
        assert 0 == subprocess.run([path, "-n", str(file)], timeout=60, check=False).returncode


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("convert", "--to", "sg"), "sgt"),
        (("grade", "--scale", "sta"), "standard"),
        (("generate", "su"), "sudoku"),
        (("generate", "sudoku", "--variant", "jig"), "jigsaw"),
        (("generate", "sudoku", "--needs", "x-w"), "x-wing"),
        (("hint", "--first", "naked-p"), "naked-pair"),
        (("solve", "--engine", "cp"), "cpsat"),
        (("corpus", "gr"), "grade"),
    ],
)
def test_names_are_completed_wherever_one_is_taken(run, monkeypatch, words: tuple[str, ...], first: str) -> None:
    assert f"plain,{first}" == offered(run, monkeypatch, "bash", "gridwright", *words).split()[0]


def test_puzzles_may_be_files_and_a_slip_is_no_error(run, monkeypatch) -> None:
    assert "file,pu" == offered(run, monkeypatch, "bash", "gridwright", "solve", "pu").strip()
    assert "plain,solve" == offered(run, monkeypatch, "bash", "gridwright", "slove", "so").strip()


def test_an_unknown_shell_is_told(run) -> None:
    done = run("completion", "tcsh")

    assert 2 == done.code
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in done.err
