"""What requests have in common: the puzzle that is asked about, where the player stands, who tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...documents import from_dict
from ...drawing import Drawing
from ...drawing.layers import evidence
from ...genres import genre as genre_named
from ...genres import parse
from ...model import Limits, Puzzle, PuzzleError, State, TooLarge, UnknownName
from ...model.state import read_fact
from ...narration import Narrator, Voice, voice
from ...narration.mentions import Mentions
from ...narration.voice import voices
from ...narration.words import Words
from ...playing.marks import position
from ...reasons import Analysis
from ..settings import Settings


@dataclass(frozen=True)
class Work:
    """What an answer may take, and whom to tell how far it is."""

    limits: Limits
    settings: Settings = field(default_factory=Settings)
    notify: Callable[[dict[str, Any]], None] = lambda event: None


def voice_of(fields: Mapping[str, Any]) -> Voice:
    """The voice that is asked for; only those that are shipped, for a name is no path here."""
    name = fields.get("voice") or "teacher"
    if name not in voices():
        raise UnknownName("voice", name, voices())
    return voice(name)


def puzzle_of(fields: Mapping[str, Any], settings: Settings) -> Puzzle:
    """The puzzle that is asked about, no larger than is allowed."""
    given, genre = fields["puzzle"], fields.get("genre")
    if isinstance(given, str):
        puzzle = parse(given, genre=genre, format=fields.get("format"))
    else:
        if genre is None:
            raise PuzzleError("expected a genre beside a puzzle that is no text")
        size = [given.get(side) for side in ("rows", "columns")]
        if all(isinstance(each, int) for each in size) and size[0] * size[1] > settings.cells:
            raise too_large(size[0] * size[1], settings)
        key = genre_named(genre).key
        puzzle = from_dict({"schema": "gridwright.puzzle/1", "puzzle": given, "genre": key})
    if len(puzzle.grid) > settings.cells:
        raise too_large(len(puzzle.grid), settings)
    return puzzle


def too_large(cells: int, settings: Settings) -> TooLarge:
    """What to say of a board with so many cells."""
    return TooLarge(f"this page takes boards of up to {settings.cells:,} cells, found {cells:,}")


class Asked:
    """A puzzle, where the player stands on it, and the words to tell about it."""

    def __init__(self, fields: Mapping[str, Any], settings: Settings) -> None:
        self.voice = voice_of(fields)
        self.puzzle = puzzle_of(fields, settings)
        self.facts = tuple(fields.get("facts") or ())
        self.read = [read_fact(self.puzzle, fact) for fact in self.facts]

    @cached_property
    def written(self) -> list[int | None]:
        """The value of each variable that is given or entered."""
        values: list[int | None] = [self.puzzle.givens.get(x) for x in range(len(self.puzzle.variables))]
        for x, value, true in self.read:
            if true:
                values[x] = value
        return values

    @property
    def state(self) -> State:
        """Where the player stands."""
        return position(self.puzzle, " ".join(self.facts))

    def analysis(self, limits: Limits, *, first: str | None = None) -> Analysis:
        """What is to be known of where the player stands; the technique `first` is tried before all others."""
        return Analysis(self.state, first=first, limits=limits)

    @cached_property
    def narrator(self) -> Narrator:
        """Tells about the puzzle."""
        return Narrator(State.of(self.puzzle), self.voice)

    @cached_property
    def words(self) -> Words:
        """The words of the voice for the puzzle."""
        return self.narrator.words

    @cached_property
    def mentions(self) -> Mentions:
        """Finds names in sentences."""
        return Mentions(self.words)

    def name(self, variable: int) -> str:
        """The name of a variable's place."""
        return self.puzzle.variables[variable].name

    def sentence(self, text: str) -> list[dict[str, Any]]:
        """A text in pieces, each with the places that it names."""
        return [
            {"text": piece.text, "places": piece.places} if piece.places else {"text": piece.text}
            for piece in self.mentions.pieces(text)
        ]

    def candidates(self, state: State) -> list[str]:
        """What is open to each variable."""
        return [variable.domain.spell(mask) for variable, mask in zip(self.puzzle.variables, state.masks, strict=True)]


def shown(drawing: Drawing) -> dict[str, Any]:
    """The evidence of a drawing: its layers, and the places that it speaks of."""
    surface, ink = evidence(drawing)
    places = [place.name for _, lit in drawing.highlights for place in lit]
    places += (place.name for place, _ in drawing.candidates)
    if not places:
        places = [place.name for group in drawing.groups for place in group.places]
    return {"surface": surface, "ink": ink, "places": unlike(places)}


def unlike(names: Iterable[str]) -> list[str]:
    """Each once, in order."""
    return list(dict.fromkeys(names))
