"""Work cut into parts, each with its result and a marker that it is done."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..model import GridwrightError
from .executor import Executor, in_order


@dataclass(frozen=True)
class Part:
    """What one part of the work is about; plain data, so that it can be sent anywhere."""

    argument: Any
    code: str = ""
    """Of which code it is to be done: where other code is installed it is refused."""

    def digest(self) -> str:
        """What its result depends on: the argument and the code."""
        return hashlib.sha256(json.dumps([self.argument, self.code], sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Result:
    """What came out of a part: output, talk and exit code."""

    output: str
    talk: str = ""
    code: int = 0


@cache
def code_digest() -> str:
    """A digest of everything that is installed of gridwright: sources, rules, scales and the kernel."""
    root, found = Path(__file__).parents[1], hashlib.sha256()
    files = (path for path in root.rglob("*") if path.suffix in (".py", ".rules", ".toml", ".lark", ".so", ".pyd"))
    for path in sorted(files):
        found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


class _Checked:
    """A function that only works with the code that the part was cut for."""

    def __init__(self, function: Callable[[Any], Result]) -> None:
        self.function = function

    def __call__(self, part: Part) -> Result:
        if part.code != code_digest():
            raise GridwrightError("a worker has another version of gridwright: install the same everywhere")
        return self.function(part.argument)


def run_parts(
    function: Callable[[Any], Result], arguments: Iterable[Any], executor: Executor, folder: Path | None = None
) -> Iterator[Result]:
    """The results of the parts, in order. With a folder each is kept there, and not done again where it is."""
    parts = (Part(argument, code_digest()) for argument in arguments)
    kept = _Folder(folder) if folder is not None else None
    there: list[tuple[int, Result]] = []  # what the folder has
    todo: dict[int, tuple[int, Part]] = {}  # by the executor's number: the part's own

    def missing() -> Iterator[Part]:
        for number, part in enumerate(parts):
            found = kept.result(number, part) if kept is not None else None
            if found is not None:
                there.append((number, found))
            else:
                todo[len(todo)] = number, part
                yield part

    def done() -> Iterator[tuple[int, Result]]:
        for at, result in executor.run(_Checked(function), missing()):
            number, part = todo[at]
            todo[at] = (number, Part(None))  # let go of what it was about
            if kept is not None:
                kept.keep(number, part, result)
            yield number, result
            yield from known()
        yield from known()

    def known() -> Iterator[tuple[int, Result]]:
        while there:
            yield there.pop()

    return in_order(done())


class _Folder:
    """Results of parts: `part-00001.out` and, when that is whole, `part-00001.done` with the digest of the part."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)

    def result(self, number: int, part: Part) -> Result | None:
        """What is there of this very part."""
        try:
            marker = json.loads(self._name(number, "done").read_text("utf-8"))
            output = self._name(number, "out").read_text("utf-8")
        except (OSError, ValueError):
            return None
        if marker.get("part") != part.digest() or marker.get("output") != _sha(output):
            return None
        return Result(output, marker["talk"], marker["code"])

    def keep(self, number: int, part: Part, result: Result) -> None:
        """Write the output, whole or not at all; then its marker."""
        self._write(self._name(number, "out"), result.output)
        found = asdict(result) | {"part": part.digest(), "output": _sha(result.output)}
        self._write(self._name(number, "done"), json.dumps(found) + "\n")

    def _name(self, number: int, suffix: str) -> Path:
        return self.path / f"part-{number + 1:05}.{suffix}"

    @staticmethod
    def _write(path: Path, text: str) -> None:
        new = path.with_suffix(path.suffix + ".new")
        with new.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
