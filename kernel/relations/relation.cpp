#include "relations/relation.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <stdexcept>

#include "relations/layouts.hpp"

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
    if (std::find(domains, domains + scope.size(), Mask{0}) != domains + scope.size())
        return true;
    std::vector<Mask> used(scope.size());
    return !fitting(domains, used.data(), kRuleFuel);
}

bool Relation::matters(const Mask*, const Claim&, Mask* values) const {
    std::fill(values, values + scope.size(), ~Mask{0});
    return false;
}

bool Relation::lacks_value(const Mask* domains, Mask* values) const {
    const std::size_t n = scope.size(), empty = std::find(domains, domains + n, Mask{0}) - domains;
    std::fill(values, values + n, 0);
    if (empty < n)
        values[empty] = ~Mask{0};
    return empty < n;
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

Claim Relation::claim(const Snapshot&, Variable x, std::int32_t value) const {
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

bool Relation::grounds(const Snapshot& then, const Claim& claim, std::vector<Candidate>& absent) const {
    struct Ground {
        std::int32_t when, member, value;
    };
    std::vector<Mask> now = then.domains(), kept(scope.size(), 0);
    if (lacks_value(now.data(), kept.data()) || matters(now.data(), claim, kept.data())) {
        for (std::int32_t i = 0; i < then.size(); ++i)
            then.add(i, kept[i], absent);
        return true;
    }
    std::fill(kept.begin(), kept.end(), 0);
    std::vector<Ground> order; // those that went last come back first
    for (std::int32_t i = 0; i < then.size(); ++i)
        for (Mask left = then.absent(i); left; left &= left - 1)
            order.push_back({then.when(i, std::countr_zero(left)), i, std::countr_zero(left)});
    std::stable_sort(order.begin(), order.end(), [](const Ground& a, const Ground& b) { return a.when > b.when; });
    if (const Layouts* listed = layouts()) { // the same, by bits
        std::vector<Layouts::Gone> gone;
        for (const Ground& ground : order)
            gone.emplace_back(ground.member, ground.value);
        if (!listed->needed(claim.members, claim.value, claim.forced, gone))
            return false;
        for (const auto& [member, value] : gone)
            kept[member] |= Mask{1} << value;
    } else {
        if (!says(now.data(), claim))
            return false;
        for (const Ground& ground : order) {
            const Mask one = Mask{1} << ground.value;
            now[ground.member] |= one;
            if (!says(now.data(), claim)) {
                now[ground.member] &= ~one;
                kept[ground.member] |= one;
            }
        }
    }
    for (std::int32_t i = 0; i < then.size(); ++i)
        then.add(i, kept[i], absent);
    return true;
}

std::vector<Mask> Snapshot::domains() const {
    std::vector<Mask> found(scope_.size());
    for (std::int32_t i = 0; i < size(); ++i)
        found[i] = domain(i);
    return found;
}

std::optional<std::vector<Candidate>> grounds_of(const Problem& problem, const Relation& relation, const Mask* masks,
                                                 Candidate removed) {
    std::vector<std::int32_t> gone(problem.candidates(), Snapshot::kNever);
    for (Variable x : relation.scope)
        for (Mask absent = problem.every_value(x) & ~masks[x]; absent; absent &= absent - 1)
            gone[problem.first[x] + std::countr_zero(absent)] = 0;
    Claim claim;
    const Snapshot then(problem, relation.scope, gone.data(), 1);
    if (removed >= 0) {
        gone[removed] = Snapshot::kNever; // it need not be absent to be removed
        const Variable x = problem.variable_of[removed];
        claim = relation.claim(then, x, removed - problem.first[x]);
    }
    std::vector<Candidate> found;
    if (!relation.says(then.domains().data(), claim) || !relation.grounds(then, claim, found))
        return std::nullopt;
    return found;
}

} // namespace gridwright
