"""One target in a process of its own, driven by Hypothesis or by atheris until the time is up.

The input of the moment lies in a shared file, so that whoever started this process still has it after a crash:

    bytes 0–7 runs so far · 8–15 findings · 16–23 length of the input · 24 … the input

What a target raises is written to the folder of findings, once for each kind of error and place, and fuzzing goes on.
"""

from __future__ import annotations

import gc
import hashlib
import mmap
import os
import random
import resource
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType

HEADER = 24
LONGEST_INPUT = 16_384
FIELD = 8
MOST_MEMORY = 4 << 30
"""Of this process: a call that wants more is a finding (MemoryError)."""


class Trial:
    """Runs a target on inputs, keeping the shared file and the findings."""

    def __init__(self, name: str, target: Callable[..., None], shared: Path, found: Path) -> None:
        self.name, self.target, self.shared_file, self.found = name, target, shared, found
        self.seen: set[str] = set()
        with shared.open("r+b") as file:
            self.shared = mmap.mmap(file.fileno(), HEADER + LONGEST_INPUT)

    def __call__(self, data: bytes) -> None:
        from .source import Source

        data = bytes(data[:LONGEST_INPUT])
        self.shared[2 * FIELD : HEADER] = len(data).to_bytes(FIELD, "little")
        self.shared[HEADER : HEADER + len(data)] = data
        self._add(0)
        try:
            self.target(Source(data))
        except Exception as error:
            self._record(data, error)

    def _record(self, data: bytes, error: Exception) -> None:
        """Keep one input of each kind, the shortest."""
        place = traceback.extract_tb(error.__traceback__)
        where = next((frame for frame in reversed(place) if frame.name != "require"), place[-1])
        kind = hashlib.sha256(f"{type(error).__name__} {where.filename} {where.lineno}".encode()).hexdigest()[:8]
        path = self.found / f"{self.name}-{kind}.bin"
        if kind not in self.seen:
            self.seen.add(kind)
            self._add(FIELD)
            print(f"FOUND {self.name}: {type(error).__name__}: {str(error)[:2000]}", flush=True)
            print(f"      python -m fuzz --replay {path}", flush=True)
        elif path.stat().st_size <= len(data):
            return
        self.found.mkdir(exist_ok=True)
        path.write_bytes(data)

    def _add(self, at: int) -> None:
        value = int.from_bytes(self.shared[at : at + FIELD], "little") + 1
        self.shared[at : at + FIELD] = value.to_bytes(FIELD, "little")


def with_hypothesis(trial: Trial, seconds: float, seed: int) -> None:
    """Rounds of 300 examples, each from another seed: short inputs as Hypothesis likes them, and long random ones."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded
    from hypothesis import strategies as st

    inputs = st.binary(max_size=400) | st.integers(0, 2**64 - 1).map(long_input)
    quiet = settings(
        max_examples=300, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:

        @seeded(seed)
        @quiet
        @given(inputs)
        def round_of_examples(data: bytes) -> None:
            if time.monotonic() < ends:
                trial(data)

        round_of_examples()
        seed += 1


def long_input(seed: int) -> bytes:
    rng = random.Random(seed)
    return rng.randbytes(rng.choice((50, 200, 1000, 4000)))


def with_atheris(trial: Trial, seconds: float, seed: int) -> None:
    """libFuzzer, guided by what our Python code does with an input; it ends this process itself."""
    import atheris

    from . import texts

    for function in our_functions():
        atheris.instrument_func(function)
    corpus = trial.shared_file.with_name("corpus")
    corpus.mkdir()
    for i, data in enumerate(texts.corpus(trial.name)):
        corpus.joinpath(str(i)).write_bytes(data)
    options = [f"-max_total_time={max(1, int(seconds))}", f"-seed={seed + 1}", "-max_len=4000", "-len_control=0"]
    options += ["-rss_limit_mb=0", "-timeout=100", "-verbosity=0", "-print_final_stats=0", "-artifact_prefix=/tmp/"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], trial)
    atheris.Fuzz()


def our_functions() -> Iterator[FunctionType]:
    """What texts run through. (atheris' import hook sees no coverage through the loader of an editable install.)"""
    watched = tuple(f"gridwright.{part}." for part in ("formats", "genres", "model"))
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and f"{thing.__module__}.".startswith(watched):
            yield thing


def main(argv: list[str]) -> None:
    name, engine, seconds, seed, shared, found = argv
    if "asan" not in os.environ.get("LD_PRELOAD", ""):  # the address sanitizer maps terabytes
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    from . import targets

    trial = Trial(name, targets()[name], Path(shared), Path(found))
    drive = with_atheris if engine == "atheris" else with_hypothesis
    drive(trial, float(seconds), int(seed))


if __name__ == "__main__":
    main(sys.argv[1:])
