#include "stage.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>

namespace gridwright {
namespace {

void check_lists(const std::vector<std::vector<std::int32_t>>& lists, std::size_t wanted, std::size_t below,
                 const char* what) {
    if (lists.size() != wanted)
        throw std::invalid_argument("expected " + std::to_string(wanted) + " lists of " + what + ", found " +
                                    std::to_string(lists.size()));
    for (const auto& list : lists)
        for (std::int32_t x : list)
            if (x < 0 || static_cast<std::size_t>(x) >= below)
                throw std::invalid_argument(std::string(what) + " " + std::to_string(x) + " is out of range");
}

// The board as relations see it.
struct Board final : Site {
    const Links& links;
    Board(const StageSpec& spec, const Links& found) : Site(spec.sizes), links(found) {}
    Earlier among(const std::vector<Variable>& scope) const override {
        Earlier earlier(scope.size());
        for (std::size_t i = 0; i < scope.size(); ++i) {
            const auto& far = links.apart[scope[i]];
            for (std::size_t j = 0; j < i; ++j)
                if (std::find(far.begin(), far.end(), scope[j]) != far.end())
                    earlier[i].push_back(static_cast<std::int32_t>(j));
        }
        return earlier;
    }
};

std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

} // namespace

void StageSpec::check() const {
    std::vector<bool> has_filling(members.size());
    for (const Filled& each : filled) {
        if (each.group < 0 || static_cast<std::size_t>(each.group) >= members.size() || each.relation < 0 ||
            each.relation >= 1'000'000 || has_filling[each.group] || members[each.group].empty())
            throw std::invalid_argument("a group is filled in one way");
        has_filling[each.group] = true;
        if (each.how.scope != members[each.group])
            throw std::invalid_argument("a group is filled by a relation of its cells");
    }
    std::vector<bool> looks(sizes.size());
    for (const View& view : views) {
        if (view.looker < 0 || static_cast<std::size_t>(view.looker) >= sizes.size() || looks[view.looker] ||
            view.relation < 0 || view.relation >= 1'000'000)
            throw std::invalid_argument("a cell has one arrow");
        looks[view.looker] = true;
        for (std::int32_t x : view.ahead)
            if (x < 0 || static_cast<std::size_t>(x) >= sizes.size())
                throw std::invalid_argument("an arrow sees a cell that is not there");
    }
    for (const auto& [group, other, total] : totals)
        if (group < 0 || static_cast<std::size_t>(group) >= members.size() || other < -1 || other >= 1'000'000 ||
            total < 0)
            throw std::invalid_argument("a group adds up to a number");
    std::size_t candidates = 0;
    for (std::int32_t size : sizes) {
        if (size < 1 || size > 64)
            throw std::invalid_argument("a cell has 1 to 64 values");
        candidates += static_cast<std::size_t>(size);
    }
    if (sizes.size() > kMostCells || members.size() > kMostCells)
        throw TooLarge("techniques run on boards of at most 4,096 cells and 4,096 groups, not " +
                       std::to_string(sizes.size()) + " and " + std::to_string(members.size()));
    check_lists(members, members.size(), sizes.size(), "members");
    check_lists(links, links.size(), candidates, "linked candidates");
    for (const Filled& each : filled)
        each.how.kind->check(each.how, sizes);
    if (kind_of.size() != members.size())
        throw std::invalid_argument("every group has a kind");
    for (std::int32_t kind : kind_of)
        if (kind < 0 || kind >= 64)
            throw std::invalid_argument("a kind is a number below 64");
    for (const auto& [value, group, often] : exact)
        if (value < 0 || value >= 64 || group < 0 || static_cast<std::size_t>(group) >= members.size() || often < 0)
            throw std::invalid_argument("a group holds a value a number of times");
    for (const auto* said : {&choices, &counts})
        for (const auto& [value, group, number] : *said)
            if (value < 0 || value >= 64 || group < 0 || static_cast<std::size_t>(group) >= members.size() ||
                number < 0 || number >= 1'000'000)
                throw std::invalid_argument("a choice is of a value in a group");
}

Links::Links(const StageSpec& spec) {
    std::vector<std::int32_t> first(1, 0), cell_of;
    for (std::size_t x = 0; x < spec.sizes.size(); ++x) {
        first.push_back(first.back() + spec.sizes[x]);
        cell_of.insert(cell_of.end(), static_cast<std::size_t>(spec.sizes[x]), static_cast<std::int32_t>(x));
    }
    linked.resize(cell_of.size());
    for (const auto& together : spec.links)
        for (std::int32_t c : together)
            linked[c].insert(linked[c].end(), together.begin(), together.end());
    for (std::size_t c = 0; c < linked.size(); ++c) {
        auto& own = linked[c];
        std::sort(own.begin(), own.end());
        own.erase(std::unique(own.begin(), own.end()), own.end());
        own.erase(std::remove(own.begin(), own.end(), static_cast<std::int32_t>(c)), own.end());
    }
    // shared[y]: the values that x and y cannot both have
    const std::size_t cells = spec.sizes.size();
    peers.resize(cells);
    apart.resize(cells);
    std::vector<Mask> shared(cells);
    for (std::size_t x = 0; x < cells; ++x) {
        std::fill(shared.begin(), shared.end(), 0);
        for (std::int32_t v = 0; v < spec.sizes[x]; ++v)
            for (std::int32_t c : linked[first[x] + v])
                if (c - first[cell_of[c]] == v)
                    shared[cell_of[c]] |= Mask{1} << v;
        for (std::size_t y = 0; y < cells; ++y) {
            const Mask both = ~Mask{0} >> (64 - std::min(spec.sizes[x], spec.sizes[y]));
            if (x == y || !shared[y])
                continue;
            if ((both & spec.loud) && !(both & spec.loud & ~shared[y]))
                peers[x].push_back(static_cast<std::int32_t>(y));
            if (!(both & ~shared[y]))
                apart[x].push_back(static_cast<std::int32_t>(y));
        }
    }
    const std::vector<std::int32_t> none;
    std::vector<std::int32_t> rivals;
    for (std::size_t c = 0; c < linked.size() && plain; ++c) {
        const std::int32_t x = cell_of[c], v = static_cast<std::int32_t>(c) - first[x];
        rivals.clear();
        for (std::int32_t other : linked[c])
            if (const std::int32_t y = cell_of[other]; other - first[y] == v)
                rivals.push_back(y);
            else
                plain &= y == x; // its own cell's others go in any case
        plain &= rivals == (spec.loud >> v & 1 ? peers[x] : none);
    }
}

template <int W> Stage<W>::Stage(const StageSpec& spec, const Links& links) : number(next_number()) {
    cells = static_cast<std::int32_t>(spec.sizes.size());
    groups = static_cast<std::int32_t>(spec.members.size());
    values = spec.sizes.empty() ? 0 : *std::max_element(spec.sizes.begin(), spec.sizes.end());
    kinds = 0;
    for (std::int32_t kind : spec.kind_of)
        kinds = std::max(kinds, kind + 1);
    every_value = values == 64 ? ~Mask{0} : (Mask{1} << values) - 1;
    every_kind = kinds == 64 ? ~Mask{0} : (Mask{1} << kinds) - 1;
    loud = spec.loud & every_value;
    every_cell = every_group = Set<W>::none();
    for (std::int32_t x = 0; x < cells; ++x)
        every_cell.add(x);
    for (std::int32_t g = 0; g < groups; ++g)
        every_group.add(g);
    auto sets = [](const std::vector<std::vector<std::int32_t>>& lists) {
        std::vector<Set<W>> result(lists.size(), Set<W>::none());
        for (std::size_t i = 0; i < lists.size(); ++i)
            for (std::int32_t x : lists[i])
                result[i].add(x);
        return result;
    };
    members = sets(spec.members);
    peers = sets(links.peers);
    apart = sets(links.apart);
    groups_at.assign(cells, Set<W>::none());
    of_kind.assign(kinds, Set<W>::none());
    for (std::int32_t g = 0; g < groups; ++g) {
        for (std::int32_t x : spec.members[g])
            groups_at[x].add(g);
        of_kind[spec.kind_of[g]].add(g);
    }
    kind_of = spec.kind_of;
    first.assign(1, 0);
    for (std::int32_t size : spec.sizes)
        first.push_back(first.back() + size);
    for (std::int32_t x = 0; x < cells; ++x)
        cell_of.insert(cell_of.end(), static_cast<std::size_t>(spec.sizes[x]), x);
    for (std::int32_t size : spec.sizes)
        own.push_back(~Mask{0} >> (64 - size));
    once.assign(groups, 0);
    exact.assign(static_cast<std::size_t>(values) * groups, kNoNeed);
    most.assign(values, 0);
    for (const auto& [value, group, often] : spec.exact) {
        if (value >= values)
            continue;
        exact[value * groups + group] = often;
        counted |= Mask{1} << value;
        most[value] = std::max(most[value], often);
        if (often == 1)
            once[group] |= Mask{1} << value;
    }
    crossing.assign(static_cast<std::size_t>(kinds) * kinds, 0);
    for (std::int32_t a = 0; a < kinds; ++a)
        for (std::int32_t b = 0; b < kinds; ++b)
            crossing[a * kinds + b] = a != b && crosses(a, b);
    choice_of.assign(exact.size(), -1);
    relation_of.assign(exact.size(), -1);
    choices = cells;
    for (const auto& [value, group, number] : spec.choices)
        if (value < values)
            choices = std::max(choices, (choice_of[value * groups + group] = number) + 1);
    for (const auto& [value, group, number] : spec.counts)
        if (value < values)
            relations = std::max(relations, (relation_of[value * groups + group] = number) + 1);
    distinct = Set<W>::none();
    for (std::int32_t g = 0; g < groups; ++g)
        if (all_apart(members[g]))
            distinct.add(g);
    sight.assign(groups, 0);
    for (std::int32_t x = 0; x < cells; ++x)
        for (std::int32_t g = 0; g < groups; ++g)
            if (!members[g].has(x))
                sight[g] = std::max(sight[g], (peers[x] & members[g]).count());
    group_from.assign(1, 0);
    for (std::int32_t x = 0; x < cells; ++x) {
        groups_at[x].each([&](std::int32_t g) { group_list.push_back(static_cast<std::uint16_t>(g)); });
        group_from.push_back(static_cast<std::int32_t>(group_list.size()));
    }
    if (!links.plain)
        list_rivals(links);
    fill(spec, links);
    look(spec);
}

template <int W> void Stage<W>::list_rivals(const Links& links) {
    rivals_.assign(links.linked.size(), Set<W>::none());
    strange_from.assign(1, 0);
    for (std::size_t c = 0; c < links.linked.size(); ++c) {
        const std::int32_t x = cell_of[c], v = static_cast<std::int32_t>(c) - first[x];
        for (std::int32_t other : links.linked[c]) {
            const std::int32_t y = cell_of[other];
            if (other - first[y] == v)
                rivals_[c].add(y);
            else if (y != x) // its own cell's others go in any case
                strange.push_back(other);
        }
        strange_from.push_back(static_cast<std::int32_t>(strange.size()));
    }
    if (strange.empty())
        strange_from.clear();
}

template <int W> void Stage<W>::look(const StageSpec& spec) {
    view_of.assign(cells, -1);
    view.resize(cells);
    ahead.assign(cells, Set<W>::none());
    behind = sighted = along = ahead;
    for (const StageSpec::View& each : spec.views) {
        view_of[each.looker] = each.relation;
        relations = std::max(relations, each.relation + 1);
        view[each.looker] = each.ahead;
        for (std::int32_t x : each.ahead) {
            ahead[each.looker].add(x);
            behind[x].add(each.looker);
        }
    }
    for (std::int32_t x = 0; x < cells; ++x) {
        sighted[x] = behind[x];
        sighted[x].add(x);
        for (auto q = view[x].begin(); q != view[x].end(); ++q)
            if (!view[*q].empty() && std::equal(q + 1, view[x].end(), view[*q].begin(), view[*q].end()))
                along[x].add(*q);
    }
}

template <int W> Set<W> Stage<W>::between(std::int32_t p, std::int32_t q) const {
    Set<W> found = Set<W>::none();
    for (std::int32_t x : view[p]) {
        if (x == q)
            break;
        found.add(x);
    }
    return found;
}

template <int W> void Stage<W>::fill(const StageSpec& spec, const Links& links) {
    filling_of.assign(groups, -1);
    ordered = spec.members;
    fits_from.assign(1, 0);
    for (const StageSpec::Filled& each : spec.filled) {
        const std::vector<std::int32_t>& scope = spec.members[each.group];
        filling_of[each.group] = static_cast<std::int32_t>(fillings.size());
        filled_by.push_back(each.relation);
        relations = std::max(relations, each.relation + 1);
        order.push_back(scope);
        fits_from.push_back(fits_from.back() + static_cast<std::int32_t>(scope.size()));
        RelationKind::Relations made;
        each.how.kind->make({{each.how, each.relation}}, Board(spec, links), made);
        clues.push_back(made[0]->clue());
        line_of_towers.push_back(made[0]->towers() && static_cast<std::int32_t>(scope.size()) == values);
        fillings.emplace_back(std::move(made[0]));
    }
    totals.assign(groups, -1);
    total_by.assign(groups, -1);
    for (std::int32_t g = 0; g < groups; ++g)
        if (filling_of[g] >= 0)
            total_by[g] = filled_by[filling_of[g]];
    for (const auto& [group, relation, total] : spec.totals) {
        totals[group] = total;
        total_by[group] = relation;
        relations = std::max(relations, relation + 1);
    }
    alone = Set<W>::none();
    for (std::int32_t g = 0; g < groups; ++g) {
        bool shares = false;
        of_kind[kind_of[g]].each([&](std::int32_t h) { shares |= h != g && (members[g] & members[h]).any(); });
        if (!shares)
            alone.add(g);
    }
}

template <int W> void Stage<W>::recage(std::int32_t from, const std::vector<NewCage>& cages) {
    fillings.clear();
    fits_from.assign(1, 0);
    order.resize(cages.size());
    clues.resize(cages.size());
    filled_by.resize(cages.size());
    line_of_towers.assign(cages.size(), 0);
    for (std::int32_t g = from; g < groups; ++g) {
        members[g] = Set<W>::none();
        ordered[g].clear();
        filling_of[g] = -1;
        totals[g] = total_by[g] = -1;
        distinct.add(g);
    }
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(cages.size()); ++i) {
        const std::int32_t g = from + i;
        const NewCage& cage = cages[i];
        order[i] = ordered[g] = *cage.cells;
        for (std::int32_t x : *cage.cells) {
            members[g].add(x);
            const std::int32_t last = group_from[x + 1] - 1; // cages come last
            groups_at[x].drop(group_list[last]);
            groups_at[x].add(g);
            group_list[last] = static_cast<std::uint16_t>(g);
        }
        if (!all_apart(members[g]))
            distinct.drop(g);
        filling_of[g] = filled_by[i] = total_by[g] = i;
        clues[i] = cage.target;
        totals[g] = cage.sum ? cage.target : -1;
        fits_from.push_back(fits_from.back() + static_cast<std::int32_t>(cage.cells->size()));
        fillings.emplace_back(cage_relation(*cage.cells, cage.cage, cage.target));
    }
}

template <int W> void Stage<W>::warm() const {
    auto ask = [](const auto& table) {
        const char* const from = reinterpret_cast<const char*>(table.data());
        for (std::size_t at = 0; at < table.size() * sizeof(table[0]); at += 64)
            __builtin_prefetch(from + at);
    };
    for (const auto* sets : {&members, &peers, &groups_at, &of_kind})
        ask(*sets);
    for (const auto* numbers : {&kind_of, &first, &exact, &choice_of, &relation_of, &group_from})
        ask(*numbers);
    ask(once);
    ask(own);
    ask(group_list);
}

template <int W> Set<W> Stage<W>::first_of(std::int32_t g, std::int64_t number) const {
    Set<W> found = Set<W>::none();
    for (std::int64_t i = 0; i < std::min<std::int64_t>(number, static_cast<std::int64_t>(ordered[g].size())); ++i)
        found.add(ordered[g][i]);
    return found;
}

// Do both kinds divide the same cells among their groups, and does each of a meet each of b in one cell?
template <int W> bool Stage<W>::crosses(std::int32_t a, std::int32_t b) const {
    auto divided = [&](std::int32_t kind, Set<W>& all) {
        bool once = true;
        all = Set<W>::none();
        of_kind[kind].each([&](std::int32_t g) {
            once &= !(all & members[g]).any();
            all = all | members[g];
        });
        return once;
    };
    Set<W> one, other;
    if (!divided(a, one) || !divided(b, other) || !(one == other))
        return false;
    bool meet = true;
    of_kind[a].each([&](std::int32_t g) {
        of_kind[b].each([&](std::int32_t h) { meet &= (members[g] & members[h]).count() == 1; });
    });
    return meet;
}

template <int W> bool Stage<W>::all_apart(const Set<W>& some) const {
    bool result = true;
    some.each([&](std::int32_t x) {
        Set<W> rest = some;
        rest.drop(x);
        result &= rest.inside(apart[x]);
    });
    return result;
}

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

// A matching of cells and values: each cell in turn takes a value, and whoever had it finds another.
template <int W> std::int32_t Scene<W>::variety(const Set<W>& cells) const {
    std::array<std::int32_t, 64> taken;
    taken.fill(-1);
    std::int32_t found = 0;
    auto finds = [&](auto& self, std::int32_t x, Mask& tried) -> bool {
        for (Mask m = cand[x] & ~tried; m; m = cand[x] & ~tried) {
            const int v = __builtin_ctzll(m);
            tried |= m & -m;
            if (taken[v] < 0 || self(self, taken[v], tried)) {
                taken[v] = x;
                return true;
            }
        }
        return false;
    };
    cells.each([&](std::int32_t x) {
        Mask tried = 0;
        found += finds(finds, x, tried);
    });
    return found;
}

template <int W> Mask Scene<W>::cases(const Stage<W>& stage, std::int32_t p, std::int32_t q) const {
    const auto& sight = stage.view[p];
    if (stage.view_of[p] < 0 || (q != p && !stage.ahead[p].has(q)))
        return stage.every_value;
    for (std::int32_t x : sight)
        if (!cand[x])
            return 0; // no way at all
    std::uint64_t ways = 1;
    for (std::int32_t x : sight) {
        ways *= static_cast<std::uint64_t>(__builtin_popcountll(cand[x]));
        if (ways > kMostCases)
            return stage.every_value;
    }
    Mask found = 0;
    auto fill = [&](auto& self, std::size_t i, Mask seen, Mask own) -> void {
        if (i == sight.size()) {
            const Mask count = Mask{1} << __builtin_popcountll(seen);
            if (cand[p] & count)
                found |= q == p ? count : own;
            return;
        }
        for (Mask m = cand[sight[i]]; m; m &= m - 1)
            self(self, i + 1, seen | (m & -m), sight[i] == q ? m & -m : own);
    };
    fill(fill, 0, 0, 0);
    return found;
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

template <int W>
Mask Scene<W>::summing(const Stage<W>& stage, const Set<W>& some, std::int64_t number, std::int32_t x) const {
    const std::int32_t count = some.count();
    if (count > kMostSummed || !some.has(x))
        return stage.every_value;
    // The cell itself comes last: what the others leave is its value.
    std::array<std::int32_t, kMostSummed> order{};
    std::int32_t n = 0;
    some.each([&](std::int32_t y) {
        if (y != x)
            order[n++] = y;
    });
    Mask found = 0;
    std::array<std::int32_t, kMostSummed> taken{};
    auto from = [&](auto&& again, std::int32_t i, std::int64_t left) -> void {
        if (left <= 0)
            return;
        if (i == n) {
            if (left > stage.values || !(cand[x] >> (left - 1) & 1))
                return;
            for (std::int32_t j = 0; j < n; ++j)
                if (taken[j] == left - 1 && stage.apart[x].has(order[j]))
                    return;
            found |= Mask{1} << (left - 1);
            return;
        }
        Mask open = cand[order[i]];
        for (std::int32_t j = 0; j < i; ++j)
            if (stage.apart[order[i]].has(order[j]))
                open &= ~(Mask{1} << taken[j]);
        for (; open; open &= open - 1) {
            taken[i] = __builtin_ctzll(open);
            again(again, i + 1, left - taken[i] - 1);
        }
    };
    from(from, 0, number);
    return found;
}

template <int W>
bool Scene<W>::standing(const Stage<W>& stage, std::int32_t g, std::array<std::int32_t, 64>& place) const {
    const std::int32_t filling = stage.filling_of[g];
    if (filling < 0 || !stage.line_of_towers[filling])
        return false;
    place.fill(-1);
    const std::vector<std::int32_t>& order = stage.order[filling];
    for (std::size_t i = 0; i < order.size(); ++i)
        if (value[order[i]] >= 0)
            place[value[order[i]]] = static_cast<std::int32_t>(i);
    return true;
}

template <int W> Set<W> Scene<W>::early(const Stage<W>& stage, std::int32_t g, std::int32_t v) const {
    std::array<std::int32_t, 64> place;
    if (!standing(stage, g, place))
        return Set<W>::none();
    auto hidden = [&](std::int32_t low) {
        for (std::int32_t high = low + 2; place[low] >= 0 && high < stage.values; ++high)
            if (place[high] >= 0 && place[high] < place[low])
                return true;
        return false;
    };
    if (hidden(v))
        return Set<W>::none();
    std::int64_t behind = 0;
    for (std::int32_t high = v + 1; high < stage.values; ++high)
        behind += !hidden(high);
    return stage.first_of(g, stage.clues[stage.filling_of[g]] - behind - 1);
}

template <int W> Mask Scene<W>::outdone(const Stage<W>& stage, std::int32_t g) const {
    std::array<std::int32_t, 64> place;
    if (!standing(stage, g, place))
        return 0;
    std::int32_t nearest = stage.values, seen = 0;
    for (std::int32_t v = stage.values - 1; v >= 0 && place[v] >= 0; --v)
        if (place[v] < nearest) {
            nearest = place[v];
            ++seen;
        }
    if (stage.clues[stage.filling_of[g]] != seen + 1)
        return 0;
    Mask low = 0;
    for (std::int32_t v = 0, left = nearest - 1; v < stage.values && left > 0; ++v)
        if (place[v] < nearest) {
            low |= Mask{1} << v;
            --left;
        }
    return low;
}

#define X(W) template struct Stage<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X
#define X(W) template struct Changed<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X
#define X(W) template struct Scene<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
