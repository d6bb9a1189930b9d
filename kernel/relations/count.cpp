// Between `least` and `most` members take the value.
#include <algorithm>
#include <bit>

#include "relations/relation.hpp"

namespace gridwright {
namespace {

class Count final : public Relation {
public:
    Count(const RelationSpec& spec, const Apart&)
        : Relation(spec.scope), bit_(Mask{1} << spec.parameters[0]),
          least_(static_cast<std::int32_t>(spec.parameters[1])), most_(static_cast<std::int32_t>(spec.parameters[2])) {}

    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override {
        std::int32_t possible = 0, certain = 0;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            possible += (domains[i] & bit_) != 0;
            certain += (domains[i] & ~bit_) == 0;
            used[i] = domains[i];
        }
        if (possible < least_ || certain > most_)
            return false;
        if (possible == certain || (possible > least_ && certain < most_))
            return true;
        const bool take = possible == least_; // every possible one is needed; else no other is wanted
        for (std::size_t i = 0; i < scope.size(); ++i)
            if ((domains[i] & bit_) && domains[i] != bit_)
                used[i] = take ? bit_ : domains[i] & ~bit_;
        return true;
    }

    std::optional<std::pair<std::int32_t, std::int32_t>> often() const override {
        if (least_ != most_ || least_ < 0)
            return std::nullopt;
        return std::pair{std::countr_zero(bit_), least_};
    }
    Mask speaks_of(const std::vector<std::int32_t>&) const override { return bit_; }

    std::optional<Bounds> bounds() const override {
        return Bounds{std::vector<Mask>(scope.size(), bit_), least_, most_};
    }

    bool broken(const Mask* domains) const override {
        const auto [possible, certain] = tally(domains);
        return possible < least_ || certain > most_;
    }
    // Too few places: all that are gone. Too many: what else the first ones are not, one more than there may be.
    bool matters(const Mask* domains, const Claim& claim, Mask* values) const override {
        if (!claim.members.empty())
            return Relation::matters(domains, claim, values);
        const bool few = tally(domains).first < least_;
        std::int32_t wanted = most_ + 1;
        for (std::size_t i = 0; i < scope.size(); ++i)
            values[i] = few ? bit_ : !(domains[i] & ~bit_) && wanted-- > 0 ? ~bit_ : 0;
        return true;
    }

    // Too few places: those that are gone, as many as it takes. Too many: what else so many members are not.
    bool grounds(const Snapshot& then, const Claim& claim, std::vector<Candidate>& absent) const override {
        const std::int32_t n = then.size(), value = std::countr_zero(bit_),
                           own = claim.members.empty() ? -1 : claim.members[0];
        const bool drops = own >= 0 && claim.value == value; // the value itself goes, for there are enough
        std::int32_t possible = 0;
        for (std::int32_t i = 0; i < n; ++i)
            possible += (then.domain(i) & bit_) != 0 && i != own;
        const bool few = own < 0 ? possible < least_ : !drops;
        const std::int32_t wanted = few ? n - least_ + (own < 0) : most_ + (own < 0);
        std::vector<std::pair<std::int32_t, std::int32_t>> members; // since when each is decided so
        for (std::int32_t i = 0; i < n; ++i) {
            const Mask domain = then.domain(i);
            if (i == own || (few ? (domain & bit_) != 0 : domain != bit_))
                continue;
            std::int32_t since = -1;
            for (Mask gone = then.absent(i) & (few ? bit_ : ~bit_); gone; gone &= gone - 1)
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
            then.add(i, few ? bit_ : ~bit_, absent);
        return true;
    }

private:
    // How many members can take the value, and how many nothing else.
    std::pair<std::int32_t, std::int32_t> tally(const Mask* domains) const {
        std::int32_t possible = 0, certain = 0;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            possible += (domains[i] & bit_) != 0;
            certain += (domains[i] & ~bit_) == 0;
        }
        return {possible, certain};
    }

    Mask bit_;
    std::int32_t least_, most_;
};

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.parameters.size() != 3)
        refuse("a count has a value, the least and the most");
    if (spec.parameters[0] < 0 || spec.parameters[0] >= 64)
        refuse("a count is of a value from 0 to 63, not " + std::to_string(spec.parameters[0]));
    for (std::int64_t bound : {spec.parameters[1], spec.parameters[2]})
        if (bound < INT32_MIN || bound > INT32_MAX)
            refuse("a count has bounds of 32 bits");
}

// One of these is a choice, at most one a set.
bool simplify(const RelationSpec& count, Spec& spec) {
    const std::int64_t n = static_cast<std::int64_t>(count.scope.size()), least = count.parameters[1],
                       most = count.parameters[2];
    const auto value = static_cast<std::int32_t>(count.parameters[0]);
    if (least <= 0 && most >= n)
        return true;
    if (most != 1 || least > 1)
        return false;
    std::vector<Candidate> together;
    for (Variable x : count.scope)
        if (value < spec.sizes[x])
            together.push_back(spec.candidate(x, value));
    if (least == 1)
        spec.choices.add(together);
    else if (together.size() > 1)
        spec.at_most_ones.add(together);
    return true;
}

const RelationKind kind("count", check, one_each<Count>, simplify);

} // namespace
} // namespace gridwright
