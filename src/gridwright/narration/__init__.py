"""Traces told to a person: one evidence, several voices.

    print(tell(trace, "teacher"))
    sentences(trace, "de", cells="chess")[0]

A voice is a file of words and phrases in `voices/`; its README says how to write one.
"""

from .narrator import Narrator, sentences, step_text, tell
from .voice import Voice, voice, voices

__all__ = ["Narrator", "Voice", "sentences", "step_text", "tell", "voice", "voices"]
