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
Name = Annotated[str, StringConstraints(max_length=60, pattern=NAME)]
"""A genre, a tier, a technique, a voice …"""
Fact = Annotated[str, StringConstraints(max_length=60, pattern=FACT)]
Text = Annotated[str, StringConstraints(max_length=DEFAULTS.body)]
Date = Annotated[str, StringConstraints(pattern=DATE), Field(examples=["2026-11-16"])]
Names = Annotated[list[Name], Field(max_length=20)]
Rows = Annotated[int, Field(ge=1, le=64)]
Voice = Annotated[Name, Field(description="who tells it, in which language", examples=["teacher", "de"])]


class Request(BaseModel):
    """No field that is not known."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Board(Request):
    """A puzzle as an editor has it: what is printed, by clue kind, and givens as facts."""

    rows: Rows
    columns: Rows
    clues: dict[Name, Any] = Field(default_factory=dict, max_length=20)
    givens: list[Fact] = Field(default_factory=list, max_length=DEFAULTS.facts)
    marks: list[Annotated[str, StringConstraints(max_length=64)]] | None = Field(None, max_length=DEFAULTS.facts)


class About(Request):
    """A puzzle, and who tells about it."""

    puzzle: Text | Board = Field(description="its text in any format, or its board", examples=["1...3..4..2....1"])
    genre: Name | None = Field(None, description="key or alias")
    format: Name | None = Field(None, description="the key of the text's format")
    voice: Voice = "teacher"


class Position(About):
    """A puzzle, and where the player stands."""

    facts: list[Fact] = Field(
        default_factory=list, max_length=DEFAULTS.facts, examples=[["r1c2=4", "r3c3-7"]],
        description="what is entered (=) and what is crossed out (-)",
    )  # fmt: skip


class Hint(Position):
    """What is practised."""

    technique: Name | None = Field(None, description="looked for before all others", examples=["x-wing"])


class Check(Position):
    """Which questions are asked."""

    ask: list[Literal["conflicts", "right"]] = Field(
        default_factory=list, max_length=2, description="both if left out"
    )  # fmt: skip


class Why(Position):
    """What is to be proved."""

    fact: Fact = Field(examples=["r2c3=1"])


class Convert(About):
    """Into which format; all that have words for it if left out."""

    to: Name | None = None


class Draw(Position):
    """The picture of a position, or of the solution."""

    solution: bool = False


class Decision(Request):
    """What is decided about a candidate: its name, other rules, that it is taken in or not wanted (with a reason)."""

    do: Literal["name", "edit", "accept", "discard"]
    text: Annotated[str, StringConstraints(max_length=20_000)] = ""
    voice: Voice = "teacher"


class Generate(Request):
    """What is to be made: the fields of a recipe."""

    genre: Name = Field(description="key or alias")
    size: Rows | None = None
    columns: Rows | None = None
    tier: Name | None = Field(None, examples=["Gentle"])
    needs: Names = Field(default_factory=list)
    uses: Names = Field(default_factory=list)
    without: Names = Field(default_factory=list)
    variants: Names = Field(default_factory=list)
    symmetry: Name | None = None
    clues: Annotated[int, Field(ge=0, le=4_096)] | None = None
    seed: Annotated[str, StringConstraints(max_length=100)] | None = None
    voice: Voice = "teacher"
