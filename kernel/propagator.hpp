// What the sweeps over choices cannot see: counts, sums of different values, tables, cages, skylines, views.
//
// A propagator reads the domains of its scope and kills candidates that no solution of its constraint uses. It keeps no
// state of its own, so that threads can share it, and on a decided scope it is exact: false if and only if broken.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "apart.hpp"
#include "problem.hpp"

namespace gridwright {

class Cage;
class Skyline;

// A State under the hands of a propagator: reads domains, kills candidates, remembers whether it did.
class Editor {
public:
    Editor(const Problem& problem, std::uint64_t* state, std::vector<Candidate>* log = nullptr)
        : problem_(problem), state_(state), log_(log) {}

    Mask domain(Variable x) const { return problem_.domain(state_, x); }

    // Keep only these values of x; false if none is left.
    bool restrict(Variable x, Mask allowed) {
        Mask dead = domain(x) & ~allowed;
        if (!dead)
            return true;
        changed_ = true;
        for (; dead; dead &= dead - 1) {
            const Candidate c = problem_.first[x] + __builtin_ctzll(dead);
            problem_.kill(state_, c);
            if (log_)
                log_->push_back(c);
        }
        return domain(x) != 0;
    }
    bool changed() const { return changed_; }

private:
    const Problem& problem_;
    std::uint64_t* state_;
    std::vector<Candidate>* log_;
    bool changed_ = false;
};

struct Propagator {
    std::vector<Variable> scope;
    std::vector<std::int32_t> others; // the statements of the Spec that it stands for, by their numbers
    bool deep = false;                // has it more to say where it takes longer?

    explicit Propagator(std::vector<Variable> variables, std::vector<std::int32_t> statements = {})
        : scope(std::move(variables)), others(std::move(statements)) {}
    virtual ~Propagator() = default;
    // False where the constraint cannot hold any more.
    virtual bool run(Editor& editor) const = 0;
    // The same, taking longer and missing less; asked where `run` of all propagators is at rest. Whoever has it leaves
    // nothing for itself to find there.
    virtual bool deepen(Editor&) const { return true; }
};

std::unique_ptr<Propagator> make_count(const CountSpec&);
std::unique_ptr<Propagator> make_distinct_sum(const SumSpec&);
std::unique_ptr<Propagator> make_table(const TableSpec&);
std::unique_ptr<Propagator> make_cage(const CageSpec&, std::shared_ptr<const Cage>, std::vector<Segment>);
std::unique_ptr<Propagator> make_skyline(const SkylineSpec&, const Skyline&);

} // namespace gridwright
