// What is left of sums, and of cages as lines cut them: tests/reference/rests.py and cage_repeat.py.
#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "position/tables.hpp"

namespace gridwright {
namespace {

template <int W> void take_off(SumRest<W>& rest, const SumRest<W>& part) {
    rest.cells = rest.cells.without(part.cells);
    rest.total -= part.total;
    for (std::size_t g = 0; g < rest.terms.size(); ++g)
        rest.terms[g] -= part.terms[g];
}

// Goes through the lines once and cuts cages where what a line leaves lies inside one of them. A single cell that is
// cut off counts as written from then on, and belongs to no cage any more.
template <int W> void cut(const Tables<W>& tables, std::vector<Set<W>>& cages, Set<W> written) {
    for (const std::int32_t g : tables.sum_lines) {
        const Set<W> line = tables.members[g].without(written);
        Set<W> left = line;
        for (const Set<W>& cage : cages)
            if (cage.inside(line))
                left = left.without(cage);
        if (!left.any() || left == tables.members[g])
            continue;
        const auto holder =
            std::find_if(cages.begin(), cages.end(), [&](const Set<W>& cage) { return left.inside(cage); });
        if (holder == cages.end())
            continue;
        *holder = holder->without(left);
        if (left.count() > 1)
            cages.push_back(left);
        else
            written = written | left;
    }
}

// Techniques for whose steps nobody looks at lines, and the one that may be the first to see that a cell is alone.
constexpr std::array<std::string_view, 3> kBeforeLines{"box-single", "region-single", "cage-repeat"};
constexpr std::string_view kLast = "sum-single";

} // namespace

template <int W> const std::vector<SumRest<W>>& Position<W>::sum_rests(const Tables<W>& tables) const {
    if (rested_)
        return sum_rests_;
    rested_ = true;
    Set<W> unwritten = Set<W>::none();
    for (std::int32_t x = 0; x < tables.cells; ++x)
        if (!placed[x])
            unwritten.add(x);
    auto whole = [&](std::int32_t g) {
        SumRest<W> rest{tables.members[g] & unwritten, tables.totals[g], std::vector<std::int32_t>(tables.groups),
                        false};
        rest.terms[g] = 1;
        tables.members[g].without(unwritten).each([&](std::int32_t x) { rest.total -= std::bit_width(cand[x]); });
        return rest;
    };
    std::vector<SumRest<W>>& cages = sum_rests_;
    cages.clear();
    for (const std::int32_t g : tables.sum_cages)
        if ((tables.members[g] & unwritten).any())
            cages.push_back(whole(g));
    std::vector<SumRest<W>> lines, left;
    for (const std::int32_t g : tables.sum_lines)
        lines.push_back(whole(g));
    for (bool again = true; again;) {
        again = false;
        left.clear();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            SumRest<W> rest = lines[i];
            for (const SumRest<W>& cage : cages)
                if (cage.cells.inside(lines[i].cells))
                    take_off(rest, cage);
            if (!rest.cells.any() || rest.cells == tables.members[tables.sum_lines[i]])
                continue;
            const auto holder = std::find_if(cages.begin(), cages.end(),
                                             [&](const SumRest<W>& cage) { return rest.cells.inside(cage.cells); });
            if (holder == cages.end()) {
                left.push_back(std::move(rest));
                continue;
            }
            take_off(*holder, rest);
            cages.push_back(std::move(rest));
            again = true;
        }
    }
    std::move(left.begin(), left.end(), std::back_inserter(sum_rests_));
    for (SumRest<W>& rest : sum_rests_) {
        const auto some = [](std::int32_t often) { return often != 0; };
        const auto first = std::find_if(rest.terms.begin(), rest.terms.end(), some);
        rest.own = first != rest.terms.end() && std::find_if(first + 1, rest.terms.end(), some) == rest.terms.end() &&
                   tables.differing.has(static_cast<std::int32_t>(first - rest.terms.begin()));
    }
    return sum_rests_;
}

// Steps in their order: lines are looked at whenever nothing simpler was left.
template <int W> void Position<W>::cut_cages(const Tables<W>& tables) const {
    if (cut_steps_ == 0) {
        cut_cages_.clear();
        cut_written_ = Set<W>::none();
        one_with_.assign(tables.cells, Set<W>::none());
        for (std::int32_t x = 0; x < tables.cells; ++x)
            if (placed[x] && writer[x] < 0)
                cut_written_.add(x);
        tables.differing.each([&](std::int32_t g) { // of the givens it is their whole cage
            (tables.members[g] & cut_written_).each([&](std::int32_t x) { one_with_[x] = tables.members[g]; });
            cut_cages_.push_back(tables.members[g].without(cut_written_));
        });
    }
    auto cage_of = [&](std::int32_t x) {
        for (const Set<W>& cage : cut_cages_)
            if (cage.has(x))
                return cage;
        return Set<W>::none();
    };
    for (; cut_steps_ < steps.size(); ++cut_steps_) {
        const std::string& key = *steps[cut_steps_];
        if (key != kLast && std::find(kBeforeLines.begin(), kBeforeLines.end(), key) == kBeforeLines.end() &&
            (cut_steps_ == 0 || key != *steps[cut_steps_ - 1]))
            cut(tables, cut_cages_, cut_written_);
        for (std::int32_t x = 0; x < tables.cells; ++x) {
            if (writer[x] != static_cast<std::int32_t>(cut_steps_))
                continue;
            Set<W> own = cage_of(x);
            if (key == kLast && own.count() > 1) { // nobody has seen yet that this cell is alone
                cut(tables, cut_cages_, cut_written_);
                own = cage_of(x);
            }
            one_with_[x] = own;
            cut_written_.add(x);
            for (Set<W>& cage : cut_cages_)
                cage = cage.without(cut_written_);
        }
    }
}

template <int W> Set<W> Position<W>::one_with(const Tables<W>& tables, std::int32_t x) const {
    if (steps.empty())
        return tables.every_cell;
    cut_cages(tables);
    return one_with_[x];
}

#define X(W)                                                                                                           \
    template const std::vector<SumRest<W>>& Position<W>::sum_rests(const Tables<W>&) const;                            \
    template Set<W> Position<W>::one_with(const Tables<W>&, std::int32_t) const;
GRIDWRIGHT_WIDTHS(X)
#undef X

} // namespace gridwright
