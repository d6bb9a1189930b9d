#include "relations/layouts.hpp"

#include <bit>

namespace gridwright {

Layouts::Layouts(std::size_t cells, std::int32_t values, const std::vector<std::uint8_t>& tuples)
    : cells_(cells), words_((tuples.size() / cells + 63) / 64), count_(tuples.size() / cells), values_(values),
      all_(values == 64 ? ~Mask{0} : (Mask{1} << values) - 1), bits_(cells * values * words_, 0) {
    for (std::size_t i = 0; i < count_; ++i)
        for (std::size_t cell = 0; cell < cells; ++cell)
            bits_[(cell * values_ + tuples[i * cells + cell]) * words_ + i / 64] |= std::uint64_t{1} << (i % 64);
    if (cells != 2)
        return;
    beside_.assign(static_cast<std::size_t>(values), 0);
    for (std::size_t i = 0; i < count_; ++i)
        beside_[tuples[2 * i]] |= Mask{1} << tuples[2 * i + 1];
}

bool Layouts::living(const Mask* domains, std::uint64_t* live) const {
    for (std::size_t w = 0; w < words_; ++w)
        live[w] = ~std::uint64_t{0};
    if (count_ % 64)
        live[words_ - 1] = (std::uint64_t{1} << (count_ % 64)) - 1;
    std::uint64_t some[kWords];
    for (std::size_t cell = 0; cell < cells_; ++cell) {
        const Mask open = domains[cell] & all_, gone = all_ & ~open;
        if (!gone)
            continue;
        // A layout has one value here, so the values that are gone say as much as those that are open.
        const bool few = std::popcount(open) <= std::popcount(gone);
        for (std::size_t w = 0; w < words_; ++w)
            some[w] = 0;
        for (Mask m = few ? open : gone; m; m &= m - 1) {
            const std::uint64_t* with = row(cell, std::countr_zero(m));
            for (std::size_t w = 0; w < words_; ++w)
                some[w] |= with[w];
        }
        std::uint64_t any = 0;
        for (std::size_t w = 0; w < words_; ++w)
            any |= live[w] &= few ? some[w] : ~some[w];
        if (!any)
            return false;
    }
    return count_ > 0;
}

// Most cages have two cells.
bool Layouts::fitting_pair(const Mask* domains, Mask* used) const {
    Mask first = 0, second = 0;
    for (Mask m = domains[0] & all_; m; m &= m - 1) {
        const Mask with = beside_[std::countr_zero(m)] & domains[1];
        second |= with;
        first |= with ? m & -m : 0;
    }
    used[0] = first;
    used[1] = second;
    return first != 0;
}

bool Layouts::fitting(const Mask* domains, Mask* used) const {
    if (cells_ == 2)
        return fitting_pair(domains, used);
    std::uint64_t live[kWords];
    return fitting(domains, used, live);
}

bool Layouts::fitting(const Mask* domains, Mask* used, std::uint64_t* keep) const {
    if (words_ == 1) {
        std::uint64_t live = count_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count_) - 1;
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            const std::uint64_t* rows = bits_.data() + cell * values_;
            std::uint64_t some = 0;
            for (Mask m = domains[cell] & all_; m; m &= m - 1)
                some |= rows[std::countr_zero(m)];
            live &= some;
        }
        if (!live)
            return false;
        for (std::size_t cell = 0; cell < cells_; ++cell) {
            const std::uint64_t* rows = bits_.data() + cell * values_;
            Mask fit = 0;
            for (Mask m = domains[cell] & all_; m; m &= m - 1)
                if (rows[std::countr_zero(m)] & live)
                    fit |= m & -m;
            used[cell] = fit;
        }
        *keep = live;
        return true;
    }
    std::uint64_t* live = keep;
    if (!living(domains, live))
        return false;
    for (std::size_t cell = 0; cell < cells_; ++cell) {
        Mask fit = 0;
        for (Mask m = domains[cell] & all_; m; m &= m - 1) {
            const std::uint64_t* with = row(cell, std::countr_zero(m));
            for (std::size_t w = 0; w < words_; ++w)
                if (with[w] & live[w]) {
                    fit |= m & -m;
                    break;
                }
        }
        used[cell] = fit;
    }
    return true;
}

bool Layouts::needed(const std::vector<std::int32_t>& cells, std::int32_t value, bool forced,
                     std::vector<Gone>& gone) const {
    // Of what comes after each one: the layouts that have to die and would still live.
    std::vector<std::uint64_t> left((gone.size() + 1) * words_);
    std::uint64_t* last = left.data() + gone.size() * words_;
    for (std::size_t w = 0; w < words_; ++w) {
        const std::uint64_t all =
            w + 1 < words_ || count_ % 64 == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << (count_ % 64)) - 1;
        std::uint64_t with = 0;
        for (std::int32_t cell : cells)
            with |= row(cell, value)[w];
        last[w] = cells.empty() ? all : forced ? all & ~with : with;
    }
    for (std::size_t i = gone.size(); i-- > 0;)
        for (std::size_t w = 0; w < words_; ++w)
            left[i * words_ + w] = left[(i + 1) * words_ + w] & ~row(gone[i].first, gone[i].second)[w];
    std::uint64_t alive = 0;
    for (std::size_t w = 0; w < words_; ++w)
        alive |= left[w];
    if (alive)
        return false;
    std::vector<std::uint64_t> rest(last, last + words_); // without those that are kept
    std::size_t kept = 0;
    for (std::size_t i = 0; i < gone.size(); ++i) {
        alive = 0;
        for (std::size_t w = 0; w < words_; ++w)
            alive |= rest[w] & left[(i + 1) * words_ + w];
        if (!alive)
            continue;
        for (std::size_t w = 0; w < words_; ++w)
            rest[w] &= ~row(gone[i].first, gone[i].second)[w];
        gone[kept++] = gone[i];
    }
    gone.resize(kept);
    return true;
}

Mask Layouts::forced(const Mask* domains, const std::vector<std::int32_t>& cells) const {
    if (cells_ == 2 && cells.size() == 2) { // what all pairs have: those with one first value share no second one
        Mask always = all_;
        for (Mask m = domains[0] & all_; m; m &= m - 1)
            if (const Mask with = beside_[std::countr_zero(m)] & domains[1]; with)
                always &= with & (with - 1) ? m & -m : (m & -m) | with;
        return always;
    }
    std::uint64_t live[kWords];
    return living(domains, live) ? forced_among(live, cells, all_) : all_;
}

Mask Layouts::forced_among(const std::uint64_t* live, const std::vector<std::int32_t>& cells, Mask asked) const {
    Mask forced = 0;
    for (; asked; asked &= asked - 1) {
        const std::int32_t value = std::countr_zero(asked);
        bool always = true;
        for (std::size_t w = 0; always && w < words_; ++w) {
            std::uint64_t without = live[w];
            for (std::int32_t cell : cells)
                without &= ~row(cell, value)[w];
            always = !without;
        }
        if (always)
            forced |= Mask{1} << value;
    }
    return forced;
}

} // namespace gridwright
