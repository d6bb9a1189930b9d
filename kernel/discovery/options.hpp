// What the statements of a rulebook leave open in a State: lists of options, of which one comes true.
//
// A choice has its candidates for options, a relation the layouts that fit what is left. An option makes candidates
// true and kills what is linked to them; two options conflict where one kills what the other makes true. Sets of
// candidates are over those that are left and linked to another that is left, renumbered: nothing else can be killed.
//
//     candidate      0 1 2 3 4 5 …  of the structure         left and linked   0 · · 1 2 · …   243 of 729: 4 words
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "proofs/rulebook.hpp"

namespace gridwright {

struct OpenStatements {
    static constexpr std::int32_t kMost = 4096; // options that are ever listed
    using Bits = std::uint64_t;

    struct Statement {
        std::int32_t number;       // choices of the structure, then its relations
        std::int32_t first, count; // its options
    };

    // Every statement with at most so many options that can take part in a proof, in order. A choice takes part in none
    // if one of its options kills nothing but its rivals, nor does a rule of the whole board.
    OpenStatements(const Rulebook& rulebook, const Mask* masks, std::int32_t most);

    std::int32_t words = 0;
    std::vector<Candidate> candidates; // what each bit stands for, ascending
    std::vector<Candidate> unlinked;   // left, and linked to none that is left
    std::vector<Statement> statements;
    std::vector<std::int32_t> broken; // statements without any option
    // Statements with more options than were asked for: what all of them kill is known all the same.
    struct Large {
        std::int32_t number;
        std::vector<Bits> gone;
    };
    std::vector<Large> large;
    bool complete = true; // no statement has more

    const Bits* kills(std::int32_t option) const { return kills_.data() + static_cast<std::size_t>(option) * words; }
    // What an option makes true, by bit.
    std::span<const std::int32_t> made_true(std::int32_t option) const {
        return {true_.data() + true_begin_[option], true_.data() + true_begin_[option + 1]};
    }
    const Bits* links(std::int32_t bit) const { return links_.data() + static_cast<std::size_t>(bit) * words; }
    // All candidates that have a bit.
    const std::vector<Bits>& all() const { return all_; }

private:
    void renumber(const Rulebook& rulebook, const Bits* left);
    void add_option(std::span<const Candidate> made_true);
    bool add_layouts(const Rulebook& rulebook, std::int32_t statement, const Bits* left, std::int32_t most);

    void add_large(const Relation& relation, std::int32_t statement, const std::vector<Mask>& left, const Mask* used,
                   std::span<const std::int32_t> first);

    std::vector<Bits> all_, links_, kills_;
    std::vector<std::int32_t> bit_of_; // of each candidate, -1 for none
    std::vector<std::int32_t> true_, true_begin_;
};

// All candidates that the masks hold, those too that a statement about one variable has narrowed away.
std::vector<std::uint64_t> candidates_left(const Rulebook& rulebook, const Mask* masks);

inline bool has_bit(const std::uint64_t* set, std::int32_t bit) { return set[bit >> 6] >> (bit & 63) & 1; }

} // namespace gridwright
