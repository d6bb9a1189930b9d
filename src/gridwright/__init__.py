"""Gridwright: a workshop for pencil puzzles.

    >>> import gridwright as gw
    >>> puzzle = gw.parse("1...3..4..2....1", genre="sudoku")
    >>> gw.solve(puzzle)
    <answer: unique, 1432321441232341>
    >>> gw.hint(puzzle).where
    'Look at box 1.'

Verbs take a puzzle in whatever form you have it: a Puzzle, its text, the rows of its grid, a document, what another
verb gave. `help(gw.solve)` says more of one; `dir(gw)` lists them, the types that they take and give, and the errors.

    puzzles     parse(text)               a Puzzle; genre= and format= where the text leaves a doubt
                generate(genre)           a new one: size=, tier=, needs=, seed= …; generate_many(recipe, count)
                convert(puzzle, format)   its text in another form; canonical=True: what all copies share
                draw(position)            a picture; in a notebook everything shows itself
                genre(name), genres()     the kinds of puzzle
    exactly     solve(puzzle)             an Answer: how many solutions, and the first; solve_many(puzzles)
                count, solutions          all of them; backbone(puzzle): what they share
                has_solution_with         is there one with this value?
                check(puzzle, board)      the rules that a board breaks
    reasons     explain(position)         a Trace: every step with its evidence; explain_many(positions)
                why(position, fact)       the shortest proof of one fact, such as "r3c5=7"
                hint(position)            the next step: where, why, do
                grade(puzzle)             how hard it is for people; grade_many(puzzles)
                tell(trace, voice)        a trace as a story
                position(puzzle, marks)   where somebody stands: what is written and crossed out
                cages(puzzle)             the sets that each cage can hold
                probe(state, …)           what follows from one assumption
                scale(name), voice(name)  who judges, and who tells
                audit(technique, genre)   is a rule of your own sound?
    documents   to_dict(value)            anything as JSON data; from_dict reads it back
    corpora     Corpus(folder)            puzzles that are kept: add, filter, grade, query …

Facts are written r3c5=7 and r3c5-7. Limits(seconds=1) is for whatever may take long. Packages are nouns
(`gridwright.solving`); what gives reasons or makes puzzles is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gridwright.model.upper_layers import bind

from .genres import genre as genre
from .genres import genres as genres
from .genres import parse as parse

if TYPE_CHECKING:
    from .conversion import convert as convert
    from .corpus import Corpus as Corpus
    from .corpus import Entry as Entry
    from .documents import DocumentError as DocumentError
    from .documents import from_dict as from_dict
    from .documents import to_dict as to_dict
    from .drawing import Drawing as Drawing
    from .drawing import draw as draw
    from .generation import Generated as Generated
    from .generation import Recipe as Recipe
    from .generation import generate as generate
    from .generation import generate_many as generate_many
    from .grading import Grade as Grade
    from .grading import Scale as Scale
    from .grading import Verdict as Verdict
    from .grading import grade as grade
    from .grading import grade_many as grade_many
    from .grading import scale as scale
    from .model import Answer as Answer
    from .model import Backbone as Backbone
    from .model import CannotSay as CannotSay
    from .model import CorpusError as CorpusError
    from .model import Genre as Genre
    from .model import Grid as Grid
    from .model import GridwrightError as GridwrightError
    from .model import Limits as Limits
    from .model import MissingExtra as MissingExtra
    from .model import Puzzle as Puzzle
    from .model import PuzzleError as PuzzleError
    from .model import Refutation as Refutation
    from .model import State as State
    from .model import Status as Status
    from .model import Stop as Stop
    from .model import Stopped as Stopped
    from .model import TextError as TextError
    from .model import TooLarge as TooLarge
    from .model import UnknownName as UnknownName
    from .model.step import Conclusion as Conclusion
    from .model.step import Outcome as Outcome
    from .model.step import Step as Step
    from .model.step import Trace as Trace
    from .narration import Voice as Voice
    from .narration import tell as tell
    from .narration import voice as voice
    from .playing.marks import position as position
    from .reasons import Hint as Hint
    from .reasons import HintStatus as HintStatus
    from .reasons import explain as explain
    from .reasons import explain_many as explain_many
    from .reasons import hint as hint
    from .reasons import why as why
    from .rules.technique import Technique as Technique
    from .solving import Break as Break
    from .solving import CageSets as CageSets
    from .solving import backbone as backbone
    from .solving import cages as cages
    from .solving import check as check
    from .solving import count as count
    from .solving import has_solution_with as has_solution_with
    from .solving import probe as probe
    from .solving import solutions as solutions
    from .solving import solve as solve
    from .solving import solve_many as solve_many
    from .solving.audit import Audited as Audited
    from .solving.audit import audit as audit
    from .techniques import Catalogue as Catalogue

_PARTS = {
    "conversion": "convert",
    "corpus": "Corpus Entry",
    "documents": "DocumentError from_dict to_dict",
    "drawing": "Drawing draw",
    "generation": "Generated Recipe generate generate_many",
    "genres": "genre genres parse",
    "grading": "Grade Scale Verdict grade grade_many scale",
    "model": "Answer Backbone CannotSay CorpusError Genre Grid GridwrightError Limits MissingExtra Puzzle PuzzleError "
    "Refutation State Status Stop Stopped TextError TooLarge UnknownName",
    "model.step": "Conclusion Outcome Step Trace",
    "narration": "Voice tell voice",
    "playing.marks": "position",
    "reasons": "Hint HintStatus explain explain_many hint why",
    "rules.technique": "Technique",
    "solving": "Break CageSets backbone cages check count has_solution_with probe solutions solve solve_many",
    "solving.audit": "Audited audit",
    "techniques": "Catalogue",
}
"""Where each public name lives; `dir(gridwright)` is all of them. With `__all__`, `help` would print all there is."""

_PART_OF = {name: part for part, names in _PARTS.items() for name in names.split()}

_LOWER_LAYERS_CALL = {
    "canonical": "conversion.canonical_form.canonical",
    "entered": "playing.marks.entered",
    "group_kinds": "genres.group_kinds",
    "html": "notebook.display.html",
    "positions": "solving.positions.positions",
    "read_document": "documents.read",
    "rests_on": "solving.excerpt.rests_on",
}
"""The other functions of `UpperLayers`: name → module and function."""


def __getattr__(name: str) -> Any:
    if name not in _PART_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_PART_OF[name]}", __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted(_PART_OF)


class _Functions:
    """The functions of `UpperLayers`; each is imported when it is first called."""

    def __getattr__(self, name: str) -> Any:
        if name not in _LOWER_LAYERS_CALL:
            return getattr(import_module(__name__), name)
        part, _, function = _LOWER_LAYERS_CALL[name].rpartition(".")
        value = self.__dict__[name] = getattr(import_module(f".{part}", __name__), function)
        return value


bind(_Functions())
