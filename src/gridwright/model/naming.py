"""Nouns of groups: what people call a run of cells, the light on a cell, a white pearl."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Name(NamedTuple):
    """The nouns of a kind of group, in English and German.

    `Name("run", "the run from {cell}", ("das Stück", "im Stück", "des Stücks"), "ab {cell}")`
    """

    kind: str
    en: str
    de: tuple[str, ...]
    """In three cases: "das Stück", "im Stück", "des Stücks"; the accusative follows where it differs."""
    at: str = ""
    """The rest of the German noun, the same in all cases: "ab {cell}"."""
    way: str = ""
    """The way of the groups that are called so, if the kind has several names."""
    en_many: str = ""
    de_many: tuple[str, ...] = ()

    def entries(self) -> Mapping[str, Mapping[str, object]]:
        """Return the entry of a voice's `groups` table for each language."""
        about = {"kind": self.kind} | ({"way": self.way} if self.way else {})
        english: dict[str, object] = {**about, "one": self.en}
        if self.en_many:
            english["many"] = self.en_many
        german: dict[str, object] = {**about, "one": self._cases(self.de)}
        if self.de_many:
            german["many"] = dict(self._cases(self.de_many))
        return {"en": english, "de": german}

    def _cases(self, forms: tuple[str, ...]) -> Mapping[str, str]:
        texts = (f"{form} {self.at}" if self.at else form for form in forms)
        return dict(zip(("", "in", "von", "acc"), texts, strict=False))
