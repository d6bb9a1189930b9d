// The scope takes one of the listed tuples: every value without a living tuple goes (generalised arc consistency).
#include <algorithm>

#include "relations/relation.hpp"

namespace gridwright {
namespace {

class Table final : public Relation {
public:
    // Without the tuples that repeat a value where the board keeps members apart.
    Table(const RelationSpec& spec, const Apart& apart) : Relation(spec.scope) {
        const std::size_t n = scope.size();
        const Earlier earlier = apart.among(scope);
        for (auto tuple = spec.parameters.begin(); tuple != spec.parameters.end(); tuple += n) {
            bool repeats = false;
            for (std::size_t i = 0; i < n; ++i)
                for (std::int32_t j : earlier[i])
                    repeats |= tuple[i] == tuple[j];
            if (!repeats)
                tuples_.insert(tuples_.end(), tuple, tuple + n);
        }
        if (n != 2)
            return;
        with_.resize(2 * 64);
        for (std::size_t i = 0; i < tuples_.size(); i += 2)
            for (std::size_t side : {0, 1})
                with_[side * 64 + tuples_[i + side]] |= Mask{1} << tuples_[i + 1 - side];
    }

    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override {
        if (!with_.empty()) { // two variables: for each value of one the values of the other that go with it
            for (std::size_t side : {0, 1}) {
                used[side] = 0;
                for (Mask open = domains[side]; open; open &= open - 1)
                    if (with_[side * 64 + __builtin_ctzll(open)] & domains[1 - side])
                        used[side] |= open & -open;
                if (!used[side])
                    return false;
            }
            return true;
        }
        bool any = false;
        std::fill(used, used + scope.size(), 0);
        each(domains, [&](const std::uint8_t* tuple) {
            any = true;
            for (std::size_t i = 0; i < scope.size(); ++i)
                used[i] |= Mask{1} << tuple[i];
            return true;
        });
        return any;
    }

    Mask forced(const Mask* domains, const std::vector<std::int32_t>& members, std::int64_t) const override {
        Mask always = ~Mask{0};
        each(domains, [&](const std::uint8_t* tuple) {
            Mask here = 0;
            for (std::int32_t i : members)
                here |= Mask{1} << tuple[i];
            always &= here;
            return true;
        });
        return always;
    }

    bool fills() const override { return true; }
    bool walks() const override { return true; }
    Walked walk(const Mask* domains, std::int64_t, const Visit& visit) const override {
        return each(domains, visit) ? Walked::all : Walked::stopped;
    }

private:
    // Calls `visit(tuple)` for every tuple inside the domains until it says false.
    template <class Visitor> bool each(const Mask* domains, Visitor&& visit) const {
        const std::size_t n = scope.size();
        for (const std::uint8_t* row = tuples_.data(); row != tuples_.data() + tuples_.size(); row += n) {
            std::size_t i = 0;
            while (i < n && (domains[i] >> row[i] & 1))
                ++i;
            if (i == n && !visit(row))
                return false;
        }
        return true;
    }

    std::vector<std::uint8_t> tuples_; // one after the other
    std::vector<Mask> with_;           // of two variables: [side * 64 + value], what goes with it on the other side
};

void check(const RelationSpec& spec, const std::vector<std::int32_t>& sizes) {
    const auto n = spec.scope.size();
    if (n == 0 || spec.parameters.size() % n != 0)
        refuse("a table has whole tuples over at least one variable");
    for (std::size_t i = 0; i < spec.parameters.size(); ++i)
        if (const std::int32_t size = sizes[spec.scope[i % n]]; spec.parameters[i] < 0 || spec.parameters[i] >= size)
            refuse("a table names value " + std::to_string(spec.parameters[i]) + " of a variable with " +
                   std::to_string(size));
}

const RelationKind kind("table", check, one_each<Table>);

} // namespace
} // namespace gridwright
