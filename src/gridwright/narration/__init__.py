"""Traces told to a person: one evidence, several voices.

    print(tell(trace, "teacher"))
    story(trace).paragraphs[0].steps                  the steps that a paragraph tells
    sentences(trace, "de", cells="chess")[0]          a step for itself

A voice is a file of words and phrases in `voices/`; its README says how to write one.
"""

from .narrator import Narrator, sentences, step_text
from .story import Paragraph, Story, story, tell
from .voice import Voice, voice, voices

__all__ = ["Narrator", "Paragraph", "Story", "Voice", "sentences", "step_text", "story", "tell", "voice", "voices"]
