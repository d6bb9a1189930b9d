"""Objects as plain JSON data and back, field by field, with the place of every mistake.

    Codec          how one value is written and read: a fact, a number, a list of something
    Field          an entry of a record: its name, its codec and what it means
    Record         the fields of a type, declared once: they write it, read it strictly, and are its documentation
    Record.of      the record of a dataclass, whose annotations say the codecs
    Versioned      a record that names its schema and version

Documents, the records of `discovery` and the answers of the server are declared with these.
"""

from .codec import (
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    Codec,
    built,
    by_name,
    listed,
    one_of,
    optional,
    pairs,
    row,
    spelled,
)  # fmt: skip
from .record import REQUIRED, Field, Record, Versioned, codec_of, plainly, row_of

__all__ = [
    "FLAG",
    "NUMBER",
    "REQUIRED",
    "TEXT",
    "WHOLE",
    "Codec",
    "Field",
    "Record",
    "Versioned",
    "built",
    "by_name",
    "codec_of",
    "listed",
    "one_of",
    "optional",
    "pairs",
    "plainly",
    "row",
    "row_of",
    "spelled",
]
