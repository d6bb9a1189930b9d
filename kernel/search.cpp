#include "search.hpp"

#include <algorithm>
#include <cstring>

#include "sweep.hpp"

namespace gridwright {

void Search::reserve(std::size_t frames) {
    if (stack_.size() < frames * stride_)
        stack_.resize(std::max(frames * stride_, stack_.size() * 2));
    if (frames_.size() < frames)
        frames_.resize(std::max(frames, frames_.size() * 2));
}

void Search::start(const std::uint8_t* givens, const Mask* masks, Candidate assumed) {
    const Problem& problem = *problem_;
    stride_ = static_cast<std::size_t>(problem.state_words + problem.domain_words + 1) / 2 * 2;
    reserve(8);
    depth_ = 0;
    if (problem.impossible)
        return;
    std::uint64_t* s = state(0);
    std::memcpy(s, problem.initial.data(), problem.initial.size() * 8);
    if (givens && !problem.give(s, givens))
        return;
    if (masks && !problem.narrow(s, masks))
        return;
    if (assumed >= 0) {
        const Variable x = problem.variable_of[assumed];
        if (problem.slack[x] == assumed - problem.first[x])
            problem.kill(s, problem.first[x] + (1 - problem.slack[x]));
        else if (!problem.alive(s, assumed))
            return;
        else
            problem.place(s, assumed);
    }
    for (std::int32_t w = 0; w < problem.domain_words; ++w) // every propagator has to run once
        s[problem.state_words + w] = ~s[problem.domain_begin + w];
    frames_[0].tried = -1;
    depth_ = 1;
}

Found Search::run(std::uint64_t limit, std::uint64_t show, const Limits& limits) {
    const Problem& problem = *problem_;
    const std::size_t bytes = static_cast<std::size_t>(problem.state_words) * 8;
    const std::size_t seen_bytes = static_cast<std::size_t>(problem.domain_words) * 8;
    Found found;
    Meter meter(limits, problem.state_words > 2000 || !problem.propagators.empty() ? 4 : 64);
    while (depth_ > 0) {
        if (found.count >= limit) {
            found.stop = Stop::solutions;
            break;
        }
        if (!meter.spend()) {
            found.stop = meter.stop();
            break;
        }
        std::uint64_t* s = state(depth_ - 1);
        std::uint64_t* seen = s + problem.state_words;
        if (frames_[depth_ - 1].tried >= 0)
            problem.kill(s, frames_[depth_ - 1].tried);
        if (!propagate(problem, s, seen)) {
            --depth_;
            continue;
        }
        const Candidate c = problem.path->branch(problem, s);
        if (c < 0) {
            ++found.count;
            if (found.count <= show) {
                found.solutions.resize(found.count * problem.spec.sizes.size());
                problem.read_values(s, found.solutions.data() + (found.count - 1) * problem.spec.sizes.size());
            }
            --depth_;
            continue;
        }
        reserve(depth_ + 1);
        s = state(depth_ - 1);
        std::uint64_t* child = state(depth_);
        std::memcpy(child, s, bytes + seen_bytes);
        frames_[depth_ - 1].tried = c;
        frames_[depth_].tried = -1;
        problem.place(child, c);
        ++depth_;
    }
    found.nodes = meter.nodes();
    found.exhausted = depth_ == 0;
    return found;
}

Found solve(const Problem& problem, const std::uint8_t* givens, const Mask* masks, Candidate assumed,
            std::uint64_t limit, std::uint64_t show, const Limits& limits) {
    static thread_local Search search(problem);
    search.reset(problem);
    search.start(givens, masks, assumed);
    return search.run(limit, show, limits);
}

} // namespace gridwright
