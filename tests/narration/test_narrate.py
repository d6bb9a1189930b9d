"""What holds for every voice and every technique, and how single things are said."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from narration.told import NAMELESS, PUZZLES, chess_name, positions, step, trace

from gridwright.evidence.cell_path import CellPath
from gridwright.genres import parse
from gridwright.model import Puzzle, PuzzleError, UnknownName
from gridwright.model.step import Conclusion, Outcome, Step, Trace
from gridwright.narration import Voice, sentences, step_text, tell, voice, voices
from gridwright.narration.phrase import FOLLOWS, Phrase, Plural, Term, phrase, slots
from gridwright.narration.words import Words
from gridwright.rules.finder import Finder
from gridwright.rules.parse import parse_rules
from gridwright.rules.position import apply, start
from gridwright.rules.rule import WAY, Rule
from gridwright.rules.sorts import check
from gridwright.rules.tree import Act, Expr, Name, walk
from gridwright.solving.deduce import deduce
from gridwright.techniques import Catalogue, contradiction, unnamed
from known import finders, rules

VOICES = sorted(voices())
KNOWN = {**rules(), **finders(), **{name: finder for finder in finders().values() for _, name in finder.called}}
BAD = (
    r"  ",
    r" [,.;:]",
    r"\.\.",
    r"\b1 (candidates|cells|stars|givens|steps)\b",
    r"[.?!] [a-z]",
    r"[{}\[\]|]",
    r"\bone different numbers\b|\beine? verschiedene\b",
    r"None",
)
"""What no text may have anywhere."""


def empty(genre: str = "sudoku") -> Puzzle:
    return parse("." * 16, genre=genre)


def a_step(puzzle: Puzzle, *facts: tuple[int, int, bool], **more: object) -> Step:
    """A step that concludes these facts, of a technique that nobody knows."""
    conclusions = tuple(Conclusion(*fact) for fact in facts)
    return replace(Step("nobodys-own", "nobodys-own", None, {}, conclusions, (), (), ()), **more)  # type: ignore[arg-type]


def told(puzzle: Puzzle, step: Step, voice: str = "teacher", cells: str = "rc") -> str:
    return step_text(start(puzzle), step, voice, cells)


# Every text


def wrong_with(text: str) -> list[str]:
    wrong = [bad for bad in BAD if re.search(bad, text)]
    if not (text[0].isupper() and text[-1] in ".!?"):
        wrong.append("no sentence")
    return wrong


@pytest.mark.parametrize("cells", ["rc", "chess"])
@pytest.mark.parametrize("key", VOICES)
def test_every_technique_is_told_in_sentences(key: str, cells: str) -> None:
    texts = [step_text(state, found, key, cells, turn=turn) for state, found in positions() for turn in range(5)]

    assert {} == {text: wrong for text in texts if (wrong := wrong_with(text))}


@pytest.mark.parametrize("key", VOICES)
@pytest.mark.parametrize("name", PUZZLES)
def test_every_story_is_told_in_sentences(name: str, key: str) -> None:
    lines = [re.sub(r"^[\d, -]+\. ", "", line) for line in tell(trace(name), key).splitlines()]

    assert {} == {line: wrong for line in lines if (wrong := wrong_with(line))}


@pytest.mark.parametrize("key", VOICES)
def test_a_text_names_every_cell_that_it_places(key: str) -> None:
    for name in PUZZLES:
        for found, text in zip(trace(name).steps, sentences(trace(name), key, "chess"), strict=True):
            puzzle = trace(name).puzzle
            for conclusion in found.conclusions if found.key not in NAMELESS else ():
                assert not conclusion.true or chess_name(puzzle, conclusion.variable, key) in text


def test_the_same_trace_is_always_told_in_the_same_words() -> None:
    assert tell(trace("queens"), "teacher") == tell(trace("queens"), voice("teacher"))


# Voices


def test_every_voice_has_a_phrase_for_every_technique_that_was_there_when_it_was_written() -> None:
    written = {found.key for _, found in positions()}

    assert {key: [] for key in VOICES} == {key: voice(key).gaps(written) for key in VOICES}


def test_every_voice_says_what_is_seen_of_a_technique_and_in_another_language_why_it_holds() -> None:
    written = {found.key for _, found in positions()} - {contradiction.TECHNIQUE.key, unnamed.TECHNIQUE.key}
    texts = [text for key in VOICES for table in (voice(key).seen, voice(key).holds) for text in table.values()]

    assert all(voice(key).seen.keys() >= written for key in VOICES)
    assert all(voice(key).holds.keys() >= written for key in VOICES if voice(key).language != "en")
    assert [] == [text for text in texts if any(re.search(bad, f"{text}.") for bad in BAD)]


def test_a_voice_says_which_techniques_it_leaves_to_their_own_sentence() -> None:
    assert ["nobodys-own"] == voice("de").gaps(["fish", "nobodys-own"])


@pytest.mark.parametrize("key", VOICES)
def test_every_phrase_speaks_of_what_its_technique_has_seen(key: str) -> None:
    likewise = {technique: (text,) for technique, text in voice(key).likewise.items()}
    for technique, texts in (*voice(key).techniques.items(), *likewise.items()):
        assert technique in KNOWN, technique
        known = KNOWN[technique]
        for text in texts:
            terms = tuple(each for each in terms_of(phrase(text)) if each != Name("Then"))
            if isinstance(known, Finder):
                named = {node.name for term in terms for node in walk(term) if isinstance(node, Name)}
                assert named <= {"Then", *known.shows}, technique
            else:
                ways = {Name(WAY)} if Rule(known).chained else set()
                check(replace(known, sentence=tuple(each for each in terms if each not in ways)))


@pytest.mark.parametrize("key", VOICES)
def test_a_phrase_says_what_follows_or_the_technique_only_places(key: str) -> None:
    for technique, texts in voice(key).techniques.items():
        places = not isinstance(KNOWN[technique], Finder) and all(
            node.verb == "place" for node in walk(KNOWN[technique]) if isinstance(node, Act)
        )
        for text in texts:
            pieces = phrase(text)
            says = FOLLOWS & slots(pieces)
            assert says or places or Name("Then") in terms_of(pieces), text


def terms_of(pieces: Phrase) -> list[Expr]:
    found: list[Expr] = []
    for piece in pieces:
        if isinstance(piece, Term | Plural):
            found.append(piece.expr)
        if isinstance(piece, Plural):
            found += (term for choice in piece.choices for term in terms_of(choice))
    return found


@pytest.mark.parametrize("key", VOICES)
def test_every_name_of_a_technique_is_known(key: str) -> None:
    names = {name for each in KNOWN.values() for name in (each.key, *(name for _, name in each.called))}
    names |= {contradiction.TECHNIQUE.key, unnamed.TECHNIQUE.key}

    assert set() == set(voice(key).names) - names


def test_an_unknown_voice_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="no voice 'teecher'; did you mean 'teacher'"):
        sentences(trace("queens"), "teecher")


def test_an_unknown_way_to_name_cells_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match="rc, chess"):
        sentences(trace("queens"), cells="algebraic")


def test_a_phrase_may_have_words_for_two() -> None:
    [piece] = phrase("[P: it|both|all]")

    assert isinstance(piece, Plural)
    assert [("all",), ("it",), ("both",), ("all",)] == [piece.chosen(n) for n in range(4)]
    with pytest.raises(PuzzleError, match="expected"):
        phrase("[P: one]")


def test_a_voice_of_ones_own_can_be_given() -> None:
    own = replace(voice("terse"), techniques={"last-cell": ("just {v}",)})

    assert isinstance(own, Voice)
    assert "Just ★." == sentences(trace("queens"), own)[0]


# Lists


def test_a_list_of_lists_is_parted_by_more_than_and() -> None:
    puzzle = empty()
    structure = puzzle.structure
    at = {group.label: g for g, group in enumerate(structure.groups)}
    some = [at["row 1"], at["column 2"], at["box 3"], at["box 4"]]

    assert "row 1, column 2, and boxes 3 and 4" == Words(voice("teacher"), puzzle).groups(some)
    assert "Zeile 1, Spalte 2 sowie die Blöcke 3 und 4" == Words(voice("de"), puzzle).groups(some)
    assert "row 1, column 2 and box 3" == Words(voice("teacher"), puzzle).groups(some[:3])


def test_a_second_exclusion_does_not_begin_like_the_first() -> None:
    puzzle = empty()
    step = a_step(puzzle, (1, 1, False), (1, 2, False), (6, 2, False))

    assert 1 == told(puzzle, step, "friendly").count("you can cross")


# Conclusions


def test_conclusions_are_grouped_by_value() -> None:
    puzzle = empty()
    found = a_step(puzzle, (1, 2, False), (2, 2, False))

    assert "r1c2 and r1c3 cannot be 3" in told(puzzle, found)


def test_conclusions_are_grouped_by_cell() -> None:
    puzzle = empty()
    found = a_step(puzzle, *((x, v, False) for x in (1, 4) for v in (2, 3)), (5, 0, False))

    assert "r1c2 and r2c1 can only be 1 or 2, and r2c2 cannot be 1" in told(puzzle, found)


def test_many_cells_in_a_line_are_told_as_a_run() -> None:
    puzzle = empty()
    found = a_step(puzzle, *((cell, 0, False) for cell in (4, 5, 6, 7, 8)))

    assert "r2c1 to r2c4 and r3c1 cannot be 1" in told(puzzle, found)
    assert "Z2S1 bis Z2S4 und Z3S1" in told(puzzle, found, "de")
    assert "r2c1234,r3c1≠1" in told(puzzle, found, "terse")


def test_chess_names_count_rows_from_the_bottom() -> None:
    puzzle = empty()
    found = a_step(puzzle, (0, 0, True), (15, 0, True))

    assert "a4 and d1 are 1" in told(puzzle, found, cells="chess")


# Steps of every kind


def test_a_technique_without_a_phrase_is_told_in_its_own_sentence() -> None:
    [own] = parse_rules("""
        technique my-single
          seen    cell p in open; |cand(p)| = 1
          then    place(p, the(cand(p)))
          because "{p} has nothing but {cand(p)}"
          holds   "every cell takes one of its candidates"
    """)
    puzzle = parse("123.............", genre="latin")
    found = replace(step(start(puzzle), "naked-single", None), technique="my-single", key="my-single")
    mine = Catalogue.standard().with_techniques(Rule(check(own)))
    texts = {key: step_text(start(puzzle), found, key, catalogue=mine) for key in ("teacher", "terse")}

    assert "Cell r1c4 has nothing but 4 (my single): r1c4 is 4." == texts["teacher"]
    assert "My single: r1c4 has nothing but 4 → r1c4=4." == texts["terse"]


def test_a_step_that_nobody_knows_is_told_from_its_groups() -> None:
    puzzle = empty()
    choices = puzzle.structure.choices
    used = tuple(
        next(i for i, choice in enumerate(choices) if choice.group and choice.group.label == label)
        for label in ("row 1", "row 3", "box 2")
    )

    assert "Taken together, rows 1 and 3 and box 2 leave no other way: r1c1 is 1." == told(
        puzzle, a_step(puzzle, (0, 0, True), choices=used)
    )


REFUTED = {
    "teacher": "Suppose r2c3 were 3. Everything but 4 is ruled out for r1c3, so it must be 4. "
    "But then nothing is left for r1c4, so r2c3 cannot be 3.",
    "terse": "Assume r2c3=3. Naked single → r1c3=4. Contradiction: r1c4 empty → r2c3≠3.",
    "de": "Angenommen, Z2S3 wäre eine 3. Für Z1S3 ist alles außer der 4 ausgeschlossen. "
    "Doch dann bleibt für Z1S4 nichts übrig, also gilt: In Z2S3 entfällt die 3.",
}


@pytest.mark.parametrize("key", REFUTED)
def test_a_refutation_tells_what_it_supposes_and_what_breaks(key: str) -> None:
    puzzle = parse("12.........3....", genre="latin")
    supposed = apply(start(puzzle), [Conclusion(6, 2, True)])
    found = a_step(puzzle, (6, 2, False), inside=(step(supposed, "naked-single", None),))

    assert REFUTED[key] == told(puzzle, found, key)


def test_what_ran_out_of_fuel_is_said() -> None:
    puzzle = empty()
    stuck = Trace(puzzle, start(puzzle), (), Outcome.STUCK, start(puzzle), ("x-wing", "swordfish"))

    assert "Not searched to the end: an X-wing and a swordfish." in tell(stuck)


def test_a_trace_that_was_stopped_says_so() -> None:
    puzzle = empty()

    assert "Let us stop here, with 16 cells still open." in tell(
        Trace(puzzle, start(puzzle), (), Outcome.STOPPED, start(puzzle))
    )


def test_a_forcing_chain_is_told_cell_by_cell() -> None:
    facts = [f"r1c1-{v}" for v in "34"] + [f"r1c2-{v}" for v in "14"] + [f"r2c2-{v}" for v in "24"]
    state = start(parse("." * 16, genre="latin")).after(*facts)
    trace = deduce(state, [("forcing-chain", None)], limit=1)

    assert trace.steps[0].witness[WAY] == CellPath((0, 1, 5))
    assert "r1c1 is 2, so r1c2 is 3, so r2c2 is 1." in sentences(trace, "teacher")[0]
    assert "Z1S1 = 2, also Z1S2 = 3, also Z2S2 = 1." in sentences(trace, "de")[0]
