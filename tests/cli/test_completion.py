"""Shells complete what the parser knows."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from gridwright.cli import command_named, commands


def completed(script: str, *words: str) -> list[str]:
    """What bash offers for the last of these words."""
    asked = " ".join(f"'{word}'" for word in words)
    code = f"{script}\nCOMP_WORDS=({asked}); COMP_CWORD={len(words) - 1}; _gridwright; echo ${{COMPREPLY[@]}}"
    return subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
def test_bash_completes_commands_options_and_names(run) -> None:
    script = run("completion", "bash").out

    assert ["solve"] == completed(script, "gridwright", "so")
    assert ["--genre"] == completed(script, "gridwright", "solve", "--ge")
    assert ["sudoku"] == completed(script, "gridwright", "solve", "--genre", "su")
    assert ["keen", "kurodoko", "kenken", "kuromasu"] == completed(script, "gridwright", "genres", "k")
    assert ["teacher", "terse"] == completed(script, "gridwright", "explain", "--voice", "t")
    assert ["where", "what", "why", "do"] == completed(script, "gridwright", "hint", "--stage", "")
    assert ["x-wing"] == completed(script, "gridwright", "audit", "x-w")
    assert set(commands()) <= set(completed(script, "gridwright", ""))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_of_every_command_is_there(run, shell: str, tmp_path) -> None:
    script = run("completion", shell).out
    for name in commands():
        assert name in script
        for param in command_named(name).params:
            for spelling in param.opts if param.param_type_name == "option" else ():
                assert (f"-l {spelling[2:]}" if shell == "fish" else spelling) in script
    if (path := shutil.which(shell)) is not None:
        file = tmp_path / "script"
        file.write_text(script)
        assert 0 == subprocess.run([path, "-n", str(file)], timeout=60, check=False).returncode


def test_an_unknown_shell_is_told(run) -> None:
    done = run("completion", "tcsh")

    assert 2 == done.code
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in done.err
