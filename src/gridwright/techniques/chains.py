"""Chains by what people call them. All run along one graph of strong and weak links (`_links`), so each is told, drawn
and checked the same way; they differ in which links they use and in what they say."""

from __future__ import annotations

from ._chains import ChainKind, Chains

ENDS = "if the first is false the last is true, link by link, so one of both is, and what neither lets stand goes"
LOOP = "strong and weak links in turn lead back to where they began, so of every two neighbours exactly one is true"
CELL = "strong and weak links in turn lead from a cell back to it, so whatever contradicts both ends goes"
GROUPED = ChainKind(sets=True, grouped=True)
ALMOST = ChainKind(groups=False, sets=True, grouped=True, shape="sets")

TECHNIQUES = (
    Chains.of(
        "turbot-fish",
        ChainKind(cells=False, one_value=True, most=4),
        "one end of two strong links is true, whichever way: {C}",
        ENDS,
    ),
    Chains.of("x-chain", ChainKind(cells=False, one_value=True), "one end of the chain is true: {C}", ENDS),
    Chains.of(
        "grouped-x-chain",
        ChainKind(cells=False, one_value=True, grouped=True),
        "one end of the chain is true: {C}",
        ENDS,
    ),
    Chains.of("xy-chain", ChainKind(groups=False, fewest=6), "one end of the chain of cells is true: {C}", ENDS),
    Chains.of("aic", ChainKind(), "one end of the chain is true: {C}", ENDS),
    Chains.of("continuous-loop", ChainKind(shape="loop"), "the chain closes to a loop: {C}", LOOP),
    Chains.of("discontinuous-loop", ChainKind(shape="cell"), "the chain leads back to {p}: {C}", CELL),
    Chains.of("grouped-aic", GROUPED, "one end of the chain is true: {C}", ENDS),
    Chains.of("grouped-continuous-loop", GROUPED._replace(shape="loop"), "the chain closes to a loop: {C}", LOOP),
    Chains.of("grouped-discontinuous-loop", GROUPED._replace(shape="cell"), "the chain leads back to {p}: {C}", CELL),
    Chains.of(
        "als-xz",
        ALMOST._replace(most=4),
        "two almost locked sets cannot both lose what they share: {C}",
        ENDS,
    ),
    Chains.of(
        "doubly-linked-als",
        ALMOST._replace(shape="loop", most=4),
        "two almost locked sets are linked twice, so both are locked: {C}",
        LOOP,
    ),
    Chains.of(
        "als-xy-wing",
        ALMOST._replace(fewest=6, most=6),
        "three almost locked sets cannot all lose what the outer ones share: {C}",
        ENDS,
    ),
    Chains.of(
        "als-chain",
        ALMOST._replace(fewest=8),
        "along a chain of almost locked sets one keeps what its ends share: {C}",
        ENDS,
    ),
)
