#include "position/ties.hpp"

#include <algorithm>
#include <map>

namespace gridwright {
namespace {

// Where a line stands in a statement, -1 where it does not.
std::int32_t position_of(const LineStatement& own, std::int32_t x) {
    const auto found = std::lower_bound(own.lines.begin(), own.lines.end(), x);
    return found == own.lines.end() || *found != x ? -1 : static_cast<std::int32_t>(found - own.lines.begin());
}

} // namespace

void TiedLines::lay_out(std::int32_t groups) {
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> number;
    statement_of.assign(groups, -1);
    for (std::size_t s = 0; s < statements.size(); ++s) {
        LineStatement& own = statements[s];
        statement_of[own.group] = static_cast<std::int32_t>(s);
        for (std::size_t i = 0; i < own.lines.size(); ++i)
            for (std::size_t j = i + 1; j < own.lines.size(); ++j) {
                const auto [at, fresh] =
                    number.try_emplace({own.lines[i], own.lines[j]}, static_cast<std::int32_t>(pairs.size()));
                if (fresh)
                    pairs.push_back({own.lines[i], own.lines[j], {}});
                pairs[at->second].statements.push_back(static_cast<std::int32_t>(s));
                own.pairs.push_back(at->second);
            }
    }
    std::map<std::int32_t, std::vector<std::int32_t>> clues; // by line
    std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::int32_t>> both;
    for (std::size_t s = 0; s < statements.size(); ++s)
        for (std::int32_t x : statements[s].lines)
            if (!statements[s].dot) {
                for (std::int32_t before : clues[x])
                    both[{before, static_cast<std::int32_t>(s)}].push_back(x);
                clues[x].push_back(static_cast<std::int32_t>(s));
            }
    for (const auto& [pair, own] : both)
        if (own.size() == 1)
            shared.push_back({pair.first, pair.second, own[0]});
}

void Ties::allowed(const LineStatement& own, const Drawn& drawn, const std::vector<Fact>& facts, Rows& rows) {
    std::uint16_t known = 0, part = 0;
    for (std::size_t i = 0; i < own.lines.size(); ++i)
        if (const std::int8_t is = drawn[own.lines[i]]; is >= 0) {
            known |= static_cast<std::uint16_t>(1 << i);
            part |= static_cast<std::uint16_t>(is << i);
        }
    rows.clear();
    for (std::uint16_t row : own.rows) {
        bool fits = (row & known) == part;
        for (std::size_t k = 0; fits && k < facts.size(); ++k)
            fits = facts[k].what >> ((row >> facts[k].first & 1) + 2 * (row >> facts[k].second & 1)) & 1;
        if (fits)
            rows.push_back(row);
    }
}

std::int32_t Ties::together(const Rows& rows, std::int32_t i, std::int32_t j) {
    std::int32_t what = 0;
    for (std::uint16_t row : rows)
        what |= 1 << ((row >> i & 1) + 2 * (row >> j & 1));
    return what;
}

// The lines that are the same in all rows, as bits.
std::uint16_t Ties::settled(const Rows& rows) {
    std::uint16_t always = 0xffff, never = 0xffff;
    for (std::uint16_t row : rows) {
        always &= row;
        never &= static_cast<std::uint16_t>(~row);
    }
    return always ^ never; // of no rows nothing
}

// The tie that people keep of all that two lines can be together.
std::int32_t Ties::worth(std::int32_t what) const {
    if (!(what & ~kBothOrNeither) && passed_ >= alike)
        return kBothOrNeither;
    for (std::int32_t kind : {kJustOne, kAtMostOne, kAtLeastOne})
        if (!(what & ~kind))
            return kind;
    return kAny;
}

// The line that stands for all that are alike or opposite, and whether this one is its opposite.
std::pair<std::int32_t, std::int32_t> Ties::find(std::int32_t x) const {
    std::int32_t turned = 0;
    while (root_[x].first != x) {
        turned ^= root_[x].second;
        x = root_[x].first;
    }
    return {x, turned};
}

const std::vector<Ties::Decided>& Ties::derive(const TiedLines& board, const Drawn& drawn, std::int32_t passed) {
    board_ = &board;
    drawn_ = &drawn;
    passed_ = passed;
    ties_.clear();
    decided_.clear();
    by_pair_.resize(board.pairs.size());
    for (auto& each : by_pair_)
        each.clear();
    bounds_.assign(board.pairs.size(), kAny);
    root_.resize(drawn.size());
    for (std::size_t x = 0; x < root_.size(); ++x)
        root_[x] = {static_cast<std::int32_t>(x), 0};
    again_.assign(board.statements.size(), 1);
    bool more = true;
    for (std::int32_t round = 1; more && decided_.empty(); ++round) {
        const auto first = static_cast<std::int32_t>(ties_.size());
        for (std::size_t s = 0; s < board.statements.size(); ++s)
            if (again_[s] && !look(static_cast<std::int32_t>(s), round)) {
                decided_.clear();
                return decided_;
            }
        more = static_cast<std::int32_t>(ties_.size()) > first;
        std::fill(again_.begin(), again_.end(), 0);
        keep(first);
    }
    return decided_;
}

// One statement: the lines that it decides, and new ties, which nobody uses before the round ends. False where it
// cannot hold.
bool Ties::look(std::int32_t s, std::int32_t round) {
    const LineStatement& own = board_->statements[s];
    const auto n = static_cast<std::int32_t>(own.lines.size());
    const auto undrawn = [&](std::int32_t i) { return (*drawn_)[own.lines[i]] < 0; };
    std::int32_t count = 0;
    for (std::int32_t i = 0; i < n; ++i)
        count += undrawn(i);
    if (count < 2)
        return true;
    facts_.clear();
    for (std::int32_t i = 0, k = 0; i < n; ++i)
        for (std::int32_t j = i + 1; j < n; ++j, ++k) {
            if (!undrawn(i) || !undrawn(j))
                continue;
            std::int32_t what = bounds_[own.pairs[k]];
            if (passed_ >= alike) {
                const auto [one, turned] = find(own.lines[i]);
                const auto [other, turned_too] = find(own.lines[j]);
                if (one == other)
                    what &= turned ^ turned_too ? kJustOne : kBothOrNeither;
            }
            if (what != kAny)
                facts_.push_back({i, j, what, {}});
        }
    allowed(own, *drawn_, facts_, rows_);
    if (rows_.empty())
        return false;
    Decided decided{s, round, {}};
    if (!facts_.empty()) { // what it decides by itself is left to simpler techniques
        allowed(own, *drawn_, {}, alone_);
        const std::uint16_t fixed = settled(rows_) & static_cast<std::uint16_t>(~settled(alone_));
        for (std::int32_t i = 0; i < n; ++i)
            if (fixed >> i & 1)
                decided.lines.emplace_back(own.lines[i], rows_[0] >> i & 1);
    }
    if (!decided.lines.empty() && (count == 2 || !blind(own)))
        decided_.push_back(std::move(decided));
    else if (blind(own))
        allowed(own, *drawn_, {}, rows_);
    for (std::int32_t i = 0, k = 0; i < n; ++i)
        for (std::int32_t j = i + 1; j < n; ++j, ++k) {
            const std::int32_t pair = own.pairs[k];
            if (!undrawn(i) || !undrawn(j) || (passed_ < alike && board_->pairs[pair].statements.size() < 2))
                continue;
            const std::int32_t what = worth(together(rows_, i, j));
            if ((bounds_[pair] & what) != bounds_[pair])
                ties_.push_back({s, pair, what, round});
        }
    return true;
}

// The ties of a round become known; the statements that may say more by them are looked at again.
void Ties::keep(std::int32_t first) {
    for (auto t = static_cast<std::size_t>(first); t < ties_.size(); ++t) {
        const std::int32_t pair = ties_[t].pair;
        by_pair_[pair].push_back(static_cast<std::int32_t>(t));
        const std::int32_t bound = bounds_[pair] &= ties_[t].what;
        const TiedLines::Pair& lines = board_->pairs[pair];
        if (passed_ >= alike && (!(bound & ~kBothOrNeither) || !(bound & ~kJustOne))) {
            const auto [one, turned] = find(lines.first);
            const auto [other, turned_too] = find(lines.second);
            if (one != other) {
                root_[other] = {one, turned ^ turned_too ^ static_cast<std::int32_t>(!(bound & ~kJustOne))};
                std::fill(again_.begin(), again_.end(), 1);
            }
        }
        for (std::int32_t s : lines.statements)
            again_[s] = 1;
    }
}

// The ties of earlier rounds that say of a pair whether its lines are alike; none where they do not.
std::vector<std::int32_t> Ties::sure(std::int32_t pair, std::int32_t round) const {
    std::vector<std::int32_t> own;
    std::int32_t bound = kAny;
    for (std::int32_t t : by_pair_[pair])
        if (ties_[t].round < round) {
            if (ties_[t].what == kBothOrNeither || ties_[t].what == kJustOne)
                return {t};
            own.push_back(t);
            bound &= ties_[t].what;
        }
    if (bound & ~kJustOne)
        own.clear();
    return own;
}

// Of each line those that are alike or opposite by what earlier rounds said of the two, in the order of their numbers.
std::vector<std::vector<Ties::Near>> Ties::alike_before(std::int32_t round) const {
    std::vector<std::vector<Near>> near(drawn_->size());
    for (std::size_t pair = 0; pair < by_pair_.size(); ++pair)
        if (!by_pair_[pair].empty() && !sure(static_cast<std::int32_t>(pair), round).empty()) {
            const auto [one, other, statements] = board_->pairs[pair];
            near[one].push_back({other, static_cast<std::int32_t>(pair)});
            near[other].push_back({one, static_cast<std::int32_t>(pair)});
        }
    for (auto& each : near)
        std::sort(each.begin(), each.end(), [](const Near& a, const Near& b) { return a.line < b.line; });
    return near;
}

// What earlier rounds said of the lines of a statement: each tie, then what follows along several.
std::vector<Ties::Fact> Ties::before(const LineStatement& own, std::int32_t round) const {
    std::vector<Fact> found, far;
    const auto near = passed_ >= alike ? alike_before(round) : std::vector<std::vector<Near>>{};
    const auto n = static_cast<std::int32_t>(own.lines.size());
    std::vector<Near> above;
    std::vector<std::int32_t> queue;
    for (std::int32_t i = 0, k = 0; i < n; ++i) {
        queue.clear();
        for (std::int32_t j = i + 1; j < n; ++j, ++k) {
            const std::int32_t x = own.lines[i], y = own.lines[j];
            if ((*drawn_)[x] >= 0 || (*drawn_)[y] >= 0)
                continue;
            for (std::int32_t t : by_pair_[own.pairs[k]])
                if (ties_[t].round < round)
                    found.push_back({i, j, ties_[t].what, {t}});
            if (passed_ < alike || !sure(own.pairs[k], round).empty())
                continue;
            if (queue.empty()) { // the shortest ways from x
                above.assign(drawn_->size(), {-1, -1});
                above[x].line = x;
                queue.push_back(x);
                for (std::size_t q = 0; q < queue.size(); ++q)
                    for (const Near& next : near[queue[q]])
                        if (above[next.line].line < 0) {
                            above[next.line] = {queue[q], next.pair};
                            queue.push_back(next.line);
                        }
            }
            if (above[y].line < 0)
                continue;
            Fact fact{i, j, kBothOrNeither, {}};
            std::vector<std::int32_t> way; // pairs, from x on
            for (std::int32_t z = y; z != x; z = above[z].line)
                way.insert(way.begin(), above[z].pair);
            for (std::int32_t pair : way) {
                std::int32_t what = kAny;
                for (std::int32_t t : sure(pair, round)) {
                    what &= ties_[t].what;
                    fact.ties.push_back(t);
                }
                if (!(what & ~kJustOne))
                    fact.what ^= kBothOrNeither ^ kJustOne;
            }
            far.push_back(std::move(fact));
        }
    }
    found.insert(found.end(), far.begin(), far.end());
    return found;
}

// The ties that a statement needs to allow only such rows: the first that suffice, each behind those it needs.
void Ties::prove(std::int32_t s, std::int32_t round, const Holds& holds, std::vector<Told>& told) const {
    const LineStatement& own = board_->statements[s];
    std::vector<Fact> kept = before(own, round);
    Rows rows;
    for (std::size_t k = kept.size(); k-- > 0;) {
        std::vector<Fact> less = kept;
        less.erase(less.begin() + static_cast<std::ptrdiff_t>(k));
        allowed(own, *drawn_, less, rows);
        if (holds(rows))
            kept = std::move(less);
    }
    for (const Fact& fact : kept) {
        for (std::int32_t t : fact.ties) {
            if (std::find(told.begin(), told.end(), Told{t, -1, -1}) != told.end())
                continue;
            const Tie& tie = ties_[t];
            const LineStatement& its = board_->statements[tie.statement];
            const std::int32_t i = position_of(its, board_->pairs[tie.pair].first),
                               j = position_of(its, board_->pairs[tie.pair].second);
            prove(
                tie.statement, tie.round, [&](const Rows& left) { return !(together(left, i, j) & ~tie.what); }, told);
            told.push_back({t, -1, -1});
        }
        if (const Told along{own.lines[fact.first], own.lines[fact.second], fact.what};
            fact.ties.size() > 1 && std::find(told.begin(), told.end(), along) == told.end())
            told.push_back(along);
    }
}

void Ties::tell(const Decided& decided, std::vector<std::int32_t>& told) const {
    const LineStatement& own = board_->statements[decided.statement];
    std::uint16_t asked = 0, part = 0;
    for (const auto& [x, is] : decided.lines) {
        const std::int32_t i = position_of(own, x);
        asked |= static_cast<std::uint16_t>(1 << i);
        part |= static_cast<std::uint16_t>(is << i);
    }
    std::vector<Told> order;
    prove(
        decided.statement, decided.round,
        [&](const Rows& rows) {
            return std::all_of(rows.begin(), rows.end(), [&](std::uint16_t row) { return (row & asked) == part; });
        },
        order);
    told.clear();
    for (const auto& [first, second, what] : order)
        if (second < 0) {
            const Tie& tie = ties_[first];
            const TiedLines::Pair& pair = board_->pairs[tie.pair];
            told.insert(told.end(), {board_->statements[tie.statement].group, pair.first, pair.second, tie.what});
        } else
            told.insert(told.end(), {kNoGroup, first, second, what});
}

// The rows that a statement allows by the first so many ties of a match.
Ties::Rows Ties::what_follows(const LineStatement& own, const Drawn& drawn, const std::vector<std::int32_t>& told,
                              std::size_t count) {
    std::vector<Fact> facts;
    for (std::size_t k = 0; k < count; ++k)
        if (const std::int32_t i = position_of(own, told[4 * k + 1]), j = position_of(own, told[4 * k + 2]);
            i >= 0 && j >= 0)
            facts.push_back({i, j, told[4 * k + 3], {}});
    Rows rows;
    allowed(own, drawn, facts, rows);
    return rows;
}

// Does a tie, or behind the last one what the statement decides, still follow where less is drawn?
bool Ties::still_follows(const LineStatement& own, const Drawn& drawn, const Drawn& left,
                         const std::vector<std::int32_t>& told, std::size_t count, const Rows& wanted) {
    const Rows rows = what_follows(own, left, told, count);
    if (4 * count < told.size()) {
        return !(together(rows, position_of(own, told[4 * count + 1]), position_of(own, told[4 * count + 2])) &
                 ~told[4 * count + 3]);
    }
    Rows alone;
    allowed(own, drawn, {}, alone);
    const auto asked = static_cast<std::uint16_t>(settled(wanted) & ~settled(alone));
    return std::all_of(rows.begin(), rows.end(),
                       [&](std::uint16_t row) { return (row & asked) == (wanted[0] & asked); });
}

} // namespace gridwright
