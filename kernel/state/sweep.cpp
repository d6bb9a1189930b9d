#include "state/sweep.hpp"

#include <cstring>
#include <utility>

#include "relations/relation.hpp"
#include "relations/sights.hpp"
#include "state/pairing.hpp"

namespace gridwright {
namespace portable {

#include "state/sweep.inl"

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

// With no more open choices than this, search is cheaper than pairings: published boards of marks run at
// 230k/s with 18, 330k/s with 27 to 30, 260k/s with 33.
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

// The relations that have to look again: at once, and where those are at rest.
struct Agenda {
    std::vector<std::uint64_t> soon, later;

    explicit Agenda(const Problem& problem) { start(problem); }
    void start(const Problem& problem) {
        soon.assign(problem.agenda_words, 0);
        later.assign(problem.agenda_words, 0);
    }

    // Tell the relations of every variable whose domain is not the one that was seen, and see it; false if one is
    // empty.
    bool compare(const Problem& problem, const std::uint64_t* domains, std::uint64_t* seen) {
        const std::int32_t lane = problem.lane, per_word = 64 / lane, words = problem.agenda_words;
        const std::uint64_t whole = lane == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << lane) - 1;
        bool filled = true;
        for (std::int32_t w = 0; w < problem.domain_words; ++w) {
            std::uint64_t changed = domains[w] ^ seen[w];
            seen[w] = domains[w];
            while (changed) {
                const std::int32_t slot = __builtin_ctzll(changed) / lane;
                changed &= ~(whole << (slot * lane));
                const Variable x = w * per_word + slot;
                if (x >= problem.variables())
                    continue;
                filled &= (domains[w] >> (slot * lane) & whole) != 0;
                for (std::int32_t i = 0; i < words; ++i)
                    soon[i] |= problem.agenda_of[static_cast<std::size_t>(x) * words + i];
            }
        }
        return filled;
    }
    static std::int32_t first(const std::vector<std::uint64_t>& bits) {
        for (std::size_t w = 0; w < bits.size(); ++w)
            if (bits[w])
                return static_cast<std::int32_t>(w * 64 + __builtin_ctzll(bits[w]));
        return -1;
    }
    // The next in a round after i, or -1.
    static std::int32_t next(const std::vector<std::uint64_t>& bits, std::int32_t i) {
        const std::size_t at = static_cast<std::size_t>(i) / 64;
        if (const std::uint64_t rest = bits[at] & ~std::uint64_t{0} << (i % 64))
            return static_cast<std::int32_t>(at * 64 + __builtin_ctzll(rest));
        for (std::size_t w = at + 1; w < bits.size(); ++w)
            if (bits[w])
                return static_cast<std::int32_t>(w * 64 + __builtin_ctzll(bits[w]));
        return first(bits);
    }
    static void set(std::vector<std::uint64_t>& bits, std::int32_t i) { bits[i / 64] |= std::uint64_t{1} << (i % 64); }
    static void clear(std::vector<std::uint64_t>& bits, std::int32_t i) {
        bits[i / 64] &= ~(std::uint64_t{1} << (i % 64));
    }
};

// Where nothing is to be swept: each relation in turn, telling all others of what it changed.
bool take_turns(const Problem& problem, std::uint64_t* state, Agenda& agenda, const std::uint64_t* active,
                std::int32_t& failed) {
    Editor editor(problem, state, nullptr, agenda.soon.data());
    std::int32_t turn = 0;
    for (;;) {
        for (std::int32_t i; (i = Agenda::next(agenda.soon, turn)) >= 0; turn = i) {
            Agenda::clear(agenda.soon, i);
            if (active && !(active[i / 64] >> (i % 64) & 1))
                continue;
            if (!problem.relations[i]->propagate(editor)) {
                failed = i;
                return false;
            }
            if (editor.asked_for_more()) {
                Agenda::set(agenda.later, i);
                Agenda::clear(agenda.soon, i);
            } else {
                Agenda::clear(agenda.later, i);
            }
        }
        const std::int32_t i = Agenda::first(agenda.later);
        if (i < 0)
            return true;
        Agenda::clear(agenda.later, i);
        if (!problem.relations[i]->deepen(editor)) {
            failed = i;
            return false;
        }
        Agenda::clear(agenda.soon, i);
        if (editor.asked_for_more())
            Agenda::set(agenda.later, i);
    }
}

} // namespace

bool propagate(const Problem& problem, std::uint64_t* state, std::uint64_t* seen, const std::uint64_t* active,
               std::int32_t* blamed) {
    std::int32_t nobody, &failed = blamed ? *blamed : nobody;
    failed = -1;
    if (!problem.unlinked && !settle(problem, state))
        return false;
    if (problem.lane == 0) // nothing reads domains
        return !problem.unlinked || settle(problem, state);
    if (problem.sights)
        return problem.sights->settle(problem, state, seen, active, failed);
    const std::uint64_t* domains = state + problem.domain_begin;
    static thread_local Agenda agenda(problem);
    agenda.start(problem);
    if (!agenda.compare(problem, domains, seen))
        return false; // by what was assumed or tried: a relation sees to its own
    if (problem.unlinked) {
        if (!take_turns(problem, state, agenda, active, failed))
            return false;
        std::memcpy(seen, domains, static_cast<std::size_t>(problem.domain_words) * 8);
        return settle(problem, state);
    }
    for (;;) {
        // All that have to look again, then the sweeps; those that take longer one by one, where nothing else is left.
        Editor editor(problem, state);
        bool any = false;
        for (std::size_t w = 0; w < agenda.soon.size(); ++w)
            for (std::uint64_t bits = std::exchange(agenda.soon[w], 0) & (active ? active[w] : ~std::uint64_t{0}); bits;
                 bits &= bits - 1) {
                const std::int32_t i = static_cast<std::int32_t>(w * 64 + __builtin_ctzll(bits));
                any = true;
                if (!problem.relations[i]->propagate(editor)) {
                    failed = i;
                    return false;
                }
                if (editor.asked_for_more())
                    Agenda::set(agenda.later, i);
                else
                    Agenda::clear(agenda.later, i);
            }
        if (!any) {
            const std::int32_t i = Agenda::first(agenda.later);
            if (i < 0)
                return true;
            Agenda::clear(agenda.later, i);
            if (!problem.relations[i]->deepen(editor)) {
                failed = i;
                return false;
            }
        }
        if (editor.changed() && !settle(problem, state))
            return false;
        agenda.compare(problem, domains, seen);
    }
}

} // namespace gridwright
