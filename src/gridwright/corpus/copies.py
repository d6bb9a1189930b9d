"""Copies: puzzles that a symmetry of their genre makes of each other, told by the digests of their canonical forms.

forms = Forms(); forms.read(shards)     the digests of all entries, across shards
forms.is_new(digest)                    False of a copy; what is new is remembered
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from .shard import Notify, Shard, silent

_FORM = re.compile(rb'"form": ?"([0-9a-f]{24})"')


class Forms:
    """The digests that are known."""

    def __init__(self) -> None:
        self._known: set[bytes] = set()

    def __len__(self) -> int:
        return len(self._known)

    def read(
        self, shards: Iterable[Shard], digest_of: Callable[[Shard, int, bytes], str], notify: Notify = silent
    ) -> None:
        """Learn the digests of all lines; of one that lacks it, `digest_of` finds it.

        Inside a JSON text a quote has a backslash before it, so what looks like the field is the field.
        """
        for shard in shards:
            for number, line in shard.lines(notify):
                found = _FORM.search(line)
                self._known.add(bytes.fromhex(found[1].decode() if found else digest_of(shard, number, line)))

    def is_new(self, digest: str) -> bool:
        """Is it the first of its kind? From now on it is known."""
        key = bytes.fromhex(digest)
        if key in self._known:
            return False
        self._known.add(key)
        return True
