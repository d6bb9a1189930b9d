#include "problem.hpp"

#include <algorithm>
#include <bit>

#include "apart.hpp"
#include "cage.hpp"
#include "pairing.hpp"
#include "propagator.hpp"
#include "skyline.hpp"
#include "sweep.hpp"

namespace gridwright {
namespace {

std::int32_t padded_width(std::int32_t columns) {
    const std::int32_t words = std::max(1, (columns + 63) / 64);
    for (std::int32_t width : {1, 2, 4, 6, 8})
        if (words <= width)
            return width;
    return (words + 7) / 8 * 8;
}

} // namespace

Problem::Problem(Spec given, std::int64_t dense_bytes) : spec(std::move(given)) {
    spec.check();
    number_candidates();
    make_propagators();
    find_slack();
    lay_out_columns();
    lay_out_sets();
    path = choose_path(width);
    write_masks(dense_bytes);
    pairings = find_pairings(*this);
    write_initial();
}

Problem::~Problem() = default;

void Problem::number_candidates() {
    first.assign(1, 0);
    for (std::int32_t size : spec.sizes)
        first.push_back(first.back() + size);
    for (Variable x = 0; x < variables(); ++x)
        variable_of.insert(variable_of.end(), spec.sizes[x], x);
}

void Problem::make_propagators() {
    for (const CountSpec& count : spec.counts)
        propagators.push_back(make_count(count));
    for (const SumSpec& sum : spec.sums)
        propagators.push_back(make_distinct_sum(sum));
    for (const TableSpec& table : spec.tables)
        propagators.push_back(make_table(table));
    if (!spec.cages.empty() || !spec.skylines.empty())
        make_cages_and_skylines();
    propagators_of.resize(variables());
    for (std::size_t i = 0; i < propagators.size(); ++i)
        for (Variable x : propagators[i]->scope)
            propagators_of[x].push_back(static_cast<std::int32_t>(i));
}

void Problem::make_cages_and_skylines() {
    const Apart apart(spec, first);
    for (const CageSpec& cage : spec.cages) {
        std::vector<std::int32_t> sizes;
        for (Variable x : cage.scope)
            sizes.push_back(spec.sizes[x]);
        cages.push_back(cage_of(cage.operation, cage.target, std::move(sizes), apart.among(cage.scope)));
        propagators.push_back(make_cage(cage, cages.back()));
    }
    for (const SkylineSpec& line : spec.skylines) {
        bool differ = apart.all(line.scope);
        for (Variable x : line.scope)
            differ &= spec.sizes[x] == static_cast<std::int32_t>(line.scope.size());
        skylines.emplace_back(line.seen, line.scope.size(), differ);
        propagators.push_back(make_skyline(line, skylines.back()));
    }
}

void Problem::find_slack() {
    slack.assign(variables(), -1);
    std::vector<bool> spoken(candidates(), false), chosen(candidates(), false);
    for (std::size_t i = variables(); i < spec.choices.size(); ++i)
        for (Candidate c : spec.choices[i])
            spoken[c] = chosen[c] = true;
    for (const auto& set : spec.at_most_ones)
        for (Candidate c : set)
            spoken[c] = true;
    for (Variable x = 0; x < variables(); ++x) {
        if (spec.sizes[x] != 2 || !propagators_of[x].empty())
            continue;
        const Candidate a = first[x], b = a + 1;
        if (chosen[b] && !spoken[a])
            slack[x] = 0;
        else if (chosen[a] && !spoken[b])
            slack[x] = 1;
    }
}

// How many planes to use: the largest choice's members, or fewer where the few larger than usual fit folded into spare
// columns of a single word.
std::int32_t Problem::folded_planes(const std::vector<const std::vector<Candidate>*>& kept) const {
    if (width != 1 || kept.empty())
        return planes;
    std::vector<std::int32_t> sizes;
    for (const auto* choice : kept)
        sizes.push_back(static_cast<std::int32_t>(choice->size()));
    std::nth_element(sizes.begin(), sizes.begin() + sizes.size() / 2, sizes.end());
    const std::int32_t usual = sizes[sizes.size() / 2];
    std::int32_t needed = 0;
    for (std::int32_t size : sizes)
        needed += (size + usual - 1) / usual;
    return needed <= 64 ? usual : planes;
}

void Problem::lay_out_columns() {
    std::vector<const std::vector<Candidate>*> kept;
    for (std::size_t i = 0; i < spec.choices.size(); ++i) {
        const bool own = i < slack.size();
        const auto& choice = spec.choices[own ? i : spec.choices.size() - 1 - (i - slack.size())];
        impossible |= choice.empty();
        if (choice.empty() || (own && slack[i] >= 0))
            continue;
        kept.push_back(&choice);
        planes = std::max(planes, static_cast<std::int32_t>(choice.size()));
    }
    columns = static_cast<std::int32_t>(kept.size());
    width = padded_width(columns);
    planes = folded_planes(kept);
    valid.assign(width, 0);
    member.assign(static_cast<std::size_t>(planes) * 64 * width, -1);
    std::vector<std::vector<Slot>> bits(candidates());
    std::vector<std::vector<std::int32_t>> in_column(candidates());
    std::int32_t spare = columns; // where the further pieces of folded choices stand
    for (std::int32_t column = 0; column < columns; ++column) {
        const auto& choice = *kept[column];
        std::vector<std::int32_t> own{column};
        for (std::size_t more = planes; more < choice.size(); more += planes)
            own.push_back(spare++);
        for (std::size_t i = 0; i < choice.size(); ++i) {
            const std::size_t p = i % planes;
            const std::int32_t at = own[i / planes];
            member[p * 64 * width + at] = choice[i];
            bits[choice[i]].push_back({static_cast<std::int32_t>((p + 1) * width + at / 64), at % 64});
            in_column[choice[i]].insert(in_column[choice[i]].end(), own.begin(), own.end());
        }
        for (std::int32_t at : own)
            valid[at / 64] |= std::uint64_t{1} << (at % 64);
        if (own.size() > 1) {
            std::uint64_t mask = 0;
            for (std::int32_t at : own)
                mask |= std::uint64_t{1} << at;
            folded.push_back(mask);
        }
    }
    whole = valid;
    for (std::uint64_t mask : folded)
        whole[0] &= ~mask;
    domain_begin = (planes + 1) * width;
    if (!propagators.empty() && variables() > 0) {
        const std::int32_t largest = *std::max_element(spec.sizes.begin(), spec.sizes.end());
        lane = std::max(2, static_cast<std::int32_t>(std::bit_ceil(static_cast<std::uint32_t>(largest))));
        domain_words = static_cast<std::int32_t>((static_cast<std::int64_t>(variables()) * lane + 63) / 64);
        for (Candidate c = 0; c < candidates(); ++c) {
            const Variable x = variable_of[c];
            const std::int64_t at = static_cast<std::int64_t>(x) * lane + (c - first[x]);
            bits[c].push_back(
                {static_cast<std::int32_t>(domain_begin + (at >> 6)), static_cast<std::int32_t>(at & 63)});
        }
    }
    state_words = domain_begin + domain_words;
    state_words += state_words & 1; // whole 16-byte vectors
    slot_begin.assign(1, 0);
    column_begin.assign(1, 0);
    for (Candidate c = 0; c < candidates(); ++c) {
        slots.insert(slots.end(), bits[c].begin(), bits[c].end());
        slot_begin.push_back(static_cast<std::int32_t>(slots.size()));
        column_of.insert(column_of.end(), in_column[c].begin(), in_column[c].end());
        column_begin.push_back(static_cast<std::int32_t>(column_of.size()));
    }
}

void Problem::lay_out_sets() {
    std::vector<std::vector<std::int32_t>> in_set(candidates());
    auto add = [&](std::vector<Candidate> set) {
        if (set.size() < 2)
            return;
        for (Candidate c : set)
            in_set[c].push_back(static_cast<std::int32_t>(members.size()));
        members.push_back(std::move(set));
    };
    for (std::size_t i = 0; i < spec.choices.size(); ++i)
        if (i >= slack.size() || slack[i] < 0)
            add(spec.choices[i]);
    for (const auto& set : spec.at_most_ones)
        add(set);
    set_begin.assign(1, 0);
    for (Candidate c = 0; c < candidates(); ++c) {
        sets.insert(sets.end(), in_set[c].begin(), in_set[c].end());
        set_begin.push_back(static_cast<std::int32_t>(sets.size()));
    }
}

void Problem::close(std::uint64_t* state, Candidate c) const {
    for (std::int32_t i = column_begin[c]; i < column_begin[c + 1]; ++i)
        state[column_of[i] / 64] &= ~(std::uint64_t{1} << (column_of[i] % 64));
}

void Problem::write_masks(std::int64_t most_bytes) {
    std::int64_t rows = 0; // silent candidates are never placed
    for (Candidate c = 0; c < candidates(); ++c)
        rows += slot_begin[c] != slot_begin[c + 1];
    if (rows * state_words * 8 > most_bytes)
        return;
    std::vector<std::uint64_t> masks(static_cast<std::size_t>(rows) * state_words, ~std::uint64_t{0});
    keep_row.assign(candidates(), -1);
    std::int32_t row = 0;
    for (Candidate c = 0; c < candidates(); ++c) {
        if (slot_begin[c] == slot_begin[c + 1])
            continue;
        keep_row[c] = row++;
        std::uint64_t* kept = masks.data() + static_cast<std::size_t>(keep_row[c]) * state_words;
        for (std::int32_t i = set_begin[c]; i < set_begin[c + 1]; ++i)
            for (Candidate rival : members[sets[i]])
                if (rival != c)
                    kill(kept, rival);
        close(kept, c);
    }
    keep = std::move(masks);
}

void Problem::write_initial() {
    initial.assign(state_words, 0);
    std::copy(valid.begin(), valid.end(), initial.begin());
    for (Candidate c = 0; c < candidates(); ++c)
        for (std::int32_t i = slot_begin[c]; i < slot_begin[c + 1]; ++i)
            initial[slots[i].word] |= std::uint64_t{1} << slots[i].bit;
    impossible |= !narrow(initial.data(), spec.masks.data());
    for (const auto& propagator : propagators) // no change of a domain will ever call one about nothing
        if (propagator->scope.empty()) {
            Editor editor(*this, initial.data());
            impossible |= !propagator->run(editor);
        }
    Editor editor(*this, initial.data());
    for (const auto& propagator : propagators) // over no variables nothing ever changes: it holds now or never
        if (propagator->scope.empty())
            impossible |= !propagator->run(editor);
}

void Problem::place(std::uint64_t* state, Candidate c) const {
    if (!keep.empty()) {
        const std::uint64_t* kept = mask(c);
        for (std::int32_t i = 0; i < state_words; ++i)
            state[i] &= kept[i];
        return;
    }
    for (std::int32_t i = set_begin[c]; i < set_begin[c + 1]; ++i)
        for (Candidate rival : members[sets[i]])
            if (rival != c && alive(state, rival))
                kill(state, rival);
    close(state, c);
}

bool Problem::narrow(std::uint64_t* state, const Mask* masks) const {
    for (Variable x = 0; x < variables(); ++x) {
        const std::int32_t size = spec.sizes[x];
        const Mask all = size == 64 ? ~Mask{0} : (Mask{1} << size) - 1;
        const Mask mask = masks[x] & all;
        if (mask == all)
            continue;
        if (mask == 0)
            return false;
        if (slack[x] >= 0) {
            const Candidate loud = first[x] + (1 - slack[x]);
            if (mask >> slack[x] & 1)
                kill(state, loud);
            else if (!alive(state, loud))
                return false;
            else
                place(state, loud);
            continue;
        }
        for (Mask dead = all & ~mask; dead; dead &= dead - 1)
            kill(state, first[x] + std::countr_zero(dead));
    }
    return true;
}

bool Problem::give(std::uint64_t* state, const std::uint8_t* givens) const {
    for (Variable x = 0; x < variables(); ++x) {
        if (givens[x] == 0)
            continue;
        const std::int32_t value = givens[x] - 1;
        const Candidate c = first[x] + value;
        if (value >= spec.sizes[x])
            return false;
        if (slack[x] == value) {
            kill(state, first[x] + (1 - value));
            continue;
        }
        if (!alive(state, c))
            return false;
        place(state, c);
    }
    return true;
}

void Problem::read_masks(const std::uint64_t* state, Mask* masks) const {
    for (Variable x = 0; x < variables(); ++x) {
        masks[x] = 0;
        if (slack[x] >= 0) {
            const Candidate loud = first[x] + (1 - slack[x]);
            bool placed = alive(state, loud);
            for (std::int32_t i = column_begin[loud]; placed && i < column_begin[loud + 1]; ++i)
                placed = !(state[column_of[i] / 64] >> (column_of[i] % 64) & 1);
            masks[x] = alive(state, loud) ? (placed ? Mask{1} << (1 - slack[x]) : Mask{3}) : Mask{1} << slack[x];
            continue;
        }
        for (Candidate c = first[x]; c < first[x + 1]; ++c)
            if (alive(state, c))
                masks[x] |= Mask{1} << (c - first[x]);
    }
}

void Problem::read_values(const std::uint64_t* state, std::uint8_t* values) const {
    for (Variable x = 0; x < variables(); ++x) {
        if (slack[x] >= 0) {
            const std::int32_t loud = 1 - slack[x];
            values[x] = static_cast<std::uint8_t>(alive(state, first[x] + loud) ? loud : slack[x]);
            continue;
        }
        Candidate c = first[x];
        while (c + 1 < first[x + 1] && !alive(state, c))
            ++c;
        values[x] = static_cast<std::uint8_t>(c - first[x]);
    }
}

} // namespace gridwright
