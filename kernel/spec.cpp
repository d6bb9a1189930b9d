#include "spec.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace gridwright {
namespace {

constexpr std::int64_t kMostCandidates = 1 << 20;
// A State has a bit for each choice and each member of the longest one: 4 MB at this bound, a 25×25 sudoku 8 KB.
constexpr std::int64_t kMostSlots = 1 << 25;
constexpr std::int64_t kLargestTarget = 1'000'000'000'000'000;
constexpr std::size_t kMostSeen = 63;
constexpr std::size_t kMostCells = 4096;

[[noreturn]] void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

void check_members(const std::vector<std::vector<Candidate>>& sets, std::int64_t candidates, const char* what) {
    std::vector<std::int64_t> last(static_cast<std::size_t>(candidates), -1);
    for (std::size_t i = 0; i < sets.size(); ++i)
        for (Candidate c : sets[i]) {
            if (c < 0 || c >= candidates)
                refuse(std::string(what) + " " + std::to_string(i) + " names candidate " + std::to_string(c) +
                       ", but there are " + std::to_string(candidates));
            if (last[c] == static_cast<std::int64_t>(i))
                refuse(std::string(what) + " " + std::to_string(i) + " names candidate " + std::to_string(c) +
                       " twice");
            last[c] = static_cast<std::int64_t>(i);
        }
}

void check_scope(const std::vector<Variable>& scope, std::size_t variables, const char* what) {
    std::vector<bool> seen(variables, false);
    for (Variable x : scope) {
        if (x < 0 || static_cast<std::size_t>(x) >= variables)
            refuse(std::string(what) + " names variable " + std::to_string(x) + ", but there are " +
                   std::to_string(variables));
        if (seen[x])
            refuse(std::string(what) + " names variable " + std::to_string(x) + " twice");
        seen[x] = true;
    }
}

} // namespace

void Spec::check() const {
    std::int64_t candidates = 0;
    for (std::int32_t size : sizes) {
        if (size < 1 || size > 64)
            refuse("a variable has 1 to 64 values, not " + std::to_string(size));
        candidates += size;
    }
    if (candidates > kMostCandidates)
        refuse("a Problem has at most " + std::to_string(kMostCandidates) + " candidates, not " +
               std::to_string(candidates));
    if (masks.size() != sizes.size())
        refuse("expected a mask for each of " + std::to_string(sizes.size()) + " variables, found " +
               std::to_string(masks.size()));
    check_members(choices, candidates, "choice");
    std::size_t longest = 0;
    for (const auto& choice : choices)
        longest = std::max(longest, choice.size());
    if (static_cast<std::int64_t>(choices.size() * longest) > kMostSlots)
        refuse(std::to_string(choices.size()) + " choices, the longest of " + std::to_string(longest) +
               " candidates, are too many for a Problem");
    Candidate next = 0;
    for (std::size_t x = 0; x < sizes.size(); ++x) {
        bool own = x < choices.size() && choices[x].size() == static_cast<std::size_t>(sizes[x]);
        for (std::int32_t value = 0; own && value < sizes[x]; ++value)
            own = choices[x][value] == next + value;
        if (!own)
            refuse("choice " + std::to_string(x) + " is not that of variable " + std::to_string(x));
        next += sizes[x];
    }
    check_members(at_most_ones, candidates, "at-most-one set");
    for (const CountSpec& count : counts) {
        check_scope(count.scope, sizes.size(), "a count");
        if (count.masks.size() != count.scope.size())
            refuse("a count has a mask for each member");
    }
    for (const SumSpec& sum : sums) {
        check_scope(sum.scope, sizes.size(), "a sum");
        if (sum.first < -1'000'000 || sum.first > 1'000'000)
            refuse("a sum counts its values from " + std::to_string(sum.first) + ", which is out of range");
    }
    for (const TableSpec& table : tables) {
        check_scope(table.scope, sizes.size(), "a table");
        if (table.scope.empty() || table.tuples.size() % table.scope.size() != 0)
            refuse("a table has whole tuples over at least one variable");
        for (std::size_t i = 0; i < table.tuples.size(); ++i)
            if (table.tuples[i] >= sizes[table.scope[i % table.scope.size()]])
                refuse("a table names value " + std::to_string(table.tuples[i]) + " of a variable with " +
                       std::to_string(sizes[table.scope[i % table.scope.size()]]));
    }
    for (const CageSpec& cage : cages) {
        check_scope(cage.scope, sizes.size(), "a cage");
        if (cage.scope.empty() || cage.scope.size() > kMostCells)
            refuse("a cage has 1 to " + std::to_string(kMostCells) + " cells, not " +
                   std::to_string(cage.scope.size()));
        if (cage.operation > Operation::divide)
            refuse("a cage has one of five operations");
        if (cage.target < 0 || cage.target > kLargestTarget)
            refuse("a cage makes 0 to " + std::to_string(kLargestTarget) + ", not " + std::to_string(cage.target));
    }
    for (const SkylineSpec& line : skylines) {
        check_scope(line.scope, sizes.size(), "a skyline");
        if (line.scope.empty())
            refuse("a skyline has at least one cell");
        if (line.seen < 0 || line.seen > static_cast<std::int32_t>(kMostSeen))
            refuse("from the end of a skyline 0 to " + std::to_string(kMostSeen) + " towers are seen, not " +
                   std::to_string(line.seen));
    }
    for (const ViewSpec& view : views) {
        std::vector<Variable> all = view.scope;
        all.push_back(view.looker);
        check_scope(all, sizes.size(), "a view");
        if (view.scope.size() > kMostSeen)
            refuse("a view has at most " + std::to_string(kMostSeen) + " cells, not " +
                   std::to_string(view.scope.size()));
    }
}

} // namespace gridwright
