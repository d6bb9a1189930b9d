#include "makers/counted_clues.hpp"

#include <algorithm>

namespace gridwright {
namespace {

// The same clues, saying what a solution has.
std::vector<ClueItem> counting(std::vector<ClueItem> items, const std::vector<std::uint8_t>& solution) {
    for (ClueItem& item : items)
        for (auto& [what, kind, members] : item.statements) {
            const auto value = static_cast<std::uint64_t>(what.parameters.front());
            const auto count =
                std::count_if(what.scope.begin(), what.scope.end(), [&](Variable x) { return solution[x] == value; });
            std::fill(what.parameters.begin() + 1, what.parameters.end(), count);
        }
    return items;
}

} // namespace

CountedSolution counted_solution(const Structure& blank, const CountedClues& clues, RandomStream at, std::int32_t tries,
                                 std::int32_t floor, std::uint64_t nodes, ClueJudge& tools, const Limits& limits) {
    CountedSolution best;
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
        // Where clues go, another order of the same ones may do.
        if (end != SearchEnd::found || (clues.stay && std::find(known.begin(), known.end(), solution) != known.end()))
            continue;
        known.push_back(solution);
        std::vector<ClueItem> items = counting(clues.items, solution);
        std::shared_ptr<Structure> full;
        if (clues.stay) {
            std::vector<Structure::Statement> statements;
            for (ClueItem& item : items)
                statements.insert(statements.end(), item.statements.begin(), item.statements.end());
            full = blank.with_statements(std::move(statements));
            items.clear();
        }
        ClueReduction reduction(full ? *full : blank, std::move(items));
        const auto result =
            reduction.run(solution.data(), at.child(static_cast<std::uint64_t>(number)), floor, nodes, tools, limits);
        if (result.stopped) {
            best.stopped = true;
            return best;
        }
        if (result.holds > best.holds) {
            best.number = number;
            best.solution = solution;
            best.holds = result.holds;
            best.kept.clear();
            for (std::int32_t item = 0; item < reduction.items(); ++item)
                if (reduction.there(item))
                    best.kept.push_back(item);
        }
        if (tools.judge.fulfilled(result.holds))
            break;
    }
    return best;
}

} // namespace gridwright
