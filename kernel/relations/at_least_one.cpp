// Some member takes the value.
#include <algorithm>

#include "relations/relation.hpp"

namespace gridwright {
namespace {

class AtLeastOne final : public Relation {
public:
    AtLeastOne(const RelationSpec& spec, const Apart&) : Relation(spec.scope), bit_(Mask{1} << spec.parameters[0]) {}

    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override {
        std::size_t possible = 0, last = 0;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            used[i] = domains[i];
            if (domains[i] & bit_) {
                ++possible;
                last = i;
            }
        }
        if (possible == 1)
            used[last] = bit_;
        return possible > 0;
    }

    // Looks no further than two members that can still take it: most crosses of two runs have many.
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

    Mask forced(const Mask* domains, const std::vector<std::int32_t>& members, std::int64_t) const override {
        for (std::size_t i = 0; i < scope.size(); ++i)
            if ((domains[i] & bit_) &&
                std::find(members.begin(), members.end(), static_cast<std::int32_t>(i)) == members.end())
                return 0;
        return bit_;
    }

    std::optional<Bounds> bounds() const override {
        return Bounds{std::vector<Mask>(scope.size(), bit_), 1, static_cast<std::int32_t>(scope.size())};
    }
    bool fills() const override { return true; }
    bool matters(const Mask* domains, const Claim& claim, Mask* values) const override {
        if (lacks_value(domains, values))
            return true;
        for (std::size_t i = 0; i < scope.size(); ++i)
            values[i] = bit_;
        if (!claim.members.empty())
            values[claim.members[0]] = 0;
        return true;
    }
    Mask speaks_of(const std::vector<std::int32_t>&) const override { return bit_; }

private:
    Mask bit_;
};

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.parameters.size() != 1 || spec.parameters[0] < 0 || spec.parameters[0] >= 64)
        refuse("at least one takes a value from 0 to 63");
}

const RelationKind kind("at-least-one", check, one_each<AtLeastOne>);

} // namespace
} // namespace gridwright
