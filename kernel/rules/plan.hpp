// A rule as code: a linear nest of loops. Every test names where to go on when it fails, the head of the loop around
// it.
//
// Registers: scalars (a number, a cell, a value, a group, a kind, or a set of values or kinds as a mask)
// and sets (of cells or groups); and lists, which are only shown. A plan is data from outside: `verify` refuses
// whatever could read or jump out of range, so that running one cannot crash. Loops and picks burn fuel.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "state/spec.hpp"

namespace gridwright {

// The instructions are in `machine/` and `words/`, each with its name, what its operands are, and what it does; those
// that say APART are seldom run and stand apart from the machine's loop, where they would cost all others registers;
// what a match relied on is read by those that say GROUNDS. Operands a, b, c: registers or a small number; d: where to
// go on failure. s = scalar, t = set, i = iterator, k = pick, l = list, m = constant, j = instruction, * = any number.
enum class Op : std::int32_t {
#define INSTRUCTION(name, ...) name,
#define APART(name, ...) name,
#define GROUNDS(name, ...) name,
#include "rules/instructions.inl"
#undef INSTRUCTION
#undef APART
#undef GROUNDS
};

struct Instruction {
    Op op;
    std::int32_t a, b, c, d;
};

// A loop: its iterator and the register of its element; -1 where there is none.
struct Loop {
    std::int32_t iterator = -1, element = -1;
};

struct Plan {
    std::vector<Instruction> code;
    std::vector<std::uint64_t> masks; // constants too large for an instruction
    std::int32_t scalars = 0, sets = 0, iterators = 0, picks = 0, lists = 0;
    std::int32_t grounds = 0; // where the code begins that reads what a match relied on
    std::string key;          // of the technique whose plan it is

    // What a match shows of itself: registers, in the order of the rule's variables and names.
    enum class Shown : std::uint8_t { scalar, mask, set, list };
    std::vector<std::pair<Shown, std::int32_t>> shown;

    // Throws std::invalid_argument with a sentence; notes the loops that look only at what is new.
    void verify();
    Loop new_cells, new_groups, new_values, new_at_group, new_sights; // the fourth one inside the second
    // What must be new for a match, where the code begins with a search for just that: a cell with one candidate, or a
    // missing value with one place. Most looks of singles end there, so they need not begin.
    enum class Gate : std::uint8_t { none, fixed_cell, lone_value } gate = Gate::none;
    // Does every cell with one candidate match, and is all that comes of it that the candidate is written down?
    bool writes_fixed = false;

private:
    Gate seen_gate() const;
};

// The names of the operations in order, for the Python side to number them, and what their operands are.
std::vector<std::pair<const char*, const char*>> operations();

} // namespace gridwright
