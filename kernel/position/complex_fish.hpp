// Fish whose lines are of any kinds, in a position: src/gridwright/techniques/complex_fish.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "position/tables.hpp"

namespace gridwright {

constexpr std::int32_t kMostFins = 5, kLargestFish = 4;

// A fish of a value: its base, its cover and its fins; of a Siamese one a second cover and its fins, too.
template <int W> struct ComplexFish {
    std::int32_t value;
    Set<W> base, cover, fins, second, second_fins, gone;
};

// All of one kind in a position, in their order.
template <int W> class ComplexFishes {
public:
    // What kind: 0 if the bases are lines of one kind and others, the covers lines that cross them and others; else 1.
    // `spend` burns a unit of fuel, and says whether there was one.
    template <class Spend>
    bool list(const Tables<W>& tables, const Position<W>& position, std::int32_t n, bool mutant, bool finned,
              bool siamese, Spend spend) {
        tables_ = &tables;
        position_ = &position;
        n_ = std::clamp(n, 1, kLargestFish);
        mutant_ = mutant;
        finned_ = finned;
        siamese_ = siamese;
        found.clear();
        lines_ = Set<W>::none();
        for (std::int32_t k = 0; k < tables.kinds; ++k)
            for (std::int32_t m = 0; m < tables.kinds; ++m)
                if (tables.crossing[k * tables.kinds + m])
                    lines_ = lines_ | tables.of_kind[k];
        for (value_ = 0; value_ < tables.values; ++value_) {
            if (!(tables.loud >> value_ & 1))
                continue;
            groups_.clear();
            said_.clear();
            position.lacking[value_].each([&](std::int32_t g) {
                if (tables.choice_of[value_ * tables.groups + g] >= 0)
                    groups_.push_back(g);
            });
            base_.clear();
            if (!choose(0, spend))
                return false;
        }
        return true;
    }

    std::vector<ComplexFish<W>> found;
    // Before a plan runs: there is none until they are listed.
    void forget() { found.clear(); }

private:
    Set<W> places(std::int32_t g) const { return position_->at[value_] & tables_->members[g]; }

    template <class Spend> bool choose(std::size_t first, Spend spend) {
        if (base_.size() == static_cast<std::size_t>(n_))
            return look(spend);
        for (std::size_t i = first; i < groups_.size(); ++i) {
            base_.push_back(groups_[i]);
            const bool go_on = choose(i + 1, spend);
            base_.pop_back();
            if (!go_on)
                return false;
        }
        return true;
    }

    // How often groups hold each cell: at least once, twice, three times …
    using Counts = std::array<Set<W>, kLargestFish>;
    static Counts none() {
        Counts counts;
        counts.fill(Set<W>::none());
        return counts;
    }
    static void add(Counts& counts, const Set<W>& cells) {
        for (std::size_t i = counts.size() - 1; i > 0; --i)
            counts[i] = counts[i] | (counts[i - 1] & cells);
        counts[0] = counts[0] | cells;
    }
    // Cells that the first holds more often than the second.
    static Set<W> more(const Counts& first, const Counts& second) {
        Set<W> all = Set<W>::none();
        for (std::size_t i = 0; i < first.size(); ++i)
            all = all | first[i].without(second[i]);
        return all;
    }

    template <class Spend> bool look(Spend spend) {
        // Nothing but crossing lines, or more lines of both kinds than a Franken fish has: not of this kind.
        base_counts_ = none();
        Set<W> base = Set<W>::none();
        for (const std::int32_t g : base_) {
            add(base_counts_, places(g));
            base.add(g);
        }
        if (!mutant_ && !one_way(base & lines_))
            return true;
        covers_.clear();
        bool go_on = true;
        position_->at[value_].each([&](std::int32_t t) {
            if (!go_on || !(go_on = spend()))
                return;
            cover_.clear();
            target_ = t;
            seen_ = tables_->peers[t];
            cover(none());
        });
        if (!go_on)
            return false;
        std::vector<ComplexFish<W>> own;
        for (const std::vector<std::int32_t>& cover : covers_) {
            Counts counts = none();
            ComplexFish<W> fish{value_,         base,           Set<W>::none(), Set<W>::none(),
                                Set<W>::none(), Set<W>::none(), Set<W>::none()};
            for (const std::int32_t g : cover) {
                add(counts, places(g));
                fish.cover.add(g);
            }
            fish.fins = more(base_counts_, counts);
            fish.gone = more(counts, base_counts_);
            fish.fins.each([&](std::int32_t x) { fish.gone = fish.gone & tables_->peers[x]; });
            if (fish.gone.any() && fish.fins.any() == finned_ && fish.fins.count() <= kMostFins && of_kind(fish))
                own.push_back(fish);
        }
        if (!siamese_) {
            for (const ComplexFish<W>& fish : own)
                keep(fish);
            return true;
        }
        for (std::size_t i = 0; i < own.size(); ++i)
            for (std::size_t j = i + 1; j < own.size(); ++j) {
                ComplexFish<W> both = own[i];
                both.second = own[j].cover;
                both.second_fins = own[j].fins;
                both.gone = own[i].gone | own[j].gone;
                if (!(both.gone == own[i].gone) && !(both.gone == own[j].gone))
                    keep(both);
            }
        return true;
    }

    void keep(const ComplexFish<W>& fish) {
        std::array<std::uint64_t, W> key;
        std::copy(fish.gone.w, fish.gone.w + W, key.begin());
        if (said_.insert(key).second)
            found.push_back(fish);
    }

    // Are lines all of one kind?
    bool one_way(const Set<W>& lines) const {
        std::int32_t kind = -1;
        bool one = true;
        lines.each([&](std::int32_t g) {
            one = one && (kind < 0 || kind == tables_->kind_of[g]);
            kind = tables_->kind_of[g];
        });
        return one;
    }

    bool of_kind(const ComplexFish<W>& fish) const {
        const Set<W> base = fish.base & lines_, cover = fish.cover & lines_;
        const bool plain = fish.base == base && fish.cover == cover;
        bool franken = one_way(base) && one_way(cover);
        if (franken && base.any() && cover.any())
            franken =
                tables_->crossing[tables_->kind_of[base.first()] * tables_->kinds + tables_->kind_of[cover.first()]];
        return mutant_ ? !franken : franken && !plain;
    }

    // Covers the base but for what the target sees, and the target once more than the base does: the first cell that is
    // not covered is taken by one of its groups.
    void cover(const Counts& counts) {
        std::int32_t x = -1;
        const Set<W> short_of = more(base_counts_, counts).without(seen_);
        if (!above(counts, target_))
            x = target_;
        else
            x = short_of.first();
        if (x < 0) {
            if (cover_.size() == static_cast<std::size_t>(n_)) {
                std::vector<std::int32_t> sorted = cover_;
                std::sort(sorted.begin(), sorted.end());
                covers_.insert(sorted);
            }
            return;
        }
        if (cover_.size() == static_cast<std::size_t>(n_))
            return;
        for (const std::int32_t g : groups_)
            if (tables_->members[g].has(x) && std::find(base_.begin(), base_.end(), g) == base_.end() &&
                std::find(cover_.begin(), cover_.end(), g) == cover_.end()) {
                Counts with = counts;
                add(with, places(g));
                cover_.push_back(g);
                cover(with);
                cover_.pop_back();
            }
    }

    bool above(const Counts& counts, std::int32_t x) const {
        std::int32_t more_often = 0;
        for (std::size_t i = 0; i < counts.size(); ++i)
            more_often += counts[i].has(x) - base_counts_[i].has(x);
        return more_often > 0;
    }

    const Tables<W>* tables_ = nullptr;
    const Position<W>* position_ = nullptr;
    std::int32_t n_ = 0, value_ = 0, target_ = 0;
    bool mutant_ = false, finned_ = false, siamese_ = false;
    Set<W> lines_, seen_;
    std::vector<std::int32_t> groups_, base_, cover_;
    Counts base_counts_;
    std::set<std::vector<std::int32_t>> covers_;
    std::set<std::array<std::uint64_t, W>> said_;
};

} // namespace gridwright
