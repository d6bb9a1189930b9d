// The members with the value are the lines of one closed loop; each joins two points.
//
// A loop comes into a part of the board as often as it leaves it. So a line that is the only way between two parts is
// none of the loop's (a bridge, such as a dead end), and lines between which there is at most one way are not both.
#include <algorithm>
#include <iterator>

#include "relations/whole_board.hpp"

namespace gridwright {
namespace {

class OneLoop final : public WholeBoard {
public:
    OneLoop(const RelationSpec& spec, const Apart&)
        : WholeBoard(spec.scope, spec.parameters[0]), total_(spec.parameters[1]) {
        const std::size_t n = scope.size();
        std::int64_t points = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const std::int64_t* line = spec.parameters.data() + 2 + 3 * i;
            ends_.push_back({static_cast<std::int32_t>(line[0]), static_cast<std::int32_t>(line[1])});
            counts_.push_back(line[2]);
            points = std::max({points, line[0] + 1, line[1] + 1});
            if (member_.size() <= static_cast<std::size_t>(scope[i]))
                member_.resize(scope[i] + 1, -1);
            member_[scope[i]] = static_cast<std::int32_t>(i);
        }
        begin_.assign(static_cast<std::size_t>(points) + 1, 0);
        for (const auto& [one, other] : ends_)
            ++begin_[one + 1], ++begin_[other + 1];
        for (std::int64_t p = 0; p < points; ++p)
            begin_[p + 1] += begin_[p];
        lines_.resize(2 * n);
        far_.resize(2 * n);
        std::vector<std::int32_t> next(begin_.begin(), begin_.end() - 1);
        for (std::size_t i = 0; i < n; ++i)
            for (std::int32_t p : {ends_[i].one, ends_[i].other}) {
                far_[next[p]] = far(static_cast<std::int32_t>(i), p);
                lines_[next[p]++] = static_cast<std::int32_t>(i);
            }
    }

    // Of each path that grew: it does not close where its clues say that it is not all.
    bool propagate(Editor& editor) const override {
        editor.ask_for_more();
        const auto news = editor.news(scope);
        if (news.data() == scope.data()) // nobody knows what grew
            return true;
        const auto has = [&](std::int32_t line) { return read(editor.domain(scope[line])); };
        for (Variable x : news) {
            const std::int32_t line = member_[x];
            if (has(line) != Has::yes)
                continue;
            const Path path = walk(line, has);
            if (path.branches || (path.closed && total_ >= 0 && path.count != total_))
                return false;
            if (path.closed || total_ < 0)
                continue;
            for (std::int32_t k = begin_[path.from]; k < begin_[path.from + 1]; ++k)
                if (const std::int32_t last = lines_[k];
                    far(last, path.from) == path.to && has(last) == Has::open && path.count + counts_[last] != total_)
                    editor.restrict(scope[last], ~bit_);
        }
        return true;
    }

    // The same as trying every value by itself, from one look at the board. A line that would end or branch, close a
    // path too early or lead where there is no way back is none; one is a line without which another would.
    bool fitting(const Mask* domains, Mask* used, std::int64_t) const override {
        const std::int32_t n = lines();
        std::vector<Has> has(n);
        std::vector<std::int32_t> members;
        for (std::int32_t i = 0; i < n; ++i) {
            has[i] = read(domains[i]);
            used[i] = domains[i];
        }
        if (clash(has.data(), members))
            return false;
        const auto never = [&](std::int32_t i, Has what) {
            if (has[i] == Has::open)
                used[i] &= what == Has::yes ? ~bit_ : bit_;
        };
        for (std::int32_t p = 0; p < points(); ++p) {
            const Meeting at = meeting(has.data(), p);
            for (std::int32_t k = begin_[p]; k < begin_[p + 1]; ++k)
                if (at.lines == 2 || at.possible == 1)
                    never(lines_[k], Has::yes);
                else if (at.lines == 1 && at.possible == 2)
                    never(lines_[k], Has::no);
        }
        Paths paths;
        trace(has.data(), paths);
        Parts parts;
        split(has.data(), parts);
        std::int32_t own = -1; // the part that has lines
        for (std::int32_t i = 0; i < n; ++i)
            if (has[i] == Has::yes)
                own = parts.of[i];
        for (std::int32_t i = 0; i < n; ++i) {
            const std::int32_t path = paths.at[ends_[i].one];
            const bool closes = path >= 0 && path == paths.at[ends_[i].other];
            if (paths.loop >= 0 || parts.of[i] < 0 || (own >= 0 && parts.of[i] != own) ||
                (closes && (paths.number > 1 || (total_ >= 0 && paths.count[path] + counts_[i] != total_))))
                never(i, Has::yes);
        }
        if (paths.loop < 0)
            for (std::int32_t i : needed(has.data(), parts, own)) {
                has[i] = Has::no;
                if (clash(has.data(), members))
                    used[i] &= bit_;
                has[i] = Has::open;
            }
        return std::find(used, used + n, Mask{0}) == used + n;
    }

protected:
    bool clash(const Has* has, std::vector<std::int32_t>& members) const override {
        members.clear();
        for (std::int32_t p = 0; p < points(); ++p) {
            const Meeting at = meeting(has, p);
            if (at.lines > 2 || (at.lines == 1 && at.possible == 1)) {
                for (std::int32_t k = begin_[p]; k < begin_[p + 1]; ++k)
                    if (at.lines == 1 || (has[lines_[k]] == Has::yes && members.size() < 3))
                        members.push_back(lines_[k]);
                return true;
            }
        }
        Paths paths;
        trace(has, paths);
        if (paths.loop >= 0) {
            const std::int64_t loop = paths.loop;
            const bool wrong = total_ >= 0 && paths.count[loop] != total_;
            std::int32_t elsewhere = -1;
            for (std::int32_t i = 0; i < lines(); ++i)
                if (paths.of[i] == loop)
                    members.push_back(i);
                else if (paths.of[i] >= 0)
                    elsewhere = i;
            if (!wrong && elsewhere >= 0)
                members.push_back(elsewhere);
            if (wrong || elsewhere >= 0)
                return true;
            members.clear();
        }
        return cut(has, members);
    }

    bool narrow(const Has* has, Has* left) const override {
        for (std::int32_t p = 0; p < points(); ++p) {
            const Meeting at = meeting(has, p);
            if (at.lines > 2 || (at.lines == 1 && at.possible == 1))
                return false;
            if (at.lines == 2 || at.possible == 1)
                decide(has, left, p, Has::no);
            else if (at.lines == 1 && at.possible == 2)
                decide(has, left, p, Has::yes);
        }
        static thread_local Paths kept_paths; // its place is asked for once: that is a call
        Paths& paths = kept_paths;
        trace(has, paths);
        if (paths.loop >= 0) {
            if (paths.number > 1 || (total_ >= 0 && paths.count[paths.loop] != total_))
                return false;
            for (std::int32_t i = 0; i < lines(); ++i)
                if (has[i] == Has::open)
                    left[i] = Has::no;
            return true;
        }
        for (std::int32_t i = 0; i < lines(); ++i)
            if (has[i] == Has::open && paths.at[ends_[i].one] >= 0 &&
                paths.at[ends_[i].one] == paths.at[ends_[i].other] && // it would close this path, which has both ends
                (paths.number > 1 || (total_ >= 0 && paths.count[paths.at[ends_[i].one]] + counts_[i] != total_)))
                left[i] = Has::no;
        static thread_local Parts kept_parts;
        Parts& parts = kept_parts;
        split(has, parts);
        std::int32_t own = -1; // the part that has lines
        bool any = false;
        for (std::int32_t i = 0; i < lines(); ++i)
            if (has[i] == Has::yes) {
                if (parts.of[i] < 0 || (own >= 0 && parts.of[i] != own))
                    return false;
                own = parts.of[i];
            }
        for (std::int32_t i = 0; i < lines(); ++i)
            if (has[i] == Has::open && (parts.of[i] < 0 || (own >= 0 && parts.of[i] != own)))
                left[i] = Has::no;
            else
                any |= has[i] != Has::no;
        return any;
    }

private:
    struct Ends {
        std::int32_t one, other;
    };
    struct Meeting {
        std::int32_t lines = 0, possible = 0;
    };
    // Lines that hang together, where no more than two meet.
    struct Paths {
        std::vector<std::int32_t> of; // of each member; -1 of one that is no line
        std::vector<std::int32_t> at; // of each point, where it ends there; -1 elsewhere
        std::vector<std::int64_t> count;
        std::int32_t number = 0;
        std::int32_t loop = -1; // one that is closed
    };
    // Parts of the board between which there is at most one way.
    struct Parts {
        std::vector<std::int32_t> of; // of each member that can be a line; -1 of a bridge or of one that cannot
        std::vector<std::int32_t> order, below; // of each point: when it was met, and when the last one beyond it was
        std::vector<std::int32_t> above;        // the member that led to it; -1 where a search began
    };

    std::int32_t lines() const { return static_cast<std::int32_t>(ends_.size()); }
    std::int32_t points() const { return static_cast<std::int32_t>(begin_.size()) - 1; }
    std::int32_t far(std::int32_t line, std::int32_t p) const {
        return ends_[line].one == p ? ends_[line].other : ends_[line].one;
    }

    Meeting meeting(const Has* has, std::int32_t p) const {
        Meeting at;
        for (std::int32_t k = begin_[p]; k < begin_[p + 1]; ++k) {
            at.lines += has[lines_[k]] == Has::yes;
            at.possible += has[lines_[k]] != Has::no;
        }
        return at;
    }
    void decide(const Has* has, Has* left, std::int32_t p, Has what) const {
        for (std::int32_t k = begin_[p]; k < begin_[p + 1]; ++k)
            if (has[lines_[k]] == Has::open)
                left[lines_[k]] = what;
    }

    // The path that a line is part of, from end to end.
    struct Path {
        std::int32_t from = -1, to = -1;
        std::int64_t count = 0;
        bool closed = false, branches = false; // three lines meet
    };
    template <class Which> Path walk(std::int32_t start, Which&& has) const {
        Path path;
        path.count = counts_[start];
        for (std::int32_t* end : {&path.from, &path.to}) {
            std::int32_t p = end == &path.from ? ends_[start].one : ends_[start].other;
            for (std::int32_t line = start;;) {
                std::int32_t next = -1;
                for (std::int32_t k = begin_[p]; k < begin_[p + 1]; ++k)
                    if (const std::int32_t other = lines_[k]; other != line && has(other) == Has::yes) {
                        path.branches |= next >= 0;
                        next = other;
                    }
                if (path.branches)
                    return path;
                if (next < 0)
                    break;
                if (next == start) {
                    path.closed = true;
                    return path;
                }
                path.count += counts_[next];
                p = far(next, p);
                line = next;
            }
            *end = p;
        }
        return path;
    }

    void trace(const Has* has, Paths& paths) const {
        paths.of.assign(ends_.size(), -1);
        paths.at.assign(points(), -1);
        paths.count.clear();
        paths.number = 0;
        paths.loop = -1;
        for (std::int32_t start = 0; start < lines(); ++start) {
            if (has[start] != Has::yes || paths.of[start] >= 0)
                continue;
            const std::int32_t path = paths.number++;
            std::int64_t count = counts_[start];
            paths.of[start] = path;
            bool closed = false;
            for (std::int32_t p : {ends_[start].one, ends_[start].other})
                for (std::int32_t line = start; !closed;) {
                    std::int32_t next = -1;
                    for (std::int32_t k = begin_[p]; k < begin_[p + 1]; ++k)
                        if (has[lines_[k]] == Has::yes && lines_[k] != line)
                            next = lines_[k];
                    if (next < 0) {
                        paths.at[p] = path;
                        break;
                    }
                    closed = next == start;
                    if (closed)
                        break;
                    count += counts_[next];
                    paths.of[next] = path;
                    p = far(next, p);
                    line = next;
                }
            if (closed)
                paths.loop = path;
            paths.count.push_back(count);
        }
    }

    // Bridges of what can be lines, by one depth-first search, and the parts that are left without them.
    void split(const Has* has, Parts& parts) const {
        struct Visit {
            std::int32_t point, next;
        };
        struct Memory {
            std::vector<Visit> path;
            std::vector<std::int32_t> low, open;
        };
        static thread_local Memory memory;
        auto& [path, low, open] = memory;
        parts.of.assign(ends_.size(), -1);
        parts.order.assign(points(), -1);
        parts.below.assign(points(), -1);
        parts.above.assign(points(), -1);
        low.resize(points());
        std::int32_t seen = 0, part = 0;
        for (std::int32_t root = 0; root < points(); ++root) {
            if (parts.order[root] >= 0)
                continue;
            open.clear(); // points whose part is not known
            const auto enter = [&](std::int32_t p, std::int32_t above) {
                parts.order[p] = low[p] = seen++;
                parts.above[p] = above;
                open.push_back(p);
                path.push_back({p, begin_[p]});
            };
            enter(root, -1);
            while (!path.empty()) {
                const std::int32_t p = path.back().point;
                const std::int32_t above = parts.above[p], end = begin_[p + 1];
                std::int32_t k = path.back().next, lowest = low[p];
                for (; k < end; ++k) {
                    const std::int32_t line = lines_[k];
                    if (has[line] == Has::no || line == above)
                        continue;
                    const std::int32_t order = parts.order[far_[k]];
                    if (order < 0)
                        break;
                    lowest = std::min(lowest, order);
                }
                low[p] = lowest;
                if (k < end) {
                    path.back().next = k + 1;
                    enter(far_[k], lines_[k]);
                    continue;
                }
                path.pop_back();
                parts.below[p] = seen - 1;
                if (!path.empty())
                    low[path.back().point] = std::min(low[path.back().point], low[p]);
                if (low[p] != parts.order[p])
                    continue;
                // What was met since p hangs together by more than one way.
                for (std::int32_t q = -1; q != p;) {
                    q = open.back();
                    open.pop_back();
                    low[q] = -1 - part; // for now, the part of the point
                }
                ++part;
            }
        }
        for (std::int32_t i = 0; i < lines(); ++i)
            if (has[i] != Has::no && low[ends_[i].one] == low[ends_[i].other])
                parts.of[i] = -1 - low[ends_[i].one];
    }

    // Open members, without which a line would be the only way between two parts, or two lines would lie in different
    // ones; and perhaps others. Two members that part a board together lie on the same rounds: each round is told by
    // the member that leads back to a point met before, and a sum of such numbers stands for a set of rounds.
    std::vector<std::int32_t> needed(const Has* has, const Parts& parts, std::int32_t own) const {
        std::vector<std::uint64_t> sum(points(), 0), rounds(ends_.size(), 0);
        std::vector<std::int32_t> met(points()), found, alike;
        for (std::int32_t i = 0; i < lines(); ++i)
            if (parts.of[i] >= 0 && parts.above[ends_[i].one] != i && parts.above[ends_[i].other] != i) {
                std::uint64_t mixed = (static_cast<std::uint64_t>(i) + 1) * 0x9e3779b97f4a7c15ULL;
                mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9ULL;
                mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebULL;
                rounds[i] = mixed ^ mixed >> 31;
                sum[ends_[i].one] ^= rounds[i];
                sum[ends_[i].other] ^= rounds[i];
            }
        for (std::int32_t p = 0; p < points(); ++p)
            met[parts.order[p]] = p;
        for (std::int32_t k = points(); k-- > 0;)
            if (const std::int32_t p = met[k], above = parts.above[p]; above >= 0) {
                rounds[above] = sum[p];
                sum[far(above, p)] ^= sum[p];
            }
        for (std::int32_t i = 0; i < lines(); ++i)
            if (parts.of[i] >= 0 && (own < 0 || parts.of[i] == own))
                alike.push_back(i);
        std::sort(alike.begin(), alike.end(), [&](std::int32_t a, std::int32_t b) {
            return rounds[a] != rounds[b] ? rounds[a] < rounds[b] : a < b;
        });
        for (std::size_t first = 0, last; first < alike.size(); first = last) {
            for (last = first; last < alike.size() && rounds[alike[last]] == rounds[alike[first]];)
                ++last;
            const auto begin = alike.begin() + static_cast<std::ptrdiff_t>(first),
                       end = alike.begin() + static_cast<std::ptrdiff_t>(last);
            if (last - first < 2 || (own < 0 && last - first < alike.size()))
                continue;
            if (own < 0 ||
                std::any_of(begin, end, [&](std::int32_t i) { return has[i] == Has::yes; }) || parted(has, begin, end))
                std::copy_if(begin, end, std::back_inserter(found),
                             [&](std::int32_t i) { return has[i] == Has::open; });
        }
        return found;
    }
    // Do lines lie in different parts without these members?
    template <class Member> bool parted(const Has* has, Member begin, Member end) const {
        std::vector<std::uint8_t> reached(points(), 0), without(ends_.size(), 0);
        for (Member i = begin; i != end; ++i)
            without[*i] = 1;
        std::vector<std::int32_t> queue;
        for (std::int32_t i = 0; i < lines(); ++i) {
            if (has[i] != Has::yes)
                continue;
            if (queue.empty()) {
                queue.push_back(ends_[i].one);
                reached[ends_[i].one] = 1;
                for (std::size_t q = 0; q < queue.size(); ++q)
                    for (std::int32_t k = begin_[queue[q]]; k < begin_[queue[q] + 1]; ++k)
                        if (const std::int32_t next = far(lines_[k], queue[q]);
                            has[lines_[k]] != Has::no && !without[lines_[k]] && !reached[next]) {
                            reached[next] = 1;
                            queue.push_back(next);
                        }
            }
            if (!reached[ends_[i].one])
                return true;
        }
        return false;
    }

    // A line that is the only way between two parts, or two with at most one way between them, and all that is no way.
    bool cut(const Has* has, std::vector<std::int32_t>& members) const {
        Parts parts;
        split(has, parts);
        std::int32_t first = -1;
        bool any = false;
        for (std::int32_t i = 0; i < lines(); ++i) {
            any |= parts.of[i] >= 0;
            if (has[i] != Has::yes)
                continue;
            if (parts.of[i] < 0) { // a bridge
                const std::int32_t p = parts.above[ends_[i].one] == i ? ends_[i].one : ends_[i].other;
                walls(has, parts, p, members);
                members.push_back(i);
                return true;
            }
            if (first < 0)
                first = i;
            else if (parts.of[i] != parts.of[first])
                return between(has, parts, first, i, members);
        }
        if (any)
            return false;
        for (std::int32_t i = 0; i < lines(); ++i) // there is no loop at all
            if (has[i] == Has::no)
                members.push_back(i);
        return true;
    }
    // Two lines of different parts: some point has one of them beyond it, and but one way, or none, leads there.
    bool between(const Has* has, const Parts& parts, std::int32_t first, std::int32_t second,
                 std::vector<std::int32_t>& members) const {
        std::vector<std::int32_t> wall;
        for (std::int32_t p = 0; p < points(); ++p) {
            const bool with_first = beyond(parts, p, ends_[first].one),
                       with_second = beyond(parts, p, ends_[second].one);
            if (with_first == with_second || (parts.above[p] >= 0 && parts.of[parts.above[p]] >= 0))
                continue;
            wall.clear();
            walls(has, parts, p, wall);
            if (members.empty() || wall.size() + 2 < members.size()) {
                members = wall;
                members.push_back(first);
                members.push_back(second);
            }
        }
        return true;
    }
    static bool beyond(const Parts& parts, std::int32_t p, std::int32_t q) {
        return parts.order[p] <= parts.order[q] && parts.order[q] <= parts.below[p];
    }
    // Members that lead to what is beyond p, and cannot be lines.
    void walls(const Has* has, const Parts& parts, std::int32_t p, std::vector<std::int32_t>& members) const {
        for (std::int32_t i = 0; i < lines(); ++i)
            if (has[i] == Has::no && beyond(parts, p, ends_[i].one) != beyond(parts, p, ends_[i].other))
                members.push_back(i);
    }

    std::int64_t total_; // -1 where it is not said
    std::vector<Ends> ends_;
    std::vector<std::int64_t> counts_;
    std::vector<std::int32_t> begin_, lines_; // the members at each point
    std::vector<std::int32_t> far_;           // and where each of them leads from there
    std::vector<std::int32_t> member_;        // of each variable
};

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.parameters.size() != 2 + 3 * spec.scope.size())
        refuse("a loop has a value, a total, and of each member two points and what it counts");
    if (spec.parameters[0] < 0 || spec.parameters[0] >= 64)
        refuse("a loop is of a value from 0 to 63, not " + std::to_string(spec.parameters[0]));
    for (std::size_t i = 2; i < spec.parameters.size(); i += 3)
        if (std::min(spec.parameters[i], spec.parameters[i + 1]) < 0 ||
            std::max(spec.parameters[i], spec.parameters[i + 1]) > 2 * static_cast<std::int64_t>(spec.scope.size()) ||
            spec.parameters[i] == spec.parameters[i + 1])
            refuse("a line joins two points, which are numbered from 0");
}

const RelationKind kind("one-loop", check, one_each<OneLoop>);

} // namespace
} // namespace gridwright
