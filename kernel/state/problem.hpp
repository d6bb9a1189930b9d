// A Problem: the structure of a puzzle laid out for search. Built once, never changed, shared by threads.
//
// Layout of a State (an array of `words()` 64-bit words). A column is a choice; plane p says for every column at once
// whether its p-th member is still alive:
//
//            column   0 1 2 3 …            W words a row
//     open            1 1 0 1 …            choices that are not yet decided
//     plane 0         1 0 1 1 …            member 0 of each choice is alive
//     plane 1         0 1 0 1 …
//     …
//     plane P-1       1 1 0 0 …
//     domains         one lane of bits a variable (only where relations read them)
//
// Columns are the variables' own choices, then those of groups from the last of the Blueprint to the first: branching
// takes the first of equals, and cells, then boxes or regions, are better to branch over than lines (one mark a
// region: 11.6 nodes a board instead of 12.6).
// A candidate stands in several choices, so it owns several bits ("slots"); all are cleared together. Placing a
// candidate kills everything that shares a choice, a variable or an at-most-one set with it and closes its choices:
// on small boards one AND with a precomputed mask ("dense"), on large ones a walk over its sets.
// 9×9 with boxes: 324 choices in W = 6 words, P = 9 planes, 60 words = 480 bytes; a dense mask is as large.
//
// Where all columns fit one word, a choice with more members than usual (a region of 40 cells among rows of 11) is
// folded into several columns, so that it does not cost every State and mask its height; such columns are taken
// together.
//
// A two-valued variable one of whose values nothing speaks of ("no mark here") needs no column of its own as long as
// the other value stands in some choice: it is left out, and `slack` remembers the silent value.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "state/frame.hpp"
#include "state/spec.hpp"

namespace gridwright {

struct Path;
class Pairing;
class Relation;
class Sights;
using Relations = std::vector<std::shared_ptr<Relation>>;

class Problem : public Layout { // that of its Frame
    const std::shared_ptr<const Spec> held_;

public:
    // Dense masks pay while they stay in the second-level cache: 9×9 sudoku has 350 KB of them.
    static constexpr std::int64_t kDenseBytes = 1 << 20;

    // Of a Spec that was checked. `dense_bytes` is how much memory dense masks may take; 0 forbids them. It changes
    // speed, never a result.
    explicit Problem(std::shared_ptr<const Spec> spec, std::int64_t dense_bytes = kDenseBytes);
    explicit Problem(Spec spec, std::int64_t dense_bytes = kDenseBytes)
        : Problem(std::make_shared<const Spec>(std::move(spec)), dense_bytes) {}
    ~Problem();
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;

    const Spec& spec;
    const std::int64_t dense_bytes; // what was asked for

    const Path* path = nullptr; // the sweeps for this width on this machine

    // Those of the Spec in its order; views that were joined stand where the first of them does.
    Relations relations;
    std::int32_t agenda_words = 0; // of each variable a bit for each that minds it: agenda_of[x * agenda_words …]
    std::vector<std::uint64_t> agenda_of;

    std::vector<std::uint64_t> initial; // the State before any given
    std::vector<std::uint64_t> opening; // the same for a search: no view counts more than it has cells, or nothing
    std::vector<Pairing> pairings;      // families of choices that pair off, where there are any
    bool impossible = false;            // a choice without members
    std::vector<std::uint32_t> degrees; // of each variable, where there are views: how many it is part of, and one more
    bool unlinked = false;              // no candidate kills one of another variable: nothing to sweep
    std::uint64_t patience = 0;         // nodes without a solution after which a search goes on learning
    std::unique_ptr<const Sights> sights; // the relations once more, where all are sight lines and nothing is linked

    // The relations of the Spec one by one, none of them joined, each as exact as it can be: for proofs.
    Relations statements() const;

    std::int32_t variables() const { return static_cast<std::int32_t>(spec.sizes.size()); }

    bool alive(const std::uint64_t* state, Candidate c) const {
        const std::int32_t i = slot_begin[c];
        return i == slot_begin[c + 1] || (state[slots[i].word] >> slots[i].bit & 1);
    }
    // Was this candidate, which is alive, placed?
    bool placed(const std::uint64_t* state, Candidate c) const {
        const std::int32_t i = column_begin[c], column = i < column_begin[c + 1] ? column_of[i] : -1;
        return column >= 0 && !(state[column / 64] >> (column % 64) & 1);
    }
    void place(std::uint64_t* state, Candidate c) const;
    // Tell a variable's own choice, the only one it stands in, that these values are gone from the domain.
    void tell(std::uint64_t* state, Variable x, Mask gone) const;
    const std::uint64_t* mask(Candidate c) const { // what placing c keeps, where masks are dense
        return keep.data() + static_cast<std::size_t>(keep_row[c]) * state_words;
    }
    Mask domain(const std::uint64_t* state, Variable x) const {
        const std::int64_t at = static_cast<std::int64_t>(x) * lane;
        const std::uint64_t word = state[domain_begin + (at >> 6)] >> (at & 63);
        return lane == 64 ? word : word & ((std::uint64_t{1} << lane) - 1);
    }

    Mask every_value(Variable x) const { return ~Mask{0} >> (64 - spec.sizes[x]); }

    // How many choices of the first word are open; a folded one counts once.
    std::int32_t open_choices(const std::uint64_t* state) const {
        return __builtin_popcountll(columns >= 64 ? state[0] : state[0] & ((std::uint64_t{1} << columns) - 1));
    }

    // Is every choice decided?
    bool decided(const std::uint64_t* state) const {
        std::uint64_t open = 0;
        for (std::int32_t w = 0; w < width; ++w)
            open |= state[w];
        return open == 0;
    }

    // The initial State, and behind it the domains that relations have seen: none, so that each has to run once.
    void begin(std::uint64_t* state) const;
    void forget_seen(std::uint64_t* state) const {
        for (std::int32_t w = 0; w < domain_words; ++w)
            state[state_words + w] = ~state[domain_begin + w];
    }
    // Narrow a State to these values of each variable; false where that is a contradiction at sight.
    bool narrow(std::uint64_t* state, const Mask* masks) const;
    // The same for givens: 0 is open, k + 1 is value k.
    bool give(std::uint64_t* state, const std::uint8_t* givens) const;
    bool give(std::uint64_t* state, Variable x, std::int32_t value) const;
    // The values that are still open to each variable, and the value of each variable of a decided State.
    void read_masks(const std::uint64_t* state, Mask* masks) const;
    void read_values(const std::uint64_t* state, std::uint8_t* values) const;

private:
    std::vector<std::int32_t> silent_values() const;
    void relate();
    void write_initial();
    void write_opening();

    std::shared_ptr<const Frame> frame_;
};

} // namespace gridwright
