// Between `least` and `most` members take a value inside their mask.
#include "propagator.hpp"

namespace gridwright {
namespace {

class Count final : public Propagator {
public:
    explicit Count(const CountSpec& spec)
        : Propagator(spec.scope), masks_(spec.masks), least_(spec.least), most_(spec.most) {}

    bool run(Editor& editor) const override {
        std::int32_t possible = 0, certain = 0;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            const Mask domain = editor.domain(scope[i]);
            possible += (domain & masks_[i]) != 0;
            certain += (domain & ~masks_[i]) == 0;
        }
        if (possible < least_ || certain > most_)
            return false;
        if (possible == certain || (possible > least_ && certain < most_))
            return true;
        const bool take = possible == least_; // every possible one is needed; else no other is wanted
        for (std::size_t i = 0; i < scope.size(); ++i) {
            const Mask domain = editor.domain(scope[i]), inside = domain & masks_[i];
            if (inside && inside != domain && !editor.restrict(scope[i], take ? masks_[i] : ~masks_[i]))
                return false;
        }
        return true;
    }

private:
    std::vector<Mask> masks_;
    std::int32_t least_, most_;
};

} // namespace

std::unique_ptr<Propagator> make_count(const CountSpec& spec) { return std::make_unique<Count>(spec); }

} // namespace gridwright
