"""`python -m fuzz --minutes 10`: every target, each in a process of its own; the inputs that found something are kept.

python -m fuzz --minutes 2 --only counts,hostile
python -m fuzz --replay fuzz/found/counts-1a2b3c4d.bin
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from . import FOUND, targets
from .source import Source
from .worker import FIELD, HEADER, LONGEST_INPUT

ROOT = Path(__file__).resolve().parents[1]
HANGS_AFTER = 30.0
"""Seconds that one input may take."""
GRACE = 20.0
"""Seconds to load everything and to end."""


@dataclass
class Row:
    """What became of a target."""

    target: str
    engine: str
    runs: int = 0
    seconds: float = 0.0
    findings: int = 0

    def __str__(self) -> str:
        return f"{self.target:<10}{self.engine:<12}{self.runs:>12,}{self.seconds:>10.0f}{self.findings:>10}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=10, help="all together (10)")
    parser.add_argument("--only", default="", help=f"some of: {', '.join(targets())}")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 1_000_000, help="where to begin (the clock)")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="processes at once")
    parser.add_argument("--replay", metavar="FILE", help="run one saved input; its name says the target")
    options = parser.parse_args(argv)
    if options.replay:
        return replay(Path(options.replay))
    wanted = [name for name in options.only.split(",") if name] or list(targets())
    unknown = [name for name in wanted if name not in targets()]
    if unknown:
        print(f"error: no target {unknown[0]!r} (there are: {', '.join(targets())})", file=sys.stderr)
        return 2
    engines = ["hypothesis"]
    if find_spec("atheris") is not None:
        engines.append("atheris")
    else:
        print("atheris is not installed (pip install atheris): fuzzing with Hypothesis alone")
    rows = [Row(name, engine) for name in wanted for engine in engines]
    jobs = max(1, min(options.jobs, len(rows)))
    each = 60 * options.minutes * jobs / len(rows)
    print(f"seed {options.seed}; {len(rows)} runs of {each:.0f} seconds, {jobs} at once", flush=True)
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda row: fuzz(row, each, options.seed), rows))
    print(f"\n{'target':<10}{'engine':<12}{'runs':>12}{'seconds':>10}{'findings':>10}")
    print(*rows, sep="\n")
    found = sum(row.findings for row in rows)
    print(f"\n{found} findings, inputs in {FOUND.relative_to(ROOT)}" if found else "\nnothing found")
    return 1 if found else 0


def fuzz(row: Row, seconds: float, seed: int) -> None:
    """Run a target for so long; after a crash start again with the time that is left, at most five times."""
    ends = time.monotonic() + seconds
    for attempt in range(5):
        left = ends - time.monotonic()
        if attempt and left < 2:
            return
        if not once(row, max(1.0, left), seed + 10_007 * attempt):
            return


def once(row: Row, seconds: float, seed: int) -> bool:
    """One process; true if it crashed or hung."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        shared = Path(folder, "shared")
        shared.write_bytes(bytes(HEADER + LONGEST_INPUT))
        log = Path(folder, "log")
        with log.open("wb") as output:
            child = subprocess.Popen(
                [sys.executable, "-m", "fuzz.worker", row.target, row.engine, str(seconds), str(seed), shared, FOUND],
                cwd=ROOT, stdout=output, stderr=subprocess.STDOUT,
            )  # fmt: skip
            hung = not ends_well(child, shared, seconds)
        runs, findings, length = (
            int.from_bytes(shared.read_bytes()[at : at + FIELD], "little") for at in range(0, HEADER, FIELD)
        )
        said = log.read_text(encoding="utf-8", errors="replace")
        row.runs += runs
        row.findings += findings
        row.seconds += time.monotonic() - began
        for line in said.splitlines():
            if line.startswith(("FOUND", "      python")):
                print(line, flush=True)
        crashed = hung or child.returncode != 0
        if crashed and not runs:
            raise RuntimeError(f"{row.target} does not start with {row.engine}:\n{said}")
        if crashed:
            row.findings += 1
            data = shared.read_bytes()[HEADER : HEADER + length]
            path = FOUND / f"{row.target}-{hashlib.sha256(data).hexdigest()[:8]}.bin"
            FOUND.mkdir(exist_ok=True)
            path.write_bytes(data)
            path.with_suffix(".log").write_text(said, encoding="utf-8")
            what = f"an input took more than {HANGS_AFTER:.0f} seconds" if hung else f"exit code {child.returncode}"
            print(f"FOUND {row.target} ({row.engine}): {what}\n      python -m fuzz --replay {path}", flush=True)
            print("\n".join(said.splitlines()[-8:]), flush=True)
    return crashed


def ends_well(child: subprocess.Popen[bytes], shared: Path, seconds: float) -> bool:
    """Wait for a process; false if it had to be stopped because one input took too long."""
    must_end = time.monotonic() + seconds + GRACE + HANGS_AFTER
    runs, since = b"", time.monotonic()
    while child.poll() is None:
        time.sleep(0.1)
        with shared.open("rb") as file:
            now = file.read(FIELD)
        if now != runs:
            runs, since = now, time.monotonic()
        if time.monotonic() > min(must_end, since + HANGS_AFTER):
            child.kill()
            child.wait()
            return False
    return True


def replay(path: Path) -> int:
    """Run one saved input in this process; whatever it raises is shown."""
    name = path.name.split("-")[0]
    if name not in targets() or not path.is_file():
        print(f"error: expected a file of {FOUND.relative_to(ROOT)}, found {path}", file=sys.stderr)
        return 2
    targets()[name](Source(path.read_bytes()))
    print(f"{path}: nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
