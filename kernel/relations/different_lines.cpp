// Two lines, the scope's first half and its second, are not the same in every place: where they agree in all but one,
// they differ there.
#include <algorithm>
#include <bit>

#include "relations/relation.hpp"

namespace gridwright {
namespace {

class DifferentLines final : public Relation {
public:
    DifferentLines(const RelationSpec& spec, const Apart&) : Relation(spec.scope), length_(scope.size() / 2) {}

    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override {
        std::copy(domains, domains + scope.size(), used);
        const std::int32_t place = last_open([&](std::size_t i) { return domains[i]; });
        if (place < 0)
            return place == kNone;
        const std::size_t one = place, other = one + length_;
        if (std::has_single_bit(domains[one]))
            used[other] &= ~domains[one];
        else if (std::has_single_bit(domains[other]))
            used[one] &= ~domains[other];
        return true;
    }

    bool propagate(Editor& editor) const override {
        const std::int32_t place = last_open([&](std::size_t i) { return editor.domain(scope[i]); });
        if (place < 0)
            return place == kNone;
        const Variable one = scope[place], other = scope[place + length_];
        if (const Mask mine = editor.domain(one); std::has_single_bit(mine))
            return editor.restrict(other, ~mine);
        if (const Mask its = editor.domain(other); std::has_single_bit(its))
            return editor.restrict(one, ~its);
        return true;
    }

    bool fills() const override { return true; }

    // What else the cells are not that agree.
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

    // The place where lines that agree in all others may still differ; kAll where they agree everywhere, kNone where
    // there are several, or where they do differ.
    template <class Domain> std::int32_t last_open(Domain&& domain) const {
        std::int32_t last = kAll;
        for (std::size_t i = 0; i < length_; ++i) {
            const Mask one = domain(i), other = domain(i + length_);
            if (one == other && std::has_single_bit(one))
                continue;
            if (last >= 0 || !(one & other))
                return kNone;
            last = static_cast<std::int32_t>(i);
        }
        return last;
    }

    std::size_t length_;
};

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.scope.size() % 2 || !spec.parameters.empty())
        refuse("lines that are not the same have as many cells each, and nothing else is said of them");
}

const RelationKind kind("different-lines", check, one_each<DifferentLines>);

} // namespace
} // namespace gridwright
