#include "makers/mark_search.hpp"

#include <algorithm>

namespace gridwright {

template <int W>
MarkSearch<W>::MarkSearch(std::int32_t side, std::int32_t marks)
    : side_(side), marks_(marks), groups_(3 * side), touching_(side * side, Set<W>::none()),
      members_(3 * side, Set<W>::none()), region_of_(side * side) {
    for (std::int32_t x = 0; x < side * side; ++x) {
        const std::int32_t row = x / side, column = x % side;
        members_[row].add(x);
        members_[side + column].add(x);
        for (std::int32_t r = std::max(row - 1, 0); r <= std::min(row + 1, side - 1); ++r)
            for (std::int32_t c = std::max(column - 1, 0); c <= std::min(column + 1, side - 1); ++c)
                if (r * side + c != x)
                    touching_[x].add(r * side + c);
    }
}

// A mark in x: false where a group has had all of its marks.
template <int W> bool MarkSearch<W>::put(Node& node, std::int32_t x) const {
    node.marks.add(x);
    node.alive.drop(x);
    node.alive = node.alive.without(touching_[x]);
    for (const std::int32_t g : {x / side_, side_ + x % side_, 2 * side_ + region_of_[x]}) {
        if (g >= groups_)
            continue;
        if (--node.need[g] < 0)
            return false;
        if (node.need[g] == 0)
            node.alive = node.alive.without(members_[g]);
    }
    return true;
}

// Branches where the fewest cells can be left out; every group that has no cell to spare is filled first.
template <int W> template <class Pick> bool MarkSearch<W>::descend(Node& node, Pick pick) {
    for (;;) {
        if (left_ == 0)
            return false;
        --left_;
        std::int32_t tightest = -1, spare = INT32_MAX;
        for (std::int32_t g = 0; g < groups_; ++g) {
            if (node.need[g] == 0)
                continue;
            const std::int32_t over = (node.alive & members_[g]).count() - node.need[g];
            if (over < spare) {
                if (over < 0)
                    return false;
                tightest = g;
                spare = over;
                if (over == 0)
                    break;
            }
        }
        if (tightest < 0) {
            found_ = node.marks;
            return true;
        }
        const Set<W> places = node.alive & members_[tightest];
        if (spare == 0) {
            bool fits = true;
            places.each([&](std::int32_t x) { fits = fits && node.alive.has(x) && put(node, x); });
            if (!fits)
                return false;
            continue;
        }
        const std::int32_t x = pick(places);
        Node next = node;
        if (put(next, x) && descend(next, pick))
            return true;
        node.alive.drop(x);
    }
}

template <int W> typename MarkSearch<W>::Answer MarkSearch<W>::solve(Node& node, std::uint64_t nodes) {
    left_ = nodes;
    const bool found = descend(node, [](const Set<W>& places) { return places.first(); });
    return found ? Answer::yes : left_ == 0 ? Answer::unknown : Answer::no;
}

template <int W> bool MarkSearch<W>::fill(RandomStream& stream, std::uint64_t nodes, Set<W>& solution) {
    Node node{Set<W>::none(), Set<W>::none(), {}};
    groups_ = 2 * side_;
    std::fill(node.need, node.need + groups_, static_cast<std::int8_t>(marks_));
    for (std::int32_t x = 0; x < side_ * side_; ++x)
        node.alive.add(x);
    left_ = nodes;
    const bool found = descend(node, [&](const Set<W>& places) {
        std::uint32_t skip = stream.below(static_cast<std::uint32_t>(places.count()));
        std::int32_t chosen = -1;
        places.each([&](std::int32_t x) {
            if (skip-- == 0)
                chosen = x;
        });
        return chosen;
    });
    groups_ = 3 * side_;
    solution = found_;
    return found;
}

template <int W>
typename MarkSearch<W>::Answer MarkSearch<W>::with_mark(const Set<W>& alive, std::int32_t x, std::uint64_t nodes) {
    Node node{alive, Set<W>::none(), {}};
    std::fill(node.need, node.need + groups_, static_cast<std::int8_t>(marks_));
    return put(node, x) ? solve(node, nodes) : Answer::no;
}

template <int W>
typename MarkSearch<W>::Answer MarkSearch<W>::another(const Set<W>& alive, const Set<W>& known, std::uint64_t nodes) {
    Answer answer = Answer::no;
    Node node{alive, Set<W>::none(), {}};
    std::fill(node.need, node.need + groups_, static_cast<std::int8_t>(marks_));
    known.each([&](std::int32_t x) {
        if (answer != Answer::no)
            return;
        Node without = node;
        without.alive.drop(x);
        answer = solve(without, nodes);
        if (answer == Answer::no)
            put(node, x);
    });
    return answer;
}

#define X(W) template class MarkSearch<W>;
X(1) X(2) X(3) X(4)
#undef X

} // namespace gridwright
