"""A rule as gates says of a state just what the reference evaluator says of it."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from gridwright.model import State
from gridwright.model.step import Conclusion
from gridwright.rules.evaluate import witnesses
from gridwright.rules.gates import Gates
from gridwright.rules.parse import parse_rules
from gridwright.rules.sorts import check
from gridwright.rules.symbolic import Symbolic, Unknown, is_true
from gridwright.rules.tree import Call, Technique, walk
from gridwright.rules.words.word import CannotSayInLogic
from gridwright.solving.random_states import random_states
from known import rules, sizes_of, speaks
from random_states import board

Matches = set[tuple[tuple[tuple[str, object], ...], frozenset[Conclusion]]]

WORDY = """
technique wordy-quantifiers(n: 1..2)
  seen    cell p in open; let h = row(p); |cand(p)| * 2 / 2 + 1 - 1 <= n + 1
          ; every cell q in open(h) with q != p: some value v in cand(q): not v in cand(p)
          ; no cells q < r in h - {p}: cand(q) = cand(r); n values V in missing(h) - cand(p)
  then    every cell q in h with not sees(p, q) or q != p: exclude(q, V); only(p, cand(p) - V)
  because "{p}"
  holds   "nothing"

technique wordy-values
  seen    cell p; not val(p) in {1 .. 2}; let g = column(p); not |held(val(p), g)| > 1
          ; not (some cell q in g: (not |cand(q)| < 4 and not val(q) = val(p))); cell r in peers(p); r in at(val(p))
  then    exclude(peers(r), val(p)); place(r, val(p))
  because "{p}"
  holds   "nothing"

technique wordy-groups
  seen    groups g, h; holders(g & h) != {}; value v in loud; kind k; kind_of(g) != k; not g subset h
          ; let P = places(v, meet(at(v) & g, k)); P != {}; not every cell q in P: q in h
          ; let m = the(needy(v) & lacking(v) & holders(P)); need(v, meet(P, k)) < 3
  then    exclude(common(P) + (cells({g, m}) - h), all - {v}); exclude(cells(groups_of(k)) - g - h, v)
  because "{g}"
  holds   "nothing"

technique wordy-numbers
  seen    cell p in open; let S = cand(fixed(peers(p))); let H = having(S, open); lo(cand(p)) + 1 <= hi(cand(p))
          ; not (shared(H) = {} and H != {})
  then    exclude(p, higher(S, 1) & lower(cand(p), 1)); exclude(H, shared(H) - S)
  because "{p}"
  holds   "nothing"

technique wordy-arrows
  seen    cell p; cell q in ahead(p); not facing(p, q) or |cand(p)| > 1; let n = |behind(q)|; n > 0
          ; along(p, q) or next(p) = q; lo(cand(ahead(p))) <= n + 2
  then    exclude(between(p, q) + {next(p)}, higher(cand(fixed(ahead(p))), n)); only(q, cand(p) + shared(ahead(p)))
  because "{p}"
  holds   "nothing"
"""


def by_reference(technique: Technique, size: int | None, state: State) -> Matches:
    found = witnesses(technique, size, state)
    return {(tuple(sorted(match.witness.items())), frozenset(match.conclusions)) for match in found}


def by_gates(technique: Technique, size: int | None, state: State) -> Matches:
    gates = Gates()
    unknown = Unknown(gates, state.structure)
    rule = Symbolic(technique, size, unknown)
    for x, mask in enumerate(state.masks):
        gates.require(unknown.placed[x] if x in state.placed else -unknown.placed[x])
        for v, literal in enumerate(unknown.cand[x]):
            gates.require(literal if mask >> v & 1 else -literal)
    found: Matches = set()
    for env, seen in rule.matches(technique.seen, rule.parameters, ()):
        if not gates.satisfiable(seen):
            continue
        told = [each for effect in technique.then for each in rule.effect(effect, env)]
        model = gates.solve(seen)  # the effects' gates are in this one
        assert model is not None
        concluded = frozenset(Conclusion(x, v, way) for x, v, way, news, _ in told if is_true(news, model))
        if concluded:
            bound = {name: term for name, term in env.items() if name not in rule.parameters}
            witness = rule.witness_of(bound, model)
            found.add((tuple(sorted(witness.items())), concluded))
    gates.close()
    return found


BY_CODE = {
    "fitting", "forced", "implied", "early", "outdone", "clue", "first", "total", "total_parity", "parity", "alike",
    "summed", "tied", "summing", "variety", "cases",
}  # fmt: skip
"""Words that only code can say: the audit samples rules with these."""

KINDS = ["latin 4", "sudoku 4", "x 4", "killer 4", "queens 5", "arrows 4", "arrow-row 4"]


# What gates say of an X or a killer they say of any sudoku: rules that ask for sums are told by code alone.
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("x 4", "killer 4")])
def test_gates_and_evaluator_find_the_same_matches(kind: str) -> None:
    compare(kind, states=1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_gates_and_evaluator_find_the_same_matches_in_many_states(kind: str) -> None:
    compare(kind, states=10)


@pytest.mark.parametrize("kind", ["keen 4", "unequal 4", "arrows 3"])
def test_gates_and_evaluator_agree_on_what_fits(kind: str) -> None:
    fitted(kind, states=1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["keen 4", "unequal 4", "adjacent 4", "towers 4", "arrows 4", "eight 3", "two-star 8"])
def test_gates_and_evaluator_agree_on_what_fits_in_many_states(kind: str) -> None:
    fitted(kind, states=10)


FITTING = """
technique fits-of-two-facts
  seen    cells p < q in open; value v in cand(p); value w in cand(q); group c in fillings({p})
          ; not fits({c}, p, v, q, w) or fits({c}, q, w)
  then    exclude(p, {v})
  because "{p}"
  holds   "nothing"
"""


def fitted(kind: str, states: int) -> None:
    """Rules that ask what fits, in random states."""
    rng, fired = Random(f"what fits {kind}"), 0
    known = [rules()[key] for key in ("clue-pair", "clue-and-cell", "clue-and-place")]
    own = [check(technique) for technique in parse_rules(FITTING)]
    for state, _ in islice(random_states(board(kind, rng), rng), states):
        for technique in (*known, *(own if len(state.masks) <= 9 else ())):
            if speaks(technique, state.puzzle):
                expected = by_reference(technique, None, state)
                assert expected == by_gates(technique, None, state), (technique.key, state)
                fired += len(expected)
    assert fired


def test_groups_that_depend_on_the_state_are_not_said_in_logic() -> None:
    [technique] = parse_rules(FITTING.replace("{c}", "fillings({p} & at(v))"))
    state, _ = next(random_states(board("keen 4", Random(1)), Random(1)))

    with pytest.raises(CannotSayInLogic, match="groups that depend on the state"):
        by_gates(check(technique), None, state)


def compare(kind: str, states: int) -> None:
    rng = Random(kind)
    own = [check(technique) for technique in parse_rules(WORDY)]
    fired = 0
    for state, _ in islice(random_states(board(kind, rng), rng), states):
        for technique in (*own, *rules().values()):
            words = {
                node.word
                for part in (*technique.seen, *technique.then)
                for node in walk(part)
                if isinstance(node, Call)
            }
            if words & BY_CODE:
                continue
            if speaks(technique, state.puzzle):
                for size in sizes_of(technique)[: 1 if states == 1 else 2]:
                    expected = by_reference(technique, size, state)
                    assert expected == by_gates(technique, size, state), (technique.key, size, state)
                    fired += len(expected)
    assert fired > 10
