#include "relations/sights.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "relations/sight_line.hpp"

namespace gridwright {
namespace {

// The lanes of a State, and who has to look again: at once, and where those are at rest.
template <class Lane, int Words> struct Turns {
    Lane* domains;
    const std::uint64_t* agenda_of;
    std::uint64_t soon[Words] = {}, later[Words] = {};
    bool more = false, resting = false;

    Mask operator[](std::int32_t x) const { return domains[x]; }
    void tell(std::int32_t x) {
        for (int w = 0; w < Words; ++w)
            soon[w] |= agenda_of[x * Words + w];
    }
    bool remove(std::int32_t x, Mask dead) {
        tell(x);
        return (domains[x] &= static_cast<Lane>(~dead)) != 0;
    }
    void rest() { resting = true; }
    void ask_for_more() { more = true; }

    static std::int32_t first(const std::uint64_t* bits) {
        for (int w = 0; w < Words; ++w)
            if (bits[w])
                return w * 64 + std::countr_zero(bits[w]);
        return -1;
    }
    // The next in a round after i, or -1.
    std::int32_t next(std::int32_t i) const {
        const int at = i / 64;
        if (const std::uint64_t rest = soon[at] & ~std::uint64_t{0} << (i % 64))
            return at * 64 + std::countr_zero(rest);
        for (int w = at + 1; w < Words; ++w)
            if (soon[w])
                return w * 64 + std::countr_zero(soon[w]);
        return first(soon);
    }
    static void set(std::uint64_t* bits, std::int32_t i, bool to) {
        bits[i / 64] = (bits[i / 64] & ~(std::uint64_t{1} << (i % 64))) | std::uint64_t{to} << (i % 64);
    }
};

// Domains that are read as they were when a round began, and what the round leaves of them.
struct Round {
    const std::uint16_t* before;
    std::uint16_t* after;
    const std::uint64_t* agenda_of;
    std::int32_t words;
    std::uint64_t told[Sights::kMostWords] = {};

    Mask operator[](std::int32_t x) const { return before[x]; }
    bool remove(std::int32_t x, Mask dead) {
        after[x] &= static_cast<std::uint16_t>(~dead);
        for (std::int32_t w = 0; w < words; ++w)
            told[w] |= agenda_of[x * words + w];
        return after[x] != 0;
    }
    void rest() {}
    void ask_for_more() {}
};

} // namespace

std::unique_ptr<const Sights> Sights::of(const Problem& problem) {
    if (std::endian::native != std::endian::little || !problem.unlinked || problem.relations.empty() ||
        (problem.lane != 8 && problem.lane != 16) || problem.agenda_words > kMostWords ||
        problem.domain_words * (64 / problem.lane) > kMostLanes)
        return nullptr;
    auto result = std::make_unique<Sights>();
    result->begin_.push_back(0);
    for (const auto& each : problem.relations) {
        const auto* line = dynamic_cast<const SightLine*>(each.get());
        if (!line || result->cells_.size() + line->scope.size() > UINT16_MAX)
            return nullptr;
        result->cells_.insert(result->cells_.end(), line->scope.begin(), line->scope.end());
        result->begin_.push_back(static_cast<std::uint16_t>(result->cells_.size()));
        result->looks_.push_back(line->line().looks);
    }
    return result;
}

template <class Lane, int Words>
bool Sights::take_turns(const Problem& problem, Lane* domains, const Lane* seen, const std::uint64_t* active,
                        std::int32_t& failed) const {
    Turns<Lane, Words> turns{domains, problem.agenda_of.data()};
    for (std::int32_t x = 0; x < problem.variables(); ++x)
        if (domains[x] != seen[x]) {
            if (!domains[x])
                return false; // by what was assumed or tried: a line sees to its own
            turns.tell(x);
        }
    std::int32_t turn = 0;
    for (;;) {
        for (std::int32_t i; (i = turns.next(turn)) >= 0; turn = i) {
            turns.set(turns.soon, i, false);
            if (active && !(active[i / 64] >> (i % 64) & 1))
                continue;
            if (!sight::bounds(turns, line(i))) {
                failed = i;
                return false;
            }
            turns.set(turns.later, i, turns.more);
            if (turns.more || turns.resting)
                turns.set(turns.soon, i, false);
            turns.more = turns.resting = false;
        }
        const std::int32_t i = turns.first(turns.later);
        if (i < 0)
            return true;
        turns.set(turns.later, i, false);
        if (!sight::deepen(turns, line(i))) {
            failed = i;
            return false;
        }
        turns.set(turns.soon, i, false);
    }
}

bool Sights::settle(const Problem& problem, std::uint64_t* state, std::uint64_t* seen, const std::uint64_t* active,
                    std::int32_t& failed, bool telling) const {
    const auto at_rest = [&]<class Lane>(Lane) {
        typedef Lane Aliasing __attribute__((may_alias));
        auto* domains = reinterpret_cast<Aliasing*>(state + problem.domain_begin);
        auto* before = reinterpret_cast<Aliasing*>(seen);
        const std::size_t bytes = static_cast<std::size_t>(problem.domain_words) * 8;
        Lane began[kMostLanes];
        if (telling)
            std::memcpy(began, domains, bytes);
        const auto turns = [&]<int Words>(std::integral_constant<int, Words>) {
            return take_turns<Aliasing, Words>(problem, domains, before, active, failed);
        };
        const bool fine = problem.agenda_words == 1   ? turns(std::integral_constant<int, 1>())
                          : problem.agenda_words == 2 ? turns(std::integral_constant<int, 2>())
                          : problem.agenda_words == 3 ? turns(std::integral_constant<int, 3>())
                                                      : turns(std::integral_constant<int, 4>());
        for (std::int32_t x = 0; fine && telling && x < problem.variables(); ++x)
            if (domains[x] != before[x])
                problem.tell(state, x, began[x] & ~domains[x]);
        if (fine)
            std::memcpy(before, domains, bytes);
        return fine;
    };
    return problem.lane == 8 ? at_rest(std::uint8_t{}) : at_rest(std::uint16_t{});
}

bool Sights::may_break(const Problem& problem, const Mask* domains, Variable x, std::int32_t value,
                       std::int32_t steps) const {
    const std::int32_t cells = problem.variables(), words = problem.agenda_words;
    std::uint16_t now[kMostLanes], next[kMostLanes], trial[kMostLanes];
    for (Variable y = 0; y < cells; ++y)
        now[y] = static_cast<std::uint16_t>(domains[y]);
    now[x] = static_cast<std::uint16_t>(1 << value);
    std::uint64_t told[kMostWords];
    std::copy_n(problem.agenda_of.data() + x * words, words, told);
    const auto all = [&](const std::uint64_t* lines, auto visit) {
        for (std::int32_t w = 0; w < words; ++w)
            for (std::uint64_t bits = lines[w]; bits; bits &= bits - 1)
                if (!visit(line(w * 64 + std::countr_zero(bits))))
                    return false;
        return true;
    };
    while (steps-- > 0) {
        std::copy_n(now, cells, next);
        Round round{now, next, problem.agenda_of.data(), words};
        if (!all(told, [&](const auto& each) { return sight::deepen(round, each); }))
            return true;
        std::copy_n(next, cells, trial);
        Round check{trial, trial, problem.agenda_of.data(), words};
        if (!all(round.told, [&](const auto& each) { return sight::bounds(check, each); }))
            return true;
        std::copy_n(next, cells, now);
        std::copy_n(round.told, words, told);
    }
    return false;
}

} // namespace gridwright
