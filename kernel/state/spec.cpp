#include "state/spec.hpp"

#include <algorithm>
#include <string>

#include "relations/relation.hpp"

namespace gridwright {
namespace {

constexpr std::int64_t kMostCandidates = 1 << 20;
// A State has a bit for each choice and each member of the longest one: 4 MB at this bound, 25×25 with boxes 8 KB.
constexpr std::int64_t kMostSlots = 1 << 25;

// Lists of candidates or variables: each names what is there, and nothing twice.
class ListCheck {
public:
    ListCheck(const char* noun, std::int64_t bound) : noun_(noun), last_(static_cast<std::size_t>(bound), -1) {}

    template <class What> void check(Lists::List list, What what) {
        ++number_;
        for (std::int32_t x : list) {
            const bool there = x >= 0 && static_cast<std::size_t>(x) < last_.size();
            if (!there || last_[x] == number_)
                refuse(what() + " names " + noun_ + " " + std::to_string(x) +
                       (there ? " twice" : ", but there are " + std::to_string(last_.size())));
            last_[x] = number_;
        }
    }
    template <class Several> void check_all(const Several& lists, const char* what) {
        for (std::size_t i = 0; i < lists.size(); ++i)
            check(lists[i], [&] { return what + (" " + std::to_string(i)); });
    }

private:
    const char* noun_;
    std::vector<std::int64_t> last_; // the number of the list that named it last
    std::int64_t number_ = -1;
};

// Does a list name something twice?
bool repeats(const std::vector<Variable>& list) {
    if (list.size() > 32) {
        std::vector<Variable> sorted = list;
        std::sort(sorted.begin(), sorted.end());
        return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    }
    for (auto at = list.begin(); at != list.end(); ++at)
        if (std::find(list.begin(), at, *at) != at)
            return true;
    return false;
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
    ListCheck of_candidates("candidate", candidates), of_variables("variable", static_cast<std::int64_t>(sizes.size()));
    of_candidates.check_all(choices, "choice");
    check_slots();
    Candidate next = 0;
    for (std::size_t x = 0; x < sizes.size(); ++x) {
        bool own = x < choices.size() && choices[x].size() == static_cast<std::size_t>(sizes[x]);
        for (std::int32_t value = 0; own && value < sizes[x]; ++value)
            own = choices[x][value] == next + value;
        if (!own)
            refuse("choice " + std::to_string(x) + " is not that of variable " + std::to_string(x));
        next += sizes[x];
    }
    of_candidates.check_all(at_most_ones, "at-most-one set");
    of_variables.check_all(groups, "group");
    const auto there = [&](std::int32_t group) {
        return group >= -1 && group < static_cast<std::int32_t>(groups.size());
    };
    for (const RelationSpec& relation : relations) {
        const auto what = [&] { return "a relation of kind " + std::string(relation.kind->name); };
        of_variables.check(relation.scope, what);
        relation.kind->check(relation, sizes);
        if (!there(relation.group))
            refuse(what() + " has group " + std::to_string(relation.group) + ", which is not there");
        if (relation.group < 0)
            continue;
        const std::vector<Variable>& members = groups[relation.group];
        if (relation.scope.size() < members.size() ||
            !std::equal(members.begin(), members.end(), relation.scope.begin()))
            refuse(what() + " does not begin with the members of its group");
    }
    if (kinds.size() != groups.size() || std::ranges::any_of(kinds, [](auto kind) { return kind < 0 || kind >= 64; }))
        refuse("every group has a kind, a number below 64");
    if ((!choice_groups.empty() && choice_groups.size() != choices.size()) ||
        !std::ranges::all_of(choice_groups, there))
        refuse("every choice has a group that is there, or none");
    for (const auto& [value, group, often] : counts)
        if (value < 0 || value >= 64 || group < 0 || !there(group) || often < 0)
            refuse("a group that is there holds one of 64 values a number of times");
}

void Spec::check_slots() const {
    std::size_t longest = 0;
    for (const auto& choice : choices)
        longest = std::max(longest, choice.size());
    if (static_cast<std::int64_t>(choices.size() * longest) > kMostSlots)
        throw TooLarge("a search takes at most " + std::to_string(kMostSlots) + " slots, not those of " +
                       std::to_string(choices.size()) + " choices, the longest of " + std::to_string(longest) +
                       " candidates");
}

void Spec::add(RelationSpec statement, std::int32_t kind, std::size_t members) {
    for (Variable x : statement.scope)
        if (x < 0 || static_cast<std::size_t>(x) >= sizes.size())
            refuse("a statement names variable " + std::to_string(x) + ", but there are " +
                   std::to_string(sizes.size()));
    if (repeats(statement.scope))
        refuse("a statement names a variable twice");
    if (kind >= 64)
        refuse("every group has a kind, a number below 64");
    if (members > statement.scope.size())
        refuse("a group has more members than its statement has variables");
    statement.group = -1;
    if (kind >= 0) {
        statement.group = static_cast<std::int32_t>(groups.size());
        groups.emplace_back(statement.scope.begin(), statement.scope.begin() + static_cast<std::ptrdiff_t>(members));
        kinds.push_back(kind);
    }
    statement.kind->check(statement, sizes);
    choice_groups.resize(choices.size(), -1);
    if (!statement.kind->simplify || !statement.kind->simplify(statement, *this))
        relations.push_back(std::move(statement));
    choice_groups.resize(choices.size(), statement.group);
}

} // namespace gridwright
