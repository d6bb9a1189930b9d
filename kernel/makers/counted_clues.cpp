#include "makers/counted_clues.hpp"

#include <algorithm>

namespace gridwright {

CountedBoard counted_board(const Structure& blank, const std::vector<Structure::Statement>& clues, RandomStream at,
                           std::int32_t tries, std::uint64_t nodes, ClueJudge& tools, const Limits& limits) {
    CountedBoard best;
    SolutionSearch search(blank.problem());
    std::vector<std::uint8_t> solution(blank.spec().sizes.size());
    std::vector<std::vector<std::uint8_t>> known; // solutions that did not do
    for (std::int32_t number = 0; number < tries; ++number) {
        RandomStream values = at.child("solution").child(static_cast<std::uint64_t>(number));
        const SearchEnd end = search.complete({}, values, limits, solution.data());
        if (end == SearchEnd::stopped) {
            best.stopped = true;
            return best;
        }
        if (end != SearchEnd::found || std::find(known.begin(), known.end(), solution) != known.end())
            continue;
        known.push_back(solution);
        std::vector<Structure::Statement> statements = clues;
        for (auto& [what, kind, members] : statements) {
            const std::int64_t count = std::count_if(what.scope.begin(), what.scope.end(), [&](Variable x) {
                return solution[x] == static_cast<std::uint64_t>(what.parameters.front());
            });
            std::fill(what.parameters.begin() + 1, what.parameters.end(), count);
        }
        const auto board = blank.with_statements(std::move(statements));
        const auto result =
            ClueReduction(*board, {})
                .run(solution.data(), at.child(static_cast<std::uint64_t>(number)), 0, nodes, tools, limits);
        if (result.stopped) {
            best.stopped = true;
            return best;
        }
        if (result.holds > best.holds) {
            best.number = number;
            best.solution = solution;
            best.holds = result.holds;
        }
        if (tools.judge.fulfilled(result.holds))
            break;
    }
    return best;
}

} // namespace gridwright
