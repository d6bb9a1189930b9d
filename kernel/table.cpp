// The scope takes one of the listed tuples: every value without a living tuple goes (generalised arc consistency).
#include "propagator.hpp"

namespace gridwright {
namespace {

class Table final : public Propagator {
public:
    explicit Table(const TableSpec& spec) : Propagator(spec.scope), tuples_(spec.tuples) {}

    bool run(Editor& editor) const override {
        const std::size_t n = scope.size();
        Mask domains[kInline], support[kInline];
        std::vector<Mask> heap;
        Mask *domain = domains, *used = support;
        if (n > kInline) {
            heap.assign(2 * n, 0);
            domain = heap.data();
            used = heap.data() + n;
        }
        for (std::size_t i = 0; i < n; ++i) {
            domain[i] = editor.domain(scope[i]);
            used[i] = 0;
        }
        for (const std::uint8_t* row = tuples_.data(); row != tuples_.data() + tuples_.size(); row += n) {
            std::size_t i = 0;
            while (i < n && (domain[i] >> row[i] & 1))
                ++i;
            if (i == n)
                for (i = 0; i < n; ++i)
                    used[i] |= Mask{1} << row[i];
        }
        for (std::size_t i = 0; i < n; ++i)
            if (!editor.restrict(scope[i], used[i]) || used[i] == 0)
                return false;
        return true;
    }

private:
    static constexpr std::size_t kInline = 32;
    std::vector<std::uint8_t> tuples_;
};

// Two variables: for each value of one the values of the other that go with it.
class Relation final : public Propagator {
public:
    explicit Relation(const TableSpec& spec) : Propagator(spec.scope) {
        for (std::size_t i = 0; i < spec.tuples.size(); i += 2)
            for (std::size_t side : {0, 1})
                with_[side][spec.tuples[i + side]] |= Mask{1} << spec.tuples[i + 1 - side];
    }

    bool run(Editor& editor) const override {
        const Mask domain[2] = {editor.domain(scope[0]), editor.domain(scope[1])};
        for (std::size_t side : {0, 1}) {
            Mask used = 0;
            for (Mask open = domain[side]; open; open &= open - 1)
                if (with_[side][__builtin_ctzll(open)] & domain[1 - side])
                    used |= open & -open;
            if (!used || !editor.restrict(scope[side], used))
                return false;
        }
        return true;
    }

private:
    Mask with_[2][64] = {};
};

} // namespace

std::unique_ptr<Propagator> make_table(const TableSpec& spec) {
    if (spec.scope.size() == 2)
        return std::make_unique<Relation>(spec);
    return std::make_unique<Table>(spec);
}

} // namespace gridwright
