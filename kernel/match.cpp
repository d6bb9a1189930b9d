#include "match.hpp"

#include <algorithm>

namespace gridwright {
namespace {

constexpr Mask kOdd = 0x5555555555555555;         // the values of odd numbers: value 0 is the number 1
constexpr std::size_t kMostElements = kMostCells; // as many as a board has cells, groups or values

// Takes out of a set what comes before the first that passes.
template <int W, class Passes> void skip(Set<W>& set, Passes passes) {
    for (std::int32_t g = set.first(); g >= 0 && !passes(g); g = set.first())
        set.drop(g);
}

template <class Passes> bool some(Mask mask, Passes passes) {
    for (; mask; mask &= mask - 1)
        if (passes(__builtin_ctzll(mask)))
            return true;
    return false;
}

// Leaves in a set what is among `all` and passes.
template <int W, class Passes> void keep(Set<W>& set, const Set<W>& all, Passes passes) {
    for (int i = 0; i < W; ++i) {
        std::uint64_t kept = 0;
        for (std::uint64_t bits = set.w[i] & all.w[i]; bits; bits &= bits - 1)
            if (passes(i * 64 + __builtin_ctzll(bits)))
                kept |= bits & -bits;
        set.w[i] = kept;
    }
}

// Wide instructions stand apart: inside the machine they cost all others registers.

template <int W>
[[gnu::noinline]] void keep_narrow(const Stage<W>& stage, const Scene<W>& scene, Set<W>& groups, std::int32_t n,
                                   std::int32_t bound) {
    Set<W> narrow = scene.open;
    keep(narrow, stage.every_cell, [&](std::int32_t x) { return __builtin_popcountll(scene.cand[x]) <= bound; });
    keep(groups, stage.every_group, [&](std::int32_t g) { return (narrow & stage.members[g]).count() >= n; });
}

template <int W>
[[gnu::noinline]] void keep_few(const Stage<W>& stage, const Scene<W>& scene, Set<W>& groups, std::int32_t n,
                                std::int32_t bound) {
    keep(groups, stage.every_group, [&](std::int32_t g) {
        std::int32_t found = 0;
        for (Mask m = scene.missing[g]; m; m &= m - 1) {
            const std::int32_t i = __builtin_ctzll(m) * stage.groups + g;
            found += scene.need[i] > 0 && scene.room[i] <= bound;
        }
        return found >= n;
    });
}

template <int W>
[[gnu::noinline]] void keep_clearing(const Stage<W>& stage, const Scene<W>& scene, Set<W>& groups, std::int32_t g) {
    Set<W> near = Set<W>::none();
    stage.members[g].each([&](std::int32_t x) { near = near | stage.groups_at[x]; });
    keep(groups, near, [&](std::int32_t h) { return scene.clears(stage, g, h); });
}

} // namespace

template <int W> void Registers<W>::fit(const Plan& plan) {
    auto grow = [](auto& registers, std::int32_t n) {
        if (registers.size() < static_cast<std::size_t>(n))
            registers.resize(n);
    };
    grow(scalars, plan.scalars);
    grow(sets, plan.sets);
    grow(iterators, plan.iterators);
    grow(picks, plan.picks);
}

template <int W> void Registers<W>::clear() {
    std::fill(scalars.begin(), scalars.end(), 0);
    std::fill(sets.begin(), sets.end(), Set<W>::none());
    std::fill(iterators.begin(), iterators.end(), Iterator{Set<W>::none(), 0});
    for (Pick& pick : picks) {
        pick.clear();
        pick.go(0, 0);
    }
}

template <int W>
Matcher<W>::Matcher(const Plan& plan, const Stage<W>& stage, const Scene<W>& scene, Registers<W>& registers, Mask* lent)
    : changed(stage, lent), plan_(plan), stage_(stage), scene_(scene), registers_(registers) {
    if (plan.new_at_group.iterator < 0)
        changed.count = 0; // nobody asks
    changed.everything(stage);
}

template <int W> void Matcher<W>::restart(std::uint64_t fuel) {
    fuel_ = fuel;
    at_ = stage_.cells == 0 || stage_.groups == 0 || stage_.values == 0 ? plan_.code.size() - 1 : 0;
}

template <int W> void Matcher<W>::forget_passed() {
    const auto& scalars = registers_.scalars;
    const auto& iterators = registers_.iterators;
    auto ahead = [&](const Loop& loop, std::int32_t count) { // the one where the match is, and all behind it
        Set<W> left = iterators[loop.iterator].left;
        if (scalars[loop.element] < static_cast<std::uint64_t>(count))
            left.add(static_cast<std::int32_t>(scalars[loop.element]));
        return left;
    };
    auto values_ahead = [&](const Loop& loop) {
        return iterators[loop.iterator].values | Mask{1} << (scalars[loop.element] & 63);
    };
    if (plan_.new_cells.iterator >= 0)
        changed.cells = changed.cells & ahead(plan_.new_cells, stage_.cells);
    if (plan_.new_sights.iterator >= 0)
        changed.sights = changed.sights & ahead(plan_.new_sights, stage_.cells);
    if (plan_.new_values.iterator >= 0)
        changed.values &= values_ahead(plan_.new_values);
    if (plan_.new_groups.iterator >= 0) {
        const Set<W> left = ahead(plan_.new_groups, stage_.groups);
        if (plan_.new_at_group.iterator >= 0) {
            changed.groups.without(left).each([&](std::int32_t g) { changed.at[g] = 0; });
            const std::uint64_t g = scalars[plan_.new_groups.element];
            if (g < static_cast<std::uint64_t>(stage_.groups))
                changed.at[g] &= values_ahead(plan_.new_at_group);
        }
        changed.groups = changed.groups & left;
    }
}

// What is placed stays.
template <int W> bool Matcher<W>::changes(const Conclusion& c) const {
    return !scene_.placed[c.cell] && (scene_.cand[c.cell] >> c.value & 1);
}

// `said` of the conclusions are of statements before: only these can have said the same.
template <int W> void Matcher<W>::conclude(std::int32_t cell, std::int32_t value, bool is, std::size_t said) {
    const Conclusion c{cell, value, is};
    const auto first = registers_.conclusions.begin(), last = first + static_cast<std::ptrdiff_t>(said);
    if (changes(c) && std::find(first, last, c) == last)
        registers_.conclusions.push_back(c);
}

template <int W> void Registers<W>::Pick::clear() {
    elements.clear();
    value_masks.clear();
    cell_masks.clear();
    kind = 0;
}

template <int W> void Registers<W>::Pick::add(std::int32_t element) {
    if (elements.size() < kMostElements)
        elements.push_back(element);
}

template <int W> void Registers<W>::Pick::add(std::int32_t element, Mask mask) {
    kind = 1;
    if (elements.size() < kMostElements) {
        elements.push_back(element);
        value_masks.push_back(mask);
    }
}

template <int W> void Registers<W>::Pick::add(std::int32_t element, const Set<W>& mask) {
    kind = 2;
    if (elements.size() < kMostElements) {
        elements.push_back(element);
        cell_masks.push_back(mask);
    }
}

template <int W> std::int32_t Registers<W>::Pick::picked(std::uint64_t wanted) {
    return static_cast<std::int32_t>(std::min<std::uint64_t>(wanted, kMostPicked));
}

template <int W> std::int32_t Registers<W>::Pick::within(std::uint64_t most) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(most), -1, W * 64));
}

// Elements that alone are above the bound are in no selection.
template <int W> void Registers<W>::Pick::go(std::uint64_t wanted, std::uint64_t most) {
    if ((kind == 1 && value_masks.size() != elements.size()) || (kind == 2 && cell_masks.size() != elements.size()))
        kind = 0; // a plan that mixes them gets no pruning
    n = picked(wanted);
    bound = within(most);
    depth = 0;
    begun = false;
    std::size_t kept = 0;
    if (kind == 1) {
        for (std::size_t i = 0; i < elements.size(); ++i)
            if (__builtin_popcountll(value_masks[i]) <= bound) {
                value_masks[kept] = value_masks[i];
                elements[kept++] = elements[i];
            }
        elements.resize(kept);
        value_masks.resize(kept);
    } else if (kind == 2) {
        for (std::size_t i = 0; i < elements.size(); ++i)
            if (cell_masks[i].count() <= bound) {
                cell_masks[kept] = cell_masks[i];
                elements[kept++] = elements[i];
            }
        elements.resize(kept);
        cell_masks.resize(kept);
        if (cell_unions.size() < static_cast<std::size_t>(n))
            cell_unions.resize(n);
    }
}

// A slice of fuel is burnt: the next one, unless there is none or the limits struck.
template <int W> bool Matcher<W>::refuel(std::uint64_t& fuel) {
    Watch& watch = *registers_.watch;
    watch.burn(slice_);
    fuel_ -= slice_;
    slice_ = 0;
    if (fuel_ == 0 || !watch.go_on())
        return false;
    fuel = slice_ = std::min(fuel_, watch.left());
    return true;
}

// The next selection: deepen while the union stays within the bound, else take the next element, else go back.
template <int W> bool Matcher<W>::advance(Pick& pick, std::uint64_t& fuel) {
    const auto total = static_cast<std::int32_t>(pick.elements.size());
    const std::int32_t n = pick.n;
    std::int32_t depth = pick.depth, next = 0;
    if (pick.begun) {
        if (depth == 0)
            return false;
        next = pick.chosen[--depth] + 1;
    } else {
        pick.begun = true;
        if (n == 0)
            return true;
    }
    for (;;) {
        const std::int32_t last = total - (n - depth);
        if (pick.kind == 1) {
            const Mask before = depth ? pick.value_unions[depth - 1] : 0;
            for (; next <= last && (fuel || refuel(fuel)); ++next, --fuel) {
                const Mask both = before | pick.value_masks[next];
                if (__builtin_popcountll(both) > pick.bound)
                    continue;
                pick.value_unions[depth] = both;
                break;
            }
        } else if (pick.kind == 2) {
            const Set<W> before = depth ? pick.cell_unions[depth - 1] : Set<W>::none();
            for (; next <= last && (fuel || refuel(fuel)); ++next, --fuel) {
                const Set<W> both = before | pick.cell_masks[next];
                if (both.count() > pick.bound)
                    continue;
                pick.cell_unions[depth] = both;
                break;
            }
        }
        if (next <= last) {
            if (fuel == 0 && !refuel(fuel))
                return false;
            --fuel;
            pick.chosen[depth++] = next++;
            if (depth < n)
                continue;
            pick.depth = depth;
            return true;
        }
        if (depth == 0) {
            pick.depth = 0;
            return false;
        }
        next = pick.chosen[--depth] + 1;
    }
}

void Reads::clear() {
    for (std::int32_t x : cells)
        gone[x] = 0;
    cells.clear();
    std::fill(choices.begin(), choices.end(), 0);
    std::fill(relations.begin(), relations.end(), 0);
}

template <int W> void Matcher<W>::read_absent(std::int32_t x, Mask values) {
    values &= stage_.own[x] & ~scene_.cand[x];
    if (trying_)
        costs_ |= values != 0;
    else
        reads_->absent(x, values);
}

template <int W> void Matcher<W>::read_decided(std::int32_t x) { read_absent(x, ~Mask{0}); }

template <int W> void Matcher<W>::read_not_at(std::int32_t x, Mask values) {
    if (scene_.open.has(x) || !(scene_.cand[x] & values))
        read_absent(x, values);
    else
        read_decided(x);
}

template <int W> void Matcher<W>::read_held(std::int32_t g, Mask values) {
    stage_.members[g].each([&](std::int32_t x) {
        if (scene_.value[x] >= 0 && (values >> scene_.value[x] & 1))
            read_decided(x);
    });
}

// The group must hold the value. That it holds no more than one is a link and uses no choice.
template <int W> void Matcher<W>::use(std::int32_t v, std::int32_t g, bool at_most) {
    if (trying_)
        return;
    const std::int32_t about = v * stage_.groups + g;
    auto add = [](std::vector<std::uint64_t>& to, std::int32_t i) { to[i >> 6] |= std::uint64_t{1} << (i & 63); };
    if (stage_.relation_of[about] >= 0)
        add(reads_->relations, stage_.relation_of[about]);
    else if (stage_.choice_of[about] >= 0) {
        if (!at_most)
            add(reads_->choices, stage_.choice_of[about]);
    } else if (stage_.exact[about] > 0) // as many as cells: it is said of each cell
        stage_.members[g].each([&](std::int32_t x) { add(reads_->choices, x); });
}

// Everything that a cell lacks, and its choice.
template <int W> void Matcher<W>::read_all_of(std::int32_t x) {
    read_absent(x, ~Mask{0});
    if (!trying_)
        reads_->choices[x >> 6] |= std::uint64_t{1} << (x & 63);
}

// What an arrow sees counts: all its cells have a value.
template <int W> void Matcher<W>::use_view(std::int32_t p) {
    const std::int32_t other = stage_.view_of[p];
    if (trying_ || other < 0)
        return;
    reads_->relations[other >> 6] |= std::uint64_t{1} << (other & 63);
    auto use = [&](std::int32_t x) { reads_->choices[x >> 6] |= std::uint64_t{1} << (x & 63); };
    use(p);
    for (std::int32_t x : stage_.view[p])
        use(x);
}

template <int W> Set<W> Matcher<W>::implied(std::int32_t p, std::int32_t v) const {
    Set<W> ends = Set<W>::none(), left = Set<W>::none();
    const Mask bit = Mask{1} << v;
    reached_.clear();
    auto two = [&](std::int32_t x) {
        const Mask both = scene_.cand[x];
        return __builtin_popcountll(both) == 2 && !(both & ~stage_.loud);
    };
    if (!scene_.open.has(p) || !two(p) || !(scene_.cand[p] & bit))
        return ends;
    scene_.open.each([&](std::int32_t x) {
        if (x != p && two(x))
            left.add(x);
    });
    reached_.push_back({p, -1, scene_.cand[p] & ~bit});
    for (std::size_t i = 0; i < reached_.size(); ++i) {
        const Reached now = reached_[i];
        const Set<W> near = stage_.peers[now.cell] & left & scene_.having[__builtin_ctzll(now.bit)];
        left = left.without(near);
        near.each([&](std::int32_t x) {
            const Mask rest = scene_.cand[x] & ~now.bit;
            reached_.push_back({x, static_cast<std::int32_t>(i), rest});
            if (rest == bit)
                ends.add(x);
        });
    }
    return ends;
}

template <int W> void Matcher<W>::reading(const Instruction& in) {
    auto cells = [&](std::int32_t r, auto visit) { (registers_.sets[r] & stage_.every_cell).each(visit); };
    auto groups = [&](std::int32_t r, auto visit) { (registers_.sets[r] & stage_.every_group).each(visit); };
    const Mask every = stage_.every_value;
    switch (in.op) {
    case Op::read_absent:
        cells(in.a, [&](std::int32_t x) { read_absent(x, registers_.scalars[in.b]); });
        break;
    case Op::read_not_at:
        cells(in.a, [&](std::int32_t x) {
            for (Mask m = registers_.scalars[in.b] & every; m; m &= m - 1)
                read_not_at(x, m & -m);
        });
        break;
    case Op::read_decided:
        cells(in.a, [&](std::int32_t x) { read_decided(x); });
        break;
    case Op::read_held:
        groups(in.b, [&](std::int32_t g) { read_held(g, registers_.scalars[in.a]); });
        break;
    case Op::read_missing:
        groups(in.b, [&](std::int32_t g) {
            read_held(g, registers_.scalars[in.a] & stage_.once[g]);
            for (Mask m = scene_.missing[g]; m; m &= m - 1)
                use(__builtin_ctzll(m), g, false);
        });
        break;
    case Op::read_cell:
        read_all_of(cell(in.a));
        break;
    case Op::read_layouts:
    case Op::read_standing:
    case Op::use_clue:
        if (const std::int32_t filling = stage_.filling_of[group(in.a)]; filling >= 0) {
            for (std::int32_t x : stage_.order[filling]) {
                if (in.op == Op::read_layouts || (in.op == Op::read_standing && !scene_.open.has(x)))
                    read_absent(x, ~Mask{0});
                if (!trying_)
                    reads_->choices[x >> 6] |= std::uint64_t{1} << (x & 63);
            }
            if (const std::int32_t other = stage_.filled_by[filling]; !trying_)
                reads_->relations[other >> 6] |= std::uint64_t{1} << (other & 63);
        }
        break;
    case Op::read_total:
        groups(in.a, [&](std::int32_t g) {
            stage_.members[g].each([&](std::int32_t x) {
                if (stage_.totals[g] < 0)
                    read_absent(x, ~Mask{0});
                if (!trying_)
                    reads_->choices[x >> 6] |= std::uint64_t{1} << (x & 63);
            });
            if (const std::int32_t other = stage_.total_by[g]; other >= 0 && !trying_)
                reads_->relations[other >> 6] |= std::uint64_t{1} << (other & 63);
        });
        break;
    case Op::read_chains: {
        const Set<W> ends = implied(cell(in.a), value(in.b)) & registers_.sets[in.c];
        for (const Reached& end : reached_)
            if (ends.has(end.cell))
                for (const Reached* on = &end;; on = &reached_[on->from]) {
                    read_all_of(on->cell);
                    if (on->from < 0)
                        break;
                }
        break;
    }
    case Op::read_places: {
        const std::int32_t v = value(in.a), g = group(in.b);
        const Mask bit = Mask{1} << v;
        stage_.members[g].without(scene_.at[v]).each([&](std::int32_t x) {
            if (scene_.cand[x] & bit)
                read_decided(x);
            else
                read_absent(x, bit);
        });
        use(v, g, false);
        break;
    }
    case Op::read_cases: {
        const std::int32_t p = cell(in.a);
        read_all_of(p);
        for (std::int32_t x : stage_.view[p])
            read_all_of(x);
        break;
    }
    case Op::use_view:
        use_view(cell(in.a));
        break;
    case Op::use_views:
        for (std::int32_t x = 0; x < stage_.cells; ++x)
            use_view(x);
        break;
    case Op::use_cells:
        if (!trying_)
            cells(in.a, [&](std::int32_t x) { reads_->choices[x >> 6] |= std::uint64_t{1} << (x & 63); });
        break;
    default: // use, use_full, use_needed
        for (Mask m = registers_.scalars[in.a] & every; m; m &= m - 1) {
            const std::int32_t v = __builtin_ctzll(m);
            groups(in.b, [&](std::int32_t g) {
                if (in.op != Op::use_needed || scene_.need[v * stage_.groups + g] != 0)
                    use(v, g, in.op == Op::use_full);
            });
        }
    }
}

// The groups that hold all of the cells. One group left is soon reached, and then the rest is one test.
template <int W> Set<W> Matcher<W>::holders(const Set<W>& cells) const {
    Set<W> all = stage_.every_group;
    for (int i = 0; i < W; ++i)
        for (std::uint64_t bits = cells.w[i]; bits; bits &= bits - 1) {
            all = all & stage_.groups_at[i * 64 + __builtin_ctzll(bits)];
            const std::int32_t count = all.count();
            if (count <= 1)
                return count && cells.inside(stage_.members[all.first()]) ? all : Set<W>::none();
        }
    return all;
}

// The cells that see all of the cells; none where there are none to see.
template <int W> Set<W> Matcher<W>::common(const Set<W>& cells) const {
    return cells.any() ? seeing(cells, stage_.every_cell) : Set<W>::none();
}

// Those of `all` that see all of the cells.
template <int W> Set<W> Matcher<W>::seeing(const Set<W>& cells, Set<W> all) const {
    for (int i = 0; i < W; ++i)
        for (std::uint64_t bits = cells.w[i]; bits; bits &= bits - 1) {
            all = all & stage_.peers[i * 64 + __builtin_ctzll(bits)];
            if (!all.any())
                return all;
        }
    return all;
}

// Do all places of the value in the group lie in another group, too?
template <int W> bool Matcher<W>::locked(std::int32_t v, std::int32_t g) const {
    if (scene_.need[v * stage_.groups + g] <= 0)
        return false;
    Set<W> others = holders(scene_.at[v] & stage_.members[g]);
    others.drop(g);
    return others.any();
}

// Do all places of the value in the group see a cell that has it?
template <int W> bool Matcher<W>::touching(std::int32_t v, std::int32_t g) const {
    const std::int32_t about = v * stage_.groups + g;
    const Set<W>& members = stage_.members[g];
    if (scene_.need[about] > 0 && scene_.room[about] > stage_.sight[g] &&
        (scene_.having[v] & members).inside(scene_.at[v]))
        return false; // too many for a cell outside, and no place sees itself
    const Set<W> places = scene_.at[v] & members;
    return places.any() && seeing(places, scene_.having[v]).any();
}

// The groups that have one of the cells.
template <int W> Set<W> Matcher<W>::touched(const Set<W>& cells) const {
    Set<W> all = Set<W>::none();
    cells.each([&](std::int32_t x) { all = all | stage_.groups_at[x]; });
    return all;
}

template <int W> typename Matcher<W>::Result Matcher<W>::next() {
    registers_.conclusions.clear();
    return run();
}

template <int W> typename Matcher<W>::Result Matcher<W>::read(Reads& reads, std::uint64_t fuel) {
    const std::size_t back = at_;
    const std::uint64_t left = fuel_;
    reads.clear();
    reads_ = &reads;
    trying_ = false;
    fuel_ = fuel;
    at_ = static_cast<std::size_t>(plan_.reading);
    Result result = run();
    while (result == Result::match) // a plan from outside may emit while it reads
        result = run();
    reads_ = nullptr;
    at_ = back;
    fuel_ = left;
    return result;
}

template <int W> typename Matcher<W>::Result Matcher<W>::run() {
    const Instruction* const code = plan_.code.data();
    const Instruction* at = code + at_;
    std::uint64_t* const S = registers_.scalars.data();
    Set<W>* const T = registers_.sets.data();
    Iterator* const iterators = registers_.iterators.data();
    const Stage<W>& stage = stage_;
    const Scene<W>& scene = scene_;
    const std::int32_t groups = stage.groups;
    Pick* const picks = registers_.picks.data();
    std::uint64_t fuel = slice_ = std::min(fuel_, registers_.watch->left());
    // A plan from outside may hold any number where a cell is wanted; it must not lead out of a table.
    auto index = [S](std::int32_t r, std::int32_t n) {
        return S[r] < static_cast<std::uint64_t>(n) ? static_cast<std::int32_t>(S[r]) : 0;
    };
    auto cell = [&](std::int32_t r) { return index(r, stage.cells); };
    auto group = [&](std::int32_t r) { return index(r, groups); };
    auto value = [&](std::int32_t r) { return index(r, stage.values); };
    auto kind = [&](std::int32_t r) { return index(r, stage.kinds); };
    auto leave = [&](Result result) {
        registers_.watch->burn(slice_ - fuel);
        fuel_ -= slice_ - fuel;
        at_ = static_cast<std::size_t>(at - code);
        return result;
    };
    for (;;) {
        const Instruction& in = *at;
        bool ok = true; // false: go to in.d
        switch (in.op) {
        case Op::end:
            return leave(Result::none);
        case Op::jump:
            ok = false;
            break;
        case Op::load:
            S[in.a] = static_cast<std::uint64_t>(static_cast<std::int64_t>(in.b));
            break;
        case Op::mask:
            S[in.a] = plan_.masks[in.b];
            break;
        case Op::add:
            S[in.a] = S[in.b] + S[in.c];
            break;
        case Op::subtract:
            S[in.a] = S[in.b] - S[in.c];
            break;
        case Op::multiply:
            S[in.a] = S[in.b] * S[in.c];
            break;
        case Op::divide: {
            const auto x = static_cast<std::int64_t>(S[in.b]), y = static_cast<std::int64_t>(S[in.c]);
            ok = y != 0 && !(y == -1 && x == INT64_MIN);
            if (ok) // rounded down, as in the reference
                S[in.a] = static_cast<std::uint64_t>(x / y - (x % y != 0 && (x < 0) != (y < 0)));
            break;
        }
        case Op::v_and:
            S[in.a] = S[in.b] & S[in.c];
            break;
        case Op::v_or:
            S[in.a] = S[in.b] | S[in.c];
            break;
        case Op::v_without:
            S[in.a] = S[in.b] & ~S[in.c];
            break;
        case Op::v_one:
            S[in.a] = std::uint64_t{1} << (S[in.b] & 63);
            break;
        case Op::v_size:
            S[in.a] = static_cast<std::uint64_t>(__builtin_popcountll(S[in.b]));
            break;
        case Op::v_the:
            ok = S[in.b] && !(S[in.b] & (S[in.b] - 1));
            if (ok)
                S[in.a] = static_cast<std::uint64_t>(__builtin_ctzll(S[in.b]));
            break;
        case Op::v_range: { // the values from S[b] to S[c]
            const auto low = std::max<std::int64_t>(0, static_cast<std::int64_t>(S[in.b]));
            const auto high = std::min<std::int64_t>(63, static_cast<std::int64_t>(S[in.c]));
            S[in.a] = low > high ? 0 : (~std::uint64_t{0} >> (63 - high)) & (~std::uint64_t{0} << low);
            S[in.a] &= stage.every_value;
            break;
        }
        case Op::s_none:
            T[in.a] = Set<W>::none();
            break;
        case Op::s_and:
            T[in.a] = T[in.b] & T[in.c];
            break;
        case Op::s_or:
            T[in.a] = T[in.b] | T[in.c];
            break;
        case Op::s_without:
            T[in.a] = T[in.b].without(T[in.c]);
            break;
        case Op::s_one:
            T[in.a] = Set<W>::none();
            T[in.a].add(index(in.b, W * 64));
            break;
        case Op::s_size:
            S[in.a] = static_cast<std::uint64_t>(T[in.b].count());
            break;
        case Op::s_the:
            ok = T[in.b].count() == 1;
            if (ok)
                S[in.a] = static_cast<std::uint64_t>(T[in.b].first());
            break;
        case Op::cand:
            S[in.a] = scene.cand[cell(in.b)];
            break;
        case Op::cand_of: {
            Mask all = 0;
            (T[in.b] & stage.every_cell).each([&](std::int32_t x) { all |= scene.cand[x]; });
            S[in.a] = all;
            break;
        }
        case Op::open:
            T[in.a] = scene.open;
            break;
        case Op::at:
            T[in.a] = scene.at[value(in.b)];
            break;
        case Op::at_of: {
            Set<W> all = Set<W>::none();
            for (Mask m = S[in.b] & stage.every_value; m; m &= m - 1)
                all = all | scene.at[__builtin_ctzll(m)];
            T[in.a] = all;
            break;
        }
        case Op::places: {
            const std::int32_t v = value(in.b), g = group(in.c);
            ok = scene.need[v * groups + g] > 0;
            if (ok)
                T[in.a] = scene.at[v] & stage.members[g];
            break;
        }
        case Op::places_of: {
            Set<W> all = Set<W>::none();
            for (Mask m = S[in.b] & stage.every_value; m; m &= m - 1) {
                const std::int32_t v = __builtin_ctzll(m);
                Set<W> where = Set<W>::none();
                (T[in.c] & stage.every_group).each([&](std::int32_t g) {
                    ok &= scene.need[v * groups + g] > 0;
                    where = where | stage.members[g];
                });
                all = all | (scene.at[v] & where);
            }
            T[in.a] = all;
            break;
        }
        case Op::fitting:
            S[in.a] = scene.fitting(stage, group(in.b), cell(in.c));
            break;
        case Op::fitting_all:
            S[in.a] = scene.fitting(stage, group(in.b));
            break;
        case Op::forced:
            S[in.a] = scene.forced(stage, group(in.b), T[in.c]);
            break;
        case Op::clue: {
            const std::int32_t filling = stage.filling_of[group(in.b)];
            ok = filling >= 0 && stage.clues[filling] >= 0;
            if (ok)
                S[in.a] = static_cast<std::uint64_t>(stage.clues[filling]);
            break;
        }
        case Op::first:
            T[in.a] = stage.first_of(group(in.b), static_cast<std::int64_t>(S[in.c]));
            break;
        case Op::early:
            T[in.a] = scene.early(stage, group(in.b), value(in.c));
            break;
        case Op::outdone:
            S[in.a] = scene.outdone(stage, group(in.b));
            break;
        case Op::total:
        case Op::total_parity: {
            std::int64_t sum = 0;
            (T[in.b] & stage.every_group).each([&](std::int32_t g) {
                const Sums sums = scene.sums(stage, g);
                ok &= (in.op == Op::total ? sums.totals : sums.parities) == 1;
                sum += in.op == Op::total ? sums.total : sums.parity;
            });
            S[in.a] = static_cast<std::uint64_t>(sum);
            break;
        }
        case Op::parity: {
            std::int64_t sum = 0;
            (T[in.b] & stage.every_cell).each([&](std::int32_t x) { // value 0 is the number 1
                const Mask mask = scene.cand[x];
                const bool odd = mask & kOdd, even = mask & ~kOdd;
                ok &= odd != even;
                sum += odd;
            });
            S[in.a] = static_cast<std::uint64_t>(sum);
            break;
        }
        case Op::alike:
            S[in.a] = (S[in.b] & 1 ? kOdd : ~kOdd) & stage.every_value;
            break;
        case Op::summed:
        case Op::tied: {
            Set<W> found = Set<W>::none();
            (stage.of_kind[kind(in.c)] & stage.alone).each([&](std::int32_t g) {
                if (!stage.members[g].inside(T[in.b]))
                    return;
                const Sums sums = scene.sums(stage, g);
                if ((in.op == Op::summed ? sums.totals : sums.parities) <= 1)
                    found.add(g);
            });
            T[in.a] = found;
            break;
        }
        case Op::summing:
            S[in.a] = scene.summing(stage, T[in.b] & stage.every_cell, static_cast<std::int64_t>(S[in.c]), cell(in.d));
            break;
        case Op::implied:
            T[in.a] = implied(cell(in.b), value(in.c));
            break;
        case Op::ahead: {
            const std::int32_t x = cell(in.b);
            ok = stage.view_of[x] >= 0;
            T[in.a] = stage.ahead[x];
            break;
        }
        case Op::behind:
            T[in.a] = stage.behind[cell(in.b)];
            break;
        case Op::next: {
            const auto& sight = stage.view[cell(in.b)];
            ok = !sight.empty();
            if (ok)
                S[in.a] = static_cast<std::uint64_t>(sight.front());
            break;
        }
        case Op::between: {
            const std::int32_t p = cell(in.b), q = cell(in.c);
            ok = stage.ahead[p].has(q);
            if (ok)
                T[in.a] = stage.between(p, q);
            break;
        }
        case Op::along:
        case Op::not_along:
            ok = stage.along[cell(in.a)].has(cell(in.b)) == (in.op == Op::along);
            break;
        case Op::facing:
        case Op::not_facing:
            ok = stage.facing(cell(in.a), cell(in.b)) == (in.op == Op::facing);
            break;
        case Op::fixed:
            T[in.a] = T[in.b] & scene.fixed;
            break;
        case Op::having: {
            Set<W> all = Set<W>::none();
            for (Mask m = S[in.b] & stage.every_value; m; m &= m - 1)
                all = all | scene.having[__builtin_ctzll(m)];
            T[in.a] = all & T[in.c];
            break;
        }
        case Op::variety:
            S[in.a] = static_cast<std::uint64_t>(scene.variety(T[in.b] & stage.every_cell));
            break;
        case Op::cases:
            S[in.a] = scene.cases(stage, cell(in.b), cell(in.c));
            break;
        case Op::cand_all: {
            const Set<W> cells = T[in.b] & stage.every_cell;
            Mask all = cells.any() ? stage.every_value : 0;
            cells.each([&](std::int32_t x) { all &= scene.cand[x]; });
            S[in.a] = all;
            break;
        }
        case Op::v_lo:
        case Op::v_hi:
            ok = S[in.b] != 0;
            if (ok)
                S[in.a] = static_cast<std::uint64_t>(in.op == Op::v_lo ? __builtin_ctzll(S[in.b])
                                                                       : 63 - __builtin_clzll(S[in.b]));
            break;
        case Op::v_shift: { // up by S[c], down where it is below zero
            const auto by = static_cast<std::int64_t>(S[in.c]);
            const Mask from = S[in.b];
            S[in.a] = by <= -64 || by >= 64 ? 0 : by < 0 ? from >> -by : from << by;
            S[in.a] &= stage.every_value;
            break;
        }
        case Op::missing:
            S[in.a] = scene.missing[group(in.b)];
            break;
        case Op::missing_of: {
            Mask all = 0;
            (T[in.b] & stage.every_group).each([&](std::int32_t g) { all |= scene.missing[g]; });
            S[in.a] = all;
            break;
        }
        case Op::lacking:
            T[in.a] = scene.lacking[value(in.b)];
            break;
        case Op::lacking_of: {
            Set<W> all = Set<W>::none();
            for (Mask m = S[in.b] & stage.every_value; m; m &= m - 1)
                all = all | scene.lacking[__builtin_ctzll(m)];
            T[in.a] = all;
            break;
        }
        case Op::need: {
            const std::int32_t left = scene.need[value(in.b) * groups + group(in.c)];
            ok = left != kNoNeed;
            if (ok)
                S[in.a] = static_cast<std::uint64_t>(static_cast<std::int64_t>(left));
            break;
        }
        case Op::need_of: {
            std::int64_t sum = 0;
            for (Mask m = S[in.b] & stage.every_value; m; m &= m - 1)
                (T[in.c] & stage.every_group).each([&](std::int32_t g) {
                    const std::int32_t left = scene.need[__builtin_ctzll(m) * groups + g];
                    ok &= left != kNoNeed;
                    sum += left == kNoNeed ? 0 : left;
                });
            S[in.a] = static_cast<std::uint64_t>(sum);
            break;
        }
        case Op::needy:
            T[in.a] = scene.needy[value(in.b)];
            break;
        case Op::most_needed:
            S[in.a] = static_cast<std::uint64_t>(stage.most[value(in.b)]);
            break;
        case Op::overdrawn: {
            std::int64_t sum = 0;
            if (scene.broken) { // else no need is below zero
                const std::int32_t from = value(in.b) * groups;
                for (std::int32_t g = 0; g < groups; ++g)
                    if (scene.need[from + g] != kNoNeed && scene.need[from + g] < 0)
                        sum -= scene.need[from + g];
            }
            S[in.a] = static_cast<std::uint64_t>(sum);
            break;
        }
        case Op::held: {
            Set<W> all = Set<W>::none();
            const std::int32_t v = value(in.b);
            stage.members[group(in.c)].each([&](std::int32_t x) {
                if (scene.value[x] == v)
                    all.add(x);
            });
            T[in.a] = all;
            break;
        }
        case Op::held_of: {
            Set<W> all = Set<W>::none();
            (T[in.c] & stage.every_group).each([&](std::int32_t g) {
                stage.members[g].each([&](std::int32_t x) {
                    if (scene.value[x] >= 0 && (S[in.b] >> scene.value[x] & 1))
                        all.add(x);
                });
            });
            T[in.a] = all;
            break;
        }
        case Op::val: {
            const std::int32_t v = scene.value[cell(in.b)];
            ok = v >= 0;
            if (ok)
                S[in.a] = static_cast<std::uint64_t>(v);
            break;
        }
        case Op::members:
            T[in.a] = stage.members[group(in.b)];
            break;
        case Op::cells: {
            Set<W> all = Set<W>::none();
            (T[in.b] & stage.every_group).each([&](std::int32_t g) { all = all | stage.members[g]; });
            T[in.a] = all;
            break;
        }
        case Op::holders:
            T[in.a] = holders(T[in.b] & stage.every_cell);
            break;
        case Op::meet:
            T[in.a] = touched(T[in.b] & stage.every_cell) & stage.of_kind[kind(in.c)];
            break;
        case Op::peers:
            T[in.a] = stage.peers[cell(in.b)];
            break;
        case Op::common:
            T[in.a] = common(T[in.b] & stage.every_cell);
            break;
        case Op::kind_of:
            S[in.a] = static_cast<std::uint64_t>(stage.kind_of[group(in.b)]);
            break;
        case Op::groups_of:
            T[in.a] = stage.of_kind[kind(in.b)];
            break;
        case Op::group_at: { // the one group of a kind that holds all of the cells
            Set<W> all = stage.of_kind[kind(in.c)];
            (T[in.b] & stage.every_cell).each([&](std::int32_t x) { all = all & stage.groups_at[x]; });
            ok = all.count() == 1;
            if (ok)
                S[in.a] = static_cast<std::uint64_t>(all.first());
            break;
        }
        case Op::every_cell:
            T[in.a] = stage.every_cell;
            break;
        case Op::every_group:
            T[in.a] = stage.every_group;
            break;
        case Op::equal:
            ok = S[in.a] == S[in.b];
            break;
        case Op::unequal:
            ok = S[in.a] != S[in.b];
            break;
        case Op::less:
            ok = static_cast<std::int64_t>(S[in.a]) < static_cast<std::int64_t>(S[in.b]);
            break;
        case Op::at_most:
            ok = static_cast<std::int64_t>(S[in.a]) <= static_cast<std::int64_t>(S[in.b]);
            break;
        case Op::v_in:
            ok = S[in.b] >> (S[in.a] & 63) & 1;
            break;
        case Op::v_not_in:
            ok = !(S[in.b] >> (S[in.a] & 63) & 1);
            break;
        case Op::v_subset:
            ok = (S[in.a] & ~S[in.b]) == 0;
            break;
        case Op::v_not_subset:
            ok = (S[in.a] & ~S[in.b]) != 0;
            break;
        case Op::s_in:
            ok = T[in.b].has(index(in.a, W * 64));
            break;
        case Op::s_not_in:
            ok = !T[in.b].has(index(in.a, W * 64));
            break;
        case Op::s_subset:
            ok = T[in.a].inside(T[in.b]);
            break;
        case Op::s_not_subset:
            ok = !T[in.a].inside(T[in.b]);
            break;
        case Op::s_equal:
            ok = T[in.a] == T[in.b];
            break;
        case Op::s_unequal:
            ok = !(T[in.a] == T[in.b]);
            break;
        case Op::distinct:
        case Op::not_distinct:
            ok = stage.all_apart(T[in.a] & stage.every_cell) == (in.op == Op::distinct);
            break;
        case Op::crosses:
        case Op::not_crosses:
            ok = stage.kinds > 0 &&
                 (stage.crossing[kind(in.a) * stage.kinds + kind(in.b)] != 0) == (in.op == Op::crosses);
            break;
        case Op::sees:
            ok = stage.peers[cell(in.a)].has(cell(in.b));
            break;
        case Op::not_sees:
            ok = !stage.peers[cell(in.a)].has(cell(in.b));
            break;
        case Op::s_start:
            iterators[in.a].left = T[in.b];
            break;
        case Op::s_start_new:
            iterators[in.a].left = T[in.b] & (in.c == 1 ? changed.groups : in.c == 2 ? changed.sights : changed.cells);
            break;
        case Op::v_start_new:
            iterators[in.a].values = S[in.b] & changed.values;
            break;
        case Op::v_start_at:
            iterators[in.a].values = S[in.b] & changed.at[group(in.c)];
            break;
        case Op::s_next: {
            Set<W>& left = iterators[in.b].left;
            const std::int32_t x = left.first();
            ok = x >= 0;
            if (ok) {
                left.drop(x);
                S[in.a] = static_cast<std::uint64_t>(x);
            }
            break;
        }
        case Op::v_start:
            iterators[in.a].values = S[in.b];
            break;
        case Op::v_next: {
            Mask& left = iterators[in.b].values;
            ok = left != 0;
            if (ok) {
                S[in.a] = static_cast<std::uint64_t>(__builtin_ctzll(left));
                left &= left - 1;
            }
            break;
        }
        case Op::s_above: {
            const std::int32_t x = index(in.c, W * 64);
            for (int i = 0; i < W; ++i)
                T[in.a].w[i] = i < x / 64   ? 0
                               : i > x / 64 ? T[in.b].w[i]
                                            : T[in.b].w[i] & (x % 64 == 63 ? 0 : ~std::uint64_t{0} << (x % 64 + 1));
            break;
        }
        case Op::v_above: {
            const std::uint64_t x = S[in.c] & 63;
            S[in.a] = x == 63 ? 0 : S[in.b] & (~std::uint64_t{0} << (x + 1));
            break;
        }
        case Op::pick_start:
            picks[in.a].clear();
            break;
        case Op::pick_plain:
            picks[in.a].add(static_cast<std::int32_t>(S[in.b] & 1023));
            break;
        case Op::pick_values:
            picks[in.a].add(static_cast<std::int32_t>(S[in.b] & 1023), S[in.c]);
            break;
        case Op::pick_cells:
            picks[in.a].add(static_cast<std::int32_t>(S[in.b] & 1023), T[in.c]);
            break;
        case Op::pick_go:
            picks[in.a].go(S[in.b], S[in.c]);
            break;
        case Op::pick_s_next: {
            Pick& pick = picks[in.b];
            ok = advance(pick, fuel);
            if (fuel == 0 && !refuel(fuel))
                return leave(Result::out_of_fuel);
            if (ok) {
                Set<W> picked = Set<W>::none();
                for (std::int32_t i = 0; i < pick.n; ++i)
                    if (const std::int32_t x = pick.elements[pick.chosen[i]]; x < W * 64)
                        picked.add(x);
                T[in.a] = picked;
            }
            break;
        }
        case Op::pick_v_next: {
            Pick& pick = picks[in.b];
            ok = advance(pick, fuel);
            if (fuel == 0 && !refuel(fuel))
                return leave(Result::out_of_fuel);
            if (ok) {
                S[in.a] = 0;
                for (std::int32_t i = 0; i < pick.n; ++i)
                    S[in.a] |= std::uint64_t{1} << (pick.elements[pick.chosen[i]] & 63);
            }
            break;
        }
        case Op::place:
            (T[in.a] & stage.every_cell).each([&, said = registers_.conclusions.size()](std::int32_t x) {
                const Mask values = S[in.b] & stage.every_value;
                if ((values & ~stage.loud) == 0) {
                    for (Mask m = values; m; m &= m - 1)
                        conclude(x, __builtin_ctzll(m), true, said);
                } else { // to place a silent value is to exclude the others
                    for (Mask m = scene.cand[x] & ~values; m; m &= m - 1)
                        conclude(x, __builtin_ctzll(m), false, said);
                }
            });
            break;
        case Op::exclude:
        case Op::only:
            (T[in.a] & stage.every_cell).each([&, said = registers_.conclusions.size()](std::int32_t x) {
                const Mask gone = in.op == Op::exclude ? S[in.b] : ~S[in.b];
                for (Mask m = scene.cand[x] & gone; m; m &= m - 1)
                    conclude(x, __builtin_ctzll(m), false, said);
            });
            break;
        case Op::v_lowest:
            S[in.a] = S[in.b] & -S[in.b];
            break;
        case Op::s_lowest: {
            const std::int32_t x = T[in.b].first();
            T[in.a] = Set<W>::none();
            if (x >= 0)
                T[in.a].add(x);
            break;
        }
        case Op::touched:
            T[in.a] = touched(T[in.b] & stage.every_cell);
            break;
        case Op::shared: { // the cells that all of the groups have
            Set<W> all = stage.every_cell;
            (T[in.b] & stage.every_group).each([&](std::int32_t g) { all = all & stage.members[g]; });
            T[in.a] = all;
            break;
        }
        case Op::told_cells: // of these cells and values, the cells of which it is new that they lose or take one
        case Op::told_values: {
            Set<W> cells = Set<W>::none();
            Mask values = 0;
            (T[in.b] & stage.every_cell).each([&](std::int32_t x) {
                const Mask told = scene.placed[x] ? 0 : scene.cand[x] & S[in.c];
                values |= told;
                if (told)
                    cells.add(x);
            });
            if (in.op == Op::told_values)
                S[in.a] = values;
            else {
                T[in.a] = cells;
                ok = values != 0;
            }
            break;
        }
        case Op::use_view:
        case Op::use_views:
        case Op::read_cases:
        case Op::read_absent:
        case Op::read_not_at:
        case Op::read_decided:
        case Op::read_held:
        case Op::read_missing:
        case Op::read_cell:
        case Op::read_places:
        case Op::read_layouts:
        case Op::read_chains:
        case Op::read_standing:
        case Op::read_total:
        case Op::use_clue:
        case Op::use_cells:
        case Op::use:
        case Op::use_full:
        case Op::use_needed:
            if (reads_)
                reading(in);
            break;
        case Op::try_start:
            trying_ = true;
            costs_ = false;
            break;
        case Op::try_end:
            trying_ = false;
            ok = !costs_;
            break;
        case Op::v_keep_places: {
            const std::int32_t g = group(in.b);
            const Mask some = S[in.c] == 1 ? scene.lone[g] : stage.every_value;
            Mask kept = 0;
            for (Mask m = iterators[in.a].values & stage.every_value & some; m; m &= m - 1) {
                const std::int32_t i = __builtin_ctzll(m) * groups + g;
                if (scene.need[i] > 0 && static_cast<std::uint64_t>(scene.room[i]) == S[in.c])
                    kept |= m & -m;
            }
            iterators[in.a].values = kept;
            break;
        }
        case Op::s_keep_places: {
            const std::int32_t from = value(in.b) * groups;
            keep(iterators[in.a].left, stage.every_group, [&](std::int32_t g) {
                return scene.need[from + g] > 0 && static_cast<std::uint64_t>(scene.room[from + g]) == S[in.c];
            });
            break;
        }
        case Op::s_keep_cand:
            if (S[in.b] == 1) {
                iterators[in.a].left = iterators[in.a].left & scene.fixed & stage.every_cell;
                break;
            }
            keep(iterators[in.a].left, stage.every_cell, [&](std::int32_t x) {
                return static_cast<std::uint64_t>(__builtin_popcountll(scene.cand[x])) == S[in.b];
            });
            break;
        case Op::s_keep_cand_is:
            keep(iterators[in.a].left, stage.every_cell, [&](std::int32_t x) { return scene.cand[x] == S[in.b]; });
            break;
        case Op::s_keep_distinct:
            iterators[in.a].left = iterators[in.a].left & stage.distinct;
            break;
        case Op::s_keep_not:
            if (S[in.b] < W * 64)
                iterators[in.a].left.drop(static_cast<std::int32_t>(S[in.b]));
            break;
        case Op::v_keep_not:
            if (S[in.b] < 64)
                iterators[in.a].values &= ~(Mask{1} << S[in.b]);
            break;
        case Op::s_keep_not_kind:
            if (S[in.b] < static_cast<std::uint64_t>(stage.kinds))
                iterators[in.a].left = iterators[in.a].left.without(stage.of_kind[S[in.b]]);
            break;
        case Op::s_keep_at:
            iterators[in.a].left = iterators[in.a].left & stage.groups_at[cell(in.b)];
            break;
        case Op::s_keep_not_at:
            iterators[in.a].left = iterators[in.a].left.without(stage.groups_at[cell(in.b)]);
            break;
        case Op::s_keep_seen:
            iterators[in.a].left = iterators[in.a].left & stage.peers[cell(in.b)];
            break;
        case Op::s_keep_unseen:
            iterators[in.a].left = iterators[in.a].left.without(stage.peers[cell(in.b)]);
            break;
        case Op::v_keep_crossing: {
            Mask kept = 0;
            for (Mask m = iterators[in.a].values & stage.every_kind; m; m &= m - 1)
                if (stage.crossing[kind(in.b) * stage.kinds + __builtin_ctzll(m)])
                    kept |= m & -m;
            iterators[in.a].values = kept;
            break;
        }
        case Op::s_skip_missing:
            iterators[in.a].left = iterators[in.a].left & stage.every_group;
            skip(iterators[in.a].left, [&](std::int32_t g) {
                const Mask among = S[in.b] == 1 ? scene.lone[g] : stage.every_value;
                return some(scene.missing[g] & changed.at[g] & among, [&](std::int32_t v) {
                    const std::int32_t i = v * groups + g;
                    return static_cast<std::uint64_t>(scene.room[i]) == S[in.b] && scene.need[i] > 0;
                });
            });
            break;
        case Op::s_skip_locked:
            iterators[in.a].left = iterators[in.a].left & stage.every_group;
            skip(iterators[in.a].left, [&](std::int32_t g) {
                return some(scene.missing[g] & changed.at[g], [&](std::int32_t v) { return locked(v, g); });
            });
            break;
        case Op::s_skip_touching:
            iterators[in.a].left = iterators[in.a].left & stage.every_group;
            skip(iterators[in.a].left, [&](std::int32_t g) {
                return some(S[in.b] & changed.at[g] & stage.every_value,
                            [&](std::int32_t v) { return scene.need[v * groups + g] > 0 && touching(v, g); });
            });
            break;
        case Op::v_keep_locked: {
            const std::int32_t g = group(in.b);
            Mask kept = 0;
            for (Mask m = iterators[in.a].values & stage.every_value; m; m &= m - 1)
                if (locked(__builtin_ctzll(m), g))
                    kept |= m & -m;
            iterators[in.a].values = kept;
            break;
        }
        case Op::v_keep_touching: {
            const std::int32_t g = group(in.b);
            Mask kept = 0;
            for (Mask m = iterators[in.a].values & stage.every_value; m; m &= m - 1)
                if (touching(__builtin_ctzll(m), g))
                    kept |= m & -m;
            iterators[in.a].values = kept;
            break;
        }
        case Op::v_keep_needed: {
            const std::int32_t g = group(in.b);
            Mask kept = 0;
            for (Mask m = iterators[in.a].values & stage.every_value; m; m &= m - 1)
                if (scene.need[__builtin_ctzll(m) * groups + g] > 0)
                    kept |= m & -m;
            iterators[in.a].values = kept;
            break;
        }
        case Op::pick_fill: {
            Pick& pick = picks[in.a];
            pick.clear();
            T[in.b].each([&](std::int32_t x) { pick.add(x); });
            break;
        }
        case Op::pick_fill_values: {
            Pick& pick = picks[in.a];
            pick.clear();
            for (Mask m = S[in.b]; m; m &= m - 1)
                pick.add(__builtin_ctzll(m));
            break;
        }
        case Op::pick_fill_cand: {
            Pick& pick = picks[in.a];
            pick.clear();
            (T[in.b] & stage.every_cell).each([&](std::int32_t x) { pick.add(x, scene.cand[x]); });
            break;
        }
        case Op::pick_fill_places: {
            Pick& pick = picks[in.a];
            const std::int32_t g = group(in.c);
            pick.clear();
            for (Mask m = S[in.b] & stage.every_value; m; m &= m - 1) {
                const std::int32_t v = __builtin_ctzll(m);
                if (scene.need[v * groups + g] > 0)
                    pick.add(v, scene.at[v] & stage.members[g]);
            }
            break;
        }
        case Op::pick_fill_meet:
        case Op::pick_fill_needy: {
            Pick& pick = picks[in.a];
            const std::int32_t v = value(in.c);
            Set<W> of = stage.of_kind[kind(in.d)];
            if (in.op == Op::pick_fill_needy)
                of = of & scene.needy[v];
            pick.clear();
            (T[in.b] & stage.every_group).each([&](std::int32_t g) {
                if (scene.need[v * groups + g] > 0)
                    pick.add(g, scene.reach(stage, v, g) & of);
            });
            break;
        }
        case Op::open_of:
            T[in.a] = scene.open & T[in.b];
            break;
        case Op::s_keep_narrow:
            keep_narrow(stage, scene, iterators[in.a].left, Pick::picked(S[in.b]), Pick::within(S[in.c]));
            break;
        case Op::s_keep_few:
            keep_few(stage, scene, iterators[in.a].left, Pick::picked(S[in.b]), Pick::within(S[in.c]));
            break;
        case Op::s_keep_clearing:
            keep_clearing(stage, scene, iterators[in.a].left, group(in.b));
            break;
        case Op::only_fitting:
        case Op::only_fitting_all: {
            auto leave_fitting = [this, &stage, &scene](std::int32_t g, bool each) __attribute__((noinline)) {
                if (!(each ? scene.unfit(stage, g) : scene.unfit_all(stage, g)))
                    return;
                (scene.open & stage.members[g]).each([&, said = registers_.conclusions.size()](std::int32_t x) {
                    const Mask fits = each ? scene.fitting(stage, g, x) : scene.fitting(stage, g);
                    for (Mask m = scene.cand[x] & ~fits; m; m &= m - 1)
                        conclude(x, __builtin_ctzll(m), false, said);
                });
            };
            leave_fitting(group(in.a), in.op == Op::only_fitting);
            break;
        }
        case Op::emit:
            if (!registers_.conclusions.empty()) {
                at = code + in.d;
                return leave(Result::match);
            }
            ok = false;
            break;
        default: // there is no other: `verify` has looked
            __builtin_unreachable();
        }
        if (ok) {
            ++at;
            continue;
        }
        const Instruction* const to = code + in.d;
        if (to <= at) { // every way back burns fuel, so nothing runs for ever
            if (fuel == 0 && !refuel(fuel))
                return leave(Result::out_of_fuel);
            --fuel;
        }
        at = to;
    }
}

#define X(W) template struct Registers<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X
#define X(W) template class Matcher<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
