// A random solution of a Problem, and another solution than the one that is known.
//
// Both are depth-first searches over the same States as search.hpp; they differ in the candidate that they try. Every
// solution can come out of `complete`; they are not all equally likely, for a value is drawn from those that are still
// open without knowing how many solutions each leads to.
#pragma once

#include <cstdint>
#include <vector>

#include "basics/limits.hpp"
#include "basics/random_stream.hpp"
#include "state/problem.hpp"

namespace gridwright {

enum class SearchEnd : std::uint8_t { none, found, stopped };

// What a search starts from: a State at its fixpoint, with the domains that relations have seen behind it (null: that
// of the Problem), and which relations count (a bit each; null: all of them).
struct Start {
    const std::uint64_t* state = nullptr;
    const std::uint64_t* active = nullptr;
};

class SolutionSearch {
public:
    explicit SolutionSearch(const Problem& problem) : problem_(&problem) {}
    // Take up another Problem, keeping the memory.
    void reset(const Problem& problem) { problem_ = &problem; }

    // A random solution. Where luck is bad it starts again, each time with twice the patience; `none` where there is
    // none, or none was met by the last time: of 9×9 jigsaws one in 300 is hopeless, and nobody can wait for the proof.
    static constexpr int kRestarts = 14; // 6 million nodes on 9×9, some seconds; whoever has a solution takes 0.3 s
    SearchEnd complete(const Start& start, RandomStream& stream, const Limits& limits, std::uint8_t* values);
    // Is there a solution other than `known`, which is one? Where it is known that all others differ in a variable,
    // naming it saves work (else -1). `found` also where so many nodes do not tell.
    SearchEnd another(const Start& start, const std::uint8_t* known, Variable differs, const Limits& limits,
                      std::uint64_t most = UINT64_MAX);

    std::uint64_t nodes() const { return nodes_; } // all that were looked at

private:
    template <class Pick>
    SearchEnd run(const Start& start, Candidate dead, Meter& meter, std::uint64_t most, bool refuses_root, Pick pick);
    void members_to_branch_on(const std::uint64_t* state, Candidate first);
    std::uint64_t* state(std::size_t depth) { return stack_.data() + depth * stride_; }

    const Problem* problem_;
    std::size_t stride_ = 0;
    std::uint64_t nodes_ = 0;
    std::vector<std::uint64_t> stack_;
    std::vector<Candidate> tried_, open_;
};

} // namespace gridwright
