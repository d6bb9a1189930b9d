// Positions on a Stage: kept up to date by place and remove, and what rules ask of them.
#include <algorithm>

#include "stage.hpp"

namespace gridwright {

template <int W> void Changed<W>::everything(const Stage<W>& stage) {
    cells = sights = stage.every_cell;
    groups = stage.every_group;
    values = stage.every_value;
    std::fill(at, at + count, stage.every_value);
}

template <int W> void Changed<W>::nothing() {
    cells = groups = sights = Set<W>::none();
    values = 0;
    std::fill(at, at + count, 0);
}

template <int W> void Changed<W>::add(const Changed& o) {
    cells = cells | o.cells;
    groups = groups | o.groups;
    sights = sights | o.sights;
    values |= o.values;
    for (std::int32_t g = 0; g < count; ++g)
        at[g] |= o.at[g];
}

template <int W> void Changed<W>::hand_on(Changed& to, Changed* too) {
    auto add = [&](Changed& other) {
        other.cells = other.cells | cells;
        other.groups = other.groups | groups;
        other.sights = other.sights | sights;
        other.values |= values;
    };
    add(to);
    if (too)
        add(*too);
    // Only those who look by groups and values, and those before them, have `at`.
    Mask* const __restrict own = at;
    if (to.count) {
        Mask* const __restrict first = to.at;
        for (std::int32_t g = 0; g < to.count; ++g)
            first[g] |= own[g];
    }
    if (too && too->count) {
        Mask* const __restrict second = too->at;
        for (std::int32_t g = 0; g < too->count; ++g)
            second[g] |= own[g];
    }
    std::fill(own, own + count, 0);
    cells = groups = sights = Set<W>::none();
    values = 0;
}

template <int W> Scene<W>::Scene(const Stage<W>& stage, const Mask* masks, const std::uint8_t* written) {
    fit(stage);
    reset(stage, masks, written);
}

template <int W> void Scene<W>::fit(const Stage<W>& stage) {
    fresh_at_.resize(stage.groups);
    fresh = Changed<W>(stage, fresh_at_.data());
    cand.resize(stage.cells);
    value.resize(stage.cells);
    placed.resize(stage.cells);
    for (auto* by_value : {&at, &lacking, &needy, &having})
        by_value->resize(stage.values);
    missing.resize(stage.groups);
    need.resize(stage.exact.size());
    room.resize(stage.exact.size());
    lone.resize(stage.groups);
    remover.resize(stage.cell_of.size());
    writer.resize(stage.cells);
    fits_.resize(std::max(stage.fits_from.back(), stage.cells)); // so that cages may be changed
    fits_all_.resize(stage.groups);
    sums_.resize(stage.groups);
    reached_.resize(stage.groups);
    reaches_.resize(stage.exact.size());
}

template <int W> void Scene<W>::reset(const Stage<W>& stage, const Mask* masks, const std::uint8_t* written) {
    std::copy(written, written + stage.cells, placed.begin());
    std::copy(stage.once.begin(), stage.once.end(), missing.begin());
    std::copy(stage.exact.begin(), stage.exact.end(), need.begin());
    std::fill(value.begin(), value.end(), -1);
    std::fill(at.begin(), at.end(), Set<W>::none());
    std::fill(lacking.begin(), lacking.end(), Set<W>::none());
    std::fill(having.begin(), having.end(), Set<W>::none());
    std::fill(remover.begin(), remover.end(), -1);
    std::fill(writer.begin(), writer.end(), -1);
    now = -1;
    fresh.nothing();
    fitted_ = Set<W>::none();
    unfillable_ = false;
    std::fill(reached_.begin(), reached_.end(), 0);
    open = fixed = Set<W>::none();
    broken = false;
    for (std::int32_t g = 0; g < stage.groups; ++g)
        for (Mask m = missing[g]; m; m &= m - 1)
            lacking[__builtin_ctzll(m)].add(g);
    for (std::int32_t x = 0; x < stage.cells; ++x) {
        const Mask mask = cand[x] = masks[x] & stage.own[x];
        for (Mask m = mask; m; m &= m - 1)
            having[__builtin_ctzll(m)].add(x);
        broken |= mask == 0;
        const bool single = mask && !(mask & (mask - 1));
        if (single)
            fixed.add(x);
        if (single && (placed[x] || !(mask & stage.loud)))
            decide(stage, x);
        else
            open.add(x);
    }
    std::fill(lone.begin(), lone.end(), 0);
    for (std::int32_t v = 0; v < stage.values; ++v) {
        at[v] = having[v] & open;
        needy[v] = Set<W>::none();
        if (!(stage.counted >> v & 1))
            continue;
        for (std::int32_t g = 0, i = v * stage.groups; g < stage.groups; ++g, ++i) {
            if (need[i] > 0)
                needy[v].add(g);
            room[i] = (at[v] & stage.members[g]).count();
            broken |= room[i] < need[i];
            if (room[i] == 1)
                lone[g] |= Mask{1} << v;
        }
    }
}

template <int W> void Scene<W>::become(const Scene& o) {
    cand = o.cand;
    open = o.open;
    fixed = o.fixed;
    value = o.value;
    placed = o.placed;
    at = o.at;
    lacking = o.lacking;
    needy = o.needy;
    having = o.having;
    missing = o.missing;
    need = o.need;
    room = o.room;
    lone = o.lone;
    broken = o.broken;
    unfillable_ = o.unfillable_;
    fresh.nothing();
    fresh.add(o.fresh);
    fitted_ = Set<W>::none();
    std::fill(reached_.begin(), reached_.end(), 0);
}

// Its one candidate is its value; it has left `open` and `at`, here it leaves `room`.
template <int W> void Scene<W>::decide(const Stage<W>& stage, std::int32_t x) {
    const Mask bit = cand[x];
    const std::int32_t v = value[x] = __builtin_ctzll(bit);
    if (!(stage.counted & bit)) // "no star" is the commonest value of a board of stars
        return;
    stage.each_group_of(x, [&](std::int32_t g) {
        const std::int32_t i = v * stage.groups + g;
        lose(i, g, bit);
        if (missing[g] & bit) {
            missing[g] &= ~bit;
            lacking[v].drop(g);
        }
        if (need[i] == kNoNeed)
            return;
        --need[i];
        broken |= need[i] < 0;
        if (need[i] == 0)
            needy[v].drop(g);
    });
}

template <int W> void Scene<W>::remove(const Stage<W>& stage, std::int32_t x, std::int32_t v) {
    const Mask bit = Mask{1} << v;
    if (!(cand[x] & bit))
        return;
    const Mask left = cand[x] &= ~bit;
    remover[stage.first[x] + v] = now;
    const bool was_open = open.has(x);
    const bool silent = was_open && left && !(left & (left - 1)) && !(left & stage.loud); // only such a value is left
    const Mask touched = silent ? bit | left : bit;
    broken |= left == 0;
    having[v].drop(x);
    at[v].drop(x);
    fitted_ = fitted_.without(stage.groups_at[x]);
    if (left && !(left & (left - 1)))
        fixed.add(x);
    else
        fixed.drop(x);
    fresh.cells.add(x);
    fresh.groups = fresh.groups | stage.groups_at[x];
    fresh.sights = fresh.sights | stage.sighted[x];
    fresh.values |= touched;
    stage.each_group_of(x, [&](std::int32_t g) {
        fresh.at[g] |= touched;
        reached_[g] &= ~touched;
        const std::int32_t i = v * stage.groups + g;
        if (was_open)
            lose(i, g, bit);
        broken |= room[i] < need[i];
    });
    if (silent) {
        open.drop(x);
        at[__builtin_ctzll(left)].drop(x);
        decide(stage, x);
    }
}

template <int W> void Scene<W>::place(const Stage<W>& stage, std::int32_t x, std::int32_t v) {
    const Mask bit = Mask{1} << v, before = cand[x];
    if (open.has(x) && (before & bit)) { // at once: it leaves no place to its groups, but they need one less
        fitted_ = fitted_.without(stage.groups_at[x]);
        fresh.cells.add(x);
        fresh.groups = fresh.groups | stage.groups_at[x];
        if (before == bit)
            fresh.sights.add(x); // whoever sees it saw this already
        else
            fresh.sights = fresh.sights | stage.sighted[x];
        fresh.values |= before;
        fixed.add(x);
        open.drop(x);
        at[v].drop(x);
        cand[x] = bit;
        decide(stage, x);
        for (Mask m = before & ~bit; m; m &= m - 1) {
            const std::int32_t w = __builtin_ctzll(m);
            at[w].drop(x);
            having[w].drop(x);
            remover[stage.first[x] + w] = now;
        }
        stage.each_group_of(x, [&](std::int32_t g) {
            fresh.at[g] |= before;
            reached_[g] &= ~before;
            for (Mask m = before & ~bit; m; m &= m - 1) {
                const std::int32_t i = __builtin_ctzll(m) * stage.groups + g;
                broken |= lose(i, g, m & -m) < need[i];
            }
        });
    } else {
        for (Mask m = before & ~bit; m; m &= m - 1)
            remove(stage, x, __builtin_ctzll(m));
    }
    placed[x] = 1;
    writer[x] = now;
    if (v >= stage.first[x + 1] - stage.first[x])
        return;
    (stage.rivals(x, v) & having[v]).each([&](std::int32_t y) { remove(stage, y, v); });
    if (stage.strange.empty())
        return;
    const std::int32_t c = stage.first[x] + v;
    for (std::int32_t i = stage.strange_from[c]; i < stage.strange_from[c + 1]; ++i) {
        const std::int32_t y = stage.cell_of[stage.strange[i]];
        remove(stage, y, stage.strange[i] - stage.first[y]);
    }
}

template <int W> const Mask* Scene<W>::fit_group(const Stage<W>& stage, std::int32_t g) const {
    const std::int32_t filling = stage.filling_of[g];
    Mask* fits = fits_.data() + stage.fits_from[filling];
    if (fitted_.has(g))
        return fits;
    constexpr std::size_t kInline = 32;
    const std::vector<std::int32_t>& order = stage.order[filling];
    Mask inside[kInline];
    Mask* domains = inside;
    if (order.size() > kInline) {
        domains_.resize(order.size());
        domains = domains_.data();
    }
    for (std::size_t i = 0; i < order.size(); ++i)
        domains[i] = cand[order[i]];
    Mask all = 0;
    if (!stage.fillings[filling].fitting(domains, fits))
        std::fill(fits, fits + order.size(), 0);
    for (std::size_t i = 0; i < order.size(); ++i)
        all |= fits[i];
    unfillable_ |= all == 0;
    fits_all_[filling] = all;
    fitted_.add(g);
    summed_.drop(g);
    return fits;
}

template <int W> bool Scene<W>::unfilled(const Stage<W>& stage) const {
    for (std::int32_t g = 0; g < stage.groups && !unfillable_; ++g)
        if (stage.filling_of[g] >= 0)
            fit_group(stage, g);
    return unfillable_;
}

template <int W> Mask Scene<W>::fitting(const Stage<W>& stage, std::int32_t g, std::int32_t x) const {
    const std::int32_t filling = stage.filling_of[g];
    if (filling < 0 || !stage.members[g].has(x))
        return stage.every_value;
    const std::vector<std::int32_t>& order = stage.order[filling];
    return fit_group(stage, g)[std::find(order.begin(), order.end(), x) - order.begin()];
}

template <int W> Mask Scene<W>::fitting(const Stage<W>& stage, std::int32_t g) const {
    const std::int32_t filling = stage.filling_of[g];
    if (filling < 0)
        return stage.every_value;
    fit_group(stage, g);
    return fits_all_[filling];
}

template <int W> bool Scene<W>::unfit(const Stage<W>& stage, std::int32_t g) const {
    const std::int32_t filling = stage.filling_of[g];
    if (filling < 0 || !(open & stage.members[g]).any())
        return false;
    const Mask* fits = fit_group(stage, g);
    const std::vector<std::int32_t>& order = stage.order[filling];
    for (std::size_t i = 0; i < order.size(); ++i)
        if ((cand[order[i]] & ~fits[i]) && open.has(order[i]))
            return true;
    return false;
}

template <int W> bool Scene<W>::unfit_all(const Stage<W>& stage, std::int32_t g) const {
    const std::int32_t filling = stage.filling_of[g];
    if (filling < 0 || !(open & stage.members[g]).any())
        return false;
    fit_group(stage, g);
    for (std::int32_t x : stage.order[filling])
        if ((cand[x] & ~fits_all_[filling]) && open.has(x))
            return true;
    return false;
}

template <int W> Mask Scene<W>::forced(const Stage<W>& stage, std::int32_t g, const Set<W>& cells) const {
    const std::int32_t filling = stage.filling_of[g];
    if (filling < 0 || !(cells & stage.members[g]).any()) // most lines miss most cages
        return 0;
    const Mask* fits = fit_group(stage, g);
    if (!fits_all_[filling])
        return 0;
    // Layouts use nothing but what fits, so that will do for domains.
    const std::vector<std::int32_t>& order = stage.order[filling];
    positions_.clear();
    for (std::size_t i = 0; i < order.size(); ++i)
        if (cells.has(order[i]))
            positions_.push_back(static_cast<std::int32_t>(i));
    if (positions_.size() == 1 && stage.fillings[filling].layouts) { // one value fits, or none is forced
        const Mask own = fits[positions_[0]];
        return own & (own - 1) ? 0 : own;
    }
    return stage.fillings[filling].forced(fits, positions_) & stage.every_value;
}

template <int W> bool Scene<W>::clears(const Stage<W>& stage, std::int32_t g, std::int32_t h) const {
    const Set<W> rest = stage.members[h].without(stage.members[g]);
    for (Mask m = forced(stage, g, stage.members[g] & stage.members[h]); m; m &= m - 1) {
        bool some = false;
        (having[__builtin_ctzll(m)] & rest).each([&](std::int32_t x) { some |= !placed[x]; });
        if (some)
            return true;
    }
    return false;
}

void Sums::add(std::int64_t sum) {
    const auto odd = static_cast<std::int32_t>(sum & 1);
    if (totals == 0 || (totals == 1 && total != sum))
        ++totals;
    if (parities == 0 || (parities == 1 && parity != odd))
        ++parities;
    total = sum;
    parity = odd;
}

template <int W> Sums Scene<W>::sums(const Stage<W>& stage, std::int32_t g) const {
    Sums found;
    if (stage.totals[g] >= 0) {
        found.add(stage.totals[g]);
        return found;
    }
    const std::int32_t filling = stage.filling_of[g];
    if (filling >= 0 && stage.order[filling].size() <= kMostSummed && stage.fillings[filling].relation->walks()) {
        const Mask* fits = fit_group(stage, g); // layouts use nothing but what fits
        if (!summed_.has(g)) {
            sums_[filling] = found;
            const std::size_t cells = stage.order[filling].size();
            auto add = [&](const std::uint8_t* values) {
                std::int64_t sum = 0;
                for (std::size_t i = 0; i < cells; ++i)
                    sum += values[i] + 1;
                sums_[filling].add(sum);
                return sums_[filling].parities < 2;
            };
            if (fits_all_[filling] &&
                stage.fillings[filling].relation->walk(fits, Relation::kRuleFuel, add) == Walked::out_of_fuel)
                sums_[filling].totals = sums_[filling].parities = 2;
            summed_.add(g);
        }
        return sums_[filling];
    }
    bool several = false, none = false;
    std::int64_t sum = 0;
    stage.members[g].each([&](std::int32_t x) {
        const Mask mask = cand[x];
        several |= (mask & (mask - 1)) != 0;
        none |= mask == 0;
        sum += mask ? __builtin_ctzll(mask) + 1 : 0;
    });
    if (several)
        found.totals = found.parities = 2;
    else if (!none)
        found.add(sum);
    return found;
}

#define X(W) template struct Changed<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X
#define X(W) template struct Scene<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
