"""What is answered: the fields of each answer, for the OpenAPI document. docs/page.md says more of what they mean.

    ANSWERS["hint"].schema     the answer to `POST hint` as JSON Schema says it
    described(document)        an OpenAPI document of the app, with what each route answers

They are declared as documents are (`documents/`), and documents inside them are those. Nothing here is asked when a
request is answered; the tests hold every answer that they get against it.
"""

from __future__ import annotations

from typing import Any, get_args

from ..documents import json_schema
from ..documents.puzzles import BOARD
from ..json_codec import FLAG, NUMBER, TEXT, WHOLE, Codec, Field, Record, by_name, listed, optional
from ..json_codec.typescript import declarations
from ..model.drawing import Shape
from ..model.step import Outcome
from ..reasons import HintStatus


def fields(*each: Field) -> Record:
    """The fields of an answer."""
    return Record(dict, *each)


def document(kind: str) -> Codec:
    """A document of the project."""
    return TEXT._replace(schema={"$ref": f"#/components/schemas/{kind}-document"})


def words(*each: str) -> Codec:
    """One of these texts."""
    return TEXT._replace(schema={"enum": list(each)})


DOCUMENTS = ("puzzle", "hint", "grade", "generated")
TEXTS, ANYTHING = listed(TEXT), TEXT._replace(schema={})
COUNTS = by_name(WHOLE)
PUZZLE = TEXT._replace(schema={"anyOf": [TEXT.schema, BOARD.schema]})

# What is said and shown

PIECE = fields(
    Field("text", TEXT, "some words of a sentence"),
    Field("places", TEXTS, "the places that they name", default=()),
).codec()
SENTENCE = listed(PIECE)
EVIDENCE = fields(
    Field("surface", TEXT, "SVG that lies under the lines and entries of the board"),
    Field("ink", TEXT, "SVG that lies over them"),
    Field("places", TEXTS, "what it speaks of"),
).codec()
NAMED = fields(
    Field("key", TEXT, "the technique as grades name it"),
    Field("name", TEXT, "what the voice calls it"),
).codec()
STEP = fields(
    Field("number", WHOLE, "its number, from 1"),
    Field("technique", NAMED, "the technique"),
    Field("sentence", SENTENCE, "the step, told"),
    Field("evidence", EVIDENCE, "the step, drawn"),
    Field("facts", TEXTS, "what follows, as a player enters it"),
    Field("changes", TEXTS, "all that it alters, with what a written value rules out by itself"),
    Field("premises", listed(WHOLE), "the numbers of the earlier steps that it rests on"),
    Field("stages", fields(
        Field("nudge", SENTENCE, "what to look for"),
        Field("where", SENTENCE, "where to look"),
        Field("why", SENTENCE, "what is seen, but for what follows"),
    ).codec(), "the sentences of a hint about it"),
).codec()  # fmt: skip
CANDIDATES = Field("candidates", TEXTS, "the symbols open to each place of the board, in their order")
LIMIT = Field("stopped", optional(TEXT), "the limit that struck before the end")
TOLD = (
    Field("text", SENTENCE, "how it ends, or what is proved"),
    Field("start", TEXTS, "the candidates of each place before the first step"),
    Field("placed", TEXTS, "the places that are written then"),
    Field("steps", listed(STEP), "the steps, in order"),
    LIMIT,
)

# Boards

CELL = (Field("name", TEXT, "as facts have it"), Field("said", TEXT, "as the voice says it"))
PLACE = fields(
    *CELL,
    Field("kind", words("cell", "corner", "border", "step", "span"), "what kind of place it is"),
    Field("at", listed(NUMBER), "x and y of its middle"),
    Field("row", NUMBER, "in the grid that keys move through"),
    Field("column", NUMBER, "likewise"),
    Field("values", WHOLE, "which list of `values` it takes one of"),
    Field("line", listed(NUMBER), "of borders, steps and spans: x and y of both ends", default=None),
    Field("given", TEXT, "the symbol that is printed there", default=None),
).codec()
VALUE = fields(
    Field("symbol", TEXT, "as facts have it"),
    Field("name", TEXT, "in words"),
    Field("shape", words("text", "glyph", *get_args(Shape)), "how it is drawn"),
    Field("number", WHOLE, "where it is one", default=None),
    Field("glyph", TEXT, "path data around its place, in shares of a cell, if its shape is `glyph`", default=None),
).codec()
INPUT = fields(
    Field("stroke", words("select", "paint", "draw"), "what dragging does"),
    Field("cycle", TEXTS, "the symbols that taps go through; empty text is nothing"),
    Field("paints", TEXTS, "the values that a stroke may paint"),
    Field("first", optional(TEXT), "the value of the first button"),
    Field("second", optional(TEXT), "the value of the second"),
    Field("auto", optional(fields(
        Field("value", TEXT, "writing this"),
        Field("writes", TEXT, "may write this wherever it rules it out"),
    ).codec()), "what the page may write by itself"),
    Field("marks", listed(words("corner", "centre", "colour")), "what else may be written"),
).codec()  # fmt: skip
RULE = fields(
    Field("kind", words("all-different", "count", "not-both", "other"), "how a page may check it; other: it asks"),
    Field("name", TEXT, "what people call it"),
    Field("sentence", TEXT, "what must hold"),
    Field("places", listed(WHOLE), "the places that it is about, by number", default=None),
    Field("pairs", listed(listed(WHOLE)), "of not-both: pairs of places", default=None),
    Field("value", TEXT, "the value that is counted or excluded", default=None),
    Field("least", WHOLE, "of a count", default=None),
    Field("most", WHOLE, "of a count", default=None),
    Field("differ", FLAG, "no two of its values are the same, whatever else it says", default=None),
).codec()
GROUP = fields(
    Field("kind", TEXT, "row, cage …"),
    Field("name", TEXT, "what people say"),
    Field("places", listed(WHOLE), "by number"),
).codec()
PICTURE = fields(
    Field("view_box", listed(NUMBER), "x, y, width, height"),
    Field("bare", listed(NUMBER), "the same without the numbers of rows and columns"),
    Field("cell", NUMBER, "the length of a cell"),
    Field("surface", TEXT, "paper and tints, as SVG"),
    Field("print", TEXT, "what the setter printed, as SVG"),
).codec()
LAYOUT = fields(
    Field("value", fields(
        Field("x", NUMBER, "from the left"), Field("y", NUMBER, "from above"), Field("size", NUMBER, "of letters"),
    ).codec(), "where a value stands in a cell, in shares of it"),
    Field("marks", fields(
        Field("x", NUMBER, "from the left"), Field("y", NUMBER, "from above"), Field("room", NUMBER, "of one mark"),
        Field("across", WHOLE, "columns of marks"),
    ).codec(), "where candidates stand, likewise"),
).codec()  # fmt: skip
CONFLICT = fields(
    Field("rule", optional(WHOLE), "its number in the board document; null where a given was changed"),
    Field("sentence", SENTENCE, "the rule that is broken"),
    Field("places", TEXTS, "where"),
).codec()
STAGE = fields(
    Field("stage", words("nudge", "where", "why", "do", "verdict"), "how much it tells"),
    Field("sentence", SENTENCE, "in words"),
    Field("evidence", optional(EVIDENCE), "drawn"),
    Field("facts", TEXTS, "of the last stage: what is entered or crossed out", default=None),
).codec()

# Lists

TIER = fields(
    Field("name", TEXT, "as requests have it"),
    Field("title", TEXT, "in the voice's language"),
    Field("techniques", TEXTS, "what it adds to the tiers below"),
).codec()
CLUE_KIND = fields(
    Field("key", TEXT, "its name in a board"),
    Field("meaning", TEXT, "what it says"),
    Field("form", TEXT, "how an editor edits it"),
    Field("parts", TEXTS, "of cages: what stands beside the cells"),
).codec()
GENRE = fields(
    Field("key", TEXT, "as requests have it"),
    Field("title", TEXT, "in the voice's language"),
    Field("aliases", TEXTS, "what it is called, too"),
    Field("sizes", TEXT, "in words"),
    Field("made", listed(WHOLE), "rows of boards that are made"),
    Field("shipped", FLAG, "are there shipped puzzles?"),
    Field("variants", by_name(TEXT), "variants that can be made, with their meaning"),
    Field("rulebook", TEXT, "the rules, a paragraph each"),
    Field("clues", listed(CLUE_KIND), "what is printed besides givens"),
    Field("symmetry", TEXTS, "what leaves a puzzle the same"),
    Field("formats", listed(fields(
        Field("key", TEXT, "as requests have it"), Field("title", TEXT, "in words"),
        Field("one_line", FLAG, "has it no line breaks?"),
    ).codec()), "the text forms"),
    Field("examples", listed(fields(
        Field("text", TEXT, "a puzzle"), Field("solutions", WHOLE, "how many it has"),
        Field("shows", TEXT, "why it is one"),
    ).codec()), "puzzles"),
    Field("size", optional(WHOLE), "the usual number of rows"),
    Field("rectangles", FLAG, "may there be fewer or more columns than rows?"),
    Field("symmetric", FLAG, "can givens lie symmetrically?"),
    Field("tiers", listed(TIER), "the easiest first"),
    Field("picture", fields(
        Field("box", listed(NUMBER), "x, y, width, height"), Field("shapes", TEXT, "SVG"),
    ).codec(), "a small example"),
).codec()  # fmt: skip
TECHNIQUE = (
    Field("key", TEXT, "as grades have it"),
    Field("family", TEXT, "its key in the catalogue"),
    Field("name", TEXT, "what the voice calls it"),
    Field("tier", TEXT, "of the genre that is asked for, or of the first that has it"),
    Field("genres", TEXTS, "which have it"),
    Field("sizes", listed(fields(
        Field("key", TEXT, "as grades have it"), Field("size", optional(WHOLE), "null where there are none"),
        Field("tiers", by_name(TEXT), "by genre"),
    ).codec()), "what is called alike"),
    Field("assumes", optional(TEXT), "`unique` where it takes for granted that there is one solution"),
    Field("seen", optional(TEXT), "what is to be seen, in general"),
    Field("holds", TEXT, "why it is true"),
)  # fmt: skip
ENTRY = fields(
    Field("id", TEXT, "genre and number"),
    Field("genre", TEXT, "the key of its genre"),
    Field("puzzle", PUZZLE, "its text, or its board"),
    Field("rows", WHOLE, "rows of the board"),
    Field("columns", WHOLE, "its columns"),
    Field("clues", WHOLE, "how many there are"),
    Field("clue_kinds", TEXTS, "besides givens"),
    Field("tier", optional(TEXT), "on the standard scale"),
    Field("rating", optional(NUMBER), "there"),
    Field("hardest", optional(TEXT), "the hardest technique"),
    Field("techniques", COUNTS, "how often each is used"),
)
CANDIDATE = (
    Field("number", WHOLE, "its rank"),
    Field("name", TEXT, "what the run called it"),
    Field("positions", WHOLE, "how many were mined"),
    Field("unlocked", WHOLE, "puzzles that it would unlock"),
    Field("size", WHOLE, "statements of its proof"),
    Field("new", FLAG, "is it like no technique?"),
    Field("nearest", optional(TEXT), "the technique that is most like it"),
    Field("differs", optional(TEXT), "how it differs from that"),
    Field("subsumed_by", ANYTHING, "another candidate that says as much"),
    Field("decision", optional(TEXT), "what was decided"),
    Field("called", optional(TEXT), "and what it is called since"),
    Field("note", optional(TEXT), "why"),
)
ABOUT_PUZZLE = (
    Field("puzzle", PUZZLE, "its text, or its board"),
    Field("genre", TEXT, "the key of its genre"),
)

ANSWERS: dict[str, Record] = {
    "board": fields(
        Field("schema", words("gridwright.board/2"), "the version of this"),
        Field("genre", TEXT, "the key of the genre"),
        Field("title", TEXT, "what the genre is called"),
        Field("puzzle", document("puzzle"), "the puzzle"),
        Field("rules_text", TEXT, "the rules, a paragraph each"),
        Field("rows", WHOLE, "rows of the grid"),
        Field("columns", WHOLE, "its columns"),
        Field("holes", TEXTS, "places that are no cells"),
        Field("svg", PICTURE, "the board, drawn"),
        Field("places", listed(PLACE), "what is to be decided"),
        Field("cells", listed(fields(*CELL, Field("printed", TEXT, "what stands in it")).codec()), "the cells"),
        Field("values", listed(listed(VALUE)), "what places may hold"),
        Field("input", INPUT, "how values are entered"),
        Field("layout", LAYOUT, "where things stand in a cell"),
        Field("groups", listed(GROUP), "what people name"),
        Field("rules", listed(RULE), "what must hold"),
        Field("texts", by_name(TEXT), "the puzzle by format"),
    ),
    "check": fields(
        Field("conflicts", listed(CONFLICT), "the rules that are broken", default=None),
        Field("right", optional(FLAG), "is all right so far? null: nobody knows", default=None),
        Field("solved", FLAG, "is it done?"),
    ),
    "hint": fields(
        Field("status", words(*(each.value for each in HintStatus)), "what there is to say"),
        Field("technique", optional(NAMED), "of the step"),
        Field("missing", optional(NAMED), "what is practised and is not there yet"),
        CANDIDATES,
        Field("stages", listed(STAGE), "each tells more than the one before"),
        Field("document", document("hint"), "the same for programs"),
    ),
    "why": fields(*TOLD),
    "explain": fields(
        Field("status", words(*(each.value for each in Outcome)), "how it ends"),
        *TOLD,
        Field("solution", optional(TEXTS), "the symbol of each place; null where there is not just one"),
    ),
    "grade": fields(
        Field("status", words("unique", "several", "none", "unknown"), "how many solutions there are"),
        Field("grade", optional(document("grade")), "how hard it is"),
        Field("differ", TEXTS, "places where two solutions differ"),
        Field("solutions", listed(TEXTS), "up to two of them, the symbol of each place"),
        LIMIT,
    ),
    "convert": fields(
        Field("puzzle", document("puzzle"), "the puzzle"),
        Field("board", BOARD.codec(), "what an editor edits"),
        Field("texts", by_name(TEXT), "by format"),
    ),
    "draw": fields(Field("svg", TEXT, "a standalone picture")),
    "generate": fields(
        Field("event", words("progress", "made", "none"), "the last is one of the latter two"),
        Field("attempts", WHOLE, "of progress: how many so far", default=None),
        Field("seconds", NUMBER, "of progress", default=None),
        Field("rejections", COUNTS, "of progress: how many attempts were rejected, by reason", default=None),
        Field("document", document("generated"), "of the end: what was made", default=None),
        Field("error", TEXT, "of none: why there is no puzzle", default=None),
        Field("schema", TEXT, "of none: that of an error, where the work broke off", default=None),
    ),
    "genres": fields(
        Field("genres", listed(GENRE), "every genre"),
        Field("names", by_name(TEXT), "what techniques are called, by key"),
    ),
    "voices": fields(
        Field("voices", listed(fields(
            Field("key", TEXT, "as requests have it"), Field("about", TEXT, "a line about it"),
            Field("language", TEXT, "en, de"),
        ).codec()), "who can tell"),
    ),
    "techniques": fields(Field("techniques", listed(fields(*TECHNIQUE).codec()), "the easiest first")),
    "technique": fields(
        *TECHNIQUE,
        Field("example", optional(fields(
            Field("id", TEXT, "of the shipped puzzle"), *ABOUT_PUZZLE,
            Field("facts", TEXTS, "what is written and crossed out before the step"), CANDIDATES,
            Field("step", STEP, "the step"),
        ).codec()), "a step that shows it"),
        Field("practise", TEXTS, "ids of shipped puzzles that use it"),
    ),
    "corpus": fields(
        Field("total", WHOLE, "how many there are"),
        Field("puzzles", listed(ENTRY.codec()), "so many of them, the easiest first"),
    ),
    "entry": ENTRY,
    "candidates": fields(
        Field("there", FLAG, "was a folder of candidates named?"),
        Field("candidates", listed(fields(*CANDIDATE).codec()), "in their order"),
    ),
    "candidate": fields(
        *CANDIDATE,
        Field("genres", ANYTHING, "where it was mined"),
        Field("shapes", listed(fields(
            Field("shape", TEXT, "a form of it"), Field("positions", WHOLE, "how many were mined"),
        ).codec()), "its forms"),
        Field("rules", TEXT, "its draft in the rule language"),
        Field("drafted", TEXT, "what share of it the draft finds"),
        Field("examples", listed(fields(
            *ABOUT_PUZZLE, CANDIDATES, Field("placed", TEXTS, "the places that are written"),
            Field("facts", TEXTS, "what follows"), Field("sentence", SENTENCE, "why"),
            Field("evidence", EVIDENCE, "drawn"),
        ).codec()), "steps that show it"),
        Field("said", optional(TEXT), "what came of a decision", default=None),
    ),
    "blank": fields(Field("board", BOARD.codec(), "an empty one")),
    "today": fields(
        Field("date", TEXT, "as it was asked for"),
        Field("genre", TEXT, "the key of the genre"),
        Field("tier", TEXT, "as it was asked for"),
        Field("puzzle", TEXT, "its text"),
        Field("seed", TEXT, "what decides it"),
        Field("generator", WHOLE, "the version of the generator"),
        Field("scale", TEXT, "the scale and its version"),
        Field("recipe", optional(TEXT), "what made it; null where it is shipped"),
        Field("shipped", FLAG, "was it chosen among those that are shipped?"),
    ),
}  # fmt: skip
"""By the name of the function that answers a route."""
ANSWERS["decide"] = ANSWERS["candidate"]

ERROR = fields(
    Field("schema", words("gridwright.error/1"), "the version of this"),
    Field("error", TEXT, "a sentence that says why"),
)


TYPES: dict[str, Codec | Record] = {
    "Piece": PIECE, "Sentence": SENTENCE, "Evidence": EVIDENCE, "Named": NAMED, "Step": STEP, "Place": PLACE,
    "Value": VALUE, "Input": INPUT, "Rule": RULE, "Group": GROUP, "Conflict": CONFLICT, "Stage": STAGE,
    "ClueKind": CLUE_KIND, "GenreListing": GENRE, "CorpusListing": ENTRY, "PrintedBoard": BOARD.codec(),
    "BoardDocument": ANSWERS["board"], "CheckAnswer": ANSWERS["check"], "Hint": ANSWERS["hint"],
    "Proof": ANSWERS["why"], "Explanation": ANSWERS["explain"], "GradeAnswer": ANSWERS["grade"],
    "TechniqueListing": fields(*TECHNIQUE), "TechniqueAnswer": ANSWERS["technique"],
    "CandidateListing": fields(*CANDIDATE), "CandidateAnswer": ANSWERS["candidate"],
}  # fmt: skip
"""What the page calls them."""


def typescript() -> str:
    """Return the types of the answers, for the scripts of the page."""
    documents = {f"{kind}-document": f"{kind.title()}Document" for kind in DOCUMENTS}
    named = {name: json_schema(kind) for kind, name in zip(DOCUMENTS, documents.values(), strict=True)}
    return declarations(named | {name: codec.schema for name, codec in TYPES.items()}, documents)


def described(openapi: dict[str, Any]) -> dict[str, Any]:
    """An OpenAPI document with what each of its routes answers; `operationId` is the name of an answer."""
    schemas = {f"{kind}-document": json_schema(kind) for kind in DOCUMENTS}
    schemas |= {f"{name}-answer": record.schema for name, record in ANSWERS.items()} | {"error": ERROR.schema}
    openapi.setdefault("components", {}).setdefault("schemas", {}).update(schemas)
    for path in openapi["paths"].values():
        for operation in path.values():
            for status, response in operation["responses"].items():
                name = "error" if status >= "400" else f"{operation['operationId']}-answer"
                kinds = response.get("content") or ("application/json",)
                response["content"] = {kind: {"schema": {"$ref": f"#/components/schemas/{name}"}} for kind in kinds}
    return openapi
