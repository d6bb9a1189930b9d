// A rule as code: a linear nest of loops. Every test names where to go on when it fails, the head of the loop around
// it.
//
// Two kinds of register: scalars (a number, a cell, a value, a group, a kind, or a set of values or kinds as a mask)
// and sets (of cells or groups). A plan is data from outside: `verify` refuses whatever could read or jump out of
// range, so that running one cannot crash. Loops and picks burn fuel.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "spec.hpp"

namespace gridwright {

// a, b, c: registers or a small number; d: where to go on failure. s = scalar, t = set, i = iterator, k = pick.
// clang-format off
#define GRIDWRIGHT_OPS(X)                                                                                             \
    X(end, "----") X(jump, "---j")                                                                                    \
    X(load, "s*--") X(mask, "sm--") X(add, "sss-") X(subtract, "sss-") X(multiply, "sss-") X(divide, "sssj")          \
    X(v_and, "sss-") X(v_or, "sss-") X(v_without, "sss-") X(v_one, "ss--") X(v_size, "ss--") X(v_the, "ss-j")         \
    X(v_range, "sss-")                                                                                                \
    X(s_none, "t---") X(s_and, "ttt-") X(s_or, "ttt-") X(s_without, "ttt-") X(s_one, "ts--") X(s_size, "st--")        \
    X(s_the, "st-j")                                                                                                  \
    X(cand, "ss--") X(cand_of, "st--") X(open, "t---") X(at, "ts--") X(at_of, "ts--") X(places, "tssj")               \
    X(places_of, "tstj")                                                                                              \
    X(missing, "ss--") X(missing_of, "st--") X(lacking, "ts--") X(lacking_of, "ts--")                                 \
    X(need, "sssj") X(need_of, "sstj") X(needy, "ts--") X(held, "tss-") X(held_of, "tst-") X(val, "ss-j")             \
    X(members, "ts--") X(cells, "tt--") X(holders, "tt--") X(meet, "tts-") X(peers, "ts--") X(common, "tt--")         \
    X(kind_of, "ss--") X(groups_of, "ts--") X(group_at, "stsj") X(every_cell, "t---") X(every_group, "t---")          \
    X(equal, "ss-j") X(unequal, "ss-j") X(less, "ss-j") X(at_most, "ss-j") X(v_in, "ss-j") X(v_not_in, "ss-j")        \
    X(v_subset, "ss-j") X(v_not_subset, "ss-j")                                                                       \
    X(s_in, "st-j") X(s_not_in, "st-j") X(s_subset, "tt-j") X(s_not_subset, "tt-j") X(s_equal, "tt-j")                \
    X(s_unequal, "tt-j")                                                                                              \
    X(distinct, "t--j") X(not_distinct, "t--j") X(crosses, "ss-j") X(not_crosses, "ss-j") X(sees, "ss-j")             \
    X(not_sees, "ss-j")                                                                                               \
    X(s_start, "it--") X(s_next, "si-j") X(v_start, "is--") X(v_next, "si-j") X(s_start_new, "it*-")                  \
    X(v_start_new, "is--") X(s_above, "tts-") X(v_above, "sss-")                                                      \
    X(pick_start, "k---") X(pick_plain, "ks--") X(pick_values, "kss-") X(pick_cells, "kst-") X(pick_go, "kss-")       \
    X(pick_s_next, "tk-j") X(pick_v_next, "sk-j")                                                                     \
    X(place, "ts--") X(exclude, "ts--") X(only, "ts--") X(emit, "---j")                                               \
    X(v_lowest, "ss--") X(s_lowest, "tt--") X(touched, "tt--") X(shared, "tt--") X(told_cells, "ttsj")                \
    X(told_values, "sts-")                                                                                            \
    X(read_absent, "ts--") X(read_not_at, "ts--") X(read_decided, "t---") X(read_held, "st--")                        \
    X(read_missing, "st--") X(read_cell, "s---") X(read_places, "ss--")                                               \
    X(use_cells, "t---") X(use, "st--") X(use_full, "st--") X(use_needed, "st--") X(try_start, "----")                \
    X(try_end, "---j")

// What a rule that looks only at what is new runs over beside `s_start_new` and `v_start_new`: the values whose places
// in a group changed. By how much groups hold more of a value than they may; how much one ever needs.
#define GRIDWRIGHT_NEW_OPS(X)                                                                                         \
    X(v_start_at, "iss-") X(overdrawn, "ss--") X(most_needed, "ss--")

// What layouts and chains say: values of a cell in some layout of a group, of all its cells, values that every layout
// puts into cells; the ends of chains of two candidates each. What they rest on is read by the group, or by the ends.
#define GRIDWRIGHT_LAYOUT_OPS(X)                                                                                      \
    X(fitting, "sss-") X(fitting_all, "ss--") X(forced, "sst-") X(implied, "tss-") X(read_layouts, "s---")            \
    X(read_chains, "sst-") X(clue, "ss-j") X(first, "tss-") X(early, "tss-") X(outdone, "ss--")                      \
    X(read_standing, "s---") X(use_clue, "s---")

// What arrows see: cells ahead of one and behind it, the first ahead, those before another; whether another looks on the
// same way, or back. Cells with one candidate, cells that have one of some values, values that all cells have; the
// lowest and the highest value, and values moved up. A match uses the views of the cells that its rule names, or all.
#define GRIDWRIGHT_SIGHT_OPS(X)                                                                                       \
    X(ahead, "ts-j") X(behind, "ts--") X(next, "ss-j") X(between, "tssj") X(along, "ss-j") X(not_along, "ss-j")       \
    X(facing, "ss-j") X(not_facing, "ss-j") X(fixed, "tt--") X(having, "tst-") X(cand_all, "st--") X(v_lo, "ss-j")    \
    X(v_hi, "ss-j") X(v_shift, "sss-") X(use_view, "s---") X(use_views, "----")                                   \
    X(variety, "st--") X(cases, "sss-") X(read_cases, "s---")

// What groups add up to and whether that is odd, summed over several; groups of a kind inside cells that add up to one
// number, or to odd or to even ones; values of a cell where cells add up to a number; values odd or even as a number.
#define GRIDWRIGHT_SUM_OPS(X)                                                                                         \
    X(total, "st-j") X(total_parity, "st-j") X(parity, "st-j") X(alike, "ss--") X(summed, "tts-") X(tied, "tts-")     \
    X(summing, "stss") X(read_total, "t---")

// Wide instructions, for what `src/gridwright/rules/fuse.py` finds in a row. The first ones leave only some elements in
// an iterator: groups or values with so many places, cells with so many candidates or just these, groups whose cells
// differ, all but one, those of another kind, groups with or without a cell, cells seen or not, kinds that cross one,
// values that a group needs, values locked into another group, values whose places all see one more cell. `skip` goes
// to the first group in which there is a missing value with so many places, a locked one or one that touches; later
// groups wait, for most looks end there. `s_keep_clearing`: groups in which what a cage is sure to hold there clears
// something; `s_keep_narrow` and `s_keep_few`: groups with so many open cells, or missing values, that alone are within
// the bound of a pick. Some fill a pick. `only_fitting` and `only_fitting_all` conclude for all open cells of a group that they
// have only what fits them, or what fits some cell of it.
#define GRIDWRIGHT_FUSED_OPS(X)                                                                                       \
    X(v_keep_places, "iss-") X(s_keep_places, "iss-") X(s_keep_cand, "is--") X(s_keep_cand_is, "is--")                \
    X(s_keep_distinct, "i---")                                                                                        \
    X(s_keep_not, "is--") X(v_keep_not, "is--") X(s_keep_not_kind, "is--") X(s_keep_at, "is--")                       \
    X(s_keep_not_at, "is--") X(s_keep_seen, "is--") X(s_keep_unseen, "is--")                                          \
    X(v_keep_crossing, "is--") X(v_keep_needed, "is--")                                                               \
    X(v_keep_locked, "is--") X(v_keep_touching, "is--")                                                               \
    X(s_skip_missing, "is--") X(s_skip_locked, "i---") X(s_skip_touching, "is--")                                     \
    X(pick_fill, "kt--") X(pick_fill_values, "ks--") X(pick_fill_cand, "kt--") X(pick_fill_places, "kss-")            \
    X(pick_fill_meet, "ktss") X(pick_fill_needy, "ktss")                                                              \
    X(s_keep_narrow, "iss-") X(s_keep_few, "iss-")                                                                    \
    X(open_of, "tt--") X(s_keep_clearing, "is--") X(only_fitting, "s---") X(only_fitting_all, "s---")
// clang-format on

#define GRIDWRIGHT_ALL_OPS(X)                                                                                          \
    GRIDWRIGHT_OPS(X)                                                                                                  \
    GRIDWRIGHT_NEW_OPS(X) GRIDWRIGHT_LAYOUT_OPS(X) GRIDWRIGHT_SUM_OPS(X) GRIDWRIGHT_SIGHT_OPS(X) GRIDWRIGHT_FUSED_OPS(X)

enum class Op : std::int32_t {
#define X(name, shape) name,
    GRIDWRIGHT_ALL_OPS(X)
#undef X
};

struct Instruction {
    Op op;
    std::int32_t a, b, c, d;
};

// A loop: its iterator and the register of its element; -1 where there is none.
struct Loop {
    std::int32_t iterator = -1, element = -1;
};

struct Plan {
    std::vector<Instruction> code;
    std::vector<std::uint64_t> masks; // constants too large for an instruction
    std::int32_t scalars = 0, sets = 0, iterators = 0, picks = 0;
    std::int32_t reading = 0; // where the code begins that reads what a match relied on

    // What a match shows of itself: registers, in the order of the rule's variables and names.
    enum class Shown : std::uint8_t { scalar, mask, set };
    std::vector<std::pair<Shown, std::int32_t>> shown;

    // Throws std::invalid_argument with a sentence; notes the loops that look only at what is new.
    void verify();
    Loop new_cells, new_groups, new_values, new_at_group, new_sights; // the fourth one inside the second
    // What must be new for a match, where the code begins with a search for just that: a cell with one candidate, or a
    // missing value with one place. Most looks of singles end there, so they need not begin.
    enum class Gate : std::uint8_t { none, fixed_cell, lone_value } gate = Gate::none;
    // Does every cell with one candidate match, and is all that comes of it that the candidate is written down?
    bool writes_fixed = false;

private:
    Gate seen_gate() const;
};

// Names of the operations in order, for the Python side to number them, and what their operands are.
std::vector<const char*> op_names();
std::vector<const char*> op_shapes();

} // namespace gridwright
