#include "search/search.hpp"

#include <algorithm>
#include <cstring>

#include "basics/parallel.hpp"
#include "relations/relation.hpp"
#include "relations/sights.hpp"
#include "search/learning_search.hpp"
#include "state/sweep.hpp"

namespace gridwright {

Search::Search(const Problem& problem) : problem_(&problem) {}
Search::~Search() = default;

void Search::reserve(std::size_t frames) {
    if (stack_.size() < frames * stride_)
        stack_.resize(std::max(frames * stride_, stack_.size() * 2));
    if (tried_.size() < frames) {
        tried_.resize(std::max(frames, tried_.size() * 2));
        killed_begin_.resize(tried_.size());
    }
}

void Search::start(const std::uint8_t* givens, const Mask* masks, Candidate assumed) {
    const Problem& problem = *problem_;
    stride_ = static_cast<std::size_t>(problem.state_words + problem.domain_words + 1) / 2 * 2;
    reserve(8);
    depth_ = 0;
    learning_.reset();
    hand_over_ = {problem.patience};
    fruitless_ = 0;
    killed_.clear();
    killed_begin_[0] = 0;
    if (problem.impossible)
        return;
    weights_ = problem.degrees;
    std::uint64_t* s = state(0);
    std::memcpy(s, problem.opening.data(), problem.opening.size() * 8);
    if (givens && !problem.give(s, givens))
        return;
    if (masks && !problem.narrow(s, masks))
        return;
    if (const Variable x = assumed < 0 ? -1 : problem.variable_of[assumed];
        x >= 0 && !problem.give(s, x, assumed - problem.first[x]))
        return;
    problem.forget_seen(s); // every relation has to run once
    tried_[0] = -1;
    depth_ = 1;
}

Candidate Search::branch(const std::uint64_t* state) const {
    const Problem& problem = *problem_;
    if (!weights_.empty()) {
        Variable best = -1;
        std::uint64_t size = 1, weight = 0; // of the best: no worse than any to begin with
        for (Variable x = 0; x < problem.variables(); ++x) {
            if (problem.slack[x] >= 0)
                continue;
            const Mask domain = problem.domain(state, x);
            if (!(domain & (domain - 1)))
                continue;
            const std::uint64_t values = static_cast<std::uint64_t>(__builtin_popcountll(domain));
            if (values * weight < size * weights_[x]) {
                best = x;
                size = values;
                weight = weights_[x];
            }
        }
        if (best >= 0)
            return problem.first[best] + __builtin_ctzll(problem.domain(state, best));
        if (problem.sights)
            return -1;
    }
    return problem.path->branch(problem, state);
}

void Search::blame(std::int32_t failed, Variable branched) {
    if (branched >= 0)
        ++weights_[branched];
    if (failed < 0)
        return;
    if (problem_->sights) {
        const auto line = problem_->sights->line(failed);
        for (int i = 0; i < line.size; ++i)
            ++weights_[line.cells[i]];
        return;
    }
    for (Variable x : problem_->relations[failed]->scope)
        ++weights_[x];
}

// What this search has left goes to one that learns: the first State, without what was tried from the States above it.
void Search::hand_over() {
    const Problem& problem = *problem_;
    std::vector<Mask> masks(problem.variables());
    problem.read_masks(state(0), masks.data());
    for (Variable x = 0; problem.lane > 0 && x < problem.variables(); ++x)
        if (problem.slack[x] < 0)
            masks[x] = problem.domain(state(0), x); // sight lines write nothing else
    learning_ = std::make_unique<LearningSearch>(problem, masks, hand_over_.seed);
    std::vector<Candidate> path;
    for (std::size_t d = 0; d < depth_; ++d) {
        const std::size_t end = d + 1 < depth_ ? killed_begin_[d + 1] : killed_.size();
        path.push_back(-1);
        for (std::size_t i = killed_begin_[d]; i < end; ++i) {
            path.back() = killed_[i];
            learning_->exclude(path);
        }
        path.back() = tried_[d];
    }
    if (path.back() >= 0)
        learning_->exclude(path);
}

Found Search::run(std::uint64_t limit, std::uint64_t show, const Limits& limits) {
    const Problem& problem = *problem_;
    const std::size_t bytes = static_cast<std::size_t>(problem.state_words) * 8;
    const std::size_t seen_bytes = static_cast<std::size_t>(problem.domain_words) * 8;
    if (learning_)
        return learning_->run(limit, show, limits);
    Found found;
    // A node with relations may take long; one of sight lines is short while few sets can be open.
    const bool heavy = problem.sights ? problem.lane > 8 : !problem.relations.empty();
    Meter meter(limits, problem.state_words > 2000 || heavy ? 4 : 64);
    while (depth_ > 0) {
        if (found.count >= limit) {
            found.stop = Stop::solutions;
            break;
        }
        if (fruitless_ >= hand_over_.nodes) {
            hand_over();
            break;
        }
        if (!meter.spend()) {
            found.stop = meter.stop();
            break;
        }
        ++fruitless_;
        std::uint64_t* s = state(depth_ - 1);
        std::uint64_t* seen = s + problem.state_words;
        const Candidate again = tried_[depth_ - 1], tried = again >= 0 || depth_ < 2 ? again : tried_[depth_ - 2];
        const Variable branched = tried < 0 ? -1 : problem.variable_of[tried];
        if (again >= 0) {
            problem.kill(s, again);
            killed_.push_back(again);
        }
        std::int32_t failed = -1; // where all relations are sight lines, domains are all that is read here
        if (!(problem.sights ? problem.sights->settle(problem, s, seen, nullptr, failed, false)
                             : propagate(problem, s, seen, nullptr, &failed))) {
            if (!weights_.empty())
                blame(failed, branched);
            leave();
            continue;
        }
        const Candidate c = branch(s);
        if (c < 0) {
            ++found.count;
            if (found.count <= show) {
                found.solutions.resize(found.count * problem.spec.sizes.size());
                problem.read_values(s, found.solutions.data() + (found.count - 1) * problem.spec.sizes.size());
            }
            fruitless_ = 0;
            leave();
            continue;
        }
        reserve(depth_ + 1);
        s = state(depth_ - 1);
        std::uint64_t* child = state(depth_);
        std::memcpy(child, s, bytes + seen_bytes);
        tried_[depth_ - 1] = c;
        tried_[depth_] = -1;
        killed_begin_[depth_] = killed_.size();
        problem.place(child, c);
        ++depth_;
    }
    found.nodes = meter.nodes();
    if (!learning_) {
        found.exhausted = depth_ == 0;
        return found;
    }
    Limits rest = limits;
    rest.nodes -= found.nodes;
    Found learnt = learning_->run(limit - found.count, show - std::min(show, found.count), rest);
    learnt.count += found.count;
    learnt.nodes += found.nodes;
    learnt.solutions.insert(learnt.solutions.begin(), found.solutions.begin(), found.solutions.end());
    return learnt;
}

Found solve(const Problem& problem, const std::uint8_t* givens, const Mask* masks, Candidate assumed,
            std::uint64_t limit, std::uint64_t show, const Limits& limits, std::optional<HandOver> hand_over) {
    static thread_local Search search(problem);
    search.reset(problem);
    search.start(givens, masks, assumed);
    if (hand_over)
        search.hand_over_after(*hand_over);
    return search.run(limit, show, limits);
}

std::vector<Found> solve_batch(const std::vector<Job>& jobs, std::uint64_t limit, std::uint64_t show,
                               const Limits& limits, double seconds, unsigned threads) {
    std::vector<Found> results(jobs.size());
    for (Found& result : results)
        result.stop = Stop::cancelled;
    in_parallel(jobs.size(), limits, seconds, threads, [&](std::size_t i, const Limits& own) {
        results[i] = solve(*jobs[i].problem, jobs[i].givens, jobs[i].masks, -1, limit, show, own);
        return results[i].stop;
    });
    return results;
}

} // namespace gridwright
