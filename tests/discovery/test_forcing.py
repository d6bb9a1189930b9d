"""Drafts of four statements, each of which forces the next."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from gridwright.discovery.drafts import DraftExample, drafted, refusal, rule_of
from gridwright.discovery.exclusions import Exclusion, exclusions
from gridwright.discovery.forcing import forcing_of
from gridwright.discovery.forms import NoForm
from gridwright.genres import genre, parse
from gridwright.rules.cost import refuse_absurd
from gridwright.rules.parse import parse_rules
from gridwright.rules.text import text_of
from random_states import states
from same_matches import same_matches

SUDOKU = parse("." * 81, genre="sudoku").structure


def mined(kind: str, count: int) -> dict[str, list[DraftExample]]:
    """Examples by draft, from random states."""
    found: dict[str, list[DraftExample]] = {}
    for state in islice(states(kind, Random(f"forcing {kind}")), count):
        for each in exclusions(state, 4):
            if len(each.statements) < 4:
                continue
            if forcing_of(state, *each) is None:
                with pytest.raises(NoForm, match="4 statements that do not force each other"):
                    drafted(state, each)
                continue
            example = drafted(state, each)
            found.setdefault(example.draft.key, []).append(example)
    return found


def test_what_is_no_such_form_is_refused_with_the_reason() -> None:
    state = next(states("keen 4", Random(2)))
    groups = [len(state.structure.choices) + i for i in range(3)]

    with pytest.raises(NoForm, match="4 statements are more than 3 where groups are filled"):
        drafted(state, Exclusion(0, (1, *groups)))
    with pytest.raises(NoForm, match="5 statements are more than 4"):
        drafted(state, Exclusion(0, (1, 2, 3, 4, 5)))


@pytest.mark.parametrize(("kind", "count"), [("latin 5", 3), ("sudoku 6", 1)])
def test_what_is_mined_is_what_its_draft_concludes(kind: str, count: int) -> None:
    found = mined(kind, count)

    assert len(found) >= 3
    for first, *_ in found.values():
        rule = first.draft.rule
        refuse_absurd(rule.statement, None, SUDOKU)
        [parsed] = parse_rules(first.draft.text)
        assert (parsed,) == tuple(parse_rules(text_of(parsed)))
        matches = [
            match.conclusions
            for match in rule.matches(None, first.state)
            if all(match.witness[name] == value for name, value in first.witness.items())
        ]
        assert [(first.conclusion,)] == matches


KEYS = (
    "draft-placeu-placeu-cell2v-placev",
    "draft-cell0v-placev-place0w-place2w",
    "draft-cell0v-cell1w-placew-place3x",
)


@pytest.fixture(scope="module")
def latin() -> dict[str, list[DraftExample]]:
    return mined("latin 5", 8)


@pytest.mark.parametrize("key", KEYS)
def test_a_draft_has_the_same_matches_either_way(key: str, latin: dict[str, list[DraftExample]]) -> None:
    rule = latin[key][0].draft.rule

    tally = same_matches(rule.statement, None, states=3, firing=1, kinds=("latin 5", "sudoku 4"))

    assert tally.firing >= 1


PLANTED = [
    ("draft-placeu-placeu-cell2v-placev", "|P| = 1", "P != {}"),
    ("draft-placeu-placeu-cell2v-placev", "common(A)", "peers(r)"),
    ("draft-cell0v-cell1w-placew-place3x", "{u, v, w}", "{u, w}"),  # a value that p has is lost by none of its places
]


@pytest.mark.parametrize(("key", "said", "instead"), PLANTED)
def test_an_unsound_draft_is_refused(
    key: str, said: str, instead: str, latin: dict[str, list[DraftExample]]
) -> None:  # fmt: skip
    sound = latin[key][0].draft
    assert said in sound.text
    unsound = rule_of(sound.text.replace(said, instead))

    assert refusal(sound.rule, latin[key][:2], [genre("latin")]) is None
    assert refusal(unsound, latin[key][:2], [genre("latin")]) is not None
