"""Curation: what a person decides about the candidates of a run, one by one. Nothing is accepted by itself.

    review = Review(Path("found"))
    review.undecided                                  the candidates that nobody has decided about
    review.check(candidate)                           whether its draft is to be had
    review.accept(candidate, "lame-kite")             into found/accepted, or wherever `place` says
    review.discard(candidate, "it is pointing")       a later run with these decisions does not propose it

Each decision is on the disk before the next is asked for (`decisions`).
"""

from __future__ import annotations

import json
from pathlib import Path

from ..grading import scale
from ..model import GridwrightError, Limits, UnknownName
from .acceptance import Destination, OwnFolder
from .candidates import CandidateTechnique, read
from .decisions import Decision, Decisions
from .draft_check import NODES, DraftCheck, check_draft
from .families import Family


class Review:
    """The candidates of a folder and the decisions about them.

    `nodes` is what the audit of a rule may take; seconds, where there are any, only end the check of a draft.
    """

    def __init__(
        self, folder: Path, place: Destination | None = None, *, nodes: int = NODES, seconds: float | None = None
    ) -> None:
        self.folder, self.nodes, self.seconds = folder, nodes, seconds
        self.candidates = read(folder)
        self.decisions = Decisions(folder)
        self.place = place or OwnFolder(folder / "accepted", scale_of_run(folder))
        self._checked: dict[tuple[str, str], DraftCheck] = {}

    @property
    def undecided(self) -> list[CandidateTechnique]:
        """In their order."""
        return [each for each in self.candidates if not self.standing(each).final]

    def standing(self, candidate: CandidateTechnique) -> Decision:
        """What was decided about it so far."""
        return self.decisions.standing(candidate.family)

    def find(self, word: str) -> CandidateTechnique:
        """The candidate of a number or a name."""
        for each in self.candidates:
            if word in (str(each.number), each.name):
                return each
        raise UnknownName("candidate", word, [each.name for each in self.candidates])

    def draft(self, candidate: CandidateTechnique) -> str:
        """Its rules, as they were edited or as a program wrote them."""
        return self.standing(candidate).draft or candidate.draft or ""

    def check(self, candidate: CandidateTechnique, text: str | None = None) -> DraftCheck:
        """Is its draft, or this text in its place, to be had?"""
        text = self.draft(candidate) if text is None else text
        if (candidate.name, text) not in self._checked:
            traces = (*candidate.examples, *candidate.draft_examples)
            limits = Limits(seconds=self.seconds)
            self._checked[candidate.name, text] = check_draft(text, traces, nodes=self.nodes, limits=limits)
        return self._checked[candidate.name, text]

    def name(self, candidate: CandidateTechnique, name: str) -> Decision:
        """What it is to be called, once it is accepted."""
        return self._decide(Decision(candidate.family, "name", name=name))

    def edit(self, candidate: CandidateTechnique, text: str) -> DraftCheck:
        """Rules in place of the draft; they are kept even where something speaks against them."""
        if text != self.draft(candidate):
            self._decide(Decision(candidate.family, "edit", draft=text))
        return self.check(candidate)

    def accept(self, candidate: CandidateTechnique, name: str | None = None) -> list[str]:
        """Take its draft in under a name, if nothing speaks against it; the keys of its techniques."""
        self._reopen(candidate.family)
        name = name or self.standing(candidate).name
        if name is None:
            raise GridwrightError(f"{candidate.name} has no name yet: accept NAME")
        checked = self._sound(candidate)
        self.place.refuse(name, checked)
        keys = self.place.add(name, checked, list(candidate.genres))
        self._decide(Decision(candidate.family, "accept", name, self.draft(candidate), note=checked.sentence))
        return keys

    def merge(self, candidate: CandidateTechnique, name: str) -> list[str]:
        """Take its draft in as more of a technique that was accepted; the keys of its techniques."""
        self._reopen(candidate.family)
        if name not in self.place.techniques:
            raise UnknownName("accepted technique", name, self.place.techniques)
        checked = self._sound(candidate)
        keys = self.place.add(name, checked, list(candidate.genres))
        self._decide(Decision(candidate.family, "merge", name, self.draft(candidate), note=checked.sentence))
        return keys

    def discard(self, candidate: CandidateTechnique, note: str | None = None) -> Decision:
        """Nobody wants it, nor its family in a later run."""
        return self._decide(Decision(candidate.family, "discard", note=note))

    def _sound(self, candidate: CandidateTechnique) -> DraftCheck:
        checked = self.check(candidate)
        if checked.reason is not None:
            raise GridwrightError(f"the draft of {candidate.name} is refused: {checked.reason}")
        return checked

    def _decide(self, decision: Decision) -> Decision:
        self._reopen(decision.family)
        self.decisions.add(decision)
        return decision

    def _reopen(self, family: Family) -> None:
        """What was discarded may be decided again; what was accepted is in files that people edit."""
        before = self.decisions.standing(family)
        if before.kind in ("accept", "merge"):
            what = "accepted as" if before.kind == "accept" else "merged into"
            raise GridwrightError(f"it was {what} {before.name}: change that in {self.place.folder}")


def scale_of_run(folder: Path) -> str:
    """The scale that a run was made with."""
    try:
        name = json.loads((folder / "run.json").read_text("utf-8"))["settings"]["scale"]
    except (OSError, ValueError, KeyError):
        raise GridwrightError(f"expected the folder of a run, with run.json: {folder}") from None
    return scale(name).file or scale(name).name
