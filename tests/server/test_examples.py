"""The stored examples: one of every technique, each a true step of a puzzle that is shipped."""

from __future__ import annotations

from gridwright.documents import to_dict
from gridwright.model import Limits
from gridwright.server.answers import answer
from gridwright.server.answers.asked import Work
from gridwright.server.answers.lists import genres_shipped, ladder, shipped, sized
from gridwright.server.examples import _stored, example
from gridwright.solving.replay import replay


def test_every_technique_of_a_genre_that_is_shipped_has_an_example() -> None:
    listed = answer("techniques", {}, Work(Limits(20)))["techniques"]
    names = {size["key"] for each in listed for size in each["sizes"]}
    shown = {name for genre in genres_shipped() for name in ladder(genre) if not sized(name)[0].proves_itself}

    assert shown & names == set(_stored())
    assert len(shown & names) > 100


def test_an_example_is_a_step_of_its_technique_on_a_shipped_puzzle() -> None:
    puzzles = {each["id"]: each["puzzle"] for genre in genres_shipped() for each in shipped(genre)}
    for name, stored in _stored().items():
        for genre in stored:
            found = example(name, [genre])
            assert found is not None
            [step] = found.trace.steps

            assert puzzles[found.id] == to_dict(found.trace.puzzle)["puzzle"]
            assert (name, sized(name)[0].key) == (step.technique, step.key)
            assert [] == replay(found.trace, entailed=False)
