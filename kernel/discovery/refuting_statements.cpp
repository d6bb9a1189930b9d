#include "discovery/refuting_statements.hpp"

#include <algorithm>
#include <numeric>

namespace gridwright {
namespace {

// Those of the statements that said something before one of them could not hold, that one last; none where all can.
std::vector<std::int32_t> used_to_break(const Rulebook& rulebook, std::vector<Rulebook::Bits> left, Candidate assumed,
                                        const std::vector<std::int32_t>& statements) {
    std::vector<Rulebook::Bits> after(left.size());
    std::vector<std::int32_t> used;
    rulebook.place(left.data(), assumed);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::int32_t statement : statements) {
            const bool holds = rulebook.use(statement, left.data(), after.data());
            if (holds && after == left)
                continue;
            if (std::find(used.begin(), used.end(), statement) == used.end())
                used.push_back(statement);
            if (!holds)
                return used;
            left.swap(after);
            changed = true;
        }
    }
    return {};
}

} // namespace

std::vector<std::vector<std::int32_t>> refuting_statements(const Rulebook& rulebook,
                                                           const std::vector<Rulebook::Bits>& left, Candidate assumed,
                                                           std::size_t most, Meter& meter) {
    std::vector<std::int32_t> all(rulebook.statements());
    std::iota(all.begin(), all.end(), 0);
    std::vector<std::int32_t> behind = used_to_break(rulebook, left, assumed, all);
    std::vector<std::vector<std::int32_t>> found;
    if (behind.empty())
        return found;
    for (std::int32_t order = 0; order < 2; ++order) { // from the first that was used, and from the last
        std::vector<std::int32_t> statements(behind);
        for (std::size_t i = 0; i < statements.size();) {
            if (!meter.spend())
                return {};
            std::vector<std::int32_t> fewer(statements);
            fewer.erase(fewer.begin() + i);
            if (used_to_break(rulebook, left, assumed, fewer).empty())
                ++i;
            else
                statements = std::move(fewer);
        }
        std::reverse(behind.begin(), behind.end());
        if (statements.size() > most)
            continue;
        if (statements.size() < most)
            found.clear();
        most = statements.size();
        std::sort(statements.begin(), statements.end());
        found.push_back(std::move(statements));
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace gridwright
