"""The page as a folder of files for anyone's web space: what the server would answer is written beside it.

    export(Path("site"), each=5, tell=print)     every genre and tier, five shipped puzzles each, in every language

docs/page.md lists the files. Puzzles come with their whole trace, so that play, check, hints along it and the replay
work without a server.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ..genres import genre as genre_named
from ..genres import genres
from ..model import GridwrightError, Limits
from .answers import answer
from .answers.asked import Work
from .answers.learning import techniques
from .answers.lists import genres_shipped, shipped
from .settings import Settings

PAGE = Path(__file__).parents[1] / "page"
VOICES = {"": "teacher", ".de": "de"}
"""How the files of a language end, and who tells them."""
MARK = ('<meta name="gridwright" content="server">', '<meta name="gridwright" content="data">')
SECONDS = 60
"""Seconds that an answer may take."""

ExportJob = tuple[str, tuple[tuple[str, Mapping[str, Any]], ...]]
"""A file and what stands in it: one answer, or several by name."""


def export(
    folder: Path, *, each: int = 5, genre: str | None = None, tell: Callable[[str], None], workers: int | None = None
) -> int:
    """Write the folder, of one genre if that is asked for; how many puzzles there are in it."""
    keys = list(genres()) if genre is None else [genre_named(genre).key]
    made = folder / "data" / "genres.json"
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not made.exists())):
        raise GridwrightError(f"expected a new folder, or one that was exported before: {folder}")
    _copy_page(folder)
    if made.parent.exists():
        shutil.rmtree(made.parent)
    known = [size["key"] for each in techniques({"genre": genre}, _work())["techniques"] for size in each["sizes"]]
    _written(folder, _lists(keys, genre))
    tell("the page, the genres")
    with ProcessPoolExecutor(workers or os.cpu_count(), mp_context=get_context("spawn")) as pool:
        pages = list(pool.map(_write, *zip(*((folder, job) for job in _pages(known, genre)), strict=True)))
        tell(f"{len(known)} techniques")
        examples = {page["example"]["id"] for _, page in pages if page["example"]}
        chosen = {key: list(_chosen(key, each, examples)) for key in keys}
        for key, listed in chosen.items():
            if listed:
                list(pool.map(_write, *zip(*((folder, job) for job in _puzzles(listed)), strict=True)))
            _save(folder, f"corpus/{key}.json", {"total": len(listed), "puzzles": listed})
            tell(f"{len(listed)} puzzles of {key}")
    ids = {puzzle["id"] for listed in chosen.values() for puzzle in listed}
    _keep_exported(folder, pages, ids)
    return len(ids)


def _copy_page(folder: Path) -> None:
    """The files of the page; the first of them is told that there is no server."""
    for path in PAGE.rglob("*"):
        if path.is_file():
            target = folder / path.relative_to(PAGE)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.name == "index.html":
                text = path.read_text("utf-8")
                if MARK[0] not in text:
                    raise GridwrightError(f"expected {MARK[0]} in {path}")
                target.write_text(text.replace(*MARK), "utf-8")
            else:
                target.write_bytes(path.read_bytes())


def _chosen(genre: str, each: int, examples: set[str]) -> Iterator[dict[str, Any]]:
    """So many puzzles of each tier, from the easiest to the hardest of it, and those that show a technique."""
    tiers: dict[str, list[dict[str, Any]]] = {}
    listed = [puzzle for key in genres_shipped(genre) for puzzle in shipped(key)]
    for puzzle in listed:
        tiers.setdefault(puzzle["tier"], []).append(puzzle)
    ids = set(examples)
    for puzzles in tiers.values():
        step = max(len(puzzles) / each, 1)
        ids |= {puzzles[int(i * step)]["id"] for i in range(min(each, len(puzzles)))}
    return (puzzle for puzzle in listed if puzzle["id"] in ids)


# Files


def _lists(keys: list[str], genre: str | None) -> Iterator[ExportJob]:
    yield "voices.json", (("voices", {}),)
    for end, voice in VOICES.items():
        yield f"genres{end}.json", (("genres", {"voice": voice, "keys": keys}),)
        yield f"techniques{end}.json", (("techniques", {"voice": voice, "genre": genre}),)


def _pages(known: Iterable[str], genre: str | None) -> Iterator[ExportJob]:
    for key in known:
        for end, voice in VOICES.items():
            yield f"techniques/{key}{end}.json", (("technique", {"key": key, "voice": voice, "genre": genre}),)


def _puzzles(listed: Iterable[Mapping[str, Any]]) -> Iterator[ExportJob]:
    for puzzle in listed:
        for end, voice in VOICES.items():
            fields = {"puzzle": puzzle["puzzle"], "genre": puzzle["genre"], "voice": voice}
            yield f"puzzles/{puzzle['id']}{end}.json", tuple((name, fields) for name in ("board", "explain", "grade"))


def _written(folder: Path, jobs: Iterable[ExportJob]) -> None:
    for job in jobs:
        _write(folder, job)


def _write(folder: Path, job: ExportJob) -> tuple[str, dict[str, Any]]:
    """Write a file; its name and, of a technique, what stands in it."""
    name, asked = job
    answers = {request: answer(request, fields, _work()) for request, fields in asked}
    content = answers if len(answers) > 1 else next(iter(answers.values()))
    _save(folder, name, content)
    return name, content if "practise" in content else {}


def _save(folder: Path, name: str, content: Mapping[str, Any]) -> None:
    path = folder / "data" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), "utf-8")


def _keep_exported(folder: Path, pages: Iterable[tuple[str, dict[str, Any]]], ids: set[str]) -> None:
    """Of the puzzles that show or use a technique, only those that are there."""
    for name, page in pages:
        example = page["example"] if page["example"] and page["example"]["id"] in ids else None
        _save(folder, name, page | {"example": example, "practise": [each for each in page["practise"] if each in ids]})


def _work() -> Work:
    return Work(Limits(SECONDS), Settings())
