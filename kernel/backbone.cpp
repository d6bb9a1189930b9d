#include "backbone.hpp"

#include <algorithm>

#include "search.hpp"

namespace gridwright {

Possible possible(const Problem& problem, const std::uint8_t* givens, const Mask* masks, const Limits& limits) {
    Possible result;
    const std::size_t n = problem.spec.sizes.size();
    result.masks.assign(n, 0);
    Limits rest = limits;
    auto learn = [&](const Found& found) {
        result.nodes += found.nodes;
        rest.nodes = limits.nodes - std::min(limits.nodes, result.nodes);
        for (std::size_t i = 0; i * n < found.solutions.size() && n > 0; ++i)
            for (std::size_t x = 0; x < n; ++x)
                result.masks[x] |= Mask{1} << found.solutions[i * n + x];
        result.solutions += found.count;
        return found.stop == Stop::none || found.stop == Stop::solutions;
    };
    const Found some = solve(problem, givens, masks, -1, 2, 2, rest);
    if (!learn(some))
        return result;
    if (some.exhausted) {
        result.decided = true;
        return result;
    }
    for (Candidate c = 0; c < problem.candidates(); ++c) {
        const Variable x = problem.variable_of[c];
        if (result.masks[x] >> (c - problem.first[x]) & 1)
            continue;
        if (!learn(solve(problem, givens, masks, c, 1, 1, rest)))
            return result;
    }
    result.decided = true;
    return result;
}

} // namespace gridwright
