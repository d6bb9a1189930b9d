"""What a person decided about candidates: a line for each decision in a file that is only ever added to.

    decisions = Decisions(folder)                       decisions.jsonl
    decisions.add(Decision(family, "discard", note="it is pointing"))
    decisions.standing(family)                          what holds of it now

A decision is about a family, so it holds for later runs, too. A line is written whole and at once; half a line at the
end, of a machine that went down, is taken away before the next one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..documents import schema
from ..json_codec import TEXT, Field, Record, Versioned, optional, spelled
from ..model import GridwrightError
from ..model.errors import DocumentError
from .candidates import name_of
from .families import Family

FILE = "decisions.jsonl"
KINDS = ("name", "edit", "accept", "discard", "merge")
FINAL = ("accept", "discard", "merge")
"""Those after which a candidate is not asked about again."""


@dataclass(frozen=True)
class Decision:
    """One decision, or with `kind` "" none."""

    family: Family
    kind: str = ""
    name: str | None = None
    """What it is called, or the technique that it is merged into."""
    draft: str | None = None
    """Its rules, as they were edited or accepted."""
    note: str | None = None

    @property
    def final(self) -> bool:
        """Is the candidate dealt with?"""
        return self.kind in FINAL


def _kind(text: str, _: None) -> str:
    if text not in KINDS:
        raise KeyError(text)
    return text


def _decision(_: None, candidate: str | None, family: Family, decision: str | None, **more: Any) -> Decision:
    if decision is None:
        raise DocumentError("expected a decision, found null", "decision")
    return Decision(family, decision, **more)


KIND = spelled(f"a decision ({', '.join(KINDS)})", lambda kind, _: kind, _kind)
DECISION = Versioned(
    schema("decision"),
    Record.of(
        Decision,
        Field(
            "candidate", TEXT, "what the run calls the family", lambda decision: name_of(decision.family), older=None
        ),
        Field("family", meaning="its form, size and kinds"),
        Field("decision", optional(KIND), "what was decided", lambda decision: decision.kind or None),
        Field("name", default=None),
        Field("draft", default=None),
        Field("note", default=None),
        build=_decision,
    ),
)
"""A line of `decisions.jsonl`. The name of the candidate is for people."""


class Decisions:
    """The decisions of a folder, or of a file."""

    def __init__(self, place: Path) -> None:
        self.path = place / FILE if place.is_dir() else place
        self._standing: dict[Family, Decision] = {}
        self._whole = 0
        for decision in self._read():
            self._take(decision)

    def _read(self) -> Iterator[Decision]:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise GridwrightError(f"cannot read {self.path}: {error.strerror}") from None
        self._whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[: self._whole].split(b"\n")[:-1], 1):
            try:
                yield DECISION.read(json.loads(line))
            except (ValueError, GridwrightError) as error:
                raise GridwrightError(f"{self.path}, line {number}: {error}") from None

    def _take(self, decision: Decision) -> None:
        """A name and an edited draft stay until there are others."""
        before = self.standing(decision.family)
        self._standing[decision.family] = replace(
            decision,
            name=before.name if decision.name is None else decision.name,
            draft=before.draft if decision.draft is None else decision.draft,
        )

    def add(self, decision: Decision) -> None:
        """One more, on the disk when this returns."""
        line = json.dumps(DECISION.write(decision), ensure_ascii=False).encode() + b"\n"
        with open(self.path, "ab") as file:
            file.truncate(self._whole)
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        self._whole += len(line)
        self._take(decision)

    def standing(self, family: Family) -> Decision:
        """What was decided last of a family, with the name and the draft that it was given."""
        return self._standing.get(family, Decision(family))

    def __iter__(self) -> Iterator[Decision]:
        """What holds of each family that something was decided of."""
        return iter(self._standing.values())


def discarded(places: Iterable[Path]) -> set[Family]:
    """The families that people discarded, by the decisions of these folders or files; one without any has none."""
    return {each.family for place in places for each in Decisions(place) if each.kind == "discard"}
