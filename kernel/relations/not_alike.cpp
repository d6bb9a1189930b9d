// The members do not all take the same value: where all but one have it, that one does not.
#include <algorithm>
#include <bit>

#include "relations/relation.hpp"

namespace gridwright {
namespace {

class NotAlike final : public Relation {
public:
    NotAlike(const RelationSpec& spec, const Apart& apart) : Relation(spec.scope) {
        for (std::int32_t size : apart.sizes(scope))
            two_values_ &= size == 2;
    }

    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override {
        std::copy(domains, domains + scope.size(), used);
        const std::int32_t last = last_open([&](std::size_t i) { return domains[i]; });
        if (last == kNone)
            return true;
        if (last == kAll)
            return false;
        used[last] &= ~domains[last == 0];
        return true;
    }

    bool propagate(Editor& editor) const override {
        const std::int32_t last = last_open([&](std::size_t i) { return editor.domain(scope[i]); });
        if (last < 0)
            return last == kNone;
        return editor.restrict(scope[last], ~editor.domain(scope[last == 0]));
    }

    // Of two values each has to stand there once.
    std::optional<Bounds> bounds() const override {
        const auto n = static_cast<std::int32_t>(scope.size());
        return two_values_ ? std::optional(Bounds{std::vector<Mask>(n, 1), 1, n - 1}) : std::nullopt;
    }

    bool fills() const override { return true; }

    // All cells have two values, so nothing else tells them apart (14×14: from 84,083 to 649 nodes at worst).
    bool weigh(std::vector<std::uint32_t>& degrees) const override {
        for (Variable x : scope)
            ++degrees[x];
        return true;
    }

    // What else the others are not.
    bool matters(const Mask* domains, const Claim& claim, Mask* values) const override {
        if (lacks_value(domains, values))
            return true;
        for (std::size_t i = 0; i < scope.size(); ++i)
            values[i] = ~domains[i];
        if (!claim.members.empty())
            values[claim.members[0]] = 0;
        return true;
    }

private:
    static constexpr std::int32_t kNone = -2, kAll = -1;

    // Of members that all have the same value the one that may still take another; kAll where there is none, kNone
    // where several may, or where some differ.
    template <class Domain> std::int32_t last_open(Domain&& domain) const {
        Mask alike = 0;
        std::int32_t last = kAll;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            const Mask mask = domain(i);
            if (!std::has_single_bit(mask)) {
                if (last >= 0)
                    return kNone;
                last = static_cast<std::int32_t>(i);
            } else if (alike && alike != mask) {
                return kNone;
            } else {
                alike = mask;
            }
        }
        return last;
    }

    bool two_values_ = true;
};

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.scope.size() < 2 || !spec.parameters.empty())
        refuse("cells that are not all alike are two or more, and nothing else is said of them");
}

const RelationKind kind("not-alike", check, one_each<NotAlike>);

} // namespace
} // namespace gridwright
