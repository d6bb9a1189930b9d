#include "state/pairing.hpp"

#include <algorithm>
#include <map>

namespace gridwright {

Pairing::Pairing(const Problem& problem, std::int32_t n, std::int32_t first_line, std::int32_t first_group)
    : n_(n), first_line_(first_line), first_group_(first_group), begin_{0} {
    std::vector<std::int32_t> group_of(problem.candidates(), -1);
    for (Candidate c = 0; c < problem.candidates(); ++c)
        for (std::int32_t i = problem.column_begin[c]; i < problem.column_begin[c + 1]; ++i)
            if (problem.column_of[i] >= first_group && problem.column_of[i] < first_group + n)
                group_of[c] = problem.column_of[i] - first_group;
    for (const std::uint64_t columns : problem.folded) // the planes of a folded line do not hold all of it
        if (columns >> first_line & (~std::uint64_t{0} >> (64 - n)))
            return;
    std::vector<std::map<std::int32_t, std::uint64_t>> parts(n);
    for (std::int32_t p = 0; p < problem.planes; ++p)
        for (std::int32_t line = 0; line < n; ++line) {
            const Candidate c = problem.member[static_cast<std::size_t>(p) * 64 + first_line + line];
            if (c >= 0)
                parts[group_of[c]][p] |= std::uint64_t{1} << line;
        }
    for (const auto& part : parts) {
        std::uint64_t met = 0;
        for (const auto& [p, lines] : part) {
            useful_ |= (met & lines) != 0;
            met |= lines;
            parts_.push_back({p, lines});
        }
        useful_ |= met != (~std::uint64_t{0} >> (64 - n));
        begin_.push_back(static_cast<std::int32_t>(parts_.size()));
    }
}

Pairing::Outcome Pairing::run(const Problem& problem, std::uint64_t* state) const {
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - n_);
    const std::uint64_t* const planes = state + 1;
    // Only what is open counts: r lines and as many groups, the lines renumbered 0 … r - 1.
    const std::uint64_t groups = state[0] >> first_group_ & all;
    std::uint8_t rank[64];
    std::uint64_t line_at[64];
    std::int32_t r = 0;
    for (std::uint64_t lines = state[0] >> first_line_ & all; lines; lines &= lines - 1) {
        const std::int32_t line = __builtin_ctzll(lines);
        rank[line] = static_cast<std::uint8_t>(r);
        line_at[r++] = std::uint64_t{1} << line;
    }
    std::uint64_t extent[64], from_[66], upto_[66];
    std::uint64_t* const from = from_ + 1; // indices -1 … r
    std::uint64_t* const upto = upto_ + 1;
    std::fill_n(from_, r + 2, 0);
    std::fill_n(upto_, r + 2, 0);
    for (std::uint64_t left = groups; left; left &= left - 1) {
        const std::int32_t j = __builtin_ctzll(left);
        std::uint64_t lines = 0;
        for (std::int32_t i = begin_[j]; i < begin_[j + 1]; ++i)
            lines |= planes[parts_[i].p] >> first_line_ & parts_[i].lines;
        if (!lines)
            return Outcome::contradiction;
        extent[j] = lines;
        from[rank[__builtin_ctzll(lines)]] |= left & -left;
        upto[rank[63 - __builtin_clzll(lines)]] |= left & -left;
    }
    for (std::int32_t i = 1; i < r; ++i) {
        upto[i] |= upto[i - 1];
        from[r - 1 - i] |= from[r - i];
    }
    std::uint64_t allowed[64], narrowed = 0;
    auto narrow = [&](std::uint64_t some, std::uint64_t lines) {
        for (; some; some &= some - 1) {
            const std::int32_t j = __builtin_ctzll(some);
            allowed[j] = narrowed >> j & 1 ? allowed[j] & lines : lines;
            narrowed |= some & -some;
        }
    };
    for (std::int32_t a = 0; a < r; ++a)
        for (std::int32_t b = a; b < r; ++b) {
            const std::int32_t k = b - a + 1;
            const std::uint64_t missed = upto[a - 1] | from[b + 1], inside = from[a] & upto[b];
            const std::int32_t meets = r - __builtin_popcountll(missed), within = __builtin_popcountll(inside);
            if (meets > k && within < k)
                continue;
            if (meets < k || within > k)
                return Outcome::contradiction;
            if (k == r)
                continue;
            const std::uint64_t window = (line_at[b] << 1) - line_at[a];
            if (meets == k)
                narrow(groups & ~missed, window);
            if (within == k)
                narrow(groups & ~inside, ~window);
        }
    bool killed = false;
    for (; narrowed; narrowed &= narrowed - 1) {
        const std::int32_t j = __builtin_ctzll(narrowed);
        const std::uint64_t dead = extent[j] & ~allowed[j];
        if (!dead)
            continue;
        killed = true;
        for (std::int32_t i = begin_[j]; i < begin_[j + 1]; ++i)
            for (std::uint64_t lines = planes[parts_[i].p] >> first_line_ & parts_[i].lines & dead; lines;
                 lines &= lines - 1)
                problem.kill(
                    state,
                    problem.member[static_cast<std::size_t>(parts_[i].p) * 64 + first_line_ + __builtin_ctzll(lines)]);
    }
    return killed ? Outcome::killed : Outcome::nothing;
}

std::vector<Pairing> find_pairings(const Problem& problem) {
    if (problem.width != 1 || problem.columns == 0)
        return {};
    std::vector<std::int32_t> times(problem.candidates(), 0), families;
    std::int32_t covered = 0, total = 0;
    for (Candidate c = 0; c < problem.candidates(); ++c)
        total += problem.column_begin[c + 1] > problem.column_begin[c];
    std::vector<std::vector<Candidate>> members(problem.columns); // a folded choice stands at its first column
    for (Candidate c = 0; c < problem.candidates(); ++c)
        for (std::int32_t i = problem.column_begin[c]; i < problem.column_begin[c + 1]; ++i)
            if (problem.column_of[i] < problem.columns)
                members[problem.column_of[i]].push_back(c);
    std::int32_t begin = 0;
    for (std::int32_t column = 0; column < problem.columns; ++column) {
        for (Candidate c : members[column]) {
            if (++times[c] != static_cast<std::int32_t>(families.size()) + 1)
                return {}; // twice in one family
            ++covered;
        }
        if (covered == total) {
            families.push_back(begin);
            begin = column + 1;
            covered = 0;
        }
    }
    const std::int32_t n = families.size() < 2 ? 0 : families[1];
    if (n == 0 || begin != problem.columns || n * static_cast<std::int32_t>(families.size()) != problem.columns)
        return {};
    for (std::size_t i = 0; i < families.size(); ++i)
        if (families[i] != static_cast<std::int32_t>(i) * n)
            return {};
    std::vector<Pairing> pairings;
    for (std::size_t i = 0; i < families.size(); ++i)
        for (std::size_t j = i + 1; j < families.size(); ++j) {
            Pairing pairing(problem, n, families[j], families[i]);
            if (pairing.useful())
                pairings.push_back(std::move(pairing));
        }
    return pairings;
}

} // namespace gridwright
