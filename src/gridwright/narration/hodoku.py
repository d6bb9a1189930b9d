"""HoDoKu's library and our techniques: which of them a code is, and the line that says a step of ours.

CODES["0300"].techniques             ("x-wing",)
library_line(state, step).text       ":0300:7:…:…:721::", for the forums and programs that read such lines

The lines themselves are read and written by `genres.texts.hodoku`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..evidence.things import CellSet, OneGroup
from ..genres.texts.hodoku import NO_DIGITS, LibraryLine, ordered
from ..model import CannotSay, State
from ..model.evidence import Witness
from ..model.step import Step

__all__ = ["CODES", "Code", "library_line"]


@dataclass(frozen=True)
class Code:
    """The techniques that a code is, told as we tell them.

    `kinds`: a group of the witness must be of that kind.
    """

    techniques: tuple[str, ...]
    kinds: Mapping[str, str] = field(default_factory=dict, hash=False)

    def covers(self, state: State, witness: Witness) -> bool:
        """Are the groups of a witness of these kinds?"""
        structure = state.structure
        return all(
            structure.groups[OneGroup.of(witness, name).number].kind == kind for name, kind in self.kinds.items()
        )


CODES = {
    "0000": Code(("last-cell",)),
    "0002": Code(("hidden-single",)),
    "0003": Code(("naked-single",)),
    "0100": Code(("locked-candidates",), kinds={"g": "box"}),
    "0101": Code(("locked-candidates",), kinds={"h": "box"}),
    "0110": Code(("naked-pair",)),
    "0111": Code(("naked-triple",)),
    "0200": Code(("naked-pair",)),
    "0201": Code(("naked-triple",)),
    "0202": Code(("naked-quad",)),
    "0210": Code(("hidden-pair",)),
    "0211": Code(("hidden-triple",)),
    "0212": Code(("hidden-quad",)),
    "0300": Code(("x-wing",)),
    "0301": Code(("swordfish",)),
    "0302": Code(("jellyfish",)),
    "0310": Code(("finned-x-wing",)),
    "03101": Code(("siamese-x-wing",)),
    "0311": Code(("finned-swordfish",)),
    "03111": Code(("siamese-swordfish",)),
    "0312": Code(("finned-jellyfish",)),
    "03121": Code(("siamese-jellyfish",)),
    "0320": Code(("sashimi-x-wing",)),
    "03201": Code(("siamese-x-wing",)),
    "0321": Code(("sashimi-swordfish",)),
    "03211": Code(("siamese-swordfish",)),
    "0322": Code(("sashimi-jellyfish",)),
    "03221": Code(("siamese-jellyfish",)),
    "0330": Code(("franken-x-wing",)),
    "0331": Code(("franken-swordfish",)),
    "0332": Code(("franken-jellyfish",)),
    "0340": Code(("finned-franken-x-wing",)),
    "03401": Code(("siamese-franken-x-wing",)),
    "0341": Code(("finned-franken-swordfish",)),
    "03411": Code(("siamese-franken-swordfish",)),
    "0342": Code(("finned-franken-jellyfish",)),
    "03421": Code(("siamese-franken-jellyfish",)),
    "0350": Code(("mutant-x-wing",)),
    "0351": Code(("mutant-swordfish",)),
    "0352": Code(("mutant-jellyfish",)),
    "0360": Code(("finned-mutant-x-wing",)),
    "03601": Code(("siamese-mutant-x-wing",)),
    "0361": Code(("finned-mutant-swordfish",)),
    "03611": Code(("siamese-mutant-swordfish",)),
    "0362": Code(("finned-mutant-jellyfish",)),
    "03621": Code(("siamese-mutant-jellyfish",)),
    "0400": Code(("skyscraper",)),
    "0401": Code(("two-string-kite",)),
    "0402": Code(("empty-rectangle",)),
    "0403": Code(("turbot-fish",)),
    "0404": Code(("dual-two-string-kite", "two-value-kites")),
    "0405": Code(("dual-empty-rectangle",)),
    "0500": Code(("simple-colouring",)),
    "0501": Code(("colour-wrap",)),
    "0502": Code(("multi-colouring",)),
    "0503": Code(("multi-colouring",)),
    "0600": Code(("unique-rectangle-1",)),
    "0601": Code(("unique-rectangle-2",)),
    "0602": Code(("unique-rectangle-3",)),
    "0603": Code(("unique-rectangle-4",)),
    "0604": Code(("unique-rectangle-5",)),
    "0605": Code(("unique-rectangle-6",)),
    "0606": Code(("hidden-rectangle",)),
    "0607": Code(("avoidable-rectangle-1",)),
    "0608": Code(("avoidable-rectangle-2",)),
    "0610": Code(("bug-plus-one",)),
    "0701": Code(("x-chain",)),
    "0702": Code(("xy-chain",)),
    "0703": Code(("remote-pair", "long-remote-pair", "remote-chain")),
    "0706": Code(("continuous-loop",)),
    "0707": Code(("discontinuous-loop",)),
    "0708": Code(("aic",)),
    "0709": Code(("grouped-continuous-loop",)),
    "0710": Code(("grouped-discontinuous-loop",)),
    "0711": Code(("grouped-aic",)),
    "0800": Code(("xy-wing",)),
    "0801": Code(("xyz-wing",)),
    "0803": Code(("w-wing",)),
    "0901": Code(("als-xz", "doubly-linked-als")),
    "0902": Code(("als-xy-wing",)),
    "0903": Code(("als-chain",)),
    "0904": Code(("death-blossom",)),
    "1101": Code(("sue-de-coq",)),
}
"""Of a code with a fifth digit 1 two fish that share a base are told as one."""

_LOCKED = ("0110", "0111")


def library_line(state: State, step: Step) -> LibraryLine:
    """The line that says a step from a position; CannotSay where the library has no code for its technique.

    The digits are those that the step looks at or is about. How long a chain is, is left out.
    """
    fitting = [code for code, each in CODES.items() if step.technique in each.techniques]
    fitting = [code for code in fitting if CODES[code].covers(state, step.witness) and _told(code, state, step)]
    if not fitting:
        raise CannotSay(f"HoDoKu's library has no code for {step.technique}")
    position = LibraryLine.of(state)
    found = {(each.variable, each.value, each.true) for each in step.conclusions}
    values = {value for shape in step.witness.values() for value in shape.values} or {value for _, value, _ in found}
    return LibraryLine(
        position.givens,
        position.placed,
        position.deleted,
        code=fitting[0],
        digits="".join(str(value + 1) for value in sorted(values)) or NO_DIGITS,
        eliminations=ordered((x, value) for x, value, true in found if not true),
        placements=ordered((x, value) for x, value, true in found if true),
    )


def _told(code: str, state: State, step: Step) -> bool:
    """Of codes that are one technique here: is it this one?"""
    gone = {each.variable for each in step.conclusions}
    if "naked-subset" == step.key and len(_cells(step, "P")) < 4:
        shared = _holders(state, _cells(step, "P"))
        locked = sum(bool(gone & members) for members in shared) > 1
        return (code in _LOCKED) is locked
    if "multi-colouring" == step.key:
        return (code == "0503") is (gone <= _cells(step, "P"))
    return True


def _holders(state: State, cells: frozenset[int]) -> list[frozenset[int]]:
    """The groups that contain all of the cells."""
    return [members for members in state.structure.members if cells <= members]


def _cells(step: Step, name: str) -> frozenset[int]:
    return CellSet.of(step.witness, name).cells
