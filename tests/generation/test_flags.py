"""The golden seeds on kernels that were compiled otherwise: a recipe makes the same puzzle whoever built it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOLDEN = "tests/generation/test_generate.py::test_golden_seeds_make_the_same_puzzles_for_ever"
WHERE = "from gridwright.native import kernel; print(kernel.__file__)"


def run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(
        [*map(str, command)], cwd=ROOT, env={**os.environ, **environment}, check=False, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert 0 == done.returncode, done.stdout[-4000:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "flags",
    [
        "-O1;-fno-tree-vectorize;-fno-inline-functions;-ffp-contract=off",
        "-O2;-funroll-loops;-fwrapv;-fno-strict-aliasing",
    ],
)
def test_golden_seeds_do_not_depend_on_compiler_flags(flags: str, tmp_path: Path) -> None:
    cmake = shutil.which("cmake") or str(Path(sys.executable).with_name("cmake"))
    nanobind = run(sys.executable, "-m", "nanobind", "--cmake_dir").strip()
    run(
        cmake, "-S", ROOT, "-B", tmp_path, f"-DGRIDWRIGHT_OPTIMISE={flags}", "-DCMAKE_BUILD_TYPE=None",
        f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={nanobind}",
    )  # fmt: skip
    run(cmake, "--build", tmp_path, "--target", "_kernel", "--parallel", str(os.cpu_count() or 1))
    commands = (tmp_path / "compile_commands.json").read_text(encoding="utf-8")
    assert flags.replace(";", " ") in commands
    assert "-O3" not in commands
    kernel = {"GRIDWRIGHT_KERNEL_DIR": str(tmp_path)}
    assert str(tmp_path) in run(sys.executable, "-c", WHERE, **kernel)

    told = run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", GOLDEN, **kernel)

    assert "passed" in told or "[100%]" in told
    assert "skipped" not in told
