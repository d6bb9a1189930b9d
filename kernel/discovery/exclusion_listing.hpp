// Every connected set of up to so many members, each once: pairs, then three as paths and triangles, then more.
//
// A set is given up as soon as nothing is left that all of its options without a conflict inside the set kill.
#pragma once

#include "discovery/exclusion_table.hpp"

namespace gridwright {

template <int W> class ExclusionListing : protected ExclusionTable<W> {
protected:
    using Table = ExclusionTable<W>;
    using Table::alive_;
    using Table::alone_;
    using Table::at;
    using Table::bounds_;
    using Table::conflict_at;
    using Table::conflicts_;
    using Table::connected;
    using Table::count_;
    using Table::empty;
    using Table::ensure;
    using Table::every;
    using Table::excluded;
    using Table::going;
    using Table::keep;
    using Table::keep_irreducible;
    using Table::kill_all;
    using Table::kills;
    using Table::meter_;
    using Table::near;
    using Table::near_words_;
    using Table::open_;
    using Table::size_;
    using Table::Table;
    using Table::touched;
    using Table::words;
    using typename Table::Bits;
    using typename Table::Picks;

    void list() {
        singles();
        const std::size_t sizes = bounds_.most_options.size();
        if (sizes > 1) {
            this->connect();
            pairs();
        }
        if (sizes > 2 && going())
            triples();
        for (std::size_t k = 4; k <= sizes && going(); ++k)
            larger(static_cast<std::int32_t>(k));
    }

private:
    void singles() {
        std::vector<Bits> gone(words());
        for (const auto& statement : open_.statements) {
            if (!meter_.spend() || statement.count > bounds_.most_options[0])
                continue;
            gone = open_.all();
            for (std::int32_t i = 0; i < statement.count; ++i)
                for (std::int32_t w = 0; w < words(); ++w)
                    gone[w] &= open_.kills(statement.first + i)[w];
            keep({statement.number}, gone.data());
        }
        for (const auto& large : open_.large) // these are asked what fits
            if (bounds_.large)
                keep({large.number}, large.gone.data());
    }

    void pairs() {
        std::vector<Bits> set(words());
        pair_.assign(static_cast<std::size_t>(size_) * size_, -1);
        for (std::int32_t a = 0; a < size_; ++a)
            for (std::int32_t b = a + 1; b < size_; ++b) {
                if (!connected(a, b))
                    continue;
                if (!meter_.spend())
                    return;
                for (std::int32_t w = 0; w < words(); ++w)
                    set[w] = open_.all()[w] & ~at(alone_, a)[w] & ~at(alone_, b)[w];
                kill_all(a, every(count_[a]) & ~touched(a, b), set.data());
                kill_all(b, every(count_[b]) & ~touched(b, a), set.data());
                if (empty(set.data()))
                    continue;
                const std::array<Picks, 2> left{every(count_[a]), every(count_[b])};
                excluded(std::array{a, b}, left, set.data());
                if (empty(set.data()))
                    continue;
                pair_[static_cast<std::size_t>(a) * size_ + b] = pair_[static_cast<std::size_t>(b) * size_ + a] =
                    static_cast<std::int32_t>(together_.size() / words());
                together_.insert(together_.end(), set.begin(), set.end());
                if (std::max(count_[a], count_[b]) <= bounds_.most_options[1])
                    keep_irreducible(std::array{a, b}, set.data());
            }
    }

    void spare_pair(std::int32_t a, std::int32_t b, Bits* set) {
        const std::int32_t i = pair_[static_cast<std::size_t>(a) * size_ + b];
        if (i >= 0)
            for (std::int32_t w = 0; w < words(); ++w)
                set[w] &= ~at(together_, i)[w];
    }

    // Three members are a path, whose ends do not touch, or touch each other all.
    void triples() {
        ensure(3);
        const std::int32_t most = bounds_.most_options[2];
        for (std::int32_t centre = 0; centre < size_ && going(); ++centre)
            if (count_[centre] <= most) {
                paths(centre, most);
                triangles(centre, most);
            }
    }

    void paths(std::int32_t centre, std::int32_t most) {
        ends_.clear();
        end_sets_.resize(static_cast<std::size_t>(size_ + 1) * words());
        for (std::int32_t end = 0; end < size_; ++end) {
            if (!connected(centre, end) || count_[end] > most)
                continue;
            Bits* set = at(end_sets_, ends_.size()); // what this end leaves possible, whatever the other is
            for (std::int32_t w = 0; w < words(); ++w)
                set[w] = open_.all()[w] & ~at(alone_, end)[w] & ~at(alone_, centre)[w];
            kill_all(end, every(count_[end]) & ~touched(end, centre), set);
            spare_pair(end, centre, set);
            if (!empty(set))
                ends_.push_back(end);
        }
        Bits* set = at(end_sets_, size_);
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            const std::int32_t a = ends_[i];
            const Bits* one = at(end_sets_, i);
            const Picks free = every(count_[centre]) & ~touched(centre, a);
            if (!meter_.spend())
                return;
            for (std::size_t j = i + 1; j < ends_.size(); ++j) {
                const Bits* other = at(end_sets_, j);
                Bits any = 0;
                for (std::int32_t w = 0; w < words(); ++w)
                    any |= set[w] = one[w] & other[w];
                const std::int32_t c = ends_[j];
                if (!any || connected(a, c))
                    continue;
                kill_all(centre, free & ~touched(centre, c), set);
                look_at(std::array{a, centre, c}, set);
            }
        }
    }

    // Those whose first member it is.
    void triangles(std::int32_t a, std::int32_t most) {
        end_sets_.resize(static_cast<std::size_t>(size_ + 1) * words());
        Bits *begin = at(end_sets_, 0), *set = at(end_sets_, 1);
        for (std::int32_t b = a + 1; b < size_; ++b) {
            if (!connected(a, b) || count_[b] > most)
                continue;
            if (!meter_.spend())
                return;
            for (std::int32_t w = 0; w < words(); ++w)
                begin[w] = open_.all()[w] & ~at(alone_, a)[w] & ~at(alone_, b)[w];
            spare_pair(a, b, begin);
            const Picks free_a = every(count_[a]) & ~touched(a, b), free_b = every(count_[b]) & ~touched(b, a);
            for (std::int32_t w = b / 64; w < near_words_; ++w)
                for (Bits both = near(a)[w] & near(b)[w]; both; both &= both - 1) {
                    const std::int32_t c = w * 64 + std::countr_zero(both);
                    if (c <= b || count_[c] > most)
                        continue;
                    for (std::int32_t v = 0; v < words(); ++v)
                        set[v] = begin[v] & ~at(alone_, c)[v];
                    kill_all(a, free_a & ~touched(a, c), set);
                    kill_all(b, free_b & ~touched(b, c), set);
                    kill_all(c, every(count_[c]) & ~(touched(c, a) | touched(c, b)), set);
                    if (empty(set))
                        continue;
                    spare_pair(a, c, set);
                    spare_pair(b, c, set);
                    look_at(std::array{a, b, c}, set);
                }
        }
    }

    // Of `set`, what the three exclude together.
    void look_at(std::array<std::int32_t, 3> members, Bits* set) {
        if (empty(set))
            return;
        const auto [a, b, c] = members;
        Bits* spared = at(alive_, 0); // row 0: what the first pick spares; row 1: what the second spares of that
        const Picks *ab = &conflicts_[conflict_at(a, b)], *ac = &conflicts_[conflict_at(a, c)],
                    *bc = &conflicts_[conflict_at(b, c)];
        for (std::int32_t i = 0; i < count_[a]; ++i) {
            const Picks seconds = every(count_[b]) & ~ab[i], thirds = every(count_[c]) & ~ac[i];
            Bits any = 0;
            for (std::int32_t w = 0; w < words(); ++w)
                any |= spared[w] = set[w] & ~kills(a, i)[w];
            if (!any || !thirds)
                continue;
            for (Picks second = seconds; second; second &= second - 1) {
                const std::int32_t j = std::countr_zero(second);
                Picks third = thirds & ~bc[j];
                Bits* both = spared + words();
                any = 0;
                for (std::int32_t w = 0; w < words(); ++w)
                    any |= both[w] = spared[w] & ~kills(b, j)[w];
                if (!any || !third)
                    continue;
                for (; third; third &= third - 1)
                    for (std::int32_t w = 0; w < words(); ++w)
                        set[w] &= ~both[w] | kills(c, std::countr_zero(third))[w];
                any = 0;
                for (std::int32_t w = 0; w < words(); ++w) {
                    spared[w] &= set[w];
                    any |= set[w];
                }
                if (!any)
                    return;
            }
        }
        std::sort(members.begin(), members.end());
        keep_irreducible(members, set);
    }

    // Every connected set of k members once: by its smallest member, then by neighbours of what is there already.
    void larger(std::int32_t k) {
        const std::int32_t most = bounds_.most_options[k - 1];
        std::vector<Bits> few(near_words_, 0);
        for (std::int32_t m = 0; m < size_; ++m)
            if (count_[m] <= most)
                few[m / 64] |= Bits{1} << (m % 64);
        // Row d: of d members, what may still join them, and all that they touch.
        const std::size_t row = near_words_;
        std::vector<Bits> joining((k + 1) * row), seen((k + 1) * row);
        std::vector<std::int32_t> members;
        for (std::int32_t first = 0; first < size_; ++first) {
            if (!(few[first / 64] >> (first % 64) & 1))
                continue;
            few[first / 64] &= ~(Bits{1} << (first % 64)); // those before it have had their turn
            for (std::size_t w = 0; w < row; ++w) {
                joining[row + w] = near(first)[w] & few[w];
                seen[row + w] = near(first)[w];
            }
            members.assign(1, first);
            if (!join(k, members, few, joining, seen))
                return;
        }
    }
    bool join(std::int32_t k, std::vector<std::int32_t>& members, const std::vector<Bits>& few,
              std::vector<Bits>& joining, std::vector<Bits>& seen) {
        const std::size_t row = near_words_, d = members.size();
        if (static_cast<std::int32_t>(d) == k - 1) {
            if (!meter_.spend())
                return false;
            last_of(members, joining.data() + d * row);
            return true;
        }
        for (std::size_t w = 0; w < row; ++w)
            while (Bits& word = joining[d * row + w]) {
                const std::int32_t m = static_cast<std::int32_t>(w * 64) + std::countr_zero(word);
                word &= word - 1;
                for (std::size_t v = 0; v < row; ++v) {
                    const Bits fresh = near(m)[v] & few[v] & ~seen[d * row + v];
                    joining[(d + 1) * row + v] = joining[d * row + v] | fresh;
                    seen[(d + 1) * row + v] = seen[d * row + v] | near(m)[v];
                }
                members.push_back(m);
                const bool going_on = join(k, members, few, joining, seen);
                members.pop_back();
                if (!going_on)
                    return false;
            }
        return true;
    }
    // All sets of these members and one of those that may join.
    void last_of(const std::vector<std::int32_t>& members, const Bits* joining) {
        const std::size_t n = members.size();
        begin_.assign(open_.all().begin(), open_.all().end());
        free_.resize(n);
        free_kills_.resize(n * words());
        for (std::size_t i = 0; i < n; ++i) {
            for (std::int32_t w = 0; w < words(); ++w)
                begin_[w] &= ~at(alone_, members[i])[w];
            Picks conflicting = 0;
            for (std::size_t j = 0; j < n; ++j) {
                conflicting |= touched(members[i], members[j]);
                if (j > i)
                    spare_pair(members[i], members[j], begin_.data());
            }
            free_[i] = every(count_[members[i]]) & ~conflicting;
            std::copy(open_.all().begin(), open_.all().end(), at(free_kills_, i));
            kill_all(members[i], free_[i], at(free_kills_, i));
        }
        if (empty(begin_.data()))
            return;
        set_.resize(words());
        Bits* set = set_.data();
        for (std::int32_t v = 0; v < near_words_; ++v)
            for (Bits left = joining[v]; left; left &= left - 1) {
                const std::int32_t last = v * 64 + std::countr_zero(left);
                std::copy(begin_.begin(), begin_.end(), set);
                Picks conflicting = 0;
                for (std::size_t i = 0; i < n; ++i) {
                    conflicting |= touched(last, members[i]);
                    if (free_[i] & touched(members[i], last))
                        kill_all(members[i], free_[i] & ~touched(members[i], last), set);
                    else
                        for (std::int32_t w = 0; w < words(); ++w)
                            set[w] &= at(free_kills_, i)[w];
                }
                if (empty(set))
                    continue;
                kill_all(last, every(count_[last]) & ~conflicting, set);
                for (std::int32_t w = 0; w < words(); ++w)
                    set[w] &= ~at(alone_, last)[w];
                for (std::int32_t member : members)
                    spare_pair(member, last, set);
                if (!empty(set))
                    look_at_larger(members, last, set);
            }
    }
    // Of `set`, what these exclude together, and no fewer of them.
    void look_at_larger(const std::vector<std::int32_t>& some, std::int32_t last, Bits* set) {
        std::vector<std::int32_t> members(some);
        members.push_back(last);
        std::sort(members.begin(), members.end());
        std::vector<Picks> left;
        for (std::int32_t m : members)
            left.push_back(every(count_[m]));
        excluded(members, left, set);
        std::vector<Bits> gone(words());
        for (std::size_t i = 0; i < members.size() && !empty(set); ++i) {
            std::vector<std::int32_t> fewer(members);
            std::vector<Picks> fewer_left(left);
            fewer.erase(fewer.begin() + i);
            fewer_left.erase(fewer_left.begin() + i);
            gone.assign(set, set + words());
            excluded(fewer, fewer_left, gone.data());
            for (std::int32_t w = 0; w < words(); ++w)
                set[w] &= ~gone[w];
        }
        if (!empty(set))
            keep_irreducible(members, set);
    }

    std::vector<Bits> together_;                 // what pairs exclude that neither does alone
    std::vector<std::int32_t> pair_;             // of two members: where that is, -1 where it is nothing
    std::vector<Bits> begin_, free_kills_, set_; // memory of `last_of`
    std::vector<Picks> free_;
    std::vector<std::int32_t> ends_; // memory of `paths`
    std::vector<Bits> end_sets_;
};

} // namespace gridwright
