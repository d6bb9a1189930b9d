// The lines of a loop as a graph of dots: paths that would be closed, and what a walk around dots crosses.
//
// src/gridwright/techniques/_loops.py says what all of this means; tests/reference/loops.py finds the same.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "position/ties.hpp"

namespace gridwright {

class LineGraph {
public:
    using Drawn = Ties::Drawn;
    enum Closing : std::int32_t { elsewhere = 1, too_short = 2, closed = 3 };

    // A path that a line would close, or that is closed.
    struct Closed {
        std::vector<std::int32_t> path, lines; // in order; those that cannot be part of the loop
        std::int32_t elsewhere = -1;           // a line of the loop that is not on it,
        std::int32_t wrong = -1;               // or a statement that would not hold
    };
    // A line that alone is open of all that a walk around its end crosses.
    struct Walk {
        std::vector<std::int32_t> crossed, free; // lines of the loop, and those that are none
        std::vector<std::int32_t> dots;          // the fewer ones: inside or outside of it
    };

    // Two threes side by side, and the line between them: what has to be part of the loop, and what cannot be.
    struct Beside {
        std::int32_t first, second, line; // statements
        std::vector<std::int32_t> part, none;
        std::int32_t elsewhere, wrong; // why the loop around both is not all of it
    };

    void clear() { dots_.clear(), ends_.clear(); }
    void add_dot(std::int32_t group, const std::vector<std::int32_t>& lines);
    void lay_out(std::int32_t lines);

    std::vector<Closed> closings(const Drawn& drawn, const TiedLines& board, Closing size) const;
    // The open lines of which a walk around crosses nothing else that is open; short walks first.
    std::vector<std::int32_t> alone(const Drawn& drawn) const;
    Walk walk(const Drawn& drawn, std::int32_t line) const;
    std::vector<Beside> threes(const Drawn& drawn, const TiedLines& board) const;
    std::array<std::int32_t, 2> ends(std::int32_t line) const { return ends_[line]; }
    std::int32_t group(std::int32_t dot) const { return dots_[dot].group; }
    const std::vector<std::int32_t>& lines_at(std::int32_t dot) const { return dots_[dot].lines; }

private:
    struct Dot {
        std::int32_t group;
        std::vector<std::int32_t> lines;
    };
    std::int32_t far(std::int32_t line, std::int32_t dot) const {
        return ends_[line][0] == dot ? ends_[line][1] : ends_[line][0];
    }
    template <class Part> static std::int32_t wrong(const TiedLines& board, Part part);
    // The lines from a line on through one of its dots; the dot where they end, -1 where they come back.
    std::int32_t follow(const Drawn& drawn, std::int32_t line, std::int32_t dot, std::vector<std::int32_t>& path) const;

    std::vector<Dot> dots_;
    std::vector<std::array<std::int32_t, 2>> ends_; // by line, -1 where it has none
};

} // namespace gridwright
