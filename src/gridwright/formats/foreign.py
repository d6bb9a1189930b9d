"""Texts that people have and that no format here reads: named for what they are, so that nobody looks for a slip."""

from __future__ import annotations

import re

from ..model import shorten
from .codec import SPACES

_PUZZ_LINK = re.compile(r"(?:https?://)?[^\s?#]{0,100}?(?:p|p\.html|player|edit)?\?(?:edit/)?([a-z][a-z0-9_-]{1,30})/")
_PENPA = re.compile(r"(?:https?://)?\S{0,100}penpa", re.IGNORECASE)
_SHORT = re.compile(
    r"(?:https?://)?(?:www\.)?(sudokupad\.app|app\.crackingthecryptic\.com|tinyurl\.com|bit\.ly)/(?!fpuz|ctc|scl)\S+"
)
_SEED = re.compile(r"[0-9]{1,2}(?:x[0-9]{1,2})?[a-z0-9]{0,16}#[0-9A-Za-z]+")
_SOLUTION = re.compile(r"S(?:[0-9]{1,2},){8,}[0-9]{1,2}|S[0-9]{9,}")

PUZZ_LINK = {
    "aho": "Aho-ni-Narikire", "aqre": "Aqre", "aquarium": "Aquarium", "araf": "Araf",
    "balance": "Balance Loop", "barns": "Barns", "battleship": "Battleship", "bonsan": "Bonsan", "box": "Box",
    "brownies": "Brownies", "canal": "Canal View", "castle": "Castle Wall", "cave": "Cave", "cbanana": "Choco Banana",
    "chainedb": "Chained Block", "chocona": "Chocona", "cojun": "Cojun", "compass": "Compass", "coral": "Coral",
    "country": "Country Road", "creek": "Creek", "curvedata": "Curve Data", "dbchoco": "Double Choco",
    "detour": "Detour", "dominion": "Dominion", "doppelblock": "Doppelblock", "dosufuwa": "Dosun-Fuwari",
    "doubleback": "Double Back", "easyasabc": "Easy as ABC", "evolmino": "Evolmino", "fillmat": "Fillmat",
    "fillomino": "Fillomino", "firefly": "Hotaru Beam", "fivecells": "FiveCells", "fourcells": "FourCells",
    "geradeweg": "Geradeweg", "goishi": "Goishi", "gokigen": "Slant", "guidearrow": "Guide Arrow", "haisu": "Haisu",
    "hakoiri": "Hakoiri-masashi", "hashi": "Hashiwokakero", "hashikake": "Hashiwokakero", "hebi": "Hebi-Ichigo",
    "herugolf": "Herugolf", "heteromino": "Heteromino", "heyablock": "Heyablock", "heyabon": "Heya-Bon",
    "heyawake": "Heyawake", "icebarn": "Icebarn", "icewalk": "Ice Walk", "juosan": "Juosan",
    "kaero": "Return Home", "kakuro": "Kakuro", "kakuru": "Kakuru", "kazunori": "Kazunori Room",
    "kinkonkan": "Kin-Kon-Kan", "koburin": "Koburin", "kouchoku": "Kouchoku", "kramma": "KaitoRamma",
    "kropki": "Kropki", "kurarin": "Kurarin", "kurochute": "Kurochute", "kurotto": "Kurotto",
    "kusabi": "Kusabi", "lapaz": "La Paz", "lits": "LITS", "lookair": "Look-Air",
    "loopsp": "Loop Special", "magnets": "Magnets", "makaro": "Makaro",
    "maxi": "Maxi Loop", "midloop": "Mid-loop", "minarism": "Minarism", "mines": "Minesweeper",
    "mochikoro": "Mochikoro", "moonsun": "Moon or Sun", "nagare": "Nagareru-Loop", "nagenawa": "Nagenawa",
    "nanro": "Nanro", "nawabari": "Nawabari", "nondango": "Nondango", "nonogram": "Nonogram", "norinori": "Norinori",
    "norinuri": "Norinuri", "nothree": "No Three", "numlin": "Numberlink", "nuribou": "Nuribou",
    "nurimaze": "Nuri-Maze", "nurimisaki": "Nurimisaki", "onsen": "Onsen-meguri",
    "paintarea": "Paintarea", "pencils": "Pencils", "pentominous": "Pentominous", "pentopia": "Pentopia",
    "pipelink": "Pipelink", "reflect": "Reflect Link", "renban": "Renban-Madoguchi", "ringring": "Ring-ring",
    "ripple": "Ripple Effect", "roma": "Roma", "sashigane": "Sashigane", "satogaeri": "Satogaeri", "scrin": "Scrin",
    "shakashaka": "Shakashaka", "shikaku": "Shikaku", "shimaguni": "Shimaguni", "shugaku": "School Trip",
    "simpleloop": "Simple Loop", "slalom": "Slalom",
    "snake": "Snake", "squarejam": "Square Jam", "statuepark": "Statue Park", "stostone": "Stostone",
    "sukoro": "Sukoro", "tapa": "Tapa", "tapaloop": "Tapa-Like Loop", "tasquare": "Tasquare",
    "tatamibari": "Tatamibari", "tateyoko": "Tatebo-Yokobo", "tentaisho": "Tentaisho",
    "tetrominous": "Tetrominous", "tilepaint": "Tilepaint", "toichika": "Toichika", "usoone": "Uso-one",
    "usotatami": "Uso-tatami", "view": "View", "voxas": "Voxas", "wagiri": "Wagiri", "wblink": "Shirokuro-link",
    "yajikazu": "Yajisan-Kazusan", "yajilin": "Yajilin", "yajirin": "Yajilin", "yajitatami": "Yajitatami",
    "yinyang": "Yin-Yang", "yosenabe": "Yosenabe",
}  # fmt: skip
"""The kinds of puzzle that puzz.link has and we lack, by the name in the link."""

PUZZ_LINK_OURS = {"skyscrapers": "Towers", "skyscraper": "Towers", "building": "Towers"}
"""Kinds that are genres here, whose links are not read."""


def foreign(text: str, *, unclear: bool = False) -> str | None:
    """What a text is that is no puzzle here, as a sentence; None where it is nothing that we know.

    `unclear`: nobody here knows the text, so that a link of a kind that is not in the table is not one of ours.

    >>> foreign("https://puzz.link/p?yajilin/10/10/g")
    'this is a Yajilin (a link of puzz.link); that genre is not here yet'
    """
    head = text[:4000].strip("\ufeff" + SPACES)
    if _PENPA.match(head[:300]):
        return "this is a link of penpa-edit, whose puzzles are drawings without rules; it is not read"
    if match := _PUZZ_LINK.match(head[:300]):
        return _of_puzz_link(match[1].removesuffix("_edit"), unclear)
    if match := _SHORT.match(head[:300]):
        return f"this link only names a puzzle that is kept at {match[1]}; expected the puzzle itself"
    if _SEED.fullmatch(head):
        return (
            f"{shorten(head)} is a random seed of sgt-puzzles: only that program can make the puzzle from it; "
            "expected its game ID, with ':' instead of '#' (Game > Specific in its menu)"
        )
    if _SOLUTION.fullmatch(head):
        return (
            "this is a solution as sgt-puzzles writes it (S and the numbers), not a puzzle; check takes it as --board"
        )
    return None


def _of_puzz_link(pid: str, unclear: bool) -> str | None:
    if pid in PUZZ_LINK_OURS:
        return f"this is a link of {pid!r} ({PUZZ_LINK_OURS[pid]}), a form that is not read yet"
    if pid in PUZZ_LINK:
        article = "an" if PUZZ_LINK[pid][0] in "AEIOU" else "a"
        return f"this is {article} {PUZZ_LINK[pid]} (a link of puzz.link); that genre is not here yet"
    return f"this is a link of puzz.link to a puzzle of the kind {pid!r}, which is not here" if unclear else None
