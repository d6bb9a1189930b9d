"""Copies: puzzles that a symmetry of their genre makes of each other, told by the digests of their canonical forms.

forms = Forms(); forms.read(shards)     the digests of all entries, across shards
forms.is_new(digest)                    False of a copy; what is new is remembered
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from .shard import Notify, Shard, silent

_FORM = re.compile(rb'"form": ?"([0-9a-f]{24})"')


def form_in(line: bytes) -> bytes | None:
    """The digest that a line has; inside a JSON text a quote has a backslash before it, so the field is the field."""
    found = _FORM.search(line)
    return bytes.fromhex(found[1].decode()) if found else None


class Forms:
    """The digests that are known."""

    def __init__(self) -> None:
        self._known: set[bytes] = set()

    def __len__(self) -> int:
        return len(self._known)

    def read(
        self, shards: Iterable[Shard], digest_of: Callable[[Shard, int, bytes], str], notify: Notify = silent
    ) -> None:
        """Learn the digests of all lines; of one that lacks it, `digest_of` finds it."""
        for shard in shards:
            for number, line in shard.lines(notify):
                self._known.add(form_in(line) or bytes.fromhex(digest_of(shard, number, line)))

    def is_new(self, digest: str) -> bool:
        """Is it the first of its kind? From now on it is known."""
        key = bytes.fromhex(digest)
        if key in self._known:
            return False
        self._known.add(key)
        return True
