"""Exclusions are checked by a clause solver that knows neither options nor the kernel."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from gridwright.discovery.certificate import Certificate, refuted
from gridwright.discovery.exclusions import Exclusion, exclusions
from gridwright.genres import parse
from gridwright.model import State
from gridwright.native import compile_puzzle, masks_from, masks_of
from gridwright.rules.position import start
from random_states import states

KINDS = (
    "latin 5", "sudoku 9", "x 4", "jigsaw 6", "killer 9", "loose 4", "queens 8", "two-star 8", "keen 6", "unequal 5",
    "adjacent 5", "towers 5", "arrows 5", "eight 4", "arrow-row 8",
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_exclusion_is_refuted_and_none_with_a_statement_less(kind: str) -> None:
    source = states(kind, Random(f"certificate {kind}"))
    for _ in range(2):
        state = next(source)
        certificate = Certificate(state)
        for exclusion in exclusions(state, glued=True)[:2000]:
            assert certificate.refuted(exclusion)
            for spared in exclusion.statements:
                fewer = tuple(each for each in exclusion.statements if each != spared)
                assert not certificate.refuted(Exclusion(exclusion.candidate, fewer))


def test_a_statement_that_is_missing_is_missed() -> None:
    state = start(parse("." * 16, genre="latin")).after("r1c1-3", "r1c1-4", "r1c2-3", "r1c2-4")

    assert refuted(state, Exclusion(8, (0, 1)))
    assert not refuted(state, Exclusion(8, (0,)))
    assert not refuted(state, Exclusion(10, (0, 1)))


def check_probes(state: State) -> None:
    """Whatever a probe refutes, the statements that it names refute."""
    problem, certificate = compile_puzzle(state.puzzle), Certificate(state)
    choices, masks = len(state.structure.choices), masks_of(state.masks)
    for x in range(len(state.masks)):
        for value in state.candidates(x):
            candidate = state.structure.candidate(x, value)
            refuted, _, used, relations, _ = problem.probe(masks, candidate)
            if refuted:
                assert certificate.refutes([*used, *(choices + each for each in relations)], candidate)


def propagated(state: State) -> State:
    masks = compile_puzzle(state.puzzle).propagate(masks_of(state.masks))
    assert masks is not None
    return replace(state, masks=masks_from(masks))


@pytest.mark.parametrize("kind", ["keen 4", "keen 5", "keen 6", "killer 4", "loose 4", "towers 4", "unequal 4"])
def test_what_a_probe_names_is_a_proof(kind: str) -> None:
    source = states(kind, Random(f"probes {kind}"))
    for _ in range(15 if kind.startswith("keen") else 3):
        state = next(source)
        check_probes(state)
        check_probes(propagated(state))


def test_a_probe_names_both_cages() -> None:
    puzzle = parse("6dh:a__a_3a_4a_5aa_a3_aa_ba_aa_3a_3a__,d2d2m6s3d2a6m12m6m6s2a8a9a7d3s2d2s1m6", genre="keen")
    state = start(puzzle)

    check_probes(state)
    check_probes(propagated(state))
    r4c3_is_2 = puzzle.structure.candidate(20, 1)
    assert [1, 7] == compile_puzzle(puzzle).probe(masks_of(state.masks), r4c3_is_2)[3]
