#include "search/backbone.hpp"

#include <algorithm>

#include "search/search.hpp"

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
        result.stop = found.stop != Stop::solutions ? found.stop : Stop::none;
        if (result.stop == Stop::none) // searches may be too short to look at the clock
            result.stop = limits.look();
        return result.stop == Stop::none;
    };
    const Found some = solve(problem, givens, masks, -1, 2, 2, rest);
    const bool go_on = learn(some);
    if (some.exhausted)
        result.stop = Stop::none;
    if (!go_on || some.exhausted)
        return result;
    for (Candidate c = 0; c < problem.candidates(); ++c) {
        const Variable x = problem.variable_of[c];
        if (result.masks[x] >> (c - problem.first[x]) & 1)
            continue;
        if (!learn(solve(problem, givens, masks, c, 1, 1, rest)))
            return result;
    }
    return result;
}

} // namespace gridwright
