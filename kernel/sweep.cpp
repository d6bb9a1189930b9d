#include "sweep.hpp"

#include <cstring>

#include "pairing.hpp"
#include "propagator.hpp"

namespace gridwright {
namespace portable {

#include "sweep.inl"

constexpr const char* kName = "portable (128-bit vectors)";
constexpr Path kOne = path<1>(kName), kTwo = path<2>(kName), kFour = path<4>(kName), kSix = path<6>(kName),
               kBlocks = path<8>(kName);

} // namespace portable

const Path* choose_path(std::int32_t width) {
    switch (width) {
    case 1:
        return &portable::kOne;
    case 2:
        return &portable::kTwo;
    case 4:
        return &portable::kFour;
    case 6:
        return &portable::kSix;
    default:
        return &portable::kBlocks;
    }
}

const char* path_name() { return portable::kName; }

// With no more open choices than this, search is cheaper than pairings: community Queens run at 230k/s with 18, 330k/s
// with 27 to 30, 260k/s with 33.
constexpr int kFewChoices = 28;

// Singles, and where they stall the pairings, to their common fixpoint.
static bool settle(const Problem& problem, std::uint64_t* state) {
    const auto singles = problem.path->singles;
    for (;;) {
        if (!singles(problem, state))
            return false;
        bool killed = false;
        if (problem.pairings.empty() || problem.open_choices(state) <= kFewChoices)
            return true;
        for (const Pairing& pairing : problem.pairings) {
            const auto outcome = pairing.run(problem, state);
            if (outcome == Pairing::Outcome::contradiction)
                return false;
            killed |= outcome == Pairing::Outcome::killed;
        }
        if (!killed)
            return true;
    }
}

namespace {

// The propagators that have to look again, by what changed since they last did.
class Agenda {
public:
    std::vector<std::uint64_t> soon, later; // to `run`; to `deepen`

    void start(const Problem& problem) {
        problem_ = &problem;
        const std::size_t words = (problem.propagators.size() + 63) / 64;
        soon.assign(words, 0);
        later.assign(words, 0);
    }

    // Note whose domains differ from those seen, which become the same; all but one propagator are told.
    bool note(const std::uint64_t* domains, std::uint64_t* seen, std::int32_t but = -1) {
        const Problem& problem = *problem_;
        const std::int32_t lane = problem.lane, per_word = 64 / lane;
        bool any = false;
        for (std::int32_t w = 0; w < problem.domain_words; ++w) {
            std::uint64_t changed = domains[w] ^ seen[w];
            if (!changed)
                continue;
            seen[w] = domains[w];
            while (changed) {
                const std::int32_t slot = __builtin_ctzll(changed) / lane;
                changed &= lane == 64 ? 0 : ~(((std::uint64_t{1} << lane) - 1) << (slot * lane));
                const Variable x = w * per_word + slot;
                if (x >= problem.variables())
                    continue;
                for (std::int32_t i : problem.propagators_of[x])
                    if (i != but) {
                        soon[i / 64] |= std::uint64_t{1} << (i % 64);
                        any = true;
                    }
            }
        }
        return any;
    }

private:
    const Problem* problem_ = nullptr;
};

} // namespace

bool propagate(const Problem& problem, std::uint64_t* state, std::uint64_t* seen, std::int32_t& failed) {
    failed = -1;
    if (!settle(problem, state))
        return false;
    if (problem.lane == 0) // nothing reads domains
        return true;
    const std::uint64_t* domains = state + problem.domain_begin;
    static thread_local Agenda agenda;
    agenda.start(problem);
    bool any = agenda.note(domains, seen);
    for (;;) {
        while (any) {
            Editor editor(problem, state);
            for (std::size_t w = 0; w < agenda.soon.size(); ++w) {
                std::uint64_t bits = agenda.soon[w];
                agenda.soon[w] = 0;
                for (; bits; bits &= bits - 1) {
                    const std::int32_t i = static_cast<std::int32_t>(w * 64 + __builtin_ctzll(bits));
                    if (!problem.propagators[i]->run(editor)) {
                        failed = i;
                        return false;
                    }
                    if (problem.propagators[i]->deep)
                        agenda.later[w] |= bits & -bits;
                }
            }
            if (!editor.changed())
                break;
            if (!settle(problem, state))
                return false;
            any = agenda.note(domains, seen);
        }
        any = false;
        for (std::size_t w = 0; w < agenda.later.size() && !any; ++w)
            while (agenda.later[w] && !any) {
                const std::int32_t i = static_cast<std::int32_t>(w * 64 + __builtin_ctzll(agenda.later[w]));
                agenda.later[w] &= agenda.later[w] - 1;
                Editor editor(problem, state);
                if (!problem.propagators[i]->deepen(editor)) {
                    failed = i;
                    return false;
                }
                if (editor.changed()) {
                    any = agenda.note(domains, seen, i);
                    if (!settle(problem, state))
                        return false;
                    any |= agenda.note(domains, seen);
                }
            }
        if (!any)
            return true;
    }
}

} // namespace gridwright
