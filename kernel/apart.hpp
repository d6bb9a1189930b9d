// Which variables can never take the same value: those that share a choice or an at-most-one set for every value.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "spec.hpp"

namespace gridwright {

class Apart {
public:
    // `first` are the numbers of the variables' first candidates, and of the end.
    Apart(const Spec& spec, std::span<const Candidate> first);

    bool pair(Variable x, Variable y) const;
    // Of each member the earlier members (by position) that are apart from it.
    std::vector<std::vector<std::int32_t>> among(const std::vector<Variable>& scope) const;
    // Of each line with several members (sets of one value each, over the same variables for every value): the
    // positions of these members, and the line's other variables.
    std::vector<std::pair<std::vector<std::int32_t>, std::vector<Variable>>>
    lines(const std::vector<Variable>& scope) const;
    // Is every pair of the scope apart?
    bool all(const std::vector<Variable>& scope) const;

private:
    bool share(Candidate c, Candidate d) const;
    const std::vector<Candidate>& members(std::int32_t set) const;

    const Spec& spec_;
    std::span<const Candidate> first_;
    std::vector<std::int32_t> begin_, sets_; // the sets of each candidate, ascending
};

} // namespace gridwright
