// What a Problem is built from: the Blueprint of a puzzle's structure, as plain data.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace gridwright {

using Candidate = std::int32_t;
using Variable = std::int32_t;
using Mask = std::uint64_t; // a set of values

// What is right but larger than the kernel takes: the sentence names the limit.
struct TooLarge : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

struct RelationKind;

// A statement that is neither a choice nor an at-most-one set, as its kind takes it: see relations/.
struct RelationSpec {
    const RelationKind* kind;
    std::vector<Variable> scope;
    std::vector<std::int64_t> parameters;
};

struct Spec {
    std::vector<std::int32_t> sizes;             // values of each variable, 1 to 64
    std::vector<Mask> masks;                     // the values that each variable may take at all
    std::vector<std::vector<Candidate>> choices; // first the variables' own, one each, then those of groups
    std::vector<std::vector<Candidate>> at_most_ones;
    std::vector<RelationSpec> relations;

    // Throws std::invalid_argument with a sentence where something is out of range.
    void check() const;
};

} // namespace gridwright
