// A Frame: what all Problems of the same choices and at-most-one sets share, whatever their cages, sums and tables are.
// All Keen boards of a size have one: a Problem of its own costs a cage list and a State, and a thousand Problems that
// are solved in turn find the masks in the cache (6×6: 44k/s each with its own, 90k/s with one for all).
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "spec.hpp"

namespace gridwright {

class Apart;

struct Slot {
    std::int32_t word;
    std::int32_t bit;
};

// The fields are explained where Problem shows them.
struct Frame {
    Frame(const Spec& spec, std::vector<std::int32_t> slack, bool domains, std::int64_t dense_bytes);
    ~Frame();

    std::vector<Candidate> first;
    std::vector<Variable> variable_of;
    std::vector<std::int32_t> slot_begin;
    std::vector<Slot> slots;
    std::vector<std::int32_t> slack, set_begin, sets;
    Lists members;
    std::int32_t columns = 0, width = 1, planes = 0;
    std::vector<std::uint64_t> valid, whole, folded;
    std::vector<Candidate> member;
    std::vector<std::int32_t> column_begin, column_of;
    std::int32_t lane = 0, domain_begin = 0, domain_words = 0, state_words = 0;
    std::vector<std::uint64_t> keep;
    std::vector<std::int32_t> keep_row;

    // Which variables never take the same value; built when it is first asked for. `spec` is one with this Frame.
    const Apart& apart(const Spec& spec) const;

private:
    mutable std::once_flag once_;
    mutable std::unique_ptr<const Apart> apart_;

    std::int32_t candidates() const { return static_cast<std::int32_t>(variable_of.size()); }
    std::int32_t folded_planes(const std::vector<Lists::List>& kept) const;
    void lay_out_columns(const Spec& spec, bool domains);
    void lay_out_sets(const Spec& spec);
    void write_masks(std::int64_t most_bytes);
    void kill(std::uint64_t* state, Candidate c) const;
    void close(std::uint64_t* state, Candidate c) const;
};

// The Frame of a Spec, shared with every other Problem that needs the same. `slack` are the silent values; `domains`
// says whether something reads domains.
std::shared_ptr<const Frame> frame_of(const Spec& spec, std::vector<std::int32_t> slack, bool domains,
                                      std::int64_t dense_bytes);

} // namespace gridwright
