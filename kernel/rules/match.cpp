#include "rules/match.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "position/line_graph.hpp"
#include "relations/whole_board.hpp"

namespace gridwright {
namespace {

constexpr std::size_t kMostElements = kMostCells; // as many as a board has cells, groups or values

// What words and wide instructions compute. Large ones stand apart: inside the machine they cost all others registers.
#define GRIDWRIGHT_FUNCTIONS
#define INSTRUCTION(...)
#define APART(...)
#define GROUNDS(...)
#include "rules/instructions.inl"
#undef INSTRUCTION
#undef APART
#undef GROUNDS
#undef GRIDWRIGHT_FUNCTIONS

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
    grow(lists, plan.lists);
}

template <int W> void Registers<W>::clear() {
    std::fill(scalars.begin(), scalars.end(), 0);
    std::fill(sets.begin(), sets.end(), Set<W>::none());
    std::fill(iterators.begin(), iterators.end(), Iterator{Set<W>::none(), 0});
    for (Pick& pick : picks) {
        pick.clear();
        pick.go(0, 0);
    }
    for (auto& list : lists)
        list.clear();
}

template <int W>
Matcher<W>::Matcher(const Plan& plan, const Tables<W>& tables, const Position<W>& position, Registers<W>& registers,
                    Mask* lent)
    : changed(tables, lent), plan_(plan), tables_(tables), position_(position), registers_(registers) {
    if (plan.new_at_group.iterator < 0)
        changed.count = 0; // nobody asks
    changed.everything(tables);
}

template <int W> void Matcher<W>::restart(std::uint64_t fuel) {
    fuel_ = fuel;
    registers_.chains.forget();
    registers_.fishes.forget();
    registers_.sought.clear();
    registers_.next_sought = 0;
    registers_.next_part = 0;
    at_ = tables_.cells == 0 || tables_.groups == 0 || tables_.values == 0 ? plan_.code.size() - 1 : 0;
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
        changed.cells = changed.cells & ahead(plan_.new_cells, tables_.cells);
    if (plan_.new_sights.iterator >= 0)
        changed.sights = changed.sights & ahead(plan_.new_sights, tables_.cells);
    if (plan_.new_values.iterator >= 0)
        changed.values &= values_ahead(plan_.new_values);
    if (plan_.new_groups.iterator >= 0) {
        const Set<W> left = ahead(plan_.new_groups, tables_.groups);
        if (plan_.new_at_group.iterator >= 0) {
            changed.groups.without(left).each([&](std::int32_t g) { changed.at[g] = 0; });
            const std::uint64_t g = scalars[plan_.new_groups.element];
            if (g < static_cast<std::uint64_t>(tables_.groups))
                changed.at[g] &= values_ahead(plan_.new_at_group);
        }
        changed.groups = changed.groups & left;
    }
}

// What is placed stays.
template <int W> bool Matcher<W>::changes(const Conclusion& c) const {
    return !position_.placed[c.cell] && (position_.cand[c.cell] >> c.value & 1);
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
    if (elements.size() < kMostElements)
        value_masks.push_back(mask);
    add(element);
}

template <int W> void Registers<W>::Pick::add(std::int32_t element, const Set<W>& mask) {
    kind = 2;
    if (elements.size() < kMostElements)
        cell_masks.push_back(mask);
    add(element);
}

// Elements that alone are above the bound are in no selection.
template <int W> void Registers<W>::Pick::go(std::uint64_t wanted, std::uint64_t most) {
    if ((kind == 1 && value_masks.size() != elements.size()) || (kind == 2 && cell_masks.size() != elements.size()))
        kind = 0; // a plan that mixes them gets no pruning
    n = picked(wanted);
    bound = within(most);
    depth = 0;
    begun = false;
    const auto keep = [&](auto& masks, auto size) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < elements.size(); ++i)
            if (size(masks[i]) <= bound) {
                masks[kept] = masks[i];
                elements[kept++] = elements[i];
            }
        elements.resize(kept);
        masks.resize(kept);
    };
    if (kind == 1)
        keep(value_masks, [](Mask mask) { return __builtin_popcountll(mask); });
    if (kind == 2)
        keep(cell_masks, [](const Set<W>& mask) { return mask.count(); });
    if (kind == 2 && cell_unions.size() < static_cast<std::size_t>(n))
        cell_unions.resize(n);
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

void Grounds::clear() {
    for (std::int32_t x : cells)
        gone[x] = 0;
    cells.clear();
    std::fill(choices.begin(), choices.end(), 0);
    std::fill(relations.begin(), relations.end(), 0);
}

// Grounds: the candidates of a cell that are missing, those of these values.
template <int W> void Matcher<W>::absent(std::int32_t x, Mask values) {
    values &= tables_.own[x] & ~position_.cand[x];
    if (trying_)
        costs_ |= values != 0;
    else
        grounds_->absent(x, values);
}

// All that the cells of a group have lost that are decided for one of these values.
template <int W> void Matcher<W>::held(std::int32_t g, Mask values) {
    tables_.members[g].each([&](std::int32_t x) {
        if (position_.value[x] >= 0 && (values >> position_.value[x] & 1))
            absent(x, ~Mask{0});
    });
}

// The group must hold the value. That it holds no more than one is a link and uses no choice.
template <int W> void Matcher<W>::use(std::int32_t v, std::int32_t g, bool at_most) {
    const std::int32_t about = v * tables_.groups + g;
    if (tables_.relation_of[about] >= 0)
        use_relation(tables_.relation_of[about]);
    else if (tables_.choice_of[about] >= 0) {
        if (!at_most)
            use_choice(tables_.choice_of[about]);
    } else if (tables_.exact[about] > 0) // as many as cells: it is said of each cell
        tables_.members[g].each([&](std::int32_t x) { use_choice(x); });
}

// What a looker sees counts: all its cells have a value.
template <int W> void Matcher<W>::use_view(std::int32_t p) {
    if (trying_ || tables_.view_of[p] < 0)
        return;
    use_relation(tables_.view_of[p]);
    use_choice(p);
    std::uint64_t* const choices = grounds_->choices.data();
    for (std::int32_t x : tables_.view[p])
        choices[x >> 6] |= std::uint64_t{1} << (x & 63);
}

// How a group is filled: the choices of its cells, and of those that pass all that they lack.
template <int W> template <class Passes> void Matcher<W>::filled(std::int32_t g, Passes passes) {
    const std::int32_t filling = tables_.filling_of[g];
    if (filling < 0)
        return;
    for (std::int32_t x : tables_.order[filling]) {
        if (passes(x))
            absent(x, ~Mask{0});
        use_choice(x);
    }
    use_relation(tables_.filled_by[filling]);
}

template <int W> [[gnu::noinline]] void Matcher<W>::read_ground(const Instruction& in) {
    const std::uint64_t* const S = registers_.scalars.data();
    const Set<W>* const T = registers_.sets.data();
    const Tables<W>& tables = tables_;
    const Position<W>& position = position_;
    auto each_cell = [&](std::int32_t r, auto visit) { (T[r] & tables.every_cell).each(visit); };
    auto each_group = [&](std::int32_t r, auto visit) { (T[r] & tables.every_group).each(visit); };
    auto each_pair = [&](const Instruction& of, auto visit) {
        for (Mask m = S[of.a] & tables.every_value; m; m &= m - 1)
            each_group(of.b, [&](std::int32_t g) { visit(__builtin_ctzll(m), g); });
    };
    switch (in.op) {
#define INSTRUCTION(...)
#define APART(...)
#define GROUNDS(name, shape, ...)                                                                                      \
    case Op::name:                                                                                                     \
        __VA_ARGS__ break;
#include "rules/instructions.inl"
#undef INSTRUCTION
#undef APART
#undef GROUNDS
    default:
        break;
    }
}

// Excludes from these cells these of their candidates.
template <int W> void Matcher<W>::exclude_all(const Set<W>& cells, Mask values) {
    (cells & tables_.every_cell).each([&, said = registers_.conclusions.size()](std::int32_t x) {
        for (Mask m = position_.cand[x] & values; m; m &= m - 1)
            conclude(x, __builtin_ctzll(m), false, said);
    });
}

// Leaves the open cells of a group what fits each of them, or some cell of it.
template <int W> [[gnu::noinline]] void Matcher<W>::leave_fitting(std::int32_t g, bool each) {
    if (!position_.unfit(tables_, g, each))
        return;
    (position_.open & tables_.members[g]).each([&, said = registers_.conclusions.size()](std::int32_t x) {
        const Mask fits = each ? position_.fitting(tables_, g, x) : position_.fitting(tables_, g);
        for (Mask m = position_.cand[x] & ~fits; m; m &= m - 1)
            conclude(x, __builtin_ctzll(m), false, said);
    });
}

template <int W>
[[gnu::noinline]] bool Matcher<W>::exclude_unplaceable(const Instruction& in, bool with_room, std::uint64_t& fuel) {
    const std::int32_t v = value(in.d);
    Set<W> few, full;
    const auto [gone, ways] = placed_everywhere(tables_, position_, v, registers_.sets[in.b] & tables_.every_cell,
                                                registers_.scalars[in.c], with_room, few, full);
    registers_.sets[in.a] = few;
    exclude_all(gone, Mask{1} << v);
    fuel -= std::min(fuel, static_cast<std::uint64_t>(ways));
    return fuel > 0 || refuel(fuel);
}

template <int W> [[gnu::noinline]] bool Matcher<W>::next_chain(const Instruction& in, bool& ok, std::uint64_t& fuel) {
    ChainSearch<W>& chains = registers_.chains;
    auto result = chains.next(fuel);
    while (result == ChainSearch<W>::Result::out_of_fuel) {
        if (!refuel(fuel))
            return false;
        result = chains.next(fuel);
    }
    ok = result == ChainSearch<W>::Result::chain;
    if (!ok)
        return true;
    registers_.lists[in.a] = chains.told;
    registers_.scalars[in.b] = static_cast<std::uint64_t>(chains.cell);
    chains.each_conclusion([&](std::int32_t x, std::int32_t v) { conclude(x, v, false, 0); });
    return true;
}

template <int W> [[gnu::noinline]] bool Matcher<W>::run_apart(const Instruction& in) {
    std::uint64_t* const S = registers_.scalars.data();
    Set<W>* const T = registers_.sets.data();
    const Tables<W>& tables = tables_;
    const Position<W>& position = position_;
    bool ok = true;
    switch (in.op) {
#define INSTRUCTION(...)
#define APART(name, shape, ...)                                                                                        \
    case Op::name:                                                                                                     \
        __VA_ARGS__ break;
#define GROUNDS(...)
#include "rules/instructions.inl"
#undef INSTRUCTION
#undef APART
#undef GROUNDS
    default:
        break;
    }
    return ok;
}

template <int W> [[gnu::noinline]] bool Matcher<W>::list_fishes(const Instruction& in, std::uint64_t& fuel) {
    registers_.scalars[in.a] = 0;
    auto spend = [&] { return (fuel || refuel(fuel)) && fuel--; };
    return registers_.fishes.list(tables_, position_, in.b, in.c & 1, in.c >> 1 & 1, in.c >> 2 & 1, spend);
}

// Lists where a rule may match with a value in a part of the board: a group, a cell or two kinds.
template <int W>
template <class Spend>
bool Matcher<W>::seek_part(const Instruction& in, std::int32_t v, std::int32_t part, Spend spend) {
    auto& found = registers_.sought;
    switch (in.op) {
    case Op::seek_tile:
        return seek_tile(tables_, position_, v, part, spend, found);
    case Op::seek_tiled_rest:
        return RestSeeker(tables_, position_, in.c, spend, found).seek(v, part / tables_.kinds, part % tables_.kinds);
    case Op::seek_crowd:
        return CrowdSeeker(tables_, position_, in.c, spend, found).seek(v, part);
    default:
        return seek_cover(tables_, position_, in.op == Op::seek_cover_three, v, part, spend, found);
    }
}

// Part by part, for the first that is found may be enough; only with values that are new to the rule.
template <int W> [[gnu::noinline]] bool Matcher<W>::seek(const Instruction& in, bool& ok, std::uint64_t& fuel) {
    const std::int32_t parts = in.op == Op::seek_tile         ? tables_.groups
                               : in.op == Op::seek_tiled_rest ? tables_.kinds * tables_.kinds
                                                              : tables_.cells;
    auto& found = registers_.sought;
    std::size_t& next = registers_.next_sought;
    std::int32_t& part = registers_.next_part;
    while (next == found.size()) {
        found.clear();
        next = 0;
        const std::int32_t v = part / std::max(parts, 1);
        ok = parts > 0 && v < tables_.values;
        if (!ok)
            return true;
        if (!((tables_.loud & changed.values) >> v & 1))
            part = (v + 1) * parts;
        else if (!seek_part(in, v, part++ % parts, [&] { return (fuel || refuel(fuel)) && fuel--; }))
            return false;
    }
    const Sought<W>& place = found[next++];
    registers_.sets[in.b] = place.groups;
    for (std::size_t i = 0; i < place.variables.size() && in.a + i < registers_.scalars.size(); ++i)
        registers_.scalars[in.a + i] = static_cast<std::uint64_t>(place.variables[i]);
    return true;
}

template <int W> typename Matcher<W>::Result Matcher<W>::next() {
    registers_.conclusions.clear();
    return run();
}

template <int W>
typename Matcher<W>::Result Matcher<W>::read_grounds(Grounds& grounds, std::uint64_t fuel, const Mask* asked) {
    const std::size_t back = at_;
    const std::uint64_t left = fuel_;
    grounds.clear();
    grounds_ = &grounds;
    asked_ = asked;
    trying_ = false;
    fuel_ = fuel;
    at_ = static_cast<std::size_t>(plan_.grounds);
    Result result = run();
    while (result == Result::match) // a plan from outside may emit while it reads
        result = run();
    grounds_ = nullptr;
    asked_ = nullptr;
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
    const Tables<W>& tables = tables_;
    const Position<W>& position = position_;
    const std::int32_t groups = tables.groups;
    Pick* const picks = registers_.picks.data();
    std::uint64_t fuel = slice_ = std::min(fuel_, registers_.watch->left());
    // A plan from outside may hold any number where a cell is wanted; it must not lead out of a table.
    auto index = [S](std::int32_t r, std::int32_t n) {
        return S[r] < static_cast<std::uint64_t>(n) ? static_cast<std::int32_t>(S[r]) : 0;
    };
    auto cell = [&](std::int32_t r) { return index(r, tables.cells); };
    auto group = [&](std::int32_t r) { return index(r, groups); };
    auto value = [&](std::int32_t r) { return index(r, tables.values); };
    auto kind = [&](std::int32_t r) { return index(r, tables.kinds); };
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
#define INSTRUCTION(name, shape, ...)                                                                                  \
    case Op::name:                                                                                                     \
        __VA_ARGS__ break;
#define APART(...)
#define GROUNDS(...)
#include "rules/instructions.inl"
#undef INSTRUCTION
#undef APART
#undef GROUNDS
#define INSTRUCTION(...)
#define APART(name, ...) case Op::name:
#define GROUNDS(...)
#include "rules/instructions.inl"
#undef APART
#undef GROUNDS
            ok = run_apart(in);
            break;
#define APART(...)
#define GROUNDS(name, ...) case Op::name:
#include "rules/instructions.inl"
#undef INSTRUCTION
#undef APART
#undef GROUNDS
            if (grounds_)
                read_ground(in);
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

template <int W>
void MatchedPosition<W>::fit(const std::vector<const Plan*>& plans, const Tables<W>& tables, Watch& watch) {
    position.fit(tables);
    registers.watch = &watch;
    for (const Plan* plan : plans)
        registers.fit(*plan);
    lent.assign(plans.size() * tables.groups, 0);
    matchers.reserve(plans.size());
    for (std::size_t i = 0; i < plans.size(); ++i)
        matchers.emplace_back(*plans[i], tables, position, registers, lent.data() + i * tables.groups);
}

template <int W>
Matcher<W>& MatchedPosition<W>::begin(std::size_t rule, bool everywhere, const Tables<W>& tables, std::uint64_t fuel) {
    Matcher<W>& matcher = matchers[rule];
    if (everywhere) {
        matcher.changed.everything(tables);
    } else {
        matcher.changed.nothing();
        matcher.changed.add(position.fresh);
    }
    matcher.restart(fuel);
    return matcher;
}

#define X(W) template struct MatchedPosition<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
