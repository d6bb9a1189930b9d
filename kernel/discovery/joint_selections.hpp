// Joint selections of statements: one option of each, no two in conflict.
//
// Two ways to find one, with the same face. `ListedSelections` have all options in lists of at most 64 and know which
// conflict. `FittedSelections` list nothing: candidates are made true one after the other, what is linked to them goes,
// and relations are asked what still fits, so that a relation may have any number of options.
//
//     select(S)       is there one of the statements S?
//     left_over(S)    after that: statements that are left over where as many others as possible go with it
#pragma once

#include <cstdint>
#include <vector>

#include "basics/limits.hpp"
#include "discovery/options.hpp"
#include "proofs/rulebook.hpp"

namespace gridwright {

// Members are the statements that can take part in a proof, by position; sets of them have `row` words.
using Members = std::vector<std::int32_t>;
using MemberSet = std::vector<std::uint64_t>;

class ListedSelections {
public:
    explicit ListedSelections(const OpenStatements& open);

    std::int32_t size() const { return size_; }
    std::int32_t number(std::int32_t member) const { return open_.statements[member].number; }
    bool select(const Members& chosen);
    MemberSet left_over(const Members& chosen);

private:
    using Picks = std::uint64_t; // options of a statement, by position

    std::int32_t count(std::int32_t m) const { return open_.statements[m].count; }
    static Picks every(std::int32_t count) { return ~Picks{0} >> (64 - count); }
    std::size_t conflict_at(std::int32_t member, std::int32_t other) const {
        return static_cast<std::size_t>(open_.statements[member].first) * size_ +
               static_cast<std::size_t>(other) * count(member);
    }
    const Picks* conflicts(std::int32_t member, std::int32_t other) const {
        return conflicts_.data() + conflict_at(member, other);
    }
    bool select(const Members& chosen, std::uint64_t done);
    void take(std::int32_t member, std::int32_t pick);

    const OpenStatements& open_;
    const std::int32_t size_;
    std::vector<Picks> conflicts_;
    std::vector<Members> near_;
    std::vector<Picks> left_; // of each member, what the selection leaves
};

class FittedSelections {
public:
    // Inside these masks of all variables; every candidate that is tried is a node.
    FittedSelections(const Rulebook& rulebook, std::vector<Mask> masks, std::vector<std::int32_t> statements,
                     Meter& meter);

    std::int32_t size() const { return static_cast<std::int32_t>(numbers_.size()); }
    std::int32_t number(std::int32_t member) const { return numbers_[member]; }
    // Not to be believed where the meter has stopped.
    bool select(const Members& chosen);
    MemberSet left_over(const Members& chosen);

    // Is there one in which the candidate is true?
    bool select(const Members& chosen, Candidate c);
    // Does the selection that was found leave a candidate alive?
    bool spares(Candidate c) const { return has(c); }
    // The candidates that a member speaks of; and one that is gone from now on.
    void add_candidates(std::int32_t member, std::vector<Candidate>& found) const;
    void exclude(Candidate c);

private:
    bool has(Candidate c) const {
        const Variable x = problem_.variable_of[c];
        return left_[x] >> (c - problem_.first[x]) & 1;
    }
    void drop(Candidate c);
    void place(Candidate c);
    void ask(std::int32_t statement);
    void ask_all();
    bool use(std::int32_t statement);
    std::int32_t settle();
    std::vector<Candidate> fewest() const;
    void begin(const Members& chosen);
    bool search();
    void decide();

    const Rulebook& rulebook_;
    const Problem& problem_;
    Meter& meter_;
    std::vector<Mask> start_;
    std::vector<std::int32_t> numbers_;
    std::vector<Mask> left_;           // what is possible of each variable
    std::vector<bool> active_, asked_; // of each statement: does it take part; does it stand on the agenda
    std::vector<std::int32_t> agenda_; // statements that may have something to say
    std::vector<std::int32_t> over_;   // of each member: how often it was left over
    std::vector<Mask> domains_, used_; // memory of `use`
};

} // namespace gridwright
