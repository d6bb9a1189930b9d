#include "relation.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <stdexcept>

namespace gridwright {
namespace {

std::map<std::string_view, const RelationKind*>& kinds() {
    static std::map<std::string_view, const RelationKind*> known;
    return known;
}

} // namespace

RelationKind::RelationKind(std::string_view called, decltype(check) checks, decltype(make) makes,
                           decltype(simplify) simplifies)
    : name(called), check(checks), make(makes), simplify(simplifies) {
    kinds()[name] = this;
}

void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

const RelationKind& relation_kind(std::string_view name) {
    const auto it = kinds().find(name);
    if (it != kinds().end())
        return *it->second;
    std::string all;
    for (const auto& [each, kind] : kinds())
        all += (all.empty() ? "" : ", ") + std::string(each);
    refuse("the kernel has no relation '" + std::string(name) + "', only " + all);
}

Relations make_relations(const std::vector<RelationSpec>& specs, const Apart& apart) {
    std::vector<std::pair<const RelationKind*, std::vector<RelationKind::Statement>>> parts; // mostly one kind
    for (std::size_t i = 0; i < specs.size(); ++i) {
        auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& p) { return p.first == specs[i].kind; });
        if (part == parts.end())
            part = parts.insert(part, {specs[i].kind, {}});
        part->second.push_back({specs[i], static_cast<std::int32_t>(i)});
    }
    Relations made;
    for (const auto& [kind, statements] : parts)
        kind->make(statements, apart, made);
    if (parts.size() > 1)
        std::sort(made.begin(), made.end(),
                  [](const auto& a, const auto& b) { return a->statements[0] < b->statements[0]; });
    return made;
}

Mask Relation::speaks_of(const std::vector<std::int32_t>& sizes) const {
    Mask values = 0;
    for (Variable x : scope)
        values |= ~Mask{0} >> (64 - sizes[x]);
    return values;
}

bool Relation::broken(const Mask* domains) const {
    std::vector<Mask> used(scope.size());
    return !fitting(domains, used.data(), kRuleFuel);
}

bool Relation::propagate(Editor& editor) const {
    constexpr std::size_t kInline = 32;
    const std::size_t n = scope.size();
    Mask inside[2 * kInline];
    std::vector<Mask> heap(n > kInline ? 2 * n : 0);
    Mask *domains = heap.empty() ? inside : heap.data(), *used = domains + n;
    for (std::size_t i = 0; i < n; ++i)
        if (!(domains[i] = editor.domain(scope[i])))
            return false;
    if (!fitting(domains, used))
        return false;
    for (std::size_t i = 0; i < n; ++i)
        if (used[i] != domains[i] && !editor.restrict(scope[i], used[i]))
            return false;
    return true;
}

bool Relation::combinations(const Mask* domains, std::size_t most, std::int64_t fuel,
                            std::vector<std::uint8_t>& found) const {
    const std::size_t n = scope.size();
    std::set<std::vector<std::uint8_t>> sets;
    const Walked walked = walk(domains, fuel, [&](const std::uint8_t* values) {
        std::vector<std::uint8_t> sorted(values, values + n);
        std::sort(sorted.begin(), sorted.end());
        return sets.insert(std::move(sorted)), sets.size() <= most;
    });
    for (auto set = sets.begin(); set != sets.end() && found.size() < most * n; ++set)
        found.insert(found.end(), set->begin(), set->end());
    return walks() && walked == Walked::all;
}

Claim Relation::claim(const Mask*, Variable x, std::int32_t value) const {
    const auto at = std::find(scope.begin(), scope.end(), x);
    if (at == scope.end())
        return {}; // not by this relation: that nothing fits is the most that it can say
    return {{static_cast<std::int32_t>(at - scope.begin())}, value};
}

bool Relation::says(const Mask* domains, const Claim& claim) const {
    if (std::find(domains, domains + scope.size(), Mask{0}) != domains + scope.size())
        return true;
    if (claim.forced && forced(domains, claim.members) >> claim.value & 1)
        return true;
    std::vector<Mask> used(scope.size());
    if (!fitting(domains, used.data()))
        return true;
    bool none = !claim.forced && !claim.members.empty();
    for (std::int32_t member : claim.members)
        none &= !(used[member] >> claim.value & 1);
    return none;
}

void Relation::grounds(const Mask* domains, const Mask* every, const Claim& claim, Mask* absent) const {
    std::vector<Mask> now(domains, domains + scope.size());
    for (std::size_t i = 0; i < scope.size(); ++i)
        absent[i] = every[i] & ~domains[i];
    for (std::size_t i = 0; i < scope.size(); ++i)
        for (Mask left = absent[i]; left; left &= left - 1) {
            const Mask one = left & -left;
            now[i] |= one;
            if (says(now.data(), claim))
                absent[i] &= ~one;
            else
                now[i] &= ~one;
        }
}

std::optional<std::vector<Candidate>> grounds_of(const Problem& problem, const Relation& relation, const Mask* masks,
                                                 Candidate removed) {
    const std::size_t n = relation.scope.size();
    std::vector<Mask> domains(n), every(n), absent(n);
    const Variable of = removed < 0 ? -1 : problem.variable_of[removed];
    for (std::size_t i = 0; i < n; ++i) {
        const Variable x = relation.scope[i];
        every[i] = problem.every_value(x);
        domains[i] = masks[x] & every[i];
        if (x == of) // it need not be absent to be removed
            domains[i] |= Mask{1} << (removed - problem.first[x]);
    }
    Claim claim;
    if (removed >= 0)
        claim = relation.claim(domains.data(), of, removed - problem.first[of]);
    if (!relation.says(domains.data(), claim))
        return std::nullopt;
    relation.grounds(domains.data(), every.data(), claim, absent.data());
    std::vector<Candidate> found;
    for (std::size_t i = 0; i < n; ++i)
        for (Mask m = absent[i]; m; m &= m - 1)
            found.push_back(problem.first[relation.scope[i]] + std::countr_zero(m));
    return found;
}

} // namespace gridwright
