// Which variables can never take the same value: those that share a choice or an at-most-one set for every value.
// Built once for a Frame.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "state/spec.hpp"

namespace gridwright {

struct Layout;

// Members of a scope that stand in one line, by position, and the other variables of that line.
struct Segment {
    std::vector<std::int32_t> cells;
    std::vector<Variable> rest;
};

// Of each member of a scope the earlier members (by position) that cannot repeat its value.
using Earlier = std::vector<std::vector<std::int32_t>>;

// Where the cells of a scope lie to each other.
struct ScopeShape {
    std::vector<std::int32_t> sizes; // how many values each member has
    Earlier earlier;
    std::vector<Segment> segments;
};

class Apart {
public:
    explicit Apart(const Layout& layout);

    // How many values each member of a scope has.
    std::vector<std::int32_t> sizes(const std::vector<Variable>& scope) const;
    bool pair(Variable x, Variable y) const;
    // Of each member the earlier members (by position) that are apart from it.
    Earlier among(const std::vector<Variable>& scope) const;
    // Is every pair of the scope apart?
    bool all(const std::vector<Variable>& scope) const;
    // The lines with several members and others besides. A line is variables of which every two are apart.
    std::vector<Segment> segments(const std::vector<Variable>& scope) const;
    // All of that; kept, for the boards of a size have many cages in the same places (6×6: the 79,490 cages of 5,000
    // boards have 805 scopes).
    std::shared_ptr<const ScopeShape> shape(const std::vector<Variable>& scope) const;

private:
    static constexpr std::size_t kMostShapes = 1 << 14;
    struct Hash {
        std::size_t operator()(const std::vector<Variable>& scope) const;
    };
    std::vector<std::int32_t> sizes_;
    std::vector<std::vector<Variable>> peers_;       // of each variable those that are apart from it, ascending
    std::vector<std::vector<Variable>> lines_;       // the variables of each line
    std::vector<std::vector<std::int32_t>> line_of_; // of each variable its lines
    mutable std::mutex guard_;
    mutable std::unordered_map<std::vector<Variable>, std::shared_ptr<const ScopeShape>, Hash> shapes_;
};

} // namespace gridwright
