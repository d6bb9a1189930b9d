// Between `least` and `most` members take a value that counts; each has a mask of its own of those that do.
#include <algorithm>

#include "relations/relation.hpp"

namespace gridwright {
namespace {

class CandidateCount final : public Relation {
public:
    CandidateCount(const RelationSpec& spec, const Apart&)
        : Relation(spec.scope), values_(spec.parameters.begin() + 2, spec.parameters.end()),
          least_(static_cast<std::int32_t>(spec.parameters[0])), most_(static_cast<std::int32_t>(spec.parameters[1])) {}

    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override {
        const std::size_t n = scope.size();
        std::int32_t possible = 0, certain = 0;
        for (std::size_t i = 0; i < n; ++i) {
            possible += (domains[i] & values_[i]) != 0;
            certain += (domains[i] & ~values_[i]) == 0;
        }
        std::copy(domains, domains + n, used);
        if (possible < least_ || certain > most_)
            return false;
        if (possible == certain || (possible > least_ && certain < most_))
            return true;
        const bool take = possible == least_; // every possible one is needed; else no other is wanted
        for (std::size_t i = 0; i < n; ++i)
            if ((domains[i] & values_[i]) && (domains[i] & ~values_[i]))
                used[i] &= take ? values_[i] : ~values_[i];
        return true;
    }

    Mask speaks_of(const std::vector<std::int32_t>& sizes) const override {
        Mask all = 0;
        for (std::size_t i = 0; i < scope.size(); ++i)
            all |= values_[i] & ~Mask{0} >> (64 - sizes[scope[i]]);
        return all;
    }

    std::optional<Bounds> bounds() const override { return Bounds{values_, least_, most_}; }

    // Too few: what counts and is gone, of as many members as it takes. Too many: what else so many of them are not.
    bool matters(const Mask* domains, const Claim& claim, Mask* values) const override {
        if (lacks_value(domains, values))
            return true;
        const std::size_t n = scope.size(), own = claim.members.empty() ? n : claim.members[0];
        std::int32_t certain = 0;
        for (std::size_t i = 0; i < n; ++i)
            certain += i != own && (domains[i] & ~values_[i]) == 0;
        // Supposed that the member takes the value: are there too many then, or too few?
        const bool counts = own < n && (values_[own] >> claim.value & 1);
        const bool many = certain + counts > most_;
        std::int32_t wanted =
            many ? most_ + 1 - counts : static_cast<std::int32_t>(n) - least_ + 1 - (own < n && !counts);
        for (std::size_t i = 0; i < n && wanted > 0; ++i)
            if (const Mask side = many ? ~values_[i] : values_[i]; i != own && !(domains[i] & side)) {
                values[i] = side;
                --wanted;
            }
        return true;
    }

private:
    std::vector<Mask> values_; // of each member those that count
    std::int32_t least_, most_;
};

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.parameters.size() != spec.scope.size() + 2)
        refuse("a count of candidates has the least, the most and a mask of values for each member");
    for (std::int64_t bound : {spec.parameters[0], spec.parameters[1]})
        if (bound < INT32_MIN || bound > INT32_MAX)
            refuse("a count has bounds of 32 bits");
}

// One of these is a choice, at most one a set; none or all of them are narrower masks.
bool simplify(const RelationSpec& count, Spec& spec) {
    const std::int64_t n = static_cast<std::int64_t>(count.scope.size()), least = count.parameters[0],
                       most = count.parameters[1];
    const bool none = most == 0 && least <= 0, all = least == n && most >= n, one = most == 1 && least <= 1;
    if (least <= 0 && most >= n)
        return true;
    if (!none && !all && !one)
        return false;
    std::vector<Candidate> together;
    for (std::int64_t i = 0; i < n; ++i) {
        const Variable x = count.scope[i];
        const auto values = static_cast<Mask>(count.parameters[i + 2]);
        for (std::int32_t value = 0; one && value < spec.sizes[x]; ++value)
            if (values >> value & 1)
                together.push_back(spec.candidate(x, value));
        if (!one)
            spec.masks[x] &= none ? ~values : values;
    }
    if (one && least == 1)
        spec.choices.add(together);
    else if (together.size() > 1)
        spec.at_most_ones.add(together);
    return true;
}

const RelationKind kind("candidate-count", check, one_each<CandidateCount>, simplify);

} // namespace
} // namespace gridwright
