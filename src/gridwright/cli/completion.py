"""gridwright completion: print what makes a shell complete commands, options, genres and names

Section: This installation
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import click

from .command import command as make_command
from .output import Report

PROGRAM = "gridwright"


@dataclass(frozen=True)
class CompletedOption:
    """An option of a command: its spellings, what it does, and the words it takes; None where it takes none at all."""

    names: tuple[str, ...]
    help: str
    words: tuple[str, ...] | None


@dataclass(frozen=True)
class CompletedCommand:
    """A command: what it does, its options, and the words that it takes; files where there are none."""

    name: str
    summary: str
    options: tuple[CompletedOption, ...]
    words: tuple[str, ...]


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    """The words that options take, by the name of the option or argument."""
    from ..genres import genres
    from ..grading import scales
    from ..narration.voice import voices
    from ..solving import ENGINES
    from ..techniques import Catalogue

    kinds = genres()
    keys = tuple(kinds) + tuple(alias for each in kinds.values() for alias in each.aliases)
    formats = tuple(dict.fromkeys(form.key for each in kinds.values() for form in each.formats))
    known = Catalogue.standard()
    techniques = tuple(dict.fromkeys((*known, *(each.name(size) for each in known.values() for size in each.sizes))))
    variants = {name for each in kinds.values() if each.maker is not None for name in each.maker.variants}
    return {
        "genre": keys, "form": formats, "to": formats, "scale": tuple(scales()), "voice": tuple(voices()),
        "engine": tuple(ENGINES), "needs": techniques, "without": techniques, "variants": tuple(sorted(variants)),
        "genres NAMES": keys, "technique NAME": techniques, "audit NAMES": techniques, "generate GENRE": keys,
    }  # fmt: skip


def parser() -> Iterator[CompletedCommand]:
    """Every command with what can follow it, from the parser itself."""
    from . import command_named, commands

    for name, (_, summary) in commands().items():
        found = command_named(name)
        options = [each for each in found.params if isinstance(each, click.Option)]
        arguments = [each for each in found.params if isinstance(each, click.Argument)]
        yield CompletedCommand(
            name,
            summary,
            (*map(_option, options), CompletedOption(("-h", "--help"), "Show this message and exit.", None)),
            tuple(word for each in arguments for word in _words(each, f"{name} {str(each.name).upper()}"))
            or _parts(found),
        )


def _parts(command: click.Command) -> tuple[str, ...]:
    """The commands of a command, if it has any."""
    return tuple(command.list_commands(click.Context(command))) if isinstance(command, click.Group) else ()


def _option(option: click.Option) -> CompletedOption:
    words = None if option.is_flag else _words(option, str(option.name))
    return CompletedOption((*option.opts, *option.secondary_opts), option.help or "", words)


def _words(param: click.Parameter, key: str) -> tuple[str, ...]:
    if isinstance(param.type, click.Choice):
        return tuple(map(str, param.type.choices))
    return _names().get(key, ())


def bash(commands: Iterable[CompletedCommand]) -> str:
    """A function for bash's `complete`."""
    cases, values = [], []
    for each in commands:
        flags = " ".join(name for option in each.options for name in option.names)
        cases.append(f"        {each.name}) options={shlex.quote(flags)}; words={shlex.quote(' '.join(each.words))} ;;")
        for option in each.options:
            if option.words is not None:
                pattern = "|".join(f"{each.name}:{name}" for name in option.names)
                values.append(f"        {pattern}) words={shlex.quote(' '.join(option.words))}; options= ;;")
    names = " ".join(each.partition(")")[0].strip() for each in cases)
    return "\n".join((
        f"_{PROGRAM}() {{",
        '    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" options= words=',
        "    if [ \"$COMP_CWORD\" -eq 1 ]; then",
        f"        COMPREPLY=($(compgen -W {shlex.quote(names + ' --help --version')} -- \"$cur\")); return",
        "    fi",
        '    case "${COMP_WORDS[1]}" in',
        *cases,
        "    esac",
        '    case "${COMP_WORDS[1]}:$prev" in',
        *values,
        "    esac",
        '    if [ "${cur#-}" != "$cur" ]; then words="$options"; fi',
        '    COMPREPLY=($(compgen -W "$words" -- "$cur"))',
        "}",
        f"complete -o default -F _{PROGRAM} {PROGRAM}",
    ))  # fmt: skip


def zsh(commands: Iterable[CompletedCommand]) -> str:
    """A completion function for zsh."""
    described, cases = [], []
    for each in commands:
        described.append(f"        {shlex.quote(f'{each.name}:{each.summary}')}")
        specs = []
        for option in each.options:
            told = option.help.translate(str.maketrans("[]:", "(),"))
            values = (
                ""
                if option.words is None
                else f":value:({' '.join(option.words)})"
                if option.words
                else ":value:_files"
            )
            specs += [shlex.quote(f"{name}[{told}]{values}") for name in option.names]
        specs.append(shlex.quote(f"*:name:({' '.join(each.words)})" if each.words else "*:puzzle:_files"))
        cases.append(f"        {each.name}) _arguments {' '.join(specs)} ;;")
    return "\n".join((
        f"#compdef {PROGRAM}",
        f"_{PROGRAM}() {{",
        "    local -a commands=(",
        *described,
        "    )",
        "    if (( CURRENT == 2 )); then _describe command commands; return; fi",
        "    (( CURRENT-- )); shift words",
        '    case "$words[1]" in',
        *cases,
        "    esac",
        "}",
        f'if [ "$funcstack[1]" = _{PROGRAM} ]; then _{PROGRAM} "$@"; else compdef _{PROGRAM} {PROGRAM}; fi',
    ))  # fmt: skip


def fish(commands: Iterable[CompletedCommand]) -> str:
    """Lines of `complete` for fish."""
    lines = []
    for each in commands:
        lines.append(f"complete -c {PROGRAM} -n __fish_use_subcommand -f -a {each.name} -d {_fish(each.summary)}")
        here = f"complete -c {PROGRAM} -n '__fish_seen_subcommand_from {each.name}'"
        for option in each.options:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
            words = "" if option.words is None else f" -x -a {_fish(' '.join(option.words))}" if option.words else " -r"
            lines.append(f"{here} {names}{words} -d {_fish(option.help)}")
        if each.words:
            lines.append(f"{here} -f -a {_fish(' '.join(each.words))}")
    return "\n".join(lines)


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS: Mapping[str, Callable[[Iterable[CompletedCommand]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


@make_command(
    "completion",
    "Print what makes a shell complete commands, options, genres, formats, scales, voices and techniques.\n\n"
    "Write it to where your shell looks, and open a new one: for bash "
    f"~/.local/share/bash-completion/completions/{PROGRAM}, for zsh a file _{PROGRAM} in a folder of $fpath, for fish "
    f"~/.config/fish/completions/{PROGRAM}.fish. After an update of gridwright do it again.",
    tuple(f"{PROGRAM} completion {shell}" for shell in SHELLS),
)
@click.argument("shell", type=click.Choice([*SHELLS]))
def command(shell: str) -> int:
    report = Report()
    report.line(SHELLS[shell](parser()))
    return report.code
