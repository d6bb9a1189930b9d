#include "sight_line.hpp"

#include <algorithm>
#include <numeric>

#include "sight_walk.hpp"

namespace gridwright {
namespace {

// A State as sight lines see it.
struct Domains {
    Editor& editor;
    Mask operator[](Variable x) const { return editor.domain(x); }
    bool remove(Variable x, Mask dead) { return editor.remove(x, dead); }
    void rest() {}
    void ask_for_more() { editor.ask_for_more(); }
};

} // namespace

SightLine::SightLine(std::vector<Variable> cells, std::uint64_t looks, std::vector<std::int32_t> views)
    : Propagator(std::move(cells), std::move(views)), looks_(looks) {}

bool SightLine::run(Editor& editor) const {
    Domains domains{editor};
    return sight::bounds(domains, line());
}

bool SightLine::deepen(Editor& editor) const {
    Domains domains{editor};
    return sight::deepen(domains, line());
}

std::vector<std::unique_ptr<Propagator>> make_sight_lines(const std::vector<ViewSpec>& views, std::int32_t first) {
    // Each view from its far end to the cell that looks. One that begins another is part of that line, and in order of
    // the alphabet it stands right before one that it begins.
    std::vector<std::vector<Variable>> walks;
    for (const ViewSpec& view : views) {
        walks.emplace_back(view.scope.rbegin(), view.scope.rend());
        walks.back().push_back(view.looker);
    }
    std::vector<std::int32_t> order(views.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::int32_t a, std::int32_t b) { return walks[a] != walks[b] ? walks[a] < walks[b] : a < b; });
    std::vector<std::unique_ptr<Propagator>> lines;
    for (std::size_t i = order.size(); i > 0;) {
        const std::vector<Variable>& cells = walks[order[i - 1]];
        std::uint64_t looks = 0;
        std::vector<std::int32_t> parts;
        do {
            const std::size_t length = walks[order[--i]].size();
            looks |= std::uint64_t{1} << (length - 1);
            parts.push_back(first + order[i]);
        } while (i > 0 && walks[order[i - 1]].size() <= walks[order[i]].size() &&
                 std::equal(walks[order[i - 1]].begin(), walks[order[i - 1]].end(), walks[order[i]].begin()));
        std::sort(parts.begin(), parts.end());
        lines.push_back(std::make_unique<SightLine>(cells, looks, std::move(parts)));
    }
    std::sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a->others[0] < b->others[0]; });
    return lines;
}

} // namespace gridwright
