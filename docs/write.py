"""Writes what the docs say from what the code declares: genre table, format page, command reference, tiers, pictures.

Run `make docs` after a change; a test holds that nothing is stale.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import indent

from bench.discoveries import DISCOVERIES
from gridwright.cli import reference
from gridwright.conversion.canonical_form import form_digest
from gridwright.documents import KINDS, REPORTS, record_of, schema, to_dict
from gridwright.documents.entry import Entry, Provenance
from gridwright.documents.puzzles import ABOUT, BOARD
from gridwright.drawing import draw_step, svg, svg_of, text
from gridwright.generation import Recipe, generate_many
from gridwright.genres import genres, parse
from gridwright.grading import grade, scale
from gridwright.json_codec import REQUIRED, Field
from gridwright.model import CannotSay, Genre, State, Structure
from gridwright.model.drawing import Highlight
from gridwright.model.step import Step
from gridwright.narration import sentences, tell
from gridwright.playing.marks import position
from gridwright.reasons import explain, hint
from gridwright.server.responses import typescript
from gridwright.solving.deduce import deduce
from gridwright.techniques import Catalogue

ROOT = Path(__file__).resolve().parent.parent


def genre_table() -> str:
    rows = ["| genre | also called | sizes | formats |", "| --- | --- | --- | --- |"]
    for genre in genres().values():
        formats = ", ".join(form.key for form in genre.formats)
        rows.append(f"| `{genre.key}` {genre.title} | {', '.join(genre.aliases)} | {genre.sizes} | {formats} |")
    return "\n".join(rows)


INPUT = """## What people have
A text is read in this order, and the first reading that succeeds counts:

1. As it stands, by the formats of its genre, or by those of all genres that know it beyond doubt.
2. Texts that are no puzzle here are named: links of puzz.link of genres that we lack, of penpa-edit and to puzzles
   that are kept elsewhere, random seeds (`3x3#123`) and solutions (`S1234…`) of sgt-puzzles.
3. Copied out (`formats/transcript.py`, the one place that is lenient), by the same formats again: frames and borders of
   any drawing characters; fields between commas, semicolons or tabs; lists in lists, as JSON or as Python prints them;
   rows on one line with spaces or slashes between them; numbers above 9 in words (10 is `A`); spaces where cells stand
   in columns; the page addresses and saved games of sgt-puzzles.

Blanks on a board of numbers are any of `. 0 X x * _ - ?`, an empty field, `None` and `null`. What is a value of the
genre stays one: 0 is a number of Arrows, `x` and `*` are marks of Star Battle.

What cannot be read ends in one error: that of the copy if the text was plainly drawn or parted, else that of the format
that recognises the text, that resembles it or that has its shape; else it says which genres there are to name. Every
error names the place in the text that came in.

Some texts say more than a puzzle: links of f-puzzles with values that are not given, `hodoku` and `sudokuwiki`. What a
player has written there is the position from which `hint`, `explain`, `check` and `marks` go on; `convert --to` writes
positions in the last two (with `--marks`, or of a text that says one), and `hint --library` steps as lines of HoDoKu's
library.

From Python, `gw.parse` also takes rows as they are: `gw.parse([[5, 3, 0, …], …])`, `gw.parse(["53..7....", …])`."""


def format_page() -> str:
    lines = [
        "# Text forms",
        "",
        "Read strictly, written canonically. `--format KEY` names one; without it it is guessed where there is no",
        "doubt. A puzzle's canonical text is the first one-line form of its genre that has words for it.",
        "",
        *INPUT.splitlines(),
        "",
        "## Places and facts",
        "A fact is a place, `=` (it takes the value) or `-` (it does not), and the value's symbol: `r3c5=7`, `r3c5-7`.",
        "`r3c5` is the cell in row 3 and column 5, counted from the top left. `r3c5s` is the border below it, `r3c5se`",
        "the corner at its lower right, by the letters of the compass; any cell that touches will do, so `r4c5n` is",
        "`r3c5s`. `r3c5:r3c6` is the step from one cell to the next, and `r1c1:r1c5` what spans two cells far apart.",
    ]
    for genre in genres().values():
        lines += ["", f"## {genre.title}"]
        for form in genre.formats:
            about = (getattr(form, "about", "") or type(form).__doc__ or form.title).strip().splitlines()[0]
            lines += ["", f"### `{form.key}`: {form.title}", about]
            for example in _examples(genre, form.key):
                lines += ["```", example, "```"]
    return "\n".join(lines) + "\n"


def _examples(genre: Genre, key: str) -> Iterator[str]:
    """An example of a format; of JSON one for every kind of clue."""
    shown: set[str] | None = None
    for example in genre.examples:
        puzzle = parse(example.text, genre=genre)
        clues = {kind for kind, value in puzzle.clues.items() if value != genre.clue_kind(kind).default}
        if shown is not None and (clues <= shown or not key.endswith("-json")):
            continue
        try:
            yield puzzle.text(key)
        except CannotSay:
            continue
        shown = (shown or set()) | clues


DOCUMENTS = """# Documents

Whatever a command prints with `--json`, and whatever `gw.to_dict` gives, is a document: one JSON object, a line each on
the command line, with its kind and version in `schema`. `gw.from_dict` reads it back, equal to what it was made of.
Reading is strict: a wrong, missing or unknown field is an error that names its place, such as
`steps[3].conclusions[0]: expected a fact such as r3c5=7 or r3c5-7, found 'x'`.
Other programs have the same as JSON Schema: `gridwright.documents.json_schema(kind)`.

Every command takes documents wherever it takes puzzles (argument, file, `.gz` file or `-`), so that
`gridwright generate sudoku --json | gridwright grade -` works; `hint`, `explain`, `marks`, `cages`, `check` and `show`
begin at the position of one that has a position. A bad line prints an `error` report in its place.

Facts are written `r3c5=7` and `r3c5-7`, cells and groups by their names, values by their symbols, a filled board flat
and row by row. Fields that are marked with … are left out where they say nothing; notes are said for people or follow
from the rest, and are checked but not kept. A version goes up when a field changes its meaning or goes away.
"""
EXAMPLE = "1...3..4..2....1"


def document_page() -> str:
    """The kinds of document with their fields, and an example of each."""
    lines = [DOCUMENTS, "Documents about a puzzle begin with", "", *_fields(ABOUT.fields), ""]
    lines += ["A puzzle that no text has words for is an object instead, its board:", "", *_fields(BOARD.fields)]
    for key, kind in KINDS.items():
        lines += ["", f"## `{schema(key)}`", f"`{kind.type}`: {kind.meaning}."]
        own = [*_fields(record_of(key).fields)]
        lines += ["", *own] if own else []
        lines += ["```json", json.dumps(_document(key), ensure_ascii=False), "```"]
    lines += ["", "## Reports", "What else commands print. No type holds it; where it names a puzzle, that is read."]
    lines.append(", ".join(f"`{schema(kind)}`" for kind in REPORTS) + ".")
    return "\n".join(lines) + "\n"


def _fields(fields: Iterable[Field]) -> Iterator[str]:
    yield from ("| field | what it holds | what it means |", "| --- | --- | --- |")
    yield from _rows(fields, "")


def _rows(fields: Iterable[Field], before: str) -> Iterator[str]:
    for field in fields:
        sign = " …" if field.default is not REQUIRED else " (note)" if field.note else ""
        yield f"| `{before}{field.name}`{sign} | {field.codec.what} | {field.meaning} |"
        if field.codec.inner is not None:
            yield from _rows(field.codec.inner.fields, f"{before}{field.name}.")


def _document(kind: str) -> dict[str, object]:
    puzzle = parse(EXAMPLE, genre="sudoku")
    recipe = Recipe("sudoku", size=4, seed="tuesday")
    if kind == "trace":
        whole = to_dict(explain(puzzle), texts=sentences(explain(puzzle)))
        return {**whole, "steps": whole["steps"][:2]}
    examples = {
        "puzzle": lambda: to_dict(puzzle),
        "position": lambda: to_dict(position(puzzle, "r1c2=4 r4c2-2")),
        "answer": lambda: {**to_dict(puzzle.solve(), puzzle), "seconds": 0.000041},
        "step": lambda: to_dict(explain(puzzle).steps[0], puzzle),
        "grade": lambda: to_dict(grade(puzzle), puzzle),
        "hint": lambda: to_dict(hint(position(puzzle))),
        "recipe": lambda: to_dict(recipe),
        "generated": lambda: to_dict(next(generate_many(recipe))),
        "entry": lambda: to_dict(
            Entry(puzzle, puzzle.solve().solutions[0], (grade(puzzle),), form_digest(puzzle), Provenance("list.txt", 7))
        ),
    }
    return examples[kind]()


def boards() -> str:
    """Three boards side by side."""
    wanted = [("sudoku", "cages"), ("star-battle", "regions"), ("sudoku", "regions")]
    parts = []
    for i, (key, clue) in enumerate(wanted):
        unique = [parse(example.text, genre=key) for example in genres()[key].examples if example.solutions == 1]
        fitting = [puzzle for puzzle in unique if clue in puzzle.clues]
        puzzle = max(fitting, key=lambda p: len(p.grid))
        solution = puzzle.solve().solutions[0] if key == "star-battle" else None
        picture = svg(puzzle, solution)
        parts.append(
            re.sub(r"<svg\b([^>]*?) width=\"[^\"]*\" height=\"[^\"]*\"", r"<svg\1", picture, count=1).replace(
                "<svg", f'<svg x="{i * 320}" y="0" width="300" height="300"', 1
            )
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 940 300" width="940" height="300">\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def step() -> str:
    """One explained step: what was seen, what follows, drawn on the pencil marks of that moment."""
    puzzle = parse(genres()["sudoku"].examples[0].text, genre="sudoku")
    trace = explain(puzzle)
    number, told = next((i, step) for i, step in enumerate(trace.steps) if step.technique == "skyscraper")
    state = list(trace.positions())[number]
    return svg_of(draw_step(state, told, caption=sentences(trace)[number]))


DISCOVERED = {
    "m-wing": ("sudoku", ".4..2...1.6.8.1......3....8..9.4.......1...96.1.....7.3...8.7....1...3.5.872....."),
    "s-wing": ("sudoku", ".2.....89.4....7.29........2...6...75.67...2.....413.....458....5...26......9.8.."),
    "h-wing": ("sudoku", ".68...9.....4......7....18..8....7.3....4...19.4.3.6..2.6....15...5.9.7......82.."),
    "l-wing": ("sudoku", ".89...4.....5.82....59.3..13.6...82.12....3....8.....6...46....6....79...7...9..3"),
    "clue-pair": (
        "unequal",
        "6:0R,0,0R,0D,0L,0,0U,0,0L,0,0,0U,0U,0,0,0,0R,0,0U,0,0,0U,0R,0,0U,0,0,0L,0L,0D,0,0,0,0,0,0,",
    ),
    "clue-pair-keen": ("keen", "6:a_ca3_3a_3a5_b_5a_4b_3a_3aa,a5m108m30s1a9m15a9d3d2s1d2s4m18s1a6"),
    "clue-pair-towers": ("towers", "6://3//2/3////4///3///4/2//////3/2,m3i3_1i2a"),
    "clue-pair-arrows": ("arrows", "→←↓←→↓4/↑↑↑↓↑←/↓→3→↓↓←/↓→2↑↑→←/→↓→↑↓↓/↑←↓↑↓↑"),
    "clue-and-cell": ("unequal", "6:0,0R,0,0R,0,0,3U,0,5,0,0,0,0,0L,0,0U,1,6,6,0,0L,2,0,0,0,0R,0,0,0,0U,0,0,0,0,0L,3,"),
    "clue-and-place": ("keen", "6:__a_3a_aaca_aa_a4ba_8ab__b_b,a7s3m12d2s3a6m144m600s1m90s3d3a13a7"),
}
"""Pictures of docs/discoveries.md: a puzzle in which a technique that was mined gives a step."""


def discovered_step(technique: str, genre: str, text: str) -> str:
    """The first step of a technique where no other pattern gives one, drawn."""
    puzzle, known = parse(text, genre=genre), Catalogue.standard()
    ladder = [
        rung for rung in scale().ladder(puzzle) if not (each := known[rung[0]]).follows_links | each.follows_others
    ]
    mined = [known.rung(key) for key in DISCOVERIES if known[key].speaks(puzzle)]
    trace = deduce(puzzle, dict.fromkeys([*ladder, *mined]))
    number, told = next((i, step) for i, step in enumerate(trace.steps) if step.technique == technique)
    return svg_of(draw_step(list(trace.positions())[number], told, caption=sentences(trace)[number]))


CHAINED = {
    "chain-keen": ("aic", "keen", "6:_bb__a__aa_aa_a_aab_a_a__aa_a_9aa,_120_90_3_4_7_6_8_1_5_2_14_2_2_3_7"),
    "chain-unequal": (
        "aic",
        "unequal",
        "6:0,0,0,0,0D,0,0U,0,0,0D,0RL,0,0,0,0,0L,0R,0,0D,0,0D,0U,0,0,0R,0,0,0,0,0,0R,0,0U,0R,0U,0,",
    ),
    "chain-towers": ("aic", "towers", "6:4/2/3/3////3//3//4///4//2////2/3/4/,p2s"),
    "chain-stars": (
        "turbot-fish",
        "star-battle",
        "1:AABBCCCC/AAABCCCC/ADAEECCC/DDDDDDDC/DDDDDDDC/DFDFDDGG/HFFFFGGG/HHFFFGGG",
    ),
    "chain-loop": (
        "continuous-loop",
        "sudoku",
        ".12..89..8......2..3.............39.1...3...5...2.4.1....86.4..2..3..7....4.5...6",
    ),
    "chain-als": (
        "als-xz",
        "sudoku",
        ".12..89..8......2..3.............39.1...3...5...2.4.1....86.4..2..3..7....4.5...6",
    ),
}
"""Pictures of docs/chains.md."""


def chained_step(technique: str, genre: str, text: str) -> str:
    """The step of a technique that the puzzle needs, drawn; or else one that is open on the way."""
    trace = explain(parse(text, genre=genre))
    needed = [state for state, step in zip(trace.positions(), trace.steps, strict=False) if step.technique == technique]
    for state in needed or trace.positions():
        found = hint(state, first=technique)
        if found.step is not None and found.step.technique == technique:
            return svg_of(draw_step(state, found.step, caption=found.do))
    raise ValueError(f"{text} has no step of {technique}")


HARD_KEEN = "6:aa_9a__a_6a__a3_baa_b__b_a4,d2m8d3a7m6m40s1a8s3d2s1s2a9a5s1m36"
SGT_TIERS = (
    "The scale `sgt` gives the tiers of Simon Tatham's Portable Puzzle Collection: each tier runs from scratch with "
    "its own techniques, and the lowest that finishes is the grade. What is new in a tier (`gridwright technique "
    "NAME` shows a technique):"
)
SUMS = (
    "On the scale `standard`, people's arithmetic comes in as well: what cages leave of the total of the lines around "
    "them, inside (`innies`) or outside (`outies`), and whether that is odd or even (`parity`). A product or a "
    "difference counts where every way to fill it adds up to the same, or to odd or even numbers alone. Killers have "
    "these too. First steps of each:"
)
SUMMED = {
    "innies": ("keen", "4:__a_5aca3_a_,a7m3s1s2d2a9m4"),
    "outies": ("keen", "4:__a_5aca3_a_,a7m3s1s2d2a9m4"),
    "parity": ("keen", "4:_b_a_3a4_a__a,d2m6s2a9s2d2m4"),
    "two-line-innies": (
        "sudoku",
        "2x3ka:zj,_a_a_a_aa_a__b_aaab____a_____aaa__a__aaa,7_7a9_9b11b8c13b10_5a7c4b9a11_9a7c",
    ),
}
TIERS = {
    "keen": "Keen",
    "unequal": "Unequal",
    "towers": "Towers",
    "sudoku": "Solo",
    "takuzu": "Unruly",
    "slitherlink": "Loopy",
    "akari": "Light Up",
    "tents": "Tents",
    "hitori": "Singles",
    "kurodoko": "Range",
}
MADE_BY_TIERS = ("takuzu", "tents", "hitori")
"""Genres of which the collection makes no puzzle that its tiers do not finish."""
LIGHTS = (
    "Unruly is takuzu: no three alike from pairs and gaps, then counts of both values and lines that would be the "
    "same, then the last of a value, which has to go where three would be alike without it. Light Up is akari: its "
    "Tricky tier has what the collection calls set discounting. Of some cells one has to hold a lamp, those from "
    "which a cell can still be lit (`dark-cell`) or enough of those beside a number (`short-clue`); a lamp that rules"
    " all of them out is wrong, be it by its light or by satisfying another number (`-by-clue`). What is left to "
    "recursion there is Hard; on the scale `standard`, numbers that share places and chains of clues finish most of "
    "these. Tents has pairs of trees and tents and every way to place the tents of one line in Easy, and in Tricky "
    "what such ways, or the two places that a tree has left, rule out beside them. All 614, 327 and 296 shared "
    "puzzles have their makers' tiers."
)
KILLERS = (
    "The collection tries what it knows of cages between boxes and lines, in every tier alike: what is placed "
    "leaves its cage (`cage-repeat`); the last open cell of a cage, or of a line without the cages that lie inside "
    "it, takes what is left (`sum-single`); no cell is so low or so high that the others could not make up for it "
    "(`sum-bounds`); and two to four cells hold one of the sets of numbers that make their sum (`sum-sets`). What a "
    "line leaves is a sum of its own; where it lies inside one cage, it cuts the cage in two, and either part may "
    "lie inside another line. Much of what people see is not in it: cells of a cut cage no longer keep each other's "
    "numbers away, sums that overlap are not taken from each other, and on boards of fewer than nine rows a set "
    "with numbers that the board does not have is never refuted. To be as weak, the scale sees cages as mere sums "
    "(`loose` in `sgt.toml`), so that placing a number clears nothing but its lines. The collection has a second "
    "scale for all this; killers that it makes have the same tier on it, and ours gives the sudoku's alone."
)


def tiers_page() -> str:
    """The ladders of the scale sgt, and a Hard board explained."""
    lines = [
        "# Keen and its family: tiers and a walkthrough",
        "",
        SGT_TIERS,
        "",
        "| game | tier | techniques beside those of the tier below |",
        "| --- | --- | --- |",
    ]
    for boards in scale("sgt").boards:
        game = f"{'Killer ' * bool(boards.loose)}{TIERS[boards.genres[0]]}"
        known = Catalogue.standard()
        sizes = [{key: {n for own, n in tier.ladder if own == key} for key, _ in tier.ladder} for tier in boards.tiers]
        split = {key for tier in sizes for key, own in tier.items() if own < {*known[key].sizes}}
        below: set[str] = set()
        for tier in boards.tiers:
            own = list(dict.fromkeys(known.name(rung) if rung[0] in split else rung[0] for rung in tier.ladder))
            new = ", ".join(f"`{key}`" for key in own if key not in below)
            gone = ", ".join(f"`{key}`" for key in sorted(below - set(own)))
            lines.append(f"| {game} | {tier.name} | {new}{f'; without {gone}' * bool(gone)} |")
            below = set(own)
        if boards.genres[0] not in MADE_BY_TIERS:
            lines.append(f"| {game} | {boards.beyond or scale('sgt').beyond} | search |")
    lines += [
        "",
        "## Unruly, Light Up and Tents",
        "",
        LIGHTS,
        "",
        "## Killers",
        "",
        KILLERS,
        "",
        "## Sums, odd and even",
        "",
        SUMS,
        "",
    ]
    for name, (genre, text) in SUMMED.items():
        [told] = sentences(deduce(parse(text, genre=genre), [Catalogue.standard().rung(name)], limit=1))
        lines.append(f"- `{name}`, on `{text}`: {told}")
    puzzle = parse(HARD_KEEN, genre="keen")
    graded = grade(puzzle, "sgt")
    lines += [
        "",
        f"## A Keen of six rows, {graded.tier}",
        "",
        f"`gridwright explain --genre keen --voice teacher '{HARD_KEEN}'`",
        "",
        "```",
        puzzle.text("cages").rstrip(),
        "```",
        "",
        tell(explain(puzzle), "teacher"),
    ]
    return "\n".join(lines).rstrip() + "\n"


STORY = "←↑↑→↑→/↑←↓←→←/←↓↑→→↑/←↓→↓↓↓/→↓↓→↑→/↑→→←↑→"
ARROWS_INTRO = """# Arrows: techniques, k, and a walkthrough

The scale `standard` gives Arrows the tiers k=0 to k=3: k=0 needs techniques alone, k a contradiction of k lines. A
contradiction supposes one candidate, applies at most k techniques one at a time (not k rounds of everything), and ends
at a cell without a candidate, or at an arrow that sees too much or can no longer see enough; cells with the fewest
candidates are supposed first. The lines are kept and told: suppose …, then …, but then … Inside, every technique of k=0
may be used but those that say the same of every position.

## What published boards need

41 published boards (`arrows/published.jsonl.gz` of the shared data; `gridwright grade --genre arrows`), by the label
that they were published with. Three of them have several solutions and no grade.

| label | k=0 | k=1 | k=2 | k=3 | several solutions |
| --- | --- | --- | --- | --- | --- |
| Easy | 4 | | | | 1 |
| Normal | 8 | | | | 1 |
| Hard | 1 | 13 | | | |
| Devious | | 8 | 3 | 1 | 1 |
"""
ARROW_TIERS = """
## The techniques of k=0, simplest first

`gridwright technique NAME` shows one. `line-census`, which counts a whole line at once, is for machines and in no tier.
"""


def arrows_page() -> str:
    """What k means, the techniques in their order, and a board of six rows explained, with pictures in text."""
    puzzle = parse(STORY, genre="arrows")
    trace, structure = explain(puzzle), puzzle.structure
    own = list(dict.fromkeys(key for key, _ in scale().tiers(puzzle)[0].ladder))
    lines = [
        ARROWS_INTRO.strip(),
        ARROW_TIERS,
        ", ".join(f"`{key}`" for key in own) + ".",
        "",
        f"## A board of six rows, {grade(puzzle).tier}",
        "",
        f"`gridwright explain --genre arrows '{STORY}'`",
        "",
        "In the pictures, brackets are around what a step changes, parentheses around the arrows that it speaks of and",
        "what they see.",
        "",
        picture(trace.start, ()),
    ]
    drawn: set[str] = {"edge-zero", "never-zero", "reach", "naked-single"}
    states, told = list(trace.positions()), tell(trace, "teacher").splitlines()
    lines += ["", told[0]]
    for line in told[1:-1]:
        numbers = line.partition(".")[0].split("-")
        last = int(numbers[-1]) - 1
        state, step = states[last], trace.steps[last]
        if len(numbers) == 1 and step.technique not in drawn:
            drawn.add(step.technique)
            lines += ["", picture(state, (Highlight(tuple(sorted(seen_by(structure, step))), "reason"), Highlight(
                tuple(sorted({each.variable for each in step.conclusions})), "focus"))), ""]  # fmt: skip
        lines.append(line)
    return "\n".join([*lines, told[-1], "", picture(trace.end, ())]).rstrip() + "\n"


def seen_by(structure: Structure, step: Step) -> set[int]:
    """The arrows that a step speaks of and what they see."""
    views = [structure.relations[i] for i in step.relations]
    return {x for view in views for x in view.scope}


def picture(state: State, highlights: tuple[Highlight, ...]) -> str:
    """A position as a board in text."""
    written = [mask.bit_length() - 1 if x in state.placed else None for x, mask in enumerate(state.masks)]
    return f"```\n{text(state.puzzle, written, highlights=highlights)}\n```"


def answer_types() -> str:
    """What the server answers, as the page's scripts name it."""
    about = "/** The answers that page.md describes, as types. `make docs` writes them. */"
    return f"{about}\ndeclare namespace Answers {{\n{indent(typescript(), '  ')}}}\n"


def pages() -> dict[Path, str]:
    """Every file that is written by tool, with what it should hold."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = f"<!-- genres: written by docs/write.py -->\n{genre_table()}\n<!-- /genres -->"
    return {
        ROOT / "README.md": re.sub(r"<!-- genres:.*?<!-- /genres -->", lambda _: table, readme, flags=re.S),
        ROOT / "docs/formats.md": format_page(),
        ROOT / "docs/documents.md": document_page(),
        ROOT / "docs/cli.md": reference(),
        ROOT / "docs/page.d.ts": answer_types(),
        ROOT / "docs/tiers.md": tiers_page(),
        ROOT / "docs/arrows.md": arrows_page(),
        ROOT / "docs/pictures/boards.svg": boards(),
        ROOT / "docs/pictures/step.svg": step(),
        **{
            ROOT / f"docs/pictures/{name}.svg": discovered_step(name.removesuffix(f"-{genre}"), genre, text)
            for name, (genre, text) in DISCOVERED.items()
        },
        **{ROOT / f"docs/pictures/{name}.svg": chained_step(*example) for name, example in CHAINED.items()},
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
