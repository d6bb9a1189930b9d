// Along the line the members with the value stand in runs of given lengths, in this order.
//
// The runs are a pattern with one gap between two of them, and more gap wherever there is one. A state is how much of
// the pattern was read:
//
//     runs 2, 1       pattern   + + . +
//                     state     0 1 2 3 4        0, 3 and 4 may wait: another gap and the state stays
#include <span>

#include "relations/automaton.hpp"

namespace gridwright {
namespace {

constexpr std::int64_t kLongestRun = 255;

template <int W> class Pattern {
public:
    using States = gridwright::States<W>;

    // Without an end where it is longer than the line.
    Pattern(std::span<const std::int64_t> lengths, std::size_t cells) {
        std::size_t state = 0, needed = lengths.empty() ? 0 : lengths.size() - 1;
        for (std::int64_t length : lengths)
            needed += static_cast<std::size_t>(length);
        if (needed > cells)
            return;
        wait_.add(0);
        for (std::size_t j = 0; j < lengths.size(); ++j) {
            if (j) {
                gap_.add(state++);
                wait_.add(state);
            }
            for (std::int64_t k = 0; k < lengths[j]; ++k)
                run_.add(state++);
        }
        wait_.add(state);
        end_.add(state);
    }

    States start() const { return States::one(0); }
    States end() const { return end_; }
    States taken(std::int32_t, const States& from) const { return (from & run_).next(); }
    States left(std::int32_t, const States& from) const { return (from & gap_).next() | (from & wait_); }
    States before_taken(std::int32_t, const States& to) const { return to.previous() & run_; }
    States before_left(std::int32_t, const States& to) const { return (to.previous() & gap_) | (to & wait_); }

private:
    States run_{}, gap_{}, wait_{}, end_{}; // states that go on with a cell of a run, with the gap behind it, or wait
};

template <int W> class Runs final : public AutomatonRelation<Pattern<W>> {
public:
    Runs(const RelationSpec& spec, const Apart&)
        : AutomatonRelation<Pattern<W>>(spec.scope, spec.parameters[0],
                                        {std::span(spec.parameters).subspan(1), spec.scope.size()}) {}
};

void make(const std::vector<RelationKind::Statement>& statements, const Apart& apart, Relations& made) {
    for (const RelationKind::Statement& each : statements)
        if (each.spec.scope.size() < 64)
            one_each<Runs<1>>({each}, apart, made);
        else if (each.spec.scope.size() < 128)
            one_each<Runs<2>>({each}, apart, made);
        else
            one_each<Runs<4>>({each}, apart, made);
}

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.scope.empty() || spec.scope.size() > Runs<4>::kMostCells)
        refuse("a line with runs has 1 to " + std::to_string(Runs<4>::kMostCells) + " cells, not " +
               std::to_string(spec.scope.size()));
    if (spec.parameters.empty() || spec.parameters[0] < 0 || spec.parameters[0] >= 64)
        refuse("runs have a value from 0 to 63 and their lengths");
    for (std::size_t i = 1; i < spec.parameters.size(); ++i)
        if (spec.parameters[i] < 1 || spec.parameters[i] > kLongestRun)
            refuse("a run has 1 to " + std::to_string(kLongestRun) + " cells, not " +
                   std::to_string(spec.parameters[i]));
}

const RelationKind kind("runs", check, make);

} // namespace
} // namespace gridwright
