// What a Structure is built from: what the rulebook says of a puzzle without its givens, as plain data.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "basics/lists.hpp"

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
    std::int32_t group = -1; // whose members its scope begins with, -1 for none
    bool operator==(const RelationSpec&) const = default;
};

struct Spec {
    std::vector<std::int32_t> sizes; // values of each variable, 1 to 64
    std::vector<Mask> masks;         // the values that each variable may take at all
    Lists choices;                   // first the variables' own, one each, then those of groups
    Lists at_most_ones;
    std::vector<RelationSpec> relations;

    // What rules speak of, and no search asks for.
    std::vector<std::vector<Variable>> groups; // the variables of each that the rulebook names together, in their order
    std::vector<std::int32_t> kinds;           // of each group
    std::vector<std::int32_t> choice_groups;   // of each choice its group, -1 for none; no list where none has one
    struct Count {
        std::int32_t value, group, often;
        bool operator==(const Count&) const = default;
    };
    std::vector<Count> counts; // how often a group holds a value, where no more than narrower masks is left of that

    // Throws std::invalid_argument with a sentence where something is out of range.
    void check() const;
    // The part of that which more choices may break.
    void check_slots() const;
    bool operator==(const Spec&) const = default;

    // Adds a statement of the rulebook as constraints of its kind emit it: what choices, at-most-one sets and masks can
    // say of it, and else a relation. Its group, of that kind, are the first `members` of its scope; a kind of -1 is
    // that of a group which people do not name. Throws as `check` would, but for what `check_slots` says.
    void add(RelationSpec statement, std::int32_t kind, std::size_t members);
    Candidate candidate(Variable x, std::int32_t value) const { return choices[x][0] + value; }
};

} // namespace gridwright
