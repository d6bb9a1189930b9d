#include "complete.hpp"

#include <algorithm>
#include <cstring>

#include "sweep.hpp"

namespace gridwright {

// The living members of the smallest choice of the candidate that the sweeps would branch on, into `open_`. A choice
// that is folded into several columns gives those of one: a search that kills what it has tried misses nothing.
void Seeker::members_to_branch_on(const std::uint64_t* s, Candidate first) {
    const Problem& problem = *problem_;
    std::int32_t best = -1, fewest = INT32_MAX;
    for (std::int32_t i = problem.column_begin[first]; i < problem.column_begin[first + 1]; ++i) {
        const std::int32_t column = problem.column_of[i];
        if (!(s[column / 64] >> (column % 64) & 1))
            continue;
        std::int32_t count = 0;
        const std::uint64_t* plane = s + problem.width + column / 64;
        for (std::int32_t p = 0; p < problem.planes; ++p, plane += problem.width)
            count += *plane >> (column % 64) & 1;
        if (count < fewest) {
            fewest = count;
            best = column;
        }
    }
    open_.clear();
    const std::uint64_t* plane = s + problem.width + best / 64;
    for (std::int32_t p = 0; p < problem.planes; ++p, plane += problem.width)
        if (*plane >> (best % 64) & 1)
            open_.push_back(problem.member[static_cast<std::size_t>(p) * problem.width * 64 + best]);
}

// Depth first: `pick` says which of the members in `open_` to try. The State of the solution is the last on the stack.
template <class Pick>
Sought Seeker::run(const Clues& clues, Candidate dead, Meter& meter, std::uint64_t most, Pick pick) {
    const Problem& problem = *problem_;
    stride_ = static_cast<std::size_t>(problem.state_words + problem.domain_words + 1) / 2 * 2;
    const std::size_t bytes = static_cast<std::size_t>(problem.state_words + problem.domain_words) * 8;
    stack_.resize(std::max(stack_.size(), 8 * stride_));
    tried_.clear();
    if (problem.impossible)
        return Sought::none;
    const std::uint64_t* base = clues.base ? clues.base : problem.initial.data();
    std::memcpy(state(0), base, problem.initial.size() * 8);
    if (clues.givens && !problem.give(state(0), clues.givens))
        return Sought::none;
    if (dead >= 0)
        problem.kill(state(0), dead);
    for (std::int32_t w = 0; w < problem.domain_words; ++w) // every propagator has to run once
        state(0)[problem.state_words + w] = ~state(0)[problem.domain_begin + w];
    tried_.push_back(-1);
    const std::uint64_t begun = nodes_;
    while (!tried_.empty()) {
        if (!meter.spend() || nodes_ - begun >= most)
            return Sought::stopped;
        ++nodes_;
        std::uint64_t* s = state(tried_.size() - 1);
        if (tried_.back() >= 0)
            problem.kill(s, tried_.back());
        if (!propagate(problem, s, s + problem.state_words, clues.active)) {
            tried_.pop_back();
            continue;
        }
        const Candidate first = problem.path->branch(problem, s);
        if (first < 0) {
            if (tried_.size() > 1 || !pick.refuses_root)
                return Sought::found;
            tried_.pop_back();
            continue;
        }
        members_to_branch_on(s, first);
        const Candidate c = pick.choose(open_);
        if (stack_.size() < (tried_.size() + 1) * stride_) {
            stack_.resize(stack_.size() * 2);
            s = state(tried_.size() - 1);
        }
        std::uint64_t* child = state(tried_.size());
        std::memcpy(child, s, bytes);
        tried_.back() = c;
        tried_.push_back(-1);
        problem.place(child, c);
    }
    return Sought::none;
}

Sought Seeker::complete(const Clues& clues, Draw& draw, const Limits& limits, std::uint8_t* values) {
    struct Pick {
        Draw& draw;
        bool refuses_root;
        Candidate choose(const std::vector<Candidate>& open) const {
            return open[draw.below(static_cast<std::uint32_t>(open.size()))];
        }
    };
    Meter meter(limits, problem_->state_words > 2000 || !problem_->propagators.empty() ? 4 : 64);
    for (std::uint64_t patience = 4 * problem_->spec.sizes.size() + 64;; patience *= 2) {
        const Sought result = run(clues, -1, meter, patience, Pick{draw, false});
        if (result == Sought::found)
            problem_->read_values(state(tried_.size() - 1), values);
        if (result != Sought::stopped || meter.stop() != Stop::none)
            return result;
    }
}

Sought Seeker::another(const Clues& clues, const std::uint8_t* known, Variable differs, const Limits& limits,
                       std::uint8_t* values) {
    struct Pick {
        const Problem& problem;
        const std::uint8_t* known;
        bool refuses_root; // whatever was tried is no part of the known solution: only the root can lead to that
        // Away from what is known: then the search comes to the known solution last, when all else is refuted.
        Candidate choose(const std::vector<Candidate>& open) const {
            for (Candidate c : open)
                if (c - problem.first[problem.variable_of[c]] != known[problem.variable_of[c]])
                    return c;
            return open.front();
        }
    };
    Meter meter(limits, problem_->state_words > 2000 || !problem_->propagators.empty() ? 4 : 64);
    // A silent value ("no star") has no bits to kill.
    const bool plain = differs >= 0 && problem_->slack[differs] < 0;
    const Candidate dead = plain ? problem_->first[differs] + known[differs] : -1;
    const Sought result = run(clues, dead, meter, UINT64_MAX, Pick{*problem_, known, dead < 0});
    if (result == Sought::found && values)
        problem_->read_values(state(tried_.size() - 1), values);
    return result;
}

} // namespace gridwright
