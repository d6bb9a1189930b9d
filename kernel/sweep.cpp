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

bool propagate(const Problem& problem, std::uint64_t* state, std::uint64_t* seen, const std::uint64_t* active) {
    if (!settle(problem, state))
        return false;
    if (problem.lane == 0) // nothing reads domains
        return true;
    const std::int32_t words = problem.domain_words, lane = problem.lane;
    const std::uint64_t* domains = state + problem.domain_begin;
    const std::int32_t per_word = 64 / lane;
    static thread_local std::vector<std::uint64_t> pending;
    for (;;) {
        pending.assign((problem.propagators.size() + 63) / 64, 0);
        bool any = false;
        for (std::int32_t w = 0; w < words; ++w) {
            std::uint64_t changed = domains[w] ^ seen[w];
            while (changed) {
                const std::int32_t slot = __builtin_ctzll(changed) / lane;
                changed &= lane == 64 ? 0 : ~(((std::uint64_t{1} << lane) - 1) << (slot * lane));
                const Variable x = w * per_word + slot;
                if (x >= problem.variables())
                    continue;
                for (std::int32_t i : problem.propagators_of[x]) {
                    pending[i / 64] |= std::uint64_t{1} << (i % 64);
                    any = true;
                }
            }
        }
        if (!any)
            return true;
        std::memcpy(seen, domains, static_cast<std::size_t>(words) * 8);
        Editor editor(problem, state);
        for (std::size_t w = 0; w < pending.size(); ++w)
            for (std::uint64_t bits = active ? pending[w] & active[w] : pending[w]; bits; bits &= bits - 1)
                if (!problem.propagators[w * 64 + __builtin_ctzll(bits)]->run(editor))
                    return false;
        if (editor.changed() && !settle(problem, state))
            return false;
    }
}

} // namespace gridwright
