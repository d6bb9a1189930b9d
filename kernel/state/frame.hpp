// A Frame: what all Problems of the same choices and at-most-one sets share, whatever their cages, sums and tables are.
// All boards of cages of a size have one: a Problem of its own costs a cage list and a State, and a thousand Problems
// that are solved in turn find the masks in the cache (6×6: 44k/s each with its own, 90k/s with one for all).
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "state/spec.hpp"

namespace gridwright {

class Apart;

struct Slot {
    std::int32_t word;
    std::int32_t bit;
};

// How States are laid out: see problem.hpp. The lists lie in the Frame.
struct Layout {
    // Candidates
    std::span<const Candidate> first;      // first[x] … first[x + 1] - 1 are the candidates of variable x
    std::span<const Variable> variable_of; // of each candidate
    std::span<const std::int32_t> slot_begin;
    std::span<const Slot> slots;             // slots[slot_begin[c] …] are the bits of candidate c
    std::span<const std::int32_t> slack;     // of each variable: its silent value, or -1
    std::span<const std::int32_t> set_begin; // sets[set_begin[c] …]: what kills what (see `members`)
    std::span<const std::int32_t> sets;
    const Lists* members = nullptr; // choices, at-most-one sets and variables, as sets of rivals

    // Columns
    std::int32_t columns = 0, width = 1, planes = 0;       // choices, words a plane (W), planes (P)
    std::span<const std::uint64_t> valid;                  // W words: the columns that exist
    std::span<const std::uint64_t> whole;                  // W words: those that are a choice by themselves
    std::span<const std::uint64_t> folded;                 // of each folded choice: its columns (only where W = 1)
    std::span<const Candidate> member;                     // member[p * 64 * W + column]
    std::span<const std::int32_t> column_begin, column_of; // the columns of each candidate

    // Domains
    std::int32_t lane = 0; // bits a variable, a power of two; 0 where no relation reads domains
    std::int32_t domain_begin = 0, domain_words = 0, state_words = 0;

    std::span<const std::uint64_t> keep;    // dense masks, state_words each, or empty
    std::span<const std::int32_t> keep_row; // of each candidate: its dense mask

    std::int32_t candidates() const { return static_cast<std::int32_t>(variable_of.size()); }
    void kill(std::uint64_t* state, Candidate c) const {
        for (std::int32_t i = slot_begin[c]; i < slot_begin[c + 1]; ++i)
            state[slots[i].word] &= ~(std::uint64_t{1} << slots[i].bit);
    }
    // The choices of a candidate are decided.
    void close(std::uint64_t* state, Candidate c) const {
        for (std::int32_t i = column_begin[c]; i < column_begin[c + 1]; ++i)
            state[column_of[i] / 64] &= ~(std::uint64_t{1} << (column_of[i] % 64));
    }
};

class Frame : public Layout {
public:
    Frame(const Spec& spec, std::vector<std::int32_t> silent, bool domains, std::int64_t dense_bytes);
    ~Frame();

    // Which variables never take the same value; built when it is first asked for.
    const Apart& apart() const;

private:
    template <class T> std::span<const T> own(std::vector<T> list) {
        auto held = std::make_shared<const std::vector<T>>(std::move(list));
        lists_.push_back(held);
        return *held;
    }
    std::int32_t folded_planes(const std::vector<Lists::List>& kept) const;
    void lay_out_columns(const Spec& spec, bool domains);
    void lay_out_sets(const Spec& spec);
    void write_masks(std::int64_t most_bytes);

    Lists rivals_;                                   // `members`
    std::vector<std::shared_ptr<const void>> lists_; // what the spans are of
    mutable std::once_flag once_;
    mutable std::unique_ptr<const Apart> apart_;
};

// The Frame of a Spec, shared with every other Problem that needs the same. `slack` are the silent values; `domains`
// says whether something reads domains.
std::shared_ptr<const Frame> frame_of(const Spec& spec, std::vector<std::int32_t> slack, bool domains,
                                      std::int64_t dense_bytes);

} // namespace gridwright
