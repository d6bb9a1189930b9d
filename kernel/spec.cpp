#include "spec.hpp"

#include <algorithm>
#include <string>

#include "relation.hpp"

namespace gridwright {
namespace {

constexpr std::int64_t kMostCandidates = 1 << 20;
// A State has a bit for each choice and each member of the longest one: 4 MB at this bound, a 25×25 sudoku 8 KB.
constexpr std::int64_t kMostSlots = 1 << 25;

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

void check_scope(const std::vector<Variable>& scope, std::size_t variables, std::string_view kind) {
    const std::string what = "a relation of kind " + std::string(kind);
    std::vector<bool> seen(variables, false);
    for (Variable x : scope) {
        if (x < 0 || static_cast<std::size_t>(x) >= variables)
            refuse(what + " names variable " + std::to_string(x) + ", but there are " + std::to_string(variables));
        if (seen[x])
            refuse(what + " names variable " + std::to_string(x) + " twice");
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
        throw TooLarge("a search takes at most " + std::to_string(kMostCandidates) + " candidates, not " +
                       std::to_string(candidates));
    if (masks.size() != sizes.size())
        refuse("expected a mask for each of " + std::to_string(sizes.size()) + " variables, found " +
               std::to_string(masks.size()));
    check_members(choices, candidates, "choice");
    std::size_t longest = 0;
    for (const auto& choice : choices)
        longest = std::max(longest, choice.size());
    if (static_cast<std::int64_t>(choices.size() * longest) > kMostSlots)
        throw TooLarge("a search takes at most " + std::to_string(kMostSlots) + " slots, not those of " +
                       std::to_string(choices.size()) + " choices, the longest of " + std::to_string(longest) +
                       " candidates");
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
    for (const RelationSpec& relation : relations) {
        check_scope(relation.scope, sizes.size(), relation.kind->name);
        relation.kind->check(relation, sizes);
    }
}

} // namespace gridwright
