"""What the server says where it has no answer, in the language of the voice that was asked for.

    said("lost", "de")      "der Prozess, der daran gearbeitet hat, ist verloren gegangen; frage noch einmal"

What is wrong with a puzzle is said in English by whoever reads it; other languages put some words in front.
"""

from __future__ import annotations

from typing import Any

ENGLISH = {
    "busy": "too much is being done at once; try again in a moment",
    "slow": "this takes more than {seconds:g} s, which is as long as a request may take",
    "stopped": "this takes too long: {error}",
    "lost": "the process that worked on this was lost; ask again",
    "deep": "this puzzle is too deep to be read",
    "memory": "this puzzle takes too much memory",
    "bug": "this is a bug in gridwright; the server's terminal shows where",
    "none": "no puzzle: {error}",
    "error": "{error}",
}
OTHERS = {
    "de": {
        "busy": "es ist gerade zu viel auf einmal zu tun; versuche es gleich noch einmal",
        "slow": "das dauert länger als {seconds:g} s, und länger darf eine Anfrage nicht dauern",
        "stopped": "das dauert zu lange (auf Englisch: {error})",
        "lost": "der Prozess, der daran gearbeitet hat, ist verloren gegangen; frage noch einmal",
        "deep": "dieses Rätsel ist zu tief verschachtelt",
        "memory": "dieses Rätsel braucht zu viel Speicher",
        "bug": "das ist ein Fehler in Gridwright; wo, zeigt das Terminal des Servers",
        "none": "kein Rätsel gefunden (auf Englisch: {error})",
        "error": "so lässt es sich nicht lesen oder tun (auf Englisch: {error})",
    }
}
"""By the key of the voice that speaks the language."""


def said(key: str, voice: str | None, **holes: Any) -> str:
    """A sentence, without a full stop."""
    return OTHERS.get(voice or "", ENGLISH)[key].format(**holes)
