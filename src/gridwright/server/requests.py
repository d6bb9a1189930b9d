"""What may be asked: the fields of each request, every one of them bounded. docs/page.md says what they mean."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from .settings import Settings

DEFAULTS = Settings()

NAME, FACT, DATE = r"^[\w .'()+-]*$", r"^[\w:]+[=-]\S$", r"^\d{4}-\d{2}-\d{2}$"
EXPECTED = {
    NAME: "a name of letters, digits, spaces and . ' ( ) + -",
    FACT: "a fact such as r1c2=4 or r3c3-7",
    DATE: "a date such as 2026-11-16",
}
"""What each pattern is for, in words."""
NameText = Annotated[str, StringConstraints(max_length=60, pattern=NAME)]
"""A genre, a tier, a technique, a voice …"""
FactText = Annotated[str, StringConstraints(max_length=60, pattern=FACT)]
Text = Annotated[str, StringConstraints(max_length=DEFAULTS.body)]
Date = Annotated[str, StringConstraints(pattern=DATE), Field(examples=["2026-11-16"])]
NameTexts = Annotated[list[NameText], Field(max_length=20)]
RowCount = Annotated[int, Field(ge=1, le=64)]
VoiceName = Annotated[NameText, Field(description="who tells it, in which language", examples=["teacher", "de"])]


class Request(BaseModel):
    """No field that is not known."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Board(Request):
    """A puzzle as an editor has it: what is printed, by clue kind, and givens as facts."""

    rows: RowCount
    columns: RowCount
    clues: dict[NameText, Any] = Field(default_factory=dict, max_length=20)
    givens: list[FactText] = Field(default_factory=list, max_length=DEFAULTS.facts)
    marks: list[Annotated[str, StringConstraints(max_length=64)]] | None = Field(None, max_length=DEFAULTS.facts)


class About(Request):
    """A puzzle, and who tells about it."""

    puzzle: Text | Board = Field(description="its text in any format, or its board", examples=["1...3..4..2....1"])
    genre: NameText | None = Field(None, description="key or alias")
    format: NameText | None = Field(None, description="the key of the text's format")
    voice: VoiceName = "teacher"


class Position(About):
    """A puzzle, and where the player stands."""

    facts: list[FactText] = Field(
        default_factory=list, max_length=DEFAULTS.facts, examples=[["r1c2=4", "r3c3-7"]],
        description="what is entered (=) and what is crossed out (-)",
    )  # fmt: skip


class Hint(Position):
    """What is practised."""

    technique: NameText | None = Field(None, description="looked for before all others", examples=["x-wing"])


class Check(Position):
    """Which questions are asked."""

    ask: list[Literal["conflicts", "right"]] = Field(
        default_factory=list, max_length=2, description="both if left out"
    )  # fmt: skip


class Why(Position):
    """What is to be proved."""

    fact: FactText = Field(examples=["r2c3=1"])


class Convert(About):
    """Into which format; all that have words for it if left out."""

    to: NameText | None = None


class Draw(Position):
    """The picture of a position, or of the solution."""

    solution: bool = False


class Decision(Request):
    """What is decided about a candidate: its name, other rules, that it is taken in or not wanted (with a reason)."""

    do: Literal["name", "edit", "accept", "discard"]
    text: Annotated[str, StringConstraints(max_length=20_000)] = ""
    voice: VoiceName = "teacher"


class Generate(Request):
    """What is to be made: the fields of a recipe."""

    genre: NameText = Field(description="key or alias")
    size: RowCount | None = None
    columns: RowCount | None = None
    tier: NameText | None = Field(None, examples=["Gentle"])
    needs: NameTexts = Field(default_factory=list)
    uses: NameTexts = Field(default_factory=list)
    without: NameTexts = Field(default_factory=list)
    variants: NameTexts = Field(default_factory=list)
    symmetry: NameText | None = None
    clues: Annotated[int, Field(ge=0, le=4_096)] | None = None
    seed: Annotated[str, StringConstraints(max_length=100)] | None = None
    voice: VoiceName = "teacher"
