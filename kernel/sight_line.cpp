#include "sight_line.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace gridwright {
namespace {

constexpr int kWords = 1 << (SightLine::kMostValues - 6);

// kSize[s]: the sets of s values, for any number of open values up to the most.
struct Sizes {
    std::uint64_t sets[SightLine::kMostValues + 1][kWords] = {};
    constexpr Sizes() {
        for (int set = 0; set < kWords * 64; ++set)
            sets[std::popcount(static_cast<unsigned>(set))][set / 64] |= std::uint64_t{1} << (set % 64);
    }
};
constexpr Sizes kSizes;

// The sets of s values among six, for any s: none where there are no such sets.
struct OneWord {
    std::uint64_t sets[128] = {};
    constexpr OneWord() {
        for (int size = 0; size <= 6; ++size)
            sets[size + 64] = kSizes.sets[size][0];
    }
    std::uint64_t of(int size) const { return sets[size + 64]; }
};
constexpr OneWord kOneWord;

// The sets with value b, for b < 6, in each word.
constexpr std::uint64_t kHas[6] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
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
        if (size < 0 || size > SightLine::kMostValues) {
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

// The domains of a State by variable. Lanes of whole bytes are read as such.
struct Lanes {
    const Editor& editor;
    Mask operator[](Variable x) const { return editor.domain(x); }
};
struct ByteLanes {
    const std::uint8_t* lanes;
    explicit ByteLanes(const Editor& editor) : lanes(reinterpret_cast<const std::uint8_t*>(editor.domains())) {}
    Mask operator[](Variable x) const { return lanes[x]; }
};
struct WideLanes {
    typedef std::uint16_t Lane __attribute__((may_alias));
    const Lane* lanes;
    explicit WideLanes(const Editor& editor) : lanes(reinterpret_cast<const Lane*>(editor.domains())) {}
    Mask operator[](Variable x) const { return lanes[x]; }
};

template <class Visit> bool with_domains(const Editor& editor, Visit visit) {
    if constexpr (std::endian::native == std::endian::little) {
        if (editor.lane() == 8)
            return visit(ByteLanes(editor));
        if (editor.lane() == 16)
            return visit(WideLanes(editor));
    }
    return visit(Lanes{editor});
}

} // namespace

SightLine::SightLine(std::vector<Variable> cells, std::uint64_t looks, std::vector<std::int32_t> views)
    : Propagator(std::move(cells), std::move(views)), looks_(looks) {}

bool SightLine::run(Editor& editor) const {
    return with_domains(editor, [&](auto domains) { return bounds(editor, domains); });
}

template <class Domains> bool SightLine::bounds(Editor& editor, Domains domains) const {
    Mask fixed = 0, possible = 0, apart = 0; // values met for certain; at all; of cells that surely differ
    Mask choice = 0;                         // values of cells with a choice
    std::uint64_t open = 0;                  // those cells, by position
    int differ = 0;
    const Variable* cells = scope.data();
    const int n = static_cast<int>(scope.size());
    for (int i = 0; i < n; ++i) {
        Mask domain = domains[cells[i]];
        if (looks_ >> i & 1) {
            const int met = std::popcount(fixed), free = std::popcount(open);
            const int low = std::max(met, differ), high = std::min(met + free, std::popcount(possible));
            if (low > high)
                return false;
            const Mask dead = domain & ~((Mask{2} << high) - (Mask{1} << low)); // outside low … high
            if (dead) {
                if (!editor.remove(cells[i], dead))
                    return false;
                domain &= ~dead;
            }
            const bool nothing_new = domain == Mask{1} << met, all_new = domain == Mask{1} << (met + free);
            if (nothing_new != all_new) {
                const Mask refused = nothing_new ? ~fixed : fixed;
                for (std::uint64_t rest = open; rest; rest &= rest - 1) {
                    const Variable x = cells[std::countr_zero(rest)];
                    const Mask gone = domains[x] & refused;
                    if (gone && !editor.remove(x, gone))
                        return false;
                }
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
    if (open & (open - 1) && std::popcount(choice) <= kMostValues)
        editor.ask_for_more();
    return true;
}

bool SightLine::deepen(Editor& editor) const {
    Mask domains[kMostCells], open_values = 0;
    int open = 0;
    with_domains(editor, [&](auto lanes) {
        for (std::size_t i = 0; i < scope.size(); ++i) {
            const Mask domain = domains[i] = lanes[scope[i]];
            const bool choice = domain & (domain - 1);
            open_values |= domain & -Mask{choice};
            open += choice;
        }
        return true;
    });
    if (open < 2)
        return run(editor); // bounds are exact
    switch (std::popcount(open_values)) {
    case 7:
        return walk<2>(editor, domains, open_values);
    case 8:
        return walk<4>(editor, domains, open_values);
    case 9:
        return walk<8>(editor, domains, open_values);
    case 10:
        return walk<16>(editor, domains, open_values);
    case 11:
        return walk<32>(editor, domains, open_values);
    case 12:
        return walk<64>(editor, domains, open_values);
    default:
        return walk_in_a_word(editor, domains, open_values); // 6 or fewer: nobody asks with more than 12
    }
}

// The walk where all sets are the bits of one word: every one of six values is gone through, there or not, for a branch
// that nobody can foretell costs more than that.
bool SightLine::walk_in_a_word(Editor& editor, const Mask* domains, Mask open_values) const {
    int value_of[6] = {}; // of each bit of a set
    Mask mask_of[6] = {}; // the same, and nothing where there are fewer than six
    int bits = 0;
    for (Mask rest = open_values; rest; rest &= rest - 1, ++bits) {
        value_of[bits] = std::countr_zero(rest);
        mask_of[bits] = rest & -rest;
    }
    std::uint64_t forward[kMostCells + 1];
    std::int8_t cell_of[kMostCells];
    std::int8_t met_before[kMostCells];
    int n = 0;
    Mask met = 0;
    forward[0] = 1;
    for (int i = 0; i < static_cast<int>(scope.size()); ++i) {
        const Mask domain = domains[i];
        const bool looks = looks_ >> i & 1, inside = domain & open_values;
        const int before = std::popcount(met);
        met |= domain & ~open_values; // a value that no cell with a choice can take belongs to a decided cell
        if (!inside && !looks)
            continue;
        const std::uint64_t from = forward[n];
        std::uint64_t to = 0;
        if (!inside) {
            to = from & kOneWord.of(std::countr_zero(domain) - before);
        } else if (looks) {
            for (int b = 0; b < 6; ++b) {
                const std::uint64_t sets = from & kOneWord.of(value_of[b] - before);
                to |= (sets | sets << (1 << b)) & kHas[b] & -Mask{(domain & mask_of[b]) != 0};
            }
        } else {
            for (int b = 0; b < 6; ++b)
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
        const bool looks = looks_ >> i & 1;
        std::uint64_t good = 0;
        Mask kept = 0;
        for (int b = 0; b < 6; ++b) {
            const std::uint64_t has = fits & kHas[b];
            std::uint64_t sets = (has | has >> (1 << b)) & from & -Mask{(domain & mask_of[b]) != 0};
            if (looks)
                sets &= kOneWord.of(value_of[b] - met_before[n]);
            good |= sets;
            kept |= mask_of[b] & -Mask{sets != 0};
        }
        fits = good;
        if (const Mask dead = domain & ~kept; dead && !editor.remove(scope[i], dead))
            return false;
    }
    return true;
}

template <int W> bool SightLine::walk(Editor& editor, const Mask* domains, Mask open_values) const {
    std::int8_t bit_of[64];
    int bits = 0;
    for (Mask rest = open_values; rest; rest &= rest - 1)
        bit_of[std::countr_zero(rest)] = static_cast<std::int8_t>(bits++);

    // The cells that change or test a set, from the edge on, and what is met for certain before each.
    struct Step {
        Mask domain;
        std::int32_t cell, met; // met: -1 where the cell does not look
    } steps[kMostCells];
    static thread_local Sets<W> forward[kMostCells + 1];
    std::size_t n = 0;
    Mask met = 0;
    forward[0] = Sets<W>::none();
    forward[0].w[0] = 1;
    for (std::size_t i = 0; i < scope.size(); ++i) {
        const Mask domain = domains[i], inside = domain & open_values;
        const std::int32_t before = looks_ >> i & 1 ? std::popcount(met) : -1;
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
        steps[n++] = {domain, static_cast<std::int32_t>(i), before};
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
            if (!editor.restrict(scope[step.cell], kept))
                return false;
        }
        rest_fits = good;
    }
    return true;
}

std::vector<std::unique_ptr<Propagator>> make_sight_lines(const std::vector<ViewSpec>& views, std::int32_t first) {
    // Each view from its far end to the cell that looks. One that begins another is part of that line, and in order of
    // the alphabet it stands right before one that it begins.
    std::vector<std::vector<Variable>> walks;
    for (const ViewSpec& view : views) {
        walks.emplace_back(view.scope.rbegin(), view.scope.rend());
        walks.back().push_back(view.looker);
    }
    std::vector<std::int32_t> order(views.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::int32_t a, std::int32_t b) { return walks[a] != walks[b] ? walks[a] < walks[b] : a < b; });
    std::vector<std::unique_ptr<Propagator>> lines;
    for (std::size_t i = order.size(); i > 0;) {
        const std::vector<Variable>& cells = walks[order[i - 1]];
        std::uint64_t looks = 0;
        std::vector<std::int32_t> parts;
        do {
            const std::size_t length = walks[order[--i]].size();
            looks |= std::uint64_t{1} << (length - 1);
            parts.push_back(first + order[i]);
        } while (i > 0 && walks[order[i - 1]].size() <= walks[order[i]].size() &&
                 std::equal(walks[order[i - 1]].begin(), walks[order[i - 1]].end(), walks[order[i]].begin()));
        std::sort(parts.begin(), parts.end());
        lines.push_back(std::make_unique<SightLine>(cells, looks, std::move(parts)));
    }
    std::sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a->others[0] < b->others[0]; });
    return lines;
}

} // namespace gridwright
