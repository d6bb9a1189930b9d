// Depth-first search over States: find, count and stream solutions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "basics/limits.hpp"
#include "state/problem.hpp"

namespace gridwright {

class LearningSearch;

struct Found {
    std::uint64_t count = 0, nodes = 0;
    bool exhausted = false; // there are no more
    bool learning = false;  // the search that learns took part
    Stop stop = Stop::none;
    std::vector<std::uint8_t> solutions; // a byte a variable, one solution after the other; at most `show`
};

// After how many nodes without a solution the search goes on learning, and by which order of what is equal there.
struct HandOver {
    std::uint64_t nodes, seed = 0;
};

// A search that can be stopped and taken up again: the stack holds the States still to be looked at. Where it looks in
// vain for long (Problem::patience), what is left goes to a LearningSearch, and its solutions come after those found.
// Order is fixed: the choice with the fewest members, its members in order; the same on every machine. Where views are
// counted, the cell with the fewest values for its weight: how many relations know it, and how many contradictions it
// had a part in since the search began.
class Search {
public:
    explicit Search(const Problem& problem);
    ~Search();

    // Take up another Problem, keeping the memory.
    void reset(const Problem& problem) { problem_ = &problem; }
    // For tests and comparisons, after `start`.
    void hand_over_after(const HandOver& hand_over) { hand_over_ = hand_over; }
    // Begin at the Problem's initial State narrowed by givens (a byte a variable, 0 open, k + 1 value k) or by masks;
    // then, if wanted, with one candidate placed. Null means no narrowing.
    void start(const std::uint8_t* givens, const Mask* masks, Candidate assumed = -1);

    // Up to `limit` more solutions, keeping the values of the first `show`.
    Found run(std::uint64_t limit, std::uint64_t show, const Limits& limits);

    std::size_t variables() const { return problem_->spec.sizes.size(); }

private:
    Candidate branch(const std::uint64_t* state) const;
    void blame(std::int32_t failed, Variable branched);

    std::uint64_t* state(std::size_t depth) { return stack_.data() + depth * stride_; }
    void reserve(std::size_t frames);
    void leave() { killed_.resize(killed_begin_[--depth_]); }
    void hand_over();

    const Problem* problem_;
    std::size_t stride_ = 0, depth_ = 0; // words a frame: a State and the domains seen by relations
    std::vector<std::uint64_t> stack_;
    std::vector<Candidate> tried_;  // of each State: killed before it is taken up again; -1 for none
    std::vector<Candidate> killed_; // all that were, of the first State, of the second …
    std::vector<std::size_t> killed_begin_;
    std::vector<std::uint32_t> weights_; // of each variable, where the Problem has views
    HandOver hand_over_{};
    std::uint64_t fruitless_ = 0;              // nodes since the last solution
    std::unique_ptr<LearningSearch> learning_; // once it has taken over
};

// All one-off questions at once, on a search kept for the thread so that nothing is allocated twice.
Found solve(const Problem& problem, const std::uint8_t* givens, const Mask* masks, Candidate assumed,
            std::uint64_t limit, std::uint64_t show, const Limits& limits,
            std::optional<HandOver> hand_over = std::nullopt);

struct Job {
    const Problem* problem;
    const std::uint8_t* givens; // or null
    const Mask* masks;          // or null
};

// Every job over threads, work split dynamically; a job's result is at its place whatever thread did it. `limits.nodes`
// and `seconds` are per job, `limits.deadline` and cancel for all; jobs not reached keep Stop::cancelled.
// `limits.poll` is asked on this thread.
std::vector<Found> solve_batch(const std::vector<Job>& jobs, std::uint64_t limit, std::uint64_t show,
                               const Limits& limits, double seconds, unsigned threads);

} // namespace gridwright
