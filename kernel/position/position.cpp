// Positions: kept up to date by place and remove, and what rules ask of them.
#include <algorithm>

#include "position/tables.hpp"

namespace gridwright {

template <int W> void Changed<W>::everything(const Tables<W>& tables) {
    cells = sights = tables.every_cell;
    groups = tables.every_group;
    values = tables.every_value;
    std::fill(at, at + count, tables.every_value);
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
    nothing();
}

template <int W> Position<W>::Position(const Tables<W>& tables, const Mask* masks, const std::uint8_t* written) {
    fit(tables);
    reset(tables, masks, written);
}

template <int W> void Position<W>::fit(const Tables<W>& tables) {
    fresh_at_.resize(tables.groups);
    fresh = Changed<W>(tables, fresh_at_.data());
    cand.resize(tables.cells);
    value.resize(tables.cells);
    placed.resize(tables.cells);
    for (auto* by_value : {&at, &lacking, &needy, &having})
        by_value->resize(tables.values);
    missing.resize(tables.groups);
    need.resize(tables.exact.size());
    room.resize(tables.exact.size());
    lone.resize(tables.groups);
    remover.resize(tables.cell_of.size());
    writer.resize(tables.cells);
    fits_.resize(std::max(tables.fits_from.back(), tables.cells)); // so that cages may be changed
    fits_all_.resize(tables.groups);
    sums_.resize(tables.groups);
    in_lines_.resize(tables.groups);
    reached_.resize(tables.groups);
    reaches_.resize(tables.exact.size());
}

template <int W> void Position<W>::reset(const Tables<W>& tables, const Mask* masks, const std::uint8_t* written) {
    std::copy(written, written + tables.cells, placed.begin());
    std::copy(tables.once.begin(), tables.once.end(), missing.begin());
    std::copy(tables.exact.begin(), tables.exact.end(), need.begin());
    std::fill(value.begin(), value.end(), -1);
    std::fill(at.begin(), at.end(), Set<W>::none());
    std::fill(lacking.begin(), lacking.end(), Set<W>::none());
    std::fill(having.begin(), having.end(), Set<W>::none());
    std::fill(remover.begin(), remover.end(), -1);
    std::fill(writer.begin(), writer.end(), -1);
    now = -1;
    steps.clear();
    rested_ = linked_ = filled_alone_.known = false;
    cut_steps_ = 0;
    fresh.nothing();
    fitted_ = Set<W>::none();
    unfillable_ = false;
    std::fill(reached_.begin(), reached_.end(), 0);
    open = fixed = Set<W>::none();
    broken = false;
    for (std::int32_t g = 0; g < tables.groups; ++g)
        for (Mask m = missing[g]; m; m &= m - 1)
            lacking[__builtin_ctzll(m)].add(g);
    for (std::int32_t x = 0; x < tables.cells; ++x) {
        const Mask mask = cand[x] = masks[x] & tables.own[x];
        for (Mask m = mask; m; m &= m - 1)
            having[__builtin_ctzll(m)].add(x);
        broken |= mask == 0;
        const bool single = mask && !(mask & (mask - 1));
        if (single)
            fixed.add(x);
        if (single && (placed[x] || !(mask & tables.loud)))
            decide(tables, x);
        else
            open.add(x);
    }
    std::fill(lone.begin(), lone.end(), 0);
    for (std::int32_t v = 0; v < tables.values; ++v) {
        at[v] = having[v] & open;
        needy[v] = Set<W>::none();
        if (!(tables.counted >> v & 1))
            continue;
        for (std::int32_t g = 0, i = v * tables.groups; g < tables.groups; ++g, ++i) {
            if (need[i] > 0)
                needy[v].add(g);
            room[i] = (at[v] & tables.members[g]).count();
            broken |= room[i] < need[i];
            if (room[i] == 1)
                lone[g] |= Mask{1} << v;
        }
    }
}

template <int W> void Position<W>::become(const Position& o) {
    steps.clear();
    rested_ = linked_ = filled_alone_.known = false;
    cut_steps_ = 0;
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
template <int W> void Position<W>::decide(const Tables<W>& tables, std::int32_t x) {
    const Mask bit = cand[x];
    const std::int32_t v = value[x] = __builtin_ctzll(bit);
    if (!(tables.counted & bit)) // "no mark" is the commonest value of a board of marks
        return;
    tables.each_group_of(x, [&](std::int32_t g) {
        const std::int32_t i = v * tables.groups + g;
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

template <int W> void Position<W>::remove(const Tables<W>& tables, std::int32_t x, std::int32_t v) {
    const Mask bit = Mask{1} << v;
    if (!(cand[x] & bit))
        return;
    const Mask left = cand[x] &= ~bit;
    linked_ = filled_alone_.known = false;
    remover[tables.first[x] + v] = now;
    const bool was_open = open.has(x);
    const bool silent = was_open && left && !(left & (left - 1)) && !(left & tables.loud); // only such a value is left
    const Mask touched = silent ? bit | left : bit;
    broken |= left == 0;
    having[v].drop(x);
    at[v].drop(x);
    fitted_ = fitted_.without(tables.groups_at[x]);
    if (left && !(left & (left - 1)))
        fixed.add(x);
    else
        fixed.drop(x);
    fresh.cells.add(x);
    fresh.groups = fresh.groups | tables.groups_at[x];
    fresh.sights = fresh.sights | tables.sighted[x];
    fresh.values |= touched;
    tables.each_group_of(x, [&](std::int32_t g) {
        fresh.at[g] |= touched;
        reached_[g] &= ~touched;
        const std::int32_t i = v * tables.groups + g;
        if (was_open)
            lose(i, g, bit);
        broken |= room[i] < need[i];
    });
    if (silent) {
        open.drop(x);
        at[__builtin_ctzll(left)].drop(x);
        decide(tables, x);
    }
}

template <int W> void Position<W>::place(const Tables<W>& tables, std::int32_t x, std::int32_t v) {
    const Mask bit = Mask{1} << v, before = cand[x];
    if (open.has(x) && (before & bit)) { // at once: it leaves no place to its groups, but they need one less
        fitted_ = fitted_.without(tables.groups_at[x]);
        fresh.cells.add(x);
        fresh.groups = fresh.groups | tables.groups_at[x];
        if (before == bit)
            fresh.sights.add(x); // whoever sees it saw this already
        else
            fresh.sights = fresh.sights | tables.sighted[x];
        fresh.values |= before;
        fixed.add(x);
        open.drop(x);
        at[v].drop(x);
        cand[x] = bit;
        decide(tables, x);
        for (Mask m = before & ~bit; m; m &= m - 1) {
            const std::int32_t w = __builtin_ctzll(m);
            at[w].drop(x);
            having[w].drop(x);
            remover[tables.first[x] + w] = now;
        }
        tables.each_group_of(x, [&](std::int32_t g) {
            fresh.at[g] |= before;
            reached_[g] &= ~before;
            for (Mask m = before & ~bit; m; m &= m - 1) {
                const std::int32_t i = __builtin_ctzll(m) * tables.groups + g;
                broken |= lose(i, g, m & -m) < need[i];
            }
        });
    } else {
        for (Mask m = before & ~bit; m; m &= m - 1)
            remove(tables, x, __builtin_ctzll(m));
    }
    placed[x] = 1;
    writer[x] = now;
    rested_ = linked_ = filled_alone_.known = false;
    if (v >= tables.first[x + 1] - tables.first[x])
        return;
    (tables.rivals(x, v) & having[v]).each([&](std::int32_t y) { remove(tables, y, v); });
    if (tables.strange.empty())
        return;
    const std::int32_t c = tables.first[x] + v;
    for (std::int32_t i = tables.strange_from[c]; i < tables.strange_from[c + 1]; ++i) {
        const std::int32_t y = tables.cell_of[tables.strange[i]];
        remove(tables, y, tables.strange[i] - tables.first[y]);
    }
}

template <int W> const Mask* Position<W>::fit_group(const Tables<W>& tables, std::int32_t g) const {
    const std::int32_t filling = tables.filling_of[g];
    Mask* fits = fits_.data() + tables.fits_from[filling];
    if (fitted_.has(g))
        return fits;
    constexpr std::size_t kInline = 32;
    const std::vector<std::int32_t>& order = tables.order[filling];
    Mask inside[kInline];
    Mask* domains = inside;
    if (order.size() > kInline) {
        domains_.resize(order.size());
        domains = domains_.data();
    }
    for (std::size_t i = 0; i < order.size(); ++i)
        domains[i] = cand[order[i]];
    Mask all = 0;
    if (!tables.fillings[filling].fitting(domains, fits))
        std::fill(fits, fits + order.size(), 0);
    for (std::size_t i = 0; i < order.size(); ++i)
        all |= fits[i];
    unfillable_ |= all == 0;
    fits_all_[filling] = all;
    fitted_.add(g);
    summed_.drop(g);
    in_lines_[filling].clear();
    return fits;
}

template <int W> bool Position<W>::can_count(const Tables<W>& tables, std::int32_t p) const {
    const Set<W> sure = tables.ahead[p] & fixed;
    Mask seen = 0;
    sure.each([&](std::int32_t x) { seen |= cand[x]; });
    const auto known = __builtin_popcountll(seen);
    const auto size = static_cast<std::int32_t>(tables.view[p].size());
    const std::int32_t most = std::min(known + size - sure.count(), 63), least = std::max(known, size > 0 ? 1 : 0);
    return (cand[p] & (~Mask{0} >> (63 - most)) & (~Mask{0} << least)) != 0;
}

template <int W> bool Position<W>::impossible(const Tables<W>& tables) const {
    for (std::int32_t g = 0; g < tables.groups && !unfillable_; ++g)
        if (tables.filling_of[g] >= 0)
            fit_group(tables, g);
    if (broken || unfillable_)
        return true;
    for (std::int32_t x = 0; x < tables.cells; ++x)
        if (tables.view_of[x] >= 0 && !can_count(tables, x))
            return true;
    for (const auto& choice : tables.other_choices)
        if (std::none_of(choice.begin(), choice.end(), [&](Candidate c) {
                const std::int32_t x = tables.cell_of[c];
                return cand[x] >> (c - tables.first[x]) & 1;
            }))
            return true;
    for (const auto& relation : tables.others) {
        domains_.clear();
        for (Variable x : relation->scope)
            domains_.push_back(cand[x]);
        if (relation->broken(domains_.data()))
            return true;
    }
    return false;
}

template <int W> Mask Position<W>::fitting(const Tables<W>& tables, std::int32_t g, std::int32_t x) const {
    const std::int32_t filling = tables.filling_of[g];
    if (filling < 0 || !tables.members[g].has(x))
        return tables.every_value;
    const std::vector<std::int32_t>& order = tables.order[filling];
    return fit_group(tables, g)[std::find(order.begin(), order.end(), x) - order.begin()];
}

template <int W> Mask Position<W>::fitting(const Tables<W>& tables, std::int32_t g) const {
    const std::int32_t filling = tables.filling_of[g];
    if (filling < 0)
        return tables.every_value;
    fit_group(tables, g);
    return fits_all_[filling];
}

template <int W> bool Position<W>::unfit(const Tables<W>& tables, std::int32_t g, bool each) const {
    const std::int32_t filling = tables.filling_of[g];
    if (filling < 0 || !(open & tables.members[g]).any())
        return false;
    const Mask* fits = fit_group(tables, g);
    const std::vector<std::int32_t>& order = tables.order[filling];
    for (std::size_t i = 0; i < order.size(); ++i)
        if ((cand[order[i]] & ~(each ? fits[i] : fits_all_[filling])) && open.has(order[i]))
            return true;
    return false;
}

template <int W> Mask Position<W>::forced(const Tables<W>& tables, std::int32_t g, const Set<W>& cells) const {
    const std::int32_t filling = tables.filling_of[g];
    if (filling < 0 || !(cells & tables.members[g]).any()) // most lines miss most cages
        return 0;
    const Mask* fits = fit_group(tables, g);
    if (!fits_all_[filling])
        return 0;
    // Layouts use nothing but what fits, so that will do for domains.
    const std::vector<std::int32_t>& order = tables.order[filling];
    positions_.clear();
    for (std::size_t i = 0; i < order.size(); ++i)
        if (cells.has(order[i]))
            positions_.push_back(static_cast<std::int32_t>(i));
    if (positions_.size() == 1 && tables.fillings[filling].layouts) { // one value fits, or none is forced
        const Mask own = fits[positions_[0]];
        return own & (own - 1) ? 0 : own;
    }
    return tables.fillings[filling].forced(fits, positions_) & tables.every_value;
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

template <int W> Sums Position<W>::sums(const Tables<W>& tables, std::int32_t g) const {
    Sums found;
    if (tables.totals[g] >= 0) {
        found.add(tables.totals[g]);
        return found;
    }
    const std::int32_t filling = tables.filling_of[g];
    if (filling >= 0 && tables.order[filling].size() <= kMostSummed && tables.fillings[filling].relation->walks()) {
        const Mask* fits = fit_group(tables, g); // layouts use nothing but what fits
        if (!summed_.has(g)) {
            sums_[filling] = found;
            const std::size_t cells = tables.order[filling].size();
            auto add = [&](const std::uint8_t* values) {
                std::int64_t sum = 0;
                for (std::size_t i = 0; i < cells; ++i)
                    sum += values[i] + 1;
                sums_[filling].add(sum);
                return sums_[filling].parities < 2;
            };
            if (fits_all_[filling] &&
                tables.fillings[filling].relation->walk(fits, Relation::kRuleFuel, add) == Walked::out_of_fuel)
                sums_[filling].totals = sums_[filling].parities = 2;
            summed_.add(g);
        }
        return sums_[filling];
    }
    bool several = false, none = false;
    std::int64_t sum = 0;
    tables.members[g].each([&](std::int32_t x) {
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

template <int W>
const std::vector<InLine>* Position<W>::in_line(const Tables<W>& tables, std::int32_t g, std::int32_t line) const {
    const std::int32_t filling = tables.filling_of[g];
    if (filling < 0 || tables.order[filling].size() > kMostSummed || !tables.fillings[filling].relation->walks())
        return nullptr;
    const Mask* fits = fit_group(tables, g); // layouts use nothing but what fits
    for (const auto& [known, parts] : in_lines_[filling])
        if (known == line)
            return &parts;
    const std::vector<std::int32_t>& order = tables.order[filling];
    std::vector<std::uint32_t> rows; // what is put there, a byte a cell
    auto add = [&](const std::uint8_t* values) {
        std::uint32_t row = 0;
        Mask used = 0;
        for (std::size_t i = 0, at = 0; i < order.size(); ++i)
            if (tables.members[line].has(order[i])) {
                if (used >> values[i] & 1)
                    return true;
                used |= Mask{1} << values[i];
                row |= std::uint32_t{values[i]} << 8 * at++;
            }
        rows.push_back(row);
        return true;
    };
    if (fits_all_[filling] &&
        tables.fillings[filling].relation->walk(fits, Relation::kRuleFuel, add) == Walked::out_of_fuel)
        return nullptr;
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    auto& parts = in_lines_[filling].emplace_back(line, std::vector<InLine>()).second;
    const std::int32_t cells = (tables.members[g] & tables.members[line]).count();
    for (const std::uint32_t row : rows) {
        InLine part{0, 1, {}};
        for (std::int32_t i = 0; i < cells; ++i)
            part.values |= part.at[i] = Mask{1} << (row >> 8 * i & 0xff);
        const auto same =
            std::find_if(parts.begin(), parts.end(), [&](const InLine& o) { return o.values == part.values; });
        if (same == parts.end()) {
            parts.push_back(part);
            continue;
        }
        ++same->ways;
        for (std::int32_t i = 0; i < cells; ++i)
            same->at[i] |= part.at[i];
    }
    return &parts;
}

#define X(W) template struct Changed<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X
#define X(W) template struct Position<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
