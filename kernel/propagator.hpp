// What the sweeps over choices cannot see: counts, sums of different values, tables, cages, skylines, views.
//
// A propagator reads the domains of its scope and kills candidates that no solution of its constraint uses. It keeps no
// state of its own, so that threads can share it, and on a decided scope it is exact: false if and only if broken.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "apart.hpp"
#include "problem.hpp"

namespace gridwright {

class Cage;
class Skyline;

// A State under the hands of a propagator: reads domains, kills candidates, remembers whether it did.
class Editor {
public:
    // `log` gets the candidates that are killed, `told` the propagators of their variables, a bit each.
    Editor(const Problem& problem, std::uint64_t* state, std::vector<Candidate>* log = nullptr,
           std::uint64_t* told = nullptr)
        : problem_(problem), state_(state), log_(log), told_(told) {}

    Mask domain(Variable x) const { return problem_.domain(state_, x); }

    // The domains themselves, for whoever reads many: a lane of `lane()` bits a variable.
    const std::uint64_t* domains() const { return state_ + problem_.domain_begin; }
    std::int32_t lane() const { return problem_.lane; }

    // Keep only these values of x; false if none is left.
    bool restrict(Variable x, Mask allowed) {
        const Mask dead = domain(x) & ~allowed;
        return !dead || remove(x, dead);
    }
    // Kill these values of x, which are alive; false if none is left.
    bool remove(Variable x, Mask dead);
    bool changed() const { return changed_; }

    // Whoever has more to say where it takes longer asks for it.
    void ask_for_more() { more_ = true; }
    bool asked_for_more() { return std::exchange(more_, false); }

private:
    const Problem& problem_;
    std::uint64_t* state_;
    std::vector<Candidate>* log_;
    std::uint64_t* told_;
    bool changed_ = false, more_ = false;
};

[[gnu::noinline]] inline bool Editor::remove(Variable x, Mask dead) {
    changed_ = true;
    if (told_)
        for (std::int32_t w = 0; w < problem_.agenda_words; ++w)
            told_[w] |= problem_.agenda_of[x * problem_.agenda_words + w];
    for (; dead; dead &= dead - 1) {
        const Candidate c = problem_.first[x] + __builtin_ctzll(dead);
        problem_.kill(state_, c);
        if (log_)
            log_->push_back(c);
    }
    return domain(x) != 0;
}

struct Propagator {
    std::vector<Variable> scope;
    std::vector<std::int32_t> others; // the statements of the Spec that it stands for, by their numbers

    explicit Propagator(std::vector<Variable> variables, std::vector<std::int32_t> statements = {})
        : scope(std::move(variables)), others(std::move(statements)) {}
    virtual ~Propagator() = default;
    // Does it have to look again where this variable of its scope changed?
    virtual bool minds(Variable) const { return true; }
    // False where the constraint cannot hold any more.
    virtual bool run(Editor& editor) const = 0;
    // The same, taking longer and missing less: for whoever asked for more in `run`, once that of all propagators is at
    // rest. It leaves nothing for itself to find.
    virtual bool deepen(Editor&) const { return true; }
};

std::unique_ptr<Propagator> make_count(const CountSpec&);
std::unique_ptr<Propagator> make_distinct_sum(const SumSpec&);
std::unique_ptr<Propagator> make_table(const TableSpec&);
std::unique_ptr<Propagator> make_cage(const CageSpec&, std::shared_ptr<const Cage>, std::vector<Segment>);
std::unique_ptr<Propagator> make_skyline(const SkylineSpec&, const Skyline&);

} // namespace gridwright
