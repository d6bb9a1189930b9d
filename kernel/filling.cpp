#include "filling.hpp"

#include <algorithm>

namespace gridwright {

Tuples::Tuples(std::size_t cells, const std::vector<std::uint8_t>& tuples, const Cage::Apart& apart) : cells_(cells) {
    for (std::size_t at = 0; cells && at + cells <= tuples.size(); at += cells) {
        bool repeats = false;
        for (std::size_t i = 0; i < cells; ++i)
            for (std::int32_t earlier : apart[i])
                repeats |= tuples[at + i] == tuples[at + earlier];
        if (!repeats)
            tuples_.insert(tuples_.end(), tuples.begin() + at, tuples.begin() + at + cells);
    }
}

bool Tuples::fitting(const Mask* domains, Mask* used) const {
    bool any = false;
    std::fill(used, used + cells_, 0);
    each(domains, [&](const std::uint8_t* tuple) {
        any = true;
        for (std::size_t i = 0; i < cells_; ++i)
            used[i] |= Mask{1} << tuple[i];
    });
    return any;
}

Mask Tuples::forced(const Mask* domains, const std::vector<std::int32_t>& cells) const {
    Mask always = ~Mask{0};
    each(domains, [&](const std::uint8_t* tuple) {
        Mask here = 0;
        for (std::int32_t i : cells)
            here |= Mask{1} << tuple[i];
        always &= here;
    });
    return always;
}

bool Filling::fitting(const Mask* domains, Mask* used) const {
    if (layouts_)
        return layouts_->fitting(domains, used);
    if (const auto* cage = std::get_if<std::shared_ptr<const Cage>>(&kind_))
        return (*cage)->fitting(domains, used, kFuel);
    if (const auto* line = std::get_if<Skyline>(&kind_))
        return line->fitting(domains, used);
    return std::get<Tuples>(kind_).fitting(domains, used);
}

Mask Filling::forced(const Mask* domains, const std::vector<std::int32_t>& cells) const {
    if (layouts_)
        return layouts_->forced(domains, cells);
    if (const auto* cage = std::get_if<std::shared_ptr<const Cage>>(&kind_))
        return (*cage)->forced(domains, cells, kFuel);
    return std::holds_alternative<Tuples>(kind_) ? std::get<Tuples>(kind_).forced(domains, cells) : 0;
}

} // namespace gridwright
