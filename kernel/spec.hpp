// What a Problem is built from: the Blueprint of a puzzle's structure, as plain data.
#pragma once

#include <cstdint>
#include <vector>

namespace gridwright {

using Candidate = std::int32_t;
using Variable = std::int32_t;
using Mask = std::uint64_t; // a set of values

struct CountSpec {
    std::vector<Variable> scope;
    std::vector<Mask> masks; // which values of each member count
    std::int32_t least, most;
};

struct SumSpec {
    std::vector<Variable> scope; // take different values
    std::int64_t total;
    std::int32_t first; // value v stands for the number v + first
};

struct TableSpec {
    std::vector<Variable> scope;
    std::vector<std::uint8_t> tuples; // scope.size() values each, one after the other
};

// How the numbers of a cage make its target; see cage.hpp.
enum class Operation : std::uint8_t { any, add, subtract, multiply, divide }; // "", +, -, ×, ÷

struct CageSpec {
    std::vector<Variable> scope;
    Operation operation;
    std::int64_t target;
};

struct SkylineSpec {
    std::vector<Variable> scope; // from the first cell that is seen to the last
    std::int32_t seen;
};

struct ViewSpec {
    std::vector<Variable> scope; // the cells in sight, the nearest first
    Variable looker;             // its value is the number of different values among them
};

struct Spec {
    std::vector<std::int32_t> sizes;             // values of each variable, 1 to 64
    std::vector<Mask> masks;                     // the values that each variable may take at all
    std::vector<std::vector<Candidate>> choices; // first the variables' own, one each, then those of groups
    std::vector<std::vector<Candidate>> at_most_ones;
    std::vector<CountSpec> counts;
    std::vector<SumSpec> sums;
    std::vector<TableSpec> tables;
    std::vector<CageSpec> cages;
    std::vector<SkylineSpec> skylines;
    std::vector<ViewSpec> views;

    // Throws std::invalid_argument with a sentence where something is out of range.
    void check() const;
};

} // namespace gridwright
