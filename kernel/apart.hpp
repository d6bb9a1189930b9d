// Which variables can never take the same value: those that share a choice or an at-most-one set for every value.
// Built once for a Frame.
#pragma once

#include <cstdint>
#include <vector>

#include "spec.hpp"

namespace gridwright {

struct Layout;

// Members of a scope that stand in one line, by position, and the other variables of that line.
struct Segment {
    std::vector<std::int32_t> cells;
    std::vector<Variable> rest;
};

// Of each member of a scope the earlier members (by position) that cannot repeat its value.
using Earlier = std::vector<std::vector<std::int32_t>>;

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

private:
    std::vector<std::int32_t> sizes_;
    std::vector<std::vector<Variable>> peers_;       // of each variable those that are apart from it, ascending
    std::vector<std::vector<Variable>> lines_;       // the variables of each line
    std::vector<std::vector<std::int32_t>> line_of_; // of each variable its lines
};

} // namespace gridwright
