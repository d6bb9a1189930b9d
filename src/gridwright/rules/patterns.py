"""What rows of instructions look like that a wide one does the work of: see `fuse.py`.

A pattern is instructions, `;` between them, each with the names of its registers, a label before it and where it goes
when it fails behind `>`; a name is the same register everywhere, `_` any, and x the element of the loop.
"""

from __future__ import annotations

FILLS = {
    "pick_fill pick T": "pick_start pick; s_start i T; head: s_next x i; pick_plain pick x; jump > head",
    "pick_fill_cand pick T":
        "pick_start pick; s_start i T; head: s_next x i; cand C x; pick_values pick x C; jump > head",
    "pick_fill_places pick V g":
        "pick_start pick; v_start i V; head: v_next x i; places P x g > head; pick_cells pick x P; jump > head",
    "pick_fill_meet pick T v k":
        "pick_start pick; s_start i T; head: s_next x i; places P v x > head; meet M P k; pick_cells pick x M; "
        "jump > head",
    "pick_fill_needy pick T v k":
        "pick_start pick; s_start i T; head: s_next x i; places P v x > head; meet M P k; needy N v; s_and B M N; "
        "pick_cells pick x B; jump > head",
}  # fmt: skip
"""Loops that collect the elements of a pick, by the instruction that does their work."""

PAIRS = {
    "disjoint T":
        "s_start i T; head: s_next x i > behind; s_above R T x; s_start j R; next: s_next y j > head; members M x; "
        "members N y; s_and B M N; s_none E; s_equal B E > out; jump > next",
    "linked T":
        "s_start i T; head: s_next x i > behind; s_above R T x; s_start j R; next: s_next y j > head; "
        "sees x y > out; jump > next",
}  # fmt: skip
"""Loops over every two elements of a set that test something of them, by the instruction that does their work."""

KEEPS = {
    "s_keep_not i a": "unequal x a",
    "v_keep_not i a": "unequal x a",
    "s_keep_not_kind i k": "unequal K k; kind_of K x",
    "s_keep_cand_is i V": "equal C V; cand C x",
    "s_keep_cand i n": "equal S n; v_size S C; cand C x",
    "s_keep_places i v n": "equal S n; s_size S P; places P v x",
    "v_keep_places i g n": "equal S n; s_size S P; places P x g",
    "v_keep_needed i g": "less zero N; need N x g",
    "s_keep_distinct i": "distinct M; members M x",
    "s_keep_not_at i a": "s_not_in a M; members M x",
    "s_keep_apart i L": "s_equal B none; s_and B L M; members M x",
    "s_keep_inside i C Q v": "s_subset D C; s_without D P Q; places P v x",
    "s_keep_unseen i a": "not_sees a x",
    "v_keep_crossing i a": "crosses a x",
}
"""Tests on the element x of a loop, each with what computes its operands, by what does their work before the loop."""

FITS = {
    "only_fitting g": "s_start i O; head: s_next x i > behind; fitting F g x; s_one X x; only X F; jump > head",
    "only_fitting_all g": "s_start i O; head: s_next x i > behind; fitting_all F g; s_one X x; only X F; jump > head",
}

PICKS = {
    "s_keep_narrow i n most":
        "head: s_next x i; members M x; open_of O M; pick_fill_cand pick O; pick_go pick n most; "
        "pick_s_next _ pick > head",
    "s_keep_few i n most":
        "head: s_next x i; missing M x; pick_fill_places pick M x; pick_go pick n most; pick_v_next _ pick > head",
}  # fmt: skip

AHEAD = {
    "s_skip_missing i n":
        "s_start_new i; head: s_next x i; missing M x; v_start_at j M x; v_keep_places j x n; v_next _ j > head",
    "s_skip_locked i":
        "s_start_new i; head: s_next x i; missing M x; v_start_at j M x; v_keep_locked j x; v_next _ j > head",
    "s_skip_touching i W":
        "s_start_new i; head: s_next x i; v_start_at j W x; v_keep_needed j x; v_keep_touching j x; v_next _ j > head",
    "v_keep_locked i g":
        "v_start_at i _ g; head: v_next x i; places P x g > head; holders H P; s_start j H; s_keep_not j g; "
        "s_next _ j > head",
    "v_keep_touching i g":
        "v_start_at i _ g; head: v_next x i; places P x g > last; common C P; v_one V x; exclude C V; "
        "last: emit > head",
}  # fmt: skip
"""Loops that are empty for most elements of the loop around them, by what leaves these out."""
