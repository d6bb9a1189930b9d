// The members with the value are one area, or there are none.
#include <algorithm>

#include "relations/whole_board.hpp"

namespace gridwright {
namespace {

class Connected final : public WholeBoard {
public:
    Connected(const RelationSpec& spec, const Apart&)
        : WholeBoard(spec.scope, spec.parameters[0]),
          near_(scope.size(), spec.parameters.data() + 1, spec.parameters.data() + spec.parameters.size()) {}

    const Adjacency* adjacency() const override { return &near_; }

protected:
    // Two that nothing can join, and the wall around one of them.
    bool clash(const Has* has, std::vector<std::int32_t>& members) const override {
        const std::int32_t n = near_.size();
        std::vector<std::int32_t> area_of(n, -1), waiting;
        std::vector<std::int32_t> sure; // a certain member of each area that has one
        for (std::int32_t start = 0, areas = 0; start < n; ++start) {
            if (has[start] != Has::yes || area_of[start] >= 0)
                continue;
            sure.push_back(start);
            area_of[start] = areas;
            for (waiting = {start}; !waiting.empty();) {
                const std::int32_t i = waiting.back();
                waiting.pop_back();
                for (std::int32_t j : near_[i])
                    if (has[j] != Has::no && area_of[j] < 0) {
                        area_of[j] = areas;
                        waiting.push_back(j);
                    }
            }
            ++areas;
        }
        if (sure.size() < 2)
            return false;
        std::vector<std::int32_t> wall;
        for (std::size_t area = 0, best = 0; area < sure.size(); ++area) {
            wall.clear();
            for (std::int32_t i = 0; i < n; ++i)
                if (has[i] == Has::no && std::any_of(near_[i].begin(), near_[i].end(), [&](std::int32_t j) {
                        return area_of[j] == static_cast<std::int32_t>(area);
                    }))
                    wall.push_back(i);
            if (area == 0 || wall.size() < best) {
                best = wall.size();
                members = wall;
                members.push_back(sure[area]);
                members.push_back(sure[area ? 0 : 1]);
            }
        }
        return true;
    }

    // An area without a certain member is not it; a member without which two certain ones would be cut off is in it.
    bool narrow(const Has* has, Has* left) const override {
        struct Visit {
            std::int32_t member, parent, sure; // certain members below it, itself included
            const std::int32_t* next;
        };
        struct Memory {
            std::vector<std::int32_t> order, low;
            std::vector<Visit> path;
        };
        static thread_local Memory memory; // its place is asked for once: that is a call
        auto& [order, low, path] = memory;
        const std::int32_t n = near_.size();
        const std::int32_t all = static_cast<std::int32_t>(std::count(has, has + n, Has::yes));
        if (all == 0)
            return true;
        order.assign(n, -1);
        low.resize(n);
        path.clear();
        std::int32_t seen = 0, found = 0;
        const auto enter = [&](std::int32_t i, std::int32_t parent) {
            order[i] = low[i] = seen++;
            found += has[i] == Has::yes;
            path.push_back({i, parent, has[i] == Has::yes, near_[i].begin()});
        };
        enter(static_cast<std::int32_t>(std::find(has, has + n, Has::yes) - has), -1);
        while (!path.empty()) {
            Visit& visit = path.back();
            const std::int32_t i = visit.member;
            if (visit.next != near_[i].end()) {
                const std::int32_t j = *visit.next++;
                if (has[j] == Has::no || j == visit.parent)
                    continue;
                if (order[j] < 0)
                    enter(j, i);
                else
                    low[i] = std::min(low[i], order[j]);
                continue;
            }
            const Visit done = visit;
            path.pop_back();
            if (path.empty())
                break;
            Visit& above = path.back();
            above.sure += done.sure;
            low[above.member] = std::min(low[above.member], low[i]);
            if (done.sure && low[i] >= order[above.member]) // all above it is certain somewhere: the search began there
                left[above.member] = Has::yes;
        }
        if (found < all)
            return false;
        for (std::int32_t i = 0; i < n; ++i)
            if (has[i] == Has::open && order[i] < 0)
                left[i] = Has::no;
        return true;
    }

private:
    Adjacency near_;
};

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) { check_pairs(spec, 1); }

const RelationKind kind("connected", check, one_each<Connected>);

} // namespace
} // namespace gridwright
