// Between `least` and `most` members take a value that counts. Three kinds of statement say so:
//
//     count             one value, the least, the most
//     at-least-one      one value; rules ask it what fits
//     candidate-count   the least, the most, and for each member a mask of the values that count
#include <algorithm>
#include <bit>

#include "relations/relation.hpp"

namespace gridwright {
namespace {

// What a statement counts.
struct Counted {
    std::vector<Mask> values; // those that count, of each member
    std::int32_t least, most;
    std::int32_t value = -1; // the one value that counts of every member, where there is one
};

class Count : public Relation {
public:
    Count(std::vector<Variable> variables, Counted counted)
        : Relation(std::move(variables)), values_(std::move(counted.values)), least_(counted.least),
          most_(counted.most), value_(counted.value) {}

    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override {
        std::copy(domains, domains + scope.size(), used);
        return restrict([&](std::size_t i) { return domains[i]; },
                        [&](std::size_t i, Mask allowed) { return (used[i] &= allowed) != 0; });
    }

    bool propagate(Editor& editor) const override {
        return restrict([&](std::size_t i) { return editor.domain(scope[i]); },
                        [&](std::size_t i, Mask allowed) { return editor.restrict(scope[i], allowed); });
    }

    std::optional<Bounds> bounds() const override { return Bounds{values_, least_, most_}; }

    std::optional<std::pair<std::int32_t, std::int32_t>> often() const override {
        if (value_ < 0 || least_ != most_ || least_ < 0)
            return std::nullopt;
        return std::pair{value_, least_};
    }
    Mask speaks_of(const std::vector<std::int32_t>& sizes) const override {
        Mask all = value_ >= 0 ? Mask{1} << value_ : 0;
        for (std::size_t i = 0; value_ < 0 && i < scope.size(); ++i)
            all |= values_[i] & ~Mask{0} >> (64 - sizes[scope[i]]);
        return all;
    }

    bool broken(const Mask* domains) const override {
        const auto [possible, certain] = tally(domains);
        return possible < least_ || certain > most_;
    }
    // Too few can count: those that cannot, all of them where one value counts, as people look at a row; else as few as
    // it takes. Too many: what else the first ones are not, one more than there may be.
    bool matters(const Mask* domains, const Claim& claim, Mask* values) const override {
        if (!claim.members.empty())
            return Relation::matters(domains, claim, values);
        const bool few = tally(domains).first < least_;
        const auto n = static_cast<std::int32_t>(scope.size());
        std::int32_t wanted = few ? (value_ >= 0 ? n : n - least_ + 1) : most_ + 1;
        for (std::int32_t i = 0; i < n; ++i) {
            const Mask side = few ? values_[i] : ~values_[i];
            values[i] = !(domains[i] & side) && wanted-- > 0 ? side : 0;
        }
        return true;
    }

    // Too few places: those that are gone, as many as it takes. Too many: what else so many members are not.
    bool grounds(const Snapshot& then, const Claim& claim, std::vector<Candidate>& absent) const override {
        const std::int32_t n = then.size(), own = claim.members.empty() ? -1 : claim.members[0];
        const bool drops = own >= 0 && (values_[own] >> claim.value & 1); // what counts goes, for there is enough
        std::int32_t possible = 0;
        for (std::int32_t i = 0; i < n; ++i)
            possible += (then.domain(i) & values_[i]) != 0 && i != own;
        const bool few = own < 0 ? possible < least_ : !drops;
        const std::int32_t wanted = few ? n - least_ + (own < 0) : most_ + (own < 0);
        std::vector<std::pair<std::int32_t, std::int32_t>> members; // since when each is decided so
        for (std::int32_t i = 0; i < n; ++i) {
            const Mask domain = then.domain(i), side = few ? values_[i] : ~values_[i];
            if (i == own || (domain & side) || (!few && !domain))
                continue;
            std::int32_t since = -1;
            for (Mask gone = then.absent(i) & side; gone; gone &= gone - 1)
                since = std::max(since, then.when(i, std::countr_zero(gone)));
            members.emplace_back(since, i);
        }
        if (static_cast<std::int32_t>(members.size()) < wanted) // a member without a value: that is why nothing fits
            return Relation::grounds(then, claim, absent);
        std::stable_sort(members.begin(), members.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        members.resize(std::max(wanted, 0));
        std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        for (const auto& [since, i] : members)
            then.add(i, few ? values_[i] : ~values_[i], absent);
        return true;
    }

private:
    // Where as many members as it takes can count, they do; where as many do as may, no other one does.
    template <class Domain, class Keep> bool restrict(Domain&& domain, Keep&& keep) const {
        if (value_ < 0)
            return restrict(domain, keep, [this](std::size_t i) { return values_[i]; });
        return restrict(domain, keep, [bit = Mask{1} << value_](std::size_t) { return bit; });
    }
    template <class Domain, class Keep, class Values>
    bool restrict(Domain&& domain, Keep&& keep, Values&& counted) const {
        const std::size_t n = scope.size();
        std::int32_t possible = 0, certain = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const Mask mask = domain(i);
            if (!mask)
                return false;
            possible += (mask & counted(i)) != 0;
            certain += (mask & ~counted(i)) == 0;
        }
        if (possible < least_ || certain > most_)
            return false;
        if (possible == certain || (possible > least_ && certain < most_))
            return true;
        const bool take = possible == least_; // every possible one is needed; else no other is wanted
        for (std::size_t i = 0; i < n; ++i)
            if (const Mask mask = domain(i); (mask & counted(i)) && (mask & ~counted(i)))
                if (!keep(i, take ? counted(i) : ~counted(i)))
                    return false;
        return true;
    }

    // How many members can count, and how many can do nothing else.
    std::pair<std::int32_t, std::int32_t> tally(const Mask* domains) const {
        std::int32_t possible = 0, certain = 0;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            possible += (domains[i] & values_[i]) != 0;
            certain += (domains[i] & ~values_[i]) == 0;
        }
        return {possible, certain};
    }

    std::vector<Mask> values_;
    std::int32_t least_, most_, value_;
};

// One value somewhere: rules ask it what fits.
class AtLeastOne final : public Count {
public:
    AtLeastOne(std::vector<Variable> variables, Counted counted)
        : Count(std::move(variables), counted), bit_(counted.values.empty() ? 0 : counted.values[0]) {}

    // Looks no further than two members that can still take it: most lights of an akari have many (10 % of a search).
    bool propagate(Editor& editor) const override {
        Variable only = -1;
        for (Variable x : scope)
            if (editor.domain(x) & bit_) {
                if (only >= 0)
                    return true;
                only = x;
            }
        return only >= 0 && editor.restrict(only, bit_);
    }

    bool fills() const override { return true; }
    Mask forced(const Mask* domains, const std::vector<std::int32_t>& members, std::int64_t) const override {
        for (std::size_t i = 0; i < scope.size(); ++i)
            if ((domains[i] & bit_) &&
                std::find(members.begin(), members.end(), static_cast<std::int32_t>(i)) == members.end())
                return 0;
        return bit_;
    }
    std::optional<std::pair<std::int32_t, std::int32_t>> often() const override { return std::nullopt; }
    bool matters(const Mask* domains, const Claim& claim, Mask* values) const override {
        return lacks_value(domains, values) || Count::matters(domains, claim, values);
    }

private:
    Mask bit_;
};

Counted one_value(const RelationSpec& spec) {
    const auto value = static_cast<std::int32_t>(spec.parameters[0]);
    return {std::vector<Mask>(spec.scope.size(), Mask{1} << value), static_cast<std::int32_t>(spec.parameters[1]),
            static_cast<std::int32_t>(spec.parameters[2]), value};
}

Counted somewhere(const RelationSpec& spec) {
    const auto value = static_cast<std::int32_t>(spec.parameters[0]), n = static_cast<std::int32_t>(spec.scope.size());
    return {std::vector<Mask>(n, Mask{1} << value), 1, n, value};
}

Counted candidates(const RelationSpec& spec) {
    return {{spec.parameters.begin() + 2, spec.parameters.end()},
            static_cast<std::int32_t>(spec.parameters[0]),
            static_cast<std::int32_t>(spec.parameters[1])};
}

using Read = Counted (*)(const RelationSpec&);

template <class Kind, Read read>
void make(const std::vector<RelationKind::Statement>& statements, const Apart&, Relations& made) {
    for (const auto& [spec, number] : statements) {
        made.push_back(std::make_shared<Kind>(spec.scope, read(spec)));
        made.back()->statements.push_back(number);
    }
}

// One of these is a choice, at most one a set.
template <Read read> bool simplify(const RelationSpec& statement, Spec& spec) {
    const Counted counted = read(statement);
    const std::size_t n = statement.scope.size();
    if (counted.least <= 0 && counted.most >= static_cast<std::int64_t>(n))
        return true;
    if (counted.most != 1 || counted.least > 1)
        return false;
    std::vector<Candidate> together;
    for (std::size_t i = 0; i < n; ++i) {
        const Variable x = statement.scope[i];
        for (Mask values = counted.values[i] & ~Mask{0} >> (64 - spec.sizes[x]); values; values &= values - 1)
            together.push_back(spec.candidate(x, std::countr_zero(values)));
    }
    if (counted.least == 1)
        spec.choices.add(together);
    else if (together.size() > 1)
        spec.at_most_ones.add(together);
    return true;
}

void check_bounds(std::int64_t least, std::int64_t most) {
    for (std::int64_t bound : {least, most})
        if (bound < INT32_MIN || bound > INT32_MAX)
            refuse("a count has bounds of 32 bits");
}

void check_count(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.parameters.size() != 3)
        refuse("a count has a value, the least and the most");
    if (spec.parameters[0] < 0 || spec.parameters[0] >= 64)
        refuse("a count is of a value from 0 to 63, not " + std::to_string(spec.parameters[0]));
    check_bounds(spec.parameters[1], spec.parameters[2]);
}

void check_somewhere(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.parameters.size() != 1 || spec.parameters[0] < 0 || spec.parameters[0] >= 64)
        refuse("at least one takes a value from 0 to 63");
}

void check_candidates(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.parameters.size() != spec.scope.size() + 2)
        refuse("a count of candidates has the least, the most and a mask of values for each member");
    check_bounds(spec.parameters[0], spec.parameters[1]);
}

const RelationKind count("count", check_count, make<Count, one_value>, simplify<one_value>);
const RelationKind at_least_one("at-least-one", check_somewhere, make<AtLeastOne, somewhere>);
const RelationKind candidate_count("candidate-count", check_candidates, make<Count, candidates>, simplify<candidates>);

} // namespace
} // namespace gridwright
