// A cell counts the different values that it sees: the scope is what it sees, the nearest first, then the cell itself.
// Views in one line that look the same way are joined: see sight_line.hpp.
#include <algorithm>
#include <numeric>

#include "relations/sight_line.hpp"

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

// Bare domains by position in the line.
struct Positions {
    Mask* masks;
    bool more = false;
    Mask operator[](std::int32_t i) const { return masks[i]; }
    bool remove(std::int32_t i, Mask dead) { return (masks[i] &= ~dead) != 0; }
    void rest() { more = false; }
    void ask_for_more() { more = true; }
};

} // namespace

bool SightLine::propagate(Editor& editor) const {
    Domains domains{editor};
    return sight::bounds(domains, line());
}

bool SightLine::deepen(Editor& editor) const {
    Domains domains{editor};
    return sight::deepen(domains, line());
}

bool SightLine::fitting(const Mask* domains, Mask* used, std::int64_t) const {
    std::int32_t places[sight::kMostCells];
    std::iota(places, places + scope.size(), 0);
    std::copy(domains, domains + scope.size(), used);
    Positions positions{used};
    const sight::Line<std::int32_t> line{places, static_cast<int>(scope.size()), looks_};
    for (std::vector<Mask> before; before.empty() || !std::equal(before.begin(), before.end(), used);) {
        before.assign(used, used + scope.size());
        if (!sight::bounds(positions, line) || (positions.more && !sight::deepen(positions, line)))
            return false;
        positions.more = false;
    }
    return true;
}

// No cell counts more than it sees, and none that sees something counts nothing.
bool SightLine::open(Editor& editor) const {
    for (std::size_t i = 0; i < scope.size(); ++i)
        if (looks_ >> i & 1 && !editor.restrict(scope[i], i ? (Mask{2} << i) - 2 : 1))
            return false;
    return true;
}

bool SightLine::weigh(std::vector<std::uint32_t>& degrees) const {
    std::uint32_t behind = 0; // the views that see the cell, or are its own
    for (std::size_t i = scope.size(); i-- > 0;)
        degrees[scope[i]] += behind += looks_ >> i & 1;
    return true;
}

namespace {

// The sight lines of all views: one for each that is part of no other.
void make(const std::vector<RelationKind::Statement>& views, const Apart&, Relations& made) {
    // Each view from its far end to the cell that looks. One that begins another is part of that line, and in order of
    // the alphabet it stands right before one that it begins.
    std::vector<std::vector<Variable>> walks;
    for (const auto& view : views) {
        walks.emplace_back(view.spec.scope.rbegin() + 1, view.spec.scope.rend());
        walks.back().push_back(view.spec.scope.back());
    }
    std::vector<std::int32_t> order(views.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::int32_t a, std::int32_t b) { return walks[a] != walks[b] ? walks[a] < walks[b] : a < b; });
    Relations lines;
    for (std::size_t i = order.size(); i > 0;) {
        const std::vector<Variable>& cells = walks[order[i - 1]];
        std::uint64_t looks = 0;
        std::vector<std::int32_t> parts;
        do {
            const std::size_t length = walks[order[--i]].size();
            looks |= std::uint64_t{1} << (length - 1);
            parts.push_back(views[order[i]].number);
        } while (i > 0 && walks[order[i - 1]].size() <= walks[order[i]].size() &&
                 std::equal(walks[order[i - 1]].begin(), walks[order[i - 1]].end(), walks[order[i]].begin()));
        std::sort(parts.begin(), parts.end());
        lines.push_back(std::make_shared<SightLine>(cells, looks));
        lines.back()->statements = std::move(parts);
    }
    std::sort(lines.begin(), lines.end(),
              [](const auto& a, const auto& b) { return a->statements[0] < b->statements[0]; });
    std::move(lines.begin(), lines.end(), std::back_inserter(made));
}

void check(const RelationSpec& spec, const std::vector<std::int32_t>&) {
    if (spec.scope.empty() || spec.scope.size() > sight::kMostCells)
        refuse("a view has at most " + std::to_string(sight::kMostCells - 1) + " cells and one that looks, not " +
               std::to_string(spec.scope.size()) + " in all");
    if (!spec.parameters.empty())
        refuse("a view has a scope, the cell that looks last, and nothing else");
}

const RelationKind kind("view", check, make);

} // namespace
} // namespace gridwright
