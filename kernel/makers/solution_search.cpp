#include "makers/solution_search.hpp"

#include <algorithm>
#include <cstring>

#include "state/sweep.hpp"

namespace gridwright {

// The living members of the smallest choice of the candidate that the sweeps would branch on, into `open_`. A choice
// that is folded into several columns gives those of one: a search that kills what it has tried misses nothing.
void SolutionSearch::members_to_branch_on(const std::uint64_t* s, Candidate first) {
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
SearchEnd SolutionSearch::run(const Start& start, Candidate dead, Meter& meter, std::uint64_t most, bool refuses_root,
                              Pick pick) {
    const Problem& problem = *problem_;
    stride_ = static_cast<std::size_t>(problem.state_words + problem.domain_words + 1) / 2 * 2;
    const std::size_t bytes = static_cast<std::size_t>(problem.state_words + problem.domain_words) * 8;
    stack_.resize(std::max(stack_.size(), 8 * stride_));
    tried_.clear();
    if (problem.impossible)
        return SearchEnd::none;
    if (start.state)
        std::memcpy(state(0), start.state, bytes);
    else
        problem.begin(state(0));
    if (dead >= 0)
        problem.kill(state(0), dead);
    tried_.push_back(-1);
    const std::uint64_t begun = nodes_;
    while (!tried_.empty()) {
        if (!meter.spend() || nodes_ - begun >= most)
            return SearchEnd::stopped;
        ++nodes_;
        std::uint64_t* s = state(tried_.size() - 1);
        if (tried_.back() >= 0)
            problem.kill(s, tried_.back());
        if (!propagate(problem, s, s + problem.state_words, start.active)) {
            tried_.pop_back();
            continue;
        }
        const Candidate first = problem.path->branch(problem, s);
        if (first < 0) {
            if (tried_.size() > 1 || !refuses_root)
                return SearchEnd::found;
            tried_.pop_back();
            continue;
        }
        const Candidate c = pick(s, first);
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
    return SearchEnd::none;
}

SearchEnd SolutionSearch::complete(const Start& start, RandomStream& stream, const Limits& limits,
                                   std::uint8_t* values) {
    const auto any = [&](const std::uint64_t* s, Candidate first) {
        members_to_branch_on(s, first);
        return open_[stream.below(static_cast<std::uint32_t>(open_.size()))];
    };
    Meter meter(limits, problem_->state_words > 2000 || !problem_->relations.empty() ? 4 : 64);
    std::uint64_t patience = 4 * problem_->spec.sizes.size() + 64;
    for (int again = 0; again < kRestarts; ++again, patience *= 2) {
        const SearchEnd result = run(start, -1, meter, patience, false, any);
        if (result == SearchEnd::found)
            problem_->read_values(state(tried_.size() - 1), values);
        if (result != SearchEnd::stopped || meter.stop() != Stop::none)
            return result;
    }
    return SearchEnd::none;
}

SearchEnd SolutionSearch::another(const Start& start, const std::uint8_t* known, Variable differs, const Limits& limits,
                                  std::uint64_t most) {
    const auto is_known = [&](Candidate c) {
        const Variable x = problem_->variable_of[c];
        return c - problem_->first[x] == known[x];
    };
    // Away from what is known: then the search comes to the known solution last, when all else is refuted.
    const auto away = [&](const std::uint64_t* s, Candidate first) {
        if (!is_known(first))
            return first;
        members_to_branch_on(s, first);
        const auto other = std::find_if_not(open_.begin(), open_.end(), is_known);
        if (other != open_.end())
            return *other;
        Candidate c = 0; // a folded choice, and its other members stand in other columns: anything that is open will do
        while (problem_->slot_begin[c] == problem_->slot_begin[c + 1] || !problem_->alive(s, c) || is_known(c))
            ++c;
        return c;
    };
    Meter meter(limits, problem_->state_words > 2000 || !problem_->relations.empty() ? 4 : 64);
    // A silent value ("no mark") has no bits to kill.
    const bool plain = differs >= 0 && problem_->slack[differs] < 0;
    const Candidate dead = plain ? problem_->first[differs] + known[differs] : -1;
    // Whatever was tried is no part of the known solution: only the root can lead to that.
    const SearchEnd end = run(start, dead, meter, most, dead < 0, away);
    return end == SearchEnd::stopped && meter.stop() == Stop::none ? SearchEnd::found : end;
}

} // namespace gridwright
