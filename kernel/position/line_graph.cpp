#include "position/line_graph.hpp"

#include <algorithm>

namespace gridwright {

void LineGraph::add_dot(std::int32_t group, const std::vector<std::int32_t>& lines) {
    dots_.push_back({group, lines});
    std::sort(dots_.back().lines.begin(), dots_.back().lines.end());
}

void LineGraph::lay_out(std::int32_t lines) {
    ends_.assign(lines, {-1, -1});
    for (std::size_t dot = 0; dot < dots_.size(); ++dot)
        for (std::int32_t x : dots_[dot].lines)
            ends_[x][ends_[x][0] >= 0] = static_cast<std::int32_t>(dot);
}

std::int32_t LineGraph::follow(const Drawn& drawn, std::int32_t line, std::int32_t dot,
                               std::vector<std::int32_t>& path) const {
    for (std::int32_t last = line; dot >= 0;) {
        std::int32_t next = -1;
        for (std::int32_t x : dots_[dot].lines)
            if (drawn[x] == 1 && x != last && next < 0)
                next = x;
        if (next < 0)
            return dot;
        if (next == line || path.size() > ends_.size())
            return -1;
        path.push_back(next);
        dot = far(next, dot);
        last = next;
    }
    return -1;
}

// The first clue that does not hold where just these lines are the loop, -1 where all do.
template <class Part> std::int32_t LineGraph::wrong(const TiedLines& board, Part part) {
    for (std::size_t s = 0; s < board.statements.size(); ++s) {
        const LineStatement& own = board.statements[s];
        std::uint16_t row = 0;
        for (std::size_t i = 0; i < own.lines.size(); ++i)
            row |= static_cast<std::uint16_t>(part(own.lines[i]) << i);
        if (!own.dot && std::find(own.rows.begin(), own.rows.end(), row) == own.rows.end())
            return static_cast<std::int32_t>(s);
    }
    return -1;
}

std::vector<LineGraph::Closed> LineGraph::closings(const Drawn& drawn, const TiedLines& board, Closing size) const {
    std::vector<Closed> found;
    const auto n = static_cast<std::int32_t>(ends_.size());
    std::vector<std::int32_t> path_of(n, -1), end_of(dots_.size(), -1);
    std::vector<std::vector<std::int32_t>> paths;
    for (std::int32_t x = 0; x < n; ++x) {
        if (drawn[x] != 1 || path_of[x] >= 0)
            continue;
        std::vector<std::int32_t> back, path;
        const std::int32_t first = follow(drawn, x, ends_[x][0], back);
        path.assign(back.rbegin(), back.rend());
        path.push_back(x);
        const auto number = static_cast<std::int32_t>(paths.size());
        if (first >= 0) {
            const std::int32_t last = follow(drawn, x, ends_[x][1], path);
            end_of[first] = number;
            if (last >= 0)
                end_of[last] = number;
        } else if (ends_[x][0] >= 0 && size == closed) {
            Closed whole{path, {}, -1, -1};
            for (std::int32_t y = 0; y < n; ++y)
                if (drawn[y] < 0)
                    whole.lines.push_back(y);
            if (!whole.lines.empty())
                found.push_back(std::move(whole));
        }
        for (std::int32_t y : path)
            path_of[y] = number;
        paths.push_back(std::move(path));
    }
    if (size == closed)
        return found;
    for (std::int32_t x = 0; x < n; ++x) {
        if (drawn[x] >= 0 || ends_[x][1] < 0)
            continue;
        const std::int32_t path = end_of[ends_[x][0]];
        if (path < 0 || path != end_of[ends_[x][1]])
            continue;
        Closed one{paths[path], {x}, -1, -1};
        for (std::int32_t y = 0; y < n && one.elsewhere < 0; ++y)
            if (drawn[y] == 1 && path_of[y] != path)
                one.elsewhere = y;
        if ((one.elsewhere >= 0) != (size == elsewhere))
            continue;
        if (size == too_short)
            one.wrong = wrong(board, [&](std::int32_t y) { return y == x || path_of[y] == path; });
        if (size == elsewhere || one.wrong >= 0)
            found.push_back(std::move(one));
    }
    return found;
}

// Bridges of the lines that are open, by one search in depth.
std::vector<std::int32_t> LineGraph::alone(const Drawn& drawn) const {
    struct Visit {
        std::int32_t dot, above;
        std::size_t next;
    };
    std::vector<std::int32_t> found, order(dots_.size(), -1), low(dots_.size());
    std::vector<Visit> path;
    std::int32_t seen = 0;
    for (std::size_t root = 0; root < dots_.size(); ++root) {
        if (order[root] >= 0)
            continue;
        order[root] = low[root] = seen++;
        path.push_back({static_cast<std::int32_t>(root), -1, 0});
        while (!path.empty()) {
            const std::int32_t dot = path.back().dot, above = path.back().above;
            if (path.back().next < dots_[dot].lines.size()) {
                const std::int32_t x = dots_[dot].lines[path.back().next++];
                if (drawn[x] >= 0 || x == above || ends_[x][1] < 0)
                    continue;
                const std::int32_t to = far(x, dot);
                if (order[to] < 0) {
                    order[to] = low[to] = seen++;
                    path.push_back({to, x, 0});
                } else
                    low[dot] = std::min(low[dot], order[to]);
                continue;
            }
            path.pop_back();
            if (path.empty())
                continue;
            low[path.back().dot] = std::min(low[path.back().dot], low[dot]);
            if (low[dot] == order[dot])
                found.push_back(above);
        }
    }
    std::vector<std::pair<std::size_t, std::int32_t>> by_length; // short walks first
    for (std::int32_t x : found) {
        const Walk round = walk(drawn, x);
        by_length.emplace_back(round.crossed.size() + round.free.size(), x);
    }
    std::sort(by_length.begin(), by_length.end());
    std::transform(by_length.begin(), by_length.end(), found.begin(), [](const auto& each) { return each.second; });
    return found;
}

LineGraph::Walk LineGraph::walk(const Drawn& drawn, std::int32_t line) const {
    Walk walk;
    std::vector<std::uint8_t> inside(dots_.size(), 0);
    std::vector<std::int32_t> queue{ends_[line][0]};
    inside[queue[0]] = 1;
    for (std::size_t q = 0; q < queue.size(); ++q)
        for (std::int32_t x : dots_[queue[q]].lines)
            if (x != line && drawn[x] < 0 && ends_[x][1] >= 0 && !inside[far(x, queue[q])]) {
                inside[far(x, queue[q])] = 1;
                queue.push_back(far(x, queue[q]));
            }
    for (std::size_t x = 0; x < ends_.size(); ++x)
        if (ends_[x][1] >= 0 && inside[ends_[x][0]] != inside[ends_[x][1]] && drawn[x] >= 0)
            (drawn[x] ? walk.crossed : walk.free).push_back(static_cast<std::int32_t>(x));
    const bool fewer_inside = 2 * queue.size() <= dots_.size();
    for (std::size_t dot = 0; dot < dots_.size(); ++dot)
        if ((inside[dot] != 0) == fewer_inside)
            walk.dots.push_back(static_cast<std::int32_t>(dot));
    return walk;
}

// Clues of three of four lines.
std::vector<LineGraph::Beside> LineGraph::threes(const Drawn& drawn, const TiedLines& board) const {
    std::vector<Beside> found;
    const auto is_three = [](const LineStatement& own) {
        return !own.dot && own.lines.size() == 4 && own.rows.size() == 4 &&
               std::all_of(own.rows.begin(), own.rows.end(),
                           [](std::uint16_t row) { return __builtin_popcount(row) == 3; });
    };
    for (const TiedLines::Shared& shared : board.shared) {
        const LineStatement &one = board.statements[shared.first], &other = board.statements[shared.second];
        const auto [d, e] = ends_[shared.line];
        if (!is_three(one) || !is_three(other) || e < 0)
            continue;
        Beside beside{shared.first, shared.second, shared.line, {shared.line}, {}, -1, -1};
        std::vector<std::int32_t> around;
        const auto at = [&](std::int32_t x, std::int32_t dot) { return ends_[x][0] == dot || ends_[x][1] == dot; };
        for (const LineStatement* own : {&one, &other})
            for (std::int32_t x : own->lines)
                if (x != shared.line) {
                    around.push_back(x);
                    if (!at(x, d) && !at(x, e))
                        beside.part.push_back(x);
                }
        const auto inside = [&](std::int32_t x) { return std::find(around.begin(), around.end(), x) != around.end(); };
        for (std::int32_t dot : {d, e})
            for (std::int32_t x : dots_[dot].lines)
                if (x != shared.line && !inside(x))
                    beside.none.push_back(x);
        Drawn only(drawn.size(), 0);
        for (std::int32_t x : around)
            only[x] = 1;
        std::vector<std::int32_t> path;
        if (beside.part.size() != 3 || follow(only, around[0], ends_[around[0]][0], path) >= 0 || path.size() != 5)
            continue;
        for (std::size_t x = 0; x < drawn.size() && beside.elsewhere < 0; ++x)
            if (drawn[x] == 1 && !only[x] && static_cast<std::int32_t>(x) != shared.line)
                beside.elsewhere = static_cast<std::int32_t>(x);
        if (beside.elsewhere < 0)
            beside.wrong = wrong(board, inside);
        if (beside.elsewhere >= 0 || beside.wrong >= 0)
            found.push_back(std::move(beside));
    }
    return found;
}

} // namespace gridwright
