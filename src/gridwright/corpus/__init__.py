"""Puzzles that are kept: a folder of shards with one entry a line. docs/corpus.md says what can be relied on.

Corpus("pool")                      iterable, with a length
corpus.add(puzzles)                 copies, however disguised, are left out
corpus.grade("standard", "sgt")     fill in what is missing
corpus.query("select genre, count(*) from puzzles group by genre")
"""

from ..documents.entry import Entry, Provenance
from .corpus import Added, Adding, Corpus, entry_from
from .shard import Busy, Shard

__all__ = ["Added", "Adding", "Busy", "Corpus", "Entry", "Provenance", "Shard", "entry_from"]
