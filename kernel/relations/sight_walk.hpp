// What a sight line says of the domains of its cells: bounds, and what the sets of sets of sight_line.hpp leave.
//
// Templates over a Board, which reads the domain of a cell (`board[x]`), removes values from it (`remove`, false where
// none is left) and hears that a longer look would pay (`ask_for_more`) or that this line has nothing more to say
// (`rest`): a State through an Editor, or the bare lanes of a Problem that has nothing but sight lines.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "state/spec.hpp"

namespace gridwright::sight {

inline constexpr int kMostOpenValues = 12; // for which sets are walked: 4,096 sets, 64 words
inline constexpr std::size_t kMostCells = 64;

// The cells from the edge on; `looks` says of each whether it counts those before it.
template <class Cell> struct Line {
    const Cell* cells;
    int size;
    std::uint64_t looks;
};

inline constexpr int kWords = 1 << (kMostOpenValues - 6);

// kSize[s]: the sets of s values, for any number of open values up to the most.
struct Sizes {
    std::uint64_t sets[kMostOpenValues + 1][kWords] = {};
    constexpr Sizes() {
        for (int set = 0; set < kWords * 64; ++set)
            sets[std::popcount(static_cast<unsigned>(set))][set / 64] |= std::uint64_t{1} << (set % 64);
    }
};
inline constexpr Sizes kSizes;

// The sets of s values among six, for any s: none where there are no such sets.
struct OneWord {
    std::uint64_t sets[128] = {};
    constexpr OneWord() {
        for (int size = 0; size <= 6; ++size)
            sets[size + 64] = kSizes.sets[size][0];
    }
    std::uint64_t of(int size) const { return sets[size + 64]; }
};
inline constexpr OneWord kOneWord;

// The sets with value b, for b < 6, in each word.
inline constexpr std::uint64_t kHas[6] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                                          0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};

// Sets of sets. W words hold the sets over log2(64 W) values.
template <int W> struct Sets {
    std::uint64_t w[W];

    static Sets none() {
        Sets r;
        for (int i = 0; i < W; ++i)
            r.w[i] = 0;
        return r;
    }
    bool any() const {
        std::uint64_t all = 0;
        for (int i = 0; i < W; ++i)
            all |= w[i];
        return all != 0;
    }
    void meet(const Sets& other) {
        for (int i = 0; i < W; ++i)
            w[i] &= other.w[i];
    }
    void join(const Sets& other) {
        for (int i = 0; i < W; ++i)
            w[i] |= other.w[i];
    }
    void meet_size(int size) {
        if (size < 0 || size > kMostOpenValues) {
            *this = none();
            return;
        }
        for (int i = 0; i < W; ++i)
            w[i] &= kSizes.sets[size][i];
    }
    // Join what these become with value b added to each.
    void join_with(const Sets& from, int b) {
        if (b < 6) {
            const int shift = 1 << b;
            for (int i = 0; i < W; ++i)
                w[i] |= (from.w[i] | from.w[i] << shift) & kHas[b];
        } else {
            const int far = 1 << (b - 6);
            for (int i = 0; i < W; ++i)
                if (i & far)
                    w[i] |= from.w[i] | from.w[i ^ far];
        }
    }
    // The sets that are among these once b is added.
    Sets before(int b) const {
        Sets r;
        if (b < 6) {
            const int shift = 1 << b;
            for (int i = 0; i < W; ++i) {
                const std::uint64_t has = w[i] & kHas[b];
                r.w[i] = has | has >> shift;
            }
        } else {
            const int far = 1 << (b - 6);
            for (int i = 0; i < W; ++i)
                r.w[i] = w[i | far];
        }
        return r;
    }
};

// Bounds of each count from what is fixed, what is open and what must differ: one walk.
template <class Board, class Cell> bool bounds(Board& board, const Line<Cell>& line) {
    Mask fixed = 0, possible = 0, apart = 0; // values met for certain; at all; of cells that surely differ
    Mask choice = 0;                         // values of cells with a choice
    std::uint64_t open = 0;                  // those cells, by position
    int differ = 0;
    for (int i = 0; i < line.size; ++i) {
        Mask domain = board[line.cells[i]];
        if (line.looks >> i & 1) {
            const int met = std::popcount(fixed), most = met + std::popcount(open);
            const int low = std::max(met, differ), high = std::min(most, std::popcount(possible));
            const Mask dead = domain & ~(~Mask{0} << low & ((Mask{2} << high) - 1)); // outside low … high
            if (dead) {
                if (!board.remove(line.cells[i], dead))
                    return false;
                domain &= ~dead;
            }
            // Where nothing new may come, or everything must be new, that is so for the open cells.
            const Mask nothing_new = -Mask{domain == Mask{1} << met}, all_new = -Mask{domain == Mask{1} << most};
            const Mask refused = (nothing_new & ~all_new & ~fixed) | (all_new & ~nothing_new & fixed);
            if (choice & refused)
                for (std::uint64_t rest = open; rest; rest &= rest - 1) {
                    const auto x = line.cells[std::countr_zero(rest)];
                    const Mask gone = board[x] & refused;
                    if (gone && !board.remove(x, gone))
                        return false;
                }
        }
        possible |= domain;
        const bool decided = !(domain & (domain - 1)), unlike = !(domain & apart);
        open |= std::uint64_t{!decided} << i;
        fixed |= domain & -Mask{decided};
        choice |= domain & ~-Mask{decided};
        apart |= domain & -Mask{unlike};
        differ += unlike;
    }
    if (!(open & (open - 1)))
        board.rest(); // exact: a second walk would find nothing
    else if (std::popcount(choice) <= kMostOpenValues)
        board.ask_for_more();
    return true;
}

// The walk where all sets are the bits of one word, for B open values: every one of them is gone through at each cell,
// there or not, for a branch that nobody can foretell costs more than that.
template <int B, class Board, class Cell>
bool walk_in_a_word(Board& board, const Line<Cell>& line, const Mask* domains, Mask open_values) {
    Mask open_rest = open_values;
    int value_of[B]; // of each bit of a set
    Mask mask_of[B];
    for (int b = 0; b < B; ++b, open_rest &= open_rest - 1) {
        value_of[b] = std::countr_zero(open_rest);
        mask_of[b] = open_rest & -open_rest;
    }
    std::uint64_t forward[kMostCells + 1];
    std::int8_t cell_of[kMostCells];
    std::int8_t met_before[kMostCells];
    int n = 0;
    Mask met = 0;
    forward[0] = 1;
    for (int i = 0; i < line.size; ++i) {
        const Mask domain = domains[i];
        const bool looks = line.looks >> i & 1, inside = domain & open_values;
        const int before = std::popcount(met);
        met |= domain & ~open_values; // a value that no cell with a choice can take belongs to a decided cell
        if (!inside && !looks)
            continue;
        const std::uint64_t from = forward[n];
        std::uint64_t to = 0;
        if (!inside) {
            to = from & kOneWord.of(std::countr_zero(domain) - before);
        } else if (looks) {
            for (int b = 0; b < B; ++b) {
                const std::uint64_t sets = from & kOneWord.of(value_of[b] - before);
                to |= (sets | sets << (1 << b)) & kHas[b] & -Mask{(domain & mask_of[b]) != 0};
            }
        } else {
            for (int b = 0; b < B; ++b)
                to |= (from | from << (1 << b)) & kHas[b] & -Mask{(domain & mask_of[b]) != 0};
        }
        if (!to)
            return false;
        cell_of[n] = static_cast<std::int8_t>(i);
        met_before[n] = static_cast<std::int8_t>(before);
        forward[++n] = to;
    }
    std::uint64_t fits = forward[n];
    while (n-- > 0) {
        const int i = cell_of[n];
        const Mask domain = domains[i];
        const std::uint64_t from = forward[n];
        if (!(domain & open_values)) {
            fits &= from;
            continue;
        }
        const bool looks = line.looks >> i & 1;
        std::uint64_t good = 0;
        Mask kept = 0;
        for (int b = 0; b < B; ++b) {
            const std::uint64_t has = fits & kHas[b];
            std::uint64_t sets = (has | has >> (1 << b)) & from & -Mask{(domain & mask_of[b]) != 0};
            if (looks)
                sets &= kOneWord.of(value_of[b] - met_before[n]);
            good |= sets;
            kept |= mask_of[b] & -Mask{sets != 0};
        }
        fits = good;
        if (const Mask dead = domain & ~kept; dead && !board.remove(line.cells[i], dead))
            return false;
    }
    return true;
}

template <int W, class Board, class Cell>
bool walk(Board& board, const Line<Cell>& line, const Mask* domains, Mask open_values) {
    std::int8_t bit_of[64];
    int bits = 0;
    for (Mask rest = open_values; rest; rest &= rest - 1)
        bit_of[std::countr_zero(rest)] = static_cast<std::int8_t>(bits++);

    // The cells that change or test a set, from the edge on, and what is met for certain before each.
    struct Step {
        Mask domain;
        std::int32_t cell, met; // met: -1 where the cell does not look
    } steps[kMostCells];
    Sets<W> forward[kMostCells + 1];
    std::size_t n = 0;
    Mask met = 0;
    forward[0] = Sets<W>::none();
    forward[0].w[0] = 1;
    for (int i = 0; i < line.size; ++i) {
        const Mask domain = domains[i], inside = domain & open_values;
        const std::int32_t before = line.looks >> i & 1 ? std::popcount(met) : -1;
        met |= domain & ~open_values; // a value that no cell with a choice can take belongs to a decided cell
        if (!inside && before < 0)
            continue;
        Sets<W>& to = forward[n + 1];
        if (!inside) {
            to = forward[n];
            to.meet_size(std::countr_zero(domain) - before);
        } else {
            to = Sets<W>::none();
            for (Mask rest = inside; rest; rest &= rest - 1) {
                const int value = std::countr_zero(rest);
                if (before < 0) {
                    to.join_with(forward[n], bit_of[value]);
                } else {
                    Sets<W> from = forward[n];
                    from.meet_size(value - before);
                    to.join_with(from, bit_of[value]);
                }
            }
        }
        if (!to.any())
            return false;
        steps[n++] = {domain, i, before};
    }
    Sets<W> rest_fits = forward[n];
    while (n-- > 0) {
        const Step& step = steps[n];
        const Mask inside = step.domain & open_values;
        Sets<W> good;
        if (!inside) { // a decided value: the size alone was tested
            good = rest_fits;
            good.meet(forward[n]);
        } else {
            good = Sets<W>::none();
            Mask kept = 0;
            for (Mask rest = inside; rest; rest &= rest - 1) {
                const int value = std::countr_zero(rest);
                Sets<W> from = rest_fits.before(bit_of[value]);
                from.meet(forward[n]);
                if (step.met >= 0)
                    from.meet_size(value - step.met);
                if (from.any()) {
                    kept |= Mask{1} << value;
                    good.join(from);
                }
            }
            if (const Mask dead = step.domain & ~kept; dead && !board.remove(line.cells[step.cell], dead))
                return false;
        }
        rest_fits = good;
    }
    return true;
}

// The sets of values, exact. For a line whose bounds asked for it, with the domains that they left.
template <class Board, class Cell> bool deepen(Board& board, const Line<Cell>& line) {
    Mask domains[kMostCells], open_values = 0;
    for (int i = 0; i < line.size; ++i) {
        const Mask domain = domains[i] = board[line.cells[i]];
        open_values |= domain & -Mask{(domain & (domain - 1)) != 0};
    }
    switch (std::popcount(open_values)) {
    case 7:
        return walk<2>(board, line, domains, open_values);
    case 8:
        return walk<4>(board, line, domains, open_values);
    case 9:
        return walk<8>(board, line, domains, open_values);
    case 10:
        return walk<16>(board, line, domains, open_values);
    case 11:
        return walk<32>(board, line, domains, open_values);
    case 12:
        return walk<64>(board, line, domains, open_values);
    case 6:
        return walk_in_a_word<6>(board, line, domains, open_values);
    case 5:
        return walk_in_a_word<5>(board, line, domains, open_values);
    case 4:
        return walk_in_a_word<4>(board, line, domains, open_values);
    case 3:
        return walk_in_a_word<3>(board, line, domains, open_values);
    default:
        return walk_in_a_word<2>(board, line, domains, open_values); // 6 or fewer: nobody asks with more than 12
    }
}

} // namespace gridwright::sight
