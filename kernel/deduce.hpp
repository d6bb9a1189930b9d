// A puzzle by techniques alone: the first match of the first rule that changes something, again and again.
#pragma once

#include <vector>

#include "limits.hpp"
#include "match.hpp"

namespace gridwright {

struct DeducedStep {
    std::int32_t rule;
    std::vector<Conclusion> conclusions;
};

struct Deduced {
    enum class Outcome : std::uint8_t { solved, stuck, contradiction, stopped } outcome = Outcome::stuck;
    std::vector<DeducedStep> steps;
    std::vector<Mask> masks; // what is left
    std::vector<std::uint8_t> placed;
    std::vector<std::int32_t> undecided; // rules that ran out of fuel somewhere: not the same as "did not fire"
};

// `plans` are verified; `fuel` is for one look of one rule.
template <int W>
Deduced deduce(const Stage<W>& stage, const std::vector<const Plan*>& plans, Scene<W> scene, std::uint64_t fuel,
               const Limits& limits);

} // namespace gridwright
