// The statements of a rulebook, one at a time: what each rules out where so much is left.
//
// Statements are numbered through: the choices of a Problem, then its relations, each by itself, for views that were
// joined say more at once than a person reads as one line. One use is one line of a proof:
//
//     a choice with one candidate left makes it true;
//     a relation removes what does not fit, and where that leaves a member one value, makes it true;
//     what becomes true takes along everything that is linked to it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "relations/relation.hpp"
#include "state/problem.hpp"

namespace gridwright {

class Rulebook {
public:
    using Bits = std::uint64_t; // sets of candidates, `words()` of them

    explicit Rulebook(const Problem& problem);

    const Problem& problem() const { return problem_; }
    std::int32_t choices() const { return static_cast<std::int32_t>(problem_.spec.choices.size()); }
    std::int32_t statements() const { return choices() + static_cast<std::int32_t>(relations_.size()); }
    std::int32_t words() const { return words_; }
    std::span<const Candidate> choice(std::int32_t i) const { return problem_.spec.choices[i]; }
    const Relation& relation(std::int32_t statement) const { return *relations_[statement - choices()]; }
    // What goes when a candidate becomes true.
    std::span<const Candidate> linked(Candidate c) const { return part(linked_begin_, linked_, c); }
    // The statements that speak of a candidate, ascending.
    std::span<const std::int32_t> about(Candidate c) const { return part(about_begin_, about_, c); }

    static bool has(const Bits* left, Candidate c) { return left[c >> 6] >> (c & 63) & 1; }
    static void drop(Bits* left, Candidate c) { left[c >> 6] &= ~(Bits{1} << (c & 63)); }
    // The candidates inside these masks of all variables.
    std::vector<Bits> left(const Mask* masks) const;
    Mask mask(const Bits* left, Variable x) const;
    void place(Bits* left, Candidate c) const {
        for (Candidate other : linked(c))
            drop(left, other);
    }
    // What a statement leaves; false where it cannot hold. `after` may not be `left`.
    bool use(std::int32_t statement, const Bits* left, Bits* after) const;

private:
    template <class T>
    static std::span<const T> part(const std::vector<std::int32_t>& begin, const std::vector<T>& all, std::int32_t i) {
        return {all.data() + begin[i], all.data() + begin[i + 1]};
    }

    const Problem& problem_;
    std::int32_t words_;
    Relations relations_;
    std::vector<std::int32_t> linked_begin_, about_begin_;
    std::vector<Candidate> linked_;
    std::vector<std::int32_t> about_;
    mutable std::vector<Mask> domains_, used_; // memory of `use`
};

} // namespace gridwright
