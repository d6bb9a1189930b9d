"""Compiled plans: the same matches in the same order whatever passes run, and the same traces.

That they are the reference evaluator's, rule by rule: `test_same_matches.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from gridwright.genres import genre
from gridwright.model import Grid, Puzzle, State
from gridwright.native import kernel, masks_of
from gridwright.rules import evaluate, machine
from gridwright.rules.breaks import breaks
from gridwright.rules.evaluate import OutOfFuel
from gridwright.rules.parse import parse_rules
from gridwright.rules.plan import Passes
from gridwright.rules.position import apply
from gridwright.rules.sorts import check, missing_words
from gridwright.rules.tree import Technique
from gridwright.rules.vocabulary import Vocabulary
from known import batch_of, rules
from random_states import sizes, states

NONE = Passes(eliminate=False, minscope=False, ranges=False, share=False, prune=False, fuse=False)
ONE_OFF = [
    Passes(eliminate=False),
    Passes(minscope=False),
    Passes(ranges=False),
    Passes(share=False),
    Passes(prune=False),
    Passes(fuse=False),
    NONE,
]
SWITCHES = [Passes(), *ONE_OFF, Passes(anchor=False), replace(NONE, anchor=False)]
FEW = [Passes(), NONE, Passes(anchor=False), replace(NONE, anchor=False)]
"""Each pass alone is switched off where matches are compared one by one; on whole ladders, if slow."""
LIFTED = 1 << 60


SLOW_WITHOUT = ("cover-three", "tiled-rest", "crowd", "siamese-fish", "finned-fish", "long-remote-pair")
"""Without the passes they take seconds a state on larger boards."""


def available(state: State) -> list[tuple[Technique, int | None]]:
    words = Vocabulary.of(state.puzzle)
    spoken = [technique for technique in rules().values() if not missing_words(technique, words)]
    return [(technique, size) for technique in spoken for size in sizes(technique, state)]


@pytest.mark.parametrize("kind", ["sudoku 4", "queens 5", "sudoku 6", "jigsaw 6", "two-star 8"])
def test_no_pass_changes_a_match(kind: str) -> None:
    for state in islice(states(kind, Random(f"passes {kind}")), 2 if kind in ("sudoku 4", "queens 5") else 1):
        structure = state.structure
        for technique, size in available(state):
            with_all = list(islice(machine.witnesses(technique, size, state), 30))
            for passes in ONE_OFF if len(structure.groups) < 20 else ONE_OFF[:-1]:
                try:
                    without = list(islice(machine.witnesses(technique, size, state, passes=passes), 30))
                except OutOfFuel:
                    assert passes is NONE
                    continue
                assert with_all == without, (technique.key, passes)


@pytest.mark.parametrize("kind", ["sudoku 6", "sudoku 9", "queens 7", "two-star 8", "killer 6", "jigsaw 6"])
def test_the_kernel_climbs_a_ladder_as_single_steps_do(kind: str) -> None:
    """With or without looking only at what is new, on one thread or two: the same steps to the same end."""
    slow = {
        "cover-three", "finned-fish", "cover-two", "crowd", "aligned-pair-exclusion", "aligned-triple-exclusion",
        "sue-de-coq", "firework-quadruple",
    }  # fmt: skip
    for state in islice(states(kind, Random(f"ladder {kind}")), 4):
        rungs = [(t, n) for t, n in available(state) if t.key not in slow and t.assumes is None]
        steps, now = [], state
        while not any(breaks(now)):
            found = (
                (i, match)
                for i, (technique, size) in enumerate(rungs)
                if (match := next(machine.witnesses(technique, size, now), None)) is not None
            )
            first = next(found, None)
            if first is None:
                break
            now = apply(now, first[1].conclusions)
            steps.append((first[0], [(c.variable, c.value, c.true) for c in first[1].conclusions]))
        runs = [
            batch_of(rungs, [state] * 3, passes).run(threads=threads)
            for threads, passes in (
                (1, Passes()),
                (2, Passes()),
                (1, Passes(anchor=False)),
                (1, Passes(fuse=False)),
                (1, Passes(anchor=False, fuse=False)),
            )
        ]
        for run in runs:
            outcome, told, masks, placed, undecided = run[2]
            assert (steps, []) == ([step[:2] for step in told], undecided)
            assert (masks_of(now.masks), now.placed) == (masks, {x for x, p in enumerate(placed) if p})
            assert outcome == ("contradiction" if any(breaks(now)) else outcome)


def test_out_of_fuel_is_an_answer_of_its_own() -> None:
    state = next(states("sudoku 9", Random(1)))

    with pytest.raises(OutOfFuel, match="finned-fish ran out of fuel"):
        list(machine.witnesses(rules()["finned-fish"], 4, state, fuel=50))


def check_switches(kind: str, rounds: int, slow: Collection[str], switches: Sequence[Passes] = SWITCHES) -> int:
    """Ladders of all that a board speaks, to their end, are the same under every switch; how many steps there were."""
    steps = 0
    for state in islice(states(kind, Random(f"switches {kind}")), rounds):
        rungs = [(technique, size) for technique, size in available(state) if technique.key not in slow]
        found = [batch_of(rungs, [state], passes).run(fuel=LIFTED)[0] for passes in switches]
        for passes, each in zip(switches, found, strict=True):
            assert found[0] == each, (kind, passes)
        steps += len(found[0][1])
    return steps


@pytest.mark.parametrize(
    "kind",
    [
        "latin 4",
        "sudoku 4",
        "x 4",
        "killer 4",
        "queens 5",
        "two-star 8",
        "keen 4",
        "unequal 4",
        "adjacent 4",
        "towers 4",
    ],
)
def test_traces_are_the_same_with_all_switches_on_or_off(kind: str) -> None:
    assert check_switches(kind, 3, slow=SLOW_WITHOUT, switches=FEW) > 10


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    ["latin 4", "latin 6", "sudoku 4", "sudoku 6", "sudoku 9", "x 6", "jigsaw 6", "x-jigsaw 6", "killer 6", "killer 9",
     "queens 5", "queens 8", "two-star 8", "two-star 10"],
)  # fmt: skip
def test_traces_are_the_same_under_every_switch_on_all_boards(kind: str) -> None:
    """Without minscoping large boards would take hours, so only small ones go without it."""
    if int(kind.split()[1]) < 6:
        assert check_switches(kind, 8, slow=()) > 20
    else:
        switches = [passes for passes in SWITCHES if passes.minscope]
        assert check_switches(kind, 4, slow=SLOW_WITHOUT, switches=switches) > 10


def test_a_plan_from_outside_cannot_crash_or_hang() -> None:
    """Random code is refused, or runs until its fuel is gone."""
    rng = Random(7)
    state = next(states("sudoku 4", rng))
    structure = state.structure
    tables, operations = machine.tables_of(structure), len(kernel.operations())
    placed = bytes(int(x in state.placed) for x in range(structure.size))
    ran = 0
    for _ in range(20_000):
        length = rng.randint(1, 12)
        code = [(rng.randrange(operations), *(rng.randrange(-1, 4) for _ in range(4))) for _ in range(length)]
        try:
            masks = [rng.getrandbits(64)] * 4
            reading, shown = rng.randrange(-1, length + 2), [(what, rng.randrange(-1, 5)) for what in range(3)]
            plan = kernel.Plan([*code, (0, 0, 0, 0, 0)], masks, 4, 4, 4, 4, reading, shown)
        except ValueError:
            continue
        ran += 1
        tables.matches(plan, masks_of(state.masks), placed, 20, 2000, True)
        tables.deduce([plan], masks_of(state.masks), placed, 2000)

    assert ran > 200


@pytest.mark.parametrize(
    ("key", "size", "wide"),
    [
        ("tiled-rest", 3, {"seek_tiled_rest", "disjoint", "linked"}),
        ("crowd", 2, {"seek_crowd", "disjoint"}),
        ("cover-two", None, {"seek_cover_two"}),
        ("cover-three", None, {"seek_cover_three"}),
        ("squeeze", 2, {"disjoint", "pick_fill_needy", "open_of"}),
        ("touch-all", None, {"s_skip_touching", "v_keep_touching"}),
    ],
)
def test_what_is_asked_of_every_element_is_one_instruction(key: str, size: int | None, wide: set[str]) -> None:
    shape = next(states("queens 5", Random("pairs"))).structure.shape
    plan, _ = machine.plan_of(rules()[key], size, shape)

    assert wide <= {op for op, *_ in plan.code}


def test_a_loop_over_sets_inside_an_empty_one_does_not_begin() -> None:
    shape = next(states("queens 5", Random("bounds"))).structure.shape
    plan, _ = machine.plan_of(rules()["cover-two"], None, shape, Passes(seek=False))
    code = [op for op, *_ in plan.code]

    assert ["common", "s_unequal", "s_start"] == code[code.index("common") :][:3]


def test_ranges_of_values_are_compiled_too() -> None:
    """The two ends, one of them off the board; a rule that says nothing true, but what the reference says."""
    text = """technique below
      seen    cell p in open; cell q in peers(p); |cand(q)| = 2; cand(q) subset {|cand(p)| - 1 .. 9}
      then    only(p, {0 .. |cand(p)|})
      because "{p}"
      holds   "it need not"
    """
    [rule] = parse_rules(text)
    technique = check(rule)
    for state in islice(states("sudoku 4", Random("ranges")), 6):
        expected = list(evaluate.witnesses(technique, None, state))
        assert expected == list(machine.witnesses(technique, None, state))


@pytest.mark.parametrize("ask", ["__getitem__", "counts", "uses", "undecided"])
def test_a_batch_has_no_more_than_its_positions(ask: str) -> None:
    for batch in (machine.Batch([], []), machine.Batch([], [next(states("sudoku 4", Random(1)))])):
        found = batch.run()
        with pytest.raises(IndexError, match="no such deduction"):
            getattr(found, ask)(len(found))


@pytest.mark.parametrize("side", [8, 11, 13, 16, 19])
def test_cells_are_picked_whatever_the_width_of_a_set(side: int) -> None:
    """Sets have 1, 2, 3, 4 and 6 words on these boards, and there is a pair in every row."""
    puzzle = Puzzle(genre("latin"), Grid(side, side))
    masks = list(puzzle.start())
    for row in range(side):
        for x in (side * row + row, side * row + (row + 1) % side):
            masks[x] = 0b11
    state, technique = State(puzzle, tuple(masks)), rules()["naked-subset"]

    found = list(machine.witnesses(technique, 2, state))

    assert found
    assert found == list(evaluate.witnesses(technique, 2, state))
