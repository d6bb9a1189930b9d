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

} // namespace

std::unique_ptr<Propagator> make_table(const TableSpec& spec) { return std::make_unique<Table>(spec); }

} // namespace gridwright
