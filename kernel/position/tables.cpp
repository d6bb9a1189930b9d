#include "position/tables.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "relations/whole_board.hpp"

namespace gridwright {
namespace {

std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

} // namespace

template <int W> Tables<W>::Tables(const Spec& spec, const Relations& stated) : number(next_number()) {
    cells = static_cast<std::int32_t>(spec.sizes.size());
    groups = static_cast<std::int32_t>(spec.groups.size());
    values = spec.sizes.empty() ? 0 : *std::max_element(spec.sizes.begin(), spec.sizes.end());
    choices = static_cast<std::int32_t>(spec.choices.size());
    relations = static_cast<std::int32_t>(spec.relations.size());
    kind_of = spec.kinds;
    kinds = kind_of.empty() ? 0 : *std::max_element(kind_of.begin(), kind_of.end()) + 1;
    every_value = values ? ~Mask{0} >> (64 - values) : 0;
    every_kind = kinds ? ~Mask{0} >> (64 - kinds) : 0;
    every_cell = every_group = Set<W>::none();
    first.assign(1, 0);
    for (std::int32_t x = 0; x < cells; ++x) {
        every_cell.add(x);
        first.push_back(first.back() + spec.sizes[x]);
        cell_of.insert(cell_of.end(), static_cast<std::size_t>(spec.sizes[x]), x);
        own.push_back(~Mask{0} >> (64 - spec.sizes[x]));
    }
    ordered = spec.groups;
    members.assign(groups, Set<W>::none());
    groups_at.assign(cells, Set<W>::none());
    of_kind.assign(kinds, Set<W>::none());
    for (std::int32_t g = 0; g < groups; ++g) {
        every_group.add(g);
        of_kind[kind_of[g]].add(g);
        for (std::int32_t x : ordered[g]) {
            members[g].add(x);
            groups_at[x].add(g);
        }
    }
    group_from.assign(1, 0);
    for (std::int32_t x = 0; x < cells; ++x) {
        groups_at[x].each([&](std::int32_t g) { group_list.push_back(static_cast<std::uint16_t>(g)); });
        group_from.push_back(static_cast<std::int32_t>(group_list.size()));
    }
    exact.assign(static_cast<std::size_t>(values) * groups, kNoNeed);
    choice_of.assign(exact.size(), -1);
    relation_of.assign(exact.size(), -1);
    read_sets(spec);
    read_relations(spec, stated);
    link(spec);
    look();
    crossing.assign(static_cast<std::size_t>(kinds) * kinds, 0);
    for (std::int32_t a = 0; a < kinds; ++a)
        for (std::int32_t b = 0; b < kinds; ++b)
            crossing[a * kinds + b] = a != b && crosses(a, b);
    distinct = alone = Set<W>::none();
    sight.assign(groups, 0);
    for (std::int32_t g = 0; g < groups; ++g) {
        if (all_apart(members[g]))
            distinct.add(g);
        every_cell.without(members[g]).each([&](std::int32_t x) {
            sight[g] = std::max(sight[g], (peers[x] & members[g]).count());
        });
        bool shares = false;
        of_kind[kind_of[g]].each([&](std::int32_t h) { shares |= h != g && (members[g] & members[h]).any(); });
        if (!shares)
            alone.add(g);
    }
    list_sums();
}

// Choices and at-most-one sets: which candidates exclude each other, and which groups hold a value once.
template <int W> void Tables<W>::read_sets(const Spec& spec) {
    rivals_.assign(cell_of.size(), Set<W>::none());
    std::vector<std::pair<Candidate, Candidate>> strangers;
    const auto value_of = [&](Candidate c) { return c - first[cell_of[c]]; };
    const auto exclude = [&](Lists::List together) {
        Mask said = 0;
        Set<W> where = Set<W>::none();
        for (Candidate c : together) {
            said |= Mask{1} << value_of(c);
            where.add(cell_of[c]);
        }
        loud |= said;
        const bool one_value = !(said & (said - 1));
        for (Candidate c : together) {
            if (one_value)
                rivals_[c] = rivals_[c] | where;
            for (Candidate other : together) {
                if (one_value)
                    break;
                if (value_of(other) == value_of(c))
                    rivals_[c].add(cell_of[other]);
                else if (cell_of[other] != cell_of[c]) // its own cell's others go in any case
                    strangers.emplace_back(c, other);
            }
        }
        return one_value ? said : 0;
    };
    for (std::int32_t i = cells; i < choices; ++i) {
        const Mask said = exclude(spec.choices[i]);
        const std::int32_t group = spec.choice_groups.empty() ? -1 : spec.choice_groups[i];
        const std::int32_t about = said && group >= 0 ? __builtin_ctzll(said) * groups + group : -1;
        if (about < 0 || choice_of[about] >= 0) // `exact` stands for one
            other_choices.add(spec.choices[about < 0 ? i : choice_of[about]]);
        if (about >= 0) {
            exact[about] = 1;
            choice_of[about] = i;
        }
    }
    for (const auto& together : spec.at_most_ones)
        exclude(together);
    for (std::size_t c = 0; c < rivals_.size(); ++c)
        rivals_[c].drop(cell_of[c]);
    if (strangers.empty())
        return;
    std::sort(strangers.begin(), strangers.end());
    strangers.erase(std::unique(strangers.begin(), strangers.end()), strangers.end());
    strange_from.assign(cell_of.size() + 1, 0);
    for (const auto& [c, other] : strangers) {
        ++strange_from[c + 1];
        strange.push_back(other);
    }
    std::partial_sum(strange_from.begin(), strange_from.end(), strange_from.begin());
}

// What relations are to rules, each by its own word, and how often groups hold values.
template <int W> void Tables<W>::read_relations(const Spec& spec, const Relations& stated) {
    std::vector<const std::shared_ptr<Relation>*> by_statement(spec.relations.size());
    for (const auto& relation : stated)
        for (std::int32_t i : relation->statements)
            by_statement[i] = &relation;
    filling_of.assign(groups, -1);
    fits_from.assign(1, 0);
    totals.assign(groups, -1);
    total_by.assign(groups, -1);
    differing_by.assign(groups, -1);
    view_of.assign(cells, -1);
    looker_of.assign(groups, -1);
    view_group.assign(cells, -1);
    filled_groups = Set<W>::none();
    view.resize(cells);
    beside.clear();
    std::vector<std::int32_t> sums(groups, -1); // the relation that says what a group adds up to and does not fill it
    for (std::int32_t i = 0; i < relations; ++i) {
        const std::shared_ptr<Relation>& relation = *by_statement[i];
        const std::vector<Variable>& scope = spec.relations[i].scope;
        const std::int32_t g = spec.relations[i].group;
        loud |= relation->speaks_of(spec.sizes);
        if (relation->looks()) {
            if (const Variable looker = scope.back(); view_of[looker] < 0) {
                view_of[looker] = i;
                view[looker].assign(scope.begin(), scope.end() - 1);
                if (g >= 0) {
                    looker_of[g] = looker;
                    view_group[looker] = g;
                    filled_groups.add(g);
                }
            }
            continue;
        }
        others.push_back(relation);
        if (const Adjacency* near = relation->adjacency()) {
            beside.resize(cells, Set<W>::none());
            for (std::int32_t k = 0; k < near->size(); ++k)
                for (std::int32_t other : (*near)[k])
                    beside[scope[k]].add(scope[other]);
        }
        if (g < 0)
            continue;
        if (const auto often = relation->often(); often && often->first < values) {
            const std::int32_t about = often->first * groups + g;
            relation_of[about] = i;
            filled_groups.add(g);
            if (exact[about] == kNoNeed)
                exact[about] = often->second;
        }
        if (differing_by[g] < 0 && relation->differ() && relation->sum_of_numbers() >= 0)
            differing_by[g] = i;
        if (!relation->fills()) {
            if (sums[g] < 0 && relation->sum_of_numbers() >= 0)
                sums[g] = i;
            continue;
        }
        if (filling_of[g] >= 0)
            continue;
        others.pop_back();
        filled_groups.add(g);
        filling_of[g] = static_cast<std::int32_t>(fillings.size());
        filled_by.push_back(i);
        order.push_back(scope);
        fits_from.push_back(fits_from.back() + static_cast<std::int32_t>(scope.size()));
        clues.push_back(relation->clue());
        whole_skyline.push_back(relation->whole_skyline() && static_cast<std::int32_t>(scope.size()) == values);
        fillings.emplace_back(relation);
    }
    for (const auto& [value, group, often] : spec.counts) {
        loud |= Mask{1} << value;
        if (value < values && exact[value * groups + group] == kNoNeed)
            exact[value * groups + group] = often;
    }
    loud &= every_value;
    once.assign(groups, 0);
    most.assign(values, 0);
    for (std::int32_t v = 0; v < values; ++v)
        for (std::int32_t g = 0; g < groups; ++g) {
            const std::int32_t often = exact[v * groups + g];
            if (often == kNoNeed)
                continue;
            counted |= Mask{1} << v;
            most[v] = std::max(most[v], often);
            if (often == 1)
                once[g] |= Mask{1} << v;
        }
    for (std::int32_t g = 0; g < groups; ++g) {
        if (once[g] == every_value && members[g].count() == values)
            totals[g] = std::int64_t{values} * (values + 1) / 2;
        total_by[g] = filling_of[g] >= 0 ? filled_by[filling_of[g]] : sums[g];
        for (std::int32_t i : {filling_of[g] >= 0 ? filled_by[filling_of[g]] : -1, sums[g]})
            if (i >= 0 && (*by_statement[i])->sum_of_numbers() >= 0)
                totals[g] = (*by_statement[i])->sum_of_numbers();
    }
}

// The cells that cannot repeat a cell's value, whichever loud one it is, and those that can share none at all. Cells
// that have not as many values say nothing of those that they lack.
template <int W> void Tables<W>::link(const Spec& spec) {
    std::vector<Set<W>> without(values, Set<W>::none()); // of each value, the cells that do not have it
    for (std::int32_t x = 0; x < cells; ++x)
        for (std::int32_t v = spec.sizes[x]; v < values; ++v)
            without[v].add(x);
    const auto excluded = [&](std::int32_t x, Mask some) {
        if (!some)
            return Set<W>::none();
        Set<W> all = every_cell.without(without[__builtin_ctzll(some)]);
        for (; some; some &= some - 1) {
            const std::int32_t v = __builtin_ctzll(some);
            all = all & (rivals_[first[x] + v] | without[v]);
        }
        return all;
    };
    bool plain = strange.empty(); // a value goes from the cell's peers if it is loud, and nothing else goes anywhere
    for (std::int32_t x = 0; x < cells; ++x) {
        apart.push_back(excluded(x, own[x]));
        peers.push_back(loud == every_value ? apart[x] : excluded(x, own[x] & loud));
        for (std::int32_t v = 0; v < spec.sizes[x]; ++v)
            plain &= rivals_[first[x] + v] == (loud >> v & 1 ? peers[x] : no_cell_);
    }
    if (plain)
        rivals_ = {};
}

template <int W> void Tables<W>::list_sums() {
    differing = Set<W>::none();
    auto divides = [&](std::int32_t kind) {
        std::int32_t count = 0;
        of_kind[kind].each([&](std::int32_t g) { count += members[g].count(); });
        return count == cells;
    };
    for (std::int32_t g = 0; g < groups; ++g) {
        if (differing_by[g] >= 0)
            differing.add(g);
        if (!alone.has(g))
            continue;
        if (differing_by[g] >= 0)
            sum_cages.push_back(g);
        else if (totals[g] >= 0 && filling_of[g] < 0 && divides(kind_of[g]))
            sum_lines.push_back(g);
    }
}

template <int W> void Tables<W>::look() {
    ahead.assign(cells, Set<W>::none());
    behind = sighted = along = ahead;
    for (std::int32_t p = 0; p < cells; ++p)
        for (std::int32_t x : view[p]) {
            ahead[p].add(x);
            behind[x].add(p);
        }
    for (std::int32_t x = 0; x < cells; ++x) {
        sighted[x] = behind[x];
        sighted[x].add(x);
        for (auto q = view[x].begin(); q != view[x].end(); ++q)
            if (!view[*q].empty() && std::equal(q + 1, view[x].end(), view[*q].begin(), view[*q].end()))
                along[x].add(*q);
    }
}

template <int W> Set<W> Tables<W>::between(std::int32_t p, std::int32_t q) const {
    Set<W> found = Set<W>::none();
    for (std::int32_t x : view[p]) {
        if (x == q)
            break;
        found.add(x);
    }
    return found;
}

template <int W> void Tables<W>::recage(std::int32_t from, const std::vector<NewCage>& cages) {
    fillings.clear();
    fits_from.assign(1, 0);
    relations = static_cast<std::int32_t>(cages.size());
    order.resize(cages.size());
    clues.resize(cages.size());
    filled_by.resize(cages.size());
    whole_skyline.assign(cages.size(), 0);
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

template <int W> void Tables<W>::warm() const {
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

template <int W> Set<W> Tables<W>::first_of(std::int32_t g, std::int64_t number) const {
    Set<W> found = Set<W>::none();
    for (std::int64_t i = 0; i < std::min<std::int64_t>(number, static_cast<std::int64_t>(ordered[g].size())); ++i)
        found.add(ordered[g][i]);
    return found;
}

// Do both kinds divide the same cells among their groups, and does each of a meet each of b in one cell?
template <int W> bool Tables<W>::crosses(std::int32_t a, std::int32_t b) const {
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

template <int W> bool Tables<W>::all_apart(const Set<W>& some) const {
    bool result = true;
    some.each([&](std::int32_t x) {
        Set<W> rest = some;
        rest.drop(x);
        result &= rest.inside(apart[x]);
    });
    return result;
}

#define X(W) template struct Tables<W>;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
