"""Types of arguments that are names, so that shells can complete them: `click.option("--genre", type=GENRE)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from click.types import StringParamType

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem


class Name(StringParamType):
    """Any text; a shell offers those of the `words` that begin with what is typed."""

    def __init__(self, name: str, words: Callable[[], Iterable[str]]) -> None:
        self.name, self.words = name, words

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The words that fit, each once."""
        from click.shell_completion import CompletionItem  # only shells ask, and every start would pay for it

        return [CompletionItem(word) for word in dict.fromkeys(self.words()) if word.startswith(incomplete)]


class Text(StringParamType):
    """Any text, or a file that a shell completes."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Whatever file the shell finds."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


def _genres() -> Iterable[str]:
    from ..genres import genres

    known = genres()
    return (*known, *(alias for genre in known.values() for alias in genre.aliases))


def _formats() -> Iterable[str]:
    from ..genres import genres

    return (form.key for genre in genres().values() for form in genre.formats)


def _variants() -> Iterable[str]:
    from ..genres import genres

    makers = (genre.maker for genre in genres().values())
    return sorted({name for maker in makers if maker is not None for name in maker.variants})


def _scales() -> Iterable[str]:
    from ..grading import scales

    return scales()


def _voices() -> Iterable[str]:
    from ..narration.voice import voices

    return voices()


def _engines() -> Iterable[str]:
    from ..solving import ENGINES

    return ENGINES


def _techniques() -> Iterable[str]:
    from ..techniques import Catalogue

    known = Catalogue.standard()
    return (*known, *(technique.name(size) for technique in known.values() for size in technique.sizes))


GENRE = Name("genre", _genres)
FORMAT = Name("format", _formats)
VARIANT = Name("variant", _variants)
SCALE = Name("scale", _scales)
VOICE = Name("voice", _voices)
ENGINE = Name("engine", _engines)
TECHNIQUE = Name("technique", _techniques)
PUZZLE = Text()
