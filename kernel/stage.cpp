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

#define X(W) template struct Stage<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
