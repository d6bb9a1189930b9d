// From a cell one sees along rays, the nearest cells first, until one of them has the stopping value, which is not
// seen: so many cells in all. The scope is the rays, one after the other.
//
// A state is how many cells were seen so far, and whether the ray at hand was stopped:
//
//     number 4, rays of 3 and 2       . . #   . .        looking  0 1 2       2 3 4
//                                                        stopped        2
#include "relations/automaton.hpp"

namespace gridwright {
namespace {

template <int W> class Sight {
public:
    // By how many cells were seen: rays that are looked along, and those that were stopped.
    struct States {
        gridwright::States<W> looking, stopped;

        static States none() { return {gridwright::States<W>::none(), gridwright::States<W>::none()}; }
        bool any() const { return (looking | stopped).any(); }
        friend States operator&(const States& a, const States& b) {
            return {a.looking & b.looking, a.stopped & b.stopped};
        }
        friend States operator|(const States& a, const States& b) {
            return {a.looking | b.looking, a.stopped | b.stopped};
        }
    };

    // So many cells are seen in all; nothing fits where that cannot be.
    Sight(std::int64_t seen, const std::vector<std::int64_t>& lengths) : end_(States::none()) {
        for (std::int64_t length : lengths)
            for (std::int64_t i = 0; i < length; ++i)
                begins_.push_back(i == 0);
        if (seen >= 0 && seen <= static_cast<std::int64_t>(begins_.size()))
            end_.looking.add(seen), end_.stopped.add(seen);
    }

    States start() const { return {gridwright::States<W>::one(0), gridwright::States<W>::none()}; }
    States end() const { return end_; }
    States taken(std::int32_t, const States& from) const {
        return {gridwright::States<W>::none(), from.looking | from.stopped};
    }
    States left(std::int32_t i, const States& from) const {
        if (begins_[i])
            return {(from.looking | from.stopped).next(), gridwright::States<W>::none()};
        return {from.looking.next(), from.stopped};
    }
    States before_taken(std::int32_t, const States& to) const { return {to.stopped, to.stopped}; }
    States before_left(std::int32_t i, const States& to) const {
        const auto seen = to.looking.previous();
        return {seen, begins_[i] ? seen : to.stopped};
    }

private:
    std::vector<std::uint8_t> begins_; // does a ray begin here?
    States end_;
};

template <int W> class VisibleCells final : public AutomatonRelation<Sight<W>> {
public:
    VisibleCells(const RelationSpec& spec, const Apart&)
        : AutomatonRelation<Sight<W>>(
              spec.scope, spec.parameters[0],
              {spec.parameters[1] - spec.parameters[2], {spec.parameters.begin() + 3, spec.parameters.end()}}),
          number_(spec.parameters[1]), visible_(number_ - spec.parameters[2]),
          rays_(spec.parameters.begin() + 3, spec.parameters.end()) {}

    std::int64_t clue() const override { return number_; }
    std::int64_t visible() const override { return visible_; }
    std::span<const std::int32_t> rays() const override { return rays_; }

private:
    std::int64_t number_, visible_;
    std::vector<std::int32_t> rays_;
};

void make(const std::vector<RelationKind::Statement>& statements, const Apart& apart, Relations& made) {
    for (const RelationKind::Statement& each : statements)
        if (each.spec.parameters[1] < 64)
            one_each<VisibleCells<1>>({each}, apart, made);
        else
            one_each<VisibleCells<4>>({each}, apart, made);
}

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    constexpr std::size_t kMost = VisibleCells<4>::kMostCells;
    if (spec.scope.size() > kMost)
        refuse("a cell sees at most " + std::to_string(kMost) + " cells, not " + std::to_string(spec.scope.size()));
    if (spec.parameters.size() < 3 || spec.parameters[0] < 0 || spec.parameters[0] >= 64)
        refuse("what is seen has a value from 0 to 63 that stops, a number, whether the cell itself counts, and rays");
    if (spec.parameters[1] < 0 || spec.parameters[1] > static_cast<std::int64_t>(kMost) + 1)
        refuse("a cell sees 0 to " + std::to_string(kMost + 1) + " cells, not " + std::to_string(spec.parameters[1]));
    if (spec.parameters[2] != 0 && spec.parameters[2] != 1)
        refuse("the cell itself counts (1) or not (0)");
    std::int64_t cells = 0;
    for (std::size_t i = 3; i < spec.parameters.size(); ++i) {
        if (spec.parameters[i] < 0 || spec.parameters[i] > static_cast<std::int64_t>(kMost))
            refuse("a ray has 0 to " + std::to_string(kMost) + " cells, not " + std::to_string(spec.parameters[i]));
        cells += spec.parameters[i];
    }
    if (cells != static_cast<std::int64_t>(spec.scope.size()))
        refuse("the rays have " + std::to_string(cells) + " cells, but the scope has " +
               std::to_string(spec.scope.size()));
}

const RelationKind kind("visible-cells", check, make);

} // namespace
} // namespace gridwright
